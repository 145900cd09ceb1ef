//! `date`: a date, or a date with time and time zone.

use askwell_form::{DateTime, Kind, Moment};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::control::Control;
use crate::page::submission::ZONE;

/// The UTC offsets in use, in minutes, with places that use them; many places have another offset
/// in summer.
const OFFSETS: [i32; 40] = [
    -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180,
    210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 825, 840,
];

/// Renders a date field.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::Date(kind) = control.view.field.kind() else { return html! {} };
    let day = |bound: Option<Moment>| {
        bound.map(|bound| match bound {
            Moment::Day(date) => date.to_string(),
            Moment::Instant(instant) => instant.date().to_string(),
        })
    };
    if kind.with_time {
        return with_time(control);
    }
    html! {
        input.date type="date" id=(control.id) name=(control.name()) value=(control.value())
            min=[day(kind.minimum)] max=[day(kind.maximum)]
            autocomplete=(control.autocomplete())
            aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
            aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
            readonly[control.readonly()] disabled[control.disabled()];
        @if control.disabled() { (control.carried()) }
    }
}

/// Renders a date-time. A browser's input has no time zone, so a list of zones is beside it.
fn with_time(control: &Control<'_>) -> Markup {
    let value = control.value();
    let LocalDateTime { wall, offset } = local(&value);
    let zone_id = format!("{}-zone", control.id);
    html! {
        div.moment {
            input type="datetime-local" id=(control.id) name=(control.name()) value=(wall) step=(if wall.len() > 16 { "1" } else { "60" })
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                readonly[control.readonly()] disabled[control.disabled()];
            label.sr for=(zone_id) { (text("pages-zone-of", &[("label", control.view.field.label().into())])) }
            // No zone is preselected: the offset depends on the date, and only a script knows the
            // zone of the browser.
            select id=(zone_id) name=(format!("{}{ZONE}", control.name())) data-zone
                aria-describedby=[control.described_by.as_deref()] tabindex=[control.tab_index()]
                disabled[control.switched_off()] {
                option value="" selected[offset.is_none()] { (say("pages-zone-choose")) }
                @for minutes in OFFSETS {
                    option value=(written(minutes)) selected[Some(minutes) == offset] { (spoken(minutes)) @if let Some(places) = places(minutes) { " · " (places) } }
                }
                @if let Some(other) = offset.filter(|offset| !OFFSETS.contains(offset)) {
                    option value=(written(other)) selected { (spoken(other)) }
                }
            }
        }
        p.help data-clocks role="status" hidden {}
        (control.carried())
    }
}

/// Returns the cities that have an offset, if the catalogue names any.
fn places(minutes: i32) -> Option<String> {
    let side = if minutes < 0 { "minus" } else { "plus" };
    let key = format!("zones-{side}-{}", minutes.abs());
    Some(say(&key)).filter(|places| *places != key)
}

/// A date-time, split for a browser.
struct LocalDateTime {
    wall: String,
    /// The offset in minutes; `None` if no zone is chosen.
    offset: Option<i32>,
}

fn local(value: &str) -> LocalDateTime {
    let Ok(at) = DateTime::parse(value) else {
        return LocalDateTime { wall: value.to_owned(), offset: None };
    };
    let date = at.date();
    let mut wall = format!("{date}T{:02}:{:02}", at.hour(), at.minute());
    if at.second() != 0 {
        wall.push_str(&format!(":{:02}", at.second()));
    }
    LocalDateTime { wall, offset: Some(at.offset_minutes().map_or(0, i32::from)) }
}

fn written(minutes: i32) -> String {
    if minutes == 0 {
        return "Z".to_owned();
    }
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

fn spoken(minutes: i32) -> String {
    if minutes == 0 {
        return "UTC".to_owned();
    }
    let sign = if minutes < 0 { '−' } else { '+' };
    format!("UTC {sign}{}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// Formats a date or date-time as the form asks: `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss` are
/// replaced. Without a format, returns it as it was entered. A text that is not a date is returned
/// unchanged.
pub(crate) fn displayed(value: &str, format: Option<&str>) -> String {
    let Some(format) = format else {
        return match DateTime::parse(value).map(|_| local(value)) {
            Ok(LocalDateTime { wall, offset }) => {
                format!("{} {}", wall.replacen('T', " ", 1), spoken(offset.unwrap_or_default()))
            }
            Err(_) => value.to_owned(),
        };
    };
    let (date, time) = value.split_at_checked(10).unwrap_or((value, ""));
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return value.to_owned() };
    let clock = |from: usize| time.get(from..from + 2).unwrap_or("00");
    format
        .replace("YYYY", year)
        .replace("MM", month)
        .replace("DD", day)
        .replace("HH", clock(1))
        .replace("mm", clock(4))
        .replace("ss", clock(7))
}

#[cfg(test)]
mod tests {
    use super::{displayed, local};

    #[test]
    fn date_time_is_split_into_local_time_and_offset() {
        for (value, wall, offset) in [
            ("2026-01-31T09:30:00+01:00", "2026-01-31T09:30", Some(60)),
            ("2026-01-31T09:30:15Z", "2026-01-31T09:30:15", Some(0)),
            ("2026-01-31T09:30:00-03:30", "2026-01-31T09:30", Some(-210)),
            ("2026-01-31T09:30:00", "2026-01-31T09:30:00", None),
            ("nonsense", "nonsense", None),
        ] {
            let found = local(value);
            assert_eq!((found.wall.as_str(), found.offset), (wall, offset));
        }
    }

    #[test]
    fn dates_follow_the_display_format() {
        for (value, format, shown) in [
            ("2026-01-31", None, "2026-01-31"),
            ("2026-01-31T09:30:00+01:00", None, "2026-01-31 09:30 UTC +1:00"),
            ("2026-01-31T09:30:15Z", None, "2026-01-31 09:30:15 UTC"),
            ("tomorrowZ", None, "tomorrowZ"),
            ("2026-01-31", Some("DD.MM.YYYY"), "31.01.2026"),
            ("2026-01-31T09:30:00Z", Some("DD/MM/YYYY HH:mm"), "31/01/2026 09:30"),
            ("soon", Some("YYYY"), "soon"),
        ] {
            assert_eq!(displayed(value, format), shown);
        }
    }
}
