//! The review: all answers in a list, each a key away from being changed, and the way to send them.

use ratatui::text::{Line, Span};

use super::input::Drawn;
use super::key::Key;
use super::{Effect, Going, Wizard};
use crate::look::{self};
use crate::session::summary::summary;
use crate::session::{Session, Step};
use crate::{text, wording};

/// Where one is in the review. The last row sends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ReviewList {
    at: usize,
}

impl ReviewList {
    pub(super) fn at_end(session: &Session) -> ReviewList {
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
            Key::BackTab | Key::Ctrl('p') => return self.leave(Going::Back),
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
            self.arrive();
        }
        self.begin()
    }

    /// All answers with what is wrong, and the row that sends.
    pub(super) fn review_lines(&self, columns: usize) -> (Drawn, usize) {
        let mut lines = vec![Line::styled(wording::REVIEW, self.look.strong()), Line::default()];
        let labels = self.session.review().filter_map(|index| self.session.field(index));
        let widest = labels.map(|field| text::width(&text::line(field.label()))).max().unwrap_or(0);
        let label_columns = widest.min(columns * 2 / 5);
        let mut at_hand = 0;
        for (row, index) in self.session.review().enumerate() {
            if row == self.review.at {
                at_hand = lines.len();
            }
            lines.extend(self.review_row(index, row == self.review.at, label_columns, columns));
        }
        for problem in self.session.overall_problems() {
            lines.extend(self.problem(&problem.message, columns));
        }
        lines.push(Line::default());
        let sending = self.session.review().nth(self.review.at).is_none();
        if sending {
            at_hand = lines.len();
        }
        let pointer = if sending { self.look.sign(look::HERE) } else { " " };
        let style = if sending { self.look.picked() } else { self.look.strong() };
        lines.push(Line::from(vec![
            Span::styled(format!("{pointer} "), self.look.accent()),
            Span::styled(format!("[ {} ]", wording::SEND), style),
        ]));
        (Drawn { lines, cursor: None }, at_hand)
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
        let (sign, sign_style) = match (wrong, field.rendering().readonly, self.session.is_seen(index)) {
            (true, ..) => (look::WRONG, self.look.bad()),
            (false, true, _) => (look::FIXED, self.look.faint()),
            (false, false, true) => (look::DONE, self.look.good()),
            (false, false, false) => (look::COMING, self.look.faint()),
        };
        let pointer = if here { self.look.sign(look::HERE) } else { " " };
        let label = text::fit(&text::line(field.label()), label_columns);
        let gap = label_columns.saturating_sub(text::width(&label)) + 2;
        let value_columns = columns.saturating_sub(label_columns + 6);
        let value = text::fit(&summary(field, self.session.entry(index)), value_columns);
        let style = if here { self.look.picked() } else { ratatui::style::Style::new() };
        let mut lines = vec![Line::from(vec![
            Span::styled(format!("{pointer} "), self.look.accent()),
            Span::styled(format!("{} ", self.look.sign(sign)), sign_style),
            Span::styled(label, self.look.faint()),
            Span::raw(" ".repeat(gap)),
            Span::styled(value, style),
        ])];
        for problem in self.session.problems_of(index) {
            for part in text::wrap(&text::line(&problem.message), columns.saturating_sub(4)) {
                lines.push(Line::styled(format!("    {part}"), self.look.bad()));
            }
        }
        lines
    }
}
