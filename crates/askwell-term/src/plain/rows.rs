//! Repeating groups in plain mode: a numbered list of rows, and a dialog for each row.

use std::fmt::Write as _;

use askwell_form::{Field, RowsKind};
use askwell_locale::say;

use super::{NextPrompt, PlainDialog, labelled, problems};
use crate::outcome::TermError;
use crate::safe_text;
use crate::session::rows::{RowChange, row_summary};
use crate::session::{FieldEntry, FormSession, Step};

/// What a line means at a repeating group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowsLine {
    Add,
    Edit(usize),
    Change(RowChange),
}

impl RowsLine {
    /// Reads a line. The first row is row 1.
    fn parse(line: &str) -> Option<RowsLine> {
        let line = line.trim();
        let row = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let change = |make: fn(usize) -> RowChange, text: &str| row(text).map(make).map(RowsLine::Change);
        match line.split_at_checked(1)? {
            ("+", "") => Some(RowsLine::Add),
            ("+", _) => None,
            ("-", text) => change(RowChange::Remove, text),
            ("^", text) => change(RowChange::MoveUp, text),
            ("v" | "V", text) => change(RowChange::MoveDown, text),
            _ => row(line).map(RowsLine::Edit),
        }
    }
}

/// Returns the rows as a numbered list, and how to change them.
pub(super) fn list(kind: &RowsKind, entry: &FieldEntry) -> String {
    let mut out = String::new();
    for (number, row) in (1..).zip(entry.as_rows()) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {number}. {}", row_summary(kind, row));
    }
    let _ = writeln!(out, "  {}", say("term-plain-rows"));
    out
}

impl PlainDialog<'_> {
    /// Handles a line at a repeating group. An empty one continues.
    pub(super) fn answer_rows(
        &mut self,
        index: usize,
        (field, kind): (&Field, &RowsKind),
        answer: &str,
    ) -> Result<NextPrompt, TermError> {
        if answer.trim().is_empty() {
            return match self.session.advance() {
                Ok(_) => Ok(NextPrompt::Continue),
                Err(found) => {
                    self.lines.write(&problems(self.session, found.iter()))?;
                    Ok(NextPrompt::Repeat)
                }
            };
        }
        let rows = self.session.entry(index).as_rows().to_vec();
        let is_known = |row: &usize| *row < rows.len();
        match RowsLine::parse(answer) {
            None => self.lines.write(&labelled("term-plain-problem", say("term-plain-rows")))?,
            Some(RowsLine::Add) if rows.len() >= kind.maximum => {
                self.lines.write(&labelled("term-plain-problem", say("term-rows-full")))?;
            }
            Some(RowsLine::Add) => return self.ask_row(index, kind, rows.len(), &[]),
            Some(RowsLine::Edit(row)) => match rows.get(row) {
                Some(entries) => return self.ask_row(index, kind, row, entries),
                None => self.lines.write(&format!("{}\n", say("term-plain-no-such-number")))?,
            },
            Some(RowsLine::Change(change)) => {
                let (RowChange::Remove(row) | RowChange::MoveUp(row) | RowChange::MoveDown(row)) = change;
                let mut rows = rows.clone();
                if is_known(&row) {
                    change.apply(&mut rows);
                    self.session.set(index, FieldEntry::rows(field, rows));
                    return Ok(NextPrompt::Continue);
                }
                self.lines.write(&format!("{}\n", say("term-plain-no-such-number")))?;
            }
        }
        Ok(NextPrompt::Repeat)
    }

    /// Asks for the fields of one row, and returns to the list.
    fn ask_row(
        &mut self,
        index: usize,
        kind: &RowsKind,
        row: usize,
        entries: &[FieldEntry],
    ) -> Result<NextPrompt, TermError> {
        let mut session = FormSession::of_row(kind.form.clone(), entries);
        self.lines.write(&format!("\n{}\n", safe_text::line(&kind.title(row))))?;
        let mut dialog = PlainDialog {
            session: &mut session,
            asker: &mut *self.asker,
            lines: &mut *self.lines,
            today: self.today,
            warned: self.warned,
            sent: self.sent,
        };
        while let Step::Field(field) = dialog.session.current() {
            if let NextPrompt::End(outcome) = dialog.ask_field(field)? {
                return Ok(NextPrompt::End(outcome));
            }
        }
        self.warned = dialog.warned;
        self.session.set_row(index, row, session.entries());
        Ok(NextPrompt::Continue)
    }
}

#[cfg(test)]
mod tests {
    use super::{RowChange, RowsLine};

    #[test]
    fn line_adds_edits_removes_or_moves_a_row() {
        for (line, meaning) in [
            ("+", Some(RowsLine::Add)),
            (" 2 ", Some(RowsLine::Edit(1))),
            ("-1", Some(RowsLine::Change(RowChange::Remove(0)))),
            ("- 12", Some(RowsLine::Change(RowChange::Remove(11)))),
            ("^3", Some(RowsLine::Change(RowChange::MoveUp(2)))),
            ("v3", Some(RowsLine::Change(RowChange::MoveDown(2)))),
            ("0", None),
            ("-0", None),
            ("+1", None),
            ("A1", None),
            ("é", None),
        ] {
            assert_eq!(RowsLine::parse(line), meaning, "{line}");
        }
    }
}
