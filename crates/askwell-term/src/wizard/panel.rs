//! What stands before the form for a while: the way out, the help, a moment of sending.

use ratatui::text::{Line, Span};

use super::key::Key;
use super::{Effect, Wizard};
use crate::outcome::Outcome;
use crate::{text, wording};

/// What is in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Panel {
    /// The form itself.
    Form,
    /// Whether to leave, and how.
    Leaving,
    /// Every key.
    Help,
    /// The answers are on their way.
    Sending,
}

impl Wizard {
    /// What a key does to the panel in front; nothing, if the form is.
    pub(super) fn panel_key(&mut self, key: &Key) -> Option<Effect> {
        match (self.panel, key) {
            (Panel::Form, _) => return None,
            (_, Key::Ctrl('c')) => return Some(Effect::End(Outcome::BrokenOff)),
            (Panel::Leaving, Key::Char('c' | 'C')) => return Some(Effect::End(Outcome::Cancelled)),
            (_, Key::Ctrl('z')) => return Some(Effect::Suspend),
            (Panel::Leaving, Key::Char('d' | 'D')) => return Some(Effect::End(Outcome::Declined)),
            (Panel::Leaving, Key::Escape | Key::Enter) | (Panel::Help, _) => self.panel = Panel::Form,
            (Panel::Leaving | Panel::Sending, _) => {}
        }
        Some(Effect::Nothing)
    }

    /// The panel in front, as lines; nothing, if the form is.
    pub(super) fn panel_lines(&self, columns: usize) -> Option<Vec<Line<'static>>> {
        match self.panel {
            Panel::Form => None,
            Panel::Leaving => Some(self.leaving(columns)),
            Panel::Help => Some(self.help(columns)),
            Panel::Sending => Some(vec![Line::styled(wording::SENDING, self.look.accent())]),
        }
    }

    fn leaving(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled("Leave this form?", self.look.strong()), Line::default()];
        for (key, what) in [("d", wording::DECLINE), ("c", wording::CANCEL), ("esc", wording::GO_ON)] {
            lines.extend(self.explained(key, what, columns));
        }
        lines.push(Line::default());
        for part in text::wrap(wording::NOT_KEPT, columns) {
            lines.push(Line::styled(part, self.look.faint()));
        }
        lines
    }

    fn help(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled("Keys", self.look.strong())];
        let own = self.input.as_ref().map(super::input::Input::keys).unwrap_or_default();
        let common = [
            ("enter", "go on"),
            ("shift-tab", "go back"),
            ("ctrl-n", "go on, mend it later"),
            ("ctrl-r", "to the review"),
            ("ctrl-t", "more time"),
            ("ctrl-u", "empty the line"),
            ("esc", "decline or cancel"),
            ("ctrl-c", "break off"),
        ];
        for (key, what) in own.iter().chain(&common) {
            lines.extend(self.explained(key, what, columns));
        }
        if let Some(field) = self.field_at_hand() {
            let more = [field.description(), field.rendering().help_text.as_deref()];
            for part in more.into_iter().flatten().flat_map(text::lines) {
                lines.extend(text::wrap(&part, columns).into_iter().map(Line::from));
            }
        }
        lines
    }

    /// A key, and what it does in as many lines as it takes.
    fn explained(&self, key: &str, what: &str, columns: usize) -> Vec<Line<'static>> {
        let indent = 12.min(columns / 3);
        let key = if self.look.signs == crate::look::Signs::Ascii {
            super::draw::ascii_keys(key)
        } else {
            key.to_owned()
        };
        let parts = text::wrap(what, columns.saturating_sub(indent + 2));
        let line = |(row, part): (usize, String)| {
            let key = if row == 0 { key.as_str() } else { "" };
            Line::from(vec![Span::styled(format!("  {key:<indent$}"), self.look.accent()), Span::raw(part)])
        };
        parts.into_iter().enumerate().map(line).collect()
    }
}
