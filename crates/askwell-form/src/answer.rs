//! A checked value in the type of its field.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use zeroize::Zeroizing;

use crate::calendar::{Date, DateTime};
use crate::json::write;
use crate::number::Number;
use crate::row::Row;

/// What a field was answered with, after checking.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer<'a> {
    /// A text field's text.
    Text(Cow<'a, str>),
    /// The text of a secret field.
    Secret(Secret<'a>),
    /// A number, exact.
    Number(Number),
    /// True or false.
    Bool(bool),
    /// A day.
    Date(Date),
    /// A point in time.
    DateTime(DateTime),
    /// The value of the chosen option.
    Choice(Cow<'a, str>),
    /// The values of the chosen options, in the order of choosing.
    Choices(Vec<Cow<'a, str>>),
    /// A URL that passed the guard by its text; names still have to be resolved and checked.
    Url(Cow<'a, str>),
    /// A file.
    File(Box<File<'a>>),
    /// The rows of a repeating group.
    Rows(Vec<Row<'a>>),
}

/// A text that shows itself only when asked to, and is wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<'a>(Kept<'a>);

#[derive(Clone, PartialEq, Eq)]
enum Kept<'a> {
    Borrowed(&'a str),
    Owned(Zeroizing<String>),
}

/// A file: its name, its declared type and its content, all of which agree.
#[derive(Debug, Clone, PartialEq)]
pub struct File<'a> {
    /// The name, safe to keep: no folders, no tricks.
    pub filename: Cow<'a, str>,
    /// The declared media type.
    pub content_type: Cow<'a, str>,
    /// Size in bytes.
    pub size: u64,
    /// The bytes, or where they are.
    pub content: Content<'a>,
}

/// Where a file's bytes are.
#[derive(Clone, PartialEq)]
pub enum Content<'a> {
    /// Here.
    Inline(Vec<u8>),
    /// Uploaded separately. The holder of the upload checks its content.
    Stored {
        /// `url`, `s3` or `local`.
        kind: Cow<'a, str>,
        /// Where, in the words of that kind.
        location: Cow<'a, str>,
    },
}

/// Stands for a secret.
pub(crate) const MASK: &str = "••••••";

impl<'a> Secret<'a> {
    pub(crate) fn borrowed(text: &'a str) -> Self {
        Secret(Kept::Borrowed(text))
    }

    /// Returns the secret itself. Do not log it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        match &self.0 {
            Kept::Borrowed(text) => text,
            Kept::Owned(text) => text,
        }
    }

    fn into_owned(self) -> Secret<'static> {
        Secret(Kept::Owned(match self.0 {
            Kept::Borrowed(text) => Zeroizing::new(text.to_owned()),
            Kept::Owned(text) => text,
        }))
    }
}

impl fmt::Debug for Secret<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Inline(bytes) => write!(f, "[{} bytes]", bytes.len()),
            Content::Stored { kind, location } => write!(f, "[{kind} {location}]"),
        }
    }
}

impl fmt::Debug for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => write!(f, "{text:?}"),
            Answer::Secret(secret) => secret.fmt(f),
            Answer::Number(number) => number.fmt(f),
            Answer::Bool(truth) => truth.fmt(f),
            Answer::Date(date) => date.fmt(f),
            Answer::DateTime(moment) => moment.fmt(f),
            Answer::Choices(values) => values.fmt(f),
            Answer::File(file) => file.fmt(f),
            Answer::Rows(rows) => rows.fmt(f),
        }
    }
}

impl Answer<'_> {
    /// Returns the text of a text, select or URL field; secrets must be asked for by
    /// [`Secret::reveal`].
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number of a number field.
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        if let Answer::Number(number) = self { Some(*number) } else { None }
    }

    /// Returns the truth value of a boolean field.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Answer::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// Returns the rows of a repeating group.
    #[must_use]
    pub fn as_rows(&self) -> Option<&[Row<'_>]> {
        if let Answer::Rows(rows) = self { Some(rows) } else { None }
    }

    /// Returns a copy that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Answer<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Answer::Text(text) => Answer::Text(own(text)),
            Answer::Secret(secret) => Answer::Secret(secret.into_owned()),
            Answer::Number(number) => Answer::Number(number),
            Answer::Bool(truth) => Answer::Bool(truth),
            Answer::Date(date) => Answer::Date(date),
            Answer::DateTime(moment) => Answer::DateTime(moment),
            Answer::Choice(text) => Answer::Choice(own(text)),
            Answer::Choices(values) => Answer::Choices(values.into_iter().map(own).collect()),
            Answer::Url(text) => Answer::Url(own(text)),
            Answer::File(file) => Answer::File(Box::new(File {
                filename: own(file.filename),
                content_type: own(file.content_type),
                size: file.size,
                content: match file.content {
                    Content::Inline(bytes) => Content::Inline(bytes),
                    Content::Stored { kind, location } => {
                        Content::Stored { kind: own(kind), location: own(location) }
                    }
                },
            })),
            Answer::Rows(rows) => Answer::Rows(rows.into_iter().map(Row::into_owned).collect()),
        }
    }

    /// Returns the wire form as JSON with every digit, **secrets included**.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    /// Writes the wire form with every digit; secrets included.
    pub(crate) fn write_json(&self, out: &mut String) {
        match self {
            Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => write::string(out, text),
            Answer::Secret(secret) => write::string(out, secret.reveal()),
            Answer::Number(number) => out.push_str(&number.to_string()),
            Answer::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Answer::Date(date) => write::string(out, &date.to_string()),
            Answer::DateTime(moment) => write::string(out, &moment.to_string()),
            Answer::Choices(values) => write::list(out, values, |out, value| write::string(out, value)),
            Answer::File(file) => out.push_str(&serde_json::to_string(file).unwrap_or_default()),
            Answer::Rows(rows) => write::list(out, rows, |out, row| row.write_json(out)),
        }
    }

    /// Returns the wire form as a value; secrets included, numbers beyond 64 bits as the nearest
    /// double.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => Value::from(&**text),
            Answer::Secret(secret) => Value::from(secret.reveal()),
            Answer::Number(number) => serde_json::to_value(number).unwrap_or_default(),
            Answer::Bool(truth) => Value::from(*truth),
            Answer::Date(date) => Value::from(date.to_string()),
            Answer::DateTime(moment) => Value::from(moment.to_string()),
            Answer::Choices(values) => values.iter().map(|value| &**value).collect(),
            Answer::File(file) => serde_json::to_value(file).unwrap_or_default(),
            Answer::Rows(rows) => rows.iter().map(Row::to_value).collect(),
        }
    }
}

impl Serialize for File<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("filename", &self.filename)?;
        map.serialize_entry("content_type", &self.content_type)?;
        map.serialize_entry("size", &self.size)?;
        match &self.content {
            Content::Inline(bytes) => map.serialize_entry("content", &STANDARD.encode(bytes))?,
            Content::Stored { kind, location } => {
                let reference = std::collections::BTreeMap::from([("type", kind), ("location", location)]);
                map.serialize_entry("content", &reference)?;
            }
        }
        map.end()
    }
}
