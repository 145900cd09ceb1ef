//! `boolean`: true or false.

use super::rules;
use crate::answer::Answer;
use crate::constraint::Constraint;
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// A boolean field has no constraints of its own.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct BooleanKind;

impl BooleanKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>) -> BooleanKind {
        rules(reader, node, &[]);
        BooleanKind
    }

    #[inline]
    pub(super) fn check<'a>(self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Answer<'a>> {
        match raw {
            Raw::Bool(truth) => Some(Answer::Bool(*truth)),
            Raw::Text(text) if text == "true" => Some(Answer::Bool(true)),
            Raw::Text(text) if text == "false" => Some(Answer::Bool(false)),
            other => {
                report.fail(Constraint::Type, Fact::Word("boolean"), Fact::Word(other.type_name()));
                None
            }
        }
    }
}
