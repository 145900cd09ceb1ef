//! Options to move about in and to search: what single and multiple choice have in common.
//!
//! Only the rows that are seen are drawn, and only a changed search looks at all options, so that ten thousand of
//! them are as quick as ten.

use askwell_form::Options;
use ratatui::text::{Line, Span};

use super::{Drawn, Room};
use crate::look::{self, Look};
use crate::session::catalogue::Catalogue;
use crate::text;
use crate::wizard::key::Key;
use crate::wizard::line::{Did, Editor};

/// With more options than this, a line to search in is always shown.
const SEARCHED: usize = 8;

/// Rows that are shown at once, however much room there is.
const MOST_ROWS: usize = 12;

#[derive(Debug, Clone)]
pub(super) struct List {
    catalogue: Catalogue,
    values: Vec<String>,
    query: Editor,
    /// The places of the options that fit the search.
    found: Vec<usize>,
    /// Which of those found is at hand.
    at: usize,
}

/// How one option looks.
pub(super) struct Mark {
    pub(super) sign: look::Sign,
    pub(super) chosen: bool,
}

impl List {
    pub(super) fn new(options: &Options) -> List {
        let catalogue = Catalogue::new(options);
        let found = (0..catalogue.len()).collect();
        let values = options.iter().map(|choice| choice.value.clone()).collect();
        List { catalogue, values, query: Editor::new(""), found, at: 0 }
    }

    /// Goes to the option at this place.
    pub(super) fn go(&mut self, place: usize) {
        self.at = self.found.iter().position(|&found| found == place).unwrap_or(0);
    }

    /// The place of the option at hand.
    pub(super) fn at(&self) -> Option<usize> {
        self.found.get(self.at).copied()
    }

    pub(super) fn row(&self) -> usize {
        self.at
    }

    pub(super) fn value(&self, place: usize) -> String {
        self.values.get(place).cloned().unwrap_or_default()
    }

    pub(super) fn query(&self) -> &str {
        self.query.text()
    }

    pub(super) fn found(&self) -> &[usize] {
        &self.found
    }

    pub(super) fn key(&mut self, key: &Key) -> Did {
        let last = self.found.len().saturating_sub(1);
        self.at = match key {
            Key::Up => self.at.checked_sub(1).unwrap_or(last),
            Key::Down if self.at >= last => 0,
            Key::Down => self.at + 1,
            Key::PageUp => self.at.saturating_sub(MOST_ROWS),
            Key::PageDown => (self.at + MOST_ROWS).min(last),
            Key::Home => 0,
            Key::End => last,
            _ => {
                let did = self.query.key(key);
                if did == Did::Changed {
                    self.found = self.catalogue.search(self.query.text());
                    self.at = 0;
                }
                return if did == Did::Ignored { did } else { Did::Moved };
            }
        };
        Did::Moved
    }

    /// The search line, then the rows around the one at hand.
    pub(super) fn draw(&self, room: Room, look: Look, mark: impl Fn(usize) -> Mark) -> Drawn {
        let mut drawn = Drawn::default();
        let searching = self.catalogue.len() > SEARCHED || !self.query.text().is_empty();
        if searching {
            drawn = self.draw_search(room, look);
        }
        let rows = room.rows.saturating_sub(drawn.lines.len()).clamp(1, MOST_ROWS);
        let first = (self.at + 1).saturating_sub(rows.div_ceil(2)).min(self.found.len().saturating_sub(rows));
        for (row, &place) in self.found.iter().enumerate().skip(first).take(rows) {
            let mark = mark(place);
            let here = row == self.at;
            let more = match row {
                row if row == first && first > 0 => look.sign(look::MORE_UP),
                row if row + 1 == first + rows && row + 1 < self.found.len() => look.sign(look::MORE_DOWN),
                _ => "",
            };
            drawn.lines.push(self.option(place, &mark, here, more, room.columns, look));
        }
        if self.found.is_empty() {
            drawn.lines.push(Line::styled("  nothing fits", look.faint()));
        }
        drawn
    }

    fn option(
        &self,
        place: usize,
        mark: &Mark,
        here: bool,
        more: &'static str,
        columns: usize,
        look: Look,
    ) -> Line<'static> {
        let pointer = if here { look.sign(look::HERE) } else { " " };
        let beginning = format!("{pointer} {} ", look.sign(mark.sign));
        let room = columns.saturating_sub(text::width(&beginning) + 3);
        let title = text::fit(self.catalogue.title(place), room);
        let style = match (here, mark.chosen) {
            (true, _) => look.picked(),
            (false, true) => look.strong(),
            (false, false) => ratatui::style::Style::new(),
        };
        let sign_style = if mark.chosen { look.accent() } else { look.faint() };
        Line::from(vec![
            Span::styled(format!("{pointer} "), look.accent()),
            Span::styled(format!("{} ", look.sign(mark.sign)), sign_style),
            Span::styled(title, style),
            Span::styled(format!("  {more}"), look.faint()),
        ])
    }

    fn draw_search(&self, room: Room, look: Look) -> Drawn {
        let count = match (self.query.text().is_empty(), self.found.len(), self.catalogue.len()) {
            (true, _, all) => format!("{all} options"),
            (false, found, all) => format!("{found} of {all}"),
        };
        let label = "Search: ";
        let columns = room.columns.saturating_sub(label.len() + count.len() + 2);
        let (shown, column) = self.query.window(columns);
        let gap = columns.saturating_sub(text::width(&shown)) + 1;
        let line = Line::from(vec![
            Span::styled(label, look.faint()),
            Span::raw(shown),
            Span::raw(" ".repeat(gap)),
            Span::styled(count, look.faint()),
        ]);
        Drawn { lines: vec![line], cursor: Some((label.len() + column, 0)) }
    }
}
