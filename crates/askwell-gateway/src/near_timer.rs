//! A timer that is due sooner than those of calls, while there are calls.
//!
//! A runtime that sleeps until a distant timer has to be woken for a nearer one: two system calls for each call that sets
//! a timer. With a timer that is always nearer, a call's own timers only enter a list.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Shorter than the timers of calls.
const PERIOD: Duration = Duration::from_millis(400);

/// Keeps a near timer while there are calls.
#[derive(Debug, Default)]
pub(crate) struct NearTimer {
    is_running: AtomicBool,
    calls: AtomicUsize,
}

impl NearTimer {
    /// Keeps the timer for at least another period. Must be called within a runtime.
    pub(crate) fn keep(self: &Arc<Self>) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        if !self.is_running.swap(true, Ordering::Relaxed) {
            let near_timer = Arc::clone(self);
            tokio::spawn(async move { near_timer.run().await });
        }
    }

    /// Ends when there was no call for a whole period. An idle gateway has no timer.
    async fn run(&self) {
        loop {
            let seen = self.calls.load(Ordering::Relaxed);
            tokio::time::sleep(PERIOD).await;
            if self.calls.load(Ordering::Relaxed) == seen {
                self.is_running.store(false, Ordering::Relaxed);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::{NearTimer, PERIOD};

    #[tokio::test(start_paused = true)]
    async fn timer_is_kept_with_calls_and_ends_without() {
        let near_timer = Arc::new(NearTimer::default());
        let is_running = || near_timer.is_running.load(Ordering::Relaxed);
        for _ in 0..3 {
            near_timer.keep();
            tokio::time::sleep(PERIOD).await;
            assert!(is_running());
        }
        tokio::time::sleep(2 * PERIOD).await;
        assert!(!is_running());
        near_timer.keep();
        assert!(is_running());
    }
}
