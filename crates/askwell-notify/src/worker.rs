//! The task that sends the notifications of one channel, so that a slow channel delays only itself.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{StoreError, sleep_until};
use askwell_lifecycle::Timestamp;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};

use crate::attempt::attempt;
use crate::channel_state::ChannelState;
use crate::directory::Recipient;
use crate::lane_queue::LaneQueue;
use crate::notifications::NotifyState;

/// The wait after the store failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The worker of one channel.
pub(crate) struct Worker {
    shared: Arc<NotifyState>,
    state: Arc<ChannelState>,
    inbox: mpsc::UnboundedReceiver<(Recipient, Timestamp)>,
    stop: watch::Receiver<bool>,
}

/// What the worker waits for.
enum WorkerEvent {
    Added(Recipient, Timestamp),
    AttemptEnded(Recipient, Result<Option<Timestamp>, StoreError>),
    Due,
    Stopped,
}

impl Worker {
    pub(crate) fn new(
        shared: Arc<NotifyState>,
        state: Arc<ChannelState>,
        stop: watch::Receiver<bool>,
    ) -> Worker {
        let inbox = state.connect_worker();
        Worker { shared, state, inbox, stop }
    }

    /// Sends until stopped, then waits for what is in flight.
    pub(crate) async fn run(self) {
        let Worker { shared, state, mut inbox, mut stop } = self;
        let (shared, state) = (&*shared, &*state);
        let clock = &*shared.settings.clock;
        let at_once = shared.settings.at_once.max(1);
        let mut queue = LaneQueue::default();
        let mut in_flight = FuturesUnordered::new();
        loop {
            while in_flight.len() < at_once
                && let Some(recipient) = queue.take(clock.now())
            {
                in_flight.push(async move {
                    let ended = attempt(shared, state, &recipient).await;
                    (recipient, ended)
                });
            }
            let next_due = queue.next_due().filter(|_| in_flight.len() < at_once);
            let event = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => WorkerEvent::Stopped,
                Some((recipient, ended)) = in_flight.next() => WorkerEvent::AttemptEnded(recipient, ended),
                added = inbox.recv() => match added {
                    Some((recipient, due)) => WorkerEvent::Added(recipient, due),
                    None => WorkerEvent::Stopped,
                },
                () = sleep_until(clock, next_due) => WorkerEvent::Due,
            };
            match event {
                WorkerEvent::Added(recipient, due) => queue.add(recipient, due),
                WorkerEvent::AttemptEnded(recipient, ended) => {
                    let due = ended.unwrap_or_else(|error| {
                        tracing::warn!(%error, "the outcome of a notification cannot be stored; it is tried again");
                        Some(clock.now() + AFTER_FAILURE)
                    });
                    queue.put_back(recipient, due);
                    shared.record_progress();
                }
                WorkerEvent::Due => {}
                WorkerEvent::Stopped => break,
            }
        }
        while in_flight.next().await.is_some() {
            shared.record_progress();
        }
    }
}
