/** Simulates a person in tests: without a service, or at a running one. */

import { Askwell } from "./client.js";
import { AskwellError, EventsMissedError, InvalidAnswerError, serviceError, ServiceError } from "./errors.js";
import type { Problem } from "./errors.js";
import type { FormDocument } from "./forms.js";
import type { Transport } from "./transport.js";
import type { Created, Method, Outcome, Params, Results } from "./wire.js";

/** What a simulated person does with one question. */
export type Behaviour =
  | { readonly does: "answer"; readonly value: unknown }
  | { readonly does: "correct"; readonly wrong: unknown; readonly value: unknown }
  | { readonly does: "decline"; readonly reason?: string | undefined }
  | { readonly does: "cancel" }
  | { readonly does: "ignore" };

/** Answers: an object with a value for each field, or the value of a question with one field. */
export function answers(value: unknown): Behaviour {
  return { does: "answer", value };
}

/** Gives a wrong answer first, reads the problems, and answers again. */
export function corrects(wrong: unknown, value: unknown): Behaviour {
  return { does: "correct", wrong, value };
}

/** Declines, with a reason or without. */
export function declines(reason?: string): Behaviour {
  return { does: "decline", reason };
}

/** Cancels. */
export function cancels(): Behaviour {
  return { does: "cancel" };
}

/** Never answers. Without a service, the question times out at once. */
export function ignores(): Behaviour {
  return { does: "ignore" };
}

/** A question as the person saw it. */
export interface SeenQuestion {
  readonly elicitationId: string;
  /** The sentence above the fields. */
  readonly title: string;
  /** The form; a page on another site has none. */
  readonly form: FormDocument | undefined;
  /** The ids of its fields. */
  readonly fields: readonly string[];
  readonly person: string | undefined;
  /** What the person got wrong before the answer. Without a service, nothing checks answers. */
  readonly problems: readonly Problem[];
}

type Script = Behaviour | readonly Behaviour[] | ((question: SeenQuestion) => Behaviour);

/** A person who does what a test says: always the same, a list of things in order, or what a function decides. */
export class SimulatedPerson {
  /** The questions that this person saw, in order. */
  readonly seen: SeenQuestion[] = [];
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  /** Returns a client whose questions this person gets, without any service. */
  askwell(): Askwell {
    return new Askwell({ transport: new SimulatedService(this) });
  }

  /**
   * Answers the questions at a running service until the signal is aborted: those that are open, and new ones. The
   * client needs a key with the role `answers`, or a service without keys.
   */
  async answerAt(askwell: Askwell, signal: AbortSignal): Promise<void> {
    let after = 0;
    const done = new Set<string>();
    while (!signal.aborted) {
      try {
        for await (const event of askwell.events({ after, signal })) {
          after = event.position;
          if (event.type === "created") await this.#answer(askwell, event.elicitationId, done);
        }
      } catch (error) {
        if (!(error instanceof EventsMissedError)) throw error;
        for await (const entry of askwell.list({ status: ["pending", "active"] })) {
          await this.#answer(askwell, entry.elicitationId, done);
        }
        after = error.position ?? after;
      }
    }
  }

