//! Several lines of text.

use askwell_form::Field;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;

use super::text_line::{react, typed};
use super::{Drawn, Reaction, Room};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::text;
use crate::wizard::key::Key;
use crate::wizard::line::{Editor, visible};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct LinesInput {
    editor: Editor,
    rows: usize,
    placeholder: Option<String>,
}

impl LinesInput {
    pub(super) fn new(field: &Field, entry: &Entry) -> LinesInput {
        let rows = usize::from(field.rendering().rows.unwrap_or(4));
        LinesInput {
            editor: Editor::new(typed(entry)),
            rows,
            placeholder: field.rendering().placeholder.clone(),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        match key {
            Key::NewLine | Key::Ctrl('j') => self.editor.insert("\n"),
            Key::Paste(pasted) => self.editor.insert(pasted),
            Key::Up => return self.move_to_line(-1),
            Key::Down => return self.move_to_line(1),
            Key::Home | Key::Ctrl('a') => {
                let start = self.line_start(self.editor.cursor());
                self.editor.place(start);
                return Reaction::Moved;
            }
            Key::End | Key::Ctrl('e') => {
                let end = self.line_end(self.editor.cursor());
                self.editor.place(end);
                return Reaction::Moved;
            }
            _ => {
                let did = self.editor.key(key);
                return react(did, || Entry::typed(field, self.editor.text()));
            }
        }
        Reaction::Entered(Entry::typed(field, self.editor.text()))
    }

    fn line_start(&self, at: usize) -> usize {
        self.editor.text().get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let text = self.editor.text();
        text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |newline| at + newline)
    }

    /// To the line above or below, as near to the same column as it allows.
    fn move_to_line(&mut self, by: i32) -> Reaction {
        let cursor = self.editor.cursor();
        let start = self.line_start(cursor);
        let column = self.editor.text().get(start..cursor).map_or(0, |part| part.graphemes(true).count());
        let target = if by < 0 {
            let Some(end) = start.checked_sub(1) else { return Reaction::Moved };
            self.line_start(end)
        } else {
            let end = self.line_end(cursor);
            if end == self.editor.text().len() {
                return Reaction::Moved;
            }
            end + 1
        };
        let line = self.editor.text().get(target..self.line_end(target)).unwrap_or_default();
        let into: usize = line.graphemes(true).take(column).map(str::len).sum();
        self.editor.place(target + into);
        Reaction::Moved
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = room.columns.saturating_sub(2).max(2);
        let (rows, cursor) = self.layout(columns);
        let height = self.rows.max(3).min(room.rows.max(1));
        let first = (cursor.1 + 1).saturating_sub(height);
        let sign = format!("{} ", look.sign(look::HERE));
        let rest = "  ";
        let mut drawn = Drawn::default();
        for row in 0..height {
            let text = rows.get(first + row).cloned().unwrap_or_default();
            let before = if row == 0 { Span::styled(sign.clone(), look.accent()) } else { Span::raw(rest) };
            let text = match &self.placeholder {
                Some(placeholder) if row == 0 && self.editor.text().is_empty() => {
                    Span::styled(text::fit(&text::line(placeholder), columns), look.faint())
                }
                _ => Span::raw(text),
            };
            drawn.lines.push(Line::from(vec![before, text]));
        }
        drawn.cursor = Some((2 + cursor.0, cursor.1 - first));
        drawn
    }

    /// The text in rows of so many columns, and column and row of the cursor.
    fn layout(&self, columns: usize) -> (Vec<String>, (usize, usize)) {
        let mut rows = vec![String::new()];
        let (mut column, mut cursor) = (0, (0, 0));
        for (start, cluster) in self.editor.text().grapheme_indices(true) {
            if start == self.editor.cursor() {
                cursor = (column, rows.len() - 1);
            }
            if cluster.contains('\n') {
                rows.push(String::new());
                column = 0;
                continue;
            }
            let shown = visible(cluster);
            let wide = text::width(&shown);
            if column + wide >= columns {
                rows.push(String::new());
                column = 0;
            }
            if let Some(row) = rows.last_mut() {
                row.push_str(&shown);
            }
            column += wide;
        }
        if self.editor.cursor() == self.editor.text().len() {
            cursor = (column, rows.len() - 1);
        }
        (rows, cursor)
    }
}
