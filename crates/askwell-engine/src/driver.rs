//! The background task of an engine: fires deadlines, abandons elicitations of disconnected clients, and
//! purges old ones.
//!
//! It has no timers. It reads from the store what is due, so that restarts, clock changes and other nodes
//! need no special handling. Firing is a compare-and-set like every other change.

use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_lifecycle::{
    Actor, CancelReason, Elicitation, Event, Scope, Status, Step, Timestamp, transition,
};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::engine::Shared;
use crate::presence::depends_on_client;
use crate::retention::{ClockReading, Retention, load_jumped};
use crate::store::{Change, Op, Query, StoreError};

/// The most elicitations that one commit or purge handles.
const BATCH: usize = 1000;

/// The delay before the next attempt after the store failed.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The longest sleep on a store of one process.
const IDLE_INTERVAL: Duration = Duration::from_secs(10);

/// The longest sleep on a shared store, as other nodes create elicitations, or leave what they have claimed.
const SHARED_INTERVAL: Duration = Duration::from_secs(2);

/// The least time between two purges of a shared store, each of which asks it.
const SHARED_PURGE_INTERVAL: Duration = Duration::from_secs(10);

/// How long a new node of a shared store waits before it purges: every node looks at the clock more often.
const FIRST_SHARED_PURGE: Duration = Duration::from_secs(30);

/// Wakes the driver when something becomes due earlier than planned.
#[derive(Debug, Default)]
pub(crate) struct DriverWaker {
    wake_at: Mutex<Option<Timestamp>>,
    notify: Notify,
}

impl DriverWaker {
    /// Wakes the driver at `due` at the latest.
    pub(crate) fn wake_by(&self, due: Timestamp) {
        let mut wake_at = self.wake_at.lock();
        if wake_at.is_none_or(|earlier| due < earlier) {
            *wake_at = Some(due);
            drop(wake_at);
            self.notify.notify_one();
        }
    }

    /// Wakes the driver now.
    pub(crate) fn wake(&self) {
        self.notify.notify_one();
    }

    /// Makes every following call wake the driver. Called before it reads what is due, so that it does not
    /// miss elicitations that are created meanwhile.
    fn unset(&self) {
        *self.wake_at.lock() = None;
    }

    fn set(&self, due: Timestamp) {
        *self.wake_at.lock() = Some(due);
    }
}

/// The driver task.
pub(crate) struct Driver {
    /// Weak, so that dropping the last engine stops the driver.
    shared: Weak<Shared>,
    retention: Retention,
    /// No purge before this time.
    next_purge: Timestamp,
    /// Whether elicitations of clients that never connected have been handled.
    scanned: bool,
}

impl Driver {
    pub(crate) fn new(shared: &Arc<Shared>, retention: Duration) -> Self {
        // A client unknown to this node may be connected to another one.
        let scanned = shared.is_shared;
        let reading = shared.reading();
        // Another node may have seen a jump of the clock that only its record tells of: until all nodes must have
        // written theirs down, nothing is purged.
        let next_purge =
            if shared.is_shared { reading.wall + FIRST_SHARED_PURGE } else { Timestamp::default() };
        let retention = Retention::new(retention, reading);
        Driver { shared: Arc::downgrade(shared), retention, next_purge, scanned }
    }

    pub(crate) async fn run(mut self) {
        loop {
            let Some(shared) = self.shared.upgrade() else { return };
            shared.driver_waker.unset();
            let next = match self.work(&shared).await {
                Ok(next) => next,
                Err(error) => {
                    tracing::warn!(%error, "the driver could not work; it will try again");
                    shared.clock.now() + RETRY_DELAY
                }
            };
            let (waker, clock) = (Arc::clone(&shared.driver_waker), Arc::clone(&shared.clock));
            drop(shared);
            // No strong reference to the engine while it sleeps.
            waker.set(next);
            tokio::select! {
                () = clock.sleep_until(next) => {}
                () = waker.notify.notified() => {}
            }
        }
    }

    /// Does everything that is due, and returns the next time to wake up.
    async fn work(&mut self, shared: &Arc<Shared>) -> Result<Timestamp, StoreError> {
        while shared.fire_due().await? == BATCH {}
        let gone = self.abandon(shared).await?;
        if !shared.is_shared || shared.clock.now() >= self.next_purge {
            let closed_before = self.closed_before(shared).await?;
            while shared.store.purge(closed_before, BATCH).await? == BATCH {}
            self.next_purge = shared.clock.now() + SHARED_PURGE_INTERVAL;
        }
        let now = shared.clock.now();
        shared.meter.set_open(&shared.store.open_by_mode().await?);
        let due = shared.store.next_due().await?;
        let idle = now + if shared.is_shared { SHARED_INTERVAL } else { IDLE_INTERVAL };
        Ok(due.into_iter().chain(gone).min().unwrap_or(idle).min(idle))
    }

