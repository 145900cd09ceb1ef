//! A form that was imported for its author accepts nothing that the schema refuses, except where a note says so.

#![expect(clippy::unwrap_used, reason = "a test may insist")]

use std::cell::Cell;

use askwell_form::Form;
use askwell_testkit::answers::valid_for;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_assert, prop_oneof, proptest};
use proptest::{collection, sample};
use serde_json::{Map, Value, json};

#[path = "support/effort.rs"]
mod effort;

use effort::config;

/// Schemas of one property, most of which a form can say, some of which it cannot.
fn any_property() -> BoxedStrategy<Value> {
    let text =
        (0_u8..4, 4_u8..12, sample::select(vec!["", "email", "date", "uuid", "ipv4", "hostname", "time"]))
            .prop_map(|(least, most, format)| match format {
                "" => json!({"type": "string", "minLength": least, "maxLength": most}),
                format => json!({"type": "string", "format": format}),
            });
    let number = (-5_i32..5, 0_i32..9, any::<bool>()).prop_map(|(low, span, whole)| {
        let kind = if whole { "integer" } else { "number" };
        json!({"type": kind, "minimum": low, "exclusiveMaximum": low + span + 2})
    });
    let options = collection::vec("[a-d]{1,2}", 1..4).prop_map(|mut values| {
        values.sort();
        values.dedup();
        values
    });
    let choice = options.clone().prop_map(|values| json!({"enum": values}));
    let titled = options.clone().prop_map(|values| {
        json!({"oneOf": values.iter().map(|value| json!({"const": value, "title": value})).collect::<Vec<_>>()})
    });
    let several =
        options.prop_map(|values| json!({"type": "array", "items": {"enum": values}, "minItems": 1}));
    let numbers = Just(json!({"type": "integer", "enum": [1, 2, 3]}));
    let texts = Just(json!({"type": "array", "items": {"type": "string"}}));
    let object = Just(json!({"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}));
    let rows = (0_u8..3, 0_u8..3, any::<bool>()).prop_map(|(least, more, exact)| {
        let mut items = json!({"type": "object", "properties": {
            "x": {"type": "string", "maxLength": 3}, "n": {"type": "integer", "minimum": 1}}});
        if exact {
            items["required"] = json!(["x"]);
        }
        json!({"type": "array", "items": items, "minItems": least, "maxItems": least + more + 1})
    });
    let plain = prop_oneof![
        3 => text, 3 => number, 1 => Just(json!({"type": "boolean"})), 2 => choice, 1 => titled, 2 => several,
        1 => numbers, 1 => texts, 1 => object, 2 => rows,
        1 => Just(json!({"type": "string", "pattern": "^[a-c]+$"})),
        1 => Just(json!({"type": "string", "not": {"const": "a"}})),
        1 => Just(json!({"type": "boolean", "const": true})),
    ];
    (plain.clone(), plain, 0_u8..6)
        .prop_map(|(schema, other, wrapped)| match wrapped {
            0 => json!({"anyOf": [schema, {"type": "null"}]}),
            1 => json!({"allOf": [schema]}),
            2 => json!({"$ref": "#/$defs/shared"}),
            3 => json!({"anyOf": [schema, other]}),
            4 => json!({"allOf": [schema, {"description": "More"}], "title": "Title"}),
            _ => schema,
        })
        .boxed()
}

fn any_schema() -> impl Strategy<Value = Value> {
    let properties = collection::vec((any_property(), any::<bool>()), 1..6);
    (properties, any_property(), 0_u8..4).prop_map(|(properties, shared, rule)| {
        let mut shared = shared;
        if shared.get("$ref").is_some() {
            shared = json!({"type": "string"});
        }
        let mut members = Map::new();
        let mut required = Vec::new();
        for (index, (schema, needed)) in properties.into_iter().enumerate() {
            let name = format!("p{index}");
            required.extend(needed.then(|| name.clone()));
            members.insert(name, schema);
        }
        let mut schema = json!({"type": "object", "properties": members, "required": required, "$defs": {"shared": shared}});
        let object = schema.as_object_mut().unwrap();
        match rule {
            0 => _ = object.insert("dependentRequired".to_owned(), json!({"p0": ["p1"]})),
            1 => _ = object.insert("maxProperties".to_owned(), json!(3)),
            _ => {}
        }
        schema
    })
}

/// The schema without the properties that a note is about, and without the rules of the whole if one is about those.
fn without_noted(schema: &Value, noted: &[&str], whole: bool) -> Value {
    let mut schema = schema.clone();
    let properties = schema["properties"].as_object_mut().unwrap();
    for name in noted {
        properties.insert((*name).to_owned(), json!(true));
    }
    let required = schema["required"].as_array().unwrap();
    let required: Vec<Value> =
        required.iter().filter(|name| !noted.iter().any(|n| name == n)).cloned().collect();
    schema["required"] = required.into();
    if whole || !noted.is_empty() {
        let object = schema.as_object_mut().unwrap();
        object.remove("maxProperties");
        object.remove("dependentRequired");
    }
    schema
}

#[test]
fn accepted_answers_satisfy_everything_that_is_not_noted() {
    let asked = any_schema().prop_flat_map(|schema| {
        let import = Form::import_json_schema(&schema);
        let answers = match &import {
            Ok(import) => valid_for(&import.form),
            Err(_) => Just(Value::Null).boxed(),
        };
        (Just(schema), Just(import.ok()), answers)
    });
    let (compared, exact) = (Cell::new(0), Cell::new(0));
    proptest!(config(), |((schema, import, answers) in asked)| {
        let Some(import) = import else { return Ok(()) };
        let Ok(checked) = import.form.check(&answers) else { return Ok(()) };
        let noted: Vec<&str> = import.notes.iter().filter_map(|note| note.property.as_deref()).collect();
        let whole = import.notes.iter().any(|note| note.property.is_none());
        let comparable = without_noted(&schema, &noted, whole);
        let mut answers = checked.to_value();
        let members = answers.as_object_mut().unwrap();
        // Blank means left out, but for a list without rows; a field that a note is about may be anything.
        let has_rows = |name: &str| import.form.fields().iter().any(|field| field.property() == name && field.rows().is_some());
        members.retain(|name, value| {
            let is_blank = value == "" || value == &json!([]) && !has_rows(name);
            !is_blank && schema["properties"].get(name).is_some()
        });
        for rows in members.values_mut().filter_map(Value::as_array_mut).flatten().filter_map(Value::as_object_mut) {
            rows.retain(|_, value| value != "");
        }
        compared.set(compared.get() + 1);
        exact.set(exact.get() + usize::from(import.notes.is_empty()));
        let validator = jsonschema::options().should_validate_formats(true).build(&comparable).unwrap();
        prop_assert!(validator.is_valid(&answers), "{answers}\n{schema}\n{:?}\n{}", import.notes, import.form.to_json());
    });
    let (compared, exact) = (compared.get(), exact.get());
    assert!(compared > 20 && exact > 3, "only {compared} answers were compared, {exact} without notes");
}
