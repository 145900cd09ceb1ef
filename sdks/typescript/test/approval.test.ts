import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Field } from "askwell";
import { editableTools, ToolCallDeniedError } from "askwell/ai-sdk";
import { answers, SimulatedPerson } from "askwell/testing";
import { z } from "zod";

const INPUT = { name: "db", replicas: 2, approve: "yes", labels: { tier: "gold" }, mode: "slow", note: "a\nb", nothing: null };

/** Runs a tool whose call a person edits, and returns what it was called with. */
async function run(person: SimulatedPerson, inputSchema: unknown, input: unknown = INPUT): Promise<unknown> {
  const askwell = person.askwell();
  const tools = editableTools({ scale: { inputSchema, execute: async (given: unknown, _: { toolCallId: string }) => given } }, { askwell });
  return tools.scale.execute(input, { toolCallId: "call-1" });
}

suite("editable arguments", () => {
  test("every argument is a field with its value; others than plain ones are JSON", async () => {
    const person = new SimulatedPerson([answers({ approve: true, replicas: 3, labels: '{"tier":"silver"}', "argument-3": "no" })]);
    const schema = z.looseObject({ replicas: z.number().int().min(1), mode: z.enum(["slow", "fast"]) });
    const expected = { ...INPUT, replicas: 3, labels: { tier: "silver" }, approve: "no" };
    assert.deepEqual(await run(person, schema), expected);
    const fields = new Map(person.seen[0]?.form?.fields.map((field) => [field.id, field as Field & { default?: unknown }]));
    assert.deepEqual([...fields.keys()], ["approve", "name", "replicas", "argument-3", "labels", "mode", "note", "nothing", "reason"]);
    assert.deepEqual(fields.get("replicas")?.validation, { multipleOf: 1, minimum: 1 });
    assert.equal(fields.get("mode")?.type, "select");
    assert.equal(fields.get("labels")?.default, JSON.stringify(INPUT.labels, null, 2));
    assert.equal(fields.get("note")?.rendering?.rows, 6);
    assert.equal(fields.get("nothing")?.default, "null");
  });

  test("changes that the tool does not accept are asked for again, with the problem", async () => {
    const wrong = [answers({ approve: true, labels: "{" }), answers({ approve: true, name: "x" })];
    const person = new SimulatedPerson([...wrong, answers({ approve: true, name: "web" })]);
    const schema = z.looseObject({ name: z.string().refine((name) => name.length > 1, "too short") });
    assert.equal(((await run(person, schema)) as { name: string }).name, "web");
    const [first, second, third] = person.seen.map((question) => question.form?.description);
    assert.equal(first, undefined);
    assert.match(second ?? "", /labels is no JSON/);
    assert.match(third ?? "", /name: too short/);
  });

  test("changes that stay wrong, and a no, are denials", async () => {
    const wrong = new SimulatedPerson(answers({ approve: true, labels: "{" }));
    await assert.rejects(run(wrong, undefined), (error) => error instanceof ToolCallDeniedError && /labels/.test(error.message));
    assert.equal(wrong.seen.length, 3);
    await assert.rejects(run(new SimulatedPerson(answers({ approve: false })), undefined), /A person said no/);
  });

  test("an input that is no object is approved as it is", async () => {
    const person = new SimulatedPerson(answers({ approve: true }));
    assert.deepEqual(await run(person, undefined, [1, 2]), [1, 2]);
  });

  test("a tool without a function is left alone", () => {
    const tool = { description: "runs at the provider" };
    assert.equal(editableTools({ tool }).tool, tool);
  });
});
