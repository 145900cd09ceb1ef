//! `boolean`: true or false.

use super::rules;
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
    pub(super) fn check(self, raw: &Raw<'_>, report: &mut Report<'_>) -> Option<bool> {
        match raw {
            Raw::Bool(truth) => Some(*truth),
            Raw::Text(text) if text == "true" => Some(true),
            Raw::Text(text) if text == "false" => Some(false),
            other => {
                report.fail(Constraint::Type, Fact::Word("boolean"), Fact::Word(other.type_name()));
                None
            }
        }
    }
}
