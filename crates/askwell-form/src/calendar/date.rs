//! `Date`: a day of the calendar, with arithmetic of days and months.

use std::fmt;

use super::{CalendarError, two_digits};

/// Days in 400 years, after which the calendar repeats itself.
const ERA_DAYS: i64 = 146_097;

/// From 0000-01-01 to 0000-03-01, from where leap days come last in their year.
const TO_MARCH: i64 = 60;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day of the Gregorian calendar, years 0000 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    // In this order, so that the derived order is that of the calendar.
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The first day of the calendar, 0000-01-01.
    pub const MIN: Date = Date { year: 0, month: 1, day: 1 };

    /// The last day of the calendar, 9999-12-31.
    pub const MAX: Date = Date { year: 9999, month: 12, day: 31 };

    /// 1970-01-01, where Unix time begins.
    pub const UNIX_EPOCH: Date = Date { year: 1970, month: 1, day: 1 };

    /// Returns the day, if the calendar has it.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let exists = year <= 9999 && day >= 1 && day <= days_in_month(year, month);
        exists.then_some(Date { year, month, day })
    }

    /// Parses a `full-date`, such as 2026-02-28.
    ///
    /// # Errors
    /// When the text has another form, or the day does not exist.
    #[inline]
    pub fn parse(text: &str) -> Result<Date, CalendarError> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else {
            return Err(CalendarError::Syntax);
        };
        let century = two_digits(y1, y2)?;
        let year = u16::from(century) * 100 + u16::from(two_digits(y3, y4)?);
        Date::new(year, two_digits(m1, m2)?, two_digits(d1, d2)?).ok_or(CalendarError::NoSuchDay)
    }

    /// Returns the year, 0 to 9999.
    pub fn year(&self) -> u16 {
        self.year
    }

    /// Returns the month, 1 to 12.
    pub fn month(&self) -> u8 {
        self.month
    }

    /// Returns the day of the month, from 1.
    pub fn day(&self) -> u8 {
        self.day
    }

    /// Returns the English name of the month.
    pub fn month_name(&self) -> &'static str {
        MONTHS.get(usize::from(self.month).saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Returns how many days the month of this day has.
    pub fn days_in_month(&self) -> u8 {
        days_in_month(self.year, self.month)
    }

    /// Returns the day of the week: 0 for Monday, 6 for Sunday.
    pub fn weekday(&self) -> u8 {
        // 0000-01-01 was a Saturday.
        u8::try_from((self.day_number() + 5).rem_euclid(7)).unwrap_or(0)
    }

    /// Days since 0000-01-01.
    pub fn day_number(&self) -> i64 {
        let year = i64::from(self.year);
        // Year 0 is a leap year, hence the rounding up.
        let leap_days = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
        let months: i64 = (1..self.month).map(|month| i64::from(days_in_month(self.year, month))).sum();
        year * 365 + leap_days + months + i64::from(self.day) - 1
    }

    /// Returns the day that is so many days after 0000-01-01, if the calendar has it.
    pub fn from_day_number(number: i64) -> Option<Date> {
        let from_march = number.checked_sub(TO_MARCH)?;
        let (era, day_of_era) = (from_march.div_euclid(ERA_DAYS), from_march.rem_euclid(ERA_DAYS));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // Months from March have 31, 30, 31, 30 and 31 days, twice: 153 in five.
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era.checked_mul(400)?.checked_add(year_of_era)? + i64::from(month <= 2);
        Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }

    /// Returns the day that is so many days later, or earlier, if the calendar has it.
    pub fn checked_add_days(&self, days: i64) -> Option<Date> {
        Date::from_day_number(self.day_number().checked_add(days)?)
    }

    /// Returns the same day of the month so many months later, or earlier; the last day of that
    /// month if it is shorter.
    pub fn checked_add_months(&self, months: i32) -> Option<Date> {
        let month = (i32::from(self.year) * 12 + i32::from(self.month) - 1).checked_add(months)?;
        let year = u16::try_from(month.div_euclid(12)).ok()?;
        let month = u8::try_from(month.rem_euclid(12) + 1).ok()?;
        Date::new(year, month, self.day.min(days_in_month(year, month)))
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
