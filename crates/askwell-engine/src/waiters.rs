//! The waiters of this process: calls and tasks that wait for an elicitation to close.
//!
//! A waiter is registered before the store is read. The commit that closes an elicitation hands it to its waiters, which
//! need not read it again. The tail does the same for what other nodes close. Only a gap in the log makes waiters read
//! the store.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Poll, Waker};

use askwell_lifecycle::{Elicitation, ElicitationId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use smallvec::SmallVec;

/// With this many holds, adding one removes those that are over.
const MANY_HOLDS: usize = 1024;

/// The waiters of this process, and which elicitations calls hold.
#[derive(Debug, Default)]
pub(crate) struct Waiters {
    waiting: Mutex<WaiterTable>,
    numbers: AtomicU64,
}

#[derive(Debug, Default)]
struct WaiterTable {
    /// Nearly always one for each.
    by_id: HashMap<ElicitationId, SmallVec<[WaiterEntry; 1]>>,
    /// Elicitations that count as held by a call, and until when.
    held: HashMap<ElicitationId, Timestamp>,
}

/// A registered waiter.
#[derive(Debug)]
struct WaiterEntry {
    number: u64,
    /// Whether it belongs to a call that asked.
    is_call: bool,
    waker: Option<Waker>,
    event: Option<WaiterEvent>,
}

/// What a waiter is told.
#[derive(Debug, Clone)]
pub(crate) enum WaiterEvent {
    /// The elicitation is closed.
    Closed(Arc<Elicitation>),
    /// Another node may have closed it: read the store.
    Recheck,
    /// A newer call waits instead.
    Superseded,
}

/// A registration as a waiter. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct Waiter<W: AsRef<Waiters>> {
    waiters: W,
    id: ElicitationId,
    number: u64,
}

impl AsRef<Waiters> for &Waiters {
    fn as_ref(&self) -> &Waiters {
        self
    }
}

impl Waiters {
    /// Registers a waiter that is not a call. It receives every event from now on.
    pub(crate) fn register(&self, id: ElicitationId) -> Waiter<&Waiters> {
        let number = self.add(&mut self.waiting.lock(), id, false);
        Waiter { waiters: self, id, number }
    }

    fn add(&self, waiting: &mut WaiterTable, id: ElicitationId, is_call: bool) -> u64 {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        waiting.by_id.entry(id).or_default().push(WaiterEntry { number, is_call, waker: None, event: None });
        number
    }

    /// Passes a closed elicitation to its waiters.
    pub(crate) fn close(&self, closed: &Arc<Elicitation>) {
        let mut waiting = self.waiting.lock();
        if waiting.by_id.is_empty() && waiting.held.is_empty() {
            return;
        }
        waiting.held.remove(&closed.id);
        let Some(entries) = waiting.by_id.get_mut(&closed.id) else { return };
        let mut wakers: SmallVec<[Waker; 2]> = SmallVec::new();
        for entry in entries {
            if !matches!(entry.event, Some(WaiterEvent::Superseded)) {
                entry.event = Some(WaiterEvent::Closed(Arc::clone(closed)));
            }
            wakers.extend(entry.waker.take());
        }
        drop(waiting);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Returns which of these elicitations are waited for.
    pub(crate) fn waited_for<'i>(&self, ids: impl Iterator<Item = &'i ElicitationId>) -> Vec<ElicitationId> {
        let waiting = self.waiting.lock();
        if waiting.by_id.is_empty() {
            return Vec::new();
        }
        ids.filter(|id| waiting.by_id.contains_key(*id)).copied().collect()
    }

