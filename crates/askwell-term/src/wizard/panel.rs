//! Panels in front of the form: leaving, help, sending.

use askwell_locale::say;
use ratatui::text::{Line, Span};

use super::key::Key;
use super::{Effect, Wizard};
use crate::outcome::Outcome;
use crate::session::Step;
use crate::{evidence, messages, safe_text};

/// How many lines a page key scrolls.
const PAGE: usize = 10;

/// The panel in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Panel {
    /// No panel: the form itself.
    Form,
    /// Whether to leave the form, and how.
    Leave,
    /// Why the person declines.
    Reason,
    /// All that is shown with the form and the current field, from this line on.
    Evidence(usize),
    /// The list of keys.
    Help,
    /// The answers are being submitted.
    Sending,
}

impl Wizard {
    /// Handles a key for the panel in front. Returns `None` if there is none.
    pub(super) fn panel_key(&mut self, key: &Key) -> Option<Effect> {
        match (self.panel, key) {
            (Panel::Form, _) => return None,
            (_, Key::Ctrl('c')) => return Some(Effect::End(Outcome::Aborted)),
            (Panel::Leave, Key::Char('c' | 'C')) => return Some(Effect::End(Outcome::Cancelled)),
            (_, Key::Ctrl('z')) => return Some(Effect::Suspend),
            (Panel::Leave, Key::Char('d' | 'D')) => self.panel = Panel::Reason,
            (Panel::Reason, Key::Enter) => {
                let reason = Some(self.reason.text().trim()).filter(|text| !text.is_empty());
                return Some(Effect::End(Outcome::Declined { reason: reason.map(str::to_owned) }));
            }
            (Panel::Reason, Key::Escape) => self.panel = Panel::Leave,
            (Panel::Reason, key) => drop(self.reason.key(key)),
            (Panel::Evidence(top), Key::Down | Key::Char('j' | ' ')) => self.panel = Panel::Evidence(top + 1),
            (Panel::Evidence(top), Key::PageDown) => self.panel = Panel::Evidence(top + PAGE),
            (Panel::Evidence(top), Key::Up | Key::Char('k')) => {
                self.panel = Panel::Evidence(top.saturating_sub(1));
            }
            (Panel::Evidence(top), Key::PageUp) => self.panel = Panel::Evidence(top.saturating_sub(PAGE)),
            (Panel::Evidence(_), Key::Home) => self.panel = Panel::Evidence(0),
            (Panel::Evidence(_), Key::Escape | Key::Enter | Key::ReadAll) => self.panel = Panel::Form,
            (Panel::Leave, Key::Escape | Key::Enter) | (Panel::Help, _) => self.panel = Panel::Form,
            (Panel::Leave | Panel::Sending | Panel::Evidence(_), _) => {}
        }
        Some(Effect::Nothing)
    }

    /// Returns the lines of the panel in front, or `None` if there is none.
    pub(super) fn panel_lines(&self, columns: usize) -> Option<Vec<Line<'static>>> {
        match self.panel {
            Panel::Form => None,
            Panel::Leave => Some(self.leave_lines(columns)),
            Panel::Reason => Some(self.reason_lines(columns)),
            Panel::Evidence(_) => Some(self.evidence_lines(columns)),
            Panel::Help => Some(self.help(columns)),
            Panel::Sending => Some(vec![Line::styled(say(messages::SENDING), self.theme.accent())]),
        }
    }

    fn leave_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled(say("term-leave"), self.theme.strong()), Line::default()];
        for (key, what) in [("d", messages::DECLINE), ("c", messages::CANCEL), ("esc", messages::CONTINUE)] {
            lines.extend(self.explained(key, what, columns));
        }
        lines.push(Line::default());
        for part in safe_text::wrap(&say(messages::NOT_KEPT), columns) {
            lines.push(Line::styled(part, self.theme.faint()));
        }
        lines
    }

    /// Returns the description of the form and everything that is shown with the current field.
    fn evidence_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let form = self.session.form();
        let mut parts = form.description().map(|text| evidence::text_lines(form, text)).unwrap_or_default();
        let notes = match self.session.current() {
            Step::Field(index) => self.notes(index),
            Step::Review => evidence::displays_before(&self.session, form.fields().len()),
        };
        if !parts.is_empty() && !notes.is_empty() {
            parts.push(String::new());
        }
        parts.extend(notes);
        parts.iter().flat_map(|part| safe_text::wrap(part, columns)).map(Line::from).collect()
    }

    fn reason_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled(say("term-why-decline"), self.theme.strong())];
        for part in safe_text::wrap(&say(messages::WHY), columns) {
            lines.push(Line::styled(part, self.theme.faint()));
        }
        lines.push(Line::default());
        let typed = safe_text::wrap(&safe_text::line(self.reason.text()), columns.saturating_sub(4));
        let last = typed.len().saturating_sub(1);
        for (row, part) in typed.into_iter().enumerate() {
            let cursor = if row == last { "_" } else { "" };
            lines.push(Line::from(vec![
                Span::styled("  ", self.theme.accent()),
                Span::raw(part),
                Span::styled(cursor, self.theme.accent()),
            ]));
        }
        lines
    }

    fn help(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::styled(say("term-keys"), self.theme.strong())];
        let own = self.input.as_ref().map(super::input::FieldInput::keys).unwrap_or_default();
        let common = [
            ("enter", "term-help-enter"),
            ("shift-tab", "term-help-back"),
            ("ctrl-n", "term-help-later"),
            ("ctrl-r", "term-help-review"),
            ("ctrl-t", "term-key-more-time"),
            ("ctrl-u", "term-help-empty"),
            ("F2", "term-help-read"),
            ("esc", "term-help-leave"),
            ("ctrl-c", "term-help-abort"),
        ];
        for (key, what) in own.iter().chain(&common) {
            lines.extend(self.explained(key, what, columns));
        }
        if let Some(field) = self.current_field() {
            let more = [field.description(), field.rendering().help_text.as_deref()];
            for part in more.into_iter().flatten().flat_map(safe_text::lines) {
                lines.extend(safe_text::wrap(&part, columns).into_iter().map(Line::from));
            }
        }
        lines
    }

    /// Returns a key and its wrapped description.
    fn explained(&self, key: &str, what: &str, columns: usize) -> Vec<Line<'static>> {
        let indent = 12.min(columns / 3);
        let key = super::draw::key_name(key);
        let key = if self.theme.symbols == crate::theme::Symbols::Ascii {
            super::draw::ascii_keys(&key)
        } else {
            key
        };
        let parts = safe_text::wrap(&say(what), columns.saturating_sub(indent + 2));
        let line = |(row, part): (usize, String)| {
            let key = if row == 0 { key.as_str() } else { "" };
            Line::from(vec![Span::styled(format!("  {key:<indent$}"), self.theme.accent()), Span::raw(part)])
        };
        parts.into_iter().enumerate().map(line).collect()
    }
}
