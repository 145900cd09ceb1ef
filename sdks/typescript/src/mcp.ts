/**
 * Lets tools of MCP servers ask: in the client's own dialog where that is possible, and on Askwell's page for secrets,
 * files, conditions and clients without dialogs. For servers on the MCP TypeScript SDK 1.x and 2.x, and for clients of
 * both eras.
 */

import { Askwell } from "./client.js";
import type { AskAndWaitOptions } from "./client.js";
import { milliseconds, pause } from "./duration.js";
import type { Duration } from "./duration.js";
import type { Elicitation } from "./elicitation.js";
import { AlreadyClosedError, AskwellError, InvalidAnswerError, KeyConflictError } from "./errors.js";
import { channelOf } from "./mcp/client-channel.js";
import type { ClientChannel, ElicitResult, ToolServer } from "./mcp/client-channel.js";
import { dialogSchema } from "./mcp/dialog-schema.js";
import type { DialogSchema } from "./mcp/dialog-schema.js";
import type { Outcome } from "./outcome.js";
import type { QuestionInput } from "./question.js";
import { isSchema } from "./schema.js";
import type { Schema } from "./schema.js";

export type { ToolServer } from "./mcp/client-channel.js";

/** How tools ask. */
export interface ToolOptions {
  /** The client of the service; the default one if it is missing. */
  readonly askwell?: Askwell;
  /**
   * How long a call waits for a person who answers on a page, before it ends with the link and a request to call again;
   * 50 seconds by default, and 4 minutes if the client takes progress reports.
   */
  readonly patience?: Duration;
  /**
   * A client that refuses a dialog sooner has no person at it, and the page is asked instead; 1 second by default.
   */
  readonly fastestPerson?: Duration;
}

/** The person has not answered yet, and the call has waited long enough. The next equal call continues. */
export class PendingError extends AskwellError {
  override name = "PendingError";
  readonly elicitationId: string;
  readonly url: string | undefined;

  constructor(elicitationId: string, url: string | undefined, code: string | undefined) {
    const where = url ? `at ${url}${code ? ` with the code ${code}` : ""}` : "in the inbox of Askwell";
    super(
      `A person has to answer first, ${where}. Tell the user, and when the answer is given, call this tool again ` +
        "with the same arguments.",
    );
    this.elicitationId = elicitationId;
    this.url = url;
  }
}

/** So many calls that ended with a link are remembered. */
const MOST_PENDING = 1_000;

/** So often a dialog is shown for one question. */
const MOST_DIALOGS = 5;

/** Clients that end a call after a silence get a report this often. */
const REPORT_EVERY = 15_000;

/** The keys of calls that ended with a link, by tool, client and arguments. A call that continues takes its entry. */
const pendingCalls = new Map<string, string>();

/** The name of the state that a modern client carries from call to call. */
const STATE = "askwell";

/**
 * Returns a tool handler whose third argument asks: `ask("Deploy?", z.boolean())`, with everything that `Askwell.ask`
 * takes. In the era 2026-07-28 the handler runs again for every round, so ask before you change anything.
 *
 * A question that the call cannot wait for ends the call with its link; the next equal call continues with it.
 */
export function withAsk<A, R>(
  server: ToolServer,
  handler: (args: A, ask: Askwell["ask"], context: unknown) => R | Promise<R>,
  options: ToolOptions = {},
): (args: A, context?: unknown) => Promise<R> {
  const askwell = options.askwell ?? new Askwell();
  // A server over HTTP makes its tools anew for every call; the source tells the handlers apart.
  const source = handler.toString();
  return async (first, second) => {
    // A tool without input gets the context alone.
    const [args, context] = second === undefined ? [{} as A, first] : [first, second];
    const channel = channelOf(server, context);
    const call = JSON.stringify([source, channel.session, channel.principal, args]);
    const state = readState(channel.retry?.state);
    let known = state?.key ?? pendingCalls.get(call);
    pendingCalls.delete(call);
    let key = known ?? crypto.randomUUID();
    let count = 0;
    const ask = async (input: QuestionInput, second?: Schema | AskAndWaitOptions, third?: AskAndWaitOptions) => {
      const [schema, given] = isSchema(second) ? [second, third] : [undefined, second ?? third];
      const name = given?.key ?? `question-${++count}`;
      const askAs = () => {
        const identity = { key, name, continues: known !== undefined, askedAt: state?.askedAt };
        return new ToolQuestion(askwell, channel, options, identity).ask(input, schema, given ?? {});
      };
      try {
        return await askAs();
      } catch (error) {
        if (!(error instanceof KeyConflictError) || known === undefined || state) throw error;
        // The earlier call was one of another tool with the same source.
        known = undefined;
        key = crypto.randomUUID();
        return askAs();
      }
    };
    try {
      return await handler(args, ask as Askwell["ask"], context);
    } catch (error) {
      if (error instanceof InputRequired) return error.result(key) as R;
      if (!(error instanceof PendingError)) throw error;
      remember(call, key);
      return { content: [{ type: "text", text: error.message }] } as R;
    }
  };
}

