import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { AlreadyClosedError, form, InvalidAnswerError, NotFoundError, unwrap } from "askwell";
import { z } from "zod";

import { startService } from "./support/service.js";

suite("a program that answers", () => {
  test("submits with metadata, after the problems of a wrong answer", async (t) => {
    const { askwell } = await startService(t);
    const asked = await askwell.create("Which port?", z.object({ port: z.number().max(65_535) }));
    const error = await askwell.submit(asked.id, { port: 70_000 }).catch((caught: unknown) => caught);
    assert.ok(error instanceof InvalidAnswerError);
    assert.equal(error.problems[0]?.constraint, "maximum");
    assert.equal((await askwell.submit(asked.id, { port: 443 }, { metadata: { from: "console" } })).status, "completed");
    assert.deepEqual(unwrap(await asked.wait()), { port: 443 });
    assert.deepEqual((await askwell.status(asked.id)).metadata, { from: "console" });
    await assert.rejects(askwell.submit(asked.id, { port: 1 }), AlreadyClosedError);
  });

  test("declines with a reason, and withdraws by the id", async (t) => {
    const { askwell } = await startService(t);
    const first = await askwell.create("Deploy?", z.boolean());
    await askwell.decline(first.id, "not today");
    const declined = await first.wait();
    assert.ok(declined.status === "declined" && declined.reason === "not today");
    const second = await askwell.create("Deploy?", z.boolean());
    await askwell.cancel(second.id, "session_expired");
    const cancelled = await second.wait();
    assert.ok(cancelled.status === "cancelled" && cancelled.reason === "session_expired");
    await assert.rejects(askwell.cancel("elic_00000000000000000000000000000000"), NotFoundError);
  });

  test("opens, claims, releases and extends, and the history tells all of it", async (t) => {
    const { askwell } = await startService(t);
    const asked = await askwell.create("Deploy?", z.boolean(), { timeout: "10m" });
    assert.equal((await askwell.open(asked.id)).status, "active");
    assert.equal((await askwell.claim(asked.id, { ifFree: true })).taken, true);
    assert.equal((await askwell.release(asked.id)).claimedBy, undefined);
    const deadline = await askwell.extend(asked.id);
    assert.ok(asked.deadline && deadline > asked.deadline);
    assert.ok((await askwell.extend(asked.id, "1m")) > deadline);
    const events = (await askwell.history(asked.id)).map((change) => change.event);
    for (const event of ["created", "opened", "claimed", "released", "extended"]) {
      assert.ok(events.includes(event), `${event} is not in ${events.join(", ")}`);
    }
  });

  test("reads which templates and timeouts there are", async (t) => {
    const { askwell } = await startService(t, { settings: ["timeouts.max_ms=7200000"] });
    assert.deepEqual(await askwell.templates(), []);
    assert.equal((await askwell.timeouts()).modes.form.max_ms, 7_200_000);
    const document = form({ id: "a", title: "A", fields: [{ id: "a", type: "text", label: "A" }] });
    const asked = await askwell.create(document, { timeout: "2h" });
    assert.equal((await askwell.status(asked.id)).timeoutMs, 7_200_000);
  });
});
