//! The formats of text fields.

pub(crate) mod email;
pub(crate) mod hostname;
pub(crate) mod ip;
pub(crate) mod uri;
pub(crate) mod uuid;

use crate::calendar::{Date, DateTime};

/// What a text field's text must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after the JSON Schema format")]
pub enum Format {
    Email,
    Uri,
    Uuid,
    Ipv4,
    Ipv6,
    Hostname,
    Date,
    DateTime,
}

/// Every format with its JSON Schema name.
pub(crate) const FORMATS: [(&str, Format); 8] = [
    ("email", Format::Email),
    ("uri", Format::Uri),
    ("uuid", Format::Uuid),
    ("ipv4", Format::Ipv4),
    ("ipv6", Format::Ipv6),
    ("hostname", Format::Hostname),
    ("date", Format::Date),
    ("date-time", Format::DateTime),
];

impl Format {
    /// Returns the JSON Schema name.
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
        }
    }
}
