//! When and how a person wants to be told: channels, quiet hours, digests, absence.
//!
//! [`PreferencesDocument`] is how they are written, in settings and in the store; [`Preferences`] are valid.

use askwell_locale::Language;
use std::sync::Arc;

use askwell_lifecycle::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Span, Zoned};
use serde::{Deserialize, Serialize};

/// Preferences as they are written. Missing values mean: every channel, at any time, each notification by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreferencesDocument {
    /// The channels to use; `None` means every channel on which the person has an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<Vec<String>>,
    /// Hours without notifications, such as `22:00-07:00`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<String>,
    /// The time zone of the hours, such as `Europe/Berlin`; `None` means UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Times of day at which collected notifications are sent, such as `09:00`. Empty means at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digest: Vec<String>,
    /// Who is asked instead while the person is away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_to: Option<String>,
    /// The last day of the absence, such as `2026-12-24`; `None` means until this is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_until: Option<String>,
    /// The tag of the language of notifications and pages, such as `de`; `None` means the operator's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Valid preferences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    document: PreferencesDocument,
    zone: ZoneOfPerson,
    quiet: Option<(Time, Time)>,
    digests: Vec<Time>,
    away: Option<Away>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ZoneOfPerson(TimeZone);

impl Default for ZoneOfPerson {
    fn default() -> Self {
        ZoneOfPerson(TimeZone::UTC)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Away {
    to: Arc<str>,
    until: Option<Date>,
}

/// An invalid preference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{preference}: {message}")]
#[non_exhaustive]
pub struct PreferenceProblem {
    /// The name of the preference.
    pub preference: &'static str,
    /// What is wrong, and what is accepted.
    pub message: String,
}

/// When a notification is sent, and whether together with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendTime {
    /// When to send it.
    pub at: Timestamp,
    /// Whether it was held back, so that it is sent together with others.
    pub is_held: bool,
}

impl Preferences {
    /// The most digests a day.
    pub const MOST_DIGESTS: usize = 24;

    /// Checks preferences.
    ///
    /// # Errors
    /// Returns all problems.
    pub fn new(document: PreferencesDocument) -> Result<Preferences, Vec<PreferenceProblem>> {
        let mut problems = Vec::new();
        let mut problem = |preference, message| problems.push(PreferenceProblem { preference, message });
        let zone = match document.time_zone.as_deref().map(TimeZone::get) {
            None => TimeZone::UTC,
            Some(Ok(zone)) => zone,
            Some(Err(_)) => {
                problem("time_zone", "name a time zone such as Europe/Berlin or America/New_York".to_owned());
                TimeZone::UTC
            }
        };
        let quiet = document.quiet_hours.as_deref().map(read_hours);
        if quiet == Some(None) {
            problem("quiet_hours", "write two different times such as 22:00-07:00".to_owned());
        }
        let digests: Vec<Option<Time>> = document.digest.iter().map(|text| read_time(text)).collect();
        if digests.contains(&None) || digests.len() > Self::MOST_DIGESTS {
            problem("digest", format!("list up to {} times such as 09:00", Self::MOST_DIGESTS));
        }
        let until = document.away_until.as_deref().map(|text| text.parse::<Date>().ok());
        if until == Some(None) {
            problem("away_until", "write the last day of the absence as 2026-12-24".to_owned());
        }
        if document.away_until.is_some() && document.away_to.is_none() {
            problem("away_until", "say with away_to who is asked instead".to_owned());
        }
        if document.language.as_deref().is_some_and(|tag| Language::from_tag(tag).is_none()) {
            let known: Vec<&str> = Language::ALL.into_iter().map(Language::tag).collect();
            problem("language", format!("name one of these languages: {}", known.join(", ")));
        }
        if problems.is_empty() {
            let to = document.away_to.as_deref().map(Arc::from);
            let away = to.map(|to| Away { to, until: until.flatten() });
            let mut digests: Vec<Time> = digests.into_iter().flatten().collect();
            digests.sort_unstable();
            Ok(Preferences { zone: ZoneOfPerson(zone), quiet: quiet.flatten(), digests, away, document })
        } else {
            Err(problems)
        }
    }

    /// Returns the preferences as they are written.
    #[must_use]
    pub fn document(&self) -> &PreferencesDocument {
        &self.document
    }

    /// Returns the language that the person has chosen.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        self.document.language.as_deref().and_then(Language::from_tag)
    }

    /// Returns whether a channel is to be used.
    #[must_use]
    pub fn wants(&self, channel: &str) -> bool {
        self.document.channels.as_ref().is_none_or(|wanted| wanted.iter().any(|name| name == channel))
    }

    /// Returns who is asked instead at this time, if the person is away.
    #[must_use]
    pub fn stand_in(&self, now: Timestamp) -> Option<&Arc<str>> {
        let away = self.away.as_ref()?;
        let today = self.local(now)?.date();
        away.until.is_none_or(|until| today <= until).then_some(&away.to)
    }

    /// Returns when a notification that is ready now is sent. Quiet hours always hold. A digest holds at most for
    /// half of the time that is left until `deadline`.
    #[must_use]
    pub fn send_time(&self, now: Timestamp, deadline: Option<Timestamp>) -> SendTime {
        let mut at = self.next_digest(now).unwrap_or(now);
        if let Some(deadline) = deadline {
            at = at.min(now + now.until(deadline) / 2);
        }
        at = self.end_of_quiet(at).unwrap_or(at);
        SendTime { at, is_held: at > now }
    }

    /// Returns when the quiet hours of this moment end; `None` if it is not within them.
    #[must_use]
    pub fn end_of_quiet(&self, at: Timestamp) -> Option<Timestamp> {
        let (from, to) = self.quiet?;
        let local = self.local(at)?;
        let time = local.time();
        let is_quiet = if from < to { (from..to).contains(&time) } else { time >= from || time < to };
        if !is_quiet {
            return None;
        }
        let day =
            if time < to { local.date() } else { local.date().checked_add(Span::new().days(1)).ok()? };
        self.moment(day, to)
    }

    fn next_digest(&self, now: Timestamp) -> Option<Timestamp> {
        let local = self.local(now)?;
        let first = *self.digests.first()?;
        match self.digests.iter().find(|time| **time > local.time()) {
            Some(time) => self.moment(local.date(), *time),
            None => self.moment(local.date().checked_add(Span::new().days(1)).ok()?, first),
        }
    }

    fn local(&self, at: Timestamp) -> Option<Zoned> {
        let millis = i64::try_from(at.as_millis()).ok()?;
        Some(jiff::Timestamp::from_millisecond(millis).ok()?.to_zoned(self.zone.0.clone()))
    }

    /// Returns the moment of a local time. One that the change to summer time leaves out is moved forward.
    fn moment(&self, day: Date, time: Time) -> Option<Timestamp> {
        let zoned = day.to_datetime(time).to_zoned(self.zone.0.clone()).ok()?;
        let millis = u64::try_from(zoned.timestamp().as_millisecond()).ok()?;
        Some(Timestamp::from_millis(millis))
    }
}

fn read_time(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    let is_two_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_two_digits(hour) || !is_two_digits(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

fn read_hours(text: &str) -> Option<(Time, Time)> {
    let (from, to) = text.split_once('-')?;
    let (from, to) = (read_time(from)?, read_time(to)?);
    (from != to).then_some((from, to))
}

#[cfg(test)]
mod tests;
