import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { AskwellError, form, unwrap } from "askwell";
import { answers, cancels, corrects, declines, ignores, SimulatedPerson } from "askwell/testing";
import { z } from "zod";

import { collect } from "./support/collect.js";

suite("a simulated person without a service", () => {
  test("gives every outcome in order", async () => {
    const person = new SimulatedPerson([answers(true), corrects("?", false), declines("no"), cancels(), ignores()]);
    const askwell = person.askwell();
    const outcomes = [];
    for (let count = 0; count < 5; count++) outcomes.push(await askwell.ask(`Question ${count}`, z.boolean()));
    const said = outcomes.map((outcome) => [outcome.status, outcome.status === "accepted" ? outcome.value : undefined]);
    assert.deepEqual(said, [
      ["accepted", true],
      ["accepted", false],
      ["declined", undefined],
      ["cancelled", undefined],
      ["timed_out", undefined],
    ]);
    assert.deepEqual(person.seen.map((question) => question.title).slice(0, 2), ["Question 0", "Question 1"]);
  });

  test("decides by the question, and sees forms, prompts and people", async () => {
    const person = new SimulatedPerson((question) => (question.title === "Deploy?" ? answers({ go: true }) : answers("eu")));
    const askwell = person.askwell();
    const document = form({ id: "d", title: "Deploy?", fields: [{ id: "go", type: "boolean", label: "Go", required: true }] });
    assert.deepEqual(unwrap(await askwell.ask(document, { person: "someone" })), { go: true });
    assert.equal(unwrap(await askwell.ask("Where?")), "eu");
    assert.deepEqual(person.seen.map((question) => [question.fields, question.person]), [[["go"], "someone"], [["answer"], undefined]]);
  });

  test("gives the same outcome for the same key", async () => {
    const askwell = new SimulatedPerson([answers("first")]).askwell();
    for (let count = 0; count < 2; count++) assert.equal(unwrap(await askwell.ask("Where?", { key: "where" })), "first");
  });

  test("an unexpected question and a missing service are errors that say so", async () => {
    const askwell = new SimulatedPerson([]).askwell();
    await assert.rejects(askwell.ask("Where?"), /has 0 things to do, and this is question 1: "Where\?"/);
    await assert.rejects(askwell.status("elic_0"), AskwellError);
    await assert.rejects(collect(askwell.events()), /events and files need a service/);
  });
});
