//! The tail of a shared store: follows the changes of all nodes, wakes waiters, and feeds watches.
//!
//! One task per engine reads the log, so that neither waiters nor watches ask the store for each change. It
//! keeps the newest changes, and the elicitations of the very newest if there are watches. Stores of one
//! process need none: their commits wake waiters, and watches read their log.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};

use askwell_form::Form;
use askwell_lifecycle::{Effect, Elicitation, ElicitationId, Scope, Status};
use hashbrown::HashSet;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::engine::Shared;
use crate::store::{Change, Changes, Followed, Follower};

/// How many changes are kept. Watches that resume from before them read the store.
const KEPT_CHANGES: usize = 64 << 10;

/// How many of the newest changes are kept with their elicitations.
const KEPT_ELICITATIONS: usize = 1_024;

/// The newest changes of a shared store.
#[derive(Debug)]
pub(crate) struct Tail {
    kept: Mutex<KeptChanges>,
    newest: watch::Sender<u64>,
}

#[derive(Debug)]
struct KeptChanges {
    /// The changes after this number are kept, without gaps.
    after: u64,
    changes: VecDeque<Change>,
    elicitations: VecDeque<Arc<Elicitation>>,
}

impl Tail {
    pub(crate) fn new(newest: u64) -> Self {
        let kept = KeptChanges { after: newest, changes: VecDeque::new(), elicitations: VecDeque::new() };
        Tail { kept: Mutex::new(kept), newest: watch::Sender::new(newest) }
    }

    /// Returns the sequence number of the newest change, and its updates. The change is kept by then.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// Returns the changes after a number, as [`ChangeLog::changes_since`](crate::store::ChangeLog::changes_since)
    /// does; `None` if the store has to be asked.
    pub(crate) fn since(&self, after: u64, limit: usize, scope: &Scope) -> Option<Changes> {
        let kept = self.kept.lock();
        let newest = kept.after + kept.changes.len() as u64;
        if after < kept.after || after > newest {
            return None;
        }
        let start = usize::try_from(after - kept.after).ok()?;
        let mut found = Changes { list: Vec::new(), upto: after, truncated: false };
        for change in kept.changes.range(start..) {
            found.upto = change.seq;
            if scope.includes(&change.client, &change.audience) {
                found.list.push(change.clone());
            }
            if found.list.len() == limit {
                break;
            }
        }
        Some(found)
    }

    /// Returns the elicitation of a change at its revision or a later one, if it is kept.
    pub(crate) fn elicitation(&self, change: &Change) -> Option<Arc<Elicitation>> {
        let kept = self.kept.lock();
        let found = kept.elicitations.iter().rev().find(|one| one.id == change.id);
        found.filter(|one| one.revision >= change.revision).cloned()
    }

    fn has_watches(&self) -> bool {
        self.newest.receiver_count() > 0
    }

    /// Appends changes, and announces them.
    fn push(&self, changes: &[Change], elicitations: Vec<Arc<Elicitation>>) {
        let Some(last) = changes.last().map(|change| change.seq) else { return };
        let mut kept = self.kept.lock();
        for change in changes {
            let newest = kept.after + kept.changes.len() as u64;
            if change.seq <= newest {
                continue;
            }
            if change.seq != newest + 1 {
                kept.changes.clear();
                kept.after = change.seq - 1;
            }
            kept.changes.push_back(change.clone());
            if kept.changes.len() > KEPT_CHANGES {
                kept.changes.pop_front();
                kept.after += 1;
            }
        }
        kept.elicitations.extend(elicitations.into_iter().filter(|one| may_keep(one)));
        let excess = kept.elicitations.len().saturating_sub(KEPT_ELICITATIONS);
        kept.elicitations.drain(..excess);
        drop(kept);
        self.newest.send_if_modified(|newest| {
            let is_new = last > *newest;
            *newest = last.max(*newest);
            is_new
        });
    }

    /// Forgets what was kept before a gap, and wakes all watches.
    fn skip(&self, newest: u64) {
        let mut kept = self.kept.lock();
        kept.changes.clear();
        kept.elicitations.clear();
        kept.after = newest;
        drop(kept);
        self.newest.send_replace(newest);
    }
}

/// Secrets do not stay in memory.
fn may_keep(elicitation: &Elicitation) -> bool {
    elicitation.status().is_open() || !elicitation.form().is_some_and(Form::has_secrets)
}

/// Follows the store until it is closed or the engine is dropped.
pub(crate) async fn run(shared: Weak<Shared>, mut follower: Follower) {
    while let Some(followed) = follower.next().await {
        let Some(shared) = shared.upgrade() else { return };
        match followed {
            Followed::Changes(changes) => shared.apply_changes(&changes).await,
            Followed::Gap => {
                shared.tail.skip(*shared.store.subscribe().borrow());
                shared.waiters.wake_all();
            }
        }
    }
}

impl Shared {
    /// Wakes the waiters of what was closed, and passes the changes to watches. Reads the elicitations once
    /// for all of them.
    async fn apply_changes(&self, changes: &[Change]) {
        let closed = changes.iter().filter(|change| is_end(&change.effect)).map(|change| &change.id);
        let waited_for = self.waiters.waited_for(closed);
        let mut wanted: HashSet<ElicitationId> = waited_for.iter().copied().collect();
        if self.tail.has_watches() {
            let newest = changes.iter().rev().take(KEPT_ELICITATIONS);
            wanted.extend(newest.map(|change| change.id));
        }
        let mut read = Vec::new();
        if !wanted.is_empty() {
            match self.store.get_many(wanted.into_iter().collect()).await {
                Ok(found) => read = found,
                // Waiters and watches read for themselves, and report the error.
                Err(error) => tracing::warn!(%error, "changed elicitations could not be read"),
            }
        }
        for closed in read.iter().filter(|one| !one.status().is_open()) {
            self.waiters.close(closed);
        }
        self.waiters.wake(&waited_for);
        self.tail.push(changes, read);
    }
}

fn is_end(effect: &Effect) -> bool {
    matches!(effect, Effect::Closed { status, .. } if !Status::is_open(*status))
}
