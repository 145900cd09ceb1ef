//! Time passing: one task that fires deadlines, abandons what nobody can answer, and forgets what is old.
//!
//! It keeps no timers. What is due is read from the store, so a restart, a jump of the clock and another
//! node make no difference; firing is a compare-and-set like any other change.

use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_lifecycle::{
    Actor, CancelReason, Elicitation, Event, Scope, Status, Step, Timestamp, transition,
};
use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use crate::clock::Clock;
use crate::engine::Shared;
use crate::presence::depends_on_client;
use crate::retention::{Reading, Retention, load_jumped};
use crate::store::{Change, Op, Query, StoreError};

/// So many are fired in one go, before the driver looks at the time again.
const BATCH: usize = 1000;

/// After a store failed, the driver tries again this much later.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Without anything due, the driver still looks this often: other nodes may have asked.
const IDLE: Duration = Duration::from_secs(10);

/// Tells the driver that something is due earlier than it thinks.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    set_for: Mutex<Option<Timestamp>>,
    notify: Notify,
}

impl Alarm {
    /// Rings at `due` at the latest.
    pub(crate) fn ring_by(&self, due: Timestamp) {
        let mut set_for = self.set_for.lock();
        if set_for.is_none_or(|earlier| due < earlier) {
            *set_for = Some(due);
            drop(set_for);
            self.notify.notify_one();
        }
    }

    /// Rings now.
    pub(crate) fn ring(&self) {
        self.notify.notify_one();
    }

    /// From here on every ring counts: what is due is about to be read, and may be read too early to see
    /// what is asked meanwhile.
    fn unset(&self) {
        *self.set_for.lock() = None;
    }

    fn set(&self, due: Timestamp) {
        *self.set_for.lock() = Some(due);
    }
}

/// The one loop.
pub(crate) struct Driver {
    /// Weak, so that dropping the last engine stops the driver.
    shared: Weak<Shared>,
    retention: Retention,
    /// Moves when other nodes have written to a shared store.
    foreign: Option<watch::Receiver<u64>>,
    /// Whether clients that were never seen have been looked for.
    scanned: bool,
}

/// What the driver wakes for.
enum Wake {
    Due,
    Earlier,
    Elsewhere,
    Stopped,
}

impl Driver {
    pub(crate) fn new(shared: &Arc<Shared>, retention: Duration) -> Self {
        let foreign = shared.store.foreign_changes();
        // A client that this node has never seen may be attached to another one.
        let scanned = foreign.is_some();
        let retention = Retention::new(retention, shared.reading());
        Driver { shared: Arc::downgrade(shared), retention, foreign, scanned }
    }

    pub(crate) async fn run(mut self) {
        loop {
            let Some(shared) = self.shared.upgrade() else { return };
            shared.alarm.unset();
            let next = match self.work(&shared).await {
                Ok(next) => next,
                Err(error) => {
                    tracing::warn!(%error, "the driver could not work; it will try again");
                    shared.clock.now() + AFTER_FAILURE
                }
            };
            let (alarm, clock) = (Arc::clone(&shared.alarm), Arc::clone(&shared.clock));
            drop(shared);
            match self.sleep(&alarm, &*clock, next).await {
                Wake::Earlier => {}
                // Hints of what other nodes did can be lost, so those who wait look with every round, too.
                Wake::Due if self.foreign.is_none() => {}
                Wake::Due | Wake::Elsewhere => {
                    if let Some(shared) = self.shared.upgrade() {
                        shared.waiters.wake_all();
                    }
                }
                Wake::Stopped => return,
            }
        }
    }

    /// Sleeps without holding on to the engine, so that the last one can go.
    async fn sleep(&mut self, alarm: &Alarm, clock: &dyn Clock, until: Timestamp) -> Wake {
        alarm.set(until);
        let foreign = async {
            match &mut self.foreign {
                Some(foreign) => foreign.changed().await.is_ok(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = clock.sleep_until(until) => Wake::Due,
            () = alarm.notify.notified() => Wake::Earlier,
            alive = foreign => if alive { Wake::Elsewhere } else { Wake::Stopped },
        }
    }

    /// Does all that is due, and says when to look again.
    async fn work(&mut self, shared: &Arc<Shared>) -> Result<Timestamp, StoreError> {
        while shared.fire_due().await? == BATCH {}
        let gone = self.abandon(shared).await?;
        let closed_before = self.closed_before(shared).await?;
        while shared.store.purge(closed_before, BATCH).await? == BATCH {}
        let now = shared.clock.now();
        shared.meter.set_open(&shared.store.open_by_mode().await?);
        let due = shared.store.next_due().await?;
        Ok(due.into_iter().chain(gone).min().unwrap_or(now + IDLE).min(now + IDLE))
    }

    /// Returns the time before which what is closed may be purged.
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

    /// Abandons what only clients that have gone could answer; says when the next one will have gone.
    async fn abandon(&mut self, shared: &Arc<Shared>) -> Result<Option<Timestamp>, StoreError> {
        let now = shared.clock.now();
        let mut gone = shared.presence.gone_for_good(now).into_iter();
        while let Some(client) = gone.next() {
            if let Err(error) = shared.abandon_all(Scope::Client(client.clone())).await {
                // Nobody remembers those who are gone, so these are told to come up again.
                std::iter::once(client).chain(gone).for_each(|one| shared.presence.give_up_later(one, now));
                return Err(error);
            }
        }
        let first_scan = shared.presence.first_scan();
        if !self.scanned && now >= first_scan {
            shared.abandon_all(Scope::Everything).await?;
            self.scanned = true;
        }
        let scan = (!self.scanned).then_some(first_scan);
        Ok(shared.presence.next_gone().into_iter().chain(scan).min())
    }
}

impl Shared {
    fn reading(&self) -> Reading {
        Reading { wall: self.clock.now(), elapsed: self.clock.elapsed() }
    }

    /// Returns when the newest change in the store happened, if it has one.
    async fn newest_change(&self) -> Result<Option<Timestamp>, StoreError> {
        let newest = *self.store.subscribe().borrow();
        let Some(before) = newest.checked_sub(1) else { return Ok(None) };
        let changes = self.store.changes_since(before, 1, Scope::Everything).await?;
        Ok(changes.list.last().map(|change| change.at))
    }

    /// Fires what is due, and says how much that was.
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

    /// One commit for many. Who was faster elsewhere has settled the matter already.
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

    use super::Alarm;
    use askwell_lifecycle::Timestamp;

    /// Whether a driver that sleeps now would wake at once.
    fn rings(alarm: &Alarm) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        pin!(alarm.notify.notified()).poll(&mut context) == Poll::Ready(())
    }

    #[test]
    fn what_is_asked_while_the_driver_works_is_not_slept_through() {
        let alarm = Alarm::default();
        let at = Timestamp::from_millis;
        alarm.set(at(10));
        alarm.ring_by(at(20));
        assert!(!rings(&alarm), "later than what it wakes for anyway");
        // The driver wakes at 10, reads what is due, and misses what is asked just then.
        alarm.unset();
        alarm.ring_by(at(15));
        alarm.set(at(30));
        assert!(rings(&alarm));
        assert!(!rings(&alarm));
        alarm.ring_by(at(29));
        assert!(rings(&alarm));
    }
}
