//! Input for one line of text.

use std::borrow::Cow;

use askwell_form::Field;
use ratatui::text::Line;

use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::field_style;
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::{EditResult, LineEditor};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct TextInput {
    editor: LineEditor,
    placeholder: Option<String>,
    /// The most characters, if there is a limit.
    most: Option<usize>,
}

impl TextInput {
    pub(super) fn new(field: &Field, entry: &FieldEntry) -> TextInput {
        TextInput {
            editor: LineEditor::new(&typed_text(entry)),
            placeholder: field.rendering().placeholder.clone(),
            most: field_style::most_characters(field),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        react(self.editor.key(key), || FieldEntry::typed(field, self.editor.text()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), area.columns, theme);
        if area.rows > drawn.lines.len() {
            drawn.lines.extend(counter_line(self.most, self.editor.text(), theme));
        }
        drawn
    }
}

/// Draws the character counter; in another style once the text is too long.
pub(super) fn counter_line(most: Option<usize>, typed: &str, theme: Theme) -> Option<Line<'static>> {
    let words = field_style::counter(most, typed)?;
    let is_over = most.is_some_and(|most| typed.chars().count() > most);
    let sign = if is_over { theme.symbol(theme::WARNING) } else { " " };
    Some(Line::styled(format!("{sign} {words}"), if is_over { theme.warning() } else { theme.faint() }))
}

/// Returns the text of an earlier entry, or typed options.
fn typed_text(entry: &FieldEntry) -> Cow<'_, str> {
    match entry {
        FieldEntry::Choice(value) => Cow::Borrowed(value),
        FieldEntry::Choices(values) => Cow::Owned(values.join(", ")),
        entry => Cow::Borrowed(typed(entry)),
    }
}

/// Returns the text of an earlier entry.
pub(super) fn typed(entry: &FieldEntry) -> &str {
    if let FieldEntry::Typed(text) = entry { text } else { "" }
}

/// Returns what an edit means for the input.
pub(super) fn react(result: EditResult, entry: impl FnOnce() -> FieldEntry) -> KeyResult {
    match result {
        EditResult::Ignored => KeyResult::Ignored,
        EditResult::Moved => KeyResult::Redraw,
        EditResult::Changed => KeyResult::Entered(entry()),
    }
}