/** Keeps the newest calls: a client could make any number of different ones. */
function remember(call: string, key: string): void {
  for (const oldest of pendingCalls.keys()) {
    if (pendingCalls.size < MOST_PENDING) break;
    pendingCalls.delete(oldest);
  }
  pendingCalls.set(call, key);
}

/** Ends a modern call: the client asks, and calls again. */
class InputRequired extends Error {
  readonly #requests: Record<string, object>;

  constructor(name: string, params: object) {
    super("the client has to ask first");
    this.#requests = { [name]: { method: "elicitation/create", params } };
  }

  result(key: string): object {
    const requestState = `${STATE}:${key}:${Date.now()}`;
    return { resultType: "input_required", inputRequests: this.#requests, requestState };
  }
}

/** Reads the state. It names a question; the service compares what is asked with what was asked under that name. */
function readState(state: string | undefined): { key: string; askedAt: number } | undefined {
  const [name, key, askedAt] = state?.split(":") ?? [];
  return name === STATE && key && /^[0-9a-f-]{36}$/.test(key) ? { key, askedAt: Number(askedAt) || 0 } : undefined;
}

/** Identifies a question of a call. */
interface Identity {
  readonly key: string;
  readonly name: string;
  /** Whether an earlier call asked it. */
  readonly continues: boolean;
  /** When a modern client was asked to ask. */
  readonly askedAt: number | undefined;
}

/** One question of one tool call. */
class ToolQuestion {
  readonly #askwell: Askwell;
  readonly #channel: ClientChannel;
  readonly #options: ToolOptions;
  readonly #identity: Identity;

  constructor(askwell: Askwell, channel: ClientChannel, options: ToolOptions, identity: Identity) {
    this.#askwell = askwell;
    this.#channel = channel;
    this.#options = options;
    this.#identity = identity;
  }

