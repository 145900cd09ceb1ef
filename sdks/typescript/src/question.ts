/** What a program asks: the parameters for the service, and how to read the answer. */

import { AnswerMismatchError } from "./errors.js";
import { AnsweredFile } from "./files.js";
import type { FileAnswer } from "./files.js";
import { layOut, needsForm } from "./form-layout.js";
import type { FormDocument } from "./forms.js";
import { isObjectSchema, jsonSchemaOf, readIssues } from "./schema.js";
import type { JsonSchema, Schema } from "./schema.js";
import type { Transport } from "./transport.js";
import type { Params } from "./wire.js";

/** A form that the service has, with the parameters for its texts. */
export interface TemplateQuestion {
  readonly template: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A page on another site. Another program completes it, with `complete`. */
export interface PageQuestion {
  readonly url: string;
  readonly message?: string;
}

/** A sentence with the JSON Schema of its answer, for programs that have no more than that. */
export interface JsonSchemaQuestion {
  readonly message: string;
  readonly jsonSchema: JsonSchema;
}

/** Something to ask: a sentence, a form document, a template, a JSON Schema or a page. */
export type QuestionInput = string | FormDocument | TemplateQuestion | JsonSchemaQuestion | PageQuestion;

/** A question that is ready to be sent. */
export interface Question {
  readonly params: Params["elicitation/create"];
  /** Reads the answer. Rejects with {@link AnswerMismatchError} if it does not fit the schema. */
  readonly decode: (transport: Transport, elicitationId: string, result: unknown) => Promise<unknown>;
}

/** The field of a question that asks for one value. */
const ANSWER = "answer";

/** Returns the question for the arguments of `ask`. Throws for a schema that no form can show. */
export function questionOf(input: QuestionInput, schema: Schema | undefined, secret: boolean): Question {
  if (typeof input === "string") return schema ? schemaQuestion(input, schema) : promptQuestion(input, secret);
  if ("url" in input) {
    const params = { mode: "url" as const, url: input.url, message: input.message };
    return { params, decode: async (_, id, result) => validate(schema, id, result) };
  }
  if ("jsonSchema" in input) {
    const { message, jsonSchema } = input as JsonSchemaQuestion;
    return jsonSchemaQuestion(message, jsonSchema, schema);
  }
  const params =
    "template" in input
      ? { template: input.template, parameters: input.parameters as Record<string, unknown> | undefined }
      : { formDefinition: input };
  return {
    params,
    decode: async (transport, id, result) => {
      const answers = openFiles(transport, id, result);
      return schema ? validate(schema, id, await loadFiles(answers)) : answers;
    },
  };
}

function promptQuestion(prompt: string, secret: boolean): Question {
  const params = secret ? { prompt, secret } : { prompt };
  return { params, decode: async (_, __, result) => answerOf(result) };
}

function schemaQuestion(message: string, schema: Schema): Question {
  return jsonSchemaQuestion(message, jsonSchemaOf(schema), schema);
}

function jsonSchemaQuestion(message: string, given: JsonSchema, schema: Schema | undefined): Question {
  const isObject = isObjectSchema(given);
  const requestedSchema = isObject ? given : wrap(given);
  const layout = needsForm(requestedSchema) ? layOut(requestedSchema, message) : undefined;
  return {
    params: layout ? { formDefinition: layout.document } : { message, requestedSchema },
    decode: async (transport, id, result) => {
      const opened = openFiles(transport, id, result);
      const answers = schema ? await loadFiles(opened) : opened;
      const value = layout && isRecord(answers) ? layout.valueOf(answers) : answers;
      return validate(schema, id, isObject ? value : answerOf(value));
    },
  };
}

/** Returns the schema of an object with one member, which asks for one value. */
function wrap(schema: JsonSchema): JsonSchema {
  const { $defs, ...rest } = schema;
  return {
    type: "object",
    properties: { [ANSWER]: rest },
    required: "default" in rest ? [] : [ANSWER],
    ...($defs === undefined ? {} : { $defs }),
  };
}

function answerOf(result: unknown): unknown {
  return isRecord(result) ? result[ANSWER] : result;
}

async function validate(schema: Schema | undefined, elicitationId: string, value: unknown): Promise<unknown> {
  if (!schema) return value;
  const result = await schema["~standard"].validate(value);
  if (result.issues) throw new AnswerMismatchError(elicitationId, value, readIssues(result.issues));
  return result.value;
}

/** Replaces the files in an answer by objects that read them. */
function openFiles(transport: Transport, elicitationId: string, result: unknown): unknown {
  if (!isRecord(result)) return result;
  const open = (value: unknown) => (isFileAnswer(value) ? new AnsweredFile(transport, elicitationId, value) : value);
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, open(value)]));
}

/** Reads the files, since a schema validates their content. */
async function loadFiles(answers: unknown): Promise<unknown> {
  if (!isRecord(answers)) return answers;
  const load = async (value: unknown) => (value instanceof AnsweredFile ? await value.file() : value);
  const entries = Object.entries(answers).map(async ([key, value]) => [key, await load(value)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Only the answer to a file field is an object. */
function isFileAnswer(value: unknown): value is FileAnswer {
  return isRecord(value) && typeof value["filename"] === "string" && "content" in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
