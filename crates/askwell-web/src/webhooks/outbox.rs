//! Plans a delivery for every endpoint that subscribes to a change. The engine's outbox stores them.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{
    CallError, Change, Clock, Outbox, OutboxEntry, OutboxName, OutboxPlanner, RecordWrite, StoreError,
};
use askwell_lifecycle::{Actor, Effect, Surface, Timestamp};
use tokio::sync::watch;

use super::WebhooksState;
use super::delivery::{Delivery, DeliveryContent, PENDING};
use super::endpoint_state::{EndpointState, WorkerCommand};
use crate::caller::AnswerVisibility;
use crate::wire;

/// Plans deliveries.
pub(super) struct DeliveryPlanner {
    shared: Arc<WebhooksState>,
}

/// A stored delivery, for the worker of its endpoint.
pub(super) struct DeliveryNotice {
    endpoint: Arc<EndpointState>,
    number: u64,
    due: Timestamp,
}

/// Opens the outbox of webhooks.
pub(super) async fn open(
    shared: Arc<WebhooksState>,
    stop: watch::Receiver<bool>,
) -> Result<Outbox<DeliveryPlanner>, StoreError> {
    let engine = shared.engine.clone();
    Outbox::open(&engine, DeliveryPlanner { shared }, stop).await
}

impl OutboxPlanner for DeliveryPlanner {
    type Notice = DeliveryNotice;

    const NAME: OutboxName = OutboxName { namespace: "webhook", key: "cursor", subject: "webhooks" };

    fn clock(&self) -> &dyn Clock {
        &*self.shared.settings.clock
    }

    async fn plan(&self, changes: &[Change]) -> Result<Vec<OutboxEntry<Self::Notice>>, StoreError> {
        let due = self.shared.settings.clock.now();
        let mut entries = Vec::new();
        for change in changes {
            let wanted: Vec<&Arc<EndpointState>> =
                self.shared.endpoints.iter().filter(|state| state.endpoint.wants(change)).collect();
            if wanted.is_empty() {
                continue;
            }
            let Some(content) = self.content(change).await? else {
                tracing::warn!(number = change.seq, "forgotten before it could be told");
                continue;
            };
            for state in wanted {
                let delivery = Delivery::of(change, Arc::clone(&state.endpoint.name), content.clone(), due);
                let notice = DeliveryNotice { endpoint: Arc::clone(state), number: change.seq, due };
                entries.push(OutboxEntry { write: delivery.put(PENDING, 0), notice });
            }
        }
        Ok(entries)
    }

    async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        self.shared.write(writes).await
    }

    fn hand_over(&self, entries: Vec<(Self::Notice, Verdict)>) {
        for (DeliveryNotice { endpoint, number, due }, verdict) in entries {
            match verdict {
                Verdict::Committed | Verdict::Conflict => endpoint.send(WorkerCommand::Deliver(number, due)),
                _ => tracing::warn!(
                    endpoint = endpoint.endpoint.name(),
                    number,
                    "forgotten before it could be told"
                ),
            }
        }
        self.shared.record_progress();
    }
}

impl DeliveryPlanner {
    /// Returns the data of a change, or `None` if its elicitation is purged. The outcome is read
    /// when the message is sent, so that deliveries contain no answers.
    async fn content(&self, change: &Change) -> Result<Option<DeliveryContent>, StoreError> {
        if let Effect::Closed { .. } = change.effect {
            return Ok(Some(DeliveryContent::Outcome));
        }
        match self.shared.engine.status(&operator(), change.id).await {
            Ok(elicitation) => {
                Ok(Some(DeliveryContent::Data(wire::params(change, &elicitation, AnswerVisibility::Masked))))
            }
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

fn operator() -> Actor {
    Actor::operator(Surface::Api)
}
