//! `text`: a string, counted in code points.

use std::borrow::Cow;

use super::rules;
use crate::answer::{Answer, Secret};
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::format::{FORMATS, Format};
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::pattern::Pattern;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;
use crate::text::{code_points, excerpt, hidden_character, is_plain};

/// The constraints of a text field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TextKind {
    /// The fewest code points; 0 if there is no lower bound.
    pub min_length: usize,
    /// The most code points; `usize::MAX` if there is no upper bound.
    pub max_length: usize,
    /// What the text must match somewhere.
    pub pattern: Option<Pattern>,
    /// What the text must be.
    pub format: Option<Format>,
    /// What is typed must not be seen, logged or sent by MCP form mode.
    pub secret: bool,
}

impl TextKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>, secret: bool) -> TextKind {
        let mut kind =
            TextKind { min_length: 0, max_length: usize::MAX, pattern: None, format: None, secret };
        let Some(members) = rules(reader, node, &["minLength", "maxLength", "pattern", "format"]) else {
            return kind;
        };
        kind.min_length = reader.length(members, "minLength", 0).unwrap_or(0);
        kind.max_length = reader.length(members, "maxLength", 1).unwrap_or(usize::MAX);
        reader.refuse_crossed(members, ("minLength", "maxLength"), kind.min_length > kind.max_length);
        kind.pattern = members.get("pattern").and_then(|node| reader.pattern(node));
        kind.format = members.get("format").and_then(|node| reader.word(node, &FORMATS));
        kind
    }

    #[inline]
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<&'a str> {
        let Raw::Text(text) = raw else {
            report.fail(Constraint::Type, Fact::Word("string"), Fact::Word(raw.type_name()));
            return None;
        };
        self.check_text(text, report);
        Some(text)
    }

    #[inline]
    pub(super) fn check_text(&self, text: &str, report: &mut Report<'_>) {
        let plain = is_plain(text);
        let length = if plain { text.len() } else { code_points(text) };
        if length < self.min_length {
            report.fail(Constraint::MinLength, Fact::Count(self.min_length), Fact::Count(length));
        }
        if length > self.max_length {
            report.fail(Constraint::MaxLength, Fact::Count(self.max_length), Fact::Count(length));
            // What is too long is not matched as well: patterns cost time, and nothing would be gained.
            return;
        }
        if let Some(pattern) = &self.pattern
            && !pattern.is_match(text)
        {
            report.fail(Constraint::Pattern, Fact::Text(pattern.source().to_owned()), quoted(text));
        }
        if let Some(format) = self.format
            && !format.accepts(text)
        {
            report.fail(Constraint::Format, Fact::Word(format.name()), quoted(text));
        }
        if !plain && let Some(hidden) = hidden_character(text) {
            let found = format!("U+{:04X}", u32::from(hidden));
            report.fail(Constraint::Characters, Fact::Word("visible characters"), Fact::Text(found));
        }
    }

    /// Returns whether the text satisfies the constraints.
    pub(crate) fn takes(&self, text: &str) -> bool {
        let length = code_points(text);
        (self.min_length..=self.max_length).contains(&length)
            && self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
            && self.format.is_none_or(|format| format.accepts(text))
    }

    #[inline]
    pub(super) fn answer<'a>(&self, text: &'a str) -> Answer<'a> {
        if self.secret { Answer::Secret(Secret::borrowed(text)) } else { Answer::Text(Cow::Borrowed(text)) }
    }
}

/// Returns a text as a fact: whole if it is short.
#[cold]
pub(super) fn quoted(text: &str) -> Fact {
    Fact::Text(excerpt(text, 100))
}

impl Reader {
    /// Returns a length or count of at least `least`.
    pub(super) fn length(
        &mut self,
        members: crate::parse::reader::Members<'_, '_>,
        key: &str,
        least: i64,
    ) -> Option<usize> {
        let count = self.count(members.get(key)?, least..=i64::MAX)?;
        usize::try_from(count).ok()
    }

    /// Notes that the lower of two bounds lies above the upper one.
    pub(crate) fn refuse_crossed(
        &mut self,
        members: crate::parse::reader::Members<'_, '_>,
        (low, high): (&str, &str),
        crossed: bool,
    ) {
        if crossed && let Some(node) = members.get(low) {
            let message = format!("`{low}` leaves nothing below `{high}`: no answer can satisfy both");
            self.note(&node.span, DefectCode::Contradiction, message).found(node);
        }
    }

    /// Returns a regular expression that can be used.
    pub(crate) fn pattern(&mut self, node: &Node<'_>) -> Option<Pattern> {
        let source = self.text(node)?;
        match Pattern::compile(source) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                self.note(&node.span, DefectCode::Pattern, error.to_string());
                None
            }
        }
    }
}
