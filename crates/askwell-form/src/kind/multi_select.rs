//! `multi_select`: some of the options, each at most once.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::open_rules;
use super::options::Options;
use super::text::quoted;
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
    /// Further keys of its `validation`, as they were written.
    pub extensions: Map<String, Value>,
}

/// From a source, at most so many options can be chosen: it is asked for all of them at once.
pub(crate) const MAX_SOURCE_CHOICES: usize = 100;

/// Wrong choices are listed one by one up to here; a list of a million of them is as wrong as this.
const LISTED: usize = 100;

impl MultiSelectKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>, options: Options) -> MultiSelectKind {
        let mut kind =
            MultiSelectKind { options, min_items: 0, max_items: usize::MAX, extensions: Map::new() };
        let keys = ["enum", "minItems", "maxItems", "uniqueItems"];
        let Some(members) = open_rules(reader, node, &keys) else { return kind };
        kind.extensions = members.unknown(&keys);
        kind.options.check_enum(reader, members);
        kind.min_items = reader.length(members, "minItems", 0).unwrap_or(0);
        kind.max_items = reader.length(members, "maxItems", 1).unwrap_or(usize::MAX);
        reader.refuse_crossed(members, ("minItems", "maxItems"), kind.min_items > kind.max_items);
        let is_closed = kind.options.source().is_none();
        let too_few = is_closed && kind.min_items > kind.options.len();
        reader.refuse_crossed(members, ("minItems", "options"), too_few);
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
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Vec<Cow<'a, str>>> {
        let before = report.problems.len();
        let items = self.judge(raw, report)?;
        let all_known = report.problems.len() == before;
        let values = items.iter().filter_map(Raw::as_text);
        Some(if all_known { values.map(Cow::Borrowed).collect() } else { self.known(values) })
    }

    /// Reports what is wrong with the choices; gives them back, if they are a list.
    #[inline]
    pub(super) fn judge<'a, 'r>(&self, raw: &'a Raw<'r>, report: &mut Report<'_>) -> Option<&'a [Raw<'r>]> {
        let Raw::List(items) = raw else {
            report.fail(Constraint::Type, Fact::Word("array"), Fact::Word(raw.type_name()));
            return None;
        };
        self.judge_items(items, report);
        Some(items)
    }

    /// Reports the problems of a list of choices of any item type.
    #[inline]
    pub(crate) fn judge_items<T: Item>(&self, items: &[T], report: &mut Report<'_>) {
        if self.options.source().is_some() {
            return self.judge_open(items, report);
        }
        let before = report.problems.len();
        let mut seen = SeenChoices::new(self.options.len());
        for (index, item) in items.iter().enumerate() {
            let value = item.as_text();
            match (value, value.and_then(|value| self.options.position(value))) {
                (Some(_), Some(position)) if seen.insert(position) => {}
                (Some(value), Some(_)) => {
                    let expected = Fact::Word("no repetition");
                    report.fail_item(index, Constraint::UniqueItems, expected, quoted(value));
                }
                (Some(value), None) => {
                    report.fail_item(index, Constraint::Enum, self.options.fact(), quoted(value));
                }
                (None, _) => {
                    let found = Fact::Word(item.type_name());
                    report.fail_item(index, Constraint::Type, Fact::Word("option"), found);
                }
            }
            if report.problems.len() - before >= LISTED {
                break;
            }
        }
        self.judge_count(items.len(), report);
    }

    /// Reports the problems of choices from a source, as far as they can be seen without asking it.
    #[cold]
    fn judge_open<T: Item>(&self, items: &[T], report: &mut Report<'_>) {
        if items.len() > MAX_SOURCE_CHOICES {
            let (most, found) = (Fact::Count(MAX_SOURCE_CHOICES), Fact::Count(items.len()));
            return report.fail(Constraint::MaxItems, most, found);
        }
        for (index, item) in items.iter().enumerate() {
            let is_repeated =
                |value: &str| items.iter().take(index).any(|earlier| earlier.as_text() == Some(value));
            match item.as_text() {
                Some(value) if is_repeated(value) => {
                    let expected = Fact::Word("no repetition");
                    report.fail_item(index, Constraint::UniqueItems, expected, quoted(value));
                }
                Some(value) if self.options.may_have(value) => {}
                Some(value) => report.fail_item(index, Constraint::Enum, self.options.fact(), quoted(value)),
                None => {
                    let found = Fact::Word(item.type_name());
                    report.fail_item(index, Constraint::Type, Fact::Word("option"), found);
                }
            }
        }
        self.judge_count(items.len(), report);
    }

    #[inline]
    fn judge_count(&self, count: usize, report: &mut Report<'_>) {
        if count < self.min_items {
            report.fail(Constraint::MinItems, Fact::Count(self.min_items), Fact::Count(count));
        }
        if count > self.max_items {
            report.fail(Constraint::MaxItems, Fact::Count(self.max_items), Fact::Count(count));
        }
    }

    /// Those among the choices that are options, each once.
    #[cold]
    fn known<'a>(&self, values: impl Iterator<Item = &'a str>) -> Vec<Cow<'a, str>> {
        if self.options.source().is_some() {
            let known = values.take(MAX_SOURCE_CHOICES).filter(|value| self.options.may_have(value));
            return known.map(Cow::Borrowed).collect();
        }
        let mut seen = SeenChoices::new(self.options.len());
        let is_new =
            |value: &&str| self.options.position(value).is_some_and(|position| seen.insert(position));
        values.filter(is_new).map(Cow::Borrowed).collect()
    }
}

/// One of several choices, before it is known to be one.
pub(crate) trait Item {
    fn as_text(&self) -> Option<&str>;
    fn type_name(&self) -> &'static str;
}

impl Item for Raw<'_> {
    #[inline]
    fn as_text(&self) -> Option<&str> {
        Raw::as_text(self)
    }

    fn type_name(&self) -> &'static str {
        Raw::type_name(self)
    }
}

/// Lets a parsed list be checked in place.
impl Item for Value {
    #[inline]
    fn as_text(&self) -> Option<&str> {
        self.as_str()
    }

    fn type_name(&self) -> &'static str {
        Raw::from(self).type_name()
    }
}

/// Which options have been chosen: a word of bits, or as many words as it takes.
enum SeenChoices {
    Few(u64),
    Many(Vec<bool>),
}

impl SeenChoices {
    #[inline]
    fn new(options: usize) -> SeenChoices {
        if options <= 64 { SeenChoices::Few(0) } else { SeenChoices::Many(vec![false; options]) }
    }

    /// Returns whether the option was new.
    #[inline]
    fn insert(&mut self, position: usize) -> bool {
        match self {
            SeenChoices::Few(bits) => {
                let new = *bits & (1 << position) == 0;
                *bits |= 1 << position;
                new
            }
            SeenChoices::Many(flags) => {
                flags.get_mut(position).is_some_and(|flag| !std::mem::replace(flag, true))
            }
        }
    }
}
