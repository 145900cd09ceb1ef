//! Tests of a session without a front end.

use askwell_form::{Form, Problems};
use serde_json::json;

use super::{FieldEntry, FormSession, Step};

const FORM: &str = r#"{"id": "deploy", "title": "Deploy", "fields": [
    {"id": "env", "type": "select", "label": "Environment", "required": true, "default": "staging",
     "options": ["staging", "production"]},
    {"id": "reason", "type": "text", "label": "Reason", "required": true,
     "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "production"}}},
    {"id": "by", "type": "text", "label": "By", "required": true, "default": "desk", "rendering": {"readonly": true}},
    {"id": "token", "type": "text", "label": "Token", "rendering": {"inputType": "password"}},
    {"id": "copies", "type": "number", "label": "Copies", "validation": {"maximum": 9}}]}"#;

fn session() -> FormSession {
    FormSession::new(Form::parse(FORM).unwrap())
}

fn typed(text: &str) -> FieldEntry {
    FieldEntry::Typed(text.to_owned())
}

#[test]
fn fields_follow_conditions_and_keep_their_entries() {
    let mut session = session();
    assert_eq!(session.steps().collect::<Vec<_>>(), [0, 3, 4]);
    assert_eq!((session.current(), session.progress()), (Step::Field(0), (1, 3)));
    session.set(0, FieldEntry::Choice("production".to_owned()));
    assert_eq!(session.steps().collect::<Vec<_>>(), [0, 1, 3, 4]);
    assert_eq!(session.advance(), Ok(Step::Field(1)));
    session.set(1, typed("Fixes the checkout"));
    assert_eq!(session.advance(), Ok(Step::Field(3)));
    session.go_back();
    session.go_back();
    session.set(0, FieldEntry::Untouched);
    assert_eq!(session.advance(), Ok(Step::Field(3)));
    // The entry of a hidden field is no part of the answers, and is back when the field is.
    assert_eq!(session.check_answers().unwrap().to_json(), r#"{"env":"staging","by":"desk"}"#);
    session.set(0, FieldEntry::Choice("production".to_owned()));
    assert_eq!(session.entry(1), &typed("Fixes the checkout"));
}

#[test]
fn broken_rule_does_not_block_a_step_and_is_shown_at_the_review() {
    let text = r#"{"id": "trip", "title": "Trip", "fields": [
        {"id": "abroad", "type": "boolean", "label": "Abroad"},
        {"id": "visa", "type": "boolean", "label": "Visa"},
        {"id": "days", "type": "number", "label": "Days"}],
        "validation": {"rules": [
            {"expression": "!abroad || visa", "message": "You need a visa.", "fields": ["abroad"]},
            {"expression": "days < 9 || !abroad", "message": "That is too long."}]}}"#;
    let mut session = FormSession::new(Form::parse(text).unwrap());
    session.set(0, FieldEntry::Truth(true));
    assert_eq!(session.advance(), Ok(Step::Field(1)));
    assert_eq!(session.visible_problems(0).next().unwrap().message, "You need a visa.");
    session.set(1, FieldEntry::Truth(true));
    assert_eq!(session.visible_problems(0).count(), 0);
    session.advance().unwrap();
    session.set(2, typed("10"));
    assert_eq!(session.advance(), Ok(Step::Review));
    assert_eq!(session.check_answers().unwrap_err().to_string(), "That is too long.");
    assert_eq!(session.current(), Step::Review);
    assert_eq!(session.overall_problems()[0].message, "That is too long.");
    session.set(2, typed("3"));
    assert!(session.overall_problems().is_empty());
    session.check_answers().unwrap();
}

