import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { AnsweredFile, form, LimitReachedError, NotFoundError, unwrap } from "askwell";
import type { Askwell } from "askwell";
import { z } from "zod";

import { collect } from "./support/collect.js";
import { firstOpen, startService } from "./support/service.js";

const REPORT = form({
  id: "report",
  title: "The report",
  fields: [{ id: "report", type: "file", label: "Report", required: true, validation: { maxSize: 8 << 20 } }],
});

/** Uploads a text as the answer to a field, and submits it. */
async function send(askwell: Askwell, id: string, field: string, content: string | ReadableStream<Uint8Array>) {
  const answer = await askwell.upload(id, field, content, { filename: "report.txt", contentType: "text/plain" });
  await askwell.call("elicitation/submit", { elicitationId: id, responses: { [field]: answer } });
  return answer;
}

suite("files", () => {
  test("a file of a form document is read as text, bytes or a stream", async (t) => {
    const { askwell } = await startService(t);
    const asking = askwell.ask(REPORT);
    const id = await firstOpen(askwell);
    await send(askwell, id, "report", "All is well.");
    const { report } = unwrap(await asking);
    assert.ok(report instanceof AnsweredFile);
    assert.deepEqual([report.name, report.type, report.size], ["report.txt", "text/plain", 12]);
    assert.equal(await report.text(), "All is well.");
    const pieces = await collect((await report.stream()) as unknown as AsyncIterable<Uint8Array>);
    assert.equal(Buffer.concat(pieces).toString(), "All is well.");
  });

  test("z.file() becomes a file field, and its value a File that zod has checked", async (t) => {
    const { askwell } = await startService(t);
    const asking = askwell.ask("Send us the report", z.object({ report: z.file().max(1000).mime(["text/plain"]), note: z.string().optional() }));
    const id = await firstOpen(askwell);
    const fields = (await askwell.status(id)).formDefinition?.fields;
    const rules = { maxSize: 1000, allowedMimeTypes: ["text/plain"] };
    assert.deepEqual(fields?.[0], { id: "report", type: "file", label: "Report", required: true, validation: rules });
    await send(askwell, id, "report", "All is well.");
    const { report } = unwrap(await asking);
    assert.ok(report instanceof File);
    assert.equal(await report.text(), "All is well.");
  });

  test("a stream of megabytes is uploaded piece by piece", async (t) => {
    const { askwell } = await startService(t);
    const { id } = await askwell.create(REPORT);
    const piece = new Uint8Array(64 << 10).fill(97);
    let sent = 0;
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 64) controller.enqueue(piece);
        else controller.close();
      },
    });
    const answer = await send(askwell, id, "report", source);
    assert.equal(answer.size, 4 << 20);
    assert.equal((await askwell.file(id, answer).bytes()).length, 4 << 20);
  });

  test("a file that is too large, and one that does not exist, are typed errors", async (t) => {
    const { askwell } = await startService(t);
    const small = form({ ...REPORT, fields: [{ ...REPORT.fields[0], validation: { maxSize: 4 } }] });
    const { id } = await askwell.create(small);
    await assert.rejects(send(askwell, id, "report", "All is well."), LimitReachedError);
    const none = { filename: "a", content_type: "text/plain", size: 1, content: { type: "local" as const, location: "none" } };
    await assert.rejects(askwell.file(id, none).text(), NotFoundError);
  });
});
