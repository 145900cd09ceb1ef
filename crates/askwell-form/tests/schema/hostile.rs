//! Schemas that were made to be wrong: refused with a pointer, or taken without harm.

use askwell_form::Form;
use askwell_form::schema::Revision;
use serde_json::{Map, Value, json};

#[test]
fn invalid_schemas_are_rejected_at_their_position() {
    let table = [
        (json!(null), ""),
        (json!([]), ""),
        (json!("object"), ""),
        (json!({"type": "array"}), "/type"),
        (json!({"type": ["object"]}), "/type"),
        (json!({"properties": []}), "/properties"),
        (json!({"required": "a", "properties": {}}), "/required"),
        (json!({"required": [1]}), "/required/0"),
        (json!({"properties": {"a": true}}), "/properties/a"),
        (json!({"properties": {"a": {}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": 7}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": []}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": "null"}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": "thing"}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": ["string", "integer"]}}}), "/properties/a"),
        (json!({"properties": {"a/b~": {"type": "object", "properties": {}}}}), "/properties/a~1b~0"),
        (json!({"properties": {"a": {"properties": {}}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": "array"}}}), "/properties/a"),
        (json!({"properties": {"a": {"type": "array", "items": {"type": "string"}}}}), "/properties/a/items"),
        (
            json!({"properties": {"a": {"type": "array", "items": {"type": "integer", "enum": [1]}}}}),
            "/properties/a/items",
        ),
        (json!({"properties": {"a": {"type": "array", "items": [1]}}}), "/properties/a/items"),
        (json!({"properties": {"a": {"enum": []}}}), "/properties/a"),
        (json!({"properties": {"a": {"enum": {"b": 1}}}}), "/properties/a/enum"),
        (json!({"properties": {"a": {"enum": ["b", 1]}}}), "/properties/a/enum"),
        (json!({"properties": {"a": {"const": 1}}}), "/properties/a/const"),
        (json!({"properties": {"a": {"oneOf": []}}}), "/properties/a"),
        (
            json!({"properties": {"a": {"oneOf": [{"type": "string"}, {"type": "number"}]}}}),
            "/properties/a/oneOf/0",
        ),
        (json!({"properties": {"a": {"anyOf": [1, 2]}}}), "/properties/a/anyOf/0"),
        (json!({"properties": {"a": {"$ref": "#/$defs/none"}}}), "/properties/a/$ref"),
        (json!({"properties": {"a": {"$ref": "https://example.org/schema"}}}), "/properties/a/$ref"),
        (json!({"properties": {"a": {"$ref": 1}}}), "/properties/a/$ref"),
        (json!({"properties": {"a": {"$ref": "#/properties/a"}}}), "/properties/a"),
        (
            json!({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"allOf": [{"$ref": "#/$defs/x"}]}}}),
            "/properties/a",
        ),
        (json!({"$ref": "#"}), ""),
        (
            json!({"properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}, {"type": "null"}]}}}),
            "/properties/a",
        ),
    ];
    for (schema, pointer) in table {
        let defects = Form::import(&schema, "Please").expect_err(&schema.to_string());
        let pointers: Vec<&str> = defects.iter().map(|defect| defect.pointer.as_str()).collect();
        assert_eq!(pointers, [pointer], "{schema}: {defects}");
    }
    let many: Map<String, Value> = (0..101).map(|n| (format!("p{n}"), json!({"type": "string"}))).collect();
    let defects = Form::import(&json!({"properties": many}), "Please").unwrap_err();
    assert_eq!(defects.to_string(), "/properties: 101 properties; expected at most 100");
    let two = json!({"properties": {"a": {"type": "object"}, "b": {"type": "string"}, "c": {}}});
    assert_eq!(Form::import(&two, "Please").unwrap_err().iter().count(), 2);
}

/// Every keyword with every kind of nonsense: import returns a result, and an accepted schema can
/// be exported.
#[test]
fn wrong_value_at_any_place_does_not_panic() {
    let mut nested = json!(1);
    for _ in 0..100 {
        nested = json!({"a": [nested]});
    }
    let nonsense = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1.5),
        json!(1e308),
        json!(u64::MAX),
        json!(""),
        json!("a\u{0}b"),
        json!("x".repeat(5000)),
        json!([]),
        json!([[]]),
        json!(["a", 1, null]),
        json!({}),
        json!({"": {}}),
        json!([{}, {"const": 1}]),
        nested,
    ];
    let keywords = [
        "type",
        "title",
        "description",
        "default",
        "enum",
        "enumNames",
        "const",
        "oneOf",
        "anyOf",
        "allOf",
        "items",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minItems",
        "maxItems",
        "uniqueItems",
        "writeOnly",
        "$ref",
        "$defs",
        "properties",
        "required",
        "additionalProperties",
        "unknown",
    ];
    let bases = [
        json!({"type": "string"}),
        json!({"type": "integer"}),
        json!({"type": "boolean"}),
        json!({"enum": ["a"]}),
        json!({"type": "array", "items": {"enum": ["a"]}}),
        json!({"oneOf": [{"const": "a", "title": "A"}]}),
        json!({"type": "string", "format": "date"}),
    ];
    let try_out = |schema: &Value, message: &str| {
        if let Ok(import) = Form::import(schema, message) {
            for revision in Revision::ALL {
                let sent = import.form.to_mcp_schema(revision).schema;
                assert!(Form::import(&sent, message).is_ok(), "{schema:.300} became {sent:.300}");
            }
            super::validator(&import.form.to_json_schema().schema);
        }
    };
    for keyword in keywords {
        for value in &nonsense {
            for base in &bases {
                let mut property = base.clone();
                property[keyword] = value.clone();
                try_out(
                    &json!({"type": "object", "properties": {"p": property}, "required": ["p"]}),
                    "Please",
                );
            }
            let mut root = json!({"type": "object", "properties": {"p": {"type": "string"}}});
            root[keyword] = value.clone();
            try_out(&root, &value.to_string());
        }
    }
}

#[test]
fn large_schema_is_imported() {
    let values: Vec<String> = (0..10_000).map(|n| format!("option {n}")).collect();
    let branches: Vec<Value> = values.iter().map(|value| json!({"const": value, "title": value})).collect();
    let schema = json!({"type": "object", "properties": {
        "enum": {"type": "string", "enum": values},
        "oneOf": {"type": "string", "oneOf": branches},
        "many": {"type": "array", "items": {"$ref": "#/$defs/values"}},
        "text": {"type": "string", "title": "t".repeat(100_000), "description": "d".repeat(100_000)}
    }, "$defs": {"values": {"type": "string", "enum": values}}});
    let import = Form::import(&schema, &"m".repeat(100_000)).unwrap();
    assert_eq!(import.notes.len(), 3, "{:?}", import.notes);
    assert!(
        import.form.accepts(&json!({"enum": "option 9999", "oneOf": "option 0", "many": ["option 5000"]}))
    );
}
