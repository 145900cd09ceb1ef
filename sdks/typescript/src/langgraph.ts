/** Lets people answer the interrupts of LangGraph.js: interrupt, question, resume. */

import { Askwell } from "./client.js";
import type { AskOptions } from "./client.js";
import { unwrap } from "./outcome.js";
import type { Outcome } from "./outcome.js";
import type { QuestionInput } from "./question.js";
import type { JsonSchema } from "./schema.js";

/** An interrupt of a graph. */
export interface GraphInterrupt {
  readonly id?: string | undefined;
  readonly value?: unknown;
  /** Of `interrupt(value, { responseSchema })`. */
  readonly response_schema?: unknown;
}

/** How interrupts become questions, and outcomes become resume values. */
export interface InterruptOptions extends Omit<AskOptions, "key" | "secret" | "sizeLimit"> {
  readonly askwell?: Askwell;
  /**
   * Returns the question for an interrupt. By default: its value, if that is a sentence, a form document or an object
   * with a `message`; with the response schema, if there is one.
   */
  readonly question?: (interrupt: GraphInterrupt) => QuestionInput;
  /** Returns the value to resume with. By default the answer; other outcomes throw `NotAcceptedError`. */
  readonly resumeWith?: (outcome: Outcome<unknown>, interrupt: GraphInterrupt) => unknown;
}

/** What is used of a compiled graph. */
interface Graph<O> {
  // The types of inputs and configurations differ from graph to graph.
  invoke(input: any, config?: any): Promise<O>;
}

/** A run with more rounds is not finished by people. */
const MOST_ROUNDS = 1_000;

/**
 * Invokes a graph and asks people at its interrupts until it ends; returns what the graph returns. A program that
 * restarts, with a checkpointer that remembers the thread, continues with `input` null and gets the same questions.
 */
export async function invokeWithPeople<O>(
  graph: Graph<O>,
  input: unknown,
  config: { readonly configurable: { readonly thread_id: string } & Record<string, unknown> },
  options: InterruptOptions = {},
): Promise<O> {
  let output = await graph.invoke(input, config);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const interrupts = interruptsOf(output);
    if (interrupts.length === 0) return output;
    const answers = await Promise.all(
      interrupts.map(async (interrupt, index) => {
        const id = interrupt.id ?? `${round}-${index}`;
        return [id, await answerInterrupt(interrupt, `langgraph:${config.configurable.thread_id}:${id}`, options)];
      }),
    );
    const [first] = answers;
    const isSole = interrupts.length === 1 && interrupts[0]?.id === undefined;
    const resume: unknown = isSole ? first?.[1] : Object.fromEntries(answers);
    // What `new Command({ resume })` is for LangGraph, without depending on it.
    output = await graph.invoke({ lg_name: "Command", resume }, config);
  }
  throw new Error(`the graph is still interrupted after ${MOST_ROUNDS} rounds`);
}

/** Asks about one interrupt and returns the value to resume with. */
export async function answerInterrupt(
  interrupt: GraphInterrupt,
  key: string,
  options: InterruptOptions = {},
): Promise<unknown> {
  const { askwell = new Askwell(), question = questionOf, resumeWith = unwrap, ...rest } = options;
  const outcome = (await askwell.ask(question(interrupt) as never, { ...rest, key })) as Outcome<unknown>;
  return resumeWith(outcome, interrupt);
}

function interruptsOf(output: unknown): GraphInterrupt[] {
  const found = (output as { __interrupt__?: unknown } | undefined)?.__interrupt__;
  return Array.isArray(found) ? found : [];
}

function questionOf({ value, response_schema: schema }: GraphInterrupt): QuestionInput {
  const isObject = typeof value === "object" && value !== null;
  if (isObject && "fields" in value && "title" in value) return value as QuestionInput;
  const given = isObject ? ((value as Record<string, unknown>)["message"] ?? (value as Record<string, unknown>)["question"]) : value;
  const message = typeof given === "string" ? given : JSON.stringify(value, null, 2);
  return schema && typeof schema === "object" ? { message, jsonSchema: schema as JsonSchema } : message;
}