  async ask(input: QuestionInput, schema: Schema | undefined, given: AskAndWaitOptions): Promise<Outcome<unknown>> {
    const { key, name } = this.#identity;
    // A page needs a form, and a sentence alone has none.
    const isPage = typeof input === "object" && "url" in input;
    const asking = typeof input === "string" && !schema ? promptForm(input, given.secret ?? false) : input;
    const options = { ...given, mode: isPage ? given.mode : "url", key: `tool:${key}:${name}` } as const;
    const elicitation: Elicitation<unknown> = schema
      ? await this.#askwell.create(asking, schema, options)
      : await this.#askwell.create(asking as never, options);
    given.onCreated?.(elicitation);
    const known = this.#identity.continues ? await elicitation.poll() : undefined;
    const canShow = this.#channel.form && elicitation.form;
    const dialog = canShow ? dialogSchema(canShow, this.#channel.lists) : undefined;
    const show = () => (this.#channel.retry ? this.#askModern(elicitation, dialog) : this.#askLegacy(elicitation, dialog));
    const outcome = known ?? (await show());
    return asking === input || outcome.status !== "accepted" ? outcome : { ...outcome, value: soleAnswer(outcome.value) };
  }

  /** Shows dialogs while the call waits. */
  async #askLegacy(elicitation: Elicitation<unknown>, form: DialogSchema | undefined): Promise<Outcome<unknown>> {
    const stop = new AbortController();
    const signal = this.#channel.signal ? AbortSignal.any([this.#channel.signal, stop.signal]) : stop.signal;
    const waiting = elicitation.wait({ signal });
    waiting.catch(() => undefined);
    try {
      let message = titleOf(elicitation);
      for (let tries = 0; form && tries < MOST_DIALOGS; tries++) {
        const started = Date.now();
        const result = await this.#dialog({ mode: "form", message, requestedSchema: form }, signal, waiting);
        if (!result) return await waiting;
        if (result === "no dialog" || ("action" in result && this.#isHeadless(result, started))) break;
        const problems = "problems" in result ? result.problems : await this.#submit(elicitation, result);
        if (!problems) return await waiting;
        message = `${titleOf(elicitation)}\n\n${problems}`;
      }
      if (this.#channel.url && elicitation.url) {
        const started = Date.now();
        const params = { mode: "url", message: titleOf(elicitation), url: elicitation.url, elicitationId: elicitation.id };
        const result = await this.#dialog(params, signal, waiting);
        if (!result) return await waiting;
        const isRefusal = typeof result === "object" && "action" in result && result.action !== "accept";
        if (isRefusal && !this.#isHeadless(result, started)) await this.#submit(elicitation, result);
      }
      const outcome = await this.#waitForPage(elicitation, waiting);
      if (this.#channel.url) await this.#channel.complete(elicitation.id).catch(() => undefined);
      return outcome;
    } finally {
      stop.abort();
    }
  }

  /** Shows a dialog. Returns nothing if the question is answered in another place meanwhile. */
  async #dialog(
    params: object,
    signal: AbortSignal,
    waiting: Promise<Outcome<unknown>>,
  ): Promise<ElicitResult | { readonly problems: string } | "no dialog" | undefined> {
    const stop = new AbortController();
    const options = { signal: AbortSignal.any([signal, stop.signal]), timeout: 2_147_483_647 };
    const dialog = this.#channel.elicit(params, options).catch(failureOf);
    const result = await Promise.race([dialog, waiting.then(() => undefined)]);
    // Takes the dialog away where the answer came from another place.
    stop.abort();
    return result;
  }

  /** Reads the answers that the client brought along, or asks it to ask. */
  async #askModern(elicitation: Elicitation<unknown>, form: DialogSchema | undefined): Promise<Outcome<unknown>> {
    const { name, askedAt } = this.#identity;
    const result = this.#channel.retry?.responses[name] as ElicitResult | undefined;
    const link = { mode: "url", message: titleOf(elicitation), url: elicitation.url };
    const isReal = result && !this.#isHeadless(result, askedAt ?? 0);
    if (isReal && (result.action !== "accept" || (form && result.content))) {
      const problems = await this.#submit(elicitation, result);
      if (!problems) return elicitation.wait({ signal: this.#channel.signal });
      const message = `${titleOf(elicitation)}\n\n${problems}`;
      throw new InputRequired(name, { mode: "form", message, requestedSchema: form });
    }
    if (!result && form) {
      throw new InputRequired(name, { mode: "form", message: titleOf(elicitation), requestedSchema: form });
    }
    if (!result && this.#channel.url && elicitation.url) throw new InputRequired(name, link);
    const waiting = elicitation.wait({ signal: this.#channel.signal });
    return this.#waitForPage(elicitation, waiting);
  }

  /** Passes the answer of a dialog on to the service. Returns what is wrong with it, for the next dialog. */
  async #submit(elicitation: Elicitation<unknown>, result: ElicitResult): Promise<string | undefined> {
    const elicitationId = elicitation.id;
    try {
      if (result.action === "accept") {
        await this.#askwell.call("elicitation/submit", { elicitationId, responses: byField(elicitation, result.content) });
      } else if (result.action === "decline") {
        await this.#askwell.call("elicitation/decline", { elicitationId });
      } else {
        await elicitation.cancel();
      }
    } catch (error) {
      // Another answer was faster, and counts.
      if (error instanceof AlreadyClosedError) return undefined;
      if (!(error instanceof InvalidAnswerError)) throw error;
      // After the last try, the question is cancelled, which the wait tells.
      if (error.triesLeft > 0) return error.problems.map((problem) => problem.message).join("\n");
    }
    return undefined;
  }

  /** A client without a person at it refuses at once; that is nobody's decision. */
  #isHeadless(result: ElicitResult, askedAt: number): boolean {
    const fastest = milliseconds(this.#options.fastestPerson ?? "1s");
    return result.action !== "accept" && Date.now() - askedAt < fastest;
  }

  /** Waits for the page as long as the client is likely to wait for the call. */
  async #waitForPage(elicitation: Elicitation<unknown>, waiting: Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
    const { hasProgress } = this.#channel;
    const patience = milliseconds(this.#options.patience ?? (hasProgress ? "4m" : "50s"));
    const message = elicitation.url ? `Waiting for an answer at ${elicitation.url}` : "Waiting for an answer";
    const until = Date.now() + patience;
    for (let reports = 0; ; reports++) {
      await this.#channel.progress(reports, message).catch(() => undefined);
      const left = Math.max(0, Math.min(REPORT_EVERY, until - Date.now()));
      const stop = new AbortController();
      const outcome = await Promise.race([waiting, pause(left, stop.signal).catch(() => undefined)]);
      stop.abort();
      if (outcome) return outcome;
      if (Date.now() >= until) throw new PendingError(elicitation.id, elicitation.url, elicitation.code);
    }
  }
}

/**
 * Reads why a dialog gave no answer. The SDK checks answers against the schema itself and rejects those that do not
 * fit; everything else means that there is no dialog.
 */
function failureOf(error: unknown): { readonly problems: string } | "no dialog" {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const found = code === -32602 && /does not match requested schema: (.*)$/s.exec(String(message));
  return found ? { problems: found[1] ?? "" } : "no dialog";
}

function titleOf(elicitation: Elicitation<unknown>): string {
  const { title = "", description } = elicitation.form ?? {};
  return description?.startsWith(title) ? description : [title, description].filter(Boolean).join("\n\n");
}

/** Returns answers by the ids of fields, which differ from unusual property names. */
function byField(elicitation: Elicitation<unknown>, content: Record<string, unknown> = {}): Record<string, unknown> {
  const ids = new Map(elicitation.form?.fields.map((field) => [field["x-property"] ?? field.id, field.id] as const));
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [ids.get(name) ?? name, value]));
}

/** A sentence as a form with one text field, since a page needs a form. */
function promptForm(title: string, secret: boolean): QuestionInput {
  const rendering = secret ? { rendering: { inputType: "password" as const } } : {};
  return { id: "prompt", title, fields: [{ id: "answer", type: "text", label: "Answer", required: true, ...rendering }] };
}

function soleAnswer(value: unknown): unknown {
  return (value as { answer?: unknown } | undefined)?.answer;
}
