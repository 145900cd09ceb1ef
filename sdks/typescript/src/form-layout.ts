/**
 * Lays an object schema out as one flat form, and puts the answers together as a value of the schema.
 *
 * An object inside the object becomes fields of its own, with the name of the member before theirs: `address-street`.
 * If it may be absent, a yes-or-no field before them tells whether it is there.
 */

import { UnsupportedSchemaError } from "./errors.js";
import type { Condition, Field, FormDocument } from "./forms.js";
import { fieldOf, labelOf, resolveMember } from "./schema-form.js";
import { isFileSchema } from "./schema.js";
import type { JsonSchema } from "./schema.js";

/** A form, and the way from its answers to a value. */
export interface FormLayout {
  readonly document: FormDocument;
  /** Returns the answers, by the ids of fields, as a value of the schema. */
  readonly valueOf: (answers: Readonly<Record<string, unknown>>) => unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** A member of an object: one field, or the fields of an object inside. */
type Member =
  | { readonly id: string; readonly nullable: boolean }
  | { readonly members: ReadonlyMap<string, Member>; readonly switch: string | undefined; readonly nullable: boolean };

/** Where an object stands in the form. */
interface Place {
  /** For errors: `customer.address`. */
  readonly path: string;
  readonly prefix: string;
  readonly label: string;
  readonly condition: Condition | undefined;
  /** The definitions that the way to the object leads through. */
  readonly references: readonly string[];
}

const OUTERMOST: Place = { path: "", prefix: "", label: "", condition: undefined, references: [] };
const LONGEST_LABEL = 256;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Whether an object schema needs a form document: a member is a file or an object. Other schemas go to the service as
 * they are, which knows more of JSON Schema.
 */
export function needsForm(schema: JsonSchema): boolean {
  return Object.values(schema.properties ?? {}).some((member) => {
    const resolved = resolveMember(member, schema);
    return isFileSchema(resolved) || resolved.properties !== undefined;
  });
}

/** Returns the form that asks for the members of an object schema. Throws {@link UnsupportedSchemaError}. */
export function layOut(schema: JsonSchema, message: string): FormLayout {
  const builder = new LayoutBuilder(schema);
  const members = builder.addMembers(schema, OUTERMOST);
  const [title = message, ...rest] = message.trim().split("\n");
  const description = rest.length > 0 ? { description: message } : {};
  return {
    document: { id: "question", title, ...description, fields: builder.fields },
    valueOf: (answers) => valueOf(members, answers),
  };
}

/** Collects the fields of a form, in order. */
class LayoutBuilder {
  readonly fields: Field[] = [];
  readonly #root: JsonSchema;
  readonly #ids = new Set<string>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Adds the fields for the members of an object. */
  addMembers(schema: JsonSchema, place: Place): Map<string, Member> {
    const required = new Set(schema.required ?? []);
    const defaults = isObject(schema["default"]) ? schema["default"] : {};
    const members = new Map<string, Member>();
    for (const [name, given] of Object.entries(schema.properties ?? {})) {
      const member = Object.hasOwn(defaults, name) ? { ...given, default: defaults[name] } : given;
      members.set(name, this.#addMember(name, member, required.has(name), place));
    }
    return members;
  }

  #addMember(name: string, given: JsonSchema, required: boolean, place: Place): Member {
    const path = place.path ? `${place.path}.${name}` : name;
    const schema = resolveMember(given, this.#root);
    const canBeNull = acceptsNull(given);
    const id = this.#idFor(place.prefix + name);
    const label = joinLabels(place.label, labelOf(name, schema));
    if (schema.properties === undefined) {
      const field = fieldOf(id, schema, required && !canBeNull, path);
      this.#add({ ...field, label }, place.condition);
      return { id, nullable: canBeNull && required };
    }
    const references = [...place.references, ...referencesOf(given)];
    if (new Set(references).size < references.length) {
      throw new UnsupportedSchemaError(
        `the member \`${path}\` contains itself; ask for the inner object with a question of its own`,
      );
    }
    if (Object.keys(schema.properties).length === 0) {
      throw new UnsupportedSchemaError(`the member \`${path}\` has no members; an object needs at least one to be shown`);
    }
    return this.#addObject(id, schema, { required, canBeNull }, { ...place, path, label, references });
  }

  /** Adds the fields of an object inside, after the one that tells whether it is there. */
  #addObject(
    id: string,
    schema: JsonSchema,
    { required, canBeNull }: { readonly required: boolean; readonly canBeNull: boolean },
    place: Place,
  ): Member {
    const hasDefault = isObject(schema["default"]);
    const about = typeof schema["description"] === "string" ? { description: schema["description"] } : {};
    const hasSwitch = canBeNull || (!required && !hasDefault);
    if (hasSwitch) {
      this.#add({ id, type: "boolean", label: place.label, default: hasDefault, ...about }, place.condition);
    }
    // A switch that is hidden hides what it switches.
    const condition: Condition | undefined = hasSwitch
      ? { operator: "equals", field: id, value: true }
      : place.condition;
    const first = this.fields.length;
    const members = this.addMembers(schema, { ...place, prefix: `${id}-`, condition });
    const shown = this.fields[first];
    if (!hasSwitch && shown) this.fields[first] = { ...about, ...shown };
    // An object that has a default and is left out would get it.
    return { members, switch: hasSwitch ? id : undefined, nullable: canBeNull && (required || hasDefault) };
  }

  #add(field: Field, condition: Condition | undefined): void {
    const rendering = condition ? { rendering: { ...field.rendering, conditionalDisplay: condition } } : {};
    this.fields.push({ ...field, ...rendering });
  }

  /** Returns the wanted id, or a number if no field can have it or another one has it. */
  #idFor(wanted: string): string {
    let id = wanted;
    for (let number = this.#ids.size + 1; !ID.test(id) || this.#ids.has(id); number++) id = `field-${number}`;
    this.#ids.add(id);
    return id;
  }
}

function valueOf(members: ReadonlyMap<string, Member>, answers: Json): Record<string, unknown> {
  const value: [string, unknown][] = [];
  for (const [name, member] of members) {
    const found = memberValue(member, answers);
    if (found !== undefined) value.push([name, found]);
    else if (member.nullable) value.push([name, null]);
  }
  // Unlike an assignment, this makes `__proto__` a member like others.
  return Object.fromEntries(value);
}

function memberValue(member: Member, answers: Json): unknown {
  if ("id" in member) return Object.hasOwn(answers, member.id) ? answers[member.id] : undefined;
  return member.switch === undefined || answers[member.switch] === true ? valueOf(member.members, answers) : undefined;
}

/** Whether `null` is one of the alternatives of a member. */
function acceptsNull({ type, anyOf }: JsonSchema): boolean {
  if (Array.isArray(type)) return type.includes("null");
  return Array.isArray(anyOf) && anyOf.some((branch: JsonSchema | undefined) => branch?.type === "null");
}

/** Returns the definitions that a member refers to. */
function referencesOf(schema: JsonSchema): string[] {
  const branches = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as JsonSchema[]) : [];
  return [schema, ...branches].map((part) => part["$ref"]).filter((reference) => typeof reference === "string");
}

function joinLabels(outer: string, label: string): string {
  return (outer ? `${outer}: ${label}` : label).slice(0, LONGEST_LABEL);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
