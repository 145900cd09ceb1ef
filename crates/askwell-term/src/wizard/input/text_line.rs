//! Input for one line of text.

use askwell_form::Field;

use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::session::FieldEntry;
use crate::theme::Theme;
use crate::wizard::key::Key;
use crate::wizard::line_editor::{EditResult, LineEditor};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct TextInput {
    editor: LineEditor,
    placeholder: Option<String>,
}

impl TextInput {
    pub(super) fn new(field: &Field, entry: &FieldEntry) -> TextInput {
        TextInput {
            editor: LineEditor::new(typed(entry)),
            placeholder: field.rendering().placeholder.clone(),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        react(self.editor.key(key), || FieldEntry::typed(field, self.editor.text()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        entry_line(self.editor.window(columns), self.placeholder.as_deref(), area.columns, theme)
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
