//! Rules between answers: when they are asked, and where their message is shown.

use askwell_form::Form;
use serde_json::{Value, json};

use crate::small_forms::load;

fn form(fields: &Value, rules: &Value, more: &Value) -> Form {
    let mut document = json!({"id": "f", "title": "F", "fields": fields, "validation": {"rules": rules}});
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    load(&document)
}

fn trip() -> Form {
    form(
        &json!([
            {"id": "start", "type": "date", "label": "Start", "required": true},
            {"id": "end", "type": "date", "label": "End", "required": true, "validation": {"maximum": "2026-12-31"}},
            {"id": "way", "type": "select", "label": "Way", "options": ["train", "plane"]},
            {"id": "seat", "type": "text", "label": "Seat", "rendering": {"conditionalDisplay":
                {"operator": "equals", "field": "way", "value": "plane"}}},
            {"id": "nights", "type": "number", "label": "Nights", "default": 1}
        ]),
        &json!([
            {"expression": "end >= start", "message": "The end is before the start.", "fields": ["end", "start"]},
            {"expression": "!seat.startsWith('1')", "message": "No first class.", "fields": ["seat"]},
            {"expression": "way == 'train' || nights < 9 || has(seat)", "message": "Take a seat.", "fields": ["seat"]},
            {"expression": "nights < 30", "message": "Stay less long."}
        ]),
        &json!({}),
    )
}

#[test]
fn broken_rules_are_reported_in_the_order_of_the_fields() {
    let form = trip();
    for (answers, expected) in [
        (json!({"start": "2026-02-01", "end": "2026-02-03"}), vec![]),
        (
            json!({"start": "2026-02-03", "end": "2026-02-01"}),
            vec!["start: The end is before the start.", "end: The end is before the start."],
        ),
        // A field with a problem of its own is no matter for rules yet.
        (
            json!({"start": "2027-02-03", "end": "2027-01-01"}),
            vec!["end: End must be 2026-12-31 or earlier."],
        ),
        (json!({"end": "2026-01-01"}), vec!["start: Start is required."]),
        (
            json!({"start": "soon", "end": "2026-01-01"}),
            vec!["start: Start must be a date, like 2026-01-31."],
        ),
        // A hidden field is not asked, and its message moves to the form.
        (json!({"start": "2026-02-01", "end": "2026-02-03", "seat": "1A"}), vec![]),
        (
            json!({"start": "2026-02-01", "end": "2026-02-03", "seat": "1A", "way": "plane"}),
            vec!["seat: No first class."],
        ),
        (json!({"start": "2026-02-01", "end": "2026-02-03", "nights": 9}), vec![]),
        (
            json!({"start": "2026-02-01", "end": "2026-02-03", "nights": 9, "way": "plane"}),
            vec!["seat: Take a seat."],
        ),
        (
            json!({"start": "2026-02-01", "end": "2026-02-03", "nights": 31, "way": "train"}),
            vec![": Stay less long."],
        ),
        // The default is what the person looks at, so the field cannot be emptied.
        (
            json!({"start": "2026-02-01", "end": "2026-02-03", "nights": ""}),
            vec!["nights: Nights is required."],
        ),
    ] {
        assert_eq!(told_with_fields(&form, &answers), expected, "{answers}");
    }
}

fn told_with_fields(form: &Form, answers: &Value) -> Vec<String> {
    let problems = form.check(answers).err().unwrap_or_default();
    problems.iter().map(|problem| format!("{}: {}", problem.field, problem.message)).collect()
}

#[test]
fn message_about_a_hidden_field_is_shown_at_the_form() {
    let form = form(
        &json!([
            {"id": "a", "type": "number", "label": "A"},
            {"id": "b", "type": "text", "label": "B",
             "rendering": {"conditionalDisplay": {"operator": "equals", "field": "a", "value": 1}}}
        ]),
        &json!([{"expression": "a < 5", "message": "Too much.", "fields": ["b"]}]),
        &json!({}),
    );
    assert_eq!(told_with_fields(&form, &json!({"a": 7})), [": Too much."]);
    let answers = json!({"a": 7});
    let view = form.view(&answers);
    assert_eq!(view.problems[0].message, "Too much.");
    assert!(!view.is_complete());
}

#[test]
fn partial_answer_is_judged_by_what_is_there() {
    let fields = json!([
        {"id": "a", "type": "number", "label": "A", "required": true},
        {"id": "b", "type": "number", "label": "B", "required": true}
    ]);
    let rules = json!([{"expression": "a <= b", "message": "Swap them."}]);
    let form = form(&fields, &rules, &json!({"allowPartial": true}));
    assert_eq!(told_with_fields(&form, &json!({"a": 3})), Vec::<String>::new());
    assert_eq!(told_with_fields(&form, &json!({"a": 3, "b": 2})), [": Swap them."]);
}

#[test]
fn rule_about_secrets_does_not_repeat_them() {
    let secret =
        |id: &str| json!({"id": id, "type": "text", "label": id, "rendering": {"inputType": "password"}});
    let form = form(
        &json!([secret("password"), secret("again")]),
        &json!([{"expression": "password == again", "message": "The two differ.", "fields": ["again"]}]),
        &json!({}),
    );
    assert!(form.accepts(&json!({"password": "hunter2", "again": "hunter2"})));
    let problems = form.check(&json!({"password": "hunter2", "again": "hunter3"})).unwrap_err();
    let written = format!("{problems:?} {problems} {}", problems.to_json());
    assert!(written.contains("The two differ.") && !written.contains("hunter"), "{written}");
}
