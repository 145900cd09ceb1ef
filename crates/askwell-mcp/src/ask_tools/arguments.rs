//! Reads the arguments of the tools. All problems are reported at once, with the names of the
//! tool's own arguments.

use std::time::Duration;

use askwell_form::{Defects, Form};
use askwell_lifecycle::{ElicitationId, Status};

use super::description::{MOST_LISTED, STATUSES};
use super::{FormTemplates, questions};
use crate::wire::{JsonKind, Raw};

/// The time arguments of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TimeArguments {
    /// How long this call waits.
    pub(super) wait: Option<Duration>,
    /// How long the question can be answered.
    pub(super) timeout: Option<Duration>,
}

/// The longest wait in seconds.
pub(super) const LONGEST_WAIT: i64 = 3600;

/// Reads arguments and collects problems.
#[derive(Debug, Default)]
pub(super) struct ArgumentReader {
    problems: Vec<String>,
}

impl ArgumentReader {
    /// Adds a problem.
    pub(super) fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }

    /// Returns whether there are problems so far.
    pub(super) fn has_problems(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Reads a text; `null` counts as not given.
    pub(super) fn text(&mut self, place: &str, value: Raw<'_>) -> Option<String> {
        let text = value.as_text().map(std::borrow::Cow::into_owned);
        if text.is_none() && !value.is_null() {
            self.problem(format!("{place} has to be a text"));
        }
        text
    }

    /// Reads a whole number of seconds from 1 to `longest`; without `longest` there is no upper
    /// bound.
    fn seconds(&mut self, place: &str, value: Raw<'_>, longest: Option<i64>) -> Option<Duration> {
        if value.is_null() {
            return None;
        }
        let bounds = 1..=longest.unwrap_or(i64::MAX);
        let whole = value.as_i64().filter(|seconds| bounds.contains(seconds));
        let Some(seconds) = whole.and_then(|seconds| u64::try_from(seconds).ok()) else {
            let bounds = longest.map_or(", at least 1".to_owned(), |longest| format!(" from 1 to {longest}"));
            self.problem(format!("{place} has to be a whole number of seconds{bounds}"));
            return None;
        };
        Some(Duration::from_secs(seconds))
    }

    /// Reads a time argument. Returns `false` if `key` is none.
    fn time(&mut self, times: &mut TimeArguments, key: &str, value: Raw<'_>) -> bool {
        match key {
            "wait_seconds" => times.wait = self.seconds(key, value, Some(LONGEST_WAIT)),
            // The policy bounds the timeout, and may differ between clients.
            "timeout_seconds" => times.timeout = self.seconds(key, value, None),
            _ => return false,
        }
        true
    }

    fn unknown(&mut self, key: &str, known: &str) {
        self.problem(format!("there is no argument {key}; there are: {known}"));
    }

    /// Returns what was read, or all problems as one message.
    pub(super) fn finish<T>(self, read: Option<T>) -> Result<T, String> {
        match read {
            Some(read) if self.problems.is_empty() => Ok(read),
            _ => {
                Err(format!("Please correct the arguments and call again:\n- {}", self.problems.join("\n- ")))
            }
        }
    }
}

/// Reads the arguments of `ask`.
pub(super) fn ask(arguments: Raw<'_>) -> Result<(Form, TimeArguments), String> {
    let mut reader = ArgumentReader::default();
    let mut times = TimeArguments::default();
    let (mut title, mut description, mut questions, mut document) = (None, None, None, None);
    for (key, value) in arguments.members() {
        match &*key {
            "title" => title = reader.text("title", value),
            "description" => description = reader.text("description", value),
            "questions" => questions = Some(value).filter(|value| !value.is_null()),
            "form" => document = Some(value).filter(|value| !value.is_null()),
            key if reader.time(&mut times, key, value) => {}
            key => {
                reader.unknown(key, "title, description, questions, form, wait_seconds, timeout_seconds");
            }
        }
    }
    let form = match (questions, document) {
        (Some(questions), None) => {
            questions::form(&mut reader, title.as_deref(), description.as_deref(), questions)
        }
        (None, Some(document)) => {
            if title.is_some() || description.is_some() {
                reader.problem("title and description belong to questions; a form has its own");
            }
            whole_form(&mut reader, document)
        }
        (None, None) => {
            reader.problem("give questions, or a form");
            None
        }
        (Some(_), Some(_)) => {
            reader.problem("give either questions or a form, not both");
            None
        }
    };
    reader.finish(form.map(|form| (form, times)))
}

/// Reads a form document, given as an object or as text.
fn whole_form(reader: &mut ArgumentReader, document: Raw<'_>) -> Option<Form> {
    let parsed = match document.kind() {
        JsonKind::Text => Form::parse(&document.as_text().unwrap_or_default()),
        _ => Form::parse(document.text()),
    };
    parsed.map_err(|defects| report_defects(reader, &defects, |pointer| format!("form{pointer}"))).ok()
}

