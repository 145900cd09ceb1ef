//! The one type of a property, and options that are not texts.

use serde_json::Value;

use super::Adapter;
use crate::schema::import::merge::Merged;

impl Adapter<'_> {
    /// Leaves one type besides `null`. Returns whether there was `null`.
    pub(super) fn single_type(&mut self, merged: &mut Merged, pointer: &str) -> bool {
        let Some(Value::Array(names)) = merged.keywords.get("type") else { return false };
        let has_null = names.iter().any(|name| name == "null");
        let names: Vec<String> = names
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| *name != "null")
            .map(str::to_owned)
            .collect();
        // A text can say the most, and every number can be typed.
        let preferred = ["string", "number", "integer", "boolean", "array", "object"];
        let chosen = preferred.into_iter().find(|name| names.iter().any(|known| known == name));
        let chosen = chosen.unwrap_or("null");
        if names.len() > 1 {
            let what = format!("only a {chosen} is asked for: a field has one type");
            self.merger.note(merged.pointer_to("type", pointer), what);
        }
        merged.set("type", chosen);
        has_null
    }

    /// Finds the type of a schema that does not say it.
    pub(super) fn infer_type(&mut self, merged: &mut Merged, pointer: &str) {
        if merged.keywords.contains_key("type") {
            return;
        }
        let has = |keys: &[&str]| keys.iter().any(|key| merged.keywords.contains_key(*key));
        let kind = if !merged.properties.is_empty() || has(&["additionalProperties", "patternProperties"]) {
            "object"
        } else if has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]) {
            "array"
        } else if has(&["enum", "const", "oneOf", "anyOf", "pattern", "format", "minLength", "maxLength"]) {
            "string"
        } else if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
            "number"
        } else {
            self.merger.note(pointer, "asked for as a text: the schema has no type");
            "string"
        };
        merged.set("type", kind);
    }

    /// Makes texts of options that are numbers.
    pub(super) fn constants(&mut self, merged: &mut Merged, pointer: &str) {
        let is_number = matches!(merged.type_name(), Some("number" | "integer"));
        let is_boolean = merged.type_name() == Some("boolean");
        for key in ["enum", "const"] {
            let Some(value) = merged.keywords.get(key) else { continue };
            let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            let is_text = |value: &Value| value.is_string() || value.is_null();
            if is_boolean || values.iter().all(is_text) && !is_number {
                continue;
            }
            if values.iter().all(Value::is_boolean) {
                merged.set("type", "boolean");
                continue;
            }
            let what = "the options are texts here, and so is the answer: only texts can be options";
            self.merger.note(merged.pointer_to(key, pointer), what);
            let values: Vec<Value> = values.iter().map(text_of).collect();
            merged.keywords.remove(key);
            merged.set("enum", values);
            merged.set("type", "string");
            if let Some(default) = merged.keywords.get("default").filter(|value| !value.is_null()) {
                let default = text_of(default);
                merged.set("default", default);
            }
            for key in [
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "format",
                "const",
            ] {
                merged.keywords.remove(key);
            }
        }
    }
}

/// Returns a constant as a text.
pub(super) fn text_of(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Null => value.clone(),
        other => other.to_string().into(),
    }
}
