//! Some of several options.

use askwell_form::{Field, MultiSelectKind};

use super::list::{List, Mark};
use super::{Drawn, Reaction, Room};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wizard::line::Did;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ChoicesInput {
    list: List,
    /// The places of the chosen options, in the order of choosing.
    chosen: Vec<usize>,
    /// Whether an option is chosen, by its place.
    is_chosen: Vec<bool>,
}

impl ChoicesInput {
    pub(super) fn new(kind: &MultiSelectKind, entry: &Entry) -> ChoicesInput {
        let values = if let Entry::Choices(values) = entry { values.as_slice() } else { &[] };
        let chosen: Vec<usize> = values.iter().filter_map(|value| kind.options.position(value)).collect();
        let mut is_chosen = vec![false; kind.options.len()];
        for &place in &chosen {
            mark(&mut is_chosen, place, true);
        }
        ChoicesInput { list: List::new(&kind.options), chosen, is_chosen }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        match key {
            Key::Char(' ') => {
                let Some(place) = self.list.at() else { return Reaction::Moved };
                self.set(place, !self.holds(place));
            }
            // All of those found, or none of them.
            Key::Ctrl('a') => {
                let found = self.list.found().to_vec();
                let all = found.iter().all(|&place| self.holds(place));
                for place in found {
                    self.set(place, !all);
                }
            }
            _ => {
                return if self.list.key(key) == Did::Ignored { Reaction::Ignored } else { Reaction::Moved };
            }
        }
        let values = self.chosen.iter().map(|&place| self.list.value(place)).collect();
        Reaction::Entered(Entry::chosen(field, values))
    }

    fn holds(&self, place: usize) -> bool {
        self.is_chosen.get(place).copied().unwrap_or(false)
    }

    fn set(&mut self, place: usize, chosen: bool) {
        if self.holds(place) == chosen {
            return;
        }
        mark(&mut self.is_chosen, place, chosen);
        if chosen {
            self.chosen.push(place);
        } else {
            self.chosen.retain(|&other| other != place);
        }
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        self.list.draw(room, look, |place| {
            let chosen = self.holds(place);
            Mark { sign: if chosen { look::CHECKED } else { look::NOT_CHECKED }, chosen }
        })
    }
}

fn mark(flags: &mut [bool], place: usize, chosen: bool) {
    if let Some(flag) = flags.get_mut(place) {
        *flag = chosen;
    }
}
