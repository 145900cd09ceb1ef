//! How often a client may ask: at most so many times in any window, wherever the window begins.

use std::collections::VecDeque;
use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::error::{Limit, Limited};
use crate::limits::Limits;

/// Moments that are remembered of one client. A limit up to this number is exact; above it, moments are rounded up
/// to a 1,024th of the window, so that never more than the limit passes and memory stays bounded.
const MOST_MOMENTS: u32 = 1_024;

/// Remembers when each client was admitted, for as long as that counts.
#[derive(Debug, Default)]
pub(crate) struct RateLimiter(Mutex<Clients>);

#[derive(Debug, Default)]
struct Clients {
    clock: SteadyClock,
    admitted: HashMap<ClientId, Admitted>,
}

/// What one client was admitted for within the last window.
#[derive(Debug, Default)]
struct Admitted {
    /// Each moment with how many were admitted then, the oldest first.
    moments: VecDeque<(u64, u32)>,
    /// How many that is altogether.
    total: u64,
    /// Refusals that no warning has told of.
    refused: u64,
    /// Until then another warning would say nothing new.
    quiet_until: u64,
}

/// A client asks too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateRefusal {
    /// What the client is told.
    pub(crate) limited: Limited,
    /// How many refusals a warning has to tell of; `None` if there was one within the last window.
    pub(crate) to_report: Option<u64>,
}

/// A clock that is never set back: when the real one is, it goes on from where it was. Nobody is locked out, and
/// nobody is let off.
#[derive(Debug, Default)]
struct SteadyClock {
    seen: Timestamp,
    milliseconds: u64,
}

impl SteadyClock {
    fn at(&mut self, now: Timestamp) -> u64 {
        self.milliseconds = self.milliseconds.saturating_add(millis(self.seen.until(now)));
        self.seen = now;
        self.milliseconds
    }
}

impl RateLimiter {
    /// Admits a client once more, or says when it can be admitted again.
    pub(crate) fn take(&self, client: &ClientId, limits: &Limits, now: Timestamp) -> Result<(), RateRefusal> {
        if limits.per_window == u32::MAX {
            return Ok(());
        }
        let (window, per_window) = (millis(limits.window), limits.per_window.max(1));
        let mut clients = self.0.lock();
        let Clients { clock, admitted } = &mut *clients;
        let now = clock.at(now);
        if admitted.len() >= limits.remembered_clients && !admitted.contains_key(client) {
            // A client that has not asked within the window is like one that never has.
            admitted.retain(|_, client| client.counts_at(window, now));
            if admitted.len() >= limits.remembered_clients {
                let retry_after = Duration::from_millis((window / u64::from(per_window)).max(1));
                let limited = Limited { what: Limit::Rate, retry_after };
                return Err(RateRefusal { limited, to_report: Some(1) });
            }
        }
        let client = admitted.entry_ref(client).or_default();
        client.forget_before(window, now);
        match client.wait(per_window, window, now) {
            None => {
                client.admit(rounded_up(now, per_window, window));
                Ok(())
            }
            Some(wait) => {
                let limited = Limited { what: Limit::Rate, retry_after: Duration::from_millis(wait) };
                Err(RateRefusal { limited, to_report: client.refuse(window, now) })
            }
        }
    }
}

impl Admitted {
    fn counts_at(&self, window: u64, now: u64) -> bool {
        self.moments.back().is_some_and(|(moment, _)| moment.saturating_add(window) > now)
    }

    fn forget_before(&mut self, window: u64, now: u64) {
        while let Some((moment, count)) = self.moments.front()
            && moment.saturating_add(window) <= now
        {
            self.total = self.total.saturating_sub(u64::from(*count));
            self.moments.pop_front();
        }
    }

    /// How long until there is room for one more; `None` if there is.
    fn wait(&self, per_window: u32, window: u64, now: u64) -> Option<u64> {
        let mut too_many = (self.total + 1).saturating_sub(u64::from(per_window));
        let last_to_go = self.moments.iter().find(|(_, count)| {
            let is_enough = too_many <= u64::from(*count);
            too_many = too_many.saturating_sub(u64::from(*count));
            is_enough
        });
        let (moment, _) = last_to_go.filter(|_| self.total >= u64::from(per_window))?;
        Some(moment.saturating_add(window).saturating_sub(now).max(1))
    }

    fn admit(&mut self, moment: u64) {
        self.total += 1;
        match self.moments.back_mut() {
            Some((last, count)) if *last >= moment => *count += 1,
            _ => self.moments.push_back((moment, 1)),
        }
    }

    /// Counts a refusal, and gives the number to report if it is time for a warning.
    fn refuse(&mut self, window: u64, now: u64) -> Option<u64> {
        self.refused += 1;
        if now < self.quiet_until {
            return None;
        }
        self.quiet_until = now.saturating_add(window);
        Some(std::mem::take(&mut self.refused))
    }
}

/// The moment as it is remembered.
fn rounded_up(now: u64, per_window: u32, window: u64) -> u64 {
    if per_window <= MOST_MOMENTS {
        return now;
    }
    let step = window.div_ceil(u64::from(MOST_MOMENTS)).max(1);
    now.div_ceil(step).saturating_mul(step)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::{ClientId, Timestamp};

    use super::{Limits, MOST_MOMENTS, RateLimiter};

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
    fn ten_pass_in_any_window_however_they_are_spread() {
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
    fn refused_client_is_admitted_after_exactly_the_wait_it_was_told() {
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
    fn clock_set_back_neither_locks_out_nor_lets_off() {
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
    fn high_limit_takes_bounded_memory_and_never_lets_more_pass() {
        let (limiter, client) = (RateLimiter::default(), ClientId::from("a"));
        let limits = Limits { per_window: 5_000, ..Limits::default() };
        let mut passed = Vec::new();
        for moment in (0..180_000).step_by(3) {
            if limiter.take(&client, &limits, at(moment)).is_ok() {
                passed.push(moment);
            }
            let moments = limiter.0.lock().admitted[&client].moments.len();
            assert!(moments <= MOST_MOMENTS as usize + 1, "{moments}");
        }
        let most = most_in_any_window(&passed[..6_000], 60_000);
        assert!((4_900..=5_000).contains(&most), "{most}");
    }

    #[test]
    fn warnings_come_once_in_a_window_and_count_what_was_refused() {
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
            assert!(limiter.0.lock().admitted.len() <= 100);
        }
    }
}
