/** Lets people answer the interrupts of AG-UI runs: `responseSchema` in, `resume` out. */

import { Askwell } from "./client.js";
import type { AskOptions } from "./client.js";
import type { QuestionInput } from "./question.js";

/** An interrupt of a run that is finished with the outcome `interrupt`. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly reason: string;
  readonly message?: string | undefined;
  readonly responseSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly expiresAt?: string | undefined;
}

/** An entry of `resume` of the next run. */
export interface AgUiResumeEntry {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: unknown;
}

/** How to ask. */
export interface AgUiOptions extends Omit<AskOptions, "key" | "secret" | "sizeLimit"> {
  readonly askwell?: Askwell;
}

/**
 * Asks a person about every interrupt, and returns the entries for `resume` of the next run. An answer resolves an
 * interrupt; a decline, a cancel and a timeout cancel it. Calling it again, also after a crash, returns the same.
 */
export async function answerInterrupts(
  interrupts: readonly AgUiInterrupt[],
  options: AgUiOptions = {},
): Promise<AgUiResumeEntry[]> {
  const { askwell = new Askwell(), ...rest } = options;
  return Promise.all(
    interrupts.map(async (interrupt) => {
      const given = { ...rest, timeout: rest.timeout ?? deadlineOf(interrupt), key: `ag-ui:${interrupt.id}` };
      const outcome = await askwell.ask(questionOf(interrupt) as never, given);
      const entry = { interruptId: interrupt.id };
      return outcome.status === "accepted"
        ? { ...entry, status: "resolved" as const, payload: outcome.value as unknown }
        : { ...entry, status: "cancelled" as const };
    }),
  );
}

function questionOf({ message, reason, responseSchema }: AgUiInterrupt): QuestionInput {
  const words = message ?? reason;
  // An interrupt without a schema asks for a yes or no.
  return { message: words, jsonSchema: responseSchema ?? { type: "boolean" } };
}

/** Producers write times in different ways; one that is not a time says nothing. */
function deadlineOf({ expiresAt }: AgUiInterrupt): Date | undefined {
  const time = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return Number.isNaN(time) ? undefined : new Date(time);
}
