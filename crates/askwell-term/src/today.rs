//! The current date.

use std::time::SystemTime;

use askwell_form::{Date, DateTime};

/// Returns today's date in UTC, or `None` if the system clock is outside the calendar.
pub(crate) fn today() -> Option<Date> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Some(DateTime::from_unix_seconds(i64::try_from(seconds).ok()?, 0)?.date())
}
