//! What has been entered into one field so far: as it was typed or chosen, not checked.

use std::borrow::Cow;
use std::path::PathBuf;

use askwell_form::{Field, Kind, Raw};
use zeroize::Zeroizing;

/// What has been entered into one field.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Entry {
    /// Nothing has been done: the default holds, if there is one.
    #[default]
    Untouched,
    /// Emptied on purpose, although there is a default.
    Blank,
    /// What was typed: a text, a number, a date, a URL.
    Typed(String),
    /// What was typed into a secret field. Wiped from memory when dropped.
    Secret(Hidden),
    /// Yes or no.
    Truth(bool),
    /// The value of one option.
    Choice(String),
    /// The values of several options, in the order of choosing.
    Choices(Vec<String>),
    /// A file that was read.
    File(Box<Picked>),
}

/// A text that does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub Zeroizing<String>);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

/// A file as it was read from the disk.
#[derive(Clone, PartialEq, Eq)]
pub struct Picked {
    /// Where it lies.
    pub path: PathBuf,
    /// Its name without the folder.
    pub filename: String,
    /// The type that the name stands for.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its content in base64.
    pub content: String,
}

impl std::fmt::Debug for Picked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{} ({} bytes)]", self.path.display(), self.size)
    }
}

impl Entry {
    /// What was typed, as an entry of this field. Nothing typed means nothing entered, or if there is a default that
    /// it is not wanted.
    #[must_use]
    pub fn typed(field: &Field, text: &str) -> Entry {
        if text.is_empty() {
            Entry::emptied(field)
        } else if field.is_secret() {
            Entry::Secret(Hidden(Zeroizing::new(text.to_owned())))
        } else {
            Entry::Typed(text.to_owned())
        }
    }

    /// Some choices, as an entry of this field.
    #[must_use]
    pub fn chosen(field: &Field, values: Vec<String>) -> Entry {
        if values.is_empty() { Entry::emptied(field) } else { Entry::Choices(values) }
    }

    /// Nothing, as an entry of this field.
    #[must_use]
    pub fn emptied(field: &Field) -> Entry {
        if field.default_answer().is_some() { Entry::Blank } else { Entry::Untouched }
    }

    /// An entry from a value of a document; nothing, if the field cannot hold such a value.
    #[must_use]
    pub fn from_raw(field: &Field, raw: &Raw<'_>) -> Option<Entry> {
        Some(match (field.kind(), raw) {
            (_, Raw::Null) => Entry::Untouched,
            (Kind::Boolean(_), Raw::Bool(truth)) => Entry::Truth(*truth),
            (Kind::Boolean(_), Raw::Text(text)) => Entry::Truth(text.parse().ok()?),
            (Kind::Select(_), Raw::Text(value)) if !value.is_empty() => Entry::Choice(value.to_string()),
            (Kind::MultiSelect(_), Raw::List(items)) => {
                let values: Option<Vec<_>> =
                    items.iter().map(|item| item.as_text().map(str::to_owned)).collect();
                Entry::chosen(field, values?)
            }
            (Kind::Number(_), Raw::Integer(integer)) => Entry::Typed(integer.to_string()),
            (Kind::Number(_), Raw::Number(digits)) => Entry::Typed(digits.to_string()),
            (Kind::Boolean(_) | Kind::Select(_) | Kind::MultiSelect(_) | Kind::File(_), _) => return None,
            (_, Raw::Text(text)) => Entry::typed(field, text),
            _ => return None,
        })
    }

    /// The entry for the checker; nothing for a field that was not touched.
    pub(super) fn raw<'a>(&'a self, field: &Field) -> Option<Raw<'a>> {
        Some(match self {
            Entry::Untouched => return None,
            Entry::Blank if matches!(field.kind(), Kind::MultiSelect(_)) => Raw::List(Vec::new()),
            Entry::Blank => Raw::Text(Cow::Borrowed("")),
            Entry::Typed(text) | Entry::Choice(text) => Raw::from(text.as_str()),
            Entry::Secret(Hidden(text)) => Raw::from(text.as_str()),
            Entry::Truth(truth) => Raw::Bool(*truth),
            Entry::Choices(values) => {
                Raw::List(values.iter().map(|value| Raw::from(value.as_str())).collect())
            }
            Entry::File(picked) => picked.raw(Raw::from(picked.content.as_str())),
        })
    }

    /// The same, but of a file only what is quick to look at. Its content was checked when it was set.
    pub(super) fn light_raw<'a>(&'a self, field: &Field) -> Option<Raw<'a>> {
        match self {
            Entry::File(picked) => {
                // Only the form of a location is looked at, and the name has a check of its own.
                let reference = [("type", Raw::from("local")), ("location", Raw::from("content"))];
                Some(picked.raw(object(reference)))
            }
            other => other.raw(field),
        }
    }
}

impl Picked {
    fn raw<'a>(&'a self, content: Raw<'a>) -> Raw<'a> {
        object([
            ("filename", Raw::from(self.filename.as_str())),
            ("content_type", Raw::from(self.content_type.as_str())),
            ("size", Raw::Integer(i64::try_from(self.size).unwrap_or(i64::MAX))),
            ("content", content),
        ])
    }
}

fn object<'a, const N: usize>(members: [(&'static str, Raw<'a>); N]) -> Raw<'a> {
    Raw::Object(members.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).collect())
}
