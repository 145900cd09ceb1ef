import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { Askwell, EventsMissedError, UnauthorizedError } from "askwell";
import type { ElicitationEvent } from "askwell";
import { z } from "zod";

import { startService, temporaryFolder } from "./support/service.js";

/** Reads events until one of this type. */
async function readUntil(askwell: Askwell, after: number, type: ElicitationEvent["type"]): Promise<ElicitationEvent[]> {
  const read: ElicitationEvent[] = [];
  for await (const event of askwell.events({ after })) {
    read.push(event);
    if (event.type === type) return read;
  }
  throw new Error("the stream ended");
}

suite("events", () => {
  test("an event has its type, its position and its data", async (t) => {
    const { askwell } = await startService(t);
    const { id } = await askwell.create("Deploy?", z.boolean());
    const wrong = askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: "perhaps" } });
    await assert.rejects(wrong);
    await askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: true } });
    const read = await readUntil(askwell, 0, "complete");
    assert.deepEqual(read.map((event) => event.type), ["created", "rejected", "complete"]);
    const [created, rejected, complete] = read;
    assert.ok(created?.type === "created" && created.prompt === "Deploy?" && created.elicitationId === id);
    assert.ok(rejected?.type === "rejected" && rejected.retryCount === 1);
    assert.ok(complete?.type === "complete");
    assert.deepEqual(complete.result, { answer: true });
    const rest = await readUntil(askwell, rejected.position, "complete");
    assert.deepEqual(rest, [complete]);
  });

  test("the stream continues after a restart of the service, without a gap and without a repetition", async (t) => {
    const data = temporaryFolder(t);
    const first = await startService(t, { data });
    const { askwell } = first;
    const seen: string[] = [];
    const stop = new AbortController();
    let notify = () => {};
    const reading = (async () => {
      for await (const event of askwell.events({ after: 0, signal: stop.signal })) {
        seen.push(event.elicitationId);
        notify();
      }
    })();
    const count = (wanted: number) =>
      new Promise<void>((resolve) => {
        notify = () => seen.length >= wanted && resolve();
        notify();
      });
    const asked = [(await askwell.create("One?")).id];
    await count(1);
    await first.kill();
    await startService(t, { data, port: new URL(first.address).port });
    asked.push((await askwell.create("Two?")).id, (await askwell.create("Three?")).id);
    await count(3);
    stop.abort();
    await reading;
    assert.deepEqual(seen, asked);
  });

  test("a position that the service has not reached is an EventsMissedError", async (t) => {
    const { askwell } = await startService(t);
    const error = await readUntil(askwell, 1_000_000, "complete").catch((caught: unknown) => caught);
    assert.ok(error instanceof EventsMissedError);
  });

  test("a wrong key ends the stream with an error", async (t) => {
    const { address } = await startService(t);
    const askwell = new Askwell({ service: address, apiKey: "ask_wrong" });
    await assert.rejects(readUntil(askwell, 0, "complete"), UnauthorizedError);
  });
});
