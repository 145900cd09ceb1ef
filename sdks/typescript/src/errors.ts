/** The errors of the library. Each says what happened, where, and what to do. */

import type { Cancelled, Declined, TimedOut } from "./outcome.js";

/** The base of every error of this library. */
export class AskwellError extends Error {
  override name = "AskwellError";
}

/** No service answers at `address`. */
export class ServiceUnreachableError extends AskwellError {
  override name = "ServiceUnreachableError";
  readonly address: string;
  readonly elicitationId: string | undefined;

  constructor(address: string, cause: unknown, elicitationId?: string) {
    const advice = elicitationId
      ? `the question ${elicitationId} is not lost: ask again with the same key, or wait for its id`
      : "start one with `askwell serve`, or set ASKWELL_SERVICE to the address of a running one";
    super(`no Askwell service answers at ${address} (${reasonOf(cause)}); ${advice}`, { cause });
    this.address = address;
    this.elicitationId = elicitationId;
  }
}

/** What the service says about a call that it rejects. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The service rejected a call. */
export class ServiceError extends AskwellError {
  override name = "ServiceError";
  readonly method: string;
  readonly address: string;
  /** The JSON-RPC code; docs/api.md lists them. */
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The id under which the log of the service has details. */
  readonly requestId: string | undefined;

  constructor(method: string, address: string, error: RpcErrorBody, advice: string, requestId?: string) {
    const data = error.data ?? {};
    const details = typeof data["pointer"] === "string" ? [`at ${data["pointer"]}`] : [];
    if (Array.isArray(data["defects"])) details.push(...data["defects"].slice(0, 5).map(sentenceOf));
    const what = [error.message, ...details].join("; ");
    super(`${method} at ${address}: ${what} (${error.code} ${nameOf(data)}); ${advice}`);
    this.method = method;
    this.address = address;
    this.code = error.code;
    this.data = data;
    this.requestId = requestId;
  }

  /** The name of the error for programs. */
  get type(): string {
    return nameOf(this.data);
  }

  /** After how many milliseconds a retry can succeed, if one can. */
  get retryAfter(): number | undefined {
    const after = this.data["retry_after_ms"];
    return typeof after === "number" ? after : undefined;
  }
}

/** A parameter, form, template, URL or timeout is wrong. Correct the call; a retry does not help. */
export class InvalidRequestError extends ServiceError {
  override name = "InvalidRequestError";
}

/** The API key is missing, wrong, or does not permit the call. */
export class UnauthorizedError extends ServiceError {
  override name = "UnauthorizedError";
}

/** This key can see no such elicitation, file or delivery. */
export class NotFoundError extends ServiceError {
  override name = "NotFoundError";
}

/** The elicitation is closed; `status` says how. */
export class AlreadyClosedError extends ServiceError {
  override name = "AlreadyClosedError";

  /** `completed`, `declined`, `cancelled` or `timeout`. */
  get status(): string {
    return String(this.data["status"] ?? (this.code === -32003 ? "timeout" : "closed"));
  }
}

/** One mistake in an answer. */
export interface Problem {
  readonly field?: string;
  readonly message: string;
  readonly constraint?: string;
}

/** The answer breaks rules of the form; `problems` lists all of them. */
export class InvalidAnswerError extends ServiceError {
  override name = "InvalidAnswerError";

  /** Every mistake, with a sentence for the person who answered. */
  get problems(): readonly Problem[] {
    return Array.isArray(this.data["errors"]) ? (this.data["errors"] as Problem[]) : [];
  }

  /** How many more answers the elicitation accepts before it is cancelled. */
  get triesLeft(): number {
    if (this.data["retry_allowed"] !== true) return 0;
    return Math.max(0, Number(this.data["retry_limit"] ?? 0) - Number(this.data["retry_count"] ?? 0));
  }
}

/** The key was used for a different question, `elicitationId`. */
export class KeyConflictError extends ServiceError {
  override name = "KeyConflictError";

  /** The elicitation that has the key. */
  get elicitationId(): string | undefined {
    const id = this.data["elicitationId"];
    return typeof id === "string" ? id : undefined;
  }
}

/** Too many or too large; `retryAfter` says when to try again, if that helps. */
export class LimitReachedError extends ServiceError {
  override name = "LimitReachedError";
}

/** The service or its disk has a problem. */
export class ServiceFailedError extends ServiceError {
  override name = "ServiceFailedError";
}

/** `unwrap` of an outcome without a value. `outcome` says how the question ended. */
export class NotAcceptedError extends AskwellError {
  override name = "NotAcceptedError";
  readonly outcome: Declined | Cancelled | TimedOut;

