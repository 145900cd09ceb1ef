import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { AnswerMismatchError, AskwellError, form, InvalidRequestError, unwrap, UnsupportedSchemaError } from "askwell";
import { answers, cancels, corrects, declines, ignores, SimulatedPerson } from "askwell/testing";
import * as v from "valibot";
import { z } from "zod";

import { answering, firstOpen, startService, temporaryFolder } from "./support/service.js";

suite("ask", () => {
  test("a zod scalar gives a value of its type", async (t) => {
    const service = await startService(t);
    const person = answering(t, service, new SimulatedPerson([answers(true), answers(3), answers("eu"), answers(["a"])]));
    const { askwell } = service;
    const outcome = await askwell.ask("Deploy 1.4.2?", z.boolean());
    assert.equal(outcome.status, "accepted");
    assert.equal(unwrap(outcome), true);
    assert.ok(outcome.closedAt.getTime() > 0);
    assert.equal(unwrap(await askwell.ask("How many?", z.number().int().min(1))), 3);
    assert.equal(unwrap(await askwell.ask("Where?", z.enum(["eu", "us"]))), "eu");
    assert.deepEqual(unwrap(await askwell.ask("Which?", z.array(z.enum(["a", "b"])))), ["a"]);
    assert.deepEqual(person.seen.map((question) => question.title), ["Deploy 1.4.2?", "How many?", "Where?", "Which?"]);
  });

  test("a zod object becomes a form, with defaults, optional members, dates and a secret", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers({ name: "db1", token: "s3cret", since: "2026-01-31", mail: "a@b.example" })));
    const Server = z.object({
      name: z.string().min(2).describe("A short name"),
      port: z.number().int().default(8080),
      token: z.string().meta({ title: "API token", writeOnly: true }),
      note: z.string().optional(),
      since: z.iso.date(),
      mail: z.email(),
    });
    const outcome = await service.askwell.ask("A new server", Server);
    const expected = { name: "db1", port: 8080, token: "s3cret", since: "2026-01-31", mail: "a@b.example" };
    assert.deepEqual(unwrap(outcome), expected);
    const { formDefinition } = await service.askwell.status(outcome.id);
    const kinds = Object.fromEntries(formDefinition?.fields.map((field) => [field.id, field]) ?? []);
    assert.equal(kinds["token"]?.rendering?.inputType, "password");
    assert.equal(kinds["since"]?.type, "date");
    assert.equal(kinds["name"]?.description, "A short name");
  });

  test("a schema of another Standard Schema library works", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers({ go: true, tries: 2 })));
    const outcome = await service.askwell.ask("Deploy?", type({ go: "boolean", tries: "number" }));
    assert.deepEqual(unwrap(outcome), { go: true, tries: 2 });
  });

  test("a Valibot schema works, and one that does not say its JSON Schema is rejected with what to do", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(corrects({ region: "eu", tries: 9 }, { region: "us", tries: 2 })));
    const tries = v.optional(v.pipe(v.number(), v.integer(), v.maxValue(5)), 1);
    const Deployment = v.object({ region: v.picklist(["eu", "us"]), tries, note: v.optional(v.string()) });
    const outcome = await service.askwell.ask("Deploy?", toStandardJsonSchema(Deployment), { timeout: "1m" });
    const value: { region: "eu" | "us"; tries: number; note?: string | undefined } = unwrap(outcome);
    assert.deepEqual(value, { region: "us", tries: 2 });
    await assert.rejects(service.askwell.ask("Deploy?", Deployment), (error: unknown) => {
      return error instanceof UnsupportedSchemaError && /valibot.*toStandardJsonSchema/.test(error.message);
    });
  });

  test("a sentence alone asks for text, which can be a secret", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson([answers("eu-west"), answers("sk-1")]));
    assert.equal(unwrap(await service.askwell.ask("Which region?")), "eu-west");
    const outcome = await service.askwell.ask("API key?", { secret: true });
    assert.equal(unwrap(outcome), "sk-1");
  });

  test("a form document gives an object of the types of its fields", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers({ go: true, where: "eu" })));
    const document = form({
      id: "deploy",
      title: "Deploy?",
      fields: [
        { id: "go", type: "boolean", label: "Go", required: true },
        { id: "where", type: "select", label: "Where", required: true, options: ["eu", "us"] },
        { id: "note", type: "text", label: "Note" },
      ],
    });
    const value = unwrap(await service.askwell.ask(document));
    const go: boolean = value.go;
    const note: string | undefined = value.note;
    const where: "eu" | "us" = value.where;
    assert.deepEqual([go, where, note], [true, "eu", undefined]);
  });

  test("a template is filled in by the service", async (t) => {
    const templates = temporaryFolder(t);
    mkdirSync(templates, { recursive: true });
    const document = {
      id: "deploy",
      title: "Deploy {{service}}?",
      "x-parameters": { service: { maxLength: 80 } },
      fields: [{ id: "go", type: "boolean", label: "Go", required: true }],
    };
    writeFileSync(join(templates, "deploy.json"), JSON.stringify(document));
    const service = await startService(t, { settings: [`templates=${templates}`] });
    const person = answering(t, service, new SimulatedPerson([answers({ go: true }), answers({ go: false })]));
    const question = { template: "deploy", parameters: { service: "the shop" } };
    assert.deepEqual(unwrap(await service.askwell.ask(question)), { go: true });
    assert.deepEqual(unwrap(await service.askwell.ask(question, z.object({ go: z.boolean() }))), { go: false });
    assert.equal(person.seen[0]?.title, "Deploy the shop?");
    await assert.rejects(service.askwell.ask({ template: "none" }), InvalidRequestError);
  });

  test("a decline has its reason, a cancel its own, and both are no errors", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson([declines("not today"), declines(), cancels()]));
    const first = await service.askwell.ask("Deploy?", z.boolean());
    assert.deepEqual([first.status, first.status === "declined" && first.reason], ["declined", "not today"]);
    const second = await service.askwell.ask("Deploy?", z.boolean());
    assert.ok(second.status === "declined" && second.reason === undefined);
    const third = await service.askwell.ask("Deploy?", z.boolean());
    assert.ok(third.status === "cancelled" && third.reason === "user_cancelled");
    assert.throws(() => unwrap(first), /the person declined: not today/);
  });

  test("without an answer before the deadline the outcome is timed_out", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(ignores()));
    const outcome = await service.askwell.ask("Deploy?", z.boolean(), { timeout: "1s" });
    assert.equal(outcome.status, "timed_out");
  });

  test("a person who errs reads the problems and corrects the answer", async (t) => {
    const service = await startService(t);
    const person = answering(t, service, new SimulatedPerson(corrects({ port: 70_000 }, { port: 443 })));
    const outcome = await service.askwell.ask("Which port?", z.object({ port: z.number().max(65_535) }));
    assert.deepEqual(unwrap(outcome), { port: 443 });
    assert.equal(person.seen[0]?.problems[0]?.constraint, "maximum");
  });

  test("an answer that only the schema rejects is an AnswerMismatchError", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers({ from: 5, to: 3 })));
    const Range = z.object({ from: z.number(), to: z.number() }).refine((range) => range.from <= range.to, "from is after to");
    const error = await service.askwell.ask("Range?", Range).catch((caught: unknown) => caught);
    assert.ok(error instanceof AnswerMismatchError);
    assert.deepEqual([error.answer, error.issues[0]?.message], [{ from: 5, to: 3 }, "from is after to"]);
  });

  test("a schema that no form can show fails before anything is sent", async (t) => {
    const service = await startService(t);
    await assert.rejects(service.askwell.ask("When?", z.object({ at: z.date() })), UnsupportedSchemaError);
    const many = z.object({ servers: z.array(z.array(z.number())) });
    const error = await service.askwell.ask("Which?", many).catch((caught: unknown) => caught);
    assert.ok(error instanceof InvalidRequestError);
    assert.match(error.message, /\/properties\/servers.*correct the call/s);
  });

  test("a list of objects is a group that repeats", async (t) => {
    const service = await startService(t);
    const right = { name: "web", servers: [{ port: 443 }, { port: 8443 }] };
    const wrong = { name: "web", servers: [{ port: 0 }] };
    const person = answering(t, service, new SimulatedPerson(corrects(wrong, right)));
    const many = z.object({ name: z.string(), servers: z.array(z.object({ port: z.number().min(1) })) });
    assert.deepEqual(unwrap(await service.askwell.ask("Which?", many)), right);
    assert.equal(person.seen[0]?.problems[0]?.constraint, "minimum");
  });

  test("person and deadline are those that were given", async (t) => {
    const service = await startService(t);
    const person = answering(t, service, new SimulatedPerson(answers(true)));
    const deadline = new Date(Date.now() + 600_000);
    let seen: Date | undefined;
    await service.askwell.ask("Deploy?", z.boolean(), {
      person: "person@example.com",
      timeout: deadline,
      onCreated: (elicitation) => (seen = elicitation.deadline),
    });
    assert.equal(person.seen[0]?.person, "person@example.com");
    assert.ok(seen && Math.abs(seen.getTime() - deadline.getTime()) < 5_000);
  });

  test("mode url gives a link", async (t) => {
    const service = await startService(t);
    const elicitation = await service.askwell.create("Deploy?", z.boolean(), { mode: "url", key: "release" });
    assert.ok(elicitation.url?.startsWith(`${service.address}/f/`));
    const again = await service.askwell.create("Deploy?", z.boolean(), { mode: "url", key: "release" });
    assert.deepEqual([again.id, again.url], [elicitation.id, elicitation.url]);
    await elicitation.cancel();
    assert.equal((await service.askwell.elicitation(elicitation.id, z.boolean()).wait()).status, "cancelled");
  });

  test("aborting withdraws a question without a key and keeps one with a key", async (t) => {
    const service = await startService(t);
    for (const [key, status] of [[undefined, "cancelled"], ["kept", "pending"]] as const) {
      const stop = new AbortController();
      let id = "";
      const asking = service.askwell.ask("Deploy?", z.boolean(), {
        key,
        signal: stop.signal,
        onCreated: (elicitation) => {
          id = elicitation.id;
          queueMicrotask(() => stop.abort(new Error("enough")));
        },
      });
      await assert.rejects(asking, /enough/);
      assert.equal((await service.askwell.status(id)).status, status);
    }
  });

  test("a page on another site is completed by another program", async (t) => {
    const service = await startService(t);
    const asking = service.askwell.ask({ url: "https://8.8.8.8/sign", message: "Please sign" }, z.object({ signed: z.boolean() }));
    await service.askwell.complete(await firstOpen(service.askwell), { signed: true });
    assert.deepEqual(unwrap(await asking), { signed: true });
  });

  test("a wrong duration says what a duration is", async (t) => {
    const service = await startService(t);
    await assert.rejects(service.askwell.ask("?", { timeout: "5 minutes" as "5m" }), /"5 minutes" is no duration/);
    await assert.rejects(service.askwell.ask("Really?", { timeout: "40d" }), (error: unknown) => {
      return error instanceof AskwellError && /too long/.test(error.message);
    });
  });

  test("a group, everyone who is signed in, and a quorum reach the service", async (t) => {
    const { askwell } = await startService(t);
    const decision = form({ id: "deploy", title: "Deploy?", fields: [], decision: {} });
    const group = await askwell.create(decision, { group: "ops", quorum: { approvals: 2 } });
    const status = await askwell.status(group.id);
    assert.deepEqual([status.group, status.quorum?.approvals], ["ops", 2]);
    const everyone = await askwell.create("Deploy?", z.boolean(), { audience: "signed_in" });
    assert.equal((await askwell.status(everyone.id)).audience, "signed_in");
    await assert.rejects(askwell.create("Deploy?", z.boolean(), { person: "a@example.com", group: "ops" }), InvalidRequestError);
  });

  test("people are reminded, and another group is asked when no answer comes", async (t) => {
    const { askwell } = await startService(t);
    const elicitation = await askwell.create("Deploy?", z.boolean(), {
      person: "person@example.com",
      timeout: "1h",
      reminders: ["59.99m", 60_000],
      escalate: { after: "1s", group: "ops" },
    });
    const seen: string[] = [];
    for await (const event of askwell.events({ after: 0 })) {
      seen.push(event.type);
      if (seen.includes("reminded") && seen.includes("escalated")) break;
    }
    assert.equal((await askwell.status(elicitation.id)).group, "ops");
    const both = { after: "1h", group: "ops", person: "person@example.com" } as never;
    await assert.rejects(askwell.create("Deploy?", z.boolean(), { escalate: both }), InvalidRequestError);
  });

  test("a decision has a typed answer", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers({ approved: false, comment: "not today" })));
    const decision = form({ id: "deploy", title: "Deploy?", fields: [], decision: { comment: "required_to_reject" } });
    const answer: { approved: boolean; comment?: string } = unwrap(await service.askwell.ask(decision));
    assert.deepEqual(answer, { approved: false, comment: "not today" });
  });
});
