//! All that belongs to one endpoint while the service runs.

use std::sync::Arc;

use askwell_engine::{Note, NoteWrite, Notes, StoreError};
use askwell_lifecycle::Timestamp;
use metrics::{Counter, counter};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::Shared;
use super::endpoint::Endpoint;
use super::target::Connections;

/// Where it is kept that an endpoint is disabled.
const DISABLED: &str = "disabled-webhook";

const VERSION: u32 = 1;

/// One endpoint and what it needs.
pub(super) struct Line {
    pub(super) endpoint: Endpoint,
    pub(super) connections: Connections,
    pub(super) meter: Meter,
    /// Tells the worker what there is to do.
    pub(super) inbox: mpsc::UnboundedSender<Word>,
    disabled: Mutex<Option<Timestamp>>,
}

/// A word to the worker of an endpoint.
#[derive(Debug, Clone, Copy)]
pub(super) enum Word {
    /// There is a delivery of this number, due then.
    Deliver(u64, Timestamp),
    /// The endpoint was disabled: what waits is given up.
    Disabled,
}

/// What is counted of one endpoint.
pub(super) struct Meter {
    pub(super) delivered: Counter,
    pub(super) failed: Counter,
    pub(super) dead: Counter,
}

impl Meter {
    fn new(endpoint: &str) -> Meter {
        let name = endpoint.to_owned();
        Meter {
            delivered: counter!("askwell_webhooks_delivered_total", "endpoint" => name.clone()),
            failed: counter!("askwell_webhooks_failed_attempts_total", "endpoint" => name.clone()),
            dead: counter!("askwell_webhooks_dead_total", "endpoint" => name),
        }
    }
}

impl Line {
    /// Looks whether the endpoint was disabled before. One that has moved since is another one.
    pub(super) async fn open(
        endpoint: Endpoint,
        notes: &Notes,
        inbox: mpsc::UnboundedSender<Word>,
    ) -> Result<Line, StoreError> {
        let mut disabled = None;
        if let Some(note) = notes.get(DISABLED, Arc::clone(&endpoint.name)).await? {
            match serde_json::from_slice::<Record>(&note.value) {
                Ok(record) if record.version == VERSION && record.url == fingerprint(&endpoint) => {
                    disabled = Some(Timestamp::from_millis(record.at));
                }
                _ => remove(notes, &note).await?,
            }
        }
        let meter = Meter::new(&endpoint.name);
        Ok(Line {
            endpoint,
            connections: Connections::default(),
            meter,
            inbox,
            disabled: Mutex::new(disabled),
        })
    }

    /// Since when it is disabled, if it is.
    pub(super) fn disabled(&self) -> Option<Timestamp> {
        *self.disabled.lock()
    }

    /// Sends nothing more until somebody enables it.
    pub(super) async fn disable(&self, shared: &Shared) -> Result<(), StoreError> {
        let now = shared.settings.clock.now();
        let record = Record { version: VERSION, url: fingerprint(&self.endpoint), at: now.as_millis() };
        // A record of texts and numbers can always be written.
        let value = serde_json::to_vec(&record).unwrap_or_default();
        let note = Note::new(DISABLED, Arc::clone(&self.endpoint.name), value);
        // A conflict: another message was told the same a moment ago.
        shared.engine.notes().write(vec![NoteWrite::Put { note, expected: 0 }]).await?;
        self.disabled.lock().get_or_insert(now);
        let _ = self.inbox.send(Word::Disabled);
        Ok(())
    }

    /// Sends again. Says whether it was disabled.
    pub(super) async fn enable(&self, shared: &Shared) -> Result<bool, StoreError> {
        let notes = shared.engine.notes();
        if let Some(note) = notes.get(DISABLED, Arc::clone(&self.endpoint.name)).await? {
            remove(&notes, &note).await?;
        }
        Ok(self.disabled.lock().take().is_some())
    }
}

async fn remove(notes: &Notes, note: &Note) -> Result<(), StoreError> {
    let remove = NoteWrite::Remove { shelf: note.shelf, key: Arc::clone(&note.key), expected: note.revision };
    notes.write(vec![remove]).await.map(drop)
}

/// Tells URLs apart without keeping them: their paths can be secrets.
fn fingerprint(endpoint: &Endpoint) -> String {
    let hash: [u8; 32] = Sha256::digest(endpoint.url.as_bytes()).into();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// As it is stored.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u32,
    url: String,
    at: u64,
}
