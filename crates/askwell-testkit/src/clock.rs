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
//! Nothing here sleeps: [`ManualClock::settle`] returns when every engine with this clock has looked at the
//! time and done what was due.

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

/// A clock that a test moves. Clones show the same time; give each engine a clone of its own.
pub struct ManualClock {
    face: Arc<Face>,
    /// Tells the clones apart, so that a settled clock knows whom it has heard of.
    holder: u64,
}

/// What all clones look at.
struct Face {
    inner: Mutex<Inner>,
    holders: AtomicU64,
    /// Moves whenever somebody goes to sleep, or goes away.
    stirred: watch::Sender<()>,
}

#[derive(Default)]
struct Inner {
    now: Timestamp,
    /// How much time a test let pass, however the clock was set.
    passed: Duration,
    next_sleep: u64,
    sleeps: BTreeMap<u64, Sleeping>,
    /// Of each clone that somebody has slept by, how often; clones that are gone are not among them.
    slept: BTreeMap<u64, u64>,
}

struct Sleeping {
    holder: u64,
    until: Timestamp,
    waker: Option<Waker>,
    /// Called before its time, to look at the clock again.
    called: bool,
}

/// When a manual clock begins: in 2027.
const START: Timestamp = Timestamp::from_millis(1_800_000_000_000);

/// So often other tasks get their turn before a settling clock looks who sleeps: enough for a task that was
/// spawned or woken just now, and for what it wakes in turn.
const TURNS: usize = 8;

impl ManualClock {
    /// A clock that stands at some moment in 2027.
    #[must_use]
    pub fn new() -> Self {
        ManualClock::at(START)
    }

    /// A clock that stands at this moment.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        let inner = Mutex::new(Inner { now, ..Inner::default() });
        let face = Face { inner, holders: AtomicU64::new(1), stirred: watch::Sender::new(()) };
        ManualClock { face: Arc::new(face), holder: 0 }
    }

    /// Lets time pass. Whoever has slept long enough wakes, but nobody has done anything yet when this
    /// returns: see [`settle`](Self::settle).
    pub fn advance(&self, by: Duration) {
        let mut inner = self.face.inner.lock();
        inner.passed = inner.passed.saturating_add(by);
        let now = inner.now + by;
        show(inner, now);
    }

    /// Sets the clock, also backwards, as people and time servers do: no time passes by that.
    pub fn set(&self, now: Timestamp) {
        show(self.face.inner.lock(), now);
    }
    /// Waits until every engine with this clock has done all that is due, and sleeps again. Each is woken
    /// once to look, so nothing depends on what it was doing.
    ///
    /// Waits for ever if an engine cannot go to sleep, because its store does not answer, say. On a runtime
    /// with several threads, an engine that was started a moment ago may not have been heard of yet.
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

    /// Lets time pass, and waits until all that is due has been done.
    pub async fn advance_and_settle(&self, by: Duration) {
        self.advance(by);
        self.settle().await;
    }

    /// How many sleep by this clock: one for each engine that has nothing to do.
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

/// Shows a time, and wakes who has slept until then.
fn show(mut inner: MutexGuard<'_, Inner>, now: Timestamp) {
    inner.now = now;
    let due = inner.sleeps.values_mut().filter(|sleep| sleep.until <= now);
    let wakers: Vec<Waker> = due.filter_map(|sleep| sleep.waker.take()).collect();
    drop(inner);
    wakers.into_iter().for_each(Waker::wake);
}

impl Inner {
    /// How often each holder has slept, if all of those there are sleep right now and some do.
    fn all_asleep(&self) -> Option<BTreeMap<u64, u64>> {
        let asleep = |holder: &u64| {
            self.sleeps.values().any(|sleep| sleep.holder == *holder && sleep.until > self.now)
        };
        (!self.slept.is_empty() && self.slept.keys().all(asleep)).then(|| self.slept.clone())
    }

    /// Whether all of them have gone to sleep again, or have gone.
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

/// One who sleeps. Leaves no trace when dropped.
struct Sleep<'c> {
    face: &'c Face,
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
    async fn sleepers_wake_when_their_time_has_come_and_not_before() {
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
    async fn a_clock_can_be_set_back() {
        let clock = ManualClock::new();
        let before = clock.now();
        clock.set(before.minus(Duration::from_secs(60)));
        assert_eq!(clock.now().until(before), Duration::from_secs(60));
        let (sleep, own) = (clock.clone(), clock.clone());
        drop(own.sleep_until(before));
        assert_eq!(sleep.sleepers(), 0);
    }
}
