//! A secret: typed, covered, wiped.

use askwell_form::Field;

use super::text_line::react;
use super::{Drawn, Reaction, Room, entry_line, text_columns};
use crate::look::{self, Look};
use crate::session::{Entry, Hidden};
use crate::wizard::key::Key;
use crate::wizard::line::Editor;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct SecretInput {
    editor: Editor,
}

impl SecretInput {
    pub(super) fn new(entry: &Entry) -> SecretInput {
        let known = if let Entry::Secret(Hidden(text)) = entry { text.as_str() } else { "" };
        SecretInput { editor: Editor::new(known) }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        react(self.editor.key(key), || Entry::typed(field, self.editor.text()))
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = text_columns(room, look);
        let covered = self.editor.covered(look.sign(look::MASK), columns);
        entry_line(covered, Some("typed unseen"), room.columns, look)
    }
}
