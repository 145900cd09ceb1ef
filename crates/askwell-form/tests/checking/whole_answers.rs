//! Answers as a whole: what is filled in, left out, unknown or no answer at all.

use askwell_form::{Constraint, Finding, Validators};
use serde_json::{Value, json};

use crate::small_forms::{form_of, load};
use crate::table::Outcome::No;
use crate::table::{REQUIRED, check, told};

#[test]
fn missing_answer_gets_its_default() {
    for (field, value) in [
        (json!({"type": "text", "default": "x"}), json!("x")),
        (json!({"type": "number", "default": 8080}), json!(8080)),
        (json!({"type": "boolean", "default": false}), json!(false)),
        (json!({"type": "date", "default": "2026-02-02"}), json!("2026-02-02")),
        (json!({"type": "select", "options": ["x"], "default": "x"}), json!("x")),
        (json!({"type": "multi_select", "options": ["x"], "default": ["x"]}), json!(["x"])),
        (json!({"type": "url", "default": "https://example.com"}), json!("https://example.com")),
    ] {
        let form = form_of(&field);
        assert_eq!(form.check(&json!({})).unwrap().to_value(), json!({"a": value}), "{field}");
        assert_eq!(form.check(&json!({"a": null})).unwrap().to_value(), json!({"a": value}), "{field}");
        let mut required = field.clone();
        required["required"] = json!(true);
        let problems = form_of(&required).check(&json!({})).unwrap_err();
        assert_eq!(told(&problems), REQUIRED, "a default is no answer to a required field");
    }
    assert!(form_of(&json!({"type": "text", "default": ""})).check(&json!({})).unwrap().is_empty());
    // Emptied on purpose.
    let emptied = form_of(&json!({"type": "number", "default": 5})).check(&json!({"a": ""})).unwrap();
    assert!(emptied.is_empty());
}

#[test]
fn partial_check_lists_missing_fields() {
    let form = load(&json!({"id": "f", "title": "F", "allowPartial": true, "fields": [
        {"id": "a", "type": "text", "label": "A", "required": true},
        {"id": "b", "type": "number", "label": "B", "required": true, "default": 3},
        {"id": "c", "type": "boolean", "label": "C"}
    ]}));
    for (given, missing) in [
        (json!({}), vec!["a", "b"]),
        (json!({"a": ""}), vec!["a", "b"]),
        (json!({"a": "x"}), vec!["b"]),
        (json!({"a": "x", "b": 1}), vec![]),
    ] {
        let answers = form.check(&given).unwrap();
        let found: Vec<&str> = answers.missing().map(askwell_form::Field::id).collect();
        assert_eq!(found, missing, "{given}");
    }
    let problems = form.check(&json!({"a": 5})).unwrap_err();
    assert_eq!(told(&problems), [("type", "A must be a text.")]);
}

