//! The rate limit of this process: at most a number of asks in any sliding window. Nodes that share a store
//! also count inside the commit; this limiter then spares the store what it would refuse.

use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::audit;
use crate::error::{Limit, LimitReached};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::store::{AdmissionWindow, RateLimit};

/// Limits how often each client asks.
#[derive(Debug, Default)]
pub(crate) struct RateLimiter(Mutex<HashMap<ClientId, ClientRate>>);

/// One client.
#[derive(Debug, Default)]
struct ClientRate {
    admitted: AdmissionWindow,
    /// Refusals that no warning has reported.
    refused: u64,
    /// No further warning before this time.
    quiet_until: Timestamp,
}

/// A refusal by the rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateRefusal {
    /// The error for the client.
    pub(crate) limited: LimitReached,
    /// How many refusals to report in a warning; `None` if there was a warning within the last window.
    pub(crate) to_report: Option<u64>,
}

impl RateRefusal {
    /// Counts and logs the refusal, and returns the error for the client.
    pub(crate) fn report(self, client: &ClientId, meter: &Meter) -> LimitReached {
        meter.limited(Limit::Rate);
        if let Some(count) = self.to_report {
            audit::limited(client, &self.limited, count);
        }
        self.limited
    }
}

impl RateLimiter {
    /// Admits a client, or returns when it can be admitted again.
    pub(crate) fn take(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), RateRefusal> {
        let Some(rate) = limits.rate() else { return Ok(()) };
        let mut clients = self.0.lock();
        if clients.len() >= limits.remembered_clients && !clients.contains_key(client) {
            // A client without admissions in the window needs no entry.
            clients.retain(|_, client| client.admitted.counts_at(rate.window, now));
            if clients.len() >= limits.remembered_clients {
                let share = rate.window / rate.per_window.max(1);
                let retry_after = share.max(Duration::from_millis(1));
                let limited = LimitReached { what: Limit::Rate, retry_after };
                return Err(RateRefusal { limited, to_report: Some(1) });
            }
        }
        let client = clients.entry_ref(client).or_default();
        client.admitted.admit(rate, now).map_err(|retry_at| client.refuse(rate, now, retry_at))
    }

    /// Takes back an admission that the store has refused, and counts the refusal.
    pub(crate) fn refuse(
        &self,
        client: &ClientId,
        limits: &Limits,
        now: Timestamp,
        retry_at: Timestamp,
    ) -> RateRefusal {
        let mut clients = self.0.lock();
        let rate = RateLimit { per_window: limits.per_window, window: limits.window };
        match clients.get_mut(client) {
            Some(client) => {
                client.admitted.undo();
                client.refuse(rate, now, retry_at)
            }
            None => ClientRate::default().refuse(rate, now, retry_at),
        }
    }
}

