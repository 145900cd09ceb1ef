//! The result of a check as JSON. Its format is stable: see docs/cli.md.

use anyhow::Result;
use askwell_form::{Answers, Defect, Problem};
use serde::Serialize;

use super::answers::AnswerProblem;
use crate::diagnostic;

#[derive(Serialize)]
struct JsonReport<'o> {
    /// `ok` or `defects`.
    form: &'static str,
    defects: Vec<WireDefect<'o>>,
    /// Warnings about the form; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WireDefect<'o>>,
    /// `accepted` or `refused`; null if no answers were given or the form has defects.
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
            code: diagnostic::code(defect),
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
    write(&JsonReport {
        form: "defects",
        defects: defects.iter().map(WireDefect::from).collect(),
        warnings: Vec::new(),
        answers: None,
        problems: Vec::new(),
    })
}

pub(super) fn form_only(warnings: &[Defect]) -> Result<String> {
    let warnings = warnings.iter().map(WireDefect::from).collect();
    write(&JsonReport { form: "ok", defects: Vec::new(), warnings, answers: None, problems: Vec::new() })
}

pub(super) fn outcome(warnings: &[Defect], outcome: Result<&Answers, &[AnswerProblem]>) -> Result<String> {
    let (answers, found) = match outcome {
        Ok(_) => ("accepted", &[][..]),
        Err(found) => ("refused", found),
    };
    let problems = found.iter().map(|found| &found.problem).collect();
    let warnings = warnings.iter().map(WireDefect::from).collect();
    write(&JsonReport { form: "ok", defects: Vec::new(), warnings, answers: Some(answers), problems })
}

fn write(output: &JsonReport<'_>) -> Result<String> {
    Ok(serde_json::to_string_pretty(output)? + "\n")
}
