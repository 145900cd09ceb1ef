//! Computes the time before which closed elicitations may be purged.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::Timestamp;

use crate::store::{Guard, Record, RecordWrite, Store, StoreError, Verdict};

/// The namespace of the engine's own records.
const NAMESPACE: &str = "engine";
const JUMPED: &str = "clock-jumped";

/// Smaller differences between the wall clock and elapsed time do not count as jumps.
const TOLERANCE: Duration = Duration::from_secs(1);

/// The most jumps that are stored one by one; further ones are added to the last.
const REMEMBERED_JUMPS: usize = 16;

/// Decides which closed elicitations may be purged.
///
/// Closing times are wall-clock times, as these survive a restart. Retention counts elapsed time: after the
/// wall clock jumps forward, the jump is ignored for one retention time. By then everything that was closed
/// before the jump has been purged at its own time, and the wall clock is right for the rest.
#[derive(Debug)]
pub(crate) struct Retention {
    keep: Duration,
    last: ClockReading,
    started: bool,
    /// Oldest first.
    jumps: Vec<ClockJump>,
    /// The sum of jumps that the store has recorded.
    saved: Duration,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClockReading {
    pub(crate) wall: Timestamp,
    /// Elapsed time, independent of the wall clock.
    pub(crate) elapsed: Duration,
}

/// A jump forward of the wall clock.
#[derive(Debug)]
struct ClockJump {
    by: Duration,
    /// It counts up to this elapsed time.
    until: Duration,
}

impl Retention {
    /// Creates a retention of `keep`, starting at `now`.
    pub(crate) fn new(keep: Duration, now: ClockReading) -> Self {
        Retention { keep, last: now, started: false, jumps: Vec::new(), saved: Duration::ZERO }
    }

    /// Returns whether [`Retention::start`] has not been called.
    pub(crate) fn is_new(&self) -> bool {
        !self.started
    }

    /// Continues after an earlier run. The `saved` jumps count for one more retention time. How much real
    /// time has passed since `newest`, the last change in the log, is unknown, so all of it counts as a jump.
    pub(crate) fn start(&mut self, newest: Option<Timestamp>, saved: Duration) {
        self.started = true;
        self.last.wall = newest.unwrap_or(self.last.wall).min(self.last.wall);
        self.saved = saved;
        if !saved.is_zero() {
            self.add(saved, self.last.elapsed.saturating_add(self.keep));
        }
    }

    /// Returns the sum of the jumps that count.
    fn jumped(&self) -> Duration {
        self.jumps.iter().fold(Duration::ZERO, |sum, jump| sum.saturating_add(jump.by))
    }

    /// Records the sum of jumps in the store, if it has changed, so that it survives a restart.
    ///
    /// # Errors
    /// When the store fails. The next call tries again; purging need not wait.
    pub(crate) async fn save(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let jumped = self.jumped();
        if jumped == self.saved {
            return Ok(());
        }
        let expected =
            store.get_record(NAMESPACE, Arc::from(JUMPED)).await?.map_or(0, |record| record.revision);
        let value = format!("1:{}", jumped.as_millis()).into_bytes();
        let verdicts = store
            .write_records(
                vec![RecordWrite::Put { record: Record::new(NAMESPACE, JUMPED, value), expected }],
                Guard::None,
            )
            .await?;
        // Another node may have written its own at the same time: the next call tries again.
        if verdicts.first() == Some(&Verdict::Committed) {
            self.saved = jumped;
        }
        Ok(())
    }

    /// Returns the time before which closed elicitations may be purged.
    pub(crate) fn closed_before(&mut self, now: ClockReading) -> Timestamp {
        let last = std::mem::replace(&mut self.last, now);
        self.jumps.retain(|jump| now.elapsed <= jump.until);
        let passed = now.elapsed.saturating_sub(last.elapsed);
        let forward = last.wall.until(now.wall).saturating_sub(passed);
        let back = now.wall.until(last.wall).saturating_add(passed);
        if forward > TOLERANCE {
            self.add(forward, now.elapsed.saturating_add(self.keep));
        } else if now.wall < last.wall && back > TOLERANCE {
            self.take_back(back);
        }
        now.wall.minus(self.keep.saturating_add(self.jumped()))
    }

    fn add(&mut self, by: Duration, until: Duration) {
        let full = self.jumps.len() >= REMEMBERED_JUMPS;
        match self.jumps.last_mut().filter(|_| full) {
            Some(last) => *last = ClockJump { by: last.by.saturating_add(by), until },
            None => self.jumps.push(ClockJump { by, until }),
        }
    }

