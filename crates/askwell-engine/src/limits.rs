//! How much a client may ask.

use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::error::{Limit, Limited};

/// The limits, all of them settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Elicitations a client may create at once, and again in each window.
    pub per_window: u32,
    /// The window.
    pub window: Duration,
    /// Open elicitations of one client.
    pub open_per_client: usize,
    /// Open elicitations altogether.
    pub open_total: usize,
    /// The size of an answer in bytes.
    pub answer_bytes: usize,
    /// Files uploaded beside one answer.
    pub uploads: usize,
    /// Their size together in bytes.
    pub upload_bytes: u64,
    /// Validators that run at once. One that hangs keeps its place, and its thread.
    pub validators_at_once: usize,
    /// Clients whose rate is remembered at once.
    pub remembered_clients: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            per_window: 10,
            window: Duration::from_secs(60),
            open_per_client: 100,
            open_total: 100,
            answer_bytes: 1 << 20,
            uploads: 20,
            upload_bytes: 50 << 20,
            validators_at_once: 32,
            remembered_clients: 100_000,
        }
    }
}

impl Limits {
    /// No limits but those of the machine: for programs that ask on their own behalf.
    #[must_use]
    pub fn none() -> Self {
        Limits {
            per_window: u32::MAX,
            open_per_client: usize::MAX,
            open_total: usize::MAX,
            ..Limits::default()
        }
    }
}

/// A token bucket for each client, kept as the one moment at which the bucket would be full again.
#[derive(Debug, Default)]
pub(crate) struct RateLimiter(Mutex<Buckets>);

#[derive(Debug, Default)]
struct Buckets {
    steady: Steady,
    full_at: HashMap<ClientId, f64>,
}

/// A clock that is never set back: when the real one is, it goes on from where it was. Nobody is locked out, and
/// nobody is let off.
#[derive(Debug, Default)]
struct Steady {
    seen: Timestamp,
    milliseconds: f64,
}

impl Steady {
    fn at(&mut self, now: Timestamp) -> f64 {
        self.milliseconds += self.seen.until(now).as_secs_f64() * 1000.0;
        self.seen = now;
        self.milliseconds
    }
}

impl RateLimiter {
    /// Takes a token, or says when there will be one.
    pub(crate) fn take(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), Limited> {
        if limits.per_window == u32::MAX {
            return Ok(());
        }
        let window = limits.window.as_secs_f64() * 1000.0;
        let per_token = window / f64::from(limits.per_window.max(1));
        let mut buckets = self.0.lock();
        let Buckets { steady, full_at } = &mut *buckets;
        let now = steady.at(now);
        if full_at.len() >= limits.remembered_clients && !full_at.contains_key(client) {
            // A bucket that is full again says nothing that a new one would not.
            full_at.retain(|_, full| *full > now);
            if full_at.len() >= limits.remembered_clients {
                let retry_after = millis(per_token);
                return Err(Limited { what: Limit::Rate, retry_after });
            }
        }
        let full = full_at.entry_ref(client).or_insert(now);
        let after = full.max(now) + per_token;
        let missing = after - now - window;
        // Less than a hundredth of a millisecond is rounding.
        if missing > 0.01 {
            // Whoever waits for less than is missing is refused again.
            let retry_after = millis(missing.ceil());
            return Err(Limited { what: Limit::Rate, retry_after });
        }
        *full = after;
        Ok(())
    }
}

/// A duration of so many milliseconds, however many.
fn millis(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::{ClientId, Timestamp};

    use super::{Limits, RateLimiter};

    fn at(milliseconds: u64) -> Timestamp {
        Timestamp::from_millis(1_700_000_000_000 + milliseconds)
    }

    #[test]
    fn ten_at_once_then_one_every_six_seconds() {
        let (limiter, limits, client) = (RateLimiter::default(), Limits::default(), ClientId::from("a"));
        for _ in 0..10 {
            assert!(limiter.take(&client, &limits, at(0)).is_ok());
        }
        let refused = limiter.take(&client, &limits, at(0)).unwrap_err();
        assert_eq!(refused.retry_after, Duration::from_secs(6));
        assert!(limiter.take(&client, &limits, at(5_999)).is_err());
        assert!(limiter.take(&client, &limits, at(6_000)).is_ok());
        assert!(limiter.take(&client, &limits, at(6_001)).is_err());
        assert!(limiter.take(&ClientId::from("b"), &limits, at(0)).is_ok());
        for _ in 0..10 {
            assert!(limiter.take(&client, &limits, at(120_000)).is_ok());
        }
    }

    #[test]
    fn a_clock_that_is_set_back_changes_nothing() {
        let (limiter, limits, client) = (RateLimiter::default(), Limits::default(), ClientId::from("a"));
        for now in [3_600_000, 0] {
            for _ in 0..5 {
                assert!(limiter.take(&client, &limits, at(now)).is_ok());
            }
        }
        let refused = limiter.take(&client, &limits, at(0)).unwrap_err();
        assert_eq!(refused.retry_after, Duration::from_secs(6), "and nobody is let off");
    }

    #[test]
    fn nobody_is_told_to_come_back_at_once() {
        let (limiter, client) = (RateLimiter::default(), ClientId::from("a"));
        let limits = Limits { per_window: 100_000, ..Limits::default() };
        let refused = (0..).find_map(|_| limiter.take(&client, &limits, at(0)).err()).unwrap();
        assert_eq!(refused.retry_after, Duration::from_millis(1));
    }

    #[test]
    fn memory_stays_bounded() {
        let limits = Limits { remembered_clients: 100, ..Limits::default() };
        let limiter = RateLimiter::default();
        for number in 0..10_000_u64 {
            let client = ClientId::from(number.to_string().as_str());
            let _ = limiter.take(&client, &limits, at(number * 100));
            assert!(limiter.0.lock().full_at.len() <= 100);
        }
    }
}
