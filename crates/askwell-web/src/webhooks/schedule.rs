//! When to try again. Pure: the time and the dice are arguments.

use std::time::{Duration, SystemTime};

use askwell_lifecycle::Timestamp;

/// When a delivery that failed is tried again.
#[derive(Debug, Clone, PartialEq)]
pub struct Retries {
    /// How long to wait after each failed attempt; when they are used up, the delivery is a dead letter.
    pub waits: Vec<Duration>,
    /// By how much a wait is made longer or shorter at random, as a part of it: so that those who failed together do
    /// not come back together.
    pub jitter: f64,
    /// A receiver that wants to be left alone for longer than this is tried again after this.
    pub longest_retry_after: Duration,
}

const HOUR: Duration = Duration::from_secs(3_600);

impl Default for Retries {
    fn default() -> Self {
        let minutes = |minutes: u64| Duration::from_secs(minutes * 60);
        let hours = |hours| HOUR * hours;
        let waits = vec![
            Duration::from_secs(5),
            minutes(5),
            minutes(30),
            hours(2),
            hours(5),
            hours(10),
            hours(14),
            hours(20),
            hours(24),
        ];
        Retries { waits, jitter: 0.2, longest_retry_after: hours(24) }
    }
}

impl Retries {
    /// When to try again after so many attempts, if at all. `dice` is between 0 and 1; `retry_after` is what the
    /// receiver asked for.
    pub(super) fn next(
        &self,
        attempts: u32,
        now: Timestamp,
        retry_after: Option<Duration>,
        dice: f64,
    ) -> Option<Timestamp> {
        let place = usize::try_from(attempts).ok()?.checked_sub(1)?;
        let wait = self.waits.get(place)?;
        let jitter = self.jitter.clamp(0.0, 1.0);
        let factor = 1.0 - jitter + 2.0 * jitter * dice.clamp(0.0, 1.0);
        let wait = Duration::try_from_secs_f64(wait.as_secs_f64() * factor).unwrap_or(*wait);
        let asked_for = retry_after.unwrap_or_default().min(self.longest_retry_after);
        Some(now + wait.max(asked_for))
    }
}

/// What a `Retry-After` header asks for: seconds, or a date.
pub(super) fn retry_after(header: &str, now: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = header.trim().parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(header.trim()).ok()?;
    let date = date.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    date.checked_sub(Duration::from_millis(now.as_millis()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{Retries, retry_after};

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn waits_grow_and_end() {
        let retries =
            Retries { waits: vec![secs(10), secs(100)], jitter: 0.5, longest_retry_after: secs(1_000) };
        for (attempts, asked_for, dice, expected) in [
            (1, None, 0.5, Some(at(1_010))),
            (1, None, 0.0, Some(at(1_005))),
            (1, None, 1.0, Some(at(1_015))),
            (2, None, 0.5, Some(at(1_100))),
            (3, None, 0.5, None),
            (0, None, 0.5, None),
            (1, Some(secs(3)), 0.5, Some(at(1_010))),
            (1, Some(secs(60)), 0.5, Some(at(1_060))),
            (1, Some(secs(1_000_000)), 0.5, Some(at(2_000))),
            (3, Some(secs(60)), 0.5, None),
        ] {
            assert_eq!(retries.next(attempts, at(1_000), asked_for, dice), expected, "{attempts} {dice}");
        }
        let usual = Retries::default();
        assert_eq!((usual.waits.first(), usual.waits.last()), (Some(&secs(5)), Some(&secs(86_400))));
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = at(784_111_777);
        for (header, expected) in [
            ("120", Some(secs(120))),
            (" 0 ", Some(secs(0))),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(secs(60))),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(secs(0))),
            ("Sat, 05 Nov 1994 08:49:37 GMT", None),
            ("-5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(retry_after(header, now), expected, "{header}");
        }
    }
}
