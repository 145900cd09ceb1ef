/** The arguments of a tool call as fields that a person can edit, and the edited arguments. */

import { AskwellError, UnsupportedSchemaError } from "./errors.js";
import type { Field } from "./forms.js";
import { fieldOf, resolveMember } from "./schema-form.js";
import { isSchema, jsonSchemaOf, readIssues } from "./schema.js";
import type { JsonSchema } from "./schema.js";

/** An argument and its field. Values that no other field can show are edited as JSON. */
export interface EditableArgument {
  readonly name: string;
  readonly field: Field;
  readonly isJson: boolean;
}

/** Names of fields that are no arguments. */
const TAKEN = new Set(["approve", "reason"]);
/** The most characters of one argument as JSON that a person can review. */
const LONGEST_JSON = 20_000;
/** A longer text gets several rows. */
const ONE_ROW = 80;

/**
 * Returns a field for each argument, with its value. `schema` is the schema of the tool's input: of a Standard Schema
 * library, or an object with `jsonSchema` as the AI SDK has; without one, the values tell their kinds.
 */
export function editableArguments(input: Readonly<Record<string, unknown>>, schema: unknown): EditableArgument[] {
  const described = describe(schema);
  return Object.entries(input).map(([name, value], position) => {
    const id = /^[A-Za-z0-9_-]{1,64}$/.test(name) && !TAKEN.has(name) ? name : `argument-${position + 1}`;
    const member = described?.properties?.[name];
    const shown = plainField(id, value, member && resolveMember(member, described as JsonSchema));
    return shown ? { name, field: shown, isJson: false } : { name, field: jsonField(id, name, value), isJson: true };
  });
}

/** Returns the arguments as the person left them. Throws `SyntaxError` with the name of one that is no JSON. */
export function editedInput(
  input: Readonly<Record<string, unknown>>,
  fields: readonly EditableArgument[],
  answer: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const edited: Record<string, unknown> = { ...input };
  for (const { name, field, isJson } of fields) {
    const value = answer[field.id];
    if (value === undefined) continue;
    edited[name] = isJson ? readJson(name, value) : value;
  }
  return edited;
}

/** Returns what the schema of the tool says against arguments, in one line; nothing if it accepts them. */
export async function problemsOf(input: unknown, schema: unknown): Promise<string | undefined> {
  if (!isSchema(schema)) return undefined;
  const result = await schema["~standard"].validate(input);
  if (!result.issues) return undefined;
  return readIssues(result.issues)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join("; ");
}

function describe(schema: unknown): JsonSchema | undefined {
  if (isSchema(schema)) {
    try {
      return jsonSchemaOf(schema);
    } catch (error) {
      if (error instanceof UnsupportedSchemaError) return undefined;
      throw error;
    }
  }
  const written = (schema as { jsonSchema?: unknown } | undefined)?.jsonSchema;
  return typeof written === "object" && written !== null && !("then" in written) ? (written as JsonSchema) : undefined;
}

function plainField(id: string, value: unknown, schema: JsonSchema | undefined): Field | undefined {
  const type = typeof value;
  if (type !== "string" && type !== "number" && type !== "boolean") return undefined;
  let field: Field;
  try {
    field = fieldOf(id, schema ?? { type }, false);
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return undefined;
    throw error;
  }
  if (field.type === "file" || field.type === "multi_select" || KINDS[field.type] !== type) return undefined;
  const isLong = type === "string" && (String(value).length > ONE_ROW || String(value).includes("\n"));
  const rendering = isLong ? { rendering: { ...field.rendering, rows: 6 } } : {};
  // An empty text is no default; the person sees an empty field anyway.
  return { ...field, ...rendering, ...(value === "" ? {} : { default: value }) } as Field;
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: "boolean",
  number: "number",
  text: "string",
  date: "string",
  select: "string",
};

function jsonField(id: string, name: string, value: unknown): Field {
  const text = JSON.stringify(value, null, 2) ?? "null";
  if (text.length > LONGEST_JSON) {
    throw new AskwellError(
      `the argument \`${name}\` has ${text.length} characters of JSON; a person can review ${LONGEST_JSON}`,
    );
  }
  const rows = Math.min(12, text.split("\n").length + 1);
  return { id, type: "text", label: `${name.slice(0, 200) || id} (JSON)`, default: text, rendering: { rows } };
}

function readJson(name: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw new SyntaxError(`${name} is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}
