//! The review step: lists all answers, lets the person change one, and submits them.

use askwell_locale::say;
use ratatui::text::{Line, Span};

use super::input::DrawnInput;
use super::key::Key;
use super::{Direction, Effect, Wizard};
use crate::session::summary::summary;
use crate::session::{FormSession, Step, is_fixed};
use crate::theme::{self};
use crate::{messages, safe_text};

/// The current row of the review. The last row submits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ReviewList {
    at: usize,
}

impl ReviewList {
    pub(super) fn at_end(session: &FormSession) -> ReviewList {
        ReviewList { at: session.review().count() }
    }
}

impl Wizard {
    pub(super) fn review_key(&mut self, key: &Key) -> Effect {
        let rows = self.session.review().count();
        let at = &mut self.review.at;
        match key {
            Key::Up => *at = at.checked_sub(1).unwrap_or(rows),
            Key::Down | Key::Tab => *at = if *at < rows { *at + 1 } else { 0 },
            Key::Home | Key::PageUp => *at = 0,
            Key::End | Key::PageDown => *at = rows,
            Key::BackTab | Key::Ctrl('p') => return self.leave(Direction::Back),
            Key::Enter => {
                let picked = self.session.review().nth(self.review.at);
                return match picked {
                    Some(index) => self.change(index),
                    None => self.send(),
                };
            }
            _ => return self.common_key(key),
        }
        Effect::Nothing
    }

    fn change(&mut self, index: usize) -> Effect {
        if let Step::Field(_) = self.session.edit(index) {
            self.open_step();
        }
        self.begin()
    }

    /// Returns the rows of all answers with their problems, and the row that submits.
    pub(super) fn review_lines(&self, columns: usize) -> (DrawnInput, usize) {
        let mut lines = vec![Line::styled(say(messages::REVIEW), self.theme.strong()), Line::default()];
        let labels = self.session.review().filter_map(|index| self.session.field(index));
        let widest = labels.map(|field| safe_text::width(&safe_text::line(field.label()))).max().unwrap_or(0);
        let label_columns = widest.min(columns * 2 / 5);
        let mut at_hand = 0;
        for (row, index) in self.session.review().enumerate() {
            if row == self.review.at {
                at_hand = lines.len();
            }
            lines.extend(self.review_row(index, row == self.review.at, label_columns, columns));
        }
        for problem in self.session.overall_problems() {
            lines.extend(self.problem(&messages::problem(self.session.form(), problem), columns));
        }
        lines.push(Line::default());
        let sending = self.session.review().nth(self.review.at).is_none();
        if sending {
            at_hand = lines.len();
        }
        let pointer = if sending { self.theme.symbol(theme::HERE) } else { " " };
        let style = if sending { self.theme.picked() } else { self.theme.strong() };
        lines.push(Line::from(vec![
            Span::styled(format!("{pointer} "), self.theme.accent()),
            Span::styled(format!("[ {} ]", say(messages::SEND)), style),
        ]));
        (DrawnInput { lines, cursor: None }, at_hand)
    }

    fn review_row(
        &self,
        index: usize,
        here: bool,
        label_columns: usize,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let Some(field) = self.session.field(index) else { return Vec::new() };
        let wrong = self.session.problems_of(index).next().is_some();
        let (sign, sign_style) = match (wrong, is_fixed(field), self.session.is_visited(index)) {
            (true, ..) => (theme::WRONG, self.theme.bad()),
            (false, true, _) => (theme::FIXED, self.theme.faint()),
            (false, false, true) => (theme::DONE, self.theme.good()),
            (false, false, false) => (theme::COMING, self.theme.faint()),
        };
        let pointer = if here { self.theme.symbol(theme::HERE) } else { " " };
        let label = safe_text::fit(&safe_text::line(field.label()), label_columns);
        let gap = label_columns.saturating_sub(safe_text::width(&label)) + 2;
        let value_columns = columns.saturating_sub(label_columns + 6);
        let value = safe_text::fit(&summary(field, self.session.entry(index)), value_columns);
        let style = if here { self.theme.picked() } else { ratatui::style::Style::new() };
        let mut lines = vec![Line::from(vec![
            Span::styled(format!("{pointer} "), self.theme.accent()),
            Span::styled(format!("{} ", self.theme.symbol(sign)), sign_style),
            Span::styled(label, self.theme.faint()),
            Span::raw(" ".repeat(gap)),
            Span::styled(value, style),
        ])];
        for problem in self.session.problems_of(index) {
            for part in
                safe_text::wrap(&messages::problem(self.session.form(), problem), columns.saturating_sub(4))
            {
                lines.push(Line::styled(format!("    {part}"), self.theme.bad()));
            }
        }
        lines
    }
}
