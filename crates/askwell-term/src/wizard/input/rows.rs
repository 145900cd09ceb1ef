//! Input for a repeating group: a list of its rows, one line each, and a line to add one.

use askwell_form::{Field, RowsKind};
use askwell_locale::{say, text};
use ratatui::text::{Line, Span};

use super::{DrawnInput, InputArea, KeyResult};
use crate::safe_text;
use crate::session::FieldEntry;
use crate::session::rows::{RowChange, row_summary};
use crate::theme::{self, Theme};
use crate::wizard::key::Key;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct RowsInput {
    rows: Vec<Vec<FieldEntry>>,
    /// Each row in a few words.
    words: Vec<String>,
    item: String,
    maximum: usize,
    /// The current line: a row, the line that adds one, or the line that continues.
    at: usize,
}

impl RowsInput {
    pub(super) fn new(kind: &RowsKind, entry: &FieldEntry) -> RowsInput {
        let rows = entry.as_rows().to_vec();
        let words: Vec<String> = rows.iter().map(|row| row_summary(kind, row)).collect();
        // With rows, the usual next step is to continue.
        let at = if rows.is_empty() { 0 } else { rows.len() + 1 };
        RowsInput { rows, words, item: safe_text::line(&kind.item), maximum: kind.maximum, at }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        let last = self.rows.len() + 1;
        match key {
            Key::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            Key::Down => self.at = if self.at < last { self.at + 1 } else { 0 },
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::Char('+') => return self.add(),
            Key::Enter if self.at < self.rows.len() => return KeyResult::Row(self.at),
            Key::Enter if self.at == self.rows.len() => return self.add(),
            Key::Char('-') | Key::Delete => return self.change(field, RowChange::Remove(self.at)),
            Key::Char('u') => return self.change(field, RowChange::MoveUp(self.at)),
            Key::Char('d') => return self.change(field, RowChange::MoveDown(self.at)),
            _ => return KeyResult::Ignored,
        }
        KeyResult::Redraw
    }

    fn add(&self) -> KeyResult {
        if self.rows.len() >= self.maximum {
            return KeyResult::Unclear(say("term-rows-full"));
        }
        KeyResult::Row(self.rows.len())
    }

    fn change(&mut self, field: &Field, change: RowChange) -> KeyResult {
        let Some(at) = change.apply(&mut self.rows) else { return KeyResult::Redraw };
        self.at = at;
        let kind = field.rows();
        self.words = self.rows.iter().filter_map(|row| kind.map(|kind| row_summary(kind, row))).collect();
        KeyResult::Entered(FieldEntry::rows(field, self.rows.clone()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let line = |at: usize, words: String| {
            let is_here = at == self.at;
            let pointer = if is_here { theme.symbol(theme::HERE) } else { " " };
            let style = if is_here { theme.picked() } else { ratatui::style::Style::new() };
            Line::from(vec![
                Span::styled(format!("{pointer} "), theme.accent()),
                Span::styled(safe_text::fit(&words, area.columns.saturating_sub(2)), style),
            ])
        };
        let rows = (1..).zip(&self.words).map(|(number, words)| format!("{} {number}: {words}", self.item));
        let add = text("term-rows-add", &[("item", self.item.as_str().into())]);
        let ends = [format!("[ {add} ]"), format!("[ {} ]", say("term-rows-done"))];
        let mut lines: Vec<Line<'static>> =
            rows.chain(ends).enumerate().map(|(at, words)| line(at, words)).collect();
        let first = (self.at + 1).saturating_sub(area.rows).min(lines.len().saturating_sub(area.rows));
        lines.drain(..first);
        lines.truncate(area.rows.max(1));
        DrawnInput { lines, cursor: None }
    }
}
