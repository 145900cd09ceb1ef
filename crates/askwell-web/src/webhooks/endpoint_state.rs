//! The runtime state of one endpoint: client, metrics, commands to its worker, and whether it is
//! disabled.

use std::sync::Arc;

use askwell_engine::{Record, RecordWrite, Records, StoreError};
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
    /// Sends commands to the worker, while there is one.
    inbox: Mutex<Option<mpsc::UnboundedSender<WorkerCommand>>>,
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
    pub(super) async fn open(endpoint: Endpoint, records: &Records) -> Result<EndpointState, StoreError> {
        let meter = EndpointMetrics::new(&endpoint.name);
        let (connections, inbox) = (EndpointClient::default(), Mutex::new(None));
        let state = EndpointState { endpoint, connections, meter, inbox, disabled: Mutex::new(None) };
        if let Read::Outdated(record) = state.read_disabled(records).await? {
            remove(records, &record).await?;
        }
        Ok(state)
    }

    /// Reads again whether the endpoint is disabled, as other nodes can disable and enable it.
    pub(super) async fn refresh(&self, records: &Records) -> Result<(), StoreError> {
        let before = self.disabled();
        self.read_disabled(records).await?;
        if before.is_none() && self.disabled().is_some() {
            self.send(WorkerCommand::Disabled);
        }
        Ok(())
    }

    async fn read_disabled(&self, records: &Records) -> Result<Read, StoreError> {
        let found = records.get(DISABLED, Arc::clone(&self.endpoint.name)).await?;
        let since = found.as_ref().and_then(|record| {
            let record: DisabledRecord = serde_json::from_slice(&record.value).ok()?;
            let is_valid = record.version == VERSION && record.url == fingerprint(&self.endpoint);
            is_valid.then(|| Timestamp::from_millis(record.at))
        });
        *self.disabled.lock() = since;
        Ok(found.filter(|_| since.is_none()).map_or(Read::Current, Read::Outdated))
    }

    /// Connects a new worker, which receives all commands from now on.
    pub(super) fn connect_worker(&self) -> mpsc::UnboundedReceiver<WorkerCommand> {
        let (sender, inbox) = mpsc::unbounded_channel();
        *self.inbox.lock() = Some(sender);
        inbox
    }

    /// Sends a command to the worker. A node without one need not know: the node that sends
    /// deliveries reads them from the store.
    pub(super) fn send(&self, command: WorkerCommand) {
        if let Some(inbox) = &*self.inbox.lock() {
            let _ = inbox.send(command);
        }
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
        let record = Record::new(DISABLED, Arc::clone(&self.endpoint.name), value);
        // A conflict means that another delivery disabled it a moment ago.
        shared.write(vec![RecordWrite::Put { record, expected: 0 }]).await?;
        self.disabled.lock().get_or_insert(now);
        self.send(WorkerCommand::Disabled);
        Ok(())
    }

    /// Enables the endpoint and returns whether it was disabled.
    pub(super) async fn enable(&self, shared: &WebhooksState) -> Result<bool, StoreError> {
        let records = shared.engine.records();
        if let Some(record) = records.get(DISABLED, Arc::clone(&self.endpoint.name)).await? {
            remove(&records, &record).await?;
        }
        Ok(self.disabled.lock().take().is_some())
    }
}

/// What [`EndpointState::read_disabled`] found.
enum Read {
    /// No record, or one of this endpoint.
    Current,
    /// The record of an endpoint of the same name with another URL, or of another version.
    Outdated(Record),
}

async fn remove(records: &Records, record: &Record) -> Result<(), StoreError> {
    let remove = RecordWrite::Remove {
        namespace: record.namespace,
        key: Arc::clone(&record.key),
        expected: record.revision,
    };
    records.write(vec![remove]).await.map(drop)
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
