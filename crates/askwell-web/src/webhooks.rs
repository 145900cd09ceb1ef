//! Webhooks: tells receivers what happens, over HTTP, signed, at least once.
//!
//! A change becomes one delivery for each endpoint that wants it, kept in the store before anything is sent and until
//! it has arrived. Deliveries that fail are tried again, later and later, and in the end are kept for an operator to
//! look at and to replay. Signatures and headers are those of Standard Webhooks 1.0.0.
//!
//! Refuses to go where the URL guard does not let it, to follow redirects, and to keep answers: what an elicitation
//! ended with is read from it when it is told.

mod attempt;
mod delivery;
mod endpoint;
mod endpoint_state;
mod operator;
mod outbox;
mod payload;
mod queue;
mod retry_schedule;
mod secret;
mod target;
mod worker;

use std::fmt;
use std::future::pending;
use std::sync::Arc;

use askwell_engine::{Clock, Engine, Resolver, StoreError, SystemClock, SystemResolver};
use askwell_lifecycle::Timestamp;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinSet;

use endpoint_state::EndpointState;
use outbox::Outbox;
use worker::Worker;

pub use endpoint::{Endpoint, EndpointProblem, EndpointSettings};
pub use operator::{
    DeliveryFilter, DeliveryState, DeliveryView, EndpointStatus, EndpointView, OperatorError,
};
pub use retry_schedule::RetrySchedule;
pub use secret::{InvalidSecret, SecretFileError, SigningSecret};

/// Notes are read in pages of this size.
const PAGE: usize = 256;

/// What all endpoints have in common.
#[derive(Clone)]
pub struct WebhookSettings {
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// How the hosts of endpoints are resolved.
    pub resolver: Arc<dyn Resolver>,
    /// When to try again.
    pub schedule: RetrySchedule,
    /// How many messages may be on their way to one endpoint at once.
    pub at_once: usize,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        WebhookSettings {
            clock: Arc::new(SystemClock),
            resolver: Arc::new(SystemResolver),
            schedule: RetrySchedule::default(),
            at_once: 8,
        }
    }
}

/// Webhooks that cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookStartError {
    /// Two endpoints have one name.
    #[error("two webhooks are called {0:?}; each needs a name of its own")]
    SameName(Arc<str>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Webhooks that are under way. Cheap to clone; when the last one is dropped, they stop where they are, and lose
/// nothing.
#[derive(Clone)]
pub struct Webhooks {
    shared: Arc<WebhooksState>,
    running: Arc<WebhookTasks>,
}

/// What everything here needs.
struct WebhooksState {
    engine: Engine,
    settings: WebhookSettings,
    endpoints: Vec<Arc<EndpointState>>,
    /// Counts what has happened to deliveries.
    progress: watch::Sender<u64>,
}

struct WebhookTasks {
    stop: watch::Sender<bool>,
    tasks: Mutex<JoinSet<()>>,
}

impl WebhooksState {
    /// Something has happened to a delivery.
    fn record_progress(&self) {
        self.progress.send_modify(|count| *count += 1);
    }
}

impl Webhooks {
    /// Starts to tell these endpoints what happens, from where the last run ended. On the first run, that is from now
    /// on: whatever happens after this has returned is told.
    ///
    /// # Errors
    /// When two endpoints have one name, or the store fails.
    pub async fn start(
        engine: &Engine,
        endpoints: Vec<Endpoint>,
        settings: WebhookSettings,
    ) -> Result<Webhooks, WebhookStartError> {
        let mut states: Vec<Arc<EndpointState>> = Vec::new();
        let mut inboxes = Vec::new();
        for endpoint in endpoints {
            if states.iter().any(|state| state.endpoint.name == endpoint.name) {
                return Err(WebhookStartError::SameName(endpoint.name));
            }
            let (sender, inbox) = mpsc::unbounded_channel();
            states.push(Arc::new(EndpointState::open(endpoint, &engine.notes(), sender).await?));
            inboxes.push(inbox);
        }
        let progress = watch::Sender::new(0);
        let shared =
            Arc::new(WebhooksState { engine: engine.clone(), settings, endpoints: states, progress });
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for (state, inbox) in shared.endpoints.iter().zip(inboxes) {
            let worker =
                Worker::recall(Arc::clone(&shared), Arc::clone(state), inbox, stopped.clone()).await?;
            tasks.spawn(worker.run());
        }
        if shared.endpoints.is_empty() {
            outbox::remove_cursor(&engine.notes()).await?;
        } else {
            tasks.spawn(Outbox::open(Arc::clone(&shared), stopped).await?.run());
        }
        Ok(Webhooks { shared, running: Arc::new(WebhookTasks { stop, tasks: Mutex::new(tasks) }) })
    }

    /// Stops in good order: begins nothing, and waits for what is on its way, at most as long as an attempt may take.
    /// Whoever cannot wait drops the future and this: what has not arrived is sent again by the next run.
    pub async fn stop(&self) {
        self.running.stop.send_replace(true);
        let mut tasks = self.running.tasks.lock().await;
        while tasks.join_next().await.is_some() {}
    }

    /// A number that grows whenever something has happened to a delivery.
    #[must_use]
    pub fn progress(&self) -> watch::Receiver<u64> {
        self.shared.progress.subscribe()
    }
}

impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endpoints = self.shared.endpoints.iter().map(|state| &state.endpoint);
        f.debug_list().entries(endpoints).finish()
    }
}

impl fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WebhookSettings { clock, resolver: _, schedule, at_once } = self;
        f.debug_struct("WebhookSettings")
            .field("clock", clock)
            .field("schedule", schedule)
            .field("at_once", at_once)
            .finish_non_exhaustive()
    }
}

/// Returns at this moment; never, if there is none.
async fn sleep_until(clock: &dyn Clock, moment: Option<Timestamp>) {
    let Some(moment) = moment else { return pending().await };
    while clock.now() < moment {
        clock.sleep_until(moment).await;
    }
}
