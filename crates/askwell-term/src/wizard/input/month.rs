//! Draws a month of the calendar as a grid.

use askwell_form::Date;
use askwell_locale::say;
use ratatui::text::{Line, Span};

use crate::safe_text;
use crate::theme::Theme;

/// Limit of rows: title, weekdays, six weeks.
pub(super) const ROWS: usize = 8;

fn month_name(at: Date) -> String {
    let months = say("term-months");
    months.split(' ').nth(usize::from(at.month()).saturating_sub(1)).unwrap_or_default().to_owned()
}

/// Returns the days of the week, each as wide as a column of the grid.
fn weekdays() -> String {
    let days = say("term-weekdays");
    let padded = |day: &str| format!("{}{day}", " ".repeat(3_usize.saturating_sub(safe_text::width(day))));
    days.split(' ').map(padded).collect()
}

/// Draws the month of a day.
pub(super) fn draw(
    at: Date,
    focused: bool,
    allowed: impl Fn(Date) -> bool,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::styled(format!("{:^21}", format!("{} {}", month_name(at), at.year())), theme.strong()),
        Line::styled(weekdays(), theme.faint()),
    ];
    let Some(first) = Date::new(at.year(), at.month(), 1) else { return lines };
    let mut week = vec![Span::raw("   ".repeat(usize::from(first.weekday())))];
    let mut closing = false;
    for number in 1..=at.days_in_month() {
        let Some(date) = Date::new(at.year(), at.month(), number) else { continue };
        let style = match (date == at, allowed(date)) {
            (true, _) if focused => theme.picked(),
            (true, _) => theme.accent(),
            (false, true) => ratatui::style::Style::new(),
            (false, false) => theme.faint(),
        };
        // Brackets besides the colour. The closing one takes the column before the next day.
        let closes = focused && date == at;
        let before = match (date == at, focused) {
            (true, true) => "[",
            (true, false) => ">",
            (false, _) if !std::mem::take(&mut closing) => " ",
            (false, _) => "",
        };
        week.push(Span::styled(format!("{before}{number:>2}"), style));
        if closes {
            week.push(Span::styled("]", style));
        }
        closing = closes && date.weekday() != 6;
        if date.weekday() == 6 {
            lines.push(Line::from(std::mem::take(&mut week)));
        }
    }
    if !week.is_empty() {
        lines.push(Line::from(week));
    }
    lines
}
