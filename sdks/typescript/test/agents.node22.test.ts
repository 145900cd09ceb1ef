import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";

import { generateText, stepCountIs, tool } from "ai";
import type { ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { answerApprovalRequests } from "askwell/ai-sdk";
import { answers, corrects, declines, ignores, SimulatedPerson } from "askwell/testing";
import type { Behaviour } from "askwell/testing";
import { z } from "zod";

import { answering, startService } from "./support/service.js";
import type { Service } from "./support/service.js";

const exampleUrl = (name: string) => new URL(`../examples/${name}.js`, import.meta.url).href;

type Generate = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

/** A model that calls `refund` and then repeats what came of it. */
function refundingModel(): MockLanguageModelV4 {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as Generate["usage"];
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      const results = last?.role === "tool" ? last.content : [];
      const input = JSON.stringify({ order: 42, amount: 10 });
      const call = { type: "tool-call" as const, toolCallId: "call-1", toolName: "refund", input };
      const content: Generate["content"] = results.length > 0 ? [{ type: "text", text: JSON.stringify(results) }] : [call];
      const finishReason = { unified: results.length > 0 ? "stop" : "tool-calls", raw: undefined } as Generate["finishReason"];
      return { content, finishReason, usage, warnings: [] };
    },
  });
}

function useService(t: TestContext, service: Service): void {
  process.env["ASKWELL_SERVICE"] = service.address;
  t.after(() => delete process.env["ASKWELL_SERVICE"]);
}

const CASES: [Behaviour, RegExp][] = [
  [answers({ approve: true }), /refunded 10 for order 42/],
  [answers({ approve: false, reason: "too much" }), /too much/],
  [declines("not me"), /not me/],
];

const EDITED: [Behaviour, RegExp, number][] = [
  [answers({ approve: true }), /refunded 10 for order 42/, 0],
  [answers({ approve: true, amount: 7 }), /refunded 7 for order 42/, 0],
  [corrects({ approve: true, amount: 900 }, { approve: true, amount: 500 }), /refunded 500 for order 42/, 1],
  [answers({ approve: false, reason: "too much" }), /too much/, 0],
  [declines("not me"), /not me/, 0],
];

for (const framework of ["ai-sdk", "mastra"]) {
  suite(`editable arguments of ${framework}`, () => {
    for (const [behaviour, expected, problems] of EDITED) {
      test(`a person who ${JSON.stringify(behaviour)} decides on the arguments`, async (t) => {
        const service = await startService(t);
        useService(t, service);
        const person = answering(t, service, new SimulatedPerson(behaviour));
        const { refundAsEdited } = (await import(exampleUrl(framework))) as { refundAsEdited(model: unknown): Promise<string> };
        assert.match(await refundAsEdited(refundingModel()), expected);
        const [question] = person.seen;
        assert.deepEqual(question?.fields, ["approve", "order", "amount", "reason"]);
        assert.equal(question?.problems.length, problems);
        const amount = question?.form?.fields.find(({ id }) => id === "amount");
        assert.ok(amount?.type === "number" && amount.default === 10 && amount.validation?.maximum === 500);
      });
    }
  });
}

suite("Vercel AI SDK", () => {
  for (const [behaviour, expected] of CASES) {
    test(`a person who ${JSON.stringify(behaviour)} decides with toolApproval`, async (t) => {
      const service = await startService(t);
      useService(t, service);
      const person = answering(t, service, new SimulatedPerson(behaviour));
      const { refund } = (await import(exampleUrl("ai-sdk"))) as typeof import("../examples/ai-sdk.js");
      assert.match(await refund(refundingModel()), expected);
      assert.equal(person.seen[0]?.title, "Run the tool refund?");
      assert.match(person.seen[0]?.form?.description ?? "", /"order": 42/);
    });
  }

  test("an approval request of a tool with needsApproval is answered", async () => {
    const askwell = new SimulatedPerson([answers({ approve: true })]).askwell();
    const refund = tool({
      inputSchema: z.object({ order: z.number(), amount: z.number() }),
      needsApproval: true,
      execute: async ({ order }) => `refunded order ${order}`,
    });
    const messages: ModelMessage[] = [{ role: "user", content: "Refund order 42." }];
    const generate = () => generateText({ model: refundingModel(), messages, tools: { refund }, stopWhen: stepCountIs(3) });
    const first = await generate();
    const decisions = await answerApprovalRequests(first.content, { askwell });
    assert.ok(decisions);
    messages.push(...first.response.messages, decisions);
    assert.match((await generate()).text, /refunded order 42/);
  });

  test("silence is a denial", async () => {
    const askwell = new SimulatedPerson(ignores()).askwell();
    const { toolApproval } = await import("askwell/ai-sdk");
    const toolCall = { toolName: "refund", toolCallId: "1", input: {} };
    const decision = await toolApproval({ askwell })({ toolCall });
    assert.deepEqual(decision, { type: "denied", reason: "No person answered in time." });
    assert.equal(await toolApproval({ askwell, tools: ["other"] })({ toolCall }), undefined);
  });
});

suite("Mastra", () => {
  for (const [behaviour, expected] of CASES) {
    test(`a person who ${JSON.stringify(behaviour)} decides on a tool call`, async (t) => {
      const service = await startService(t);
      useService(t, service);
      answering(t, service, new SimulatedPerson(behaviour));
      const { refund } = (await import(exampleUrl("mastra"))) as typeof import("../examples/mastra.js");
      assert.match(await refund(refundingModel() as never), expected);
    });
  }
});
