//! Days and seconds as numbers, so that a date can be picked between two others.
//!
//! Refuses: leap seconds and fractions of a second.

use askwell_form::{Date, DateTime, Moment};

/// Seconds of a day.
pub(crate) const DAY: i64 = 86_400;

/// Days from 0000-03-01, by the civil calendar.
pub(crate) fn day_of(date: Date) -> i64 {
    let (year, month) = (i64::from(date.year()), i64::from(date.month()));
    // The year begins in March, so that the leap day is its last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leaps + (153 * month + 2) / 5 + i64::from(date.day()) - 1
}

/// The first and the last day that can be written.
pub(crate) fn whole_calendar() -> (i64, i64) {
    let day = |year, month, day| Date::new(year, month, day).map_or(0, day_of);
    (day(0, 1, 1), day(9999, 12, 31))
}

/// `year-month-day`.
pub(crate) fn write_day(day: i64) -> String {
    let era = day.div_euclid(146_097);
    let in_era = day.rem_euclid(146_097);
    let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * in_year + 2) / 153;
    let day_of_month = in_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

/// A point in time, seen from `offset` minutes east of Greenwich.
pub(crate) fn write_instant(second: i64, offset: i64) -> String {
    let local = second + offset * 60;
    let (day, rest) = (local.div_euclid(DAY), local.rem_euclid(DAY));
    let clock = format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
    let zone = match offset {
        0 => "Z".to_owned(),
        _ => {
            let sign = if offset < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)
        }
    };
    format!("{}T{clock}{zone}", write_day(day))
}

fn second_of(instant: &DateTime) -> i64 {
    let clock =
        i64::from(instant.hour()) * 3600 + i64::from(instant.minute()) * 60 + i64::from(instant.second());
    day_of(instant.date()) * DAY + clock - i64::from(instant.offset_minutes().unwrap_or(0)) * 60
}

/// The first second that is not before `moment`.
pub(crate) fn starts(moment: &Moment) -> i64 {
    match moment {
        Moment::Day(date) => day_of(*date) * DAY,
        Moment::Instant(instant) => second_of(instant) + i64::from(instant.nanosecond() > 0),
    }
}

/// The last second that is not after `moment`.
pub(crate) fn ends(moment: &Moment) -> i64 {
    match moment {
        Moment::Day(date) => day_of(*date) * DAY + DAY - 1,
        Moment::Instant(instant) => second_of(instant),
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Date;

    use super::{DAY, day_of, write_day, write_instant};

    #[test]
    fn days_and_back() {
        for text in ["0000-01-01", "0000-03-01", "1970-01-01", "2000-02-29", "2026-12-31", "9999-12-31"] {
            assert_eq!(write_day(day_of(Date::parse(text).unwrap())), text);
        }
        let day = day_of(Date::parse("2026-01-01").unwrap());
        assert_eq!(write_instant(day * DAY, 0), "2026-01-01T00:00:00Z");
        assert_eq!(write_instant(day * DAY, -90), "2025-12-31T22:30:00-01:30");
    }
}
