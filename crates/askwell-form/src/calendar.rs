//! Dates and points in time of RFC 3339, parsed strictly and ordered.
//!
//! Does not support other notations (ISO 8601 has many), years beyond four digits, named time
//! zones, or the current time.

mod date;
mod date_time;
#[cfg(test)]
mod tests;

pub use date::Date;
pub use date_time::DateTime;

/// Why a text is not a date, or not a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CalendarError {
    /// The text does not follow the grammar of RFC 3339.
    #[error("not written as RFC 3339 asks")]
    Syntax,
    /// Well written, but the calendar has no such day.
    #[error("no such day")]
    NoSuchDay,
    /// The syntax is right, but there is no such time or offset, or a leap second is not at the end
    /// of a day in UTC.
    #[error("no such time of day")]
    NoSuchTime,
}

/// Returns the value of two ASCII digits.
#[inline]
fn two_digits(tens: u8, ones: u8) -> Result<u8, CalendarError> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    if tens > 9 || ones > 9 { Err(CalendarError::Syntax) } else { Ok(tens * 10 + ones) }
}
