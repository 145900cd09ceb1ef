//! The eight kinds of field and the rows of a repeating group, one file each: how to parse it, what it accepts, and its
//! schema.

pub(crate) mod boolean;
pub(crate) mod date;
pub(crate) mod file;
pub(crate) mod multi_select;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod rows;
pub(crate) mod select;
pub(crate) mod text;
pub(crate) mod url;

use std::borrow::Cow;
use std::fmt;

use crate::answer::Answer;
use crate::json::tree::Node;
use crate::parse::reader::{Members, Reader};
use crate::raw::Raw;
use crate::rendering::Rendering;
use crate::report::Report;

pub use boolean::BooleanKind;
pub use date::{DateKind, Moment};
pub use file::{ContentProblem, FileKind};
pub use multi_select::MultiSelectKind;
pub use number::NumberKind;
pub use options::{Choice, Options};
pub use rows::{MAX_ROWS, RowsKind};
pub use select::SelectKind;
pub use text::TextKind;
pub use url::UrlKind;

/// A kind with its constraints, compiled.
#[derive(Debug, Clone)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after its kind")]
pub enum Kind {
    Text(TextKind),
    Number(NumberKind),
    Boolean(BooleanKind),
    Date(DateKind),
    Select(SelectKind),
    MultiSelect(MultiSelectKind),
    Url(UrlKind),
    File(FileKind),
    /// The rows of a repeating group.
    Rows(RowsKind),
}

/// The name of a kind, as documents write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after its kind")]
pub enum KindName {
    Text,
    Number,
    Boolean,
    Date,
    Select,
    MultiSelect,
    Url,
    File,
    /// The rows of a repeating group. No document writes this name: it is a group that repeats.
    Rows,
}

impl KindName {
    /// Every kind that a field of a document can have, with the name that documents use.
    pub const ALL: [(&'static str, KindName); 8] = [
        ("text", KindName::Text),
        ("number", KindName::Number),
        ("boolean", KindName::Boolean),
        ("date", KindName::Date),
        ("select", KindName::Select),
        ("multi_select", KindName::MultiSelect),
        ("url", KindName::Url),
        ("file", KindName::File),
    ];

    /// Returns the name that documents use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        KindName::ALL.get(self as usize).map_or("rows", |(name, _)| name)
    }
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Kind {
    /// Returns which kind it is.
    #[must_use]
    pub fn name(&self) -> KindName {
        match self {
            Kind::Text(_) => KindName::Text,
            Kind::Number(_) => KindName::Number,
            Kind::Boolean(_) => KindName::Boolean,
            Kind::Date(_) => KindName::Date,
            Kind::Select(_) => KindName::Select,
            Kind::MultiSelect(_) => KindName::MultiSelect,
            Kind::Url(_) => KindName::Url,
            Kind::File(_) => KindName::File,
            Kind::Rows(_) => KindName::Rows,
        }
    }

    /// Returns the options of a select or multi-select field.
    #[must_use]
    pub fn options(&self) -> Option<&Options> {
        match self {
            Kind::Select(select) => Some(&select.options),
            Kind::MultiSelect(select) => Some(&select.options),
            _ => None,
        }
    }

    /// Reads the constraints of a field that says it is of this kind.
    pub(crate) fn read(
        reader: &mut Reader,
        name: KindName,
        field: Members<'_, '_>,
        rendering: &Rendering,
    ) -> Option<Kind> {
        let rules = field.get("validation");
        let kind = match name {
            KindName::Text => Kind::Text(TextKind::read(reader, rules, rendering.is_secret())),
            KindName::Number => Kind::Number(NumberKind::read(reader, rules)),
            KindName::Boolean => Kind::Boolean(BooleanKind::read(reader, rules)),
            KindName::Date => Kind::Date(DateKind::read(reader, rules, rendering.enable_time)),
            KindName::Select => {
                let options = Options::read(reader, field)?;
                Kind::Select(SelectKind::read(reader, rules, options))
            }
            KindName::MultiSelect => {
                let options = Options::read(reader, field)?;
                Kind::MultiSelect(MultiSelectKind::read(reader, rules, options))
            }
            KindName::Url => Kind::Url(UrlKind::read(reader, rules)),
            KindName::File => Kind::File(FileKind::read(reader, rules)),
            KindName::Rows => return None,
        };
        Some(kind)
    }

    /// Reads a raw value. What violates a constraint is reported; what has the right type is returned all
    /// the same, since conditions and views can use it.
    pub(crate) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Answer<'a>> {
        Some(match self {
            Kind::Text(text) => text.answer(text.check(raw, report)?),
            Kind::Number(number) => Answer::Number(number.check(raw, report)?),
            Kind::Boolean(boolean) => Answer::Bool(boolean.check(raw, report)?),
            Kind::Date(date) => date.check(raw, report)?.answer(),
            Kind::Select(select) => Answer::Choice(Cow::Borrowed(select.check(raw, report)?)),
            Kind::MultiSelect(select) => Answer::Choices(select.check(raw, report)?),
            Kind::Url(url) => Answer::Url(Cow::Borrowed(url.check(raw, report)?)),
            Kind::File(file) => Answer::File(Box::new(file.check(raw, report)?)),
            Kind::Rows(rows) => Answer::Rows(rows.check(raw, report)?),
        })
    }

    /// The same where only what is reported matters.
    pub(crate) fn judge(&self, raw: &Raw<'_>, report: &mut Report<'_>) {
        match self {
            Kind::Text(text) => drop(text.check(raw, report)),
            Kind::Number(number) => drop(number.check(raw, report)),
            Kind::Boolean(boolean) => drop(boolean.check(raw, report)),
            Kind::Date(date) => drop(date.check(raw, report)),
            Kind::Select(select) => drop(select.check(raw, report)),
            Kind::MultiSelect(select) => drop(select.judge(raw, report)),
            Kind::Url(url) => drop(url.check(raw, report)),
            Kind::File(file) => drop(file.check(raw, report)),
            Kind::Rows(rows) => rows.judge(raw, report),
        }
    }

    /// The same for a text, as most values are.
    pub(crate) fn judge_text(&self, text: &str, report: &mut Report<'_>) {
        match self {
            Kind::Text(kind) => kind.check_text(text, report),
            Kind::Url(url) => url.check_text(text, report),
            Kind::Date(date) => drop(date.check_text(text, report)),
            Kind::Select(select) => drop(select.check_text(text, report)),
            _ => self.judge(&Raw::from(text), report),
        }
    }
}

/// Returns the members of a field's `validation`, or none, where further keys are kept.
fn open_rules<'n, 't>(
    reader: &mut Reader,
    node: Option<&'n Node<'t>>,
    known: &[&str],
) -> Option<Members<'n, 't>> {
    reader.open_object(node?, known)
}

/// Returns the members of a field's `validation`, or none.
fn rules<'n, 't>(reader: &mut Reader, node: Option<&'n Node<'t>>, known: &[&str]) -> Option<Members<'n, 't>> {
    reader.closed_object(node?, known)
}