#[test]
fn unknown_key_is_rejected() {
    let form = load(
        &json!({"id": "f", "title": "F", "fields": [{"id": "api_key", "type": "text", "label": "Key"}]}),
    );
    for (key, says) in [
        ("api-key", "This form has no field “api-key”; perhaps “api_key” was meant."),
        ("apikey", "This form has no field “apikey”; perhaps “api_key” was meant."),
        ("region", "This form has no field “region”."),
        ("", "This form has no field “”."),
    ] {
        let problems = form.check(&json!({key: "x"})).unwrap_err();
        assert_eq!(told(&problems), [("additionalProperties", says)]);
        assert_eq!((&*problems.iter().next().unwrap().field), key);
    }
    let twice = form.check_json(br#"{"api_key":"x","api_key":"y"}"#).unwrap_err();
    assert_eq!(told(&twice), [("duplicateKey", "api_key was answered twice.")]);
}

#[test]
fn answers_that_are_no_object_are_rejected() {
    let form = form_of(&json!({"type": "text", "required": true}));
    for given in [json!([]), json!("x"), json!(5), Value::Null, json!(true)] {
        let problems = form.check(&given).unwrap_err();
        assert_eq!(
            told(&problems),
            [("type", "The answer must be an object with one entry for each field.")],
            "{given}"
        );
        assert_eq!(form.check_json(given.to_string().as_bytes()).unwrap_err(), problems);
    }
    for text in [
        "",
        "{",
        "{\"a\":}",
        "{\"a\":1,}",
        "nul",
        "{\"a\":\"x\"} {}",
        "{'a':1}",
        "{a:1}",
        "// no\n{}",
        "{\"a\":01}",
    ] {
        let problems = form.check_json(text.as_bytes()).unwrap_err();
        let found: Vec<_> = problems.iter().map(|problem| problem.constraint).collect();
        assert_eq!(found, [Constraint::Json], "{text}");
        assert!(
            problems.to_string().starts_with("The answer is not valid JSON: line 1, column "),
            "{problems}"
        );
    }
}

#[test]
fn custom_messages_replace_the_default_ones() {
    let messages = json!({"required": "Who are you?", "maxLength": "Shorter, please."});
    check(
        &json!({"type": "text", "required": true, "validation": {"maxLength": 2}, "x-messages": messages}),
        &[
            (json!(""), No(&[("required", "Who are you?")])),
            (json!("abc"), No(&[("maxLength", "Shorter, please.")])),
            (json!(1), No(&[("type", "A must be a text.")])),
        ],
    );
}

#[test]
fn problems_never_contain_secrets() {
    let rules = json!({"minLength": 20, "pattern": "^sk-", "format": "email"});
    for hint in ["inputType", "displayStyle"] {
        let field = json!({"type": "text", "validation": rules, "rendering": {hint: "password"}});
        let form = form_of(&field);
        let problems = form.check(&json!({"a": "hunter2"})).unwrap_err();
        assert_eq!(problems.len(), 3);
        assert!(!format!("{problems:?}{problems}{}", problems.to_json()).contains("hunter2"));
        let answers = form_of(&json!({"type": "text", "rendering": {hint: "password"}}))
            .check(&json!({"a": "hunter2"}))
            .unwrap();
        assert!(!format!("{answers:?}{}", answers.to_masked_value()).contains("hunter2"));
        assert!(!answers.to_masked_json().contains("hunter2"));
        assert_eq!(
            serde_json::from_str::<Value>(&answers.to_masked_json()).unwrap(),
            answers.to_masked_value()
        );
        assert_eq!(answers.to_json(), r#"{"a":"hunter2"}"#);
        assert_eq!(answers.text("a"), None, "secrets are asked for by name");
    }
}

#[test]
fn custom_validator_decides() {
    let form = load(
        &json!({"id": "f", "title": "F", "validation": {"customValidators": ["order", "sober"]}, "fields": [
            {"id": "a", "type": "number", "label": "A", "required": true}, {"id": "b", "type": "number", "label": "B"}
        ]}),
    );
    let (right, wrong) = (json!({"a": 1, "b": 2}), json!({"a": 2, "b": 1}));
    let unbound = form.check(&right).unwrap_err();
    let says = "This form cannot be answered here: its rules order, sober are not installed.";
    assert_eq!(told(&unbound), [("customValidators", says)]);
    assert!(!form.accepts(&right) && !form.accepts_json(right.to_string().as_bytes()));
    assert!(form.view(&right).is_complete(), "a view leaves custom validators aside");

    let some = Validators::new().register("sober", |_| Vec::new());
    assert_eq!(form.with_validators(&some).unwrap_err().names, ["order"]);
    let all = some.register("order", |answers| {
        let number = |field| answers.get(field).and_then(askwell_form::Answer::as_number);
        match number("a") > number("b") {
            true => vec![Finding::in_field("b", "B must follow A."), Finding::overall("Try again.")],
            false => Vec::new(),
        }
    });
    let bound = form.with_validators(&all).unwrap();
    assert!(bound.check(&right).is_ok() && bound.accepts(&right));
    assert!(!bound.accepts(&wrong) && !bound.accepts_json(wrong.to_string().as_bytes()));
    let problems = bound.check(&wrong).unwrap_err();
    assert_eq!(
        told(&problems),
        [("customValidators", "B must follow A."), ("customValidators", "Try again.")]
    );
    let fields: Vec<&str> = problems.iter().map(|problem| &*problem.field).collect();
    assert_eq!(fields, ["b", ""]);
    // They see only answers that have passed everything else.
    assert_eq!(told(&bound.check(&json!({"b": 1})).unwrap_err()), REQUIRED);
}
