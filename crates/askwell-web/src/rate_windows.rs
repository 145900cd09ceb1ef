//! Counts what happens in a minute, by key, in memory that does not grow with time.
//!
//! Two windows of a minute are kept. Counts of the ended one weigh less the more of the current one is over.

use std::collections::HashMap;
use std::hash::Hash;

/// The time over which is counted, in milliseconds.
pub(crate) const WINDOW: u64 = 60_000;

/// The counts of the last two minutes.
#[derive(Debug)]
pub(crate) struct RateWindows<K> {
    /// When the current window began, in milliseconds since 1970.
    started_at: u64,
    current: HashMap<K, u64>,
    previous: HashMap<K, u64>,
}

impl<K> Default for RateWindows<K> {
    fn default() -> Self {
        RateWindows { started_at: 0, current: HashMap::new(), previous: HashMap::new() }
    }
}

impl<K: Eq + Hash> RateWindows<K> {
    /// Begins another window if the current one is over. Returns whether it did. A clock that goes back ends none.
    pub(crate) fn advance(&mut self, now: u64) -> bool {
        self.started_at = self.started_at.min(now);
        let elapsed = now - self.started_at;
        if elapsed >= 2 * WINDOW {
            *self = RateWindows { started_at: now, ..RateWindows::default() };
        } else if elapsed >= WINDOW {
            self.started_at += WINDOW;
            self.previous = std::mem::take(&mut self.current);
        }
        elapsed >= WINDOW
    }

    /// Returns after how many milliseconds one more is within the limit; 0 if it is now.
    pub(crate) fn wait(&self, key: &K, limit: usize, now: u64) -> u64 {
        let count = |window: &HashMap<K, u64>| window.get(key).copied().unwrap_or(0);
        let elapsed = now.saturating_sub(self.started_at);
        time_to_wait(limit.max(1) as u64, count(&self.current), count(&self.previous), elapsed)
    }

    /// Counts one.
    pub(crate) fn add(&mut self, key: K) {
        *self.current.entry(key).or_default() += 1;
    }

    /// Returns how many keys the current window has.
    pub(crate) fn len(&self) -> usize {
        self.current.len()
    }

    /// Returns whether the current window has a key.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.current.contains_key(key)
    }
}

/// Returns after how many milliseconds one more is within the limit.
fn time_to_wait(limit: u64, current: u64, previous: u64, elapsed: u64) -> u64 {
    // When the counts of an ended window weigh so little that `spare` more are free.
    let free_at = |spare: u64, ended: u64| {
        let share = spare.saturating_mul(WINDOW).checked_div(ended).unwrap_or(WINDOW);
        WINDOW - share.min(WINDOW)
    };
    match limit.checked_sub(current + 1) {
        Some(spare) => free_at(spare, previous).saturating_sub(elapsed),
        None => WINDOW.saturating_sub(elapsed) + free_at(limit - 1, current),
    }
}
