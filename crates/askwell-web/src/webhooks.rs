//! Webhooks: sends changes of elicitations to HTTP endpoints, signed, at least once.
//!
//! A change becomes one delivery per endpoint that subscribes to it. A delivery is stored before it
//! is sent, until it is accepted. Failed deliveries are retried with growing waits; after the last
//! attempt they are kept as dead deliveries, which an operator can replay. Signatures and headers
//! follow Standard Webhooks 1.0.0.
//!
//! Every attempt passes the URL guard and follows no redirects. Deliveries contain no answers: the
//! outcome is read from the elicitation when the message is sent.

mod attempt;
mod delivery;
mod endpoint;
mod endpoint_state;
mod lease;
mod operator;
mod outbox;
mod payload;
mod queue;
mod secret;
pub(crate) mod target;
mod worker;

use std::fmt;
use std::sync::Arc;

use askwell_engine::store::{Guard, RecordWrite, Verdict};
use askwell_engine::{
    Clock, Engine, OutboxPlanner as _, Resolver, StoreError, SystemClock, SystemResolver,
    remove_outbox_position, spawn_leader_work,
};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

use endpoint_state::EndpointState;
use lease::WebhookWork;
use outbox::DeliveryPlanner;
use worker::Worker;

pub use askwell_http::retry_schedule::RetrySchedule;
pub use endpoint::{Endpoint, EndpointProblem, EndpointSettings};
pub(crate) use endpoint::{endpoint_policy, is_endpoint_name};
pub use operator::{
    DeliveryFilter, DeliveryState, DeliveryView, EndpointStatus, EndpointView, OperatorError,
};
pub(crate) use secret::seconds;
pub use secret::{InvalidSecret, SecretFileError, SigningSecret};

/// How many records are read at a time.
const PAGE: usize = 256;

/// The settings of all endpoints.
#[derive(Clone)]
pub struct WebhookSettings {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Resolves the hosts of endpoints.
    pub resolver: Arc<dyn Resolver>,
    /// The waits between attempts.
    pub schedule: RetrySchedule,
    /// The most concurrent deliveries to one endpoint.
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

/// Why webhooks cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookStartError {
    /// Two endpoints have the same name.
    #[error("two webhooks are called {0:?}; each needs a name of its own")]
    SameName(Arc<str>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Running webhooks. Clones share the state. When the last clone is dropped, the tasks stop at
/// once; pending deliveries are sent by the next run.
#[derive(Clone)]
pub struct Webhooks {
    shared: Arc<WebhooksState>,
    running: Arc<WebhookTasks>,
}

/// The state that all tasks share.
struct WebhooksState {
    engine: Engine,
    settings: WebhookSettings,
    endpoints: Vec<Arc<EndpointState>>,
    /// Counts changes of deliveries.
    progress: watch::Sender<u64>,
    /// What must hold when the outcome of a delivery is written.
    guard: parking_lot::Mutex<Guard>,
}

struct WebhookTasks {
    stop: watch::Sender<bool>,
    tasks: Mutex<JoinSet<()>>,
}

impl WebhooksState {
    /// Counts a change of a delivery.
    fn record_progress(&self) {
        self.progress.send_modify(|count| *count += 1);
    }

    /// Writes records while this node is the one that sends deliveries.
    ///
    /// # Errors
    /// When the store fails, or another node sends deliveries now; then nothing is written.
    async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        let guard = self.guard.lock().clone();
        let verdicts = self.engine.records().write_guarded(writes, guard).await?;
        if verdicts.contains(&Verdict::GuardFailed) {
            return Err(StoreError::Failed("another node sends webhooks now".into()));
        }
        Ok(verdicts)
    }
}

/// Spawns the tasks that read the log and send deliveries, from where the last run ended.
async fn spawn_tasks(
    shared: &Arc<WebhooksState>,
    stop: &watch::Receiver<bool>,
    tasks: &mut JoinSet<()>,
) -> Result<(), StoreError> {
    for state in &shared.endpoints {
        let worker = Worker::recall(Arc::clone(shared), Arc::clone(state), stop.clone()).await?;
        tasks.spawn(worker.run());
    }
    tasks.spawn(outbox::open(Arc::clone(shared), stop.clone()).await?.run());
    Ok(())
}

impl Webhooks {
    /// Starts to deliver changes to these endpoints, from where the last run ended. The first run
    /// starts with the changes after this call returned. If several nodes share the store, one of
    /// them sends; another takes over within seconds after it stops or fails.
    ///
    /// # Errors
    /// Fails if two endpoints have the same name, or if the store fails.
    pub async fn start(
        engine: &Engine,
        endpoints: Vec<Endpoint>,
        settings: WebhookSettings,
    ) -> Result<Webhooks, WebhookStartError> {
        let mut states: Vec<Arc<EndpointState>> = Vec::new();
        for endpoint in endpoints {
            if states.iter().any(|state| state.endpoint.name == endpoint.name) {
                return Err(WebhookStartError::SameName(endpoint.name));
            }
            states.push(Arc::new(EndpointState::open(endpoint, &engine.records()).await?));
        }
        let shared = Arc::new(WebhooksState {
            engine: engine.clone(),
            settings,
            endpoints: states,
            progress: watch::Sender::new(0),
            guard: parking_lot::Mutex::default(),
        });
        let (stop, stopped) = watch::channel(false);
        let is_shared = engine.store().is_shared();
        let mut tasks = JoinSet::new();
        if !shared.endpoints.is_empty() {
            if is_shared {
                // Makes sure that there is a cursor, which the leader continues.
                drop(outbox::open(Arc::clone(&shared), stopped.clone()).await?);
            }
            let work = Arc::new(WebhookWork::new(Arc::clone(&shared)));
            tasks = spawn_leader_work(Arc::clone(engine.store()), work, stopped).await?;
        } else if !is_shared {
            // Other nodes of a shared store may have endpoints, and need the cursor.
            remove_outbox_position(&engine.records(), DeliveryPlanner::NAME).await?;
        }
        Ok(Webhooks { shared, running: Arc::new(WebhookTasks { stop, tasks: Mutex::new(tasks) }) })
    }

    /// Stops gracefully: starts no more attempts and waits for those in flight, at most for the
    /// timeout of an attempt. Dropping the future and the last clone stops at once; messages
    /// without a response are then sent again by the next run.
    pub async fn stop(&self) {
        self.running.stop.send_replace(true);
        let mut tasks = self.running.tasks.lock().await;
        while tasks.join_next().await.is_some() {}
    }

    /// Returns a counter that increases with every change of a delivery.
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
