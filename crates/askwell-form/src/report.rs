//! Collects the problems of a field: turns a violated constraint into a problem with a sentence,
//! without secrets.

use std::borrow::Cow;
use std::sync::Arc;

use crate::constraint::Constraint;
use crate::message::{sentence, subject};
use crate::problem::{Fact, Problem};

/// What a problem needs to know of its field.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    pub(crate) id: Arc<str>,
    pub(crate) label: String,
    pub(crate) secret: bool,
    /// Sentences of the form's author, instead of ours.
    pub(crate) messages: Vec<(Constraint, String)>,
}

/// Collects the problems of one field.
pub(crate) struct Report<'r> {
    pub(crate) field: &'r Identity,
    pub(crate) problems: &'r mut Vec<Problem>,
}

impl Report<'_> {
    /// Notes that the value violates `constraint`.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, constraint: Constraint, expected: Fact, actual: Fact) {
        self.push(constraint, expected, actual, None);
    }

    /// The same for one choice of several.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_item(&mut self, item: usize, constraint: Constraint, expected: Fact, actual: Fact) {
        self.push(constraint, expected, actual, Some(item));
    }

    /// The same with a phrase of its own, to follow the field's name in a sentence.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_saying(&mut self, constraint: Constraint, phrase: &str, expected: Fact, actual: Fact) {
        let message = self.own_message(constraint).unwrap_or_else(|| {
            let mut message = subject(&self.field.label).concat();
            message.extend([" ", phrase, "."]);
            message
        });
        self.push_saying(message, constraint, expected, actual, None);
    }

    fn own_message(&self, constraint: Constraint) -> Option<String> {
        let own = self.field.messages.iter().find(|(about, _)| *about == constraint);
        own.map(|(_, message)| message.clone())
    }

    fn push(&mut self, constraint: Constraint, expected: Fact, actual: Fact, item: Option<usize>) {
        let message = self
            .own_message(constraint)
            .unwrap_or_else(|| sentence(&self.field.label, constraint, &expected));
        self.push_saying(message, constraint, expected, actual, item);
    }

    fn push_saying(
        &mut self,
        message: String,
        constraint: Constraint,
        expected: Fact,
        actual: Fact,
        item: Option<usize>,
    ) {
        if self.problems.is_empty() {
            // Where there is one there are more, and growing would take longer than finding them.
            self.problems.reserve(6);
        }
        self.problems.push(Problem {
            field: self.field.id.clone(),
            constraint,
            message: Cow::Owned(message),
            expected,
            actual: if self.field.secret { Fact::Unsaid } else { actual },
            item,
            row: None,
        });
    }
}
