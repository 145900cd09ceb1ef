//! `date`: a day, or a point in time.

use super::rules;
use super::text::quoted;
use crate::answer::Answer;
use crate::calendar::{Date, DateTime};
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::json::tree::Node;
use crate::parse::reader::{Members, Reader};
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// The constraints of a date field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DateKind {
    /// Asks for a point in time, not only for a day.
    pub with_time: bool,
    /// The earliest.
    pub minimum: Option<Moment>,
    /// The latest. A day means until its end, in UTC.
    pub maximum: Option<Moment>,
}

/// A day or a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A whole day.
    Day(Date),
    /// A point in time.
    Instant(DateTime),
}

impl Moment {
    pub(crate) fn parse(text: &str) -> Option<Moment> {
        Date::parse(text).map(Moment::Day).or_else(|_| DateTime::parse(text).map(Moment::Instant)).ok()
    }

    /// Days are compared as days as soon as one side is only a day.
    pub(crate) fn compare(&self, other: &Moment) -> std::cmp::Ordering {
        match (self, other) {
            (Moment::Instant(this), Moment::Instant(that)) => this.cmp(that),
            (Moment::Day(this), Moment::Day(that)) => this.cmp(that),
            (this, that) => this.day().cmp(&that.day()),
        }
    }

    /// Returns the day in UTC, counted.
    pub(crate) fn day(&self) -> i64 {
        match self {
            Moment::Day(date) => date.day_number(),
            Moment::Instant(moment) => moment.utc_day_number(),
        }
    }

    pub(crate) fn answer(self) -> Answer<'static> {
        match self {
            Moment::Day(date) => Answer::Date(date),
            Moment::Instant(moment) => Answer::DateTime(moment),
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Day(date) => date.fmt(f),
            Moment::Instant(moment) => moment.fmt(f),
        }
    }
}

impl DateKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>, enable_time: bool) -> DateKind {
        let mut kind = DateKind { with_time: enable_time, minimum: None, maximum: None };
        let Some(members) = rules(reader, node, &["format", "minimum", "maximum"]) else { return kind };
        let formats = [("date", false), ("date-time", true)];
        if let Some(node) = members.get("format")
            && let Some(with_time) = reader.word(node, &formats)
        {
            kind.with_time = with_time;
            if enable_time && !with_time {
                reader.warn(&node.span, || {
                    let message = "`enableTime` has no effect on the format `date`".to_owned();
                    (message, Some("date-time".to_owned()))
                });
            }
        }
        let mut bound = |key| kind.read_bound(reader, members, key);
        (kind.minimum, kind.maximum) = (bound("minimum"), bound("maximum"));
        let crossed = kind.minimum.zip(kind.maximum).is_some_and(|(low, high)| low.compare(&high).is_gt());
        reader.refuse_crossed(members, ("minimum", "maximum"), crossed);
        kind
    }

    fn read_bound(&self, reader: &mut Reader, members: Members<'_, '_>, key: &str) -> Option<Moment> {
        let node = members.get(key)?;
        let text = reader.text(node)?;
        let bound = Moment::parse(text).filter(|bound| self.with_time || matches!(bound, Moment::Day(_)));
        if bound.is_none() {
            let expected = if self.with_time { "a date or date-time" } else { "a date such as 2026-01-31" };
            reader.note(&node.span, DefectCode::Date, "not a date").expected(expected).found(node);
        }
        bound
    }

    /// Returns the name of the format that answers have.
    #[must_use]
    pub fn format_name(&self) -> &'static str {
        if self.with_time { "date-time" } else { "date" }
    }

    /// Reads a text as this field's kind of date.
    pub(crate) fn parse(&self, text: &str) -> Option<Moment> {
        if self.with_time {
            DateTime::parse(text).map(Moment::Instant).ok()
        } else {
            Date::parse(text).map(Moment::Day).ok()
        }
    }

    #[inline]
    pub(super) fn check(&self, raw: &Raw<'_>, report: &mut Report<'_>) -> Option<Moment> {
        let Raw::Text(text) = raw else {
            report.fail(Constraint::Type, Fact::Word("date"), Fact::Word(raw.type_name()));
            return None;
        };
        self.check_text(text, report)
    }

    #[inline]
    pub(super) fn check_text(&self, text: &str, report: &mut Report<'_>) -> Option<Moment> {
        let Some(moment) = self.parse(text) else {
            report.fail(Constraint::Format, Fact::Word(self.format_name()), quoted(text));
            return None;
        };
        if let Some(bound) = self.minimum
            && moment.compare(&bound).is_lt()
        {
            report.fail(Constraint::Minimum, Fact::Text(bound.to_string()), quoted(text));
        }
        if let Some(bound) = self.maximum
            && moment.compare(&bound).is_gt()
        {
            report.fail(Constraint::Maximum, Fact::Text(bound.to_string()), quoted(text));
        }
        Some(moment)
    }
}
