//! One line of text.

use askwell_form::Field;

use super::{Drawn, Reaction, Room, entry_line, text_columns};
use crate::look::Look;
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wizard::line::{Did, Editor};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct TextInput {
    editor: Editor,
    placeholder: Option<String>,
}

impl TextInput {
    pub(super) fn new(field: &Field, entry: &Entry) -> TextInput {
        TextInput { editor: Editor::new(typed(entry)), placeholder: field.rendering().placeholder.clone() }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        react(self.editor.key(key), || Entry::typed(field, self.editor.text()))
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = text_columns(room, look);
        entry_line(self.editor.window(columns), self.placeholder.as_deref(), room.columns, look)
    }
}

/// What was typed into a field before.
pub(super) fn typed(entry: &Entry) -> &str {
    if let Entry::Typed(text) = entry { text } else { "" }
}

/// What an edit means for the field.
pub(super) fn react(did: Did, entry: impl FnOnce() -> Entry) -> Reaction {
    match did {
        Did::Ignored => Reaction::Ignored,
        Did::Moved => Reaction::Moved,
        Did::Changed => Reaction::Entered(entry()),
    }
}
