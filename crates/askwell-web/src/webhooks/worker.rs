//! Delivering to one endpoint: a task of its own, so that one that is slow keeps nobody waiting but itself.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_lifecycle::Timestamp;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};

use super::Shared;
use super::attempt::{Ended, attempt};
use super::delivery::{Delivery, PENDING, Place};
use super::line::{Line, Word};
use super::queue::Queue;
use super::{PAGE, sleep_until};

/// After a store failed, it is asked again this much later.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The one who delivers.
pub(super) struct Worker {
    shared: Arc<Shared>,
    line: Arc<Line>,
    inbox: mpsc::UnboundedReceiver<Word>,
    stop: watch::Receiver<bool>,
    queue: Queue,
}

/// What the worker wakes for.
enum Wake {
    Told(Word),
    Ended(u64, Result<Ended, StoreError>),
    Due,
    Stopped,
}

impl Worker {
    /// Takes up what was left undone.
    pub(super) async fn recall(
        shared: Arc<Shared>,
        line: Arc<Line>,
        inbox: mpsc::UnboundedReceiver<Word>,
        stop: watch::Receiver<bool>,
    ) -> Result<Worker, StoreError> {
        let mut queue = Queue::default();
        let mut after = Place { endpoint: Arc::clone(&line.endpoint.name), number: 0 }.key();
        loop {
            let page = shared.engine.notes().list(PENDING, Some(Arc::clone(&after)), PAGE).await?;
            let full = page.len() == PAGE;
            for note in page {
                after = Arc::clone(&note.key);
                match Delivery::read(&note) {
                    Ok(delivery) if delivery.place.endpoint != line.endpoint.name => {
                        return Ok(Worker { shared, line, inbox, stop, queue });
                    }
                    Ok(delivery) => queue.add(delivery.place.number, delivery.due),
                    Err(error) => tracing::error!(%error, "it stays where it is"),
                }
            }
            if !full {
                return Ok(Worker { shared, line, inbox, stop, queue });
            }
        }
    }

    /// Delivers until told to stop; what is on its way then may arrive.
    pub(super) async fn run(self) {
        let Worker { shared, line, mut inbox, mut stop, mut queue } = self;
        let (shared, line) = (&*shared, &*line);
        let clock = &*shared.settings.clock;
        let at_once = shared.settings.at_once.max(1);
        let mut under_way = FuturesUnordered::new();
        if line.disabled().is_some() {
            queue.hurry(clock.now());
        }
        loop {
            while under_way.len() < at_once
                && let Some(number) = queue.take(clock.now())
            {
                under_way.push(async move { (number, attempt(shared, line, number).await) });
            }
            let next_due = queue.next_due().filter(|_| under_way.len() < at_once);
            let wake = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => Wake::Stopped,
                Some((number, ended)) = under_way.next() => Wake::Ended(number, ended),
                word = inbox.recv() => word.map_or(Wake::Stopped, Wake::Told),
                () = sleep_until(clock, next_due) => Wake::Due,
            };
            match wake {
                Wake::Told(Word::Deliver(number, due)) => queue.add(number, due),
                Wake::Told(Word::Disabled) => queue.hurry(clock.now()),
                Wake::Ended(number, ended) => {
                    settle(&mut queue, number, ended, clock.now());
                    shared.moved();
                }
                Wake::Due => {}
                Wake::Stopped => break,
            }
        }
        while under_way.next().await.is_some() {
            shared.moved();
        }
    }
}

fn settle(queue: &mut Queue, number: u64, ended: Result<Ended, StoreError>, now: Timestamp) {
    match ended {
        Ok(Ended::Over) => queue.remove(number),
        Ok(Ended::Again(due)) => queue.put(number, due),
        Err(error) => {
            tracing::warn!(%error, "what became of a delivery cannot be written down; it will be tried again");
            queue.put(number, now + AFTER_FAILURE);
        }
    }
}
