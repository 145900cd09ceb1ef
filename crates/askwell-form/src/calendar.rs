//! Dates and points in time as RFC 3339 writes them, read strictly and ordered.
//!
//! Refuses: other notations (ISO 8601 has many), years beyond four digits, time zones by name, arithmetic, and
//! any idea of "now".

use std::fmt;

mod date_time;
#[cfg(test)]
mod tests;

pub use date_time::DateTime;

/// Why a text is not a date, or not a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalendarError {
    /// The text does not follow the grammar of RFC 3339.
    #[error("not written as RFC 3339 asks")]
    Syntax,
    /// Well written, but the calendar has no such day.
    #[error("no such day")]
    NoSuchDay,
    /// Well written, but the clock knows no such time or offset; so is a leap second elsewhere than at the end
    /// of a day in UTC.
    #[error("no such time of day")]
    NoSuchTime,
}

/// A day of the Gregorian calendar, years 0000 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    // In this order, so that the derived order is that of the calendar.
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day, if the calendar has it.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let exists = year <= 9999 && day >= 1 && day <= days_in_month(year, month);
        exists.then_some(Date { year, month, day })
    }

    /// Reads a `full-date`, such as 2026-02-28.
    #[inline]
    pub fn parse(text: &str) -> Result<Date, CalendarError> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else {
            return Err(CalendarError::Syntax);
        };
        let century = two_digits(y1, y2)?;
        let year = u16::from(century) * 100 + u16::from(two_digits(y3, y4)?);
        Date::new(year, two_digits(m1, m2)?, two_digits(d1, d2)?).ok_or(CalendarError::NoSuchDay)
    }

    /// The year, 0 to 9999.
    pub fn year(&self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    pub fn month(&self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    pub fn day(&self) -> u8 {
        self.day
    }

    /// Days since 0000-01-01.
    pub(crate) fn day_number(&self) -> i64 {
        let year = i64::from(self.year);
        // Year 0 is a leap year, hence the rounding up.
        let leap_days = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
        let months: i64 = (1..self.month).map(|month| i64::from(days_in_month(self.year, month))).sum();
        year * 365 + leap_days + months + i64::from(self.day) - 1
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// 0 for a month that does not exist.
fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year(year) => 29,
        2 => 28,
        _ => 0,
    }
}

fn is_leap_year(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// The value of two ASCII digits.
#[inline]
fn two_digits(tens: u8, ones: u8) -> Result<u8, CalendarError> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    if tens > 9 || ones > 9 { Err(CalendarError::Syntax) } else { Ok(tens * 10 + ones) }
}
