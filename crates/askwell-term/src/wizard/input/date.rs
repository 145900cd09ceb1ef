//! Input for a date: typed, or selected in a calendar.

use askwell_form::{Date, DateKind, DateTime, Field, Moment};
use ratatui::text::Line;

use super::text_line::{react, typed};
use super::{DrawnInput, InputArea, KeyHint, KeyResult, entry_line, month, text_columns};
use crate::safe_text;
use crate::session::FieldEntry;
use crate::session::typed_input as reading;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::LineEditor;

/// The time of day for a date selected in the calendar.
const DEFAULT_TIME: &str = "T09:00:00Z";

#[derive(Debug, Clone)]
pub(in crate::wizard) struct DateInput {
    editor: LineEditor,
    kind: DateKind,
    placeholder: Option<String>,
    today: Option<Date>,
    /// The current day of the calendar while it has the focus.
    picking: Option<Date>,
    /// Whether the line holds an earlier entry, which the first typed character replaces.
    prefilled: bool,
}

impl DateInput {
    pub(super) fn new(field: &Field, kind: &DateKind, entry: &FieldEntry, today: Option<Date>) -> DateInput {
        DateInput {
            editor: LineEditor::new(typed(entry)),
            kind: kind.clone(),
            placeholder: field.rendering().placeholder.clone(),
            today,
            picking: None,
            prefilled: !typed(entry).is_empty(),
        }
    }

    pub(super) fn keys(&self) -> &'static [KeyHint] {
        if self.picking.is_some() {
            &[("←→↑↓", "term-key-day"), ("pgup/dn", "term-key-month"), ("esc", "term-key-type")]
        } else if self.prefilled {
            &[("term-key-name-type", "term-key-replace"), ("↓", "term-key-calendar")]
        } else {
            &[("↓", "term-key-calendar")]
        }
    }

    /// Returns the typed text in the format of the form.
    fn understood(&self) -> String {
        let typed = self.editor.text().trim();
        if self.kind.with_time {
            reading::moment(typed, self.today)
        } else {
            reading::date(typed, self.today)
        }
    }

    /// Returns the typed day.
    fn typed_day(&self) -> Option<Date> {
        let understood = self.understood();
        let moment = || DateTime::parse(&understood).map(|moment| moment.date());
        Date::parse(&understood).or_else(|_| moment()).ok()
    }

    /// Returns the day that the calendar opens at.
    fn shown_day(&self) -> Option<Date> {
        let bound = |moment: &Option<Moment>| match moment {
            Some(Moment::Day(date)) => Some(*date),
            Some(Moment::Instant(moment)) => Some(moment.date()),
            None => None,
        };
        let (least, most) = (bound(&self.kind.minimum), bound(&self.kind.maximum));
        let today = self.today.map(|today| least.map_or(today, |least| today.max(least)));
        let today = today.map(|today| most.map_or(today, |most| today.min(most)));
        self.picking.or_else(|| self.typed_day()).or(today).or(least)
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        let Some(at) = self.picking else {
            if *key == Key::Down {
                self.picking = self.shown_day();
                return KeyResult::Redraw;
            }
            let prefilled = std::mem::take(&mut self.prefilled);
            if prefilled && matches!(key, Key::Char(_) | Key::Paste(_)) {
                self.editor.set("");
            }
            return react(self.editor.key(key), || FieldEntry::typed(field, &self.understood()));
        };
        let moved = match key {
            Key::Left => at.checked_add_days(-1),
            Key::Right => at.checked_add_days(1),
            Key::Up => at.checked_add_days(-7),
            Key::Down => at.checked_add_days(7),
            Key::PageUp => at.checked_add_months(-1),
            Key::PageDown => at.checked_add_months(1),
            Key::Home => self.today,
            Key::Enter => {
                self.picking = None;
                self.pick(at);
                return KeyResult::Completed(FieldEntry::typed(field, &self.understood()));
            }
            Key::Escape => {
                self.picking = None;
                return KeyResult::Redraw;
            }
            _ => {
                self.picking = None;
                return self.key(field, key);
            }
        };
        self.picking = moved.or(Some(at));
        KeyResult::Redraw
    }

    /// Writes a day into the line and keeps the typed time of day.
    fn pick(&mut self, date: Date) {
        let understood = self.understood();
        let time = DateTime::parse(&understood)
            .ok()
            .and(understood.get("2026-01-31".len()..))
            .unwrap_or(DEFAULT_TIME);
        let text = if self.kind.with_time { format!("{date}{time}") } else { date.to_string() };
        self.editor.set(&text);
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), area.columns, theme);
        let understood = self.understood();
        if self.typed_day().is_some() && understood != self.editor.text().trim() {
            let note = format!("{} {understood}", theme.symbol(theme::NOTE));
            drawn.lines.push(Line::styled(safe_text::fit(&note, area.columns), theme.good()));
        }
        if let Some(at) = self.shown_day()
            && area.rows > drawn.lines.len() + month::ROWS
        {
            drawn.lines.push(Line::default());
            drawn.lines.extend(month::draw(at, self.picking.is_some(), |date| self.allows(date), theme));
        }
        if let Some(at) = self.picking {
            drawn.cursor = None;
            if area.rows <= 1 + month::ROWS {
                drawn.lines.push(Line::styled(format!("[{at}]"), theme.picked()));
            }
        }
        drawn
    }

    fn allows(&self, date: Date) -> bool {
        let before = |moment: &Moment| match moment {
            Moment::Day(bound) => date < *bound,
            Moment::Instant(bound) => date < bound.date(),
        };
        let after = |moment: &Moment| match moment {
            Moment::Day(bound) => date > *bound,
            Moment::Instant(bound) => date > bound.date(),
        };
        !self.kind.minimum.as_ref().is_some_and(before) && !self.kind.maximum.as_ref().is_some_and(after)
    }
}
