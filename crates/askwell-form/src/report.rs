//! Where a field's check puts what it finds: turns a violated constraint into a problem with a sentence,
//! and keeps secrets out of it.

use std::borrow::Cow;
use std::sync::Arc;

use crate::constraint::Constraint;
use crate::message::sentence;
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

    fn push(&mut self, constraint: Constraint, expected: Fact, actual: Fact, item: Option<usize>) {
        let own = self.field.messages.iter().find(|(about, _)| *about == constraint);
        let message = match own {
            Some((_, message)) => message.clone(),
            None => sentence(&self.field.label, constraint, &expected),
        };
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
        });
    }
}
