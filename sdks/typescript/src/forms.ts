/** The types of form documents, and the type of the answer to one. */

import type { AnsweredFile } from "./files.js";

/** A condition on the answers to other fields. */
export type Condition =
  | { readonly operator: "and" | "or"; readonly conditions: readonly Condition[] }
  | {
      readonly operator: "equals" | "not_equals" | "contains" | "gt" | "lt" | "gte" | "lte" | "regex";
      readonly field: string;
      readonly value: unknown;
    };

/** How a field wants to be shown. */
export interface Rendering {
  /** `password` on a text makes it a secret. */
  readonly inputType?: "text" | "password" | "email" | "tel" | "search";
  /** The field is there only while this holds. */
  readonly conditionalDisplay?: Condition;
  readonly placeholder?: string;
  readonly helpText?: string;
  readonly displayStyle?: string;
  readonly rows?: number;
  readonly [hint: string]: unknown;
}

/** An option of a choice. */
export type Option =
  | string
  | {
      readonly value: string;
      readonly title: string;
      readonly description?: string;
      readonly image?: { readonly type: string; readonly data: string; readonly description: string };
      readonly [key: string]: unknown;
    };

/** What every field has. */
interface FieldBase {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly rendering?: Rendering;
  readonly dependencies?: readonly string[];
  readonly [extension: `x-${string}`]: unknown;
}

/** A field of a form. */
export type Field =
  | (FieldBase & {
      readonly type: "text";
      readonly default?: string;
      readonly validation?: {
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly pattern?: string;
        readonly format?: "email" | "uri" | "uuid" | "ipv4" | "ipv6" | "hostname" | "date" | "date-time" | "time" | "colour";
      };
    })
  | (FieldBase & {
      readonly type: "number";
      readonly default?: number;
      readonly validation?: {
        readonly minimum?: number;
        readonly maximum?: number;
        readonly exclusiveMinimum?: number;
        readonly exclusiveMaximum?: number;
        readonly multipleOf?: number;
      };
    })
  | (FieldBase & { readonly type: "boolean"; readonly default?: boolean; readonly validation?: Record<string, never> })
  | (FieldBase & {
      readonly type: "date";
      readonly default?: string;
      readonly validation?: {
        readonly format?: "date" | "date-time";
        readonly minimum?: string;
        readonly maximum?: string;
      };
    })
  | (FieldBase & {
      readonly type: "select";
      readonly options: readonly Option[];
      readonly default?: string;
      readonly validation?: Readonly<Record<string, unknown>>;
    })
  | (FieldBase & {
      readonly type: "multi_select";
      readonly options: readonly Option[];
      readonly default?: readonly string[];
      readonly validation?: {
        readonly minItems?: number;
        readonly maxItems?: number;
        readonly [key: string]: unknown;
      };
    })
  | (FieldBase & {
      readonly type: "url";
      readonly default?: string;
      readonly validation?: {
        readonly allowedSchemes?: readonly string[];
        readonly blockPrivateIPs?: boolean;
        readonly blockLocalhost?: boolean;
        readonly mustResolve?: boolean;
        readonly maxLength?: number;
      };
    })
  | (FieldBase & {
      readonly type: "file";
      readonly validation?: {
        readonly maxSize?: number;
        readonly allowedMimeTypes?: readonly string[];
        readonly allowedExtensions?: readonly string[];
      };
    });

/** The kinds of fields. */
export type FieldType = Field["type"];

/** A form document. `askwell check` explains mistakes; the form language has all keys. */
export interface FormDocument {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly description?: string;
  /** Makes the form one decision, with no fields to fill in: `fields: []`. The answer has `approved` and `comment`. */
  readonly decision?: {
    readonly approve?: string;
    readonly reject?: string;
    readonly comment?: "none" | "optional" | "required" | "required_to_reject";
  };
  /** How descriptions are shown; as Markdown by default. */
  readonly textFormat?: "markdown" | "plain";
  readonly validation?: {
    readonly dependencies?: Readonly<Record<string, { readonly condition: Condition; readonly action: string }>>;
    readonly customValidators?: readonly string[];
  };
  /** How long to wait, in milliseconds. */
  readonly timeout?: number;
  /** Whether an answer may leave required fields out. */
  readonly allowPartial?: boolean;
  readonly version?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly $schema?: string;
  readonly [extension: `x-${string}`]: unknown;
}

type OptionValue<O> = O extends string ? O : O extends { readonly value: infer V extends string } ? V : string;

/** The type of the answer to a field. */
export type FieldAnswer<F> = F extends { readonly type: "text" | "date" | "url" }
  ? string
  : F extends { readonly type: "number" }
    ? number
    : F extends { readonly type: "boolean" }
      ? boolean
      : F extends { readonly type: "select"; readonly options: readonly (infer O)[] }
        ? OptionValue<O>
        : F extends { readonly type: "multi_select"; readonly options: readonly (infer O)[] }
          ? OptionValue<O>[]
          : F extends { readonly type: "file" }
            ? AnsweredFile
            : never;

/** A field that a condition can hide may have no answer, even if it is required. */
type MayBeAbsent<F> = F extends
  | { readonly rendering: { readonly conditionalDisplay: unknown } }
  | { readonly dependencies: readonly [unknown, ...unknown[]] }
  ? true
  : F extends { readonly required: true } | { readonly default: unknown }
    ? false
    : true;

type Flat<T> = { [K in keyof T]: T[K] };

/** Whether the form as a whole can leave required fields out. */
type IsPartial<D> = D extends { readonly allowPartial: true } | { readonly validation: { readonly dependencies: unknown } }
  ? true
  : false;

type FieldsOf<D> = D extends { readonly fields: readonly (infer F)[] } ? F : never;

/** The type of the answers to a form whose document is known to the compiler. */
export type Answers<D extends FormDocument> = D extends { readonly decision: object }
  ? { approved: boolean; comment?: string }
  : FormAnswers<D>;

type FormAnswers<D extends FormDocument> = string extends FieldsOf<D>["id" & keyof FieldsOf<D>]
  ? Record<string, unknown>
  : IsPartial<D> extends true
    ? Flat<{ [F in FieldsOf<D> as F["id" & keyof F] & string]?: FieldAnswer<F> }>
    : Flat<
        {
          [F in FieldsOf<D> as MayBeAbsent<F> extends true ? never : F["id" & keyof F] & string]: FieldAnswer<F>;
        } & {
          [F in FieldsOf<D> as MayBeAbsent<F> extends true ? F["id" & keyof F] & string : never]?: FieldAnswer<F>;
        }
      >;

/** Returns the document unchanged, with the most exact type. */
export function form<const D extends FormDocument>(document: D): D {
  return document;
}
