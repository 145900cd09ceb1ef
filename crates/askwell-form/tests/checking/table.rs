//! Tables of answers to small forms.

use askwell_form::{Form, Problems};
use serde_json::{Value, json};

use crate::small_forms::form_of;

/// What is told when nothing is said about `a`.
pub(crate) const REQUIRED: &[(&str, &str)] = &[("required", "A is required.")];

/// What has to become of an answer.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Accepted, with this as the answer in its wire form.
    Is(Value),
    /// Accepted, without an answer to the field.
    LeftOut,
    /// Refused: a constraint and a sentence for each problem.
    No(&'static [(&'static str, &'static str)]),
}

/// Accepted as it was given.
pub(crate) fn is(value: Value) -> Outcome {
    Outcome::Is(value)
}

/// Each problem as constraint and sentence.
pub(crate) fn told(problems: &Problems) -> Vec<(&str, &str)> {
    problems.iter().map(|problem| (problem.constraint.name(), &*problem.message)).collect()
}

/// Answers the field `a` with each value, by every way in.
#[track_caller]
pub(crate) fn check(field: &Value, cases: &[(Value, Outcome)]) {
    let form = form_of(field);
    for (given, outcome) in cases {
        check_text(&form, &given.to_string(), outcome);
        let answers = json!({"a": given});
        assert_eq!(form.check(&answers), form.check_json(answers.to_string().as_bytes()), "{given}");
    }
}

/// The same for JSON text, which can say more than a value.
#[track_caller]
pub(crate) fn check_text(form: &Form, given: &str, outcome: &Outcome) {
    let verdict = form.check_json(format!("{{\"a\":{given}}}").as_bytes());
    let context = format!("{given} to {}", form.to_json());
    match (&verdict, outcome) {
        (Ok(answers), Outcome::Is(value)) => assert_eq!(answers.to_value(), json!({"a": value}), "{context}"),
        (Ok(answers), Outcome::LeftOut) => assert_eq!(answers.to_value(), json!({}), "{context}"),
        (Err(problems), Outcome::No(expected)) => assert_eq!(told(problems), *expected, "{context}"),
        _ => panic!("{context}: expected {outcome:?}, found {verdict:?}"),
    }
}
