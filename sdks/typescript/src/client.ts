/** The client of a service. */

import { milliseconds, timeoutOf } from "./duration.js";
import type { Duration } from "./duration.js";
import { Elicitation } from "./elicitation.js";
import type { CancelReason } from "./elicitation.js";
import { readEvents } from "./events.js";
import type { ElicitationEvent, EventsOptions } from "./events.js";
import { AnsweredFile, uploadFile } from "./files.js";
import type { FileAnswer } from "./files.js";
import type { Answers, FormDocument } from "./forms.js";
import type { Outcome } from "./outcome.js";
import { questionOf } from "./question.js";
import type { JsonSchemaQuestion, PageQuestion, Question, QuestionInput, TemplateQuestion } from "./question.js";
import { isSchema } from "./schema.js";
import type { Output, Schema } from "./schema.js";
import { serviceLocator } from "./service.js";
import { HttpTransport } from "./transport.js";
import type { CallOptions, Transport } from "./transport.js";
import type {
  Change,
  Claim,
  Done,
  Entry,
  Method,
  Mode,
  NewQuorum,
  Params,
  Results,
  Template,
  Timeouts,
} from "./wire.js";

/** Where the service is, and how to reach it. */
export interface AskwellOptions {
  /** The address of the service; `ASKWELL_SERVICE`, or the service of this machine, by default. */
  readonly service?: string | URL | undefined;
  /** The API key; `ASKWELL_KEY` by default, unless `service` is given. */
  readonly apiKey?: string | undefined;
  /** How long a call is repeated while the service does not answer or is busy; 10 seconds by default. */
  readonly retryFor?: Duration | undefined;
  /** After how long one call is given up and repeated; 60 seconds by default. A wait takes up to 25 seconds. */
  readonly callTimeout?: Duration | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** In place of HTTP; for tests. */
  readonly transport?: Transport | undefined;
}

/** Another person or group, which is asked if no answer comes in time. */
export type Escalation = { readonly after: Duration } & (
  | { readonly person: string; readonly group?: never }
  | { readonly group: string; readonly person?: never }
);

/** How to ask. */
export interface AskOptions {
  /**
   * The identity of the question, up to 256 bytes. A program that restarts and asks the same with the same key gets the
   * same question and its answer. Without a key, every call asks a new question.
   */
  readonly key?: string | undefined;
  /** How long the person has, in milliseconds or as "5m"; or until when. The service has a default and limits. */
  readonly timeout?: Duration | Date | undefined;
  /** The person who answers; no other person sees the question. */
  readonly person?: string | undefined;
  /** The group whose members answer, in place of a person. */
  readonly group?: string | undefined;
  /** How many people have to approve; the form must be a decision. */
  readonly quorum?: NewQuorum | undefined;
  /** With `signed_in`, everyone who is signed in answers; a link alone is not enough. */
  readonly audience?: "signed_in" | undefined;
  /** When people are reminded, before the deadline: `["2h", "30m"]`, or milliseconds. */
  readonly reminders?: readonly Duration[] | undefined;
  /** Who is asked if no answer comes: `{ after: "1h", group: "ops" }`. */
  readonly escalate?: Escalation | undefined;
  /** Where the person is meant to answer. Mode `url` gives the question a page of its own. */
  readonly mode?: Mode | undefined;
  /** Whether the answer to a plain sentence is a secret: masked where it is typed, encrypted where it is kept. */
  readonly secret?: boolean | undefined;
  /** The most bytes of the answer. */
  readonly sizeLimit?: number | undefined;
  /** Whether the question is cancelled when this program has been away for longer than the grace time. */
  readonly onDisconnect?: "keep" | "abandon" | undefined;
  /** Ends the wait. Without a `key`, the question is withdrawn, too, as nothing could find it again. */
  readonly signal?: AbortSignal | undefined;
}

/** How to ask and wait in one call. */
export interface AskAndWaitOptions extends AskOptions {
  /** Is called when the question exists, for example to show its link. */
  readonly onCreated?: ((elicitation: Elicitation<unknown>) => void) | undefined;
}

/** A client of the Askwell service. It has no connection of its own to close. */
export class Askwell {
  readonly #transport: Transport;
  readonly #retryFor: number;

  constructor(options: AskwellOptions = {}) {
    this.#retryFor = milliseconds(options.retryFor ?? "10s");
    this.#transport = options.transport ?? httpTransport(options);
  }

