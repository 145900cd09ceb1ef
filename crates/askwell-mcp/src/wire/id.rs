//! The id that joins a request and its answer.

use std::fmt;

use askwell_form::json::{JsonKind, write_string};

use super::json::Raw;

/// A text or a number, given back exactly as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Id {
    /// A whole number: what nearly everybody sends.
    Integer(i64),
    /// A text.
    Text(Box<str>),
    /// Any other number, with its digits.
    Number(Box<str>),
}

impl Id {
    /// Reads an id; `null` is none.
    #[must_use]
    pub fn read(raw: Raw<'_>) -> Option<Self> {
        match raw.kind() {
            JsonKind::Text => raw.as_text().map(|text| Id::Text(text.into())),
            // Of the whole numbers of JSON, only this one is spelt in two ways.
            JsonKind::Number => Some(match raw.as_i64().filter(|_| raw.text() != "-0") {
                Some(integer) => Id::Integer(integer),
                None => Id::Number(raw.text().into()),
            }),
            _ => None,
        }
    }

    /// Writes it as JSON.
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

/// The id as JSON.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write(&mut out);
        f.write_str(&out)
    }
}
