//! A date: typed, or picked in a calendar.

use askwell_form::{Date, DateKind, DateTime, Field, Moment};
use ratatui::text::Line;

use super::text_line::{react, typed};
use super::{Drawn, KeyHint, Reaction, Room, entry_line, month, text_columns};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::session::typed as reading;
use crate::text;
use crate::wizard::key::Key;
use crate::wizard::line::Editor;

/// The time of day that a picked date begins with.
const MORNING: &str = "T09:00:00Z";

#[derive(Debug, Clone)]
pub(in crate::wizard) struct DateInput {
    editor: Editor,
    kind: DateKind,
    placeholder: Option<String>,
    today: Option<Date>,
    /// The day at hand while one moves about in the calendar.
    picking: Option<Date>,
    /// Whether the line holds what was there before, which the first character typed replaces.
    prefilled: bool,
}

impl DateInput {
    pub(super) fn new(field: &Field, kind: &DateKind, entry: &Entry, today: Option<Date>) -> DateInput {
        DateInput {
            editor: Editor::new(typed(entry)),
            kind: kind.clone(),
            placeholder: field.rendering().placeholder.clone(),
            today,
            picking: None,
            prefilled: !typed(entry).is_empty(),
        }
    }

    pub(super) fn keys(&self) -> &'static [KeyHint] {
        if self.picking.is_some() {
            &[("←→↑↓", "day"), ("pgup/dn", "month"), ("esc", "type")]
        } else if self.prefilled {
            &[("type", "replace"), ("↓", "calendar")]
        } else {
            &[("↓", "calendar")]
        }
    }

    /// What was typed, as the form wants it.
    fn understood(&self) -> String {
        let typed = self.editor.text().trim();
        if self.kind.with_time {
            reading::moment(typed, self.today)
        } else {
            reading::date(typed, self.today)
        }
    }

    /// The day that was typed.
    fn typed_day(&self) -> Option<Date> {
        let understood = self.understood();
        let moment = || DateTime::parse(&understood).map(|moment| moment.date());
        Date::parse(&understood).or_else(|_| moment()).ok()
    }

    /// Where the calendar opens.
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

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        let Some(at) = self.picking else {
            if *key == Key::Down {
                self.picking = self.shown_day();
                return Reaction::Moved;
            }
            let prefilled = std::mem::take(&mut self.prefilled);
            if prefilled && matches!(key, Key::Char(_) | Key::Paste(_)) {
                self.editor.set("");
            }
            return react(self.editor.key(key), || Entry::typed(field, &self.understood()));
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
                return Reaction::Settled(Entry::typed(field, &self.understood()));
            }
            Key::Escape => {
                self.picking = None;
                return Reaction::Moved;
            }
            _ => {
                self.picking = None;
                return self.key(field, key);
            }
        };
        self.picking = moved.or(Some(at));
        Reaction::Moved
    }

    /// Takes a day over into the line; the time of day stays as it was typed.
    fn pick(&mut self, date: Date) {
        let understood = self.understood();
        let time =
            DateTime::parse(&understood).ok().and(understood.get("2026-01-31".len()..)).unwrap_or(MORNING);
        let text = if self.kind.with_time { format!("{date}{time}") } else { date.to_string() };
        self.editor.set(&text);
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = text_columns(room, look);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), room.columns, look);
        let understood = self.understood();
        if self.typed_day().is_some() && understood != self.editor.text().trim() {
            let note = format!("{} {understood}", look.sign(look::NOTE));
            drawn.lines.push(Line::styled(text::fit(&note, room.columns), look.good()));
        }
        if let Some(at) = self.shown_day()
            && room.rows > drawn.lines.len() + month::ROWS
        {
            drawn.lines.push(Line::default());
            drawn.lines.extend(month::draw(at, self.picking.is_some(), |date| self.allows(date), look));
        }
        if let Some(at) = self.picking {
            drawn.cursor = None;
            if room.rows <= 1 + month::ROWS {
                drawn.lines.push(Line::styled(format!("[{at}]"), look.picked()));
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
