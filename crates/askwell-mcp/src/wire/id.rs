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
            Id::Integer(number) => write_integer(out, *number),
            Id::Text(text) => write_string(out, text),
            Id::Number(digits) => out.push_str(digits),
        }
    }
}

/// Appends the digits of a number. The formatter of the standard library takes several times as long.
fn write_integer(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let mut digits = [0_u8; 20];
    let mut rest = number.unsigned_abs();
    let mut length = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        (rest, length) = (rest / 10, length + 1);
        if rest == 0 {
            break;
        }
    }
    let digits = digits.get(digits.len() - length..).unwrap_or_default();
    out.push_str(std::str::from_utf8(digits).unwrap_or_default());
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

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn integer_is_written_with_all_its_digits() {
        for number in [0, 7, -1, 10, 909, i64::MAX, i64::MIN] {
            assert_eq!(Id::Integer(number).to_string(), number.to_string());
        }
    }
}
