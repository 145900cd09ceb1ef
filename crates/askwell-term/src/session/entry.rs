//! The entry of one field, as it was typed or selected, before it is checked.

use std::borrow::Cow;
use std::path::PathBuf;

use askwell_form::{Answer, Field, Kind, Raw, RowsKind};
use zeroize::Zeroizing;

/// The entry of one field.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum FieldEntry {
    /// The field was not touched. Its default applies, if it has one.
    #[default]
    Untouched,
    /// The field was emptied on purpose, although it has a default.
    Blank,
    /// Typed text: a text, a number, a date or a URL.
    Typed(String),
    /// Text typed into a secret field. Wiped from memory when dropped.
    Secret(SecretText),
    /// Yes or no.
    Truth(bool),
    /// The value of one option.
    Choice(String),
    /// The values of several options, in the order of selection.
    Choices(Vec<String>),
    /// A file that was read.
    File(Box<LocalFile>),
    /// The rows of a repeating group: of each, the entries of its fields in order.
    Rows(Vec<Vec<FieldEntry>>),
}

/// A secret text. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(pub Zeroizing<String>);

impl std::fmt::Debug for SecretText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

/// A file as it was read from the disk.
#[derive(Clone, PartialEq, Eq)]
pub struct LocalFile {
    /// Path of the file.
    pub path: PathBuf,
    /// File name without the folder.
    pub filename: String,
    /// Media type by the file name.
    pub content_type: String,
    /// Size in bytes.
    pub size: u64,
    /// Content in base64.
    pub content: String,
}

impl std::fmt::Debug for LocalFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{} ({} bytes)]", self.path.display(), self.size)
    }
}

impl FieldEntry {
    /// Returns the entry for typed text. Empty text is [`FieldEntry::Blank`] if the field has a
    /// default or is prefilled, else [`FieldEntry::Untouched`].
    #[must_use]
    pub fn typed(field: &Field, text: &str) -> FieldEntry {
        if text.trim().is_empty() && field.options_source().is_some() || text.is_empty() {
            FieldEntry::emptied(field)
        } else if field.options_source().is_some() {
            typed_options(field, text)
        } else if field.is_secret() {
            FieldEntry::Secret(SecretText(Zeroizing::new(text.to_owned())))
        } else {
            FieldEntry::Typed(text.to_owned())
        }
    }

    /// Returns the entry for selected options.
    #[must_use]
    pub fn chosen(field: &Field, values: Vec<String>) -> FieldEntry {
        if values.is_empty() { FieldEntry::emptied(field) } else { FieldEntry::Choices(values) }
    }

    /// Returns the entry for rows.
    #[must_use]
    pub fn rows(field: &Field, rows: Vec<Vec<FieldEntry>>) -> FieldEntry {
        if rows.is_empty() { FieldEntry::emptied(field) } else { FieldEntry::Rows(rows) }
    }

    /// Returns the entry for an emptied field.
    #[must_use]
    pub fn emptied(field: &Field) -> FieldEntry {
        let has_initial = field.default_answer().is_some() || field.prefill().is_some();
        if has_initial { FieldEntry::Blank } else { FieldEntry::Untouched }
    }

    /// Returns the entry for a JSON value, or `None` if the field cannot hold such a value.
    #[must_use]
    pub fn from_raw(field: &Field, raw: &Raw<'_>) -> Option<FieldEntry> {
        Some(match (field.kind(), raw) {
            (_, Raw::Null) => FieldEntry::Untouched,
            (Kind::Boolean(_), Raw::Bool(truth)) => FieldEntry::Truth(*truth),
            (Kind::Boolean(_), Raw::Text(text)) => FieldEntry::Truth(text.parse().ok()?),
            (Kind::Select(_), Raw::Text(value)) if !value.is_empty() => FieldEntry::Choice(value.to_string()),
            (Kind::MultiSelect(_), Raw::List(items)) => {
                let values: Option<Vec<_>> =
                    items.iter().map(|item| item.as_text().map(str::to_owned)).collect();
                FieldEntry::chosen(field, values?)
            }
            (Kind::Number(_), Raw::Integer(integer)) => FieldEntry::Typed(integer.to_string()),
            (Kind::Number(_), Raw::Number(digits)) => FieldEntry::Typed(digits.to_string()),
            (Kind::Rows(kind), Raw::List(items)) => {
                let rows: Option<Vec<_>> = items.iter().map(|item| row_entries(kind, item)).collect();
                FieldEntry::rows(field, rows?)
            }
            (
                Kind::Boolean(_) | Kind::Select(_) | Kind::MultiSelect(_) | Kind::File(_) | Kind::Rows(_),
                _,
            ) => return None,
            (_, Raw::Text(text)) => FieldEntry::typed(field, text),
            _ => return None,
        })
    }

