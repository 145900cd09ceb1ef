//! Schemas as servers and Rust types write them, and the forms they become.

use askwell_form::schema::Revision;
use askwell_form::{Field, Form};
use serde_json::{Value, json};

/// The form document that a schema becomes, and the notes.
fn imported(schema: &Value, message: &str) -> (Value, Vec<String>) {
    let import = Form::import(schema, message).unwrap_or_else(|defects| panic!("{schema:#}: {defects}"));
    (import.form.to_value(), import.notes.iter().map(ToString::to_string).collect())
}

/// The field that a property becomes, without id and label, and the notes.
fn field(property: &Value, definitions: &Value) -> (Value, Vec<String>) {
    let schema = json!({"type": "object", "properties": {"p": property}, "$defs": definitions});
    let (document, notes) = imported(&schema, "Please");
    let mut field = document["fields"][0].clone();
    field.as_object_mut().unwrap().retain(|key, _| key != "id" && key != "label");
    (field, notes)
}

#[test]
fn properties_become_fields() {
    let untitled = json!({"title": null});
    let options = json!([{"value": "a", "title": "A"}, {"value": "b", "title": "B"}]);
    let table = [
        (json!({"type": "string"}), json!({"type": "text", "x-schema": untitled})),
        (
            json!({"type": "string", "title": "T", "description": "D", "minLength": 1, "maxLength": 5, "pattern": "^a"}),
            json!({"type": "text", "description": "D", "validation": {"minLength": 1, "maxLength": 5, "pattern": "^a"}}),
        ),
        (
            json!({"type": "string", "title": "T", "format": "hostname"}),
            json!({"type": "text", "validation": {"format": "hostname"}}),
        ),
        (
            json!({"type": "string", "title": "T", "format": "date"}),
            json!({"type": "date", "validation": {"format": "date"}}),
        ),
        (
            json!({"type": "string", "title": "T", "format": "date-time", "maxLength": 30}),
            json!({"type": "text", "validation": {"format": "date-time", "maxLength": 30}}),
        ),
        (
            json!({"type": "integer", "title": "T", "minimum": 1, "default": 2}),
            json!({"type": "number", "validation": {"minimum": 1, "multipleOf": 1}, "default": 2}),
        ),
        (
            json!({"type": "integer", "title": "T", "multipleOf": 5}),
            json!({"type": "number", "validation": {"multipleOf": 5}}),
        ),
        (json!({"type": "number", "title": "T"}), json!({"type": "number"})),
        (
            json!({"type": "boolean", "title": "T", "default": true}),
            json!({"type": "boolean", "default": true}),
        ),
        (json!({"title": "T", "enum": ["a", "b"]}), json!({"type": "select", "options": ["a", "b"]})),
        (json!({"type": "string", "title": "T", "const": "a"}), json!({"type": "select", "options": ["a"]})),
        (
            json!({"type": "string", "title": "T", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
            json!({"type": "select", "options": options}),
        ),
        (
            json!({"title": "T", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}),
            json!({"type": "select", "options": options}),
        ),
        (
            json!({"title": "T", "anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}], "default": "b"}),
            json!({"type": "select", "options": options, "default": "b"}),
        ),
        (
            json!({"type": "array", "title": "T", "items": {"enum": ["a", "b"]}, "minItems": 1, "uniqueItems": true, "default": ["a"]}),
            json!({"type": "multi_select", "options": ["a", "b"], "validation": {"minItems": 1}, "default": ["a"]}),
        ),
        (
            json!({"type": "array", "title": "T", "items": {"anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}}),
            json!({"type": "multi_select", "options": options}),
        ),
        (
            json!({"type": "string", "title": "T", "writeOnly": true}),
            json!({"type": "text", "rendering": {"inputType": "password"}}),
        ),
        (
            json!({"type": "string", "title": "T", "format": "password", "minLength": 8}),
            json!({"type": "text", "rendering": {"inputType": "password"}, "validation": {"minLength": 8}}),
        ),
        // What schemars makes of Rust types.
        (
            json!({"title": "T", "type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535}),
            json!({"type": "number", "validation": {"minimum": 0, "maximum": 65535, "multipleOf": 1}, "x-schema": {"format": "uint16"}}),
        ),
        (
            json!({"title": "T", "type": "integer", "format": "uint32", "minimum": 0}),
            json!({"type": "number", "validation": {"minimum": 0, "maximum": 4_294_967_295_u32, "multipleOf": 1}, "x-schema": {"format": "uint32"}}),
        ),
        (json!({"title": "T", "type": ["string", "null"], "default": null}), json!({"type": "text"})),
        (
            json!({"title": "T", "anyOf": [{"$ref": "#/$defs/Hue"}, {"type": "null"}]}),
            json!({"type": "select", "description": "A hue", "options": ["a", "b"]}),
        ),
        (
            json!({"title": "T", "description": "Mine", "$ref": "#/$defs/Hue"}),
            json!({"type": "select", "description": "Mine", "options": ["a", "b"]}),
        ),
        (
            json!({"title": "T", "allOf": [{"$ref": "#/$defs/Hue"}]}),
            json!({"type": "select", "description": "A hue", "options": ["a", "b"]}),
        ),
        (
            json!({"title": "T", "$ref": "#/$defs/Told"}),
            json!({"type": "select", "options": [
            {"value": "x", "title": "x"}, {"value": "y", "title": "y"}, {"value": "z", "title": "The last"}]}),
        ),
        (
            json!({"title": "T", "type": "array", "items": {"$ref": "#/$defs/Hue"}, "uniqueItems": true}),
            json!({"type": "multi_select", "options": ["a", "b"]}),
        ),
        (
            json!({"title": "T", "type": ["string", "null"], "enum": ["a", null]}),
            json!({"type": "select", "options": ["a"]}),
        ),
    ];
    let definitions = json!({
        "Hue": {"type": "string", "description": "A hue", "enum": ["a", "b"]},
        "Told": {"oneOf": [{"type": "string", "enum": ["x", "y"]}, {"type": "string", "const": "z", "description": "The last"}]}
    });
    for (property, expected) in table {
        assert_eq!(field(&property, &definitions), (expected, vec![]), "{property}");
    }
}

#[test]
fn unsupported_keywords_are_dropped_or_kept_with_a_note() {
    let table = [
        (
            json!({"type": "string", "minLength": 3, "default": "a"}),
            json!({"validation": {"minLength": 3}}),
            "p: `default` was dropped: ",
        ),
        (json!({"type": "string", "default": 7}), json!({}), "p: `default` was dropped: wrong type of value"),
        (
            json!({"type": "string", "minLength": 5, "maxLength": 2}),
            json!({"validation": {"maxLength": 2}}),
            "p: `minLength` was dropped: ",
        ),
        (
            json!({"type": "string", "minLength": "x"}),
            json!({"validation": {}}),
            "p: `minLength` was dropped: wrong type of value",
        ),
        (
            json!({"type": "string", "pattern": "(?=a)"}),
            json!({"x-schema": {"pattern": "(?=a)"}}),
            "p: `pattern` is not checked: ",
        ),
        (
            json!({"type": "string", "format": "color"}),
            json!({"x-schema": {"format": "color"}}),
            "p: the format `color` is not checked",
        ),
        (
            json!({"type": "number", "enum": [1, 2]}),
            json!({"x-schema": {"enum": [1, 2]}}),
            "p: `enum` is not checked: ",
        ),
        (
            json!({"type": "integer", "multipleOf": 1.5}),
            json!({"validation": {"multipleOf": 1}, "x-schema": {"multipleOf": 1.5}}),
            "p: `multipleOf` is not checked",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": true}),
            json!({"validation": {}}),
            "p: `exclusiveMinimum` was dropped",
        ),
        (json!({"enum": ["", "a"]}), json!({"options": ["a"]}), "p: the empty option was dropped"),
        (
            json!({"enum": ["a", "a", "b"]}),
            json!({"options": ["a", "b"]}),
            "p: an option that was listed twice",
        ),
        (json!({"enum": ["a", "\u{7}"]}), json!({"options": ["a"]}), "p: an option with hidden characters"),
        (json!({"enum": ["a"], "default": "b"}), json!({"options": ["a"]}), "p: `default` was dropped"),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 2}),
            json!({"options": ["a"], "validation": {}}),
            "p: `minItems` was dropped",
        ),
        (
            json!({"type": "string", "writeOnly": true, "default": "hunter2"}),
            json!({"rendering": {"inputType": "password"}}),
            "p: `default` was dropped",
        ),
        (
            json!({"type": "boolean", "writeOnly": true}),
            json!({"x-schema": {"writeOnly": true}}),
            "p: only a text can be a secret",
        ),
        (
            json!({"type": "string", "description": "a\u{202e}b"}),
            json!({"description": "ab"}),
            "p: the description was shortened",
        ),
    ];
    for (mut property, mut expected, note) in table {
        property["title"] = "T".into();
        let (mut field, notes) = field(&property, &json!({}));
        field.as_object_mut().unwrap().remove("type");
        assert!(notes.len() == 1 && notes[0].starts_with(note), "{property}: {notes:?}");
        assert_eq!(field.take(), expected.take(), "{property}");
    }
}

#[test]
fn property_names_that_are_no_ids_get_ids() {
    let long = "n".repeat(80);
    let schema = json!({"type": "object", "properties": {
        "a b": {"type": "string"}, "a_b": {"type": "string"}, "größe": {"type": "number"}, "": {"type": "boolean"},
        "~/": {"type": "boolean"}, long.as_str(): {"type": "boolean"}, "ok-1": {"type": "boolean"}
    }});
    let form = Form::import(&schema, "Please").unwrap().form;
    let pairs: Vec<(&str, &str)> = form.fields().iter().map(|field| (field.id(), field.property())).collect();
    let made = "n".repeat(56);
    assert_eq!(
        pairs,
        [
            ("a_b_2", "a b"),
            ("a_b", "a_b"),
            ("gr__e", "größe"),
            ("field", ""),
            ("field_2", "~/"),
            (&*made, &*long),
            ("ok-1", "ok-1")
        ]
    );
    let answers = form.check(&json!({"a b": "x", "größe": "3", "": true})).unwrap();
    assert_eq!(answers.to_value(), json!({"a b": "x", "größe": 3, "": true}));
    assert_eq!(form.to_mcp_schema(Revision::LATEST).schema, schema);
}

#[test]
fn properties_keep_their_order() {
    let schema = json!({"type": "object", "required": ["email", "username", "missing"], "properties": {
        "username": {"type": "string"}, "email": {"type": "string"}, "age": {"type": "integer"}
    }});
    let import = Form::import(&schema, "Please").unwrap();
    let ids: Vec<&str> = import.form.fields().iter().map(Field::id).collect();
    assert_eq!(ids, ["username", "email", "age"]);
    assert_eq!(import.notes[0].to_string(), "`missing` is required and not a property");
}

#[test]
fn schema_without_properties_becomes_a_confirmation() {
    for schema in [json!({"type": "object", "properties": {}}), json!({"type": "object"}), json!({})] {
        let form = Form::import(&schema, "Delete everything?").unwrap().form;
        assert_eq!((form.title(), form.fields().len()), ("Delete everything?", 0));
        assert!(form.accepts(&json!({})));
        assert_eq!(form.to_mcp_schema(Revision::LATEST).schema, json!({"type": "object", "properties": {}}));
    }
}

#[test]
fn schemas_of_the_conformance_suite_are_imported() {
    let defaults = json!({"type": "object", "properties": {
        "name": {"type": "string", "description": "User name", "default": "Operator"},
        "age": {"type": "integer", "description": "User age", "default": 30},
        "score": {"type": "number", "description": "User score", "default": 95.5},
        "status": {"type": "string", "description": "User status", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "description": "Verification status", "default": true}
    }, "required": []});
    let form = Form::import(&defaults, "Please").unwrap().form;
    let answers = form.check(&json!({})).unwrap().to_value();
    assert_eq!(
        answers,
        json!({"name": "Operator", "age": 30, "score": 95.5, "status": "active", "verified": true})
    );
    let mut expected = defaults;
    expected.as_object_mut().unwrap().remove("required");
    assert_eq!(form.to_mcp_schema(Revision::V2025_11_25).schema, expected);

    let enums = json!({"type": "object", "properties": {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}]},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2"]}},
        "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First Choice"}, {"const": "value2", "title": "Second Choice"}]}}
    }});
    let form = Form::import(&enums, "Please").unwrap().form;
    let answer = json!({"untitledSingle": "option1", "titledSingle": "value2", "legacyEnum": "opt1",
        "untitledMulti": ["option2", "option1"], "titledMulti": ["value1"]});
    assert_eq!(form.check(&answer).unwrap().to_value(), answer);
    let mut expected = enums;
    expected["properties"]["legacyEnum"] = json!({"type": "string", "oneOf": [{"const": "opt1", "title": "Option One"}, {"const": "opt2", "title": "Option Two"}]});
    assert_eq!(form.to_mcp_schema(Revision::LATEST).schema, expected);
}
