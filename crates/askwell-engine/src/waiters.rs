//! Who waits for which elicitation in this process.
//!
//! A waiter is registered before anything is looked at, and whoever closes an elicitation hands it to those who wait:
//! nobody looks a second time. Only a hint that another node wrote something makes them look.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Poll, Waker};

use askwell_lifecycle::{Elicitation, ElicitationId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

/// Above this many holds, those that are over are looked for with each new one.
const MANY_HOLDS: usize = 1024;

/// Wakes those who wait for an elicitation to close, and knows which calls hold one.
#[derive(Debug, Default)]
pub(crate) struct Waiters {
    waiting: Mutex<Waiting>,
    numbers: AtomicU64,
}

#[derive(Debug, Default)]
struct Waiting {
    by_id: HashMap<ElicitationId, Vec<Entry>>,
    /// Elicitations that count as held by a call until then.
    held: HashMap<ElicitationId, Timestamp>,
}

/// One who waits.
#[derive(Debug)]
struct Entry {
    number: u64,
    /// Waits on behalf of a call that asked.
    is_call: bool,
    waker: Option<Waker>,
    news: Option<News>,
}

/// What one who waits gets to know.
#[derive(Debug, Clone)]
pub(crate) enum News {
    /// It is closed.
    Closed(Arc<Elicitation>),
    /// Another node may have closed it: look.
    Look,
    /// A newer call waits for it now.
    Superseded,
}

/// A place among those who wait. Leaves no trace when dropped.
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
    /// Registers one who waits and is no call. All that happens from now on is heard.
    pub(crate) fn listen(&self, id: ElicitationId) -> Waiter<&Waiters> {
        let number = self.add(&mut self.waiting.lock(), id, false);
        Waiter { waiters: self, id, number }
    }

    fn add(&self, waiting: &mut Waiting, id: ElicitationId, is_call: bool) -> u64 {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        waiting.by_id.entry(id).or_default().push(Entry { number, is_call, waker: None, news: None });
        number
    }

    /// Hands a closed elicitation to all who wait for it.
    pub(crate) fn close(&self, closed: &Arc<Elicitation>) {
        let mut waiting = self.waiting.lock();
        if waiting.by_id.is_empty() && waiting.held.is_empty() {
            return;
        }
        waiting.held.remove(&closed.id);
        let Some(entries) = waiting.by_id.get_mut(&closed.id) else { return };
        let mut wakers = Vec::new();
        for entry in entries {
            if !matches!(entry.news, Some(News::Superseded)) {
                entry.news = Some(News::Closed(Arc::clone(closed)));
            }
            wakers.extend(entry.waker.take());
        }
        drop(waiting);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Makes everybody look.
    pub(crate) fn wake_all(&self) {
        let mut wakers = Vec::new();
        for entry in self.waiting.lock().by_id.values_mut().flatten() {
            entry.news.get_or_insert(News::Look);
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

    /// Registers a call that joins an elicitation, in place of the calls that wait for it; nothing, if another call
    /// holds it and may not be superseded.
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
            entry.news = Some(News::Superseded);
            entry.is_call = false;
            wakers.extend(entry.waker.take());
        }
        let number = shared.add(&mut waiting, id, true);
        drop(waiting);
        wakers.into_iter().for_each(Waker::wake);
        Some(Waiter { waiters, id, number })
    }

    /// Waits for news. Dropping the future loses nothing.
    pub(crate) async fn news(&mut self) -> News {
        poll_fn(|context| {
            let mut waiting = self.waiters.as_ref().waiting.lock();
            let entry = waiting.by_id.get_mut(&self.id);
            let entry = entry.and_then(|all| all.iter_mut().find(|entry| entry.number == self.number));
            // Always there until this is dropped.
            let Some(entry) = entry else { return Poll::Ready(News::Look) };
            match &entry.news {
                Some(News::Look) => {
                    entry.news = None;
                    Poll::Ready(News::Look)
                }
                Some(news) => Poll::Ready(news.clone()),
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
mod tests {
    use askwell_lifecycle::{Actor, Surface};

    use crate::{Ask, Engine, Limits};

    #[tokio::test]
    async fn who_has_waited_leaves_no_trace() {
        let engine = Engine::builder().limits(Limits::none()).start();
        let client = Actor::client("a", Surface::Library);
        let mut waiting = Vec::new();
        for number in 0..20 {
            let asked = engine.create(&client, Ask::prompt("Why?").unwrap()).await.unwrap().id;
            for _ in 0..3 {
                let (engine, client) = (engine.clone(), client.clone());
                waiting.push(tokio::spawn(async move { engine.wait(&client, asked).await }));
            }
            tokio::task::yield_now().await;
            if number % 2 == 0 {
                engine.decline(&client, asked).await.unwrap();
            }
        }
        let waiters = &engine.shared.waiters;
        assert!(waiters.waiting.lock().by_id.len() >= 10);
        for (number, waiter) in waiting.into_iter().enumerate() {
            if (number / 3) % 2 == 1 {
                waiter.abort();
            }
            let _ = waiter.await;
        }
        assert!(waiters.waiting.lock().by_id.is_empty());
    }
}
