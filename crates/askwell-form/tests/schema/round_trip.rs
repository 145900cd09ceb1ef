//! From schema to form and back, and from form to schema and back.

use askwell_form::Form;
use askwell_form::schema::Revision;
use serde_json::{Value, json};

use super::form_of;

fn schema_of(property: &Value) -> Value {
    json!({"type": "object", "properties": {"p": property}})
}

/// The property as the form that was made of it would send it on.
fn returned(property: &Value, revision: Revision) -> Value {
    let import = Form::import(&schema_of(property), "Please")
        .unwrap_or_else(|defects| panic!("{property}: {defects}"));
    import.form.to_mcp_schema(revision).schema["properties"]["p"].clone()
}

#[test]
fn mcp_schemas_survive_a_round_trip() {
    let first = [
        json!({"type": "string"}),
        json!({"type": "string", "title": "Name", "description": "Yours", "minLength": 1, "maxLength": 9}),
        json!({"type": "string", "format": "email"}),
        json!({"type": "string", "format": "uri", "maxLength": 50}),
        json!({"type": "string", "format": "date"}),
        json!({"type": "string", "format": "date", "minLength": 10, "maxLength": 10}),
        json!({"type": "string", "format": "date-time", "title": "When"}),
        json!({"type": "number", "minimum": 0.5, "maximum": 10}),
        json!({"type": "integer", "minimum": 1, "maximum": 10, "description": "How many"}),
        json!({"type": "boolean", "default": false}),
        json!({"type": "string", "enum": ["a", "b"], "title": "Choice"}),
        json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
        // Unknown keywords are legal, and come back.
        json!({"type": "string", "x-hint": {"rows": [1, 2]}, "readOnly": true, "format": "color"}),
    ];
    let later = [
        json!({"type": "string", "default": "me"}),
        json!({"type": "string", "default": ""}),
        json!({"type": "string", "format": "date", "default": "2026-01-31"}),
        json!({"type": "integer", "default": 30}),
        json!({"type": "number", "default": 95.5}),
        json!({"type": "string", "enum": ["a", "b"], "default": "b"}),
        json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}], "default": "a"}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
        json!({"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}, "default": ["b"]}),
        json!({"type": "array", "title": "Several", "items": {"anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": ""}]}}),
    ];
    for property in &first {
        assert_eq!(returned(property, Revision::V2025_06_18), *property);
    }
    for property in first.iter().chain(&later).filter(|property| property.get("enumNames").is_none()) {
        for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
            assert_eq!(returned(property, revision), *property);
        }
    }
}

#[test]
fn round_trip_normalises_only_the_listed_parts() {
    let latest = Revision::LATEST;
    for (property, expected) in [
        (
            json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
            json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}),
        ),
        (json!({"const": "a"}), json!({"type": "string", "enum": ["a"]})),
        (json!({"type": ["string", "null"], "default": null}), json!({"type": "string"})),
        (
            json!({"type": "array", "items": {"oneOf": [{"const": "a", "title": "A"}]}, "uniqueItems": true}),
            json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}),
        ),
        (json!({"type": "integer", "exclusiveMinimum": 0}), json!({"type": "integer", "minimum": 1})),
        (json!({"type": "string", "title": "a\u{202e}b"}), json!({"type": "string", "title": "ab"})),
    ] {
        assert_eq!(returned(&property, latest), expected);
    }
    let required = json!({"type": "object", "properties": {
        "t": {"type": "string"}, "m": {"type": "array", "items": {"enum": ["a"]}}, "e": {"type": "string", "format": "email"}
    }, "required": ["e", "m", "t"]});
    let form = Form::import(&required, "Please").unwrap().form;
    assert_eq!(
        form.to_mcp_schema(latest).schema,
        json!({"type": "object", "properties": {
        "t": {"type": "string", "minLength": 1},
        "m": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["a"]}},
        "e": {"type": "string", "format": "email"}
    }, "required": ["t", "m", "e"]})
    );
}

#[test]
fn root_keywords_survive_a_round_trip() {
    let schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "title": "Login",
        "description": "About", "properties": {"a": {"type": "boolean"}}, "required": ["a"], "x-vendor": [1]});
    let form = Form::import(&schema, "Who are you?").unwrap().form;
    assert_eq!((form.title(), form.description()), ("Login", Some("Who are you?")));
    assert_eq!(form.to_mcp_schema(Revision::LATEST).schema, schema);
}

#[test]
fn form_without_losses_survives_a_round_trip() {
    let fields = json!([
        {"id": "name", "type": "text", "label": "Your name", "description": "All of it", "required": true,
            "validation": {"maxLength": 80}},
        {"id": "nick", "type": "text", "label": "Nick", "default": "me", "validation": {"minLength": 2}},
        {"id": "mail", "type": "text", "label": "Mail", "required": true, "validation": {"format": "email"}},
        {"id": "page", "type": "text", "label": "Page", "validation": {"format": "uri"}},
        {"id": "born", "type": "date", "label": "Born"},
        {"id": "meet", "type": "date", "label": "Meet", "required": true, "validation": {"format": "date-time"}},
        {"id": "age", "type": "number", "label": "Age", "required": true,
            "validation": {"minimum": 0, "maximum": 150, "multipleOf": 1}},
        {"id": "score", "type": "number", "label": "Score", "default": 0.5, "validation": {"minimum": 0}},
        {"id": "ok", "type": "boolean", "label": "OK?", "default": true},
        {"id": "size", "type": "select", "label": "Size", "options": ["s", "m"], "default": "m"},
        {"id": "hue", "type": "select", "label": "Hue", "required": true,
            "options": [{"value": "r", "title": "Red"}, {"value": "g", "title": "Green"}]},
        {"id": "tags", "type": "multi_select", "label": "Tags", "options": ["a", "b", "c"], "default": ["a"],
            "validation": {"minItems": 1, "maxItems": 2}},
        {"id": "days", "type": "multi_select", "label": "Days", "required": true,
            "options": [{"value": "1", "title": "Mon"}, {"value": "2", "title": "Tue"}]}
    ]);
    let form = form_of(&fields, &json!({}));
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let export = form.to_mcp_schema(revision);
        assert_eq!(export.losses, []);
        let import = Form::import(&export.schema, form.title()).unwrap();
        assert_eq!(import.notes, []);
        assert_eq!(import.form.to_mcp_schema(revision), export);
    }
    // The same by way of JSON Schema, which also carries patterns, more formats, steps and secrets.
    let mut fields = fields.as_array().unwrap().clone();
    fields.extend(json!([
        {"id": "code", "type": "text", "label": "Code", "required": true, "validation": {"pattern": "^[a-z]+$"}},
        {"id": "more", "type": "text", "label": "More", "validation": {"pattern": "^[a-z]+$", "maxLength": 5}},
        {"id": "uuid", "type": "text", "label": "UUID", "validation": {"format": "uuid"}},
        {"id": "second", "type": "text", "label": "Mail", "validation": {"format": "email", "maxLength": 40}},
        {"id": "step", "type": "number", "label": "Step", "validation": {"multipleOf": 5, "exclusiveMinimum": 0}},
        {"id": "key", "type": "text", "label": "Key", "required": true, "rendering": {"inputType": "password"}}
    ]).as_array().unwrap().clone());
    let form = form_of(&fields.into(), &json!({"description": "About"}));
    let export = form.to_json_schema();
    assert_eq!(export.losses, []);
    let import = Form::import(&export.schema, form.description().unwrap()).unwrap();
    assert_eq!(import.notes, []);
    assert_eq!(import.form.to_json_schema(), export);
}