/// Adds the defects of a form, at places that the model knows.
pub(super) fn report_defects(reader: &mut ArgumentReader, defects: &Defects, place: impl Fn(&str) -> String) {
    for defect in defects {
        let mut text = format!("{}: {}", place(&defect.pointer), defect.message);
        for (word, part) in [("expected", &defect.expected), ("found", &defect.found)] {
            if let Some(part) = part {
                text.push_str(&format!(", {word} {part}"));
            }
        }
        if let Some(meant) = &defect.suggestion {
            text.push_str(&format!("; did you mean `{meant}`?"));
        }
        reader.problem(text);
    }
}

/// Reads the arguments of `ask_question`.
pub(super) fn ask_question(arguments: Raw<'_>) -> Result<(Form, TimeArguments), String> {
    let mut reader = ArgumentReader::default();
    let mut times = TimeArguments::default();
    let mut rest = Vec::new();
    for (key, value) in arguments.members() {
        if !reader.time(&mut times, &key, value) {
            rest.push((key, value));
        }
    }
    let form = questions::single(&mut reader, &rest);
    reader.finish(form.map(|form| (form, times)))
}

/// Reads the arguments of `ask_template`.
pub(super) fn ask_template(
    arguments: Raw<'_>,
    templates: &dyn FormTemplates,
) -> Result<(Form, TimeArguments), String> {
    let mut reader = ArgumentReader::default();
    let mut times = TimeArguments::default();
    let (mut name, mut parameters) = (None, Raw::EMPTY);
    for (key, value) in arguments.members() {
        match &*key {
            "template" => name = reader.text("template", value),
            "parameters" if value.object().is_some() => parameters = value,
            "parameters" if value.is_null() => {}
            "parameters" => reader.problem("parameters has to be an object: a text for each name"),
            key if reader.time(&mut times, key, value) => {}
            key => reader.unknown(key, "template, parameters, wait_seconds, timeout_seconds"),
        }
    }
    if name.is_none() {
        reader.problem("template has to name one; list_templates has them");
    }
    let form = name
        .and_then(|name| templates.fill(&name, parameters).map_err(|problem| reader.problem(problem)).ok());
    reader.finish(form.map(|form| (form, times)))
}

/// Reads the arguments of tools that take the id of an earlier question.
pub(super) fn question_id(arguments: Raw<'_>) -> Result<(ElicitationId, TimeArguments), String> {
    let mut reader = ArgumentReader::default();
    let mut times = TimeArguments::default();
    let mut id = None;
    for (key, value) in arguments.members() {
        match &*key {
            "id" => id = value.as_text().and_then(|id| id.parse().ok()),
            key if reader.time(&mut times, key, value) => {}
            key => reader.unknown(key, "id, wait_seconds"),
        }
    }
    if id.is_none() {
        reader.problem("id has to be the id that asking gave back, such as elic_0198…");
    }
    reader.finish(id.map(|id| (id, times)))
}

/// The arguments of `list_questions`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ListArguments {
    /// Only these statuses; all if there are none.
    pub(super) statuses: Vec<Status>,
    /// At most this many.
    pub(super) limit: usize,
}

/// Reads the arguments of `list_questions`.
pub(super) fn list_questions(arguments: Raw<'_>) -> Result<ListArguments, String> {
    let mut reader = ArgumentReader::default();
    let mut listing = ListArguments { statuses: Vec::new(), limit: 20 };
    for (key, value) in arguments.members() {
        match &*key {
            _ if value.is_null() => {}
            "status" => match value.as_text().as_deref().and_then(statuses) {
                Some(statuses) => listing.statuses = statuses,
                None => reader.problem(format!("status has to be one of: {}", STATUSES.join(", "))),
            },
            "limit" => {
                let limit = value.as_i64().filter(|limit| (1..=MOST_LISTED).contains(limit));
                match limit.and_then(|limit| usize::try_from(limit).ok()) {
                    Some(limit) => listing.limit = limit,
                    None => reader.problem(format!("limit has to be a whole number from 1 to {MOST_LISTED}")),
                }
            }
            key => reader.unknown(key, "status, limit"),
        }
    }
    reader.finish(Some(listing))
}

/// Returns the engine's statuses for a status of the tools.
fn statuses(word: &str) -> Option<Vec<Status>> {
    Some(match word {
        "waiting" => vec![Status::Pending, Status::Active],
        "answered" => vec![Status::Completed],
        "declined" => vec![Status::Declined],
        "cancelled" => vec![Status::Cancelled],
        "timeout" => vec![Status::Timeout],
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
