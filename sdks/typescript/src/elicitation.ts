/** An elicitation that was created: its link, and how to wait for its outcome. */

import { pause } from "./duration.js";
import type { FormDocument } from "./forms.js";
import type { Outcome } from "./outcome.js";
import type { Transport } from "./transport.js";
import type { Created, Outcome as WireOutcome, Params } from "./wire.js";

/** Why a program withdraws a question. */
export type CancelReason = NonNullable<Params["elicitation/cancel"]["reason"]>;

/** How to wait. */
export interface WaitOptions {
  /** Ends the wait, not the elicitation. */
  readonly signal?: AbortSignal | undefined;
}

/** One call waits this long before the next one continues. Proxies often end a request after 30 to 60 seconds. */
const POLL = 25_000;

/** After the deadline and this time, a service that does not answer is given up. */
const GRACE = 60_000;

/** What the service says about a new elicitation, as far as it is used here. */
type CreatedElicitation = Pick<Created, "elicitationId" | "url" | "code" | "timeoutAt" | "formDefinition">;

type Decode<T> = (transport: Transport, elicitationId: string, result: unknown) => Promise<T>;

/** One question to a person, from creation to its one outcome. */
export class Elicitation<T> {
  readonly id: string;
  /** Where the person answers, for a form in mode `url`. */
  readonly url: string | undefined;
  /** A code that the program shows to the person, if the link alone does not identify them. */
  readonly code: string | undefined;
  /** The deadline when this was created; it can be extended. */
  readonly deadline: Date | undefined;
  /** The form as the service understood it. */
  readonly form: FormDocument | undefined;
  readonly #transport: Transport;
  readonly #decode: Decode<T>;

  constructor(transport: Transport, created: CreatedElicitation, decode: Decode<T>) {
    this.id = created.elicitationId;
    this.url = created.url;
    this.code = created.code;
    this.deadline = created.timeoutAt === undefined ? undefined : new Date(created.timeoutAt);
    this.form = created.formDefinition;
    this.#transport = transport;
    this.#decode = decode;
  }

  /**
   * Waits for the outcome, however often the connection breaks or the service restarts. Always returns the same
   * outcome. Rejects with `ServiceUnreachableError` if the service has not answered until a minute after the
   * deadline, and with `NotFoundError` if the service no longer has the elicitation.
   */
  async wait({ signal }: WaitOptions = {}): Promise<Outcome<T>> {
    let deadline = this.deadline?.getTime();
    for (;;) {
      const started = Date.now();
      const found = await this.#transport.call(
        "elicitation/wait",
        { elicitationId: this.id, timeoutMs: POLL },
        { signal, elicitationId: this.id, retryUntil: Math.max(deadline ?? started, started) + GRACE },
      );
      if (found.status !== "pending" && found.status !== "active") return this.#outcome(found);
      deadline = found.timeoutAt ?? deadline;
      // A service that stops answers at once; the next call finds the connection closed.
      if (Date.now() - started < 1_000) await pause(200, signal);
    }
  }

  /** Returns the outcome if there is one, without waiting. */
  async poll({ signal }: WaitOptions = {}): Promise<Outcome<T> | undefined> {
    const params = { elicitationId: this.id, timeoutMs: 0 };
    const options = { signal, elicitationId: this.id, retryUntil: Date.now() + GRACE };
    const found = await this.#transport.call("elicitation/wait", params, options);
    return found.status === "pending" || found.status === "active" ? undefined : this.#outcome(found);
  }

  /** Withdraws the question. Rejects with `AlreadyClosedError` if it has an outcome. */
  async cancel(reason: CancelReason = "user_cancelled"): Promise<void> {
    await this.#transport.call("elicitation/cancel", { elicitationId: this.id, reason });
  }

  async #outcome(found: WireOutcome): Promise<Outcome<T>> {
    const closed = { id: this.id, closedAt: new Date(found.closedAt ?? Date.now()) };
    switch (found.status) {
      case "completed": {
        const value = await this.#decode(this.#transport, this.id, found.result);
        const missing = found.missing?.length ? { missing: found.missing } : {};
        return { status: "accepted", ...closed, value, ...missing };
      }
      case "declined": {
        const reason = found.declineReason === undefined ? {} : { reason: found.declineReason };
        return { status: "declined", ...closed, ...reason };
      }
      case "timeout":
        return { status: "timed_out", ...closed };
      default:
        return { status: "cancelled", ...closed, reason: found.reason ?? "user_cancelled" };
    }
  }
}
