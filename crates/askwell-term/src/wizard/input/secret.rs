//! Input for a secret: typed, masked, wiped.

use askwell_form::Field;

use super::text_line::react;
use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::session::{FieldEntry, SecretText};
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::LineEditor;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct SecretInput {
    editor: LineEditor,
}

impl SecretInput {
    pub(super) fn new(entry: &FieldEntry) -> SecretInput {
        let known = if let FieldEntry::Secret(SecretText(text)) = entry { text.as_str() } else { "" };
        SecretInput { editor: LineEditor::new(known) }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        react(self.editor.key(key), || FieldEntry::typed(field, self.editor.text()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let covered = self.editor.covered(theme.symbol(theme::MASK), columns);
        entry_line(covered, Some(&askwell_locale::say("term-unseen")), area.columns, theme)
    }
}
