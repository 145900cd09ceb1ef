//! The runtime state of one endpoint: client, metrics, commands to its worker, and whether it is
//! disabled.

use std::sync::Arc;

use askwell_engine::{Note, NoteWrite, Notes, StoreError};
use askwell_lifecycle::Timestamp;
use metrics::{Counter, counter};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::WebhooksState;
use super::endpoint::Endpoint;
use super::target::EndpointClient;

/// The namespace of disabled endpoints.
const DISABLED: &str = "disabled-webhook";

const VERSION: u32 = 1;

/// One endpoint at runtime.
pub(super) struct EndpointState {
    pub(super) endpoint: Endpoint,
    pub(super) connections: EndpointClient,
    pub(super) meter: EndpointMetrics,
    /// Sends commands to the worker.
    pub(super) inbox: mpsc::UnboundedSender<WorkerCommand>,
    disabled: Mutex<Option<Timestamp>>,
}

/// A command to the worker of an endpoint.
#[derive(Debug, Clone, Copy)]
pub(super) enum WorkerCommand {
    /// A delivery of this number is due at this time.
    Deliver(u64, Timestamp),
    /// The endpoint was disabled: all pending deliveries are given up.
    Disabled,
}

/// The metrics of one endpoint.
pub(super) struct EndpointMetrics {
    pub(super) delivered: Counter,
    pub(super) failed: Counter,
    pub(super) dead: Counter,
}

impl EndpointMetrics {
    fn new(endpoint: &str) -> EndpointMetrics {
        let name = endpoint.to_owned();
        EndpointMetrics {
            delivered: counter!("askwell_webhooks_delivered_total", "endpoint" => name.clone()),
            failed: counter!("askwell_webhooks_failed_attempts_total", "endpoint" => name.clone()),
            dead: counter!("askwell_webhooks_dead_total", "endpoint" => name),
        }
    }
}

impl EndpointState {
    /// Reads whether the endpoint is disabled. An endpoint whose URL has changed is enabled again.
    pub(super) async fn open(
        endpoint: Endpoint,
        notes: &Notes,
        inbox: mpsc::UnboundedSender<WorkerCommand>,
    ) -> Result<EndpointState, StoreError> {
        let mut disabled = None;
        if let Some(note) = notes.get(DISABLED, Arc::clone(&endpoint.name)).await? {
            match serde_json::from_slice::<DisabledRecord>(&note.value) {
                Ok(record) if record.version == VERSION && record.url == fingerprint(&endpoint) => {
                    disabled = Some(Timestamp::from_millis(record.at));
                }
                _ => remove(notes, &note).await?,
            }
        }
        let meter = EndpointMetrics::new(&endpoint.name);
        Ok(EndpointState {
            endpoint,
            connections: EndpointClient::default(),
            meter,
            inbox,
            disabled: Mutex::new(disabled),
        })
    }

    /// Returns since when the endpoint is disabled, if it is.
    pub(super) fn disabled(&self) -> Option<Timestamp> {
        *self.disabled.lock()
    }

    /// Disables the endpoint until an operator enables it.
    pub(super) async fn disable(&self, shared: &WebhooksState) -> Result<(), StoreError> {
        let now = shared.settings.clock.now();
        let record =
            DisabledRecord { version: VERSION, url: fingerprint(&self.endpoint), at: now.as_millis() };
        // Serialising texts and numbers cannot fail.
        let value = serde_json::to_vec(&record).unwrap_or_default();
        let note = Note::new(DISABLED, Arc::clone(&self.endpoint.name), value);
        // A conflict means that another delivery disabled it a moment ago.
        shared.engine.notes().write(vec![NoteWrite::Put { note, expected: 0 }]).await?;
        self.disabled.lock().get_or_insert(now);
        let _ = self.inbox.send(WorkerCommand::Disabled);
        Ok(())
    }

    /// Enables the endpoint and returns whether it was disabled.
    pub(super) async fn enable(&self, shared: &WebhooksState) -> Result<bool, StoreError> {
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

/// Returns a digest of the URL: the path can contain a secret, so the URL is not stored.
fn fingerprint(endpoint: &Endpoint) -> String {
    let hash: [u8; 32] = Sha256::digest(endpoint.url.as_bytes()).into();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A disabled endpoint as it is serialised.
#[derive(Serialize, Deserialize)]
struct DisabledRecord {
    version: u32,
    url: String,
    at: u64,
}
