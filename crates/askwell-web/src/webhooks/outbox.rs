//! Reads the log of changes and stores a delivery for every endpoint that subscribes to a change.
//! Deliveries and the cursor are written in one commit, so that a crash skips nothing.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{CallError, Change, Record, RecordWrite, Records, StoreError, Watch, WatchEvent};
use askwell_lifecycle::{Actor, Effect, Surface};
use futures_util::FutureExt as _;
use tokio::sync::watch;

use super::delivery::{Delivery, DeliveryContent, PENDING};
use super::endpoint_state::{EndpointState, WorkerCommand};
use super::{WebhooksState, sleep_until};
use crate::caller::AnswerVisibility;
use crate::wire;

const NAMESPACE: &str = "webhook";
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
pub(super) struct Outbox {
    shared: Arc<WebhooksState>,
    watch: Watch,
    cursor: OutboxCursor,
    stop: watch::Receiver<bool>,
}

/// Removes the cursor, so that endpoints configured later start with new changes.
pub(super) async fn remove_cursor(records: &Records) -> Result<(), StoreError> {
    if let Some(record) = records.get(NAMESPACE, CURSOR).await? {
        records
            .write(vec![RecordWrite::Remove {
                namespace: NAMESPACE,
                key: record.key,
                expected: record.revision,
            }])
            .await?;
    }
    Ok(())
}

impl OutboxCursor {
    async fn load(records: &Records) -> Result<Option<OutboxCursor>, StoreError> {
        let Some(record) = records.get(NAMESPACE, CURSOR).await? else { return Ok(None) };
        let position =
            std::str::from_utf8(&record.value).ok().and_then(|text| text.strip_prefix("1:")?.parse().ok());
        let position = position.ok_or_else(|| StoreError::Damaged("the cursor of webhooks".into()))?;
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
    pub(super) async fn open(
        shared: Arc<WebhooksState>,
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
    pub(super) async fn run(mut self) {
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
                tracing::warn!(%error, "webhooks could not be written down; it will be tried again");
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
                    "the log has forgotten what happened since webhooks last ran; they go on with what there is"
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

    /// Writes the deliveries of a batch and moves the cursor, in one commit.
    async fn write(&mut self, batch: &[Change]) -> Result<(), StoreError> {
        let now = self.shared.settings.clock.now();
        let mut notified: Vec<(Arc<EndpointState>, u64)> = Vec::new();
        let mut writes = Vec::new();
        for change in batch {
            let wanted: Vec<&Arc<EndpointState>> =
                self.shared.endpoints.iter().filter(|state| state.endpoint.wants(change)).collect();
            if wanted.is_empty() {
                continue;
            }
            let Some(content) = self.content(change).await? else {
                tracing::warn!(number = change.seq, "forgotten before it could be told");
                continue;
            };
            for state in wanted {
                let delivery = Delivery::of(change, Arc::clone(&state.endpoint.name), content.clone(), now);
                writes.push(delivery.put(PENDING, 0));
                notified.push((Arc::clone(state), change.seq));
            }
        }
        let position = self.watch.position();
        writes.push(self.cursor.put(position));
        let verdicts = self.shared.write(writes).await?;
        for ((state, number), verdict) in notified.iter().zip(&verdicts) {
            match verdict {
                // A conflict means that it is stored already; the worker may not know of it.
                Verdict::Committed | Verdict::Conflict => {
                    state.send(WorkerCommand::Deliver(*number, now));
                }
                _ => tracing::warn!(
                    endpoint = state.endpoint.name(),
                    number,
                    "forgotten before it could be told"
                ),
            }
        }
        match verdicts.last() {
            Some(Verdict::Committed) => {
                self.cursor = OutboxCursor { position, revision: self.cursor.revision + 1 }
            }
            // Another process reads the same log, or an earlier attempt was committed.
            _ => {
                if let Some(found) = OutboxCursor::load(&self.shared.engine.records()).await? {
                    self.cursor = found;
                }
            }
        }
        if !notified.is_empty() {
            self.shared.record_progress();
        }
        Ok(())
    }

    /// Returns the data of a change, or `None` if its elicitation is purged. The outcome is read
    /// when the message is sent, so that deliveries contain no answers.
    async fn content(&self, change: &Change) -> Result<Option<DeliveryContent>, StoreError> {
        if let Effect::Closed { .. } = change.effect {
            return Ok(Some(DeliveryContent::Outcome));
        }
        match self.shared.engine.status(&operator(), change.id).await {
            Ok(elicitation) => {
                Ok(Some(DeliveryContent::Data(wire::params(change, &elicitation, AnswerVisibility::Masked))))
            }
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

fn operator() -> Actor {
    Actor::operator(Surface::Api)
}
