//! Webhooks: programs that do not wait are called back.
//!
//! What happened is read from the engine's log. For each endpoint that wants to be told, a delivery is written down
//! before the log is read any further, and taken away when it has arrived: so it arrives at least once, with the same
//! `webhook-id`, whatever crashes in between. Deliveries are signed as the Standard Webhooks specification says, tried
//! again for days, and then kept as dead letters that can be sent once more.
//!
//! Refuses to keep an order, to deliver anything but what is on the event stream, and to call what the URL guard
//! does not let through, each time anew.

mod attempt;
mod delivery;
mod feeder;
mod outbox;
mod payload;
mod schedule;
mod sender;
mod settings;
mod sign;

use std::fmt;
use std::sync::Arc;

use askwell_engine::{Clock, Engine, Resolver, StoreError};
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinSet;

pub use delivery::Delivery;
pub use schedule::Retries;
pub use settings::{
    Endpoint, EventName, InvalidSecret, SigningSecret, Targets, WebhookError, WebhookSettings,
};

use outbox::Outbox;

/// Deliveries to endpoints, for as long as one of these is held. Cheap to clone.
#[derive(Clone)]
pub struct Webhooks {
    outbox: Arc<Outbox>,
    /// The tasks that deliver; they go with the last handle. What they were doing is done again after the next start.
    _tasks: Arc<Mutex<JoinSet<()>>>,
}

/// What webhooks are made of.
pub struct WebhookParts {
    /// Whose log is read, and whose notes are written.
    pub engine: Engine,
    /// When to try again is told by this.
    pub clock: Arc<dyn Clock>,
    /// Where endpoints are is told by this.
    pub resolver: Arc<dyn Resolver>,
    /// Whom to tell.
    pub endpoints: Vec<Endpoint>,
    /// How.
    pub settings: WebhookSettings,
}

/// An endpoint as it is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndpointStatus {
    /// Its name.
    pub name: String,
    /// Since when it gets nothing more, because it has said that it is gone.
    pub disabled_at: Option<Timestamp>,
    /// So many deliveries wait for it.
    pub pending: usize,
}

/// A dead letter that was not sent again, or an endpoint that was not enabled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// There is none of this name.
    #[error("there is no dead letter of this id")]
    NoSuchLetter,
    /// It is for nobody that we know.
    #[error("there is no webhook called `{name}`")]
    NoSuchEndpoint {
        /// Its name.
        name: String,
    },
    /// It is for somebody who has said to be gone.
    #[error("the webhook `{name}` is disabled, as it answered 410; enable it first")]
    Disabled {
        /// Its name.
        name: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Webhooks {
    /// Starts to deliver: what was left over first, then whatever happens from now on. The first time, what happened
    /// before is not told. A cryptography provider of `rustls` has to be installed.
    ///
    /// # Errors
    /// When an endpoint cannot work, or the store fails.
    pub async fn start(parts: WebhookParts) -> Result<Webhooks, WebhookError> {
        settings::check(&parts.endpoints)?;
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            return Err(WebhookError::NoCryptography);
        }
        let outbox = Arc::new(Outbox::open(parts).await?);
        let feed = feeder::Feed::open(&outbox).await?;
        let mut tasks = JoinSet::new();
        tasks.spawn(feeder::run(Arc::clone(&outbox), feed));
        for place in 0..outbox.endpoints.len() {
            tasks.spawn(sender::run(Arc::clone(&outbox), place));
        }
        Ok(Webhooks { outbox, _tasks: Arc::new(Mutex::new(tasks)) })
    }

    /// How each endpoint is doing.
    #[must_use]
    pub fn endpoints(&self) -> Vec<EndpointStatus> {
        self.outbox.endpoints.iter().map(outbox::Mailbox::status).collect()
    }

    /// Deliveries that are to be made, the earliest first, from after this id on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn pending(&self, after: Option<Arc<str>>, limit: usize) -> Result<Vec<Delivery>, StoreError> {
        self.outbox.list(delivery::PENDING, after, limit).await
    }

    /// Deliveries that were given up, the earliest first, from after this id on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn dead_letters(
        &self,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<Delivery>, StoreError> {
        self.outbox.list(delivery::DEAD, after, limit).await
    }

    /// Sends a dead letter once more, with the same id and all its attempts.
    ///
    /// # Errors
    /// When there is none, or nobody to send it to.
    pub async fn replay(&self, id: &str) -> Result<(), ReplayError> {
        self.outbox.replay(id).await
    }

    /// Tells an endpoint again that had said to be gone.
    ///
    /// # Errors
    /// When there is none of this name.
    pub async fn enable(&self, name: &str) -> Result<(), ReplayError> {
        self.outbox.enable(name).await
    }

    /// How many attempts have been made and recorded since the start, now and as it grows.
    #[must_use]
    pub fn attempts(&self) -> watch::Receiver<u64> {
        self.outbox.attempts.subscribe()
    }
}

impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhooks").field("endpoints", &self.endpoints()).finish_non_exhaustive()
    }
}
