//! The task that sends the deliveries of one endpoint, so that a slow endpoint delays only itself.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{StoreError, sleep_until};
use askwell_lifecycle::Timestamp;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};

use super::PAGE;
use super::WebhooksState;
use super::attempt::{AttemptOutcome, attempt};
use super::delivery::{Delivery, DeliveryKey, PENDING};
use super::endpoint_state::{EndpointState, WorkerCommand};
use super::queue::DeliveryQueue;

/// The wait after the store failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The worker of one endpoint.
pub(super) struct Worker {
    shared: Arc<WebhooksState>,
    state: Arc<EndpointState>,
    inbox: mpsc::UnboundedReceiver<WorkerCommand>,
    stop: watch::Receiver<bool>,
    queue: DeliveryQueue,
}

/// What the worker waits for.
enum WorkerEvent {
    Command(WorkerCommand),
    AttemptEnded(u64, Result<AttemptOutcome, StoreError>),
    Due,
    Stopped,
}

impl Worker {
    /// Loads the pending deliveries of earlier runs.
    pub(super) async fn recall(
        shared: Arc<WebhooksState>,
        state: Arc<EndpointState>,
        stop: watch::Receiver<bool>,
    ) -> Result<Worker, StoreError> {
        let inbox = state.connect_worker();
        let (mut queue, mut after) = (DeliveryQueue::default(), None);
        loop {
            let page = pending_page(&shared, &state, after).await?;
            page.deliveries.into_iter().for_each(|(number, due)| queue.add(number, due));
            after = page.next;
            if after.is_none() {
                return Ok(Worker { shared, state, inbox, stop, queue });
            }
        }
    }

    /// Sends deliveries until stopped, then waits for those in flight.
    pub(super) async fn run(self) {
        let Worker { shared, state, mut inbox, mut stop, mut queue } = self;
        let (shared, state) = (&*shared, &*state);
        let clock = &*shared.settings.clock;
        let at_once = shared.settings.at_once.max(1);
        let mut under_way = FuturesUnordered::new();
        if state.disabled().is_some() {
            queue.make_all_due(clock.now());
        }
        loop {
            while under_way.len() < at_once
                && let Some(number) = queue.take(clock.now())
            {
                under_way.push(async move { (number, attempt(shared, state, number).await) });
            }
            let next_due = queue.next_due().filter(|_| under_way.len() < at_once);
            let wake = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => WorkerEvent::Stopped,
                Some((number, ended)) = under_way.next() => WorkerEvent::AttemptEnded(number, ended),
                word = inbox.recv() => word.map_or(WorkerEvent::Stopped, WorkerEvent::Command),
                () = sleep_until(clock, next_due) => WorkerEvent::Due,
            };
            match wake {
                WorkerEvent::Command(WorkerCommand::Deliver(number, due)) => queue.add(number, due),
                WorkerEvent::Command(WorkerCommand::Disabled) => queue.make_all_due(clock.now()),
                WorkerEvent::AttemptEnded(number, ended) => {
                    apply_outcome(&mut queue, number, ended, clock.now());
                    shared.record_progress();
                }
                WorkerEvent::Due => {}
                WorkerEvent::Stopped => break,
            }
        }
        while under_way.next().await.is_some() {
            shared.record_progress();
        }
    }
}

/// A part of the pending deliveries of an endpoint.
pub(super) struct PendingPage {
    /// Number and due time of each.
    pub(super) deliveries: Vec<(u64, Timestamp)>,
    /// The key to continue after, if there are more.
    pub(super) next: Option<Arc<str>>,
}

/// Reads pending deliveries of an endpoint, those after a key, or the first.
pub(super) async fn pending_page(
    shared: &WebhooksState,
    state: &EndpointState,
    after: Option<Arc<str>>,
) -> Result<PendingPage, StoreError> {
    let first = || DeliveryKey { endpoint: Arc::clone(&state.endpoint.name), number: 0 }.to_text();
    let page = shared.engine.records().list(PENDING, Some(after.unwrap_or_else(first)), PAGE).await?;
    let mut next = page.last().filter(|_| page.len() == PAGE).map(|record| Arc::clone(&record.key));
    let mut deliveries = Vec::new();
    for record in page {
        match Delivery::read(&record) {
            Ok(delivery) if delivery.key.endpoint != state.endpoint.name => {
                next = None;
                break;
            }
            Ok(delivery) => deliveries.push((delivery.key.number, delivery.due)),
            Err(error) => tracing::error!(%error, "it stays where it is"),
        }
    }
    Ok(PendingPage { deliveries, next })
}

fn apply_outcome(
    queue: &mut DeliveryQueue,
    number: u64,
    ended: Result<AttemptOutcome, StoreError>,
    now: Timestamp,
) {
    match ended {
        Ok(AttemptOutcome::Finished) => queue.remove(number),
        Ok(AttemptOutcome::RetryAt(due)) => queue.put(number, due),
        Err(error) => {
            tracing::warn!(%error, "what became of a delivery cannot be written down; it will be tried again");
            queue.put(number, now + AFTER_FAILURE);
        }
    }
}