  async #answer(askwell: Askwell, elicitationId: string, done: Set<string>): Promise<void> {
    if (done.has(elicitationId)) return;
    done.add(elicitationId);
    try {
      const found = await askwell.status(elicitationId);
      if (found.closedAt !== undefined) return;
      const [question, behaviour] = this.meet(found);
      const submit = (value: unknown) =>
        askwell.call("elicitation/complete", { elicitationId, ...contentOf(question, value) });
      switch (behaviour.does) {
        case "answer":
          await submit(behaviour.value);
          return;
        case "correct":
          await submit(behaviour.wrong).catch((error: unknown) => {
            if (!(error instanceof InvalidAnswerError)) throw error;
            (question.problems as Problem[]).push(...error.problems);
          });
          await submit(behaviour.value);
          return;
        case "decline":
          await askwell.call("elicitation/decline", { elicitationId, reason: behaviour.reason });
          return;
        case "cancel":
          await askwell.call("elicitation/cancel", { elicitationId });
          return;
        case "ignore":
          return;
      }
    } catch (error) {
      // The question may have ended meanwhile, or belong to another person.
      if (!(error instanceof ServiceError) || ![-32001, -32002, -32003].includes(error.code)) throw error;
    }
  }

  /** Shows a question to the person, and returns what the person will do. */
  meet(asked: Pick<Created, "elicitationId" | "formDefinition" | "message" | "person">): [SeenQuestion, Behaviour] {
    const question: SeenQuestion = {
      elicitationId: asked.elicitationId,
      title: asked.formDefinition?.title ?? asked.message ?? "",
      form: asked.formDefinition,
      fields: asked.formDefinition?.fields.map((field) => field.id) ?? [],
      person: asked.person,
      problems: [],
    };
    this.seen.push(question);
    if (typeof this.#script === "function") return [question, this.#script(question)];
    if (!isList(this.#script)) return [question, this.#script];
    const behaviour = this.#script[this.seen.length - 1];
    if (!behaviour) {
      throw new AskwellError(
        `the simulated person has ${this.#script.length} things to do, and this is question ${this.seen.length}: ` +
          `"${question.title}"; add what to do, or check why it is asked`,
      );
    }
    return [question, behaviour];
  }
}

function isList(script: Script): script is readonly Behaviour[] {
  return Array.isArray(script);
}

/** Returns an answer as the service takes it. A single value is the answer to the only field. */
function contentOf(question: SeenQuestion, value: unknown): { responses: Record<string, unknown> } | { result: unknown } {
  const [field] = question.fields;
  if (field === undefined) return { result: value };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { responses: isObject ? (value as Record<string, unknown>) : { [field]: value } };
}

/** Takes the place of the service: every question is answered at once, and nothing is checked. */
class SimulatedService implements Transport {
  readonly address = "simulated";
  readonly #person: SimulatedPerson;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #created = new Map<string, Created>();

  constructor(person: SimulatedPerson) {
    this.#person = person;
  }

  async call<M extends Method>(method: M, params: Params[M]): Promise<Results[M]> {
    if (method === "elicitation/create") return this.#create(params as Params["elicitation/create"]) as Results[M];
    const { elicitationId = "" } = params as { elicitationId?: string };
    const outcome = this.#outcomes.get(elicitationId);
    if (method === "elicitation/wait" && outcome) return outcome as Results[M];
    if (method === "elicitation/cancel" && outcome) throw this.#error(method, -32002, "it is closed");
    throw this.#error(method, -32601, "a simulated person without a service offers only ask, create and wait");
  }

  async request(path: string): Promise<Response> {
    throw this.#error(path, -32601, "events and files need a service; use SimulatedPerson.answerAt with a real one");
  }

  #error(method: string, code: number, message: string): ServiceError {
    return serviceError(method, this.address, { code, message });
  }

  #create(params: Params["elicitation/create"]): Created {
    const key = params.idempotencyKey ?? crypto.randomUUID();
    const known = this.#created.get(key);
    if (known) return known;
    const elicitationId = `elic_${crypto.randomUUID().replaceAll("-", "")}`;
    const title = params.prompt ?? params.message ?? params.template ?? "";
    const properties = Object.keys((params.requestedSchema?.["properties"] as object | undefined) ?? {});
    const names = properties.length > 0 ? properties : ["answer"];
    const drawn = { id: "form", title, fields: names.map((id) => ({ id, type: "text" as const, label: id })) };
    const created: Created = {
      elicitationId,
      mode: params.mode ?? "form",
      status: "pending",
      createdAt: Date.now(),
      ...(params.url === undefined ? { formDefinition: params.formDefinition ?? drawn } : {}),
      ...(params.person === undefined ? {} : { person: params.person }),
    };
    const [question, behaviour] = this.#person.meet(created);
    this.#outcomes.set(elicitationId, outcomeOf(question, behaviour));
    this.#created.set(key, created);
    return created;
  }
}

function outcomeOf(question: SeenQuestion, behaviour: Behaviour): Outcome {
  const closed = { elicitationId: question.elicitationId, closedAt: Date.now() };
  switch (behaviour.does) {
    case "answer":
    case "correct": {
      const content = contentOf(question, behaviour.value);
      return { ...closed, status: "completed", result: "result" in content ? content.result : content.responses };
    }
    case "decline":
      return { ...closed, status: "declined", ...(behaviour.reason ? { declineReason: behaviour.reason } : {}) };
    case "cancel":
      return { ...closed, status: "cancelled", reason: "user_cancelled" };
    case "ignore":
      return { ...closed, status: "timeout" };
  }
}
