/** Asks a person whether an agent may run a tool; the helpers for agent frameworks use it. */

import { editableArguments, editedInput, problemsOf } from "./arguments.js";
import type { EditableArgument } from "./arguments.js";
import { Askwell } from "./client.js";
import type { AskOptions } from "./client.js";
import { AskwellError } from "./errors.js";
import type { Field, FormDocument } from "./forms.js";
import type { Outcome } from "./outcome.js";

/** A tool call that needs approval. */
export interface ToolCallToApprove {
  readonly toolName: string;
  readonly input: unknown;
  /** Identifies the call: a program that restarts gets the same question and its answer. */
  readonly toolCallId: string;
}

/** How to ask for approval. */
export interface ApprovalOptions extends Omit<AskOptions, "key" | "secret" | "sizeLimit"> {
  /** The client of the service; the default one if it is missing. */
  readonly askwell?: Askwell;
}

/** What the person decided. Silence is a denial. */
export interface Approval {
  readonly approved: boolean;
  /** Why, in words for the model. */
  readonly reason?: string;
}

/** The answer to a form of this module. */
interface Decision extends Readonly<Record<string, unknown>> {
  readonly approve: boolean;
  readonly reason?: string;
}

const APPROVE: Field = { id: "approve", type: "boolean", label: "Run it", required: true };
const REASON: Field = {
  id: "reason",
  type: "text",
  label: "Why not?",
  description: "The agent reads this",
  validation: { maxLength: 1000 },
  rendering: { conditionalDisplay: { operator: "equals", field: "approve", value: false } },
};

/** The most characters of the input that the form shows. */
const LONGEST_INPUT = 1_900;

/** Asks a person whether a tool call may run. */
export async function askApproval(call: ToolCallToApprove, options: ApprovalOptions = {}): Promise<Approval> {
  const { askwell = new Askwell(), ...rest } = options;
  const outcome = await askwell.ask(approvalForm(call), { ...rest, key: `tool-call:${call.toolCallId}` });
  return decisionOf(outcome as Outcome<Decision>);
}

/** What the person decided, and the input to run the tool with. */
export interface EditedApproval extends Approval {
  /** The input as the person left it. */
  readonly input: unknown;
}

/** How often a person is asked again because the edited input is wrong. */
const MOST_CORRECTIONS = 3;

/**
 * Asks a person whether a tool call may run, and lets them edit each argument. `schema` is that of the tool's input;
 * edited input that it rejects is asked for again.
 */
export async function askEditedApproval(
  call: ToolCallToApprove,
  schema: unknown,
  options: ApprovalOptions = {},
): Promise<EditedApproval> {
  const { input } = call;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { ...(await askApproval(call, options)), input };
  }
  const { askwell = new Askwell(), ...rest } = options;
  const before = input as Readonly<Record<string, unknown>>;
  const fields = editableArguments(before, schema);
  let problem: string | undefined;
  for (let attempt = 0; attempt < MOST_CORRECTIONS; attempt++) {
    const form = editableForm(call.toolName, fields, problem);
    const key = `tool-call:${call.toolCallId}${attempt === 0 ? "" : `:${attempt}`}`;
    const outcome = (await askwell.ask(form, { ...rest, key })) as Outcome<Decision>;
    const decision = decisionOf(outcome);
    if (!decision.approved || outcome.status !== "accepted") return { ...decision, input };
    try {
      const edited = editedInput(before, fields, outcome.value);
      problem = await problemsOf(edited, schema);
      if (problem === undefined) return { ...decision, input: edited };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problem = error.message;
    }
  }
  return { approved: false, reason: `The person's changes do not fit the tool: ${problem}`, input };
}

/** A tool that may not run, in words for the model. */
export class ToolCallDeniedError extends AskwellError {
  override readonly name = "ToolCallDeniedError";
}

function approvalForm({ toolName, input }: ToolCallToApprove): FormDocument {
  const text = JSON.stringify(input, null, 2) ?? "";
  const shown = text.length > LONGEST_INPUT ? `${text.slice(0, LONGEST_INPUT)}… (${text.length} characters)` : text;
  return {
    id: "approval",
    title: `Run the tool ${toolName}?`.slice(0, 256),
    ...(shown ? { description: shown } : {}),
    fields: [APPROVE, REASON],
  };
}

function editableForm(toolName: string, fields: readonly EditableArgument[], problem: string | undefined): FormDocument {
  const description = problem === undefined ? {} : { description: `The last answer had a mistake: ${problem}`.slice(0, 2048) };
  return {
    id: "approval",
    title: `Run the tool ${toolName}?`.slice(0, 256),
    ...description,
    fields: [APPROVE, ...fields.map(({ field }) => field), REASON],
  };
}

function decisionOf(outcome: Outcome<Decision>): Approval {
  switch (outcome.status) {
    case "accepted": {
      const { approve, reason } = outcome.value;
      return approve ? { approved: true } : { approved: false, reason: reason ?? "A person said no." };
    }
    case "declined":
      return { approved: false, reason: outcome.reason ?? "A person declined." };
    case "cancelled":
      return { approved: false, reason: "The question was cancelled." };
    case "timed_out":
      return { approved: false, reason: "No person answered in time." };
  }
}
