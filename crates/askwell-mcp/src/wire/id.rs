//! The id that connects a request with its response.

use std::fmt;

use askwell_form::json::{JsonKind, write_string};

use super::json::Raw;

/// The id of a request: a text or a number, returned exactly as received.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Id {
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(Box<str>),
    /// Any other number, with its digits.
    Number(Box<str>),
}

impl Id {
    /// Reads an id; `None` for `null` and other types.
    #[must_use]
    pub fn read(raw: Raw<'_>) -> Option<Self> {
        match raw.kind() {
            JsonKind::Text => raw.as_text().map(|text| Id::Text(text.into())),
            // `-0` equals `0` as a number, but has to be returned as received.
            JsonKind::Number => Some(match raw.as_i64().filter(|_| raw.text() != "-0") {
                Some(integer) => Id::Integer(integer),
                None => Id::Number(raw.text().into()),
            }),
            _ => None,
        }
    }

    /// Appends the id as JSON.
    pub fn write(&self, out: &mut String) {
        match self {
            Id::Integer(number) => {
                use fmt::Write as _;
                // Writing to a text cannot fail.
                let _ = write!(out, "{number}");
            }
            Id::Text(text) => write_string(out, text),
            Id::Number(digits) => out.push_str(digits),
        }
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Id::Integer(number)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Id::Text(text.into())
    }
}

/// Writes the id as JSON.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write(&mut out);
        f.write_str(&out)
    }
}
