import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { unwrap } from "askwell";
import type { Askwell } from "askwell";
import { z } from "zod";

import { startService } from "./support/service.js";

/** Answers so many questions with the number in their titles, all at once. */
async function answerAll(askwell: Askwell, count: number): Promise<void> {
  const answered: Promise<unknown>[] = [];
  for await (const event of askwell.events({ after: 0 })) {
    if (event.type !== "created") continue;
    const responses = { answer: Number(event.prompt.split(" ")[1]) };
    answered.push(askwell.call("elicitation/submit", { elicitationId: event.elicitationId, responses }));
    if (answered.length === count) break;
  }
  await Promise.all(answered);
}

suite("concurrency", () => {
  test("1,000 concurrent asks from one process succeed", async (t) => {
    const { askwell } = await startService(t);
    const answering = answerAll(askwell, 1_000);
    const asks = Array.from({ length: 1_000 }, (_, index) => askwell.ask(`Number ${index}`, z.number()));
    const values = (await Promise.all(asks)).map(unwrap);
    assert.deepEqual(values, Array.from({ length: 1_000 }, (_, index) => index));
    await answering;
  });
});
