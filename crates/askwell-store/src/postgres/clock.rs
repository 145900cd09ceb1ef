//! The clock of the database, as this process knows it from its answers.
//!
//! Each sample is one round trip. The fastest recent one is the most exact: its error is at most half of its
//! time. Between samples the machine's monotonic clock counts, which nobody sets.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use askwell_engine::Clock;
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex;

/// How many samples are compared.
const SAMPLES: usize = 32;

/// A sample counts as this much slower for each second of its age, as clocks drift.
const DRIFT_PER_SECOND: Duration = Duration::from_micros(100);

/// The longest sleep without reading the clock again, as it can be corrected.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

/// The SQL expression of the time in microseconds since 1970.
pub(super) const NOW_MICROS: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

/// The SQL expression of the time in milliseconds since 1970.
pub(super) const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// The clock of a database. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct PgClock(Arc<ClockState>);

#[derive(Debug)]
struct ClockState {
    base: Instant,
    /// The database's time at `base`, in microseconds.
    offset: AtomicI64,
    samples: Mutex<VecDeque<Sample>>,
}

/// One answer of the database.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// When it arrived.
    at: Instant,
    round_trip: Duration,
    /// The database's time at the base.
    offset: i64,
}

impl PgClock {
    pub(super) fn new() -> Self {
        let state = ClockState { base: Instant::now(), offset: AtomicI64::new(0), samples: Mutex::default() };
        PgClock(Arc::new(state))
    }

    /// Adds an answer of the database, which was asked at `asked` and has just arrived.
    pub(super) fn add_sample(&self, asked: Instant, micros: i64) {
        let at = Instant::now();
        let round_trip = at.saturating_duration_since(asked);
        let middle = asked.saturating_duration_since(self.0.base) + round_trip / 2;
        let sample = Sample { at, round_trip, offset: micros - in_micros(middle) };
        let mut samples = self.0.samples.lock();
        // The clock was set, or another server answers: what was learnt before does not count.
        let contradicts = |old: &Sample| {
            let apart = Duration::from_micros(old.offset.abs_diff(sample.offset));
            apart > old.error_at(at) + sample.round_trip + Duration::from_millis(50)
        };
        if samples.back().is_some_and(contradicts) {
            samples.clear();
        }
        samples.push_back(sample);
        if samples.len() > SAMPLES {
            samples.pop_front();
        }
        if let Some(best) = samples.iter().min_by_key(|sample| sample.error_at(at)) {
            self.0.offset.store(best.offset, Ordering::Release);
        }
    }

    /// Returns the age of the newest sample; `None` if there is none.
    pub(super) fn age(&self) -> Option<Duration> {
        self.0.samples.lock().back().map(|sample| sample.at.elapsed())
    }
}

impl Sample {
    /// Returns how far off it may be.
    fn error_at(&self, now: Instant) -> Duration {
        let age = now.saturating_duration_since(self.at);
        self.round_trip + DRIFT_PER_SECOND * u32::try_from(age.as_secs()).unwrap_or(u32::MAX)
    }
}

impl Clock for PgClock {
    fn now(&self) -> Timestamp {
        let micros = self.0.offset.load(Ordering::Acquire) + in_micros(self.0.base.elapsed());
        Timestamp::from_millis(u64::try_from(micros / 1_000).unwrap_or_default())
    }

    fn elapsed(&self) -> Duration {
        self.0.base.elapsed()
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let left = self.now().until(deadline).min(LONGEST_SLEEP);
        Box::pin(tokio::time::sleep(left))
    }
}

fn in_micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use askwell_engine::Clock as _;

    use super::PgClock;

    /// Adds a sample with this round trip of a database whose clock shows `micros` in its middle.
    fn add(clock: &PgClock, round_trip: u64, micros: i64) {
        let asked = Instant::now().checked_sub(Duration::from_millis(round_trip)).unwrap();
        clock.add_sample(asked, micros);
    }

    fn shows(clock: &PgClock, millis: u64) -> bool {
        clock.now().as_millis().abs_diff(millis) < 40
    }

    #[test]
    fn fastest_round_trip_wins() {
        let clock = PgClock::new();
        add(&clock, 2, 1_000_000_000);
        add(&clock, 400, 1_000_100_000);
        assert!(shows(&clock, 1_000_000), "{:?}", clock.now());
    }

    #[test]
    fn clock_that_was_set_is_believed_at_once() {
        let clock = PgClock::new();
        add(&clock, 2, 1_000_000_000);
        add(&clock, 20, 5_000_000_000);
        assert!(shows(&clock, 5_000_010), "{:?}", clock.now());
        add(&clock, 20, 2_000_000_000);
        assert!(shows(&clock, 2_000_010), "{:?}", clock.now());
    }
}
