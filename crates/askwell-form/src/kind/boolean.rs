//! `boolean`: true or false.

use std::sync::Arc;

use super::rules;
use crate::constraint::Constraint;
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// The words that a verdict also accepts, for surfaces that can only show choices.
pub(crate) const APPROVE: &str = "approve";
pub(crate) const REJECT: &str = "reject";

/// A boolean field has no constraints of its own.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BooleanKind {
    /// The words for true and false, if the field is the verdict of a decision.
    pub(crate) labels: Option<(Arc<str>, Arc<str>)>,
}

impl BooleanKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>) -> BooleanKind {
        rules(reader, node, &[]);
        BooleanKind::default()
    }

    /// Returns the author's words for a value, if the field is the verdict of a
    /// [`Decision`](crate::Decision).
    #[must_use]
    pub fn label(&self, value: bool) -> Option<&str> {
        let (approve, reject) = self.labels.as_ref()?;
        Some(if value { approve } else { reject })
    }

    #[inline]
    pub(super) fn check(&self, raw: &Raw<'_>, report: &mut Report<'_>) -> Option<bool> {
        match raw {
            Raw::Bool(truth) => Some(*truth),
            Raw::Text(text) if text == "true" => Some(true),
            Raw::Text(text) if text == "false" => Some(false),
            Raw::Text(text) if self.labels.is_some() && text == APPROVE => Some(true),
            Raw::Text(text) if self.labels.is_some() && text == REJECT => Some(false),
            other => {
                report.fail(Constraint::Type, Fact::Word("boolean"), Fact::Word(other.type_name()));
                None
            }
        }
    }
}
