//! Input for several lines of text.

use askwell_form::Field;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;

use super::text_line::{counter_line, react, typed};
use super::{DrawnInput, InputArea, KeyResult};
use crate::field_style;
use crate::safe_text;
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::{LineEditor, visible};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct LinesInput {
    editor: LineEditor,
    rows: usize,
    placeholder: Option<String>,
    /// The most characters, if there is a limit.
    most: Option<usize>,
}

impl LinesInput {
    pub(super) fn new(field: &Field, entry: &FieldEntry) -> LinesInput {
        let rows = usize::from(field_style::rows(field));
        LinesInput {
            editor: LineEditor::new(typed(entry)),
            rows,
            placeholder: field.rendering().placeholder.clone(),
            most: field_style::most_characters(field),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        match key {
            Key::NewLine | Key::Ctrl('j') => self.editor.insert("\n"),
            Key::Paste(pasted) => self.editor.insert(pasted),
            Key::Up => return self.move_to_line(-1),
            Key::Down => return self.move_to_line(1),
            Key::Home | Key::Ctrl('a') => {
                let start = self.line_start(self.editor.cursor());
                self.editor.place(start);
                return KeyResult::Redraw;
            }
            Key::End | Key::Ctrl('e') => {
                let end = self.line_end(self.editor.cursor());
                self.editor.place(end);
                return KeyResult::Redraw;
            }
            _ => {
                let result = self.editor.key(key);
                return react(result, || FieldEntry::typed(field, self.editor.text()));
            }
        }
        KeyResult::Entered(FieldEntry::typed(field, self.editor.text()))
    }

    fn line_start(&self, at: usize) -> usize {
        self.editor.text().get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let text = self.editor.text();
        text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |newline| at + newline)
    }

    /// Moves to the line above or below, as near to the same column as possible.
    fn move_to_line(&mut self, by: i32) -> KeyResult {
        let cursor = self.editor.cursor();
        let start = self.line_start(cursor);
        let column = self.editor.text().get(start..cursor).map_or(0, |part| part.graphemes(true).count());
        let target = if by < 0 {
            let Some(end) = start.checked_sub(1) else { return KeyResult::Redraw };
            self.line_start(end)
        } else {
            let end = self.line_end(cursor);
            if end == self.editor.text().len() {
                return KeyResult::Redraw;
            }
            end + 1
        };
        let line = self.editor.text().get(target..self.line_end(target)).unwrap_or_default();
        let into: usize = line.graphemes(true).take(column).map(str::len).sum();
        self.editor.place(target + into);
        KeyResult::Redraw
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = area.columns.saturating_sub(2).max(2);
        let (rows, cursor) = self.layout(columns);
        let counter = counter_line(self.most, self.editor.text(), theme).filter(|_| area.rows > 3);
        let room = area.rows.saturating_sub(usize::from(counter.is_some())).max(1);
        let height = self.rows.max(3).min(room);
        let first = (cursor.1 + 1).saturating_sub(height);
        let sign = format!("{} ", theme.symbol(theme::HERE));
        let rest = "  ";
        let mut drawn = DrawnInput::default();
        for row in 0..height {
            let text = rows.get(first + row).cloned().unwrap_or_default();
            let before = if row == 0 { Span::styled(sign.clone(), theme.accent()) } else { Span::raw(rest) };
            let text = match &self.placeholder {
                Some(placeholder) if row == 0 && self.editor.text().is_empty() => {
                    Span::styled(safe_text::fit(&safe_text::line(placeholder), columns), theme.faint())
                }
                _ => Span::raw(text),
            };
            drawn.lines.push(Line::from(vec![before, text]));
        }
        drawn.lines.extend(counter);
        drawn.cursor = Some((2 + cursor.0, cursor.1 - first));
        drawn
    }

    /// Returns the text in rows of `columns` columns, wrapped between words, and the position of
    /// the cursor.
    fn layout(&self, columns: usize) -> (Vec<String>, (usize, usize)) {
        // The cursor needs a column of its own at the end.
        let room = columns - 1;
        let mut rows: Vec<Row> = vec![Row::default()];
        for (start, cluster) in self.editor.text().grapheme_indices(true) {
            if cluster.contains('\n') {
                rows.push(Row { start: start + cluster.len(), ..Row::default() });
                continue;
            }
            let shown = visible(cluster);
            let cell = Cell { start, wide: safe_text::width(&shown), shown };
            if let Some(next) = rows.last_mut().and_then(|row| row.make_room(&cell, room)) {
                rows.push(next);
            }
            if let Some(row) = rows.last_mut() {
                row.cells.push(cell);
            }
        }
        let at = self.editor.cursor();
        let row = rows.iter().rposition(|row| row.start <= at).unwrap_or(0);
        let before = rows.get(row).into_iter().flat_map(|row| &row.cells).filter(|cell| cell.start < at);
        let column = before.map(|cell| cell.wide).sum::<usize>().min(room);
        let text = |row: &Row| row.cells.iter().map(|cell| cell.shown.as_str()).collect();
        (rows.iter().map(text).collect(), (column, row))
    }
}

/// One row on the screen.
#[derive(Debug, Default)]
struct Row {
    /// Start of the row in the text, in bytes.
    start: usize,
    cells: Vec<Cell>,
}

/// One grapheme.
#[derive(Debug)]
struct Cell {
    start: usize,
    shown: String,
    wide: usize,
}

impl Row {
    /// Makes room for one more cell. If it does not fit, returns the next row with the word that
    /// moves there. A space at the end of a row may stand beyond its edge.
    fn make_room(&mut self, cell: &Cell, room: usize) -> Option<Row> {
        let used: usize = self.cells.iter().map(|cell| cell.wide).sum();
        if used + cell.wide <= room || cell.shown == " " {
            return None;
        }
        let space = self.cells.iter().rposition(|cell| cell.shown == " ");
        let word = space.map(|space| self.cells.split_off(space + 1)).unwrap_or_default();
        Some(Row { start: word.first().map_or(cell.start, |first| first.start), cells: word })
    }
}

#[cfg(test)]
mod tests {
    use super::LinesInput;
    use crate::wizard::line_editor::LineEditor;

    #[test]
    fn layout_wraps_between_words_and_places_the_cursor() {
        let check = |text: &str, cursor: usize, expected: (&[&str], (usize, usize))| {
            let mut editor = LineEditor::new(text);
            editor.place(cursor);
            let (rows, at) = LinesInput { editor, rows: 4, placeholder: None, most: None }.layout(10);
            assert_eq!(
                (rows.iter().map(String::as_str).collect::<Vec<_>>(), at),
                (expected.0.to_vec(), expected.1)
            );
        };
        check("", 0, (&[""], (0, 0)));
        check("one two three", 13, (&["one two ", "three"], (5, 1)));
        check("one two three", 8, (&["one two ", "three"], (0, 1)));
        check("one two three", 7, (&["one two ", "three"], (7, 0)));
        check("one two\n\nthree", 8, (&["one two", "", "three"], (0, 1)));
        check("0123456789abc", 13, (&["012345678", "9abc"], (4, 1)));
        check("word 0123456789", 15, (&["word ", "012345678", "9"], (1, 2)));
        check("12345678     x", 14, (&["12345678     ", "x"], (1, 1)));
        check("12345678     ", 13, (&["12345678     "], (9, 0)));
    }
}