    /// Returns the time before which closed elicitations may be purged.
    async fn closed_before(&mut self, shared: &Shared) -> Result<Timestamp, StoreError> {
        if self.retention.is_new() {
            let (newest, saved) = (shared.newest_change().await?, load_jumped(&*shared.store).await?);
            self.retention.start(newest, saved);
        }
        let closed_before = self.retention.closed_before(shared.reading());
        if let Err(error) = self.retention.save(&*shared.store).await {
            tracing::warn!(%error, "a jump of the clock could not be written down; it will be tried again");
        }
        Ok(closed_before)
    }

    /// Abandons the elicitations of clients whose grace time is over. Returns when the next grace time ends.
    async fn abandon(&mut self, shared: &Arc<Shared>) -> Result<Option<Timestamp>, StoreError> {
        let now = shared.clock.now();
        if shared.is_shared {
            shared.renew_client_leases(now).await?;
        }
        let mut gone = shared.presence.take_expired(now).into_iter();
        while let Some(client) = gone.next() {
            if let Err(error) = shared.abandon_client(client.clone()).await {
                // The clients were removed above, so put them back to try again.
                std::iter::once(client).chain(gone).for_each(|one| shared.presence.requeue(one, now));
                return Err(error);
            }
        }
        let first_scan = shared.presence.first_scan();
        if !self.scanned && now >= first_scan {
            shared.abandon_all(Scope::Everything).await?;
            self.scanned = true;
        }
        let scan = (!self.scanned).then_some(first_scan);
        Ok(shared.presence.next_expiry().into_iter().chain(scan).min())
    }
}

impl Shared {
    fn reading(&self) -> ClockReading {
        ClockReading { wall: self.clock.now(), elapsed: self.clock.elapsed() }
    }

    /// Returns when the newest change in the store happened, if it has one.
    async fn newest_change(&self) -> Result<Option<Timestamp>, StoreError> {
        let newest = *self.store.subscribe().borrow();
        let Some(before) = newest.checked_sub(1) else { return Ok(None) };
        let changes = self.store.changes_since(before, 1, Scope::Everything).await?;
        Ok(changes.list.last().map(|change| change.at))
    }

    /// Fires everything that is due, up to one batch, and returns how many.
    async fn fire_due(self: &Arc<Self>) -> Result<usize, StoreError> {
        let due = self.store.claim_due(self.clock.now(), BATCH).await?;
        let events = due.iter().map(|elicitation| (elicitation, Event::Tick));
        self.advance_all(events).await?;
        Ok(due.len())
    }

    pub(crate) async fn abandon_all(self: &Arc<Self>, scope: Scope) -> Result<(), StoreError> {
        let statuses = vec![Status::Pending, Status::Active];
        let mut query = Query { scope, statuses, mode: None, before: None, limit: BATCH };
        loop {
            let page = self.store.list(query.clone()).await?;
            let nobody_left = |elicitation: &&Arc<Elicitation>| {
                depends_on_client(elicitation) && !self.presence.is_expected(&elicitation.client)
            };
            let lost = page.items.iter().filter(nobody_left);
            self.advance_all(lost.map(|lost| (lost, Event::Cancel(CancelReason::ClientDisconnected))))
                .await?;
            match page.next {
                Some(next) => query.before = Some(next),
                None => return Ok(()),
            }
        }
    }

    /// Applies events in one commit. Skips elicitations that changed concurrently.
    async fn advance_all<'e>(
        self: &Arc<Self>,
        events: impl Iterator<Item = (&'e Arc<Elicitation>, Event)>,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut ops = Vec::new();
        for (before, event) in events {
            let Ok(moved) = transition(before, event, now) else { continue };
            let Step { next, effects } = moved.step;
            if effects.is_empty() {
                continue;
            }
            let changes = Change::of(&next, effects, &Actor::engine(), now);
            ops.push(Op::Transition { elicitation: Arc::new(next), expected: before.revision, changes });
        }
        if ops.is_empty() {
            return Ok(());
        }
        self.commit(ops).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::DriverWaker;
    use askwell_lifecycle::Timestamp;

    /// Returns whether a driver that sleeps now would wake at once.
    fn wakes(waker: &DriverWaker) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        pin!(waker.notify.notified()).poll(&mut context) == Poll::Ready(())
    }

    #[test]
    fn ask_while_the_driver_works_wakes_it() {
        let waker = DriverWaker::default();
        let at = Timestamp::from_millis;
        waker.set(at(10));
        waker.wake_by(at(20));
        assert!(!wakes(&waker), "later than what it wakes for anyway");
        // The driver wakes at 10 and reads what is due; an elicitation is created just then.
        waker.unset();
        waker.wake_by(at(15));
        waker.set(at(30));
        assert!(wakes(&waker));
        assert!(!wakes(&waker));
        waker.wake_by(at(29));
        assert!(wakes(&waker));
    }
}
