//! Reads the log of changes and stores what is to be sent because of them.
//!
//! What is to be sent and the position in the log are written in one commit, so that a crash skips nothing. What
//! follows from a change, and who sends it, is up to the surface: see [`OutboxPlanner`].

use std::fmt;
use std::future::{Future, pending};
use std::time::Duration;

use askwell_lifecycle::{Actor, Surface, Timestamp};
use futures_util::FutureExt as _;
use tokio::sync::watch;

use crate::Clock;
use crate::engine::{Engine, Watch, WatchEvent};
use crate::error::CallError;
use crate::records::Records;
use crate::store::{Change, Record, RecordWrite, StoreError, Verdict};

/// The most changes in one commit.
const BATCH: usize = 256;

/// The wait after the store failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Where an outbox keeps its position in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutboxName {
    /// The namespace of the record.
    pub namespace: &'static str,
    /// The key of the record.
    pub key: &'static str,
    /// What is sent, for the log, such as `webhooks`.
    pub subject: &'static str,
}

/// A record that an outbox stores, and what its sender is told when it is stored.
#[derive(Debug)]
pub struct OutboxEntry<T> {
    /// The write of the record.
    pub write: RecordWrite,
    /// What the sender is told.
    pub notice: T,
}

/// What a surface makes of changes. An [`Outbox`] calls `plan`, `write` and `hand_over` in this order for each batch.
pub trait OutboxPlanner: Send + Sync + 'static {
    /// What the sender is told of a stored record.
    type Notice: Send + Sync;

    /// Where the position in the log is kept.
    const NAME: OutboxName;

    /// Returns the clock that times attempts.
    fn clock(&self) -> &dyn Clock;

    /// Returns the records that follow from changes. After a failure it is called again with the same changes.
    ///
    /// # Errors
    /// When the store fails.
    fn plan(
        &self,
        changes: &[Change],
    ) -> impl Future<Output = Result<Vec<OutboxEntry<Self::Notice>>, StoreError>> + Send;

    /// Writes records in one commit, if this node still does the work.
    ///
    /// # Errors
    /// When the store fails, or another node does the work now.
    fn write(
        &self,
        writes: Vec<RecordWrite>,
    ) -> impl Future<Output = Result<Vec<Verdict>, StoreError>> + Send;

    /// Tells the sender what is stored. A conflict means that an earlier attempt stored the record, which the sender
    /// may not know of. Not called for a batch without records.
    fn hand_over(&self, entries: Vec<(Self::Notice, Verdict)>);
}

/// The task that reads the log for one surface. Dropping it loses nothing: a new one continues from its position.
pub struct Outbox<P> {
    planner: P,
    records: Records,
    watch: Watch,
    cursor: OutboxCursor,
    stop: watch::Receiver<bool>,
}

/// The position up to which the log is read, and the revision of its record.
struct OutboxCursor {
    position: u64,
    revision: u64,
}

/// Removes the position of an outbox, so that the next one starts with new changes.
///
/// # Errors
/// When the store fails.
pub async fn remove_outbox_position(records: &Records, name: OutboxName) -> Result<(), StoreError> {
    if let Some(record) = records.get(name.namespace, name.key).await? {
        let remove =
            RecordWrite::Remove { namespace: name.namespace, key: record.key, expected: record.revision };
        records.write(vec![remove]).await?;
    }
    Ok(())
}

/// Sleeps until this moment; for ever if there is none.
pub async fn sleep_until(clock: &dyn Clock, moment: Option<Timestamp>) {
    let Some(moment) = moment else { return pending().await };
    while clock.now() < moment {
        clock.sleep_until(moment).await;
    }
}

impl OutboxCursor {
    async fn load(records: &Records, name: OutboxName) -> Result<Option<OutboxCursor>, StoreError> {
        let Some(record) = records.get(name.namespace, name.key).await? else { return Ok(None) };
        let position =
            std::str::from_utf8(&record.value).ok().and_then(|text| text.strip_prefix("1:")?.parse().ok());
        let position =
            position.ok_or_else(|| StoreError::Damaged(format!("the cursor of {}", name.subject).into()))?;
        Ok(Some(OutboxCursor { position, revision: record.revision }))
    }