  constructor(outcome: Declined | Cancelled | TimedOut) {
    const what =
      outcome.status === "declined"
        ? `the person declined${outcome.reason ? `: ${outcome.reason}` : ""}`
        : outcome.status === "cancelled"
          ? `the question was cancelled (${outcome.reason})`
          : "there was no answer before the deadline";
    super(`${what} (elicitation ${outcome.id}); narrow the outcome by its status to handle this case`);
    this.outcome = outcome;
  }
}

/** The service accepted the answer, but it does not fit the schema that was given. */
export class AnswerMismatchError extends AskwellError {
  override name = "AnswerMismatchError";
  readonly elicitationId: string;
  readonly answer: unknown;
  readonly issues: readonly { readonly message: string; readonly path: string }[];

  constructor(
    elicitationId: string,
    answer: unknown,
    issues: readonly { readonly message: string; readonly path: string }[],
  ) {
    const list = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
    super(
      `the answer to ${elicitationId} does not fit the schema: ${list}; express the rule in the form ` +
        "(a constraint, an enum), so that the person is asked to correct it",
    );
    this.elicitationId = elicitationId;
    this.answer = answer;
    this.issues = issues;
  }
}

/** A schema cannot be shown as a form. */
export class UnsupportedSchemaError extends AskwellError {
  override name = "UnsupportedSchemaError";
}

/** Events are no longer in the log of the service, or its data were recreated. */
export class EventsMissedError extends AskwellError {
  override name = "EventsMissedError";
  /** The position after which to continue. */
  readonly position: number | undefined;

  constructor(position: number | undefined) {
    super(
      "events are no longer in the log of the service; call list() for the present state, then read " +
        "events() again from `position`",
    );
    this.position = position;
  }
}

/** A webhook message is not authentic, too old, or not a message of Askwell. */
export class WebhookRejectedError extends AskwellError {
  override name = "WebhookRejectedError";
}

type ServiceErrorClass = new (...args: ConstructorParameters<typeof ServiceError>) => ServiceError;

const CORRECT = "correct the call, a retry does not help";
const DETAILS = "the log of the service has details";
const KEY = "set ASKWELL_KEY to a key that `askwell keys create NAME` printed";
const LIMITS = "ask less often or close open questions, or raise the limits of the service or of the key";
const GONE =
  "it belongs to another client, was purged after the retention time, or the service kept it in memory only and " +
  "was restarted";

const BY_CODE: Readonly<Record<number, readonly [ServiceErrorClass, string]>> = {
  [-32603]: [ServiceFailedError, DETAILS],
  [-32000]: [ServiceFailedError, DETAILS],
  [-32001]: [NotFoundError, GONE],
  [-32002]: [AlreadyClosedError, "an outcome never changes: wait for the id to get it"],
  [-32003]: [AlreadyClosedError, "an outcome never changes: wait for the id to get it"],
  [-32004]: [LimitReachedError, LIMITS],
  [-32005]: [LimitReachedError, LIMITS],
  [-32006]: [LimitReachedError, LIMITS],
  [-32007]: [InvalidAnswerError, "correct the fields and submit again while tries are left"],
  [-32011]: [LimitReachedError, "send less, or raise the limit of the field or of the service"],
  [-32012]: [LimitReachedError, "ask again with a longer timeout"],
  [-32015]: [UnauthorizedError, KEY],
  [-32016]: [UnauthorizedError, KEY],
  [-32018]: [ServiceFailedError, "try again"],
  [-32020]: [KeyConflictError, "use another key for another question"],
};

/** Returns the error for the `error` member of a JSON-RPC response. */
export function serviceError(
  method: string,
  address: string,
  body: RpcErrorBody,
  requestId?: string,
): ServiceError {
  const [kind, advice] = BY_CODE[body.code] ?? [InvalidRequestError, CORRECT];
  return new kind(method, address, body, advice, requestId);
}

/** Returns the innermost reason of a failed `fetch`, which has a code where its message says little. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return typeof code === "string" && !error.message.includes(code) ? `${code} ${error.message}`.trim() : error.message;
}

function nameOf(data: Readonly<Record<string, unknown>>): string {
  const name = data["type"] === "system" ? data["details"] : data["type"];
  return typeof name === "string" ? name : "unknown";
}

function sentenceOf(defect: unknown): string {
  const { pointer, message, expected } = (defect ?? {}) as { pointer?: string; message?: string; expected?: string };
  return `${pointer ? `${pointer}: ` : ""}${message ?? JSON.stringify(defect)}${expected ? ` (expected ${expected})` : ""}`;
}
