//! Reads the log of changes and stores a notification for everyone who is to be told of one. Notifications and the
//! cursor are written in one commit, so that a crash skips nothing.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{CallError, Change, Record, RecordWrite, Records, StoreError, Watch, WatchEvent};
use askwell_lifecycle::{Actor, Elicitation, Surface, Timestamp};
use futures_util::FutureExt as _;
use tokio::sync::watch;

use crate::notification::Reason;
use crate::notifications::{NotifyState, sleep_until};
use crate::preferences::SendTime;
use crate::recipients::{self, reason_of};
use crate::record::{Lane, PENDING, StoredNotification};

const NAMESPACE: &str = "notification-log";
const CURSOR: &str = "cursor";

/// The most changes in one commit.
const BATCH: usize = 256;

/// The wait after the store failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The position up to which the log is read, and the revision of its record.
struct OutboxCursor {
    position: u64,
    revision: u64,
}

/// The task that reads the log.
pub(crate) struct Outbox {
    shared: Arc<NotifyState>,
    watch: Watch,
    cursor: OutboxCursor,
    stop: watch::Receiver<bool>,
}

/// Removes the cursor, so that channels configured later start with new changes.
pub(crate) async fn remove_cursor(records: &Records) -> Result<(), StoreError> {
    if let Some(record) = records.get(NAMESPACE, CURSOR).await? {
        let remove = RecordWrite::Remove { namespace: NAMESPACE, key: record.key, expected: record.revision };
        records.write(vec![remove]).await?;
    }
    Ok(())
}

impl OutboxCursor {
    async fn load(records: &Records) -> Result<Option<OutboxCursor>, StoreError> {
        let Some(record) = records.get(NAMESPACE, CURSOR).await? else { return Ok(None) };
        let position =
            std::str::from_utf8(&record.value).ok().and_then(|text| text.strip_prefix("1:")?.parse().ok());
        let position = position.ok_or_else(|| StoreError::Damaged("the cursor of notifications".into()))?;
        Ok(Some(OutboxCursor { position, revision: record.revision }))
    }

    /// Returns the write that moves the cursor. The version of the record comes first.
    fn put(&self, position: u64) -> RecordWrite {
        let record = Record::new(NAMESPACE, CURSOR, format!("1:{position}").into_bytes());
        RecordWrite::Put { record, expected: self.revision }
    }
}

impl Outbox {
    /// Continues where the last run ended. The first run starts with new changes.
    pub(crate) async fn open(
        shared: Arc<NotifyState>,
        stop: watch::Receiver<bool>,
    ) -> Result<Outbox, StoreError> {
        let records = shared.engine.records();
        let found = OutboxCursor::load(&records).await?;
        let watch = shared.engine.watch(&operator(), found.as_ref().map(|cursor| cursor.position)).await;
        let watch = watch.map_err(|error| match error {
            CallError::Store(error) => error,
            other => StoreError::failed(other),
        })?;
        let cursor = match found {
            Some(cursor) => cursor,
            None => {
                let position = watch.position();
                let first = OutboxCursor { position, revision: 0 };
                records.write(vec![first.put(position)]).await?;
                OutboxCursor::load(&records).await?.unwrap_or(first)
            }
        };
        Ok(Outbox { shared, watch, cursor, stop })
    }

    /// Runs until stopped.
    pub(crate) async fn run(mut self) {
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
                tracing::warn!(%error, "notifications could not be stored; it will be tried again");
                let clock = &*self.shared.settings.clock;
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
                    "the log has forgotten what happened since notifications last ran"
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

    /// Writes the notifications of a batch and moves the cursor, in one commit.
    async fn write(&mut self, batch: &[Change]) -> Result<(), StoreError> {
        let mut queued: Vec<(Lane, Timestamp)> = Vec::new();
        let mut writes = Vec::new();
        for change in batch {
            let Some(reason) = reason_of(&change.effect) else { continue };
            let Some(elicitation) = self.open_elicitation(change).await? else { continue };
            // Passed on since: a later change tells the people who are asked now.
            if change.audience != elicitation.audience || self.pass_on(reason, &elicitation).await? {
                continue;
            }
            for (lane, send) in self.plan(change, reason, &elicitation).await? {
                queued.push((lane.clone(), send.at));
                writes.push(StoredNotification::of(change, lane, reason, send).put(PENDING, 0));
            }
        }
        let position = self.watch.position();
        writes.push(self.cursor.put(position));
        let verdicts = self.shared.write(writes).await?;
        for ((lane, due), verdict) in queued.iter().zip(&verdicts) {
            // A conflict means that it is stored already; the worker may not know of it.
            if matches!(verdict, Verdict::Committed | Verdict::Conflict) {
                self.shared.queue(lane, *due);
            }
        }
        match verdicts.last() {
            Some(Verdict::Committed) => {
                self.cursor = OutboxCursor { position, revision: self.cursor.revision + 1 };
            }
            // Another process reads the same log, or an earlier attempt was committed.
            _ => {
                if let Some(found) = OutboxCursor::load(&self.shared.engine.records()).await? {
                    self.cursor = found;
                }
            }
        }
        if !queued.is_empty() {
            self.shared.record_progress();
        }
        Ok(())
    }

    /// Returns the elicitation of a change, if it is still open.
    async fn open_elicitation(&self, change: &Change) -> Result<Option<Arc<Elicitation>>, StoreError> {
        match self.shared.engine.status(&operator(), change.id).await {
            Ok(elicitation) => Ok(Some(elicitation).filter(|found| found.outcome().is_none())),
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Passes an elicitation on if the person who is asked is away, and returns whether it did. The change that
    /// follows tells the others. What a person passed on stays where it is.
    async fn pass_on(&self, reason: Reason, elicitation: &Elicitation) -> Result<bool, StoreError> {
        if !matches!(reason, Reason::Asked | Reason::Escalated) {
            return Ok(false);
        }
        let now = self.shared.settings.clock.now();
        let Some(to) = recipients::stand_in(&self.shared, &elicitation.audience, now).await? else {
            return Ok(false);
        };
        match self.shared.engine.delegate(&operator(), elicitation.id, to).await {
            Ok(_) => Ok(true),
            Err(CallError::Store(error)) => Err(error),
            // Closed in the meantime.
            Err(_) => Ok(false),
        }
    }

    /// Returns who is told of a change, over which channel and when.
    async fn plan(
        &self,
        change: &Change,
        reason: Reason,
        elicitation: &Elicitation,
    ) -> Result<Vec<(Lane, SendTime)>, StoreError> {
        let now = self.shared.settings.clock.now();
        let ready = match reason {
            Reason::Asked => now.max(change.at + self.shared.settings.delay),
            _ => now,
        };
        let mut planned = Vec::new();
        for (lane, preferences) in recipients::lanes(&self.shared, elicitation, reason, now).await? {
            let mut send = preferences.send_time(ready, elicitation.deadline());
            if reason == Reason::Reminder {
                // A reminder is about time: only quiet hours hold it back.
                let quiet = preferences.end_of_quiet(ready);
                send = SendTime { at: quiet.unwrap_or(ready), is_held: quiet.is_some() };
            }
            planned.push((lane, send));
        }
        Ok(planned)
    }
}

fn operator() -> Actor {
    Actor::operator(Surface::Engine)
}
