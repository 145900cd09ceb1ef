//! The rows of a repeating group, checked.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::answer::Answer;
use crate::json::write;

/// One row of a repeating group: the answers to its fields, in the order of the form.
#[derive(Clone, PartialEq)]
pub struct Row<'a> {
    pub(crate) cells: Vec<Cell<'a>>,
}

/// The answer to one field of a row.
#[derive(Clone, PartialEq)]
pub(crate) struct Cell<'a> {
    /// The name that answers use.
    pub(crate) property: Arc<str>,
    pub(crate) answer: Answer<'a>,
}

impl<'a> Row<'a> {
    /// Returns the answer to a field by the name that answers use: its id, unless the form says otherwise. `None` if it
    /// was left out, hidden or disabled.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Answer<'a>> {
        self.iter().find(|(known, _)| *known == name).map(|(_, answer)| answer)
    }

    /// Returns the text answered to a text, select or URL field.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    /// Names with their answers, in the order of the form.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Answer<'a>)> {
        self.cells.iter().map(|cell| (&*cell.property, &cell.answer))
    }

    pub(crate) fn into_owned(self) -> Row<'static> {
        let own = |cell: Cell<'_>| Cell { property: cell.property, answer: cell.answer.into_owned() };
        Row { cells: self.cells.into_iter().map(own).collect() }
    }

    pub(crate) fn write_json(&self, out: &mut String) {
        write::object(out, self.iter(), |out, answer| answer.write_json(out));
    }

    pub(crate) fn to_value(&self) -> Value {
        self.iter().map(|(name, answer)| (name.to_owned(), answer.to_value())).collect()
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
