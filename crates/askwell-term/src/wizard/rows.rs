//! Filling in one row of a repeating group: the wizard shows the form of the row, and returns to the list of rows.

use super::{Effect, Wizard};
use crate::session::{FormSession, Step};

/// The form around the row that is being filled in.
#[derive(Debug)]
pub(super) struct AroundRow {
    session: FormSession,
    /// The repeating group.
    field: usize,
    row: usize,
    title: String,
    /// Whether the row was there before.
    is_new: bool,
}

impl AroundRow {
    /// Returns what people call the row.
    pub(super) fn title(&self) -> &str {
        &self.title
    }
}

impl Wizard {
    /// Opens a row; one after the last row is new.
    pub(super) fn open_row(&mut self, row: usize) -> Effect {
        let Step::Field(field) = self.session.current() else { return Effect::Nothing };
        let Some(kind) = self.session.field(field).and_then(|field| field.rows()).cloned() else {
            return Effect::Nothing;
        };
        let rows = self.session.entry(field).as_rows();
        let is_new = row >= rows.len();
        let entries = rows.get(row).cloned().unwrap_or_default();
        let inner = FormSession::of_row(kind.form.clone(), &entries);
        let session = std::mem::replace(&mut self.session, inner);
        self.around_row = Some(AroundRow { session, field, row, title: kind.title(row), is_new });
        self.open_step();
        Effect::Nothing
    }

    /// Returns to the list of rows. A new row that was left at its first field is dropped; all others are kept.
    pub(super) fn close_row(&mut self, is_left_early: bool) -> Effect {
        let Some(around) = self.around_row.take() else { return Effect::Nothing };
        let AroundRow { session, field, row, is_new, .. } = around;
        let inner = std::mem::replace(&mut self.session, session);
        if !(is_left_early && is_new) {
            self.session.set_row(field, row, inner.entries());
        }
        self.open_step();
        self.begin()
    }
}
