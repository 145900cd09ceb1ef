//! Input for several options.

use askwell_form::{Field, MultiSelectKind};

use super::option_list::{OptionList, OptionMark};
use super::{DrawnInput, InputArea, KeyResult};
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::EditResult;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ChoicesInput {
    list: OptionList,
    /// The indexes of the selected options, in the order of selection.
    chosen: Vec<usize>,
    /// Whether an option is selected, by its index.
    is_chosen: Vec<bool>,
}

impl ChoicesInput {
    pub(super) fn new(kind: &MultiSelectKind, entry: &FieldEntry) -> ChoicesInput {
        let values = if let FieldEntry::Choices(values) = entry { values.as_slice() } else { &[] };
        let chosen: Vec<usize> = values.iter().filter_map(|value| kind.options.position(value)).collect();
        let mut is_chosen = vec![false; kind.options.len()];
        for &place in &chosen {
            mark(&mut is_chosen, place, true);
        }
        ChoicesInput { list: OptionList::new(&kind.options), chosen, is_chosen }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        match key {
            Key::Char(' ') => {
                let Some(place) = self.list.at() else { return KeyResult::Redraw };
                self.set(place, !self.holds(place));
            }
            // Selects all options found, or none of them.
            Key::Ctrl('a') => {
                let found = self.list.found().to_vec();
                let all = found.iter().all(|&place| self.holds(place));
                for place in found {
                    self.set(place, !all);
                }
            }
            _ => {
                return if self.list.key(key) == EditResult::Ignored {
                    KeyResult::Ignored
                } else {
                    KeyResult::Redraw
                };
            }
        }
        let values = self.chosen.iter().map(|&place| self.list.value(place)).collect();
        KeyResult::Entered(FieldEntry::chosen(field, values))
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

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let rows = area.rows.saturating_sub(self.list.detail_rows());
        let mut drawn = self.list.draw(InputArea { rows, ..area }, theme, |place| {
            let chosen = self.holds(place);
            OptionMark { sign: if chosen { theme::CHECKED } else { theme::NOT_CHECKED }, chosen }
        });
        drawn.lines.extend(self.list.draw_details(area, theme));
        drawn
    }
}

fn mark(flags: &mut [bool], place: usize, chosen: bool) {
    if let Some(flag) = flags.get_mut(place) {
        *flag = chosen;
    }
}
