//! What a session does, without any front end.

use askwell_form::{Form, Problems};
use serde_json::json;

use super::{Entry, Session, Step};

const FORM: &str = r#"{"id": "deploy", "title": "Deploy", "fields": [
    {"id": "env", "type": "select", "label": "Environment", "required": true, "default": "staging",
     "options": ["staging", "production"]},
    {"id": "reason", "type": "text", "label": "Reason", "required": true,
     "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "production"}}},
    {"id": "by", "type": "text", "label": "By", "required": true, "default": "desk", "rendering": {"readonly": true}},
    {"id": "token", "type": "text", "label": "Token", "rendering": {"inputType": "password"}},
    {"id": "copies", "type": "number", "label": "Copies", "validation": {"maximum": 9}}]}"#;

fn session() -> Session {
    Session::new(Form::parse(FORM).unwrap())
}

fn typed(text: &str) -> Entry {
    Entry::Typed(text.to_owned())
}

#[test]
fn fields_come_and_go() {
    let mut session = session();
    assert_eq!(session.steps().collect::<Vec<_>>(), [0, 3, 4]);
    assert_eq!((session.current(), session.progress()), (Step::Field(0), (1, 3)));
    session.set(0, Entry::Choice("production".to_owned()));
    assert_eq!(session.steps().collect::<Vec<_>>(), [0, 1, 3, 4]);
    assert_eq!(session.advance(), Ok(Step::Field(1)));
    session.set(1, typed("Fixes the checkout"));
    assert_eq!(session.advance(), Ok(Step::Field(3)));
    session.back();
    session.back();
    session.set(0, Entry::Untouched);
    assert_eq!(session.advance(), Ok(Step::Field(3)));
    // What was typed into a field that is gone is no part of the answers, and is there again when the field is.
    assert_eq!(session.outcome().unwrap().to_json(), r#"{"env":"staging","by":"desk"}"#);
    session.set(0, Entry::Choice("production".to_owned()));
    assert_eq!(session.entry(1), &typed("Fixes the checkout"));
}

#[test]
fn going_on_needs_a_good_answer_and_going_back_does_not() {
    let mut session = session();
    session.set(0, Entry::Choice("production".to_owned()));
    session.advance().unwrap();
    assert_eq!(session.timely_problems(1).count(), 0);
    let problems = session.advance().unwrap_err();
    assert_eq!(problems[0].message, "Reason is required.");
    assert_eq!(session.timely_problems(1).count(), 1);
    assert_eq!(session.back(), Step::Field(0));
    assert_eq!(session.back(), Step::Field(0));
    session.advance().unwrap();
    assert_eq!(session.skip(), Step::Field(3));
    session.advance().unwrap();
    session.set(4, typed("10"));
    assert_eq!(session.to_review(), Step::Review);
    assert_eq!(session.problems().count(), 2);
    // The first thing to mend is offered, then the next, then the review again.
    assert_eq!(session.outcome().unwrap_err().len(), 2);
    assert_eq!(session.current(), Step::Field(1));
    session.set(1, typed("because"));
    assert_eq!(session.advance(), Ok(Step::Field(4)));
    session.set(4, typed("9"));
    assert_eq!(session.advance(), Ok(Step::Review));
    let answers = session.outcome().unwrap();
    assert_eq!(answers.to_json(), r#"{"env":"production","reason":"because","by":"desk","copies":9}"#);
}

#[test]
fn an_edit_leads_back_to_the_review_by_way_of_what_is_new() {
    let mut session = session();
    session.to_review();
    assert_eq!(session.review().collect::<Vec<_>>(), [0, 2, 3, 4]);
    assert_eq!(session.edit(2), Step::Review, "what cannot be edited is not offered");
    session.edit(0);
    session.set(0, Entry::Choice("production".to_owned()));
    assert_eq!(session.advance(), Ok(Step::Field(1)));
    session.set(1, typed("x"));
    assert_eq!(session.advance(), Ok(Step::Review));
}

#[test]
fn what_the_asker_says_is_shown_until_it_is_mended() {
    let mut session = session();
    session.to_review();
    let field = session.field(4).unwrap().id().to_owned();
    let mut problems = Problems::overall("Not today.");
    problems.extend(session.form().check(&json!({"copies": 10, "env": "staging", "by": "x"})).unwrap_err());
    session.refuse(&problems);
    assert_eq!(session.current(), Step::Field(4));
    assert_eq!(session.timely_problems(4).count(), 1, "{field}");
    assert_eq!(session.overall_problems().len(), 1);
    session.set(4, typed("3"));
    assert_eq!((session.timely_problems(4).count(), session.overall_problems().len()), (0, 0));
}

#[test]
fn values_given_before_are_there() {
    let form = Form::parse(FORM).unwrap();
    let values =
        json!({"env": "production", "copies": 3, "token": "s3cret", "reason": ["no text"], "other": 1});
    let mut session = Session::prefilled(form, &values);
    assert_eq!(session.entry(4), &typed("3"));
    assert_eq!(session.entry(1), &Entry::Untouched);
    assert!(!format!("{session:?}").contains("s3cret"));
    session.set(1, typed("ok"));
    assert!(session.outcome().unwrap().to_json().contains("s3cret"));
}

/// A field that comes up behind the person, by a condition on a later one.
const BEHIND: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "wipe", "type": "boolean", "label": "Wipe everything", "required": true, "default": true,
     "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "production"}}},
    {"id": "env", "type": "select", "label": "Environment", "required": true, "options": ["staging", "production"]},
    {"id": "note", "type": "text", "label": "Note"}]}"#;

#[test]
fn field_that_appears_before_its_condition_is_asked_before_the_review() {
    let mut session = Session::new(Form::parse(BEHIND).unwrap());
    assert_eq!(session.current(), Step::Field(1));
    session.set(1, Entry::Choice("production".to_owned()));
    assert!(!session.is_seen(0));
    assert_eq!(session.advance(), Ok(Step::Field(2)));
    assert_eq!(session.advance(), Ok(Step::Field(0)), "what was never shown is no answer");
    assert!(session.is_seen(0));
    assert_eq!(session.advance(), Ok(Step::Review));
}

#[test]
fn field_that_was_passed_over_is_not_seen() {
    let mut session = Session::new(Form::parse(BEHIND).unwrap());
    session.set(1, Entry::Choice("production".to_owned()));
    assert_eq!(session.to_review(), Step::Review);
    assert_eq!([0, 1, 2].map(|index| session.is_seen(index)), [false, true, false]);
}
