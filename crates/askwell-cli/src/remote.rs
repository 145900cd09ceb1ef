//! The commands' view of a running service: calls that block, progress messages, open
//! elicitations.
//!
//! [`askwell_client`] does the calls. Every call can fail because the service is unreachable; the
//! error says so, and the call can be repeated. Only the service decides deadlines: one has passed
//! when the service says so, not by this machine's clock.

pub(crate) mod asker;
pub(crate) mod events;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use askwell_client::descriptor::ServiceDescriptor;
use askwell_client::{
    Client, ClientError, Delivery, Elicitation, Key, ListFilter, Mode, ServiceChoice, ServiceEndpoint, Status,
};
use tokio::runtime::Runtime;

use crate::arguments::ServiceArguments;
use crate::console::{Console, PROGRESS_DELAY};
use crate::safe_text;

/// The most open elicitations that are listed.
const MOST_LISTED: u16 = 1000;

/// A service to call. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    runtime: Arc<Runtime>,
    client: Client,
}

impl Service {
    pub(crate) fn new(arguments: &ServiceArguments) -> Result<Service> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let endpoint = runtime.block_on(endpoint(arguments.url.as_deref(), arguments.key_file.as_deref()))?;
        Ok(Service { runtime: Arc::new(runtime), client: Client::new(endpoint)? })
    }

    /// Returns the address for display.
    pub(crate) fn address(&self) -> String {
        safe_text::line(&self.client.endpoint().address())
    }

    /// Returns the client, for calls from a task.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Runs a call to its end.
    pub(crate) fn run<T>(&self, call: impl Future<Output = T>) -> T {
        self.runtime.block_on(call)
    }

    /// Runs a task beside the others.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(task);
    }

    /// Runs a call and prints a message if it takes long. Only for use while the terminal shows
    /// nothing else.
    pub(crate) fn with_progress_message<T>(&self, console: &Console, work: impl FnOnce() -> T) -> T {
        let (console, address) = (*console, self.address());
        let notice = self.runtime.spawn(async move {
            tokio::time::sleep(PROGRESS_DELAY).await;
            if console.is_terminal() {
                console.print_report(&format!("waiting for {address} …"));
            }
        });
        let done = work();
        notice.abort();
        done
    }

    /// Claims an elicitation unless another terminal has claimed it. Returns whether to answer it
    /// here. If the service does not support claims, returns true.
    pub(crate) fn claim_if_free(&self, id: &str) -> Result<bool, ClientError> {
        match self.run(self.client.claim_if_free(id)) {
            Err(ClientError::Rejected(_)) => Ok(true),
            claimed => claimed,
        }
    }

    /// Lists the open elicitations: by deadline, then those without one, the oldest first.
    pub(crate) fn list_open(&self) -> Result<Vec<PendingElicitation>, ClientError> {
        let statuses = vec![Status::Pending, Status::Active];
        let filter = ListFilter { statuses, limit: Some(MOST_LISTED), cursor: None };
        let page = self.run(self.client.list(&filter))?;
        let mut waiting: Vec<PendingElicitation> =
            page.elicitations.into_iter().rev().map(PendingElicitation::from).collect();
        waiting.sort_by_key(|entry| entry.until.unwrap_or(u64::MAX));
        Ok(waiting)
    }
}

/// Returns the service to call and its key: as given, from the environment, or found on this
/// machine.
pub(crate) async fn endpoint(url: Option<&str>, key_file: Option<&Path>) -> Result<ServiceEndpoint> {
    let named = url.filter(|url| !url.is_empty()).map(str::parse::<ServiceChoice>).transpose()?;
    let key = key_file.map(Key::read).transpose()?;
    ServiceEndpoint::resolve(named, key).await.context("there is no service to call")
}

/// A failed call as a person reads it: what happened and what to do, without the causes that only
/// programmers understand.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub(crate) struct CallFailure {
    text: String,
    /// The error itself.
    pub(crate) error: ClientError,
}

/// Returns the error with a hint for the person, if there is one for it.
pub(crate) fn explain(error: ClientError) -> anyhow::Error {
    let hint = match &error {
        ClientError::Unreachable { address, delivery: Delivery::NotSent, .. } => Some(missing_service(address)),
        ClientError::Rejected(rejection) if rejection.kind() == "unauthorized" => Some(
            "the service needs a valid key: set ASKWELL_KEY, or name a file with --key-file; askwell keys create NAME \
             makes one"
                .to_owned(),
        ),
        _ => None,
    };
    let text = hint.map_or_else(|| error.to_string(), |hint| format!("{error}\n{hint}"));
    CallFailure { text, error }.into()
}

/// Returns what to do if there is no service at an address: perhaps it is at another one.
fn missing_service(address: &str) -> String {
    let path = ServiceDescriptor::path();
    let found = path.and_then(|path| ServiceDescriptor::read(&path).ok().flatten());
    let other = found.filter(ServiceDescriptor::process_runs).map(|found| found.url);
    let other = other.map(|url| url.as_str().trim_end_matches('/').to_owned());
    match other.filter(|other| other != address) {
        Some(other) => format!("your service runs at {other}; leave the address out to use it"),
        None => "is it running? askwell serve starts a service on this machine; --url (or --to) and ASKWELL_SERVICE \
                 name another one"
            .to_owned(),
    }
}

/// An open elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PendingElicitation {
    pub(crate) id: String,
    pub(crate) mode: Mode,
    pub(crate) prompt: String,
    pub(crate) until: Option<u64>,
    pub(crate) claimed_by: Option<String>,
    /// The program that asks.
    pub(crate) client: Option<String>,
}

impl From<Elicitation> for PendingElicitation {
    fn from(entry: Elicitation) -> PendingElicitation {
        PendingElicitation {
            id: entry.id,
            mode: entry.mode,
            prompt: entry.prompt.unwrap_or_default(),
            until: entry.timeout_at,
            claimed_by: entry.claimed_by,
            client: entry.client,
        }
    }
}

impl PendingElicitation {
    /// Returns the time until its deadline.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.until.map(time_until)
    }
}

/// Returns the time until a point in milliseconds since 1970.
pub(crate) fn time_until(milliseconds: u64) -> Duration {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(milliseconds).saturating_sub(now)
}
