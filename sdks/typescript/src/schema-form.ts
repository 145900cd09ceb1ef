/** Writes members of a JSON Schema as fields of a form document, where the service cannot do it. */

import { UnsupportedSchemaError } from "./errors.js";
import type { Field, Option } from "./forms.js";
import { isFileSchema } from "./schema.js";
import type { JsonSchema } from "./schema.js";

/**
 * Returns the field for one member of an object schema; `path` stands for it in errors. Throws
 * {@link UnsupportedSchemaError}.
 */
export function fieldOf(id: string, schema: JsonSchema, required: boolean, path = id): Field {
  const base = {
    id,
    label: labelOf(id, schema),
    ...(typeof schema["description"] === "string" ? { description: schema["description"] } : {}),
    ...(required ? { required } : {}),
  };
  // `null` is a default of schemas alone: the field is empty.
  const standard = (schema["default"] ?? undefined) === undefined ? {} : { default: schema["default"] as never };
  const validation = (...keys: string[]) => pick(schema, keys);
  if (isFileSchema(schema)) {
    return { ...base, type: "file", validation: fileRules(schema) };
  }
  const options = optionsOf(schema);
  if (options) return { ...base, ...standard, type: "select", options };
  switch (schema.type) {
    case "boolean":
      return { ...base, ...standard, type: "boolean" };
    case "integer":
    case "number": {
      const rules = validation("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
      const step = schema.type === "integer" ? { multipleOf: 1 } : {};
      return { ...base, ...standard, type: "number", validation: { ...step, ...rules } };
    }
    case "string": {
      const isSecret = schema["writeOnly"] === true || schema["format"] === "password";
      const secret = isSecret ? { rendering: { inputType: "password" } as const } : {};
      if (schema["format"] === "date" || schema["format"] === "date-time") {
        return { ...base, ...standard, type: "date", validation: validation("format") };
      }
      const rules = validation("minLength", "maxLength", "pattern", ...(isSecret ? [] : ["format"]));
      return { ...base, ...standard, ...secret, type: "text", validation: rules };
    }
    case "array": {
      const choices = optionsOf((schema["items"] ?? {}) as JsonSchema);
      if (choices) {
        const rules = validation("minItems", "maxItems");
        return { ...base, ...standard, type: "multi_select", options: choices, validation: rules };
      }
    }
  }
  throw new UnsupportedSchemaError(
    `the member \`${path}\` cannot be shown as a field; use text, number, boolean, enum, a list of enums or a file`,
  );
}

/** Returns the words for a member: its title, or its name as people would write it. */
export function labelOf(name: string, schema: JsonSchema): string {
  return typeof schema["title"] === "string" ? schema["title"] : spellOut(name);
}

/** Returns the options of an enumeration of texts. */
function optionsOf(schema: JsonSchema): Option[] | undefined {
  if (Array.isArray(schema["enum"]) && schema["enum"].every((value) => typeof value === "string")) {
    return schema["enum"];
  }
  const branches = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(branches)) return undefined;
  const options = branches.map((branch: JsonSchema) =>
    typeof branch["const"] === "string"
      ? { value: branch["const"], title: String(branch["title"] ?? branch["const"]) }
      : undefined,
  );
  return options.every((option) => option !== undefined) ? options : undefined;
}

function fileRules(schema: JsonSchema): { maxSize?: number; allowedMimeTypes?: string[] } {
  const branches = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as JsonSchema[]) : [schema];
  const types = branches.map((branch) => branch["contentMediaType"]).filter((type) => typeof type === "string");
  return {
    ...(typeof schema["maxLength"] === "number" ? { maxSize: schema["maxLength"] } : {}),
    ...(types.length > 0 ? { allowedMimeTypes: types } : {}),
  };
}

/** Follows a reference into `$defs`, and looks past `null` as an alternative. */
export function resolveMember(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference === "string" && reference.startsWith("#/$defs/")) {
    const definitions = root["$defs"] as Record<string, JsonSchema> | undefined;
    return { ...definitions?.[reference.slice("#/$defs/".length)], ...omit(schema, "$ref") };
  }
  if (Array.isArray(schema.type)) {
    const types: string[] = schema.type.filter((type: string) => type !== "null");
    return types.length === 1 ? { ...schema, type: types[0] as string } : schema;
  }
  const branches = schema["anyOf"];
  if (Array.isArray(branches) && branches.length === 2 && branches.some((branch) => branch?.type === "null")) {
    return { ...resolveMember(branches.find((branch) => branch?.type !== "null"), root), ...omit(schema, "anyOf") };
  }
  return schema;
}

function omit(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

function pick(schema: JsonSchema, keys: string[]): Record<string, never> {
  return Object.fromEntries(keys.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])) as never;
}

/** Returns a name as people would write it: `userName` and `user_name` are "User name". */
function spellOut(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[\s_.-]+/);
  const text = words.join(" ").trim().toLowerCase();
  return text ? text[0]?.toUpperCase() + text.slice(1) : name;
}
