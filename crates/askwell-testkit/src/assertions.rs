//! Compares problems with expected ones.

use std::fmt::Write as _;

use askwell_form::{Constraint, Problems};

/// Asserts that every expected problem is there, each as often as it is listed. Others may be there, too.
///
/// ```
/// use askwell_form::Constraint;
/// let problems = askwell_testkit::forms::minimal().check(&serde_json::json!({"fild1": "x"})).unwrap_err();
/// askwell_testkit::assertions::assert_problems(&problems, &[("field1", Constraint::Required)]);
/// ```
///
/// # Panics
/// When one is missing; the message lists what was found instead.
#[track_caller]
pub fn assert_problems(problems: &Problems, expected: &[(&str, Constraint)]) {
    let (missing, other) = compare(problems, expected);
    assert!(missing.is_empty(), "{}", describe(&missing, &other));
}

/// Asserts that the expected problems are there and no others, in any order.
///
/// ```
/// use askwell_form::Constraint;
/// let problems = askwell_testkit::forms::minimal().check(&serde_json::json!({})).unwrap_err();
/// askwell_testkit::assertions::assert_only_problems(&problems, &[("field1", Constraint::Required)]);
/// ```
///
/// # Panics
/// When one is missing or one too many; the message lists both.
#[track_caller]
pub fn assert_only_problems(problems: &Problems, expected: &[(&str, Constraint)]) {
    let (missing, other) = compare(problems, expected);
    assert!(missing.is_empty() && other.is_empty(), "{}", describe(&missing, &other));
}

type Named = (String, Constraint);

/// Returns the missing and the unexpected problems.
fn compare(problems: &Problems, expected: &[(&str, Constraint)]) -> (Vec<Named>, Vec<Named>) {
    let mut other: Vec<Named> =
        problems.iter().map(|problem| (problem.field.to_string(), problem.constraint)).collect();
    let mut missing = Vec::new();
    for (field, constraint) in expected {
        match other.iter().position(|(found, about)| found == field && about == constraint) {
            Some(index) => {
                other.remove(index);
            }
            None => missing.push(((*field).to_owned(), *constraint)),
        }
    }
    (missing, other)
}

fn describe(missing: &[Named], other: &[Named]) -> String {
    let mut text = String::from("the problems differ from what was expected");
    for (title, list) in [("expected, not found", missing), ("found, not expected", other)] {
        for (field, constraint) in list {
            let _ = write!(text, "\n  {title}: {field} {constraint}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use askwell_form::Constraint;
    use serde_json::json;

    use super::{assert_only_problems, assert_problems, compare, describe};
    use crate::forms::minimal;

    #[test]
    fn differences_are_listed() {
        let problems = minimal().check(&json!({"other": 1})).unwrap_err();
        assert_problems(&problems, &[("field1", Constraint::Required)]);
        let all = [("field1", Constraint::Required), ("other", Constraint::AdditionalProperties)];
        assert_only_problems(&problems, &all);
        let (missing, other) = compare(&problems, &[("field1", Constraint::Type)]);
        assert_eq!(
            describe(&missing, &other),
            "the problems differ from what was expected\n  expected, not found: field1 type\n  \
             found, not expected: field1 required\n  found, not expected: other additionalProperties"
        );
    }
}
