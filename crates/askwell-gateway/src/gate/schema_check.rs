//! Checks arguments that a person has typed against the tool's schema, so that mistakes come back to the person and not
//! to the model. Checks types, required members, members that are not allowed, and listed values; the server checks the
//! rest. Never rejects what the schema accepts.

use askwell_mcp::wire::{JsonKind, Raw};

use crate::digest::Digest;

/// How deep schemas are followed.
const MAX_DEPTH: usize = 16;

/// Checks arguments.
///
/// # Errors
/// The first problem, in words.
pub(crate) fn check_arguments(schema: Raw<'_>, arguments: Raw<'_>) -> Result<(), String> {
    if arguments.kind() != JsonKind::Object {
        return Err("arguments have to be an object in braces".to_owned());
    }
    check(schema, arguments, "", MAX_DEPTH)
}

fn check(schema: Raw<'_>, value: Raw<'_>, place: &str, depth: usize) -> Result<(), String> {
    // A schema with references or alternatives may accept what its other members reject.
    let has = |key: &str| schema.get(key).is_some();
    if depth == 0 || schema.kind() != JsonKind::Object || has("$ref") || has("$dynamicRef") {
        return Ok(());
    }
    let name = || if place.is_empty() { "the value".to_owned() } else { format!("`{place}`") };
    if let Some(types) = schema.get("type") {
        let names: Vec<String> = match types.kind() {
            JsonKind::List => types.items().filter_map(Raw::as_text).map(Into::into).collect(),
            _ => types.as_text().map(Into::into).into_iter().collect(),
        };
        if !names.is_empty() && !names.iter().any(|wanted| is_of_type(value, wanted)) {
            return Err(format!("{} has to be {}", name(), in_words(&names)));
        }
    }
    if let Some(list) = schema.get("enum") {
        let given = Digest::of_json(value);
        // Numbers may be spelled in several ways, so they are left to the server.
        if value.kind() != JsonKind::Number && !list.items().any(|item| Digest::of_json(item) == given) {
            let texts: Vec<&str> = list.items().take(8).map(Raw::text).collect();
            return Err(format!("{} has to be one of {}", name(), texts.join(", ")));
        }
    }
    match value.kind() {
        JsonKind::Object => check_members(schema, value, place, depth),
        JsonKind::List => match schema.get("items") {
            Some(items) if !has("prefixItems") => value
                .items()
                .enumerate()
                .try_for_each(|(index, item)| check(items, item, &format!("{place}[{index}]"), depth - 1)),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

fn check_members(schema: Raw<'_>, value: Raw<'_>, place: &str, depth: usize) -> Result<(), String> {
    let at = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    for key in schema.get("required").into_iter().flat_map(Raw::items).filter_map(Raw::as_text) {
        if value.get(&key).is_none() {
            return Err(format!("`{}` is missing", at(&key)));
        }
    }
    let properties = schema.get("properties").unwrap_or(Raw::EMPTY);
    let is_closed = schema.get("additionalProperties").and_then(Raw::as_bool) == Some(false)
        && schema.get("patternProperties").is_none();
    for (key, member) in value.members() {
        match properties.get(&key) {
            Some(property) => check(property, member, &at(&key), depth - 1)?,
            None if is_closed => return Err(format!("`{}` is not an argument of this tool", at(&key))),
            None => {}
        }
    }
    Ok(())
}

fn is_of_type(value: Raw<'_>, wanted: &str) -> bool {
    match (wanted, value.kind()) {
        ("object", JsonKind::Object)
        | ("array", JsonKind::List)
        | ("string", JsonKind::Text)
        | ("boolean", JsonKind::Bool)
        | ("null", JsonKind::Null)
        | ("number", JsonKind::Number) => true,
        // `1.0` and `1e3` are integers to JSON Schema.
        ("integer", JsonKind::Number) => {
            value.as_i64().is_some() || value.text().parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
        }
        ("object" | "array" | "string" | "boolean" | "null" | "number" | "integer", _) => false,
        _ => true,
    }
}

fn in_words(types: &[String]) -> String {
    let words = types.iter().map(|name| match name.as_str() {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        other => other,
    });
    words.collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use serde_json::{Value, json};

    use super::check_arguments;

    fn check(schema: &Value, arguments: &Value) -> Result<(), String> {
        let raw = |value: &Value| Json::parse(&value.to_string(), &Default::default()).unwrap();
        check_arguments(raw(schema).raw(), raw(arguments).raw())
    }

    #[test]
    fn mistakes_are_found_at_their_place() {
        let schema = json!({"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
            "a": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer"}, "kind": {"enum": ["x", "y"]}}}},
            "b": {"type": ["string", "null"]}, "any": true}});
        for (arguments, expected) in [
            (json!({"a": []}), None),
            (json!({"a": [{"id": 1.0, "kind": "x", "more": 1}], "b": null, "any": {}}), None),
            (json!({}), Some("`a` is missing")),
            (json!({"a": {}}), Some("`a` has to be a list")),
            (json!({"a": [{"id": 1}, {}]}), Some("`a[1].id` is missing")),
            (json!({"a": [{"id": 1.5}]}), Some("`a[0].id` has to be a whole number")),
            (json!({"a": [{"id": 1, "kind": "z"}]}), Some("`a[0].kind` has to be one of \"x\", \"y\"")),
            (json!({"a": [], "b": 1}), Some("`b` has to be a text or null")),
            (json!({"a": [], "c": 1}), Some("`c` is not an argument of this tool")),
        ] {
            assert_eq!(check(&schema, &arguments).err().as_deref(), expected, "{arguments}");
        }
    }

    #[test]
    fn what_is_not_understood_is_accepted() {
        for schema in [
            json!({}),
            json!({"$ref": "#/$defs/a", "type": "string"}),
            json!({"type": "strange"}),
            json!({"properties": 1}),
        ] {
            assert_eq!(check(&schema, &json!({"a": 1})), Ok(()), "{schema}");
        }
        let mut deep = json!({"type": "string"});
        for _ in 0..25 {
            deep = json!({"properties": {"a": deep}});
        }
        assert_eq!(check(&deep, &json!({"a": {"a": 1}})), Ok(()));
    }
}
