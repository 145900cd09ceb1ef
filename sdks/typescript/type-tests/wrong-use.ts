/**
 * Wrong use does not compile. Each `@ts-expect-error` is a test: the compiler fails if the next line has no error.
 * Nothing here runs.
 */

import { ask, Askwell, form, unwrap } from "askwell";
import type { Answers, ElicitationEvent, Outcome } from "askwell";
import type { WebhookMessage } from "askwell/webhooks";
import { z } from "zod";

/** Compiles only if both types are the same. */
function same<A>() {
  return <B>(_: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? B : never): void => undefined;
}

export async function outcomes(): Promise<void> {
  const outcome = await ask("Deploy?", z.boolean());
  // @ts-expect-error a decline has no value
  outcome.value;
  // @ts-expect-error there is no such status
  outcome.status === "completed";
  if (outcome.status === "accepted") {
    same<boolean>()(outcome.value);
    // @ts-expect-error the value is a boolean
    outcome.value.length;
  } else if (outcome.status === "declined") {
    // @ts-expect-error a person need not give a reason
    outcome.reason.length;
  } else if (outcome.status === "cancelled") {
    // @ts-expect-error there is no such reason
    outcome.reason === "bored";
  } else {
    same<"timed_out">()(outcome.status);
    // @ts-expect-error a timeout has no reason
    outcome.reason;
  }
}

/** A function that forgets an outcome does not compile. */
export function forgetful(outcome: Outcome<boolean>): string {
  switch (outcome.status) {
    case "accepted":
      return "yes";
    case "declined":
    case "cancelled":
      return "no";
    default: {
      // @ts-expect-error a timeout is left
      const none: never = outcome;
      return String(none);
    }
  }
}

export async function schemas(): Promise<void> {
  const Server = z.object({ name: z.string(), port: z.number().default(8080), note: z.string().optional() });
  const server = unwrap(await ask("Which server?", Server));
  same<{ name: string; port: number; note?: string | undefined }>()(server);
  // @ts-expect-error there is no such member
  server.host;
  const Address = z.object({ street: z.string() });
  const customer = unwrap(await ask("Who?", z.object({ home: Address, work: Address.optional() })));
  same<{ home: { street: string }; work?: { street: string } | undefined }>()(customer);
  // @ts-expect-error an optional object may be absent
  customer.work.street;
  // @ts-expect-error fields of the form are no members of the answer
  customer["home-street"];
  const when = unwrap(await ask("When?", z.iso.date().transform((text) => new Date(text))));
  same<Date>()(when);
  const text = unwrap(await ask("Where?"));
  same<string>()(text);
  // @ts-expect-error a schema is not a type
  await ask("Deploy?", Boolean);
  // @ts-expect-error nothing is asked
  await ask();
}

export async function options(): Promise<void> {
  // @ts-expect-error no such unit
  await ask("Deploy?", z.boolean(), { timeout: "5 minutes" });
  // @ts-expect-error no such option
  await ask("Deploy?", z.boolean(), { person: "a", deadline: 5 });
  // @ts-expect-error no such mode
  await ask("Deploy?", z.boolean(), { mode: "popup" });
  await ask("Deploy?", z.boolean(), { timeout: "5m", key: "a", person: "b" });
  // @ts-expect-error an escalation names a person or a group
  await ask("Deploy?", z.boolean(), { escalate: { after: "1h" } });
  // @ts-expect-error an escalation has one addressee
  await ask("Deploy?", z.boolean(), { escalate: { after: "1h", person: "a", group: "b" } });
  // @ts-expect-error a reminder is a duration
  await ask("Deploy?", z.boolean(), { reminders: ["soon"] });
  await ask("Deploy?", z.boolean(), { reminders: ["30m", 60_000], escalate: { after: "1h", group: "ops" } });
  // @ts-expect-error the API key has another name than the key of a question
  new Askwell({ key: "ask_…" });
}

const DEPLOY = form({
  id: "deploy",
  title: "Deploy?",
  fields: [
    { id: "go", type: "boolean", label: "Go", required: true },
    { id: "where", type: "select", label: "Where", default: "eu", options: ["eu", { value: "us", title: "United States" }] },
    { id: "regions", type: "multi_select", label: "Regions", required: true, options: ["a", "b"] },
    { id: "port", type: "number", label: "Port" },
    {
      id: "why",
      type: "text",
      label: "Why",
      required: true,
      rendering: { conditionalDisplay: { operator: "equals", field: "go", value: false } },
    },
  ],
});

same<{ go: boolean; where: "eu" | "us"; regions: ("a" | "b")[]; port?: number; why?: string }>()(
  {} as Answers<typeof DEPLOY>,
);

export async function forms(): Promise<void> {
  const answer = unwrap(await ask(DEPLOY));
  // @ts-expect-error the form has no such field
  answer.host;
  // @ts-expect-error there is no such option
  answer.where === "asia";
  // @ts-expect-error a field that a condition can hide may have no answer
  answer.why.length;
  // @ts-expect-error there is no such kind of field
  form({ id: "a", title: "A", fields: [{ id: "a", type: "checkbox", label: "A" }] });
  // @ts-expect-error a choice needs options
  form({ id: "a", title: "A", fields: [{ id: "a", type: "select", label: "A" }] });
  // @ts-expect-error a field needs a label
  form({ id: "a", title: "A", fields: [{ id: "a", type: "text" }] });
  // @ts-expect-error a number has no maximal length
  form({ id: "a", title: "A", fields: [{ id: "a", type: "number", label: "A", validation: { maxLength: 3 } }] });
  // @ts-expect-error the parameters of a template are texts
  await ask({ template: "deploy", parameters: { service: 3 } });
}

const DECISION = form({ id: "deploy", title: "Deploy?", fields: [], decision: { comment: "optional" } });
same<{ approved: boolean; comment?: string }>()({} as Answers<typeof DECISION>);

export function events(event: ElicitationEvent, message: WebhookMessage): void {
  // @ts-expect-error only a completed elicitation has a result
  event.result;
  if (event.type === "complete") event.result;
  // @ts-expect-error there is no such event
  event.type === "finished";
  // @ts-expect-error only a created elicitation has a prompt
  message.data.prompt;
  if (message.type === "elicitation.created") message.data.prompt;
}

export async function calls(askwell: Askwell): Promise<void> {
  // @ts-expect-error there is no such method
  await askwell.call("elicitation/ask", {});
  // @ts-expect-error the id is missing
  await askwell.call("elicitation/status", {});
  const { timeoutAt } = await askwell.call("elicitation/wait", { elicitationId: "elic_" });
  same<number | undefined>()(timeoutAt);
  // @ts-expect-error an answer is an object or a text
  await askwell.submit("elic_", true);
  // @ts-expect-error there is no such reason to withdraw a question
  await askwell.cancel("elic_", "bored");
}