  /** The address of the service; of the service of this machine, once it was found. */
  get address(): string {
    return this.#transport.address;
  }

  /**
   * Asks a person and waits for the outcome: a sentence with a schema, a sentence alone (the answer is a text), a form
   * document, a template, or a page on another site; each also with a schema that the answer has to fit.
   *
   * Rejects with an `AskwellError` if the question cannot be asked. A decline, a cancel and a timeout are outcomes,
   * not errors.
   */
  ask<S extends Schema>(question: QuestionInput, schema: S, options?: AskAndWaitOptions): Promise<Outcome<Output<S>>>;
  ask(message: string, options?: AskAndWaitOptions): Promise<Outcome<string>>;
  ask<const D extends FormDocument>(form: D, options?: AskAndWaitOptions): Promise<Outcome<Answers<D>>>;
  ask(template: TemplateQuestion, options?: AskAndWaitOptions): Promise<Outcome<Record<string, unknown>>>;
  ask(question: JsonSchemaQuestion | PageQuestion, options?: AskAndWaitOptions): Promise<Outcome<unknown>>;
  async ask(input: QuestionInput, second?: Schema | AskAndWaitOptions, third?: AskAndWaitOptions): Promise<Outcome<unknown>> {
    const [schema, options] = split(second, third);
    const elicitation = await this.#create(questionOf(input, schema, options?.secret ?? false), options);
    options?.onCreated?.(elicitation);
    try {
      return await elicitation.wait({ signal: options?.signal });
    } catch (error) {
      if (options?.signal?.aborted && options.key === undefined) await elicitation.cancel().catch(() => undefined);
      throw error;
    }
  }

  /** Asks a person and does not wait: returns the elicitation, with its link if it has one. */
  create<S extends Schema>(question: QuestionInput, schema: S, options?: AskOptions): Promise<Elicitation<Output<S>>>;
  create(message: string, options?: AskOptions): Promise<Elicitation<string>>;
  create<const D extends FormDocument>(form: D, options?: AskOptions): Promise<Elicitation<Answers<D>>>;
  create(template: TemplateQuestion, options?: AskOptions): Promise<Elicitation<Record<string, unknown>>>;
  create(question: JsonSchemaQuestion | PageQuestion, options?: AskOptions): Promise<Elicitation<unknown>>;
  async create(input: QuestionInput, second?: Schema | AskOptions, third?: AskOptions): Promise<Elicitation<unknown>> {
    const [schema, options] = split(second, third);
    return this.#create(questionOf(input, schema, options?.secret ?? false), options);
  }

