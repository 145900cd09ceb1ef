/** The four ways in which a question ends. */

import { NotAcceptedError } from "./errors.js";
import type { Reason } from "./wire.js";

/** What every outcome has. */
interface Closed {
  /** The id of the elicitation. */
  readonly id: string;
  /** When it was closed. */
  readonly closedAt: Date;
}

/** The person answered, and the service checked the answer. */
export interface Accepted<T> extends Closed {
  readonly status: "accepted";
  /** The answer, in the type that was asked for. */
  readonly value: T;
  /** Required fields that the answer leaves out; only forms with `allowPartial` allow that. */
  readonly missing?: readonly string[];
}

/** The person said no to the question itself. */
export interface Declined extends Closed {
  readonly status: "declined";
  /** The person's own words, if they gave any. */
  readonly reason?: string;
}

/** The question was withdrawn, or too many answers were invalid; `reason` says which. */
export interface Cancelled extends Closed {
  readonly status: "cancelled";
  readonly reason: Reason;
}

/** There was no answer before the deadline. */
export interface TimedOut extends Closed {
  readonly status: "timed_out";
}

/** How a question ended. Narrow it by `status`. */
export type Outcome<T> = Accepted<T> | Declined | Cancelled | TimedOut;

/** Returns the value of an accepted outcome. Throws {@link NotAcceptedError} for every other one. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.status === "accepted") return outcome.value;
  throw new NotAcceptedError(outcome);
}
