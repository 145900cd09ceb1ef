//! Yes or no.

use askwell_form::Field;
use ratatui::text::{Line, Span};

use super::{Drawn, Reaction};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wording;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ToggleInput {
    /// Nothing, as long as nobody has said.
    truth: Option<bool>,
}

impl ToggleInput {
    pub(super) fn new(entry: &Entry) -> ToggleInput {
        ToggleInput { truth: if let Entry::Truth(truth) = entry { Some(*truth) } else { None } }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        self.truth = match key {
            Key::Char('y' | 'Y' | 't' | '1') | Key::Home => Some(true),
            Key::Char('n' | 'N' | 'f' | '0') | Key::End => Some(false),
            Key::Left | Key::Right | Key::Up | Key::Down | Key::Char(' ') => Some(self.truth != Some(true)),
            Key::Backspace | Key::Delete => None,
            _ => return Reaction::Ignored,
        };
        Reaction::Entered(self.truth.map_or_else(|| Entry::emptied(field), Entry::Truth))
    }

    pub(super) fn draw(&self, look: Look) -> Drawn {
        let option = |truth: bool| {
            let chosen = self.truth == Some(truth);
            let sign = look.sign(if chosen { look::CHOSEN } else { look::NOT_CHOSEN });
            let style = if chosen { look.picked() } else { look.faint() };
            Span::styled(format!("{sign} {}", wording::truth(truth)), style)
        };
        let lines = vec![Line::from(vec![option(true), Span::raw("    "), option(false)])];
        Drawn { lines, cursor: None }
    }
}
