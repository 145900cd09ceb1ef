//! Input for one of several options.

use askwell_form::{Field, Options};
use ratatui::text::{Line, Span};

use super::option_list::{OptionList, OptionMark};
use super::{DrawnInput, InputArea, KeyResult};
use crate::messages;
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::EditResult;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct ChoiceInput {
    list: OptionList,
    /// The index of the selected option.
    chosen: Option<usize>,
    empty: EmptyChoice,
}

/// Whether the field can be left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EmptyChoice {
    /// It cannot.
    Unavailable,
    /// It can, by a row above the options.
    Available { selected: bool },
}

impl ChoiceInput {
    pub(super) fn new(options: &Options, entry: &FieldEntry, required: bool) -> ChoiceInput {
        let chosen = if let FieldEntry::Choice(value) = entry { options.position(value) } else { None };
        let mut list = OptionList::new(options);
        if let Some(place) = chosen {
            list.go(place);
        }
        let empty = if required {
            EmptyChoice::Unavailable
        } else {
            EmptyChoice::Available { selected: chosen.is_none() }
        };
        ChoiceInput { list, chosen, empty }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        let top = self.empty == EmptyChoice::Available { selected: true };
        match (key, self.empty) {
            (Key::Enter | Key::Tab, _) => return self.settle(field),
            (Key::Up, EmptyChoice::Available { selected: false })
                if self.list.row() == 0 && self.list.query().is_empty() =>
            {
                self.empty = EmptyChoice::Available { selected: true };
                return KeyResult::Redraw;
            }
            (Key::Down, EmptyChoice::Available { selected: true }) => {
                self.empty = EmptyChoice::Available { selected: false };
                return KeyResult::Redraw;
            }
            (Key::Up, EmptyChoice::Available { selected: true }) => {
                self.list.key(&Key::End);
                self.empty = EmptyChoice::Available { selected: false };
                return KeyResult::Redraw;
            }
            _ => {}
        }
        match self.list.key(key) {
            EditResult::Ignored => KeyResult::Ignored,
            EditResult::Moved | EditResult::Changed => {
                let query_emptied = self.list.query().is_empty() && top && *key == Key::Backspace;
                if let EmptyChoice::Available { selected } = &mut self.empty {
                    *selected = query_emptied;
                }
                KeyResult::Redraw
            }
        }
    }

    fn settle(&mut self, field: &Field) -> KeyResult {
        if self.empty == (EmptyChoice::Available { selected: true }) {
            self.chosen = None;
            return KeyResult::Completed(FieldEntry::emptied(field));
        }
        match self.list.at() {
            Some(place) => {
                self.chosen = Some(place);
                KeyResult::Completed(FieldEntry::Choice(self.list.value(place)))
            }
            None => KeyResult::Unclear(messages::no_such_option(self.list.query())),
        }
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let can_be_empty =
            matches!(self.empty, EmptyChoice::Available { .. }) && self.list.query().is_empty();
        let selected = self.empty == (EmptyChoice::Available { selected: true });
        let chosen = self.chosen;
        let rows = area.rows.saturating_sub(usize::from(can_be_empty) + self.list.detail_rows());
        let mut drawn = self.list.draw(InputArea { rows, ..area }, theme, |place| {
            let chosen = chosen == Some(place);
            OptionMark { sign: if chosen { theme::CHOSEN } else { theme::NOT_CHOSEN }, chosen }
        });
        if selected {
            // Only one row may have a pointer.
            for line in drawn.lines.iter_mut().skip(usize::from(drawn.cursor.is_some())) {
                unpoint(line);
            }
        }
        if can_be_empty {
            let pointer = if selected { theme.symbol(theme::HERE) } else { " " };
            let sign = theme.symbol(if chosen.is_none() { theme::CHOSEN } else { theme::NOT_CHOSEN });
            let style = if selected { theme.picked() } else { theme.faint() };
            let row = Line::from(vec![
                Span::styled(format!("{pointer} "), theme.accent()),
                Span::styled(format!("{sign} "), theme.faint()),
                Span::styled(askwell_locale::say(messages::NOTHING), style),
            ]);
            drawn.lines.insert(usize::from(drawn.cursor.is_some()), row);
        }
        if !selected {
            drawn.lines.extend(self.list.draw_details(area, theme));
        }
        drawn
    }
}

fn unpoint(line: &mut Line<'static>) {
    if let [pointer, sign, title, ..] = line.spans.as_mut_slice() {
        *pointer = Span::raw(" ".repeat(crate::safe_text::width(&pointer.content)));
        title.style = if sign.style == title.style { title.style } else { ratatui::style::Style::new() };
    }
}