#[test]
fn advance_needs_a_valid_entry_and_go_back_does_not() {
    let mut session = session();
    session.set(0, FieldEntry::Choice("production".to_owned()));
    session.advance().unwrap();
    assert_eq!(session.visible_problems(1).count(), 0);
    let problems = session.advance().unwrap_err();
    assert_eq!(problems[0].message, "Reason is required.");
    assert_eq!(session.visible_problems(1).count(), 1);
    assert_eq!(session.go_back(), Step::Field(0));
    assert_eq!(session.go_back(), Step::Field(0));
    session.advance().unwrap();
    assert_eq!(session.skip(), Step::Field(3));
    session.advance().unwrap();
    session.set(4, typed("10"));
    assert_eq!(session.go_to_review(), Step::Review);
    assert_eq!(session.problems().count(), 2);
    // Invalid fields come first, in order, then the review.
    assert_eq!(session.check_answers().unwrap_err().len(), 2);
    assert_eq!(session.current(), Step::Field(1));
    session.set(1, typed("because"));
    assert_eq!(session.advance(), Ok(Step::Field(4)));
    session.set(4, typed("9"));
    assert_eq!(session.advance(), Ok(Step::Review));
    let answers = session.check_answers().unwrap();
    assert_eq!(answers.to_json(), r#"{"env":"production","reason":"because","by":"desk","copies":9}"#);
}

#[test]
fn edit_from_review_returns_there_after_new_fields() {
    let mut session = session();
    session.go_to_review();
    assert_eq!(session.review().collect::<Vec<_>>(), [0, 2, 3, 4]);
    assert_eq!(session.edit(2), Step::Review, "what cannot be edited is not offered");
    session.edit(0);
    session.set(0, FieldEntry::Choice("production".to_owned()));
    assert_eq!(session.advance(), Ok(Step::Field(1)));
    session.set(1, typed("x"));
    assert_eq!(session.advance(), Ok(Step::Review));
}

#[test]
fn asker_problems_are_shown_until_the_entry_changes() {
    let mut session = session();
    session.go_to_review();
    let field = session.field(4).unwrap().id().to_owned();
    let mut problems = Problems::overall("Not today.");
    problems.extend(session.form().check(&json!({"copies": 10, "env": "staging", "by": "x"})).unwrap_err());
    session.add_problems(&problems);
    assert_eq!(session.current(), Step::Field(4));
    assert_eq!(session.visible_problems(4).count(), 1, "{field}");
    assert_eq!(session.overall_problems().len(), 1);
    session.set(4, typed("3"));
    assert_eq!((session.visible_problems(4).count(), session.overall_problems().len()), (0, 0));
}

#[test]
fn with_values_fills_the_fields_that_can_hold_them() {
    let form = Form::parse(FORM).unwrap();
    let values =
        json!({"env": "production", "copies": 3, "token": "s3cret", "reason": ["no text"], "other": 1});
    let mut session = FormSession::with_values(form, &values);
    assert_eq!(session.entry(4), &typed("3"));
    assert_eq!(session.entry(1), &FieldEntry::Untouched);
    assert!(!format!("{session:?}").contains("s3cret"));
    session.set(1, typed("ok"));
    assert!(session.check_answers().unwrap().to_json().contains("s3cret"));
}

/// A field that appears before the current one, by a condition on a later field.
const BEHIND: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "wipe", "type": "boolean", "label": "Wipe everything", "required": true, "default": true,
     "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "production"}}},
    {"id": "env", "type": "select", "label": "Environment", "required": true, "options": ["staging", "production"]},
    {"id": "note", "type": "text", "label": "Note"}]}"#;

#[test]
fn field_that_appears_before_its_condition_is_asked_before_the_review() {
    let mut session = FormSession::new(Form::parse(BEHIND).unwrap());
    assert_eq!(session.current(), Step::Field(1));
    session.set(1, FieldEntry::Choice("production".to_owned()));
    assert!(!session.is_visited(0));
    assert_eq!(session.advance(), Ok(Step::Field(2)));
    assert_eq!(session.advance(), Ok(Step::Field(0)), "what was never shown is no answer");
    assert!(session.is_visited(0));
    assert_eq!(session.advance(), Ok(Step::Review));
}

#[test]
fn skipped_field_is_not_visited() {
    let mut session = FormSession::new(Form::parse(BEHIND).unwrap());
    session.set(1, FieldEntry::Choice("production".to_owned()));
    assert_eq!(session.go_to_review(), Step::Review);
    assert_eq!([0, 1, 2].map(|index| session.is_visited(index)), [false, true, false]);
}
