//! `DateTime`: a point in time with its written offset.
//!
//! Rejects a local time without an offset, a space in place of the `T`, and leap seconds that UTC
//! cannot have.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{CalendarError, Date, two_digits};

const MINUTES_PER_DAY: i64 = 24 * 60;

const SECONDS_PER_DAY: i64 = MINUTES_PER_DAY * 60;

/// A point in time. Equality, order and hash use the instant, not the offset.
///
/// The fraction of the second is kept to nine digits; further ones are checked to be digits and
/// dropped.
#[derive(Clone, Copy, Debug)]
pub struct DateTime {
    date: Date,
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
    /// How many digits of the fraction were written, at most nine.
    fraction_digits: u8,
    /// Nothing stands for `-00:00`: the offset is unknown, the time is in UTC.
    offset_minutes: Option<i16>,
}

impl DateTime {
    /// Parses a `date-time`, such as 2026-02-28T23:59:59.5+01:00.
    ///
    /// # Errors
    /// When the text has another form, or the day, time or offset does not exist.
    pub fn parse(text: &str) -> Result<DateTime, CalendarError> {
        let (date, time) = text.split_at_checked(10).ok_or(CalendarError::Syntax)?;
        // Grammar first, so that a text that is both misspelt and impossible is called misspelt.
        let date = Date::parse(date);
        if date == Err(CalendarError::Syntax) {
            return Err(CalendarError::Syntax);
        }
        let [b'T' | b't', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = time.as_bytes() else {
            return Err(CalendarError::Syntax);
        };
        let (hour, minute, second) = (two_digits(*h1, *h2)?, two_digits(*m1, *m2)?, two_digits(*s1, *s2)?);
        let (nanosecond, fraction_digits, rest) = fraction(rest)?;
        let offset = offset(rest)?;
        let date = date?;
        let offset_minutes = offset.minutes().ok_or(CalendarError::NoSuchTime)?;
        if hour > 23 || minute > 59 || second > 60 {
            return Err(CalendarError::NoSuchTime);
        }
        let date_time = DateTime { date, hour, minute, second, nanosecond, fraction_digits, offset_minutes };
        let last_minute_of_day = MINUTES_PER_DAY - 1;
        if second == 60 && date_time.utc_minute().rem_euclid(MINUTES_PER_DAY) != last_minute_of_day {
            return Err(CalendarError::NoSuchTime);
        }
        Ok(date_time)
    }

    /// Returns the second that is so many seconds after 1970-01-01T00:00Z, seen from so many
    /// minutes east of Greenwich. Nothing if its day there is beyond the calendar, or if there is
    /// no such offset.
    pub fn from_unix_seconds(seconds: i64, offset_minutes: i16) -> Option<DateTime> {
        if i64::from(offset_minutes).abs() >= MINUTES_PER_DAY {
            return None;
        }
        let local = seconds.checked_add(i64::from(offset_minutes) * 60)?;
        let date = Date::UNIX_EPOCH.checked_add_days(local.div_euclid(SECONDS_PER_DAY))?;
        let second_of_day = local.rem_euclid(SECONDS_PER_DAY);
        let part = |number: i64| u8::try_from(number).ok();
        Some(DateTime {
            date,
            hour: part(second_of_day / 3600)?,
            minute: part(second_of_day / 60 % 60)?,
            second: part(second_of_day % 60)?,
            nanosecond: 0,
            fraction_digits: 0,
            offset_minutes: Some(offset_minutes),
        })
    }

    /// Seconds since 1970-01-01T00:00Z, without the fraction. A leap second counts as the one after it.
    pub fn unix_seconds(&self) -> i64 {
        let minutes = self.utc_minute() - Date::UNIX_EPOCH.day_number() * MINUTES_PER_DAY;
        minutes * 60 + i64::from(self.second)
    }

    /// Returns the day, in the written offset.
    pub fn date(&self) -> Date {
        self.date
    }

    /// Returns the hour, 0 to 23, in the written offset.
    pub fn hour(&self) -> u8 {
        self.hour
    }

    /// Returns the minute, 0 to 59, in the written offset.
    pub fn minute(&self) -> u8 {
        self.minute
    }

    /// Returns the second, 0 to 59, or 60 for a leap second.
    pub fn second(&self) -> u8 {
        self.second
    }

    /// Returns the fraction of the second, in billionths.
    pub fn nanosecond(&self) -> u32 {
        self.nanosecond
    }

    /// Returns the offset from UTC in minutes, or `None` if it was written `-00:00`, which says
    /// that the time is UTC and the local offset unknown.
    pub fn offset_minutes(&self) -> Option<i16> {
        self.offset_minutes
    }

    /// Minutes since 0000-01-01T00:00Z; negative for the first hours of year 0 east of Greenwich.
    fn utc_minute(&self) -> i64 {
        let local = i64::from(self.hour) * 60 + i64::from(self.minute);
        self.date.day_number() * MINUTES_PER_DAY + local - i64::from(self.offset_minutes.unwrap_or(0))
    }

    /// Returns the day in UTC, as days since 0000-01-01.
    pub(crate) fn utc_day_number(&self) -> i64 {
        self.utc_minute().div_euclid(MINUTES_PER_DAY)
    }

    /// Seconds stay apart from minutes, so that a leap second lies between its neighbours.
    fn instant(&self) -> (i64, u8, u32) {
        (self.utc_minute(), self.second, self.nanosecond)
    }
}

impl Ord for DateTime {
    fn cmp(&self, other: &DateTime) -> Ordering {
        self.instant().cmp(&other.instant())
    }
}

impl PartialOrd for DateTime {
    fn partial_cmp(&self, other: &DateTime) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for DateTime {
    fn eq(&self, other: &DateTime) -> bool {
        self.instant() == other.instant()
    }
}

impl Eq for DateTime {}

impl Hash for DateTime {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.instant().hash(state);
    }
}

impl fmt::Display for DateTime {
    /// Upper-case letters, `Z` for a zero offset, the fraction as it was written up to nine digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}T{:02}:{:02}:{:02}", self.date, self.hour, self.minute, self.second)?;
        if self.fraction_digits > 0 {
            let width = usize::from(self.fraction_digits);
            let unit = 10u32.saturating_pow(9 - u32::from(self.fraction_digits.min(9)));
            write!(formatter, ".{:0width$}", self.nanosecond / unit)?;
        }
        match self.offset_minutes {
            None => formatter.write_str("-00:00"),
            Some(0) => formatter.write_str("Z"),
            Some(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(formatter, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}

/// An offset that is well written and yet unchecked.
enum Offset {
    Zulu,
    East { hours: u8, minutes: u8 },
    West { hours: u8, minutes: u8 },
}

impl Offset {
    /// Returns the offset as [`DateTime`] keeps it, or nothing if there is no such offset.
    fn minutes(&self) -> Option<Option<i16>> {
        let (hours, minutes) = match *self {
            Offset::Zulu => (0, 0),
            Offset::East { hours, minutes } | Offset::West { hours, minutes } => (hours, minutes),
        };
        if hours > 23 || minutes > 59 {
            return None;
        }
        let total = i16::from(hours) * 60 + i16::from(minutes);
        Some(match self {
            Offset::West { .. } if total == 0 => None,
            Offset::West { .. } => Some(-total),
            Offset::Zulu | Offset::East { .. } => Some(total),
        })
    }
}

fn offset(bytes: &[u8]) -> Result<Offset, CalendarError> {
    match *bytes {
        [b'Z' | b'z'] => Ok(Offset::Zulu),
        [b'+', h1, h2, b':', m1, m2] => {
            Ok(Offset::East { hours: two_digits(h1, h2)?, minutes: two_digits(m1, m2)? })
        }
        [b'-', h1, h2, b':', m1, m2] => {
            Ok(Offset::West { hours: two_digits(h1, h2)?, minutes: two_digits(m1, m2)? })
        }
        _ => Err(CalendarError::Syntax),
    }
}

/// Reads the fraction of the second, if there is one: billionths, digits kept, and what follows.
fn fraction(bytes: &[u8]) -> Result<(u32, u8, &[u8]), CalendarError> {
    let Some(mut rest) = bytes.strip_prefix(b".") else {
        return Ok((0, 0, bytes));
    };
    let mut nanosecond = 0;
    let mut unit = 100_000_000;
    let mut digits = 0;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        if digits < 9 {
            nanosecond += u32::from(digit - b'0') * unit;
            unit /= 10;
            digits += 1;
        }
        rest = after;
    }
    if digits == 0 { Err(CalendarError::Syntax) } else { Ok((nanosecond, digits, rest)) }
}
