//! The rows of a repeating group while they are filled in. Each row is a session of its own, of the form of one row.

use askwell_form::{Form, RowsKind};

use super::summary::summary;
use super::{FieldEntry, FormSession, Step};

/// What a person does to the rows of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowChange {
    Remove(usize),
    MoveUp(usize),
    MoveDown(usize),
}

impl RowChange {
    /// Changes the rows. Returns the number of the row that is meant then, or `None` if there is no such row, or nowhere
    /// to move it to.
    pub(crate) fn apply(self, rows: &mut Vec<Vec<FieldEntry>>) -> Option<usize> {
        let (row, other) = match self {
            RowChange::Remove(row) => {
                if row >= rows.len() {
                    return None;
                }
                rows.remove(row);
                return Some(row.min(rows.len()));
            }
            RowChange::MoveUp(row) => (row, row.checked_sub(1)?),
            RowChange::MoveDown(row) => (row, row + 1),
        };
        if row.max(other) >= rows.len() {
            return None;
        }
        rows.swap(row, other);
        Some(other)
    }
}

impl FieldEntry {
    /// Returns the rows of a repeating group; none for other entries.
    pub(crate) fn as_rows(&self) -> &[Vec<FieldEntry>] {
        if let FieldEntry::Rows(rows) = self { rows } else { &[] }
    }
}

impl FormSession {
    /// Starts a session for one row, with the entries that it has.
    pub(crate) fn of_row(form: Form, entries: &[FieldEntry]) -> FormSession {
        let mut session = FormSession::new(form);
        for (index, entry) in entries.iter().enumerate() {
            session.set(index, entry.clone());
        }
        session.begin();
        session
    }

    /// Returns the entries of all fields in order, as they were made.
    pub(crate) fn entries(&self) -> Vec<FieldEntry> {
        self.states.iter().map(|state| state.entry.clone()).collect()
    }

    /// Returns whether the current step is the first one.
    pub(crate) fn is_at_first(&self) -> bool {
        matches!(self.current(), Step::Field(index) if self.steps().next() == Some(index))
    }

    /// Puts the entries of a row in their place; a row after the last one is added.
    pub(crate) fn set_row(&mut self, index: usize, row: usize, entries: Vec<FieldEntry>) {
        let Some(field) = self.field(index).cloned() else { return };
        let mut rows = self.entry(index).as_rows().to_vec();
        match rows.get_mut(row) {
            Some(known) => *known = entries,
            None => rows.push(entries),
        }
        self.set(index, FieldEntry::rows(&field, rows));
    }
}

/// Returns a row in a few words: what was entered for its fields.
pub(crate) fn row_summary(kind: &RowsKind, row: &[FieldEntry]) -> String {
    let session = FormSession::of_row(kind.form.clone(), row);
    let is_entered =
        |index: &usize| !matches!(session.entry(*index), FieldEntry::Untouched | FieldEntry::Blank);
    let entered = session.review().filter(is_entered);
    let words: Vec<String> =
        entered.filter_map(|index| Some(summary(session.field(index)?, session.entry(index)))).collect();
    if words.is_empty() { askwell_locale::say(crate::messages::NOTHING) } else { words.join(", ") }
}
