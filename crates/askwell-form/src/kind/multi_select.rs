//! `multi_select`: some of the options, each at most once.

use std::borrow::Cow;

use super::options::Options;
use super::rules;
use super::text::quoted;
use crate::answer::Answer;
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// The constraints of a multi-select field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MultiSelectKind {
    /// What there is to choose from.
    pub options: Options,
    /// The fewest choices.
    pub min_items: usize,
    /// The most choices; `usize::MAX` if there is no upper bound.
    pub max_items: usize,
}

/// Wrong choices are listed one by one up to here; a list of a million of them is as wrong as this.
const LISTED: usize = 100;

impl MultiSelectKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>, options: Options) -> MultiSelectKind {
        let mut kind = MultiSelectKind { options, min_items: 0, max_items: usize::MAX };
        let keys = ["enum", "minItems", "maxItems", "uniqueItems"];
        let Some(members) = rules(reader, node, &keys) else { return kind };
        kind.options.check_enum(reader, members);
        kind.min_items = reader.length(members, "minItems", 0).unwrap_or(0);
        kind.max_items = reader.length(members, "maxItems", 1).unwrap_or(usize::MAX);
        reader.refuse_crossed(members, ("minItems", "maxItems"), kind.min_items > kind.max_items);
        reader.refuse_crossed(members, ("minItems", "options"), kind.min_items > kind.options.len());
        if let Some(node) = members.get("uniqueItems")
            && reader.boolean(node) == Some(false)
        {
            let note =
                reader.note(&node.span, DefectCode::OutOfRange, "the same option is never chosen twice");
            note.expected("true");
        }
        kind
    }

    #[inline]
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Answer<'a>> {
        let Raw::List(items) = raw else {
            report.fail(Constraint::Type, Fact::Word("array"), Fact::Word(raw.type_name()));
            return None;
        };
        let before = report.problems.len();
        let mut seen = Seen::new(self.options.len());
        let mut values = Vec::with_capacity(items.len().min(self.options.len()));
        for (index, item) in items.iter().enumerate() {
            let position = if let Raw::Text(value) = item { self.options.position(value) } else { None };
            match (item, position) {
                (Raw::Text(value), Some(position)) if seen.insert(position) => {
                    values.push(Cow::Borrowed(&**value))
                }
                (Raw::Text(value), Some(_)) => {
                    report.fail_item(
                        index,
                        Constraint::UniqueItems,
                        Fact::Word("no repetition"),
                        quoted(value),
                    );
                }
                (Raw::Text(value), None) => {
                    report.fail_item(index, Constraint::Enum, self.options.fact(), quoted(value));
                }
                (other, _) => {
                    report.fail_item(
                        index,
                        Constraint::Type,
                        Fact::Word("option"),
                        Fact::Word(other.type_name()),
                    );
                }
            }
            if report.problems.len() - before >= LISTED {
                break;
            }
        }
        if items.len() < self.min_items {
            report.fail(Constraint::MinItems, Fact::Count(self.min_items), Fact::Count(items.len()));
        }
        if items.len() > self.max_items {
            report.fail(Constraint::MaxItems, Fact::Count(self.max_items), Fact::Count(items.len()));
        }
        Some(Answer::Choices(values))
    }
}

/// Which options have been chosen: a word of bits, or as many words as it takes.
enum Seen {
    Few(u64),
    Many(Vec<bool>),
}

impl Seen {
    #[inline]
    fn new(options: usize) -> Seen {
        if options <= 64 { Seen::Few(0) } else { Seen::Many(vec![false; options]) }
    }

    /// Whether the option was new.
    #[inline]
    fn insert(&mut self, position: usize) -> bool {
        match self {
            Seen::Few(bits) => {
                let new = *bits & (1 << position) == 0;
                *bits |= 1 << position;
                new
            }
            Seen::Many(flags) => flags.get_mut(position).is_some_and(|flag| !std::mem::replace(flag, true)),
        }
    }
}
