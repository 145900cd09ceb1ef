/** Writes a form as the schema that MCP clients show in their dialogs, where that loses nothing a person needs. */

import type { Field, FormDocument } from "../forms.js";

/** The requested schema of a form-mode elicitation. */
export interface DialogSchema {
  readonly type: "object";
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required?: string[];
}

/** Formats that dialogs know. */
const FORMATS = ["email", "uri", "date", "date-time"];

/**
 * Returns the schema for a dialog; nothing if a dialog must not or cannot show the form: it has secrets, files or
 * conditions. Rules that the schema cannot express are checked by the service when the answer comes.
 */
export function dialogSchema(form: FormDocument, withLists: boolean): DialogSchema | undefined {
  if (form.validation?.dependencies || form.validation?.customValidators) return undefined;
  const properties: DialogSchema["properties"] = {};
  for (const field of form.fields) {
    const property = propertyOf(field, withLists);
    if (!property || field.rendering?.conditionalDisplay || field.dependencies?.length) return undefined;
    properties[nameOf(field)] = property;
  }
  const required = form.fields.filter((field) => field.required).map(nameOf);
  // A dialog without fields is accepted by some clients without asking anyone.
  if (form.fields.length === 0) return undefined;
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** The property that an imported field stands for. */
function nameOf(field: Field): string {
  const property = field["x-property"];
  return typeof property === "string" ? property : field.id;
}

function propertyOf(field: Field, withLists: boolean): Record<string, unknown> | undefined {
  const words = { title: field.label, ...(field.description ? { description: field.description } : {}) };
  const preset = "default" in field && field.default !== undefined ? { default: field.default } : {};
  switch (field.type) {
    case "boolean":
      return { type: "boolean", ...words, ...preset };
    case "number": {
      const { minimum, maximum, multipleOf } = field.validation ?? {};
      const type = Number.isInteger(multipleOf) ? "integer" : "number";
      return { type, ...words, ...defined({ minimum, maximum }), ...preset };
    }
    case "text": {
      if (field.rendering?.inputType === "password") return undefined;
      const { minLength, maxLength, format } = field.validation ?? {};
      const known = format && FORMATS.includes(format) ? { format } : {};
      return { type: "string", ...words, ...defined({ minLength, maxLength }), ...known, ...preset };
    }
    case "date":
      return { type: "string", ...words, format: field.validation?.format ?? "date", ...preset };
    case "url":
      return { type: "string", ...words, format: "uri", ...preset };
    case "select":
      return { type: "string", ...words, ...choices(field.options), ...preset };
    case "multi_select": {
      if (!withLists) return undefined;
      const { minItems, maxItems } = field.validation ?? {};
      const items = { type: "string", enum: field.options.map((option) => (typeof option === "string" ? option : option.value)) };
      return { type: "array", ...words, items, ...defined({ minItems, maxItems }), ...preset };
    }
    case "file":
      return undefined;
  }
}

function choices(options: readonly (string | { readonly value: string; readonly title: string })[]): object {
  const values = options.map((option) => (typeof option === "string" ? option : option.value));
  const names = options.map((option) => (typeof option === "string" ? option : option.title));
  return names.every((name, index) => name === values[index]) ? { enum: values } : { enum: values, enumNames: names };
}

function defined(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
