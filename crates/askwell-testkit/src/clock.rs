//! A clock that stands still until a test moves it.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use std::time::Duration;
//! use askwell_engine::{Ask, Engine};
//! use askwell_lifecycle::{Actor, Outcome, Surface};
//! use askwell_testkit::{clock::ManualClock, forms};
//!
//! let clock = ManualClock::new();
//! let engine = Engine::builder().clock(clock.clone()).start();
//! let client = Actor::client("tests", Surface::Library);
//! let asked = engine.create(&client, Ask::form(forms::minimal())).await.unwrap();
//! clock.advance_and_settle(Duration::from_secs(3600)).await;
//! assert_eq!(engine.wait(&client, asked.id).await, Ok(Outcome::TimedOut));
//! # }
//! ```
//!
//! Nothing here sleeps: [`ManualClock::settle`] returns when every engine with this clock has read
//! the time and done all due work.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use askwell_engine::Clock;
use askwell_lifecycle::Timestamp;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

/// A clock that a test advances. Clones show the same time; give each engine a clone of its own.
pub struct ManualClock {
    face: Arc<ClockState>,
    /// Identifies the clone, so that a settling clock knows which ones have slept.
    holder: u64,
}

/// State that all clones share.
struct ClockState {
    inner: Mutex<Inner>,
    holders: AtomicU64,
    /// Changes when a sleep begins or ends.
    stirred: watch::Sender<()>,
}

#[derive(Default)]
struct Inner {
    now: Timestamp,
    /// Total time that a test let pass, however the clock was set.
    passed: Duration,
    next_sleep: u64,
    sleeps: BTreeMap<u64, Sleeping>,
    /// How many times each clone has slept; dropped clones are removed.
    slept: BTreeMap<u64, u64>,
}

struct Sleeping {
    holder: u64,
    until: Timestamp,
    waker: Option<Waker>,
    /// Whether the sleeper was woken early to read the clock again.
    called: bool,
}

/// The start of a manual clock, in 2027.
const START: Timestamp = Timestamp::from_millis(1_800_000_000_000);

/// How many times other tasks run before a settling clock checks for sleepers: enough for a task
/// that was just spawned or woken, and for the tasks it wakes.
const TURNS: usize = 8;

impl ManualClock {
    /// Creates a clock at a moment in 2027.
    #[must_use]
    pub fn new() -> Self {
        ManualClock::at(START)
    }

