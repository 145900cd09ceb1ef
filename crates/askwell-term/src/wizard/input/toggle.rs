//! Input for yes or no.

use askwell_form::Field;
use ratatui::text::{Line, Span};

use super::{DrawnInput, KeyResult};
use crate::messages;
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ToggleInput {
    /// `None` until the person has selected one.
    truth: Option<bool>,
    /// The author's words for the verdict of a decision.
    labels: Option<(String, String)>,
}

impl ToggleInput {
    pub(super) fn new(field: &Field, entry: &FieldEntry) -> ToggleInput {
        let label = |truth| messages::verdict_label(field, truth);
        ToggleInput {
            truth: if let FieldEntry::Truth(truth) = entry { Some(*truth) } else { None },
            labels: label(true).zip(label(false)),
        }
    }

    /// Returns whether the words are an author's, so that `y` and `n` say nothing about them.
    pub(super) fn is_verdict(&self) -> bool {
        self.labels.is_some()
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        self.truth = match key {
            Key::Char('1' | 'a' | 'A') if self.is_verdict() => Some(true),
            Key::Char('2' | 'r' | 'R') if self.is_verdict() => Some(false),
            Key::Char(letter) if self.is_verdict() && *letter != ' ' => return KeyResult::Redraw,
            Key::Char('y' | 'Y' | 't' | '1') | Key::Home => Some(true),
            Key::Char('n' | 'N' | 'f' | '0') | Key::End => Some(false),
            Key::Left | Key::Right | Key::Up | Key::Down | Key::Char(' ') => Some(self.truth != Some(true)),
            Key::Backspace | Key::Delete => None,
            _ => return KeyResult::Ignored,
        };
        KeyResult::Entered(self.truth.map_or_else(|| FieldEntry::emptied(field), FieldEntry::Truth))
    }

    pub(super) fn draw(&self, theme: Theme) -> DrawnInput {
        let option = |truth: bool| {
            let chosen = self.truth == Some(truth);
            let sign = theme.symbol(if chosen { theme::CHOSEN } else { theme::NOT_CHOSEN });
            let style = if chosen { theme.picked() } else { theme.faint() };
            let word = match (&self.labels, truth) {
                (Some((approve, _)), true) => approve.clone(),
                (Some((_, reject)), false) => reject.clone(),
                (None, _) => messages::truth(truth),
            };
            Span::styled(format!("{sign} {word}"), style)
        };
        let lines = vec![Line::from(vec![option(true), Span::raw("    "), option(false)])];
        DrawnInput { lines, cursor: None }
    }
}
