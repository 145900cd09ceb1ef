use askwell_form::Form;
use serde_json::{Value, json};

use super::{ask, ask_question, question_id};
use crate::ask_tools::description;
use crate::wire::Json;

fn form_of(arguments: &Value) -> Result<Form, String> {
    ask(Json::from(arguments).raw()).map(|(form, _)| form)
}

fn field_of(question: &Value) -> Value {
    let form = form_of(&json!({"questions": [question]})).unwrap();
    form.to_value()["fields"][0].clone()
}

#[test]
fn examples_of_the_tools_are_valid_arguments() {
    let form = form_of(&description::example_ask()).unwrap();
    assert!(form.check_json(br#"{"name": "shop", "region": "eu", "public": false}"#).is_ok());
    for example in description::example_questions() {
        ask_question(Json::from(&example).raw()).unwrap();
    }
}

#[test]
fn every_type_becomes_a_field() {
    let question = |extra: Value| {
        let mut question = json!({"id": "x", "question": "X?"});
        question.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        question
    };
    let field = |extra: Value| {
        let mut field = json!({"id": "x", "required": true, "label": "X?"});
        field.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        field
    };
    for (given, expected) in [
        (json!({}), json!({"type": "text"})),
        (json!({"type": "text", "max_length": 3}), json!({"type": "text", "validation": {"maxLength": 3}})),
        (json!({"type": "long_text"}), json!({"type": "text", "rendering": {"rows": 5}})),
        (json!({"type": "email"}), json!({"type": "text", "validation": {"format": "email"}})),
        (
            json!({"type": "number", "minimum": 1.5}),
            json!({"type": "number", "validation": {"minimum": 1.5}}),
        ),
        (json!({"type": "integer"}), json!({"type": "number", "validation": {"multipleOf": 1}})),
        (json!({"type": "yes_no", "default": true}), json!({"type": "boolean", "default": true})),
        (json!({"options": ["a", 2]}), json!({"type": "select", "options": ["a", "2"]})),
        (
            json!({"type": "choices", "options": ["a", {"value": "b", "label": "B"}], "required": false}),
            json!({"type": "multi_select", "required": false,
                "options": [{"value": "a", "title": "a"}, {"value": "b", "title": "B"}]}),
        ),
        (json!({"type": "date", "details": "soon"}), json!({"type": "date", "description": "soon"})),
        (json!({"type": "date_time"}), json!({"type": "date", "validation": {"format": "date-time"}})),
        (json!({"type": "url"}), json!({"type": "url"})),
    ] {
        assert_eq!(field_of(&question(given.clone())), field(expected), "{given}");
    }
}

#[test]
fn bare_text_is_a_question_and_gets_a_name() {
    let form = form_of(&json!({"questions": ["Who?", "Why?"]})).unwrap();
    let ids: Vec<&str> = form.fields().iter().map(askwell_form::Field::id).collect();
    assert_eq!((form.title(), ids), ("A few questions", vec!["q1", "q2"]));
}

#[test]
fn whole_form_is_read_as_object_or_as_text() {
    let document = json!({"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]});
    for form in [document.clone(), Value::from(document.to_string())] {
        assert_eq!(form_of(&json!({"form": form})).unwrap().id(), "f");
    }
}

#[test]
fn single_question_is_the_title_of_the_form() {
    let long = "Why? ".repeat(60);
    for (arguments, title, message, label) in [
        (json!({"question": "Who?"}), "Who?", None, "Your answer"),
        (
            json!({"question": "Sure?", "type": "yes_no", "details": "For ever."}),
            "Sure?",
            Some("For ever."),
            "Yes",
        ),
        (json!({"question": long}), "A question", Some(long.as_str()), "Your answer"),
    ] {
        let (form, _) = ask_question(Json::from(&arguments).raw()).unwrap();
        assert_eq!((form.title(), form.description()), (title, message));
        assert_eq!((form.fields()[0].id(), form.fields()[0].label()), ("answer", label));
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let wrong = |result: Result<(), String>| result.unwrap_err();
    let mut all = Vec::new();
    for arguments in [
        json!({}),
        json!({"questions": [], "form": {}}),
        json!({"questions": "Who?"}),
        json!({"questions": []}),
        json!({"questions": [{"question": "A?", "type": "chioce"}, {"id": "b"}, 3, {"question": "D?", "color": "red"}],
            "wait_seconds": 0, "timeout_seconds": "long", "titel": "x"}),
        json!({"questions": [{"question": "A?", "options": "a"}, {"question": "B?", "type": "choice"},
            {"question": "C?", "type": "text", "options": ["x"]}]}),
        json!({"questions": [{"id": "a b", "question": "A?"}, {"id": "c", "question": "C?", "type": "number", "default": "x"}]}),
        json!({"form": {"id": "f", "title": "F", "fields": [{"id": "a", "type": "txt", "label": "A"}]}}),
        json!({"form": {"id": "f"}, "title": "no"}),
    ] {
        all.push(format!("{arguments}\n{}\n", wrong(ask(Json::from(&arguments).raw()).map(drop))));
    }
    for arguments in
        [json!({}), json!({"question": "", "type": "choice"}), json!({"question": "A?", "max_length": -1})]
    {
        all.push(format!("{arguments}\n{}\n", wrong(ask_question(Json::from(&arguments).raw()).map(drop))));
    }
    for arguments in [json!({}), json!({"id": "7"}), json!({"id": 7, "wait_seconds": 1.5})] {
        all.push(format!("{arguments}\n{}\n", wrong(question_id(Json::from(&arguments).raw()).map(drop))));
    }
    insta::assert_snapshot!(all.join("\n"));
}
