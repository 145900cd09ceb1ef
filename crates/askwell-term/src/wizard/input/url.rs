//! A web address, with where it leads.

use askwell_form::{Field, UrlKind};
use ratatui::text::{Line, Span};

use super::text_line::{react, typed};
use super::{Drawn, Reaction, Room, entry_line, text_columns};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wizard::line::Editor;
use crate::{text, wording};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct UrlInput {
    editor: Editor,
    kind: UrlKind,
    placeholder: Option<String>,
}

impl UrlInput {
    pub(super) fn new(field: &Field, kind: &UrlKind, entry: &Entry) -> UrlInput {
        let placeholder = field.rendering().placeholder.clone();
        UrlInput { editor: Editor::new(typed(entry)), kind: kind.clone(), placeholder }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        react(self.editor.key(key), || Entry::typed(field, self.editor.text().trim()))
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = text_columns(room, look);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), room.columns, look);
        let (sign, style, sentence) = match wording::destination(&self.kind, self.editor.text().trim()) {
            Some(wording::Destination::Plain(sentence)) => (look::NOTE, look.good(), sentence),
            Some(wording::Destination::Doubtful(sentence)) => (look::WARNING, look.warning(), sentence),
            None => return drawn,
        };
        for (row, part) in text::wrap(&sentence, room.columns.saturating_sub(3)).into_iter().enumerate() {
            let sign = if row == 0 { look.sign(sign) } else { " " };
            drawn
                .lines
                .push(Line::from(vec![Span::styled(format!("{sign} "), style), Span::styled(part, style)]));
        }
        drawn
    }
}
