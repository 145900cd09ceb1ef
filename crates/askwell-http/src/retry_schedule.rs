//! Computes the waits between attempts. Pure: time and jitter are arguments.

use std::time::{Duration, UNIX_EPOCH};

/// The growth of the wait from one attempt to the next.
const GROWTH: u32 = 4;

/// The waits between attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetrySchedule {
    /// The wait after the first attempt.
    pub first: Duration,
    /// The longest wait; the wait grows fourfold with each attempt up to this.
    pub longest: Duration,
    /// The longest wait that a receiver can ask for with `Retry-After`.
    pub longest_on_request: Duration,
}

impl Default for RetrySchedule {
    fn default() -> Self {
        RetrySchedule {
            first: Duration::from_secs(5),
            longest: Duration::from_secs(24 * 60 * 60),
            longest_on_request: Duration::from_secs(60 * 60),
        }
    }
}

impl RetrySchedule {
    /// Returns the wait after this number of attempts. `jitter`, between 0 and 1, adds up to a
    /// quarter, so that deliveries that failed together are not retried together. `asked_for` is
    /// the wait that the receiver asked for.
    #[must_use]
    pub fn wait(&self, attempts: u32, jitter: f64, asked_for: Option<Duration>) -> Duration {
        let factor = GROWTH.saturating_pow(attempts.saturating_sub(1));
        let wait = self.first.saturating_mul(factor).min(self.longest);
        let wait = wait + wait.mul_f64(jitter.clamp(0.0, 1.0) / 4.0);
        asked_for.map_or(wait, |asked_for| wait.max(asked_for.min(self.longest_on_request)))
    }
}

/// Returns the wait of a `Retry-After` header: seconds or a date. `now` is the time since 1970.
#[must_use]
pub fn retry_after(value: &str, now: Duration) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that does not fit is for ever; the schedule limits it.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(value).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(date.saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RetrySchedule, retry_after};

    #[test]
    fn retry_wait_grows_up_to_a_bound() {
        let schedule = RetrySchedule::default();
        let waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100, u32::MAX].map(|n| schedule.wait(n, 0.0, None).as_secs());
        let day = 24 * 60 * 60;
        assert_eq!(waits, [5, 20, 80, 320, 1280, 5120, 20480, 81920, day, day, day]);
    }

    #[test]
    fn default_attempts_end_before_elicitations_are_purged() {
        let waits: Duration = (1..8).map(|attempts| RetrySchedule::default().wait(attempts, 1.0, None)).sum();
        assert!(waits < Duration::from_secs(24 * 60 * 60), "{waits:?}");
    }

    #[test]
    fn jitter_adds_up_to_a_quarter() {
        let wait = |jitter| RetrySchedule::default().wait(2, jitter, None).as_millis();
        assert_eq!([0.0, 0.5, 1.0, 7.0].map(wait), [20_000, 22_500, 25_000, 25_000]);
    }

    #[test]
    fn receiver_can_extend_the_wait_within_bounds() {
        let wait = |asked| RetrySchedule::default().wait(2, 0.0, Some(Duration::from_secs(asked))).as_secs();
        assert_eq!([0, 3, 21, 3_600, 3_601, u64::MAX].map(wait), [20, 20, 21, 3_600, 3_600, 3_600]);
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_date() {
        // Sun, 06 Nov 1994 08:49:37 GMT
        let date = Duration::from_millis(784_111_777_000);
        let minute = Duration::from_secs(60);
        for (value, now, expected) in [
            ("120", date, Some(120)),
            (" 7 ", date, Some(7)),
            ("0", date, Some(0)),
            ("99999999999999999999999", date, Some(u64::MAX)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", date.saturating_sub(minute), Some(60)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", date + minute, Some(0)),
            ("", date, None),
            ("-1", date, None),
            ("1.5", date, None),
            ("soon", date, None),
            ("Sun, 06 Nov 1894 08:49:37 GMT", date, None),
        ] {
            assert_eq!(retry_after(value, now), expected.map(Duration::from_secs), "{value}");
        }
    }
}
