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
}

impl ToggleInput {
    pub(super) fn new(entry: &FieldEntry) -> ToggleInput {
        ToggleInput { truth: if let FieldEntry::Truth(truth) = entry { Some(*truth) } else { None } }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        self.truth = match key {
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
            Span::styled(format!("{sign} {}", messages::truth(truth)), style)
        };
        let lines = vec![Line::from(vec![option(true), Span::raw("    "), option(false)])];
        DrawnInput { lines, cursor: None }
    }
}
