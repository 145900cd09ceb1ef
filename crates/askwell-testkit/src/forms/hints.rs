//! Generates parts that change no result: descriptions, rendering hints, metadata, extensions,
//! custom messages.

use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::subsequence;
use serde_json::{Map, Value, json};

/// Some of these members, seldom many.
fn some_of(members: Vec<(&'static str, Value)>) -> BoxedStrategy<Map<String, Value>> {
    let most = members.len().min(4);
    let some = subsequence(members, 0..=most);
    some.prop_map(|some| some.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()).boxed()
}

/// Extras of a form.
pub(super) fn any_form_extras() -> BoxedStrategy<Map<String, Value>> {
    some_of(vec![
        ("description", json!("Why we ask.\nAnd what for.")),
        ("metadata", json!({"a": [1, null, {"b": 2.5}]})),
        ("timeout", json!(60_000)),
        ("version", json!("2.10.3")),
        ("$schema", json!("urn:askwell:schema:form-definition:1")),
        ("x-owner", json!({"team": "ops"})),
    ])
}

/// Extras of a field of this kind.
pub(super) fn any_field_extras(kind: &str) -> BoxedStrategy<Map<String, Value>> {
    let extras = some_of(vec![
        ("description", json!("More about it: “ça” 界")),
        ("x-note", json!("kept")),
        ("x-messages", json!({"required": "Please answer this.", "type": "Not like this."})),
    ]);
    let mut hints = vec![
        ("placeholder", json!("…")),
        ("helpText", json!("Take your time.")),
        ("readonly", json!(false)),
        ("hidden", json!(true)),
        ("autocomplete", json!("off")),
        ("gridColumn", json!(6)),
        ("gridRow", json!(1)),
        ("breakAfter", json!(true)),
        ("rows", json!(3)),
        ("step", json!(0.5)),
        ("validationTrigger", json!("on_blur")),
        ("debounceMs", json!(0)),
        ("accessibility", json!({"ariaLabel": "A", "tabIndex": -1, "required": true})),
        ("x-colour", json!("red")),
    ];
    match kind {
        "number" => hints.extend([
            ("displayStyle", json!("slider")),
            ("displayStyle", json!("rating")),
            ("displayStyle", json!("scale")),
            ("lowLabel", json!("Never")),
            ("highLabel", json!("Always")),
        ]),
        "boolean" => hints.push(("displayStyle", json!("toggle"))),
        "select" => hints.extend([
            ("displayStyle", json!("radio")),
            ("displayStyle", json!("scale")),
            ("searchable", json!(true)),
            ("lowLabel", json!("Bad")),
        ]),
        "multi_select" => hints.extend([("displayStyle", json!("chips")), ("searchable", json!(false))]),
        "date" => hints.push(("displayFormat", json!("DD.MM.YYYY"))),
        "url" => hints.push(("testButton", json!(true))),
        "file" => hints.extend([
            ("acceptAttribute", json!(".json")),
            ("preview", json!(true)),
            ("displayStyle", json!("signature")),
        ]),
        _ => hints.extend([
            ("inputType", json!("search")),
            ("displayStyle", json!("phone")),
            ("displayStyle", json!("address")),
            ("displayStyle", json!("colour")),
            ("displayStyle", json!("time")),
        ]),
    }
    (extras, some_of(hints))
        .prop_map(|(mut extras, hints)| {
            if !hints.is_empty() {
                extras.insert("rendering".to_owned(), Value::Object(hints));
            }
            extras
        })
        .boxed()
}
