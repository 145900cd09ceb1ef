/**
 * Askwell is how software asks people: describe what you need, a person answers, and you get a checked, typed answer,
 * a decline, a cancel or a timeout, exactly once.
 */

import { Askwell } from "./client.js";

export { Askwell } from "./client.js";
export type { AskAndWaitOptions, AskOptions, AskwellOptions, Escalation } from "./client.js";
export type { Duration } from "./duration.js";
export { Elicitation } from "./elicitation.js";
export type { CancelReason, WaitOptions } from "./elicitation.js";
export {
  AlreadyClosedError,
  AnswerMismatchError,
  AskwellError,
  EventsMissedError,
  InvalidAnswerError,
  InvalidRequestError,
  KeyConflictError,
  LimitReachedError,
  NotAcceptedError,
  NotFoundError,
  ServiceError,
  ServiceFailedError,
  ServiceUnreachableError,
  UnauthorizedError,
  UnsupportedSchemaError,
  WebhookRejectedError,
} from "./errors.js";
export type { Problem } from "./errors.js";
export type { ElicitationEvent, EventData, EventsOptions, EventType } from "./events.js";
export { AnsweredFile } from "./files.js";
export type { FileAnswer } from "./files.js";
export { form } from "./forms.js";
export type { Answers, Condition, Field, FieldAnswer, FieldType, FormDocument, Option, Rendering } from "./forms.js";
export { unwrap } from "./outcome.js";
export type { Accepted, Cancelled, Declined, Outcome, TimedOut } from "./outcome.js";
export type { JsonSchemaQuestion, PageQuestion, QuestionInput, TemplateQuestion } from "./question.js";
export type { JsonSchema, Output, Schema } from "./schema.js";
export type { CallOptions, Transport } from "./transport.js";
export type {
  Change,
  Claim,
  Done,
  Entry,
  Method,
  Mode,
  NewQuorum,
  Params,
  Reason,
  Results,
  Status,
  Template,
  Timeouts,
} from "./wire.js";

let shared: Askwell | undefined;

/**
 * Asks a person with the default client: the service of `ASKWELL_SERVICE`, or of this machine. Takes what
 * {@link Askwell.ask} takes.
 */
export const ask: Askwell["ask"] = (...args: unknown[]) => {
  shared ??= new Askwell();
  return (shared.ask.bind(shared) as (...args: unknown[]) => Promise<never>)(...args);
};