  /** Returns an elicitation that was created before, by its id. Nothing is sent. */
  elicitation<S extends Schema>(id: string, schema: S): Elicitation<Output<S>>;
  elicitation(id: string): Elicitation<unknown>;
  elicitation(id: string, schema?: Schema): Elicitation<unknown> {
    // Any sentence does: the question was asked before, and the schema tells how to read the answer.
    const { decode } = schema ? questionOf("?", schema, false) : questionOf({ template: "" }, undefined, false);
    return new Elicitation(this.#transport, { elicitationId: id }, decode);
  }

  async #create(question: Question, options: AskOptions = {}): Promise<Elicitation<unknown>> {
    const { key, timeout, person, group, audience, quorum, reminders, escalate, mode, sizeLimit, onDisconnect, signal } =
      options;
    const params: Params["elicitation/create"] = {
      ...question.params,
      mode: mode ?? question.params.mode,
      timeout: timeout === undefined ? undefined : timeoutOf(timeout),
      person,
      group,
      audience,
      quorum,
      reminders: reminders?.map(milliseconds),
      escalate: escalate && { ...escalate, after: milliseconds(escalate.after) },
      size_limit: sizeLimit,
      onDisconnect,
      // A call whose response was lost can be sent again only with a key.
      idempotencyKey: key ?? `sdk-${crypto.randomUUID()}`,
    };
    const created = await this.call("elicitation/create", params, { signal });
    return new Elicitation(this.#transport, created, question.decode);
  }

  /** Calls a method of the API. Repeats the call for `retryFor` where that is safe. */
  call<M extends Method>(method: M, params: Params[M], options: CallOptions = {}): Promise<Results[M]> {
    return this.#transport.call(method, params, { retryUntil: Date.now() + this.#retryFor, ...options });
  }

  /** Returns everything about one elicitation. */
  status(elicitationId: string): Promise<Results["elicitation/status"]> {
    return this.call("elicitation/status", { elicitationId });
  }

  /** Yields the elicitations that this key can see, the newest first, without answers. */
  async *list(filter: Omit<Params["elicitation/list"], "cursor"> = {}): AsyncGenerator<Entry, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.call("elicitation/list", { ...filter, cursor });
      yield* page.elicitations;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  /** Moves the deadline, by the extension of the service or by what you say; returns the new one. */
  async extend(elicitationId: string, by?: Duration): Promise<Date> {
    const params = { elicitationId, extensionDuration: by === undefined ? undefined : milliseconds(by) };
    return new Date((await this.call("elicitation/extend_timeout", params)).newTimeoutAt);
  }

  /** Completes a page on another site. */
  async complete(elicitationId: string, result: unknown): Promise<void> {
    await this.call("elicitation/complete", { elicitationId, result });
  }

  /**
   * Answers for a person: a value for each field, or the text that a prompt asks for. Rejects with
   * `InvalidAnswerError`, which has all problems, or `AlreadyClosedError`.
   */
  submit(
    elicitationId: string,
    responses: Readonly<Record<string, unknown>> | string,
    options: { readonly metadata?: Readonly<Record<string, unknown>> | undefined } = {},
  ): Promise<Done> {
    return this.call("elicitation/submit", { elicitationId, responses, metadata: options.metadata });
  }

  /** Says no for a person, with an optional reason in their words. */
  async decline(elicitationId: string, reason?: string): Promise<void> {
    await this.call("elicitation/decline", { elicitationId, reason });
  }

  /** Withdraws a question. Rejects with `AlreadyClosedError` if it has an outcome. */
  async cancel(elicitationId: string, reason?: CancelReason): Promise<void> {
    await this.call("elicitation/cancel", { elicitationId, reason });
  }

  /** Records that a person has started to answer. */
  open(elicitationId: string): Promise<Entry> {
    return this.call("elicitation/open", { elicitationId });
  }

  /** Tells others that you will answer. With `ifFree`, `taken` in the result says whether you got it. */
  claim(elicitationId: string, options: { readonly ifFree?: boolean | undefined } = {}): Promise<Claim> {
    return this.call("elicitation/claim", { elicitationId, ifFree: options.ifFree });
  }

  /** Withdraws a claim. */
  release(elicitationId: string): Promise<Entry> {
    return this.call("elicitation/release", { elicitationId });
  }

  /** Returns the changes of an elicitation, without answers. */
  async history(elicitationId: string): Promise<Change[]> {
    return (await this.call("elicitation/history", { elicitationId })).history;
  }

  /** Returns the form templates of the service. */
  async templates(): Promise<Template[]> {
    return (await this.call("templates/list", {})).templates;
  }

  /** Returns the default, the shortest and the longest timeout of each mode. */
  timeouts(): Promise<Timeouts> {
    return this.call("elicitation/timeouts", {});
  }

  /** Yields what happens, and continues after every break of the connection. */
  events(options: EventsOptions = {}): AsyncGenerator<ElicitationEvent, void, undefined> {
    return readEvents(this.#transport, options);
  }

  /** Uploads a file as part of an answer; returns the answer to its field. */
  upload(
    elicitationId: string,
    field: string,
    content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string,
    file: { readonly filename: string; readonly contentType: string },
  ): Promise<FileAnswer> {
    const retryUntil = Date.now() + this.#retryFor;
    return uploadFile(this.#transport, elicitationId, field, content, file, { retryUntil });
  }

  /** Returns a file of an answer that you got in another way, such as from a webhook. */
  file(elicitationId: string, answer: FileAnswer): AnsweredFile {
    return new AnsweredFile(this.#transport, elicitationId, answer);
  }
}

function httpTransport(options: AskwellOptions): Transport {
  const fetchFunction = options.fetch ?? globalThis.fetch;
  const callTimeout = milliseconds(options.callTimeout ?? "60s");
  return new HttpTransport(serviceLocator(options, fetchFunction), fetchFunction, callTimeout);
}

function split<O>(second: Schema | O | undefined, third: O | undefined): [Schema | undefined, O | undefined] {
  return isSchema(second) ? [second, third] : [undefined, second ?? third];
}
