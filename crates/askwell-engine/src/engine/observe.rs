//! Reading elicitations: status, lists, history, waiting and watching.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Mode, Outcome, Scope, Status};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use super::Engine;
use crate::error::CallError;
use crate::store::{
    Change, Changes, InboxCounts, InboxCursor, InboxPage, InboxPart, InboxQuery, ListPage, Query, StoreError,
};
use crate::waiters::WaiterEvent;

/// The largest page of a list.
const LARGEST_PAGE: usize = 1000;

/// The most entries of a history.
const LONGEST_HISTORY: usize = 1000;

/// How many changes a watch fetches at a time.
const STRETCH: usize = 256;

/// Which elicitations to list.
#[derive(Debug, Clone, Default)]
pub struct ListFilter {
    /// The statuses to include; all, if empty.
    pub statuses: Vec<Status>,
    /// The mode to include; all, if `None`.
    pub mode: Option<Mode>,
    /// The last id of the previous page.
    pub before: Option<ElicitationId>,
    /// The size of the page; 100 by default.
    pub limit: Option<usize>,
}

/// Which part of an inbox to list.
#[derive(Debug, Clone, Default)]
pub struct InboxFilter {
    /// The part; all of it by default.
    pub part: InboxPart,
    /// The mode to include; all, if `None`.
    pub mode: Option<Mode>,
    /// The place of the last entry of the previous page.
    pub after: Option<InboxCursor>,
    /// The size of the page; 100 by default.
    pub limit: Option<usize>,
}

impl Engine {
    /// Returns an elicitation in its current state.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn status(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.get_visible(actor, id).await
    }

    /// Lists the elicitations that the actor can see, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self, actor: &Actor, filter: ListFilter) -> Result<ListPage, CallError> {
        let query = Query {
            scope: actor.scope.clone(),
            statuses: filter.statuses,
            mode: filter.mode,
            before: filter.before,
            limit: filter.limit.unwrap_or(100).clamp(1, LARGEST_PAGE),
        };
        Ok(self.shared.store.list(query).await?)
    }

    /// Lists the open elicitations that the actor can see, the earliest deadline first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list_inbox(&self, actor: &Actor, filter: InboxFilter) -> Result<InboxPage, CallError> {
        let query = InboxQuery {
            scope: actor.scope.clone(),
            part: filter.part,
            mode: filter.mode,
            after: filter.after,
            limit: filter.limit.unwrap_or(100).clamp(1, LARGEST_PAGE),
        };
        Ok(self.shared.store.list_inbox(query).await?)
    }

    /// Counts the open elicitations in each part of the actor's inbox. A shared store counts each up to
    /// [`MOST_COUNTED`](crate::store::MOST_COUNTED).
    ///
    /// # Errors
    /// When the store fails.
    pub async fn count_inbox(&self, actor: &Actor) -> Result<InboxCounts, CallError> {
        Ok(self.shared.store.count_inbox(actor.scope.clone()).await?)
    }

    /// Returns the changes of one elicitation, oldest first: at most the newest 1,000, without those that the
    /// log has purged.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn history(&self, actor: &Actor, id: ElicitationId) -> Result<Vec<Change>, CallError> {
        self.get_visible(actor, id).await?;
        Ok(self.shared.store.history(id, LONGEST_HISTORY).await?)
    }

    /// Returns the changes after a sequence number that the actor can see, oldest first. The log was read to its end
    /// if [`Changes::upto`](crate::store::Changes::upto) is not after the number.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn changes(&self, actor: &Actor, after: u64, limit: usize) -> Result<Changes, CallError> {
        let limit = limit.clamp(1, LARGEST_PAGE);
        Ok(self.shared.store.changes_since(after, limit, actor.scope.clone()).await?)
    }

    /// Waits until the elicitation is closed, and returns its outcome. Any number of callers can wait.
    /// Dropping the future is safe: calling again, even after a restart, returns the same outcome.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn wait(&self, actor: &Actor, id: ElicitationId) -> Result<Outcome, CallError> {
        let found = self.get_visible(actor, id).await?;
        if let Some(outcome) = found.outcome() {
            return Ok(outcome.clone());
        }
        let mut waiter = self.shared.waiters.register(id);
        loop {
            // Registering before reading makes sure that no change is missed.
            let found = self.get_visible(actor, id).await?;
            if let Some(outcome) = found.outcome() {
                return Ok(outcome.clone());
            }
            if let WaiterEvent::Closed(closed) = waiter.next_event().await
                && let Some(outcome) = closed.outcome()
            {
                return Ok(outcome.clone());
            }
        }
    }

    /// Returns the elicitation of a change that the actor has seen, at the change's revision or a later one.
    /// Use it rather than [`Engine::status`] for each change of a watch: watches of a shared store have one
    /// read in common.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn elicitation_of(
        &self,
        actor: &Actor,
        change: &Change,
    ) -> Result<Arc<Elicitation>, CallError> {
        let kept = if self.shared.is_shared { self.shared.tail.elicitation(change) } else { None };
        match kept.filter(|elicitation| actor.may_see(elicitation)) {
            Some(kept) => Ok(kept),
            None => self.get_visible(actor, change.id).await,
        }
    }

    /// Watches the changes that the actor can see, from after a sequence number or from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn watch(&self, actor: &Actor, after: Option<u64>) -> Result<Watch, CallError> {
        let committed = self.shared.store.subscribe();
        let after = match after {
            Some(after) => after,
            None => *committed.borrow(),
        };
        let newest = if self.shared.is_shared { self.shared.tail.subscribe() } else { committed };
        Ok(Watch { engine: self.clone(), scope: actor.scope.clone(), after, newest, ready: VecDeque::new() })
    }
}

/// A watch on the change log. Dropping it stops it; a new one can resume from [`Watch::position`].
#[derive(Debug)]
pub struct Watch {
    engine: Engine,
    scope: Scope,
    after: u64,
    newest: watch::Receiver<u64>,
    ready: VecDeque<Change>,
}

/// An item of a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    /// A change.
    Change(Change),
    /// Changes were purged before this watch read them. Read the current state, then continue.
    Missed,
}

impl Watch {
    /// Returns the sequence number of the last change that was returned.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.ready.front().map_or(self.after, |change| change.seq - 1)
    }

    /// Turns the watch into a stream, which ends after the first error.
    pub fn into_stream(self) -> impl Stream<Item = Result<WatchEvent, StoreError>> + Send {
        stream::unfold(Some(self), |watch| async {
            let mut watch = watch?;
            let seen = watch.next().await;
            let goes_on = seen.is_ok();
            Some((seen, goes_on.then_some(watch)))
        })
    }

    /// Waits for the next change. Cancel-safe: dropping the future loses no change.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn next(&mut self) -> Result<WatchEvent, StoreError> {
        loop {
            if let Some(change) = self.ready.pop_front() {
                return Ok(WatchEvent::Change(change));
            }
            self.newest.mark_unchanged();
            let shared = &self.engine.shared;
            let kept = match shared.is_shared {
                true => shared.tail.since(self.after, STRETCH, &self.scope),
                false => None,
            };
            let found = match kept {
                Some(kept) => kept,
                None => shared.store.changes_since(self.after, STRETCH, self.scope.clone()).await?,
            };
            let moved = found.upto > self.after;
            self.after = found.upto;
            self.ready.extend(found.list);
            if found.truncated {
                return Ok(WatchEvent::Missed);
            }
            if !moved && self.newest.changed().await.is_err() {
                return Err(StoreError::Closed);
            }
        }
    }
}