    /// Returns the value for the checker, or `None` for an untouched field.
    pub(super) fn raw<'a>(&'a self, field: &'a Field) -> Option<Raw<'a>> {
        Some(match self {
            FieldEntry::Untouched => return None,
            FieldEntry::Blank if matches!(field.kind(), Kind::MultiSelect(_) | Kind::Rows(_)) => {
                Raw::List(Vec::new())
            }
            FieldEntry::Rows(rows) => Raw::List(rows.iter().map(|row| raw_row(field, row)).collect()),
            FieldEntry::Blank => Raw::Text(Cow::Borrowed("")),
            FieldEntry::Typed(text) => Raw::Text(field.from_typed(text)),
            FieldEntry::Choice(text) => Raw::from(text.as_str()),
            FieldEntry::Secret(SecretText(text)) => Raw::from(text.as_str()),
            FieldEntry::Truth(truth) => Raw::Bool(*truth),
            FieldEntry::Choices(values) => {
                Raw::List(values.iter().map(|value| Raw::from(value.as_str())).collect())
            }
            FieldEntry::File(picked) => picked.raw(Raw::from(picked.content.as_str())),
        })
    }

    /// Like [`FieldEntry::raw`], but without the content of a file, which was checked when it was
    /// set.
    pub(super) fn light_raw<'a>(&'a self, field: &'a Field) -> Option<Raw<'a>> {
        match self {
            FieldEntry::File(picked) => {
                // Only the shape of the location is checked here; the name has a check of its own.
                let reference = [("type", Raw::from("local")), ("location", Raw::from("content"))];
                Some(picked.raw(object(reference)))
            }
            other => other.raw(field),
        }
    }
}

/// Returns the entries of a row, or `None` if it is none.
fn row_entries(kind: &RowsKind, item: &Raw<'_>) -> Option<Vec<FieldEntry>> {
    let Raw::Object(members) = item else { return None };
    let value = |field: &Field| members.iter().find(|(name, _)| *name == field.property());
    let entry = |field: &Field| value(field).and_then(|(_, raw)| FieldEntry::from_raw(field, raw));
    Some(kind.form.fields().iter().map(|field| entry(field).unwrap_or_default()).collect())
}

fn raw_row<'a>(field: &'a Field, row: &'a [FieldEntry]) -> Raw<'a> {
    let fields = field.rows().map(|kind| kind.form.fields()).unwrap_or_default();
    let member = |(field, entry): (&'a Field, &'a FieldEntry)| {
        Some((Cow::Borrowed(field.property()), entry.raw(field)?))
    };
    Raw::Object(fields.iter().zip(row).filter_map(member).collect())
}

/// Returns options that were typed, of a list that a service has: several are separated by commas.
fn typed_options(field: &Field, text: &str) -> FieldEntry {
    if !matches!(field.kind(), Kind::MultiSelect(_)) {
        return FieldEntry::Choice(text.trim().to_owned());
    }
    let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    FieldEntry::chosen(field, parts.map(str::to_owned).collect())
}

impl LocalFile {
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

/// Returns the default of a field as an entry.
pub(super) fn default_entry(field: &Field) -> FieldEntry {
    match field.default_answer() {
        None | Some(Answer::File(_)) => FieldEntry::Untouched,
        Some(Answer::Secret(secret)) => {
            FieldEntry::Secret(SecretText(Zeroizing::new(secret.reveal().to_owned())))
        }
        Some(Answer::Bool(truth)) => FieldEntry::Truth(*truth),
        Some(Answer::Choice(value)) => FieldEntry::Choice(value.to_string()),
        Some(Answer::Choices(values)) => {
            FieldEntry::Choices(values.iter().map(ToString::to_string).collect())
        }
        Some(Answer::Number(number)) => FieldEntry::Typed(number.to_string()),
        Some(Answer::Date(date)) => FieldEntry::Typed(date.to_string()),
        Some(Answer::DateTime(moment)) => FieldEntry::Typed(moment.to_string()),
        Some(other) => {
            other.as_text().map_or(FieldEntry::Untouched, |text| FieldEntry::Typed(text.to_owned()))
        }
    }
}
