//! Problems with answers as diagnostics that point into their text.
//!
//! Secrets are masked: values of secret fields, and in a form with secret fields every value at an
//! unexpected place, because a mistyped key may hold a secret. If the text cannot be parsed, none
//! of it is shown.

use std::ops::Range;

use askwell_form::{Constraint, Entry, Fact, Form, KindName, Place, Problem};

use super::answers::{AnswerProblem, AnswersDocument, ProblemScope};
use crate::diagnostic::{Diagnostic, DiagnosticSource};

/// Limit of a label. A longer list or pattern would push the marked line out of sight.
const MAX_LABEL: usize = 100;

impl AnswersDocument<'_> {
    pub(super) fn source_text(&self, form: &Form) -> DiagnosticSource<'_> {
        let answers =
            self.source.as_ref().ok().and_then(|source| source.entries(self.base().iter().copied()));
        let visible = !form.has_secrets() || answers.is_some();
        let mut masks = Vec::new();
        if form.has_secrets() {
            let covered = |entry: &Entry<'_>| self.may_hold_secret(form, entry);
            masks.extend(answers.into_iter().flatten().filter(covered).map(|entry| entry.value_span));
            if self.wrapped {
                masks.extend(self.around_answers());
            }
            masks.sort_by_key(|mask| mask.start);
        }
        DiagnosticSource { name: &self.document.name, text: visible.then_some(self.text), masks }
    }

    fn may_hold_secret(&self, form: &Form, entry: &Entry<'_>) -> bool {
        let Some(field) = form.field(entry.key) else { return true };
        let is_object = self.text.get(entry.value_span.clone()).is_some_and(|value| value.starts_with('{'));
        field.is_secret() || (is_object && field.kind().name() != KindName::File)
    }

    /// Returns the values in a wrapper besides the form's id and the answers.
    fn around_answers(&self) -> Vec<Range<usize>> {
        let entries = self.entries(&[]);
        let is_first = |entry: &Entry<'_>| entries.iter().find(|other| other.key == entry.key) == Some(entry);
        let known = |entry: &&Entry<'_>| ["form_id", "responses"].contains(&entry.key) && is_first(entry);
        entries.iter().filter(|entry| !known(entry)).map(|entry| entry.value_span.clone()).collect()
    }

    pub(super) fn notices(&self, form: &Form, found: &[AnswerProblem]) -> Vec<Diagnostic> {
        found.iter().map(|found| self.notice(form, found)).collect()
    }

    fn notice(&self, form: &Form, AnswerProblem { problem, scope }: &AnswerProblem) -> Diagnostic {
        let base = if *scope == ProblemScope::Answers { self.base() } else { &[] };
        let key = self.key_of(problem, base);
        let place = self.place(problem, base, key.as_ref());
        let meant = match (&problem.constraint, &problem.expected) {
            (Constraint::AdditionalProperties, Fact::Text(meant)) => Some(format!("did you mean `{meant}`?")),
            _ => None,
        };
        let absent = key.is_none() && form.field(&problem.field).is_some();
        let label = match scope {
            ProblemScope::Wrapper => wrapper_label(problem),
            ProblemScope::Answers if absent => format!("`{}` is not here", problem.field),
            ProblemScope::Answers => label(problem),
        };
        Diagnostic {
            code: problem.constraint.name().to_owned(),
            title: problem.message.to_string(),
            place,
            label,
            help: meant,
        }
    }

    /// Returns the entry of a problem. Unknown keys may have been truncated in the problem.
    fn key_of(&self, problem: &Problem, base: &[&str]) -> Option<Entry<'_>> {
        let cut = problem.field.strip_suffix('…');
        let is_meant = |entry: &Entry<'_>| match cut {
            Some(beginning) => entry.key.starts_with(beginning),
            None => entry.key == &*problem.field,
        };
        let mut entries = self.entries(base).into_iter().filter(is_meant);
        // Of two equal keys, the second is the duplicate.
        if problem.constraint == Constraint::DuplicateKey { entries.next_back() } else { entries.next() }
    }

    fn place(&self, problem: &Problem, base: &[&str], key: Option<&Entry<'_>>) -> Option<Place> {
        if let Some(broken) = self.document.invalid_utf8() {
            return Some(broken);
        }
        let source = match &self.source {
            Ok(source) => source,
            Err(defects) => {
                return self
                    .document
                    .invalid_utf8()
                    .or_else(|| defects.iter().find_map(|defect| defect.place.clone()));
            }
        };
        let about_key =
            matches!(problem.constraint, Constraint::AdditionalProperties | Constraint::DuplicateKey);
        Some(match key {
            Some(entry) if about_key => source.place(entry.key_span.clone()),
            _ => source.locate(base.iter().copied().chain(problem.path().iter().map(String::as_str))),
        })
    }
}

fn wrapper_label(problem: &Problem) -> String {
    match problem.constraint {
        Constraint::AdditionalProperties => "not part of a response".to_owned(),
        Constraint::DuplicateKey => "here for the second time".to_owned(),
        _ => format!("expected {}", phrase(&problem.expected)),
    }
}

/// Returns the constraint in the words of the form document.
fn label(problem: &Problem) -> String {
    let name = problem.constraint.name();
    let expected = match problem.constraint {
        Constraint::Required => return "left blank".to_owned(),
        Constraint::AdditionalProperties => return "not a field of this form".to_owned(),
        Constraint::DuplicateKey => return "here for the second time".to_owned(),
        // The message says it all.
        Constraint::Json | Constraint::Characters | Constraint::Filename | Constraint::Content => {
            return String::new();
        }
        Constraint::BlockPrivateIps | Constraint::BlockLocalhost | Constraint::MustResolve => {
            "true".to_owned()
        }
        _ => phrase(&problem.expected),
    };
    // The marked line shows a text, number or type, but not a length.
    let actual = match &problem.actual {
        Fact::Count(count) => format!(", found {count}"),
        _ => String::new(),
    };
    let expected = if expected.is_empty() { name.to_owned() } else { format!("{name}: {expected}") };
    match expected.char_indices().nth(MAX_LABEL) {
        Some((cut, _)) => format!("{}…{actual}", expected.get(..cut).unwrap_or_default()),
        None => expected + &actual,
    }
}

fn phrase(fact: &Fact) -> String {
    match fact {
        Fact::Count(count) => count.to_string(),
        Fact::Number(number) => number.to_string(),
        Fact::Word(word) => (*word).to_owned(),
        Fact::Text(text) => text.clone(),
        Fact::List(texts) => texts.join(", "),
        _ => String::new(),
    }
}
