//! Any expression over a field of each kind, and any answers: it loads or is refused, and checking twice agrees. The
//! expression is a rule between answers, and gives computed and prefilled values of each type.
//!
//! The first line is the expression, the rest is the answer as JSON.
#![no_main]

use askwell_form::Form;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (expression, answers) = text.split_once('\n').unwrap_or((text, "{}"));
    check(&document(expression), answers, text);
    for (kind, more) in [
        ("text", json!({})),
        ("number", json!({"validation": {"maximum": 1000}})),
        ("boolean", json!({})),
        ("date", json!({})),
        ("date", json!({"validation": {"format": "date-time"}})),
        ("select", json!({"options": ["dev", "prod"]})),
        ("multi_select", json!({"options": ["x", "y"]})),
    ] {
        for key in ["computed", "prefill"] {
            let mut field = more.clone();
            (field["id"], field["label"], field["type"]) = (json!("v"), json!("V"), json!(kind));
            field[key] = json!(expression);
            let mut form = document("true");
            if let Some(fields) = form["fields"].as_array_mut() {
                fields.push(field);
                fields.push(json!({"id": "w", "type": "boolean", "label": "W", "computed": "has(v)"}));
            }
            check(&form, answers, text);
        }
    }
});

fn document(expression: &str) -> Value {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "t", "type": "text", "label": "T", "default": "t"},
        {"id": "n", "type": "number", "label": "N"},
        {"id": "m", "type": "number", "label": "M", "default": 5},
        {"id": "b", "type": "boolean", "label": "B"},
        {"id": "d", "type": "date", "label": "D", "rendering": {"conditionalDisplay":
            {"operator": "equals", "field": "b", "value": true}}},
        {"id": "e", "type": "date", "label": "E", "validation": {"format": "date-time"}},
        {"id": "s", "type": "select", "label": "S", "options": ["dev", "prod"]},
        {"id": "l", "type": "multi_select", "label": "L", "options": ["x", "y"]}
    ], "validation": {"rules": [{"expression": expression, "message": "Broken.", "fields": ["t"]}]}})
}

fn check(document: &Value, answers: &str, text: &str) {
    let Ok(form) = Form::from_value(document) else { return };
    let Ok(answers) = serde_json::from_str::<Value>(answers) else { return };
    let verdict = form.check(&answers);
    assert_eq!(form.view(&answers).is_complete() && answers.is_object(), verdict.is_ok(), "{text}");
    assert_eq!(form.accepts(&answers), verdict.is_ok(), "{text}");
    if let Ok(checked) = verdict {
        assert!(form.check_json(checked.to_json().as_bytes()).is_ok(), "{text}");
    }
}
