//! The result of a check for programs. Its shape is a promise: see docs/cli.md.

use anyhow::Result;
use askwell_form::{Answers, Defect, Problem};
use serde::Serialize;

use super::answers::Found;
use crate::notice;

#[derive(Serialize)]
struct Output<'o> {
    /// `ok` or `defects`.
    form: &'static str,
    defects: Vec<WireDefect<'o>>,
    /// What looks like a mistake in the form and is none; left out if there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WireDefect<'o>>,
    /// `accepted` or `refused`; null if no answers were given, or the form is not fit to check them.
    answers: Option<&'static str>,
    problems: Vec<&'o Problem>,
}

#[derive(Serialize)]
struct WireDefect<'o> {
    code: String,
    pointer: &'o str,
    line: Option<usize>,
    column: Option<usize>,
    message: &'o str,
    expected: Option<&'o str>,
    found: Option<&'o str>,
    suggestion: Option<&'o str>,
}

impl<'o> From<&'o Defect> for WireDefect<'o> {
    fn from(defect: &'o Defect) -> Self {
        WireDefect {
            code: notice::code(defect),
            pointer: &defect.pointer,
            line: defect.place.as_ref().map(|place| place.line),
            column: defect.place.as_ref().map(|place| place.column),
            message: &defect.message,
            expected: defect.expected.as_deref(),
            found: defect.found.as_deref(),
            suggestion: defect.suggestion.as_deref(),
        }
    }
}

pub(super) fn defects(defects: &[Defect]) -> Result<String> {
    write(&Output {
        form: "defects",
        defects: defects.iter().map(WireDefect::from).collect(),
        warnings: Vec::new(),
        answers: None,
        problems: Vec::new(),
    })
}

pub(super) fn form_only(warnings: &[Defect]) -> Result<String> {
    let warnings = warnings.iter().map(WireDefect::from).collect();
    write(&Output { form: "ok", defects: Vec::new(), warnings, answers: None, problems: Vec::new() })
}

pub(super) fn outcome(warnings: &[Defect], outcome: Result<&Answers, &[Found]>) -> Result<String> {
    let (answers, found) = match outcome {
        Ok(_) => ("accepted", &[][..]),
        Err(found) => ("refused", found),
    };
    let problems = found.iter().map(|found| &found.problem).collect();
    let warnings = warnings.iter().map(WireDefect::from).collect();
    write(&Output { form: "ok", defects: Vec::new(), warnings, answers: Some(answers), problems })
}

fn write(output: &Output<'_>) -> Result<String> {
    Ok(serde_json::to_string_pretty(output)? + "\n")
}
