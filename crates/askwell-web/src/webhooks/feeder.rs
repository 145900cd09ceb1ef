//! From the log to deliveries. Each is written down in the same commit that moves the cursor, so that nothing is passed
//! over; doing it again gives the same ids.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{CallError, Change, Note, NoteWrite, Seen, StoreError, Watch};
use askwell_lifecycle::{Actor, Surface};
use futures_util::FutureExt as _;

use super::delivery::{DEAD, Delivery, PENDING};
use super::outbox::{Mailbox, Outbox};
use super::payload;
use crate::caller::Secrets;

/// How far the log has been read.
const CURSOR: &str = "webhook-cursor";
const KEY: &str = "log";

/// So many changes are read before anything is written.
const TOGETHER: usize = 256;

/// The cursor is written with deliveries; without any, only after so many changes, which are read again after a crash.
const UNWRITTEN: u64 = 1000;

/// After a store failed, it is tried again this much later.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The log from where it was left.
pub(super) struct Feed {
    watch: Watch,
    /// As it is written.
    cursor: u64,
    revision: u64,
}

fn operator() -> Actor {
    Actor::operator(Surface::Engine)
}

impl Feed {
    /// Goes on where the cursor is; the first time, from now on.
    pub(super) async fn open(outbox: &Outbox) -> Result<Feed, StoreError> {
        let note = outbox.notes.get(CURSOR, KEY).await?;
        let found = note.as_ref().and_then(|note| std::str::from_utf8(&note.value).ok()?.parse().ok());
        let watch = outbox.engine.watch(&operator(), found).await.map_err(into_store_error)?;
        let revision = note.map_or(0, |note| note.revision);
        let mut feed = Feed { cursor: watch.position(), watch, revision };
        if found.is_none() {
            let write = feed.cursor_write(feed.cursor);
            outbox.notes.write(vec![write]).await?;
            feed.revision += 1;
        }
        Ok(feed)
    }

    fn cursor_write(&self, position: u64) -> NoteWrite {
        let note = Note::new(CURSOR, KEY, position.to_string().into_bytes());
        NoteWrite::Put { note, expected: self.revision }
    }

    /// What has happened, as much as there is; waits for the first.
    async fn read(&mut self) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::new();
        let mut next = Some(self.watch.next().await?);
        while let Some(seen) = next {
            match seen {
                Seen::Change(change) => changes.push(change),
                Seen::Missed => {
                    tracing::warn!(
                        "the log has forgotten what webhooks were to tell; they go on from what there is"
                    );
                }
            }
            next =
                if changes.len() < TOGETHER { self.watch.next().now_or_never().transpose()? } else { None };
        }
        Ok(changes)
    }
}

/// Reads on for ever.
pub(super) async fn run(outbox: Arc<Outbox>, mut feed: Feed) {
    loop {
        if let Err(error) = step(&outbox, &mut feed).await {
            tracing::warn!(%error, "webhooks could not be written down; it will be tried again");
            outbox.clock.sleep_until(outbox.clock.now() + AFTER_FAILURE).await;
            // What was read and not written is read again.
            match Feed::open(&outbox).await {
                Ok(again) => feed = again,
                Err(error) => tracing::warn!(%error, "the log cannot be read"),
            }
        }
    }
}

async fn step(outbox: &Outbox, feed: &mut Feed) -> Result<(), StoreError> {
    let changes = feed.read().await?;
    let position = feed.watch.position();
    let (mut writes, mut expected, mut refused_letters) = (Vec::new(), Vec::new(), 0);
    for change in &changes {
        for (place, delivery) in deliveries(outbox, change).await? {
            let full = outbox.endpoints.get(place).is_some_and(|to| to.is_full(outbox.settings.most_pending));
            let shelf = if full { DEAD } else { PENDING };
            let delivery = if full { refused(delivery) } else { delivery };
            writes.push(NoteWrite::Put { note: delivery.note(shelf)?, expected: 0 });
            if full {
                refused_letters += 1;
            } else {
                expected.push((place, delivery));
            }
        }
    }
    if writes.is_empty() && position < feed.cursor + UNWRITTEN {
        return Ok(());
    }
    writes.push(feed.cursor_write(position));
    let verdicts = outbox.notes.write(writes).await?;
    if verdicts.last() != Some(&Verdict::Committed) {
        return Err(StoreError::Failed("somebody else reads the log for webhooks, too".to_owned()));
    }
    (feed.cursor, feed.revision) = (position, feed.revision + 1);
    for (place, delivery) in expected {
        if let Some(to) = outbox.endpoints.get(place) {
            to.expect(delivery.at, delivery.id);
        }
    }
    outbox.count_dead(refused_letters).await
}

fn refused(delivery: Delivery) -> Delivery {
    Delivery { failure: Some("too many deliveries waited for the endpoint".to_owned()), ..delivery }
}

/// What is to be delivered of one change, and to whom.
async fn deliveries(outbox: &Outbox, change: &Change) -> Result<Vec<(usize, Delivery)>, StoreError> {
    let wants = |(place, to): (usize, &Mailbox)| {
        let event = to.endpoint.wants(change).filter(|_| !to.is_gone())?;
        Some((place, to.endpoint.name.clone(), event))
    };
    let wanted: Vec<_> = outbox.endpoints.iter().enumerate().filter_map(wants).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let elicitation = match outbox.engine.status(&operator(), change.id).await {
        Ok(elicitation) => Some(elicitation),
        Err(CallError::Store(error)) => return Err(error),
        // Forgotten already: what the log knows is told.
        Err(_) => None,
    };
    let now = outbox.clock.now();
    let deliver = |(place, name, event): (usize, String, super::EventName)| {
        let body = payload::body(event, change, elicitation.as_deref(), Secrets::Masked);
        (place, Delivery::new(&name, event.as_str(), change, body, now))
    };
    Ok(wanted.into_iter().map(deliver).collect())
}

fn into_store_error(error: CallError) -> StoreError {
    match error {
        CallError::Store(error) => error,
        other => StoreError::Failed(other.to_string()),
    }
}
