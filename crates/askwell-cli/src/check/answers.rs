//! A document with answers, bare or wrapped in a response.
//!
//! A wrapper is recognised by `form_id` and `responses`, unless the form has a field `form_id`.

use std::borrow::Cow;
use std::sync::Arc;

use askwell_form::{Answers, Constraint, Defects, Entry, Fact, Form, Problem, Problems, Source};

use crate::document::Document;

/// Answers with the text of their document.
#[derive(Debug)]
pub(crate) struct AnswersDocument<'d> {
    pub(super) document: &'d Document,
    pub(super) text: &'d str,
    /// The positions of all values, or the syntax errors.
    pub(super) source: Result<Source<'d>, Defects>,
    pub(super) wrapped: bool,
}

/// A problem and its scope.
#[derive(Debug)]
pub(crate) struct AnswerProblem {
    pub(crate) problem: Problem,
    pub(super) scope: ProblemScope,
}

/// What a problem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProblemScope {
    /// The answers.
    Answers,
    /// The wrapper around them.
    Wrapper,
}

impl<'d> AnswersDocument<'d> {
    pub(super) fn new(form: &Form, document: &'d Document, text: &'d str) -> Self {
        let source = Source::read(text);
        let entries = source.as_ref().ok().and_then(|source| source.entries([]));
        let has = |key| entries.iter().flatten().any(|entry| entry.key == key);
        // Nothing may be extracted from bytes that are not UTF-8.
        let whole = document.invalid_utf8().is_none();
        let wrapped = whole && has("form_id") && has("responses") && form.field("form_id").is_none();
        AnswersDocument { document, text, source, wrapped }
    }

    /// Returns the path to the answers.
    pub(super) fn base(&self) -> &'static [&'static str] {
        if self.wrapped { &["responses"] } else { &[] }
    }

    /// Returns the entries of an object, or none if the value is not an object.
    pub(super) fn entries(&self, path: &[&str]) -> Vec<Entry<'_>> {
        let source = self.source.as_ref().ok();
        source.and_then(|source| source.entries(path.iter().copied())).unwrap_or_default()
    }

    /// Returns the answers, or all problems of the answers and the wrapper.
    pub(super) fn check(&self, form: &Form) -> Result<Answers, Vec<AnswerProblem>> {
        let mut found = Vec::new();
        let mut json = self.document.bytes.as_slice();
        if let (true, Ok(source)) = (self.wrapped, &self.source) {
            found.extend(
                self.check_wrapper(form)
                    .into_iter()
                    .map(|problem| AnswerProblem { problem, scope: ProblemScope::Wrapper }),
            );
            let span = source.locate(["responses"]).span;
            json = self.text.get(span).unwrap_or_default().as_bytes();
        }
        let checked =
            form.check_json(json).and_then(|answers| super::hosts::check(&answers).map(|()| answers));
        match checked {
            Ok(answers) if found.is_empty() => Ok(answers),
            Ok(_) => Err(found),
            Err(problems) => {
                found.extend(
                    problems
                        .into_iter()
                        .map(|problem| AnswerProblem { problem, scope: ProblemScope::Answers }),
                );
                Err(found)
            }
        }
    }

    fn check_wrapper(&self, form: &Form) -> Vec<Problem> {
        let mut problems = Vec::new();
        let entries = self.entries(&[]);
        for (index, entry) in entries.iter().enumerate() {
            let value = self.text.get(entry.value_span.clone()).unwrap_or_default();
            if entries.iter().take(index).any(|earlier| earlier.key == entry.key) {
                let message = format!("The response has “{}” twice.", entry.key);
                problems.push(problem(entry.key, Constraint::DuplicateKey, message));
                continue;
            }
            match entry.key {
                "responses" => {}
                "metadata" if value.starts_with('{') => {}
                "metadata" => {
                    let message = "The metadata of a response must be an object.".to_owned();
                    let expected = Fact::Word("object");
                    problems.push(Problem { expected, ..problem("metadata", Constraint::Type, message) });
                }
                "form_id" => problems.extend(check_form_id(form.id(), value)),
                key => {
                    let message = format!("A response has no “{key}”, only form_id, responses and metadata.");
                    problems.push(problem(key, Constraint::AdditionalProperties, message));
                }
            }
        }
        problems
    }
}

/// Checks bare answers without looking up hosts, for a preview that must not wait for the network.
pub(crate) fn check_offline(form: &Form, json: &str) -> Result<Answers, Problems> {
    form.check_json(json.as_bytes())
}

fn check_form_id(id: &str, value: &str) -> Option<Problem> {
    let given = serde_json::from_str::<String>(value).ok();
    if given.as_deref() == Some(id) {
        return None;
    }
    let message = match &given {
        Some(other) => format!("These answers are for the form “{other}”, not for “{id}”."),
        None => "The form_id of a response must be a text.".to_owned(),
    };
    let constraint = if given.is_some() { Constraint::Enum } else { Constraint::Type };
    let expected = Fact::List([id.to_owned()].into());
    let actual = given.map_or(Fact::Unsaid, Fact::Text);
    Some(Problem { expected, actual, ..problem("form_id", constraint, message) })
}

fn problem(field: &str, constraint: Constraint, message: String) -> Problem {
    Problem {
        field: Arc::from(field),
        constraint,
        message: Cow::Owned(message),
        expected: Fact::Unsaid,
        actual: Fact::Unsaid,
        item: None,
        row: None,
    }
}