    /// Returns the write that moves the cursor. The version of the record comes first.
    fn put(&self, name: OutboxName, position: u64) -> RecordWrite {
        let record = Record::new(name.namespace, name.key, format!("1:{position}").into_bytes());
        RecordWrite::Put { record, expected: self.revision }
    }
}

impl<P: OutboxPlanner> Outbox<P> {
    /// Continues where the last run ended. The first run starts with new changes, and stores its position.
    ///
    /// # Errors
    /// When the store fails, or the stored position cannot be read.
    pub async fn open(
        engine: &Engine,
        planner: P,
        stop: watch::Receiver<bool>,
    ) -> Result<Outbox<P>, StoreError> {
        let records = engine.records();
        let found = OutboxCursor::load(&records, P::NAME).await?;
        let operator = Actor::operator(Surface::Engine);
        let watch = engine.watch(&operator, found.as_ref().map(|cursor| cursor.position)).await;
        let watch = watch.map_err(|error| match error {
            CallError::Store(error) => error,
            other => StoreError::failed(other),
        })?;
        let cursor = match found {
            Some(cursor) => cursor,
            None => {
                let position = watch.position();
                let first = OutboxCursor { position, revision: 0 };
                records.write(vec![first.put(P::NAME, position)]).await?;
                OutboxCursor::load(&records, P::NAME).await?.unwrap_or(first)
            }
        };
        Ok(Outbox { planner, records, watch, cursor, stop })
    }

    /// Runs until stopped, or until the store is closed.
    pub async fn run(mut self) {
        loop {
            let mut stop = self.stop.clone();
            let batch = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => return,
                batch = self.next_batch() => batch,
            };
            let mut written = match &batch {
                Ok(batch) => self.write(batch).await,
                Err(error) => Err(error.clone()),
            };
            while let Err(error) = written {
                if error == StoreError::Closed {
                    return;
                }
                tracing::warn!(%error, "{} could not be stored; it will be tried again", P::NAME.subject);
                let clock = self.planner.clock();
                tokio::select! {
                    _ = stop.wait_for(|stop| *stop) => return,
                    () = sleep_until(clock, Some(clock.now() + AFTER_FAILURE)) => {}
                }
                written = match &batch {
                    Ok(batch) => self.write(batch).await,
                    Err(_) => Ok(()),
                };
            }
        }
    }

    /// Waits for the next changes.
    async fn next_batch(&mut self) -> Result<Vec<Change>, StoreError> {
        let mut batch = Vec::new();
        let mut seen = self.watch.next().await?;
        loop {
            match seen {
                WatchEvent::Change(change) => batch.push(change),
                WatchEvent::Missed => tracing::warn!(
                    after = self.cursor.position,
                    "the log has forgotten what happened since {} last ran; they go on with what there is",
                    P::NAME.subject
                ),
            }
            if batch.len() == BATCH {
                return Ok(batch);
            }
            match self.watch.next().now_or_never() {
                Some(Ok(more)) => seen = more,
                // A failure occurs again at the next read.
                Some(Err(_)) | None => return Ok(batch),
            }
        }
    }

    /// Writes the records of a batch and moves the cursor, in one commit.
    async fn write(&mut self, batch: &[Change]) -> Result<(), StoreError> {
        let entries = self.planner.plan(batch).await?;
        let mut writes = Vec::with_capacity(entries.len() + 1);
        let mut notices = Vec::with_capacity(entries.len());
        for OutboxEntry { write, notice } in entries {
            writes.push(write);
            notices.push(notice);
        }
        let position = self.watch.position();
        writes.push(self.cursor.put(P::NAME, position));
        let mut verdicts = self.planner.write(writes).await?;
        let moved = verdicts.pop();
        if !notices.is_empty() {
            self.planner.hand_over(notices.into_iter().zip(verdicts).collect());
        }
        if moved == Some(Verdict::Committed) {
            self.cursor = OutboxCursor { position, revision: self.cursor.revision + 1 };
        } else if let Some(found) = OutboxCursor::load(&self.records, P::NAME).await? {
            // Another process reads the same log, or an earlier attempt was committed.
            self.cursor = found;
        }
        Ok(())
    }
}

impl<P: OutboxPlanner> fmt::Debug for Outbox<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox")
            .field("subject", &P::NAME.subject)
            .field("position", &self.cursor.position)
            .finish_non_exhaustive()
    }
}