    /// Creates a clock at this moment.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        let inner = Mutex::new(Inner { now, ..Inner::default() });
        let face = ClockState { inner, holders: AtomicU64::new(1), stirred: watch::Sender::new(()) };
        ManualClock { face: Arc::new(face), holder: 0 }
    }

    /// Advances the clock. Due sleepers are woken, but have not run yet when this returns: see
    /// [`settle`](Self::settle).
    pub fn advance(&self, by: Duration) {
        let mut inner = self.face.inner.lock();
        inner.passed = inner.passed.saturating_add(by);
        let now = inner.now + by;
        show(inner, now);
    }

    /// Sets the clock, also backwards, like a person or a time server: no time passes.
    pub fn set(&self, now: Timestamp) {
        show(self.face.inner.lock(), now);
    }
    /// Waits until every engine with this clock has done all due work and sleeps again. Each is
    /// woken once, so the result does not depend on what it was doing.
    ///
    /// Waits without limit if an engine cannot sleep, for example because its store does not
    /// respond. On a multi-threaded runtime, an engine that was started a moment ago may not be
    /// known yet.
    pub async fn settle(&self) {
        for _ in 0..TURNS {
            tokio::task::yield_now().await;
        }
        let mut stirred = self.face.stirred.subscribe();
        let awaited = loop {
            stirred.mark_unchanged();
            if let Some(slept) = self.face.inner.lock().all_asleep() {
                break slept;
            }
            let _ = stirred.changed().await;
        };
        self.call_everybody();
        loop {
            stirred.mark_unchanged();
            if self.face.inner.lock().all_slept_since(&awaited) {
                break;
            }
            let _ = stirred.changed().await;
        }
    }

    /// Advances the clock and waits until all due work is done.
    pub async fn advance_and_settle(&self, by: Duration) {
        self.advance(by);
        self.settle().await;
    }

    /// Returns the number of sleepers: one for each idle engine.
    #[must_use]
    pub fn sleepers(&self) -> usize {
        self.face.inner.lock().sleeps.len()
    }

    fn call_everybody(&self) {
        let mut inner = self.face.inner.lock();
        let wakers: Vec<Waker> = inner
            .sleeps
            .values_mut()
            .filter_map(|sleep| {
                sleep.called = true;
                sleep.waker.take()
            })
            .collect();
        drop(inner);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// Sets the time and wakes the sleepers that are due.
fn show(mut inner: MutexGuard<'_, Inner>, now: Timestamp) {
    inner.now = now;
    let due = inner.sleeps.values_mut().filter(|sleep| sleep.until <= now);
    let wakers: Vec<Waker> = due.filter_map(|sleep| sleep.waker.take()).collect();
    drop(inner);
    wakers.into_iter().for_each(Waker::wake);
}

impl Inner {
    /// Returns how many times each clone has slept, if at least one exists and all sleep now.
    fn all_asleep(&self) -> Option<BTreeMap<u64, u64>> {
        let asleep = |holder: &u64| {
            self.sleeps.values().any(|sleep| sleep.holder == *holder && sleep.until > self.now)
        };
        (!self.slept.is_empty() && self.slept.keys().all(asleep)).then(|| self.slept.clone())
    }

    /// Returns whether all of them have slept again or are gone.
    fn all_slept_since(&self, before: &BTreeMap<u64, u64>) -> bool {
        before.iter().all(|(holder, times)| match self.slept.get(holder) {
            Some(slept) => slept > times && self.sleeps.values().any(|sleep| sleep.holder == *holder),
            None => true,
        })
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        self.face.inner.lock().now
    }

    fn elapsed(&self) -> Duration {
        self.face.inner.lock().passed
    }

    fn sleep_until(&self, until: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut inner = self.face.inner.lock();
        let key = inner.next_sleep;
        inner.next_sleep += 1;
        inner.sleeps.insert(key, Sleeping { holder: self.holder, until, waker: None, called: false });
        *inner.slept.entry(self.holder).or_default() += 1;
        drop(inner);
        self.face.stirred.send_replace(());
        Box::pin(Sleep { face: &self.face, key })
    }
}

/// A sleeper. Dropping it removes it.
struct Sleep<'c> {
    face: &'c ClockState,
    key: u64,
}

impl Future for Sleep<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut inner = self.face.inner.lock();
        let now = inner.now;
        match inner.sleeps.get_mut(&self.key) {
            Some(sleep) if sleep.until > now && !sleep.called => {
                sleep.waker = Some(context.waker().clone());
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }
}

impl Drop for Sleep<'_> {
    fn drop(&mut self) {
        self.face.inner.lock().sleeps.remove(&self.key);
    }
}

impl Clone for ManualClock {
    fn clone(&self) -> Self {
        let holder = self.face.holders.fetch_add(1, Ordering::Relaxed);
        ManualClock { face: Arc::clone(&self.face), holder }
    }
}

impl Drop for ManualClock {
    fn drop(&mut self) {
        self.face.inner.lock().slept.remove(&self.holder);
        self.face.stirred.send_replace(());
    }
}

impl Default for ManualClock {
    fn default() -> Self {
        ManualClock::new()
    }
}

impl fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManualClock")
            .field("now", &self.now())
            .field("sleepers", &self.sleepers())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_engine::Clock;

    use super::ManualClock;

    #[tokio::test]
    async fn sleepers_wake_at_their_deadline() {
        let clock = ManualClock::new();
        let until = clock.now() + Duration::from_secs(10);
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(until).await }
        });
        while clock.sleepers() == 0 {
            tokio::task::yield_now().await;
        }
        clock.advance(Duration::from_millis(9_999));
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.advance(Duration::from_millis(1));
        sleeper.await.unwrap();
        assert_eq!((clock.now(), clock.sleepers()), (until, 0));
    }

    #[tokio::test]
    async fn clock_is_set_back_without_waking_sleepers() {
        let clock = ManualClock::new();
        let before = clock.now();
        clock.set(before.minus(Duration::from_secs(60)));
        assert_eq!(clock.now().until(before), Duration::from_secs(60));
        let (sleep, own) = (clock.clone(), clock.clone());
        drop(own.sleep_until(before));
        assert_eq!(sleep.sleepers(), 0);
    }
}
