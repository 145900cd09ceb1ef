//! The formats of text fields.

pub(crate) mod colour;
pub(crate) mod email;
pub(crate) mod hostname;
pub(crate) mod ip;
pub(crate) mod time;
pub(crate) mod uri;
pub(crate) mod uuid;

use crate::calendar::{Date, DateTime};

/// What a text field's text must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named as documents name it")]
pub enum Format {
    Email,
    Uri,
    Uuid,
    Ipv4,
    Ipv6,
    Hostname,
    Date,
    DateTime,
    Time,
    Colour,
}

/// Every format with the name that documents use.
pub(crate) const FORMATS: [(&str, Format); 10] = [
    ("email", Format::Email),
    ("uri", Format::Uri),
    ("uuid", Format::Uuid),
    ("ipv4", Format::Ipv4),
    ("ipv6", Format::Ipv6),
    ("hostname", Format::Hostname),
    ("date", Format::Date),
    ("date-time", Format::DateTime),
    ("time", Format::Time),
    ("colour", Format::Colour),
];

impl Format {
    /// Returns the name that documents use: the JSON Schema name, except for `time` and `colour`.
    #[must_use]
    pub fn name(self) -> &'static str {
        FORMATS.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns whether a text has this format.
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Format::Email => email::is_email(text),
            Format::Uri => uri::is_uri(text),
            Format::Uuid => uuid::is_uuid(text),
            Format::Ipv4 => ip::is_ipv4(text),
            Format::Ipv6 => ip::is_ipv6(text),
            Format::Hostname => hostname::is_hostname(text),
            Format::Date => Date::parse(text).is_ok(),
            Format::DateTime => DateTime::parse(text).is_ok(),
            Format::Time => time::is_time(text),
            Format::Colour => colour::is_colour(text),
        }
    }

    /// Returns the pattern that says the same as this format, if JSON Schema has no format for it. JSON Schema's
    /// `time` needs seconds and an offset.
    pub(crate) fn pattern(self) -> Option<&'static str> {
        match self {
            Format::Time => Some(time::PATTERN),
            Format::Colour => Some(colour::PATTERN),
            _ => None,
        }
    }

    /// Returns the format that a pattern of [`Format::pattern`] stands for.
    pub(crate) fn of_pattern(pattern: &str) -> Option<Format> {
        [Format::Time, Format::Colour].into_iter().find(|format| format.pattern() == Some(pattern))
    }
}