    /// Makes the waiters of these elicitations read the store.
    pub(crate) fn wake(&self, ids: &[ElicitationId]) {
        let mut waiting = self.waiting.lock();
        let mut wakers = Vec::new();
        for id in ids {
            for entry in waiting.by_id.get_mut(id).into_iter().flatten() {
                entry.event.get_or_insert(WaiterEvent::Recheck);
                wakers.extend(entry.waker.take());
            }
        }
        drop(waiting);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Makes every waiter read the store.
    pub(crate) fn wake_all(&self) {
        let mut wakers = Vec::new();
        for entry in self.waiting.lock().by_id.values_mut().flatten() {
            entry.event.get_or_insert(WaiterEvent::Recheck);
            wakers.extend(entry.waker.take());
        }
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Returns whether a call waits for an elicitation, or waited and has not gone on yet.
    pub(crate) fn has_call(&self, id: ElicitationId) -> bool {
        self.waiting.lock().by_id.get(&id).into_iter().flatten().any(|entry| entry.is_call)
    }

    /// Counts an elicitation as held by a call until then.
    pub(crate) fn hold(&self, id: ElicitationId, until: Timestamp, now: Timestamp) {
        let mut waiting = self.waiting.lock();
        if waiting.held.len() >= MANY_HOLDS {
            waiting.held.retain(|_, until| *until > now);
        }
        waiting.held.insert(id, until);
    }
}

impl<W: AsRef<Waiters>> Waiter<W> {
    /// Registers a call that has just asked, before others can see what it asked.
    pub(crate) fn of_new_call(waiters: W, id: ElicitationId) -> Self {
        let shared = waiters.as_ref();
        let number = shared.add(&mut shared.waiting.lock(), id, true);
        Waiter { waiters, id, number }
    }

    /// Registers a call that joins an elicitation, and supersedes the calls that wait for it. Returns `None`
    /// if another call holds it and may not be superseded.
    pub(crate) fn of_joining_call(
        waiters: W,
        id: ElicitationId,
        now: Timestamp,
        may_supersede: bool,
    ) -> Option<Self> {
        let shared = waiters.as_ref();
        let mut waiting = shared.waiting.lock();
        let is_held = waiting.held.get(&id).is_some_and(|until| *until > now);
        let calls = || waiting.by_id.get(&id).into_iter().flatten().filter(|entry| entry.is_call);
        if !may_supersede && (is_held || calls().next().is_some()) {
            return None;
        }
        waiting.held.remove(&id);
        let mut wakers = Vec::new();
        for entry in waiting.by_id.get_mut(&id).into_iter().flatten().filter(|entry| entry.is_call) {
            entry.event = Some(WaiterEvent::Superseded);
            entry.is_call = false;
            wakers.extend(entry.waker.take());
        }
        let number = shared.add(&mut waiting, id, true);
        drop(waiting);
        wakers.into_iter().for_each(Waker::wake);
        Some(Waiter { waiters, id, number })
    }

    /// Waits for the next event. Cancel-safe: dropping the future loses no event.
    pub(crate) async fn next_event(&mut self) -> WaiterEvent {
        poll_fn(|context| {
            let mut waiting = self.waiters.as_ref().waiting.lock();
            let entry = waiting.by_id.get_mut(&self.id);
            let entry = entry.and_then(|all| all.iter_mut().find(|entry| entry.number == self.number));
            // The entry exists until this is dropped.
            let Some(entry) = entry else { return Poll::Ready(WaiterEvent::Recheck) };
            match &entry.event {
                Some(WaiterEvent::Recheck) => {
                    entry.event = None;
                    Poll::Ready(WaiterEvent::Recheck)
                }
                Some(event) => Poll::Ready(event.clone()),
                None => {
                    match &mut entry.waker {
                        Some(waker) => waker.clone_from(context.waker()),
                        empty => *empty = Some(context.waker().clone()),
                    }
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl<W: AsRef<Waiters>> Drop for Waiter<W> {
    fn drop(&mut self) {
        let mut waiting = self.waiters.as_ref().waiting.lock();
        let Some(entries) = waiting.by_id.get_mut(&self.id) else { return };
        entries.retain(|entry| entry.number != self.number);
        if entries.is_empty() {
            waiting.by_id.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests;
