//! Counting days: what a calendar needs to move about, and what day it is.

use std::time::SystemTime;

use askwell_form::Date;

/// From 0000-03-01, where this module's count begins, to 1970-01-01.
const EPOCH: i64 = 719_468;

/// The day so many days later, if the calendar has it.
pub(crate) fn add(date: Date, days: i64) -> Option<Date> {
    from_number(number(date).checked_add(days)?)
}

/// The same day so many months later, or the last one of that month.
pub(crate) fn add_months(date: Date, months: i32) -> Option<Date> {
    let month = i32::from(date.year()) * 12 + i32::from(date.month()) - 1 + months;
    let year = u16::try_from(month.div_euclid(12)).ok()?;
    let month = u8::try_from(month.rem_euclid(12) + 1).ok()?;
    (1..=date.day()).rev().find_map(|day| Date::new(year, month, day))
}

/// 0 for Monday, 6 for Sunday.
pub(crate) fn weekday(date: Date) -> usize {
    usize::try_from((number(date) + 2).rem_euclid(7)).unwrap_or(0)
}

/// How many days the month of this day has.
pub(crate) fn length_of_month(date: Date) -> u8 {
    let exists = |day: &u8| Date::new(date.year(), date.month(), *day).is_some();
    (28..=31).rev().find(exists).unwrap_or(28)
}

/// What day it is, in UTC; nothing if the clock is beyond the calendar.
pub(crate) fn today() -> Option<Date> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    from_number(i64::try_from(seconds / 86_400).ok()? + EPOCH)
}

/// Days since 0000-03-01, from where leap days come last in their year.
fn number(date: Date) -> i64 {
    let (month, day) = (i64::from(date.month()), i64::from(date.day()));
    let year = i64::from(date.year()) - i64::from(month <= 2);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year
}

fn from_number(number: i64) -> Option<Date> {
    let era = number.div_euclid(146_097);
    let day_of_era = number.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era.checked_mul(400)?.checked_add(year_of_era)? + i64::from(month <= 2);
    Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
}

#[cfg(test)]
mod tests {
    use askwell_form::Date;

    use super::{EPOCH, add, add_months, from_number, length_of_month, number, weekday};

    fn date(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    #[test]
    fn days_are_counted() {
        assert_eq!(number(date("1970-01-01")), EPOCH);
        for (from, days, to) in [
            ("2026-02-28", 1, Some("2026-03-01")),
            ("2024-02-28", 1, Some("2024-02-29")),
            ("2000-12-31", 1, Some("2001-01-01")),
            ("2026-01-01", -1, Some("2025-12-31")),
            ("0000-01-01", -1, None),
            ("9999-12-31", 1, None),
            ("2026-01-01", i64::MAX, None),
        ] {
            assert_eq!(add(date(from), days), to.map(date), "{from} {days}");
        }
        let mut day = date("0000-01-01");
        while let Some(next) = add(day, 1) {
            assert!(next > day && from_number(number(day)) == Some(day));
            day = next;
        }
        assert_eq!(day, date("9999-12-31"));
    }

    #[test]
    fn months_and_weeks() {
        for (from, months, to) in [
            ("2026-01-31", 1, Some("2026-02-28")),
            ("2024-01-31", 1, Some("2024-02-29")),
            ("2026-01-15", -1, Some("2025-12-15")),
            ("2026-05-04", 12, Some("2027-05-04")),
            ("0000-01-01", -1, None),
        ] {
            assert_eq!(add_months(date(from), months), to.map(date), "{from} {months}");
        }
        for (day, expected) in [("1970-01-01", 3), ("2026-11-16", 0), ("2024-02-29", 3), ("2000-01-01", 5)] {
            assert_eq!(weekday(date(day)), expected, "{day}");
        }
        for (day, expected) in [("2026-02-01", 28), ("2024-02-01", 29), ("2026-04-30", 30)] {
            assert_eq!(length_of_month(date(day)), expected);
        }
    }
}
