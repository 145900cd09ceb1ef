/** Schemas of zod, ArkType, Valibot and others: every library that follows Standard Schema. */

import { UnsupportedSchemaError } from "./errors.js";

/** A schema that follows Standard Schema 1. */
export interface Schema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Present in libraries that follow Standard JSON Schema. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => Record<string, unknown> };
  };
}

/** What a schema says about a value. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A mistake in a value. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of the values that a schema accepts. */
export type Output<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : never
  : never;

/** A JSON Schema, as far as it is read here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Whether a value is a schema. Schemas of some libraries are functions. */
export function isSchema(value: unknown): value is Schema {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}

/**
 * Returns the JSON Schema of the answers that a schema accepts, in a shape that becomes a form.
 * Throws {@link UnsupportedSchemaError} if the library cannot tell it.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  if (!jsonSchema) {
    throw new UnsupportedSchemaError(
      `this schema (${vendor}) does not say its JSON Schema, so there is no form to show; use a library that ` +
        "follows Standard JSON Schema (zod 4.2 or later, ArkType, Valibot with toStandardJsonSchema), or ask with " +
        "a form document and this schema",
    );
  }
  try {
    return tidy(jsonSchema.input({ target: "draft-2020-12" })) as JsonSchema;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnsupportedSchemaError(
      `this schema (${vendor}) cannot be shown as a form: ${reason}; use text, number, boolean, enum, a list of ` +
        "enums or a file, alone or as members of one object",
      { cause: error },
    );
  }
}

/** Formats that the service checks itself. */
const FORMATS = new Set(["email", "uri", "uuid", "ipv4", "ipv6", "hostname", "date", "date-time"]);

/** Removes what schema libraries add and a person would not want to read about. */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema as Record<string, unknown>).filter(([key, value]) => {
    const { format } = schema as { format?: unknown };
    // The pattern says the same as the format, only less readably; and a date with a pattern is a text.
    if (key === "pattern" && typeof format === "string" && FORMATS.has(format)) return false;
    if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) return false;
    if (key === "minimum" && value === Number.MIN_SAFE_INTEGER) return false;
    return key !== "$schema";
  });
  return Object.fromEntries(members.map(([key, value]) => [key, key === "default" ? value : tidy(value)]));
}

/** Whether a JSON Schema is that of an object with members, which becomes a form with a field for each. */
export function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === "object" || schema.properties !== undefined;
}

/** Whether a JSON Schema is that of a file, as zod writes it. */
export function isFileSchema(schema: JsonSchema): boolean {
  return schema.type === "string" && schema["format"] === "binary";
}

/** Returns the issues with their paths as text. */
export function readIssues(issues: readonly SchemaIssue[]): { message: string; path: string }[] {
  return issues.map(({ message, path = [] }) => {
    const keys = path.map((segment) => String(typeof segment === "object" ? segment.key : segment));
    return { message, path: keys.join(".") };
  });
}
