//! `select`: one of the options.

use serde_json::{Map, Value};

use super::open_rules;
use super::options::Options;
use super::text::quoted;
use crate::constraint::Constraint;
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// The constraints of a select field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SelectKind {
    /// What there is to choose from.
    pub options: Options,
    /// Further keys of its `validation`, as they were written.
    pub extensions: Map<String, Value>,
}

impl SelectKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>, options: Options) -> SelectKind {
        let mut kind = SelectKind { options, extensions: Map::new() };
        if let Some(members) = open_rules(reader, node, &["enum"]) {
            kind.options.check_enum(reader, members);
            kind.extensions = members.unknown(&["enum"]);
        }
        kind
    }

    #[inline]
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<&'a str> {
        let Raw::Text(value) = raw else {
            report.fail(Constraint::Type, Fact::Word("option"), Fact::Word(raw.type_name()));
            return None;
        };
        self.check_text(value, report)
    }

    #[inline]
    pub(super) fn check_text<'a>(&self, value: &'a str, report: &mut Report<'_>) -> Option<&'a str> {
        if !self.options.may_have(value) {
            report.fail(Constraint::Enum, self.options.fact(), quoted(value));
            return None;
        }
        Some(value)
    }
}
