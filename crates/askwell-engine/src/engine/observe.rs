//! Looking on: status, lists, waiting, watching.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Mode, Outcome, Scope, Status};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use super::Engine;
use crate::error::CallError;
use crate::store::{Change, Page, Query, StoreError};
use crate::waiters::News;

/// A page holds at most this many.
const LARGEST_PAGE: usize = 1000;

/// A history holds at most this many entries.
const LONGEST_HISTORY: usize = 1000;

/// Changes are fetched in stretches of this many.
const STRETCH: usize = 256;

/// What to list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// In which states; all, if empty.
    pub statuses: Vec<Status>,
    /// In which mode.
    pub mode: Option<Mode>,
    /// Where the page before ended.
    pub before: Option<ElicitationId>,
    /// At most so many; a hundred, if not said.
    pub limit: Option<usize>,
}

impl Engine {
    /// What is known of an elicitation.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn status(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.look(actor, id).await
    }

    /// A page of what an actor can see, the newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self, actor: &Actor, filter: Filter) -> Result<Page, CallError> {
        let query = Query {
            scope: actor.scope.clone(),
            statuses: filter.statuses,
            mode: filter.mode,
            before: filter.before,
            limit: filter.limit.unwrap_or(100).clamp(1, LARGEST_PAGE),
        };
        Ok(self.shared.store.list(query).await?)
    }

    /// What has happened to one elicitation, the oldest first: its audit trail. Of a very long one, the newest
    /// thousand entries; what the log has forgotten is not in it.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn history(&self, actor: &Actor, id: ElicitationId) -> Result<Vec<Change>, CallError> {
        self.look(actor, id).await?;
        Ok(self.shared.store.history(id, LONGEST_HISTORY).await?)
    }

    /// Waits until it is decided, and tells how. Any number may wait, and stop waiting, at any time; asking
    /// after the fact, or after a restart, gives the same outcome.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn wait(&self, actor: &Actor, id: ElicitationId) -> Result<Outcome, CallError> {
        let found = self.look(actor, id).await?;
        if let Some(outcome) = found.outcome() {
            return Ok(outcome.clone());
        }
        let mut waiter = self.shared.waiters.listen(id);
        loop {
            // Listening begins before looking, so that nothing falls in between.
            let found = self.look(actor, id).await?;
            if let Some(outcome) = found.outcome() {
                return Ok(outcome.clone());
            }
            if let News::Closed(closed) = waiter.news().await
                && let Some(outcome) = closed.outcome()
            {
                return Ok(outcome.clone());
            }
        }
    }

    /// Watches what happens, from after a sequence number on, or from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn watch(&self, actor: &Actor, after: Option<u64>) -> Result<Watch, CallError> {
        let newest = self.shared.store.subscribe();
        let after = match after {
            Some(after) => after,
            None => *newest.borrow(),
        };
        Ok(Watch { engine: self.clone(), scope: actor.scope.clone(), after, newest, ready: VecDeque::new() })
    }
}

/// What happens, one change after the other. Dropping it stops watching; a new one can go on from
/// [`Watch::position`].
#[derive(Debug)]
pub struct Watch {
    engine: Engine,
    scope: Scope,
    after: u64,
    newest: watch::Receiver<u64>,
    ready: VecDeque<Change>,
}

/// One thing to know from a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Something happened.
    Change(Change),
    /// The log has forgotten what came next: look at what there is, then go on.
    Missed,
}

impl Watch {
    /// The sequence number of the last change seen.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.ready.front().map_or(self.after, |change| change.seq - 1)
    }

    /// The same as a stream, which ends when the store fails.
    pub fn into_stream(self) -> impl Stream<Item = Result<Seen, StoreError>> + Send {
        stream::unfold(Some(self), |watch| async {
            let mut watch = watch?;
            let seen = watch.next().await;
            let goes_on = seen.is_ok();
            Some((seen, goes_on.then_some(watch)))
        })
    }

    /// The next change; waits for it. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn next(&mut self) -> Result<Seen, StoreError> {
        loop {
            if let Some(change) = self.ready.pop_front() {
                return Ok(Seen::Change(change));
            }
            self.newest.mark_unchanged();
            let found =
                self.engine.shared.store.changes_since(self.after, STRETCH, self.scope.clone()).await?;
            let moved = found.upto > self.after;
            self.after = found.upto;
            self.ready.extend(found.list);
            if found.truncated {
                return Ok(Seen::Missed);
            }
            if !moved && self.newest.changed().await.is_err() {
                return Err(StoreError::Closed);
            }
        }
    }
}
