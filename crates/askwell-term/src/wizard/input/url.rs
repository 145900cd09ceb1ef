//! Input for a URL, with its destination shown below.

use askwell_form::{Field, UrlKind};
use ratatui::text::{Line, Span};

use super::text_line::{react, typed};
use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::LineEditor;
use crate::{messages, safe_text};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct UrlInput {
    editor: LineEditor,
    kind: UrlKind,
    placeholder: Option<String>,
}

impl UrlInput {
    pub(super) fn new(field: &Field, kind: &UrlKind, entry: &FieldEntry) -> UrlInput {
        let placeholder = field.rendering().placeholder.clone();
        UrlInput { editor: LineEditor::new(typed(entry)), kind: kind.clone(), placeholder }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        react(self.editor.key(key), || FieldEntry::typed(field, self.editor.text().trim()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), area.columns, theme);
        let (sign, style, sentence) = match messages::destination(&self.kind, self.editor.text().trim()) {
            Some(messages::Destination::Plain(sentence)) => (theme::NOTE, theme.good(), sentence),
            Some(messages::Destination::Doubtful(sentence)) => (theme::WARNING, theme.warning(), sentence),
            None => return drawn,
        };
        for (row, part) in safe_text::wrap(&sentence, area.columns.saturating_sub(3)).into_iter().enumerate()
        {
            let sign = if row == 0 { theme.symbol(sign) } else { " " };
            drawn
                .lines
                .push(Line::from(vec![Span::styled(format!("{sign} "), style), Span::styled(part, style)]));
        }
        drawn
    }
}
