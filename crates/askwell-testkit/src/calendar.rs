//! Days and seconds as numbers, to select a date between two others.
//!
//! Does not support leap seconds and fractions of a second.

use askwell_form::{Date, DateTime, Moment};

/// Seconds of a day.
pub(crate) const DAY: i64 = 86_400;

/// Days from 1970-01-01.
pub(crate) fn day_of(date: Date) -> i64 {
    date.day_number() - Date::UNIX_EPOCH.day_number()
}

/// Returns the first and the last day that can be written.
pub(crate) fn whole_calendar() -> (i64, i64) {
    (day_of(Date::MIN), day_of(Date::MAX))
}

/// Returns `year-month-day`, limited to the calendar.
pub(crate) fn write_day(day: i64) -> String {
    let nearest = if day < 0 { Date::MIN } else { Date::MAX };
    Date::UNIX_EPOCH.checked_add_days(day).unwrap_or(nearest).to_string()
}

/// Returns a point in time at `offset` minutes east of Greenwich, limited to the calendar.
pub(crate) fn write_instant(second: i64, offset: i16) -> String {
    let (first, last) = whole_calendar();
    let nearest = second.clamp((first + 1) * DAY, last * DAY);
    let instant = DateTime::from_unix_seconds(second, offset);
    let instant = instant.or_else(|| DateTime::from_unix_seconds(nearest, offset));
    instant.map(|instant| instant.to_string()).unwrap_or_default()
}

/// Returns the first second that is not before `moment`.
pub(crate) fn starts(moment: &Moment) -> i64 {
    match moment {
        Moment::Day(date) => day_of(*date) * DAY,
        Moment::Instant(instant) => instant.unix_seconds() + i64::from(instant.nanosecond() > 0),
    }
}

/// Returns the last second that is not after `moment`.
pub(crate) fn ends(moment: &Moment) -> i64 {
    match moment {
        Moment::Day(date) => day_of(*date) * DAY + DAY - 1,
        Moment::Instant(instant) => instant.unix_seconds(),
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Date;

    use super::{DAY, day_of, write_day, write_instant};

    #[test]
    fn day_number_round_trips() {
        for text in ["0000-01-01", "0000-03-01", "1970-01-01", "2000-02-29", "2026-12-31", "9999-12-31"] {
            assert_eq!(write_day(day_of(Date::parse(text).unwrap())), text);
        }
        let day = day_of(Date::parse("2026-01-01").unwrap());
        assert_eq!(write_instant(day * DAY, 0), "2026-01-01T00:00:00Z");
        assert_eq!(write_instant(day * DAY, -90), "2025-12-31T22:30:00-01:30");
    }
}
