/** A person who gives some valid answer to every form of the examples. */

import type { Field } from "askwell";
import { answers, SimulatedPerson } from "askwell/testing";

/** Returns a person who fills in every field that is shown without conditions. */
export function plausiblePerson(): SimulatedPerson {
  return new SimulatedPerson(({ form }) => {
    if (!form) return { does: "ignore" };
    const shown = form.fields.filter((field) => field.rendering?.conditionalDisplay === undefined);
    return answers(Object.fromEntries(shown.map((field) => [field.id, plausible(field)])));
  });
}

function plausible(field: Field): unknown {
  switch (field.type) {
    case "boolean":
      return field.default ?? true;
    case "number":
      return field.validation?.minimum ?? 7;
    case "date":
      return "2026-01-31";
    case "url":
      return "https://example.com/";
    case "select":
    case "multi_select": {
      const [option] = field.options;
      const value = typeof option === "string" ? option : option?.value;
      return field.type === "select" ? value : [value];
    }
    case "file":
      return { filename: "report.txt", content_type: "text/plain", size: 12, content: btoa("All is well.") };
    case "text":
      return field.validation?.format === "email" ? "person@example.com" : "some text";
  }
}
