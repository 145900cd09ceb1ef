//! The time zone of a browser, as its script tells it in a cookie. Without a script, times are in UTC and
//! say so.

use askwell_form::{Date, DateTime};
use askwell_lifecycle::Timestamp;
use askwell_locale::{DayStyle, Words};
use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The cookie that the script sets: minutes east of Greenwich.
const COOKIE_NAME: &str = "askwell-zone";

/// The farthest that a zone is from Greenwich, in minutes.
const FARTHEST: i16 = 14 * 60;

/// A time zone at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// The browser did not tell.
    Utc,
    /// So many minutes east of Greenwich.
    Local(i16),
}

impl Zone {
    /// Returns the zone of a request.
    pub(super) fn of(headers: &HeaderMap) -> Zone {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut values = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter(|(name, _)| *name == COOKIE_NAME);
        let minutes = values.find_map(|(_, value)| value.parse::<i16>().ok());
        match minutes.filter(|minutes| (-FARTHEST..=FARTHEST).contains(minutes)) {
            Some(minutes) => Zone::Local(minutes),
            None => Zone::Utc,
        }
    }

    fn see(self, at: Timestamp) -> Option<DateTime> {
        let seconds = i64::try_from(at.as_millis() / 1000).ok()?;
        let minutes = match self {
            Zone::Utc => 0,
            Zone::Local(minutes) => minutes,
        };
        DateTime::from_unix_seconds(seconds, minutes)
    }

    /// Returns the day of a moment; `None` beyond the calendar.
    pub(super) fn day(self, at: Timestamp) -> Option<Date> {
        self.see(at).map(|seen| seen.date())
    }

    /// Returns the time of day: `16:30`, or `16:30 UTC`.
    pub(super) fn clock(self, at: Timestamp) -> String {
        let Some(seen) = self.see(at) else { return String::new() };
        let mark = if self == Zone::Utc { " UTC" } else { "" };
        format!("{:02}:{:02}{mark}", seen.hour(), seen.minute())
    }

    /// Returns the day in short: `Wed, 18 Nov`.
    pub(super) fn short_day(self, at: Timestamp) -> String {
        let Some(date) = self.day(at) else { return String::new() };
        Words::current().day(&date.to_string(), DayStyle::Weekday)
    }

    /// Returns the day: `Friday, 13 November 2026`.
    pub(super) fn long_day(self, at: Timestamp) -> String {
        let Some(date) = self.day(at) else { return String::new() };
        Words::current().day(&date.to_string(), DayStyle::Long)
    }
}
