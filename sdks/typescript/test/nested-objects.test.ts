/** Objects inside objects: one flat form, and a value of the schema. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { UnsupportedSchemaError, unwrap } from "askwell";
import type { Field } from "askwell";
import { answers, corrects, SimulatedPerson } from "askwell/testing";
import { type } from "arktype";
import { z } from "zod";

import { answering, startService } from "./support/service.js";

const Address = z.object({ street: z.string().min(2), number: z.int().min(1) });
const Customer = z.object({ name: z.string(), home: Address, work: Address.optional() });

/** Asks a person without a service, and returns the value and the fields that the person saw. */
async function ask<T>(schema: z.ZodType<T>, given: Record<string, unknown>): Promise<[T, Record<string, Field>]> {
  const person = new SimulatedPerson(answers(given));
  const value = unwrap(await person.askwell().ask("Which?", schema)) as T;
  return [value, Object.fromEntries(person.seen[0]?.form?.fields.map((field) => [field.id, field]) ?? [])];
}

describe("nested objects", () => {
  test("members of an object inside are fields with its name before theirs, and the value is nested", async (t) => {
    const service = await startService(t);
    const given = { name: "Ada", "home-street": "Main St", "home-number": 7, work: true, "work-street": "Side St" };
    const right = { ...given, "work-number": 2 };
    const person = answering(t, service, new SimulatedPerson(corrects({ ...right, "home-number": 0 }, right)));
    const outcome = await service.askwell.ask("A new customer", Customer);
    const customer: { name: string; home: { street: string; number: number }; work?: object | undefined } = unwrap(outcome);
    const expected = { name: "Ada", home: { street: "Main St", number: 7 }, work: { street: "Side St", number: 2 } };
    assert.deepEqual(customer, expected);
    const [seen] = person.seen;
    assert.equal(seen?.problems[0]?.constraint, "minimum");
    assert.deepEqual(seen?.fields, ["name", "home-street", "home-number", "work", "work-street", "work-number"]);
    const labels = seen?.form?.fields.map((field) => field.label);
    const words = ["Name", "Home: Street", "Home: Number", "Work", "Work: Street", "Work: Number"];
    assert.deepEqual(labels, words);
    // Another process that knows the schema reads the same value.
    const again = await service.askwell.elicitation(outcome.id, Customer).wait();
    assert.deepEqual(unwrap(again), expected);
  });

  test("an optional object that is switched off hides its required fields and is absent", async (t) => {
    const service = await startService(t);
    const given = { name: "Ada", "home-street": "Main St", "home-number": 7, work: false };
    answering(t, service, new SimulatedPerson(answers(given)));
    const customer = unwrap(await service.askwell.ask("A new customer", Customer));
    assert.deepEqual(customer, { name: "Ada", home: { street: "Main St", number: 7 } });
  });

  test("an object that can be null is null when it is switched off", async () => {
    const one = z.object({ port: z.number() });
    const schema = z.object({ first: one.nullable(), second: one.nullish(), third: one.nullable().default({ port: 1 }) });
    const [value, fields] = await ask(schema, { first: false, second: false, third: false });
    assert.deepEqual(value, { first: null, third: null });
    const switches = ["first", "second", "third"].map((id) => (fields[id]?.type === "boolean" ? fields[id].default : id));
    assert.deepEqual(switches, [false, false, true]);
  });

  test("a default of an object is the default of its fields, which are always shown", async () => {
    const limits = z.object({ low: z.number(), high: z.number().optional() }).default({ low: 3 });
    const [value, fields] = await ask(z.object({ limits }), { "limits-low": 4 });
    assert.deepEqual(value, { limits: { low: 4 } });
    assert.deepEqual(Object.keys(fields), ["limits-low", "limits-high"]);
    assert.equal(fields["limits-low"]?.type === "number" && fields["limits-low"].default, 3);
  });

  test("objects inside objects inside objects are shown while their own switch is on", async () => {
    const inner = z.object({ deep: z.string().nullable() });
    const schema = z.object({ outer: z.object({ inner: inner.optional(), plain: inner }).optional() });
    const given = { outer: true, "outer-inner": true, "outer-inner-deep": "x" };
    const [value, fields] = await ask(schema, given);
    assert.deepEqual(value, { outer: { inner: { deep: "x" }, plain: { deep: null } } });
    const condition = (id: string) => fields[id]?.rendering?.conditionalDisplay;
    const shownIf = (field: string) => ({ operator: "equals", field, value: true });
    assert.deepEqual(condition("outer-inner"), shownIf("outer"));
    assert.deepEqual(condition("outer-inner-deep"), shownIf("outer-inner"));
    assert.deepEqual(condition("outer-plain-deep"), shownIf("outer"));
    const off = await ask(schema, { outer: false, "outer-inner": true, "outer-inner-deep": "x" });
    assert.deepEqual(off[0], {});
  });

  test("names that no field can have, or that two would have, get ids of their own", async (t) => {
    const service = await startService(t);
    const schema = z.object({ "a-b": z.string(), a: z.object({ b: z.string(), "c d": z.string() }) });
    const person = new SimulatedPerson((question) => answers(Object.fromEntries(question.fields.map((id) => [id, id]))));
    answering(t, service, person);
    const value = unwrap(await service.askwell.ask("Which?", schema));
    assert.equal(new Set(person.seen[0]?.fields).size, 3);
    const [first, second, third] = person.seen[0]?.fields ?? [];
    assert.deepEqual(value, { "a-b": first, a: { b: second, "c d": third } });
  });

  test("a JSON Schema and a schema of another library are nested in the same way", async () => {
    const port = { type: "object", properties: { port: { type: "number" } }, required: ["port"] };
    const jsonSchema = { type: "object", properties: { server: { $ref: "#/$defs/S" } }, $defs: { S: port } };
    const person = new SimulatedPerson(answers({ server: true, "server-port": 443 }));
    const askwell = person.askwell();
    assert.deepEqual(unwrap(await askwell.ask({ message: "Which?", jsonSchema })), { server: { port: 443 } });
    const Server = type({ server: { port: "number" } });
    assert.deepEqual(unwrap(await askwell.ask("Which?", Server)), { server: { port: 443 } });
  });

  test("objects that no form can show are rejected with the path of the member", async () => {
    const Folder = z.object({ name: z.string(), get parent() { return Folder.optional(); } });
    for (const [schema, expected] of [
      [z.object({ folder: Folder }), /`folder\.parent\S*` contains itself/],
      [z.object({ empty: z.object({}) }), /`empty` has no members/],
      [z.object({ a: z.object({ list: z.array(z.object({ b: z.string() })) }) }), /`a\.list` cannot be shown as a field/],
    ] as const) {
      const asked = new SimulatedPerson([]).askwell().ask("Which?", schema as z.ZodType);
      await assert.rejects(asked, (error: unknown) => {
        assert.ok(error instanceof UnsupportedSchemaError);
        assert.match(error.message, expected);
        return true;
      });
    }
  });
});
