//! A searchable list of options, for single and multiple choice.
//!
//! Draws only the visible rows and searches all options only when the query changes, so that ten
//! thousand of them are as fast as ten.

use askwell_form::Options;
use askwell_locale::{say, text};
use ratatui::text::{Line, Span};

use super::{DrawnInput, InputArea};
use crate::safe_text;
use crate::session::option_index::OptionIndex;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::{EditResult, LineEditor};

/// With more options, the search line is always shown.
const SEARCHED: usize = 8;

/// Limit of visible rows.
const MOST_ROWS: usize = 12;

/// Limit of rows for the details of the current option.
const DETAIL_ROWS: usize = 3;

#[derive(Debug, Clone)]
pub(super) struct OptionList {
    options_index: OptionIndex,
    values: Vec<String>,
    query: LineEditor,
    /// The indexes of the options that match the query.
    found: Vec<usize>,
    /// The current row among those found.
    at: usize,
}

/// How an option is marked.
pub(super) struct OptionMark {
    pub(super) sign: theme::Symbol,
    pub(super) chosen: bool,
}

impl OptionList {
    pub(super) fn new(options: &Options) -> OptionList {
        let options_index = OptionIndex::new(options);
        let found = (0..options_index.len()).collect();
        let values = options.iter().map(|choice| choice.value.clone()).collect();
        OptionList { options_index, values, query: LineEditor::new(""), found, at: 0 }
    }

    /// Moves to the option at an index.
    pub(super) fn go(&mut self, place: usize) {
        self.at = self.found.iter().position(|&found| found == place).unwrap_or(0);
    }

    /// Returns the index of the current option.
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

    pub(super) fn key(&mut self, key: &Key) -> EditResult {
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
                if did == EditResult::Changed {
                    self.found = self.options_index.search(self.query.text());
                    self.at = 0;
                }
                return if did == EditResult::Ignored { did } else { EditResult::Moved };
            }
        };
        EditResult::Moved
    }

    /// Draws the search line, then the rows around the current one.
    pub(super) fn draw(
        &self,
        area: InputArea,
        theme: Theme,
        mark: impl Fn(usize) -> OptionMark,
    ) -> DrawnInput {
        let mut drawn = DrawnInput::default();
        let searching = self.options_index.len() > SEARCHED || !self.query.text().is_empty();
        if searching {
            drawn = self.draw_search(area, theme);
        }
        let rows = area.rows.saturating_sub(drawn.lines.len()).clamp(1, MOST_ROWS);
        let first = (self.at + 1).saturating_sub(rows.div_ceil(2)).min(self.found.len().saturating_sub(rows));
        for (row, &place) in self.found.iter().enumerate().skip(first).take(rows) {
            let mark = mark(place);
            let here = row == self.at;
            let more = match row {
                row if row == first && first > 0 => theme.symbol(theme::MORE_UP),
                row if row + 1 == first + rows && row + 1 < self.found.len() => {
                    theme.symbol(theme::MORE_DOWN)
                }
                _ => "",
            };
            drawn.lines.push(self.option(place, &mark, here, more, area.columns, theme));
        }
        if self.found.is_empty() {
            drawn.lines.push(Line::styled(format!("  {}", say("term-nothing-fits")), theme.faint()));
        }
        drawn
    }

    /// Draws the description and the picture of the current option, in words.
    pub(super) fn draw_details(&self, area: InputArea, theme: Theme) -> Vec<Line<'static>> {
        let lines = self.at().map(|place| self.options_index.details(place)).unwrap_or_default();
        let wrapped =
            lines.iter().flat_map(|line| safe_text::wrap(line, area.columns.saturating_sub(4).max(1)));
        let drawn = wrapped.map(|line| Line::styled(format!("    {line}"), theme.faint()));
        drawn.take(self.detail_rows()).collect()
    }

    /// Returns how many rows are kept for the details of an option.
    pub(super) fn detail_rows(&self) -> usize {
        if self.options_index.have_details() { DETAIL_ROWS } else { 0 }
    }

    fn option(
        &self,
        place: usize,
        mark: &OptionMark,
        here: bool,
        more: &'static str,
        columns: usize,
        theme: Theme,
    ) -> Line<'static> {
        let pointer = if here { theme.symbol(theme::HERE) } else { " " };
        let beginning = format!("{pointer} {} ", theme.symbol(mark.sign));
        let room = columns.saturating_sub(safe_text::width(&beginning) + 3);
        let title = safe_text::fit(self.options_index.title(place), room);
        let style = match (here, mark.chosen) {
            (true, _) => theme.picked(),
            (false, true) => theme.strong(),
            (false, false) => ratatui::style::Style::new(),
        };
        let sign_style = if mark.chosen { theme.accent() } else { theme.faint() };
        Line::from(vec![
            Span::styled(format!("{pointer} "), theme.accent()),
            Span::styled(format!("{} ", theme.symbol(mark.sign)), sign_style),
            Span::styled(title, style),
            Span::styled(format!("  {more}"), theme.faint()),
        ])
    }

    fn draw_search(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let count = match (self.query.text().is_empty(), self.found.len(), self.options_index.len()) {
            (true, _, all) => text("term-options", &[("count", all.into())]),
            (false, found, all) => text("term-position", &[("here", found.into()), ("total", all.into())]),
        };
        let label = format!("{} ", say("term-search"));
        let label_columns = safe_text::width(&label);
        let columns = area.columns.saturating_sub(label_columns + safe_text::width(&count) + 2);
        let (shown, column) = self.query.window(columns);
        let gap = columns.saturating_sub(safe_text::width(&shown)) + 1;
        let line = Line::from(vec![
            Span::styled(label, theme.faint()),
            Span::raw(shown),
            Span::raw(" ".repeat(gap)),
            Span::styled(count, theme.faint()),
        ]);
        DrawnInput { lines: vec![line], cursor: Some((label_columns + column, 0)) }
    }
}
