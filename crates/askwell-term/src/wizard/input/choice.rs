//! One of several options.

use askwell_form::{Field, Options};
use ratatui::text::{Line, Span};

use super::list::{List, Mark};
use super::{Drawn, Reaction, Room};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wizard::line::Did;
use crate::wording;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ChoiceInput {
    list: List,
    /// The place of the option that the field holds.
    chosen: Option<usize>,
    nothing: Nothing,
}

/// Whether the field can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nothing {
    /// It cannot.
    Impossible,
    /// It can; that is a row above the options, which is at hand or not.
    Offered { at_hand: bool },
}

impl ChoiceInput {
    pub(super) fn new(options: &Options, entry: &Entry, required: bool) -> ChoiceInput {
        let chosen = if let Entry::Choice(value) = entry { options.position(value) } else { None };
        let mut list = List::new(options);
        if let Some(place) = chosen {
            list.go(place);
        }
        let nothing =
            if required { Nothing::Impossible } else { Nothing::Offered { at_hand: chosen.is_none() } };
        ChoiceInput { list, chosen, nothing }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        let top = self.nothing == Nothing::Offered { at_hand: true };
        match (key, self.nothing) {
            (Key::Enter | Key::Tab, _) => return self.settle(field),
            (Key::Up, Nothing::Offered { at_hand: false })
                if self.list.row() == 0 && self.list.query().is_empty() =>
            {
                self.nothing = Nothing::Offered { at_hand: true };
                return Reaction::Moved;
            }
            (Key::Down, Nothing::Offered { at_hand: true }) => {
                self.nothing = Nothing::Offered { at_hand: false };
                return Reaction::Moved;
            }
            (Key::Up, Nothing::Offered { at_hand: true }) => {
                self.list.key(&Key::End);
                self.nothing = Nothing::Offered { at_hand: false };
                return Reaction::Moved;
            }
            _ => {}
        }
        match self.list.key(key) {
            Did::Ignored => Reaction::Ignored,
            Did::Moved | Did::Changed => {
                let nothing_left = self.list.query().is_empty() && top && *key == Key::Backspace;
                if let Nothing::Offered { at_hand } = &mut self.nothing {
                    *at_hand = nothing_left;
                }
                Reaction::Moved
            }
        }
    }

    fn settle(&mut self, field: &Field) -> Reaction {
        if self.nothing == (Nothing::Offered { at_hand: true }) {
            self.chosen = None;
            return Reaction::Settled(Entry::emptied(field));
        }
        match self.list.at() {
            Some(place) => {
                self.chosen = Some(place);
                Reaction::Settled(Entry::Choice(self.list.value(place)))
            }
            None => Reaction::Puzzled(wording::no_such_option(self.list.query())),
        }
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let offered = matches!(self.nothing, Nothing::Offered { .. }) && self.list.query().is_empty();
        let at_hand = self.nothing == (Nothing::Offered { at_hand: true });
        let chosen = self.chosen;
        let rows = room.rows.saturating_sub(usize::from(offered));
        let mut drawn = self.list.draw(Room { rows, ..room }, look, |place| {
            let chosen = chosen == Some(place);
            Mark { sign: if chosen { look::CHOSEN } else { look::NOT_CHOSEN }, chosen }
        });
        if at_hand {
            // Two pointers would point at nothing.
            for line in drawn.lines.iter_mut().skip(usize::from(drawn.cursor.is_some())) {
                unpoint(line);
            }
        }
        if offered {
            let pointer = if at_hand { look.sign(look::HERE) } else { " " };
            let sign = look.sign(if chosen.is_none() { look::CHOSEN } else { look::NOT_CHOSEN });
            let style = if at_hand { look.picked() } else { look.faint() };
            let row = Line::from(vec![
                Span::styled(format!("{pointer} "), look.accent()),
                Span::styled(format!("{sign} "), look.faint()),
                Span::styled(wording::NOTHING, style),
            ]);
            drawn.lines.insert(usize::from(drawn.cursor.is_some()), row);
        }
        drawn
    }
}

fn unpoint(line: &mut Line<'static>) {
    if let [pointer, sign, title, ..] = line.spans.as_mut_slice() {
        *pointer = Span::raw(" ".repeat(crate::text::width(&pointer.content)));
        title.style = if sign.style == title.style { title.style } else { ratatui::style::Style::new() };
    }
}