    /// Subtracts a jump back from the jumps forward.
    fn take_back(&mut self, mut by: Duration) {
        while let Some(jump) = self.jumps.last_mut() {
            if jump.by > by {
                jump.by -= by;
                return;
            }
            by -= jump.by;
            self.jumps.pop();
        }
    }
}

/// Reads the recorded sum of jumps. An unreadable record counts as zero.
pub(crate) async fn load_jumped(store: &dyn Store) -> Result<Duration, StoreError> {
    let record = store.get_record(NAMESPACE, Arc::from(JUMPED)).await?;
    let millis =
        record.and_then(|record| std::str::from_utf8(&record.value).ok()?.strip_prefix("1:")?.parse().ok());
    Ok(Duration::from_millis(millis.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{ClockReading, REMEMBERED_JUMPS, Retention, load_jumped};
    use crate::MemoryStore;

    const HOUR: Duration = Duration::from_secs(3600);
    const DAY: Duration = Duration::from_secs(24 * 3600);
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    const START: Timestamp = Timestamp::from_millis(1_800_000_000_000);

    /// A wall clock that can be set, and the time that passes.
    struct Clocks(ClockReading);

    impl Clocks {
        fn pass(&mut self, by: Duration) -> &mut Self {
            self.0.elapsed += by;
            self.set_forward(by)
        }

        fn set_forward(&mut self, by: Duration) -> &mut Self {
            self.0.wall = self.0.wall + by;
            self
        }

        fn set_back(&mut self, by: Duration) -> &mut Self {
            self.0.wall = self.0.wall.minus(by);
            self
        }
    }

    fn begin() -> (Clocks, Retention) {
        let clocks = Clocks(ClockReading { wall: START, elapsed: Duration::from_secs(5) });
        let mut retention = Retention::new(DAY, clocks.0);
        retention.start(None, Duration::ZERO);
        (clocks, retention)
    }

    #[test]
    fn elapsed_time_counts_in_full() {
        let (mut clocks, mut retention) = begin();
        assert_eq!(retention.closed_before(clocks.0), START.minus(DAY));
        for hour in 1..100 {
            let closed_before = retention.closed_before(clocks.pass(HOUR).0);
            assert_eq!(closed_before, (START + HOUR * hour).minus(DAY));
        }
    }

    #[test]
    fn jump_forward_does_not_count_for_one_retention_time() {
        let (mut clocks, mut retention) = begin();
        retention.closed_before(clocks.pass(HOUR).0);
        let closed_before = retention.closed_before(clocks.set_forward(YEAR).0);
        assert_eq!(closed_before, (START + HOUR).minus(DAY), "as if nothing had happened");
        for hour in 2..=25 {
            let closed_before = retention.closed_before(clocks.pass(HOUR).0);
            assert_eq!(closed_before, (START + HOUR * hour).minus(DAY));
        }
        // What was closed before the jump is purged by now, what was closed after it becomes old.
        let closed_before = retention.closed_before(clocks.pass(HOUR).0);
        assert_eq!(closed_before, START + HOUR * 2 + YEAR);
    }

    #[test]
    fn jump_forward_and_back_cancel_out() {
        let (mut clocks, mut retention) = begin();
        retention.closed_before(clocks.set_forward(YEAR).0);
        retention.closed_before(clocks.set_forward(HOUR).0);
        assert_eq!(retention.closed_before(clocks.set_back(YEAR).0), START.minus(DAY));
        assert_eq!(retention.closed_before(clocks.set_back(HOUR).0), START.minus(DAY));
        assert_eq!(retention.closed_before(clocks.pass(HOUR).0), (START + HOUR).minus(DAY));
    }

    #[test]
    fn jump_back_purges_nothing_early() {
        let (mut clocks, mut retention) = begin();
        let closed_before = retention.closed_before(clocks.set_back(YEAR).0);
        assert_eq!(closed_before, START.minus(YEAR + DAY));
    }

    #[test]
    fn time_before_the_start_counts_as_a_jump() {
        let mut clocks = Clocks(ClockReading { wall: START, elapsed: Duration::ZERO });
        let mut retention = Retention::new(DAY, clocks.0);
        assert!(retention.is_new());
        retention.start(Some(START.minus(YEAR)), Duration::ZERO);
        assert!(!retention.is_new());
        assert_eq!(retention.closed_before(clocks.0), START.minus(YEAR + DAY));
        assert_eq!(retention.closed_before(clocks.pass(HOUR).0), (START + HOUR).minus(YEAR + DAY));
        assert_eq!(retention.closed_before(clocks.pass(DAY).0), START + HOUR);
    }

    #[tokio::test]
    async fn restart_does_not_forget_a_jump() {
        let store = MemoryStore::new();
        let (mut clocks, mut retention) = begin();
        retention.save(&store).await.unwrap();
        assert_eq!(load_jumped(&store).await, Ok(Duration::ZERO));
        retention.closed_before(clocks.set_forward(YEAR).0);
        retention.save(&store).await.unwrap();
        // Something is written at the new time, so nothing of the jump is to be seen in the log.
        let saved = load_jumped(&store).await.unwrap();
        let mut restarted = Retention::new(DAY, clocks.0);
        restarted.start(Some(clocks.0.wall), saved);
        assert_eq!(restarted.closed_before(clocks.0), START.minus(DAY));
        restarted.closed_before(clocks.pass(DAY + HOUR).0);
        restarted.save(&store).await.unwrap();
        assert_eq!(load_jumped(&store).await, Ok(Duration::ZERO));
    }

    #[test]
    fn many_jumps_are_added_up_in_bounded_memory() {
        let (mut clocks, mut retention) = begin();
        for _ in 0..100 {
            assert_eq!(retention.closed_before(clocks.set_forward(HOUR).0), START.minus(DAY));
        }
        assert_eq!(retention.jumps.len(), REMEMBERED_JUMPS);
    }
}