impl ClientRate {
    /// Counts a refusal.
    fn refuse(&mut self, rate: RateLimit, now: Timestamp, retry_at: Timestamp) -> RateRefusal {
        let retry_after = now.until(retry_at).max(Duration::from_millis(1));
        let limited = LimitReached { what: Limit::Rate, retry_after };
        self.refused += 1;
        // A clock that was set back must not silence the warnings for longer than a window.
        if now < self.quiet_until && now.until(self.quiet_until) <= rate.window {
            return RateRefusal { limited, to_report: None };
        }
        self.quiet_until = now + rate.window;
        RateRefusal { limited, to_report: Some(std::mem::take(&mut self.refused)) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::{ClientId, Timestamp};

    use super::{Limits, RateLimiter};
    use crate::store::MOST_MOMENTS;

    fn at(milliseconds: u64) -> Timestamp {
        Timestamp::from_millis(1_700_000_000_000 + milliseconds)
    }

    /// Asks at each of these moments, and gives those that were admitted.
    fn admitted(limits: &Limits, moments: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let (limiter, client) = (RateLimiter::default(), ClientId::from("a"));
        moments.into_iter().filter(|moment| limiter.take(&client, limits, at(*moment)).is_ok()).collect()
    }

    fn most_in_any_window(moments: &[u64], window: u64) -> usize {
        let within = |from: &u64| moments.iter().filter(|at| (*from..*from + window).contains(at)).count();
        moments.iter().map(within).max().unwrap_or_default()
    }

    #[test]
    fn at_most_ten_asks_are_admitted_in_any_window() {
        let limits = Limits::default();
        // At once, then steadily; ten just before the end of a window, then ten just after; every 37 ms.
        let patterns: [Vec<u64>; 3] = [
            std::iter::repeat_n(0, 20).chain((0..200).map(|step| step * 1_000)).collect(),
            std::iter::repeat_n(59_999, 20).chain(std::iter::repeat_n(60_001, 20)).collect(),
            (0..10_000).map(|step| step * 37).collect(),
        ];
        for moments in patterns {
            let passed = admitted(&limits, moments);
            assert_eq!(most_in_any_window(&passed, 60_000), 10, "{passed:?}");
        }
    }

    #[test]
    fn refused_client_is_admitted_after_retry_after() {
        let (limiter, limits, client) = (RateLimiter::default(), Limits::default(), ClientId::from("a"));
        for moment in 0..10 {
            assert!(limiter.take(&client, &limits, at(moment * 1_000)).is_ok());
        }
        let refused = limiter.take(&client, &limits, at(10_000)).unwrap_err();
        assert_eq!(refused.limited.retry_after, Duration::from_secs(50));
        assert!(limiter.take(&client, &limits, at(59_999)).is_err());
        assert!(limiter.take(&client, &limits, at(60_000)).is_ok());
        let refused = limiter.take(&client, &limits, at(60_000)).unwrap_err();
        assert_eq!(refused.limited.retry_after, Duration::from_secs(1));
        assert!(limiter.take(&ClientId::from("b"), &limits, at(60_000)).is_ok());
    }

    #[test]
    fn rate_limit_is_unchanged_by_a_clock_set_back() {
        let (limiter, limits, client) = (RateLimiter::default(), Limits::default(), ClientId::from("a"));
        for now in [3_600_000, 0] {
            for _ in 0..5 {
                assert!(limiter.take(&client, &limits, at(now)).is_ok());
            }
        }
        let refused = limiter.take(&client, &limits, at(0)).unwrap_err();
        assert_eq!(refused.limited.retry_after, Duration::from_secs(60));
    }

    #[test]
    fn high_limit_is_exact_enough_in_bounded_memory() {
        let (limiter, client) = (RateLimiter::default(), ClientId::from("a"));
        let limits = Limits { per_window: 5_000, ..Limits::default() };
        let mut passed = Vec::new();
        for moment in (0..180_000).step_by(3) {
            if limiter.take(&client, &limits, at(moment)).is_ok() {
                passed.push(moment);
            }
            let moments = limiter.0.lock()[&client].admitted.moments();
            assert!(moments <= MOST_MOMENTS as usize + 1, "{moments}");
        }
        let most = most_in_any_window(&passed[..6_000], 60_000);
        assert!((4_900..=5_000).contains(&most), "{most}");
    }

    #[test]
    fn refusals_are_reported_once_per_window_with_their_count() {
        let (limiter, client) = (RateLimiter::default(), ClientId::from("a"));
        let limits = Limits { per_window: 1, ..Limits::default() };
        let reported = |moment| limiter.take(&client, &limits, at(moment)).err().and_then(|it| it.to_report);
        assert_eq!([0, 1, 2, 3].map(reported), [None, Some(1), None, None]);
        assert_eq!([60_000, 60_000, 60_001].map(reported), [None, None, Some(4)]);
    }

    #[test]
    fn remembered_clients_stay_bounded() {
        let limits = Limits { remembered_clients: 100, ..Limits::default() };
        let limiter = RateLimiter::default();
        for number in 0..10_000_u64 {
            let client = ClientId::from(number.to_string().as_str());
            let _ = limiter.take(&client, &limits, at(number * 100));
            assert!(limiter.0.lock().len() <= 100);
        }
    }
}
