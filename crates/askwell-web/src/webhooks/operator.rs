//! Operator functions of webhooks: list endpoints and deliveries, replay dead deliveries, enable
//! endpoints.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{RecordWrite, StoreError};
use askwell_lifecycle::{ElicitationId, Timestamp};

use super::delivery::{DEAD, Delivery, DeliveryKey, PENDING};
use super::endpoint::FAMILY;
use super::endpoint_state::{EndpointState, WorkerCommand};
use super::{PAGE, Webhooks};
use crate::json::JsonObject;

/// An endpoint, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndpointView {
    /// The name of the endpoint.
    pub name: Arc<str>,
    /// Scheme, host and port. The path may contain a secret.
    pub origin: String,
    /// The events that it receives.
    pub events: Vec<String>,
    /// The client whose elicitations it receives; `None` means all.
    pub client: Option<Arc<str>>,
    /// Whether deliveries are sent.
    pub health: EndpointStatus,
}

/// Whether deliveries are sent to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndpointStatus {
    /// Deliveries are sent.
    Enabled,
    /// Nothing is sent, because the receiver answered 410.
    Disabled {
        /// When it was disabled.
        since: Timestamp,
    },
}

/// A delivery, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeliveryView {
    /// The key of the delivery, for [`Webhooks::replay`].
    pub key: Arc<str>,
    /// The `webhook-id` that the receiver sees.
    pub message_id: String,
    /// The name of the endpoint.
    pub endpoint: Arc<str>,
    /// The elicitation.
    pub elicitation: ElicitationId,
    /// The event.
    pub event: String,
    /// When the event happened.
    pub happened_at: Timestamp,
    /// The number of attempts.
    pub attempts: u32,
    /// The error of the last attempt.
    pub last_error: Option<String>,
    /// The state of the delivery.
    pub state: DeliveryState,
}

/// The state of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeliveryState {
    /// Another attempt follows.
    Pending {
        /// The time of the next attempt.
        next_try: Timestamp,
    },
    /// No attempts follow, unless an operator replays it.
    Dead {
        /// When it was given up.
        since: Timestamp,
    },
}

/// Selects deliveries by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeliveryFilter {
    /// Pending deliveries.
    Pending,
    /// Dead deliveries.
    Dead,
}

/// Why an operator function failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// There is no endpoint of this name.
    #[error("there is no webhook of this name")]
    UnknownEndpoint,
    /// There is no such dead delivery: it was replayed already, or is purged.
    #[error("there is no such dead delivery; it was replayed, or is forgotten with its elicitation")]
    UnknownDelivery,
    /// The endpoint is disabled.
    #[error("this webhook is disabled; enable it first")]
    Disabled,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Webhooks {
    /// Returns the configured endpoints.
    #[must_use]
    pub fn endpoints(&self) -> Vec<EndpointView> {
        self.shared.endpoints.iter().map(|state| EndpointView::of(state)).collect()
    }

    /// Returns a page of the deliveries to one endpoint or to all, the oldest first. `after` is the
    /// key of the last delivery on the previous page.
    ///
    /// # Errors
    /// Returns the error of the store if it fails.
    pub async fn deliveries(
        &self,
        which: DeliveryFilter,
        endpoint: Option<&str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<DeliveryView>, OperatorError> {
        let first = endpoint.map(|name| DeliveryKey { endpoint: Arc::from(name), number: 0 }.to_text());
        let after = after.into_iter().chain(first).max();
        let records =
            self.shared.engine.records().list(which.namespace(), after, limit.clamp(1, PAGE)).await?;
        let readable = records.iter().filter_map(|record| {
            let read =
                Delivery::read(record).inspect_err(|error| tracing::error!(%error, "it is not listed"));
            Some((Arc::clone(&record.key), read.ok()?))
        });
        let wanted =
            readable.take_while(|(_, delivery)| endpoint.is_none_or(|name| *delivery.key.endpoint == *name));
        Ok(wanted.map(|(key, delivery)| DeliveryView::of(key, delivery, which)).collect())
    }

    /// Sends a dead delivery again, with the full number of attempts.
    ///
    /// # Errors
    /// Fails if there is no such delivery, its endpoint is unknown or disabled, or the store fails.
    pub async fn replay(&self, key: &str) -> Result<(), OperatorError> {
        let key = DeliveryKey::parse(key).ok_or(OperatorError::UnknownDelivery)?;
        let state = self.state(&key.endpoint)?;
        if state.disabled().is_some() {
            return Err(OperatorError::Disabled);
        }
        let records = self.shared.engine.records();
        let record = records.get(DEAD, key.to_text()).await?.ok_or(OperatorError::UnknownDelivery)?;
        let mut delivery = Delivery::read(&record).map_err(|_| OperatorError::UnknownDelivery)?;
        delivery.attempts = 0;
        delivery.due = self.shared.settings.clock.now();
        let remove = RecordWrite::Remove { namespace: DEAD, key: key.to_text(), expected: record.revision };
        // Stored in its new namespace before it is removed from the old one: a crash in between
        // sends it twice rather than never.
        let verdicts = records.write(vec![delivery.put(PENDING, 0), remove]).await?;
        if verdicts.first() == Some(&Verdict::NotFound) {
            return Err(OperatorError::UnknownDelivery);
        }
        state.send(WorkerCommand::Deliver(key.number, delivery.due));
        self.shared.record_progress();
        Ok(())
    }

    /// Sends all dead deliveries of an endpoint again and returns their number.
    ///
    /// # Errors
    /// Fails if there is no such endpoint, it is disabled, or the store fails.
    pub async fn replay_all(&self, endpoint: &str) -> Result<usize, OperatorError> {
        if self.state(endpoint)?.disabled().is_some() {
            return Err(OperatorError::Disabled);
        }
        let (mut replayed, mut after) = (0, None);
        loop {
            let page = self.deliveries(DeliveryFilter::Dead, Some(endpoint), after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(replayed) };
            after = Some(Arc::clone(&last.key));
            for dead in page {
                match self.replay(&dead.key).await {
                    Ok(()) => replayed += 1,
                    // Another call replayed it first.
                    Err(OperatorError::UnknownDelivery) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Enables an endpoint and returns whether it was disabled. The events that it missed are dead
    /// deliveries.
    ///
    /// # Errors
    /// Fails if there is no such endpoint or the store fails.
    pub async fn enable(&self, endpoint: &str) -> Result<bool, OperatorError> {
        let was_disabled = self.state(endpoint)?.enable(&self.shared).await?;
        self.shared.record_progress();
        Ok(was_disabled)
    }

    fn state(&self, name: &str) -> Result<&EndpointState, OperatorError> {
        let state = self.shared.endpoints.iter().find(|state| *state.endpoint.name == *name);
        state.map(|state| &**state).ok_or(OperatorError::UnknownEndpoint)
    }
}

impl DeliveryFilter {
    fn namespace(self) -> &'static str {
        match self {
            DeliveryFilter::Pending => PENDING,
            DeliveryFilter::Dead => DEAD,
        }
    }
}

impl EndpointView {
    fn of(state: &EndpointState) -> EndpointView {
        let endpoint = &state.endpoint;
        EndpointView {
            name: Arc::clone(&endpoint.name),
            origin: endpoint.origin.clone(),
            events: endpoint.events.iter().map(|event| format!("{FAMILY}{event}")).collect(),
            client: endpoint.client.as_ref().map(|client| Arc::from(client.as_str())),
            health: state
                .disabled()
                .map_or(EndpointStatus::Enabled, |since| EndpointStatus::Disabled { since }),
        }
    }

    /// Returns the JSON text of the API.
    #[must_use]
    pub fn to_json(&self) -> String {
        let object = JsonObject::new()
            .text("name", &self.name)
            .text("origin", &self.origin)
            .texts("events", self.events.iter().map(String::as_str))
            .optional(self.client.as_deref(), |object, client| object.text("client", client));
        match self.health {
            EndpointStatus::Enabled => object.text("status", "enabled"),
            EndpointStatus::Disabled { since } => {
                object.text("status", "disabled").number("disabledAt", since.as_millis())
            }
        }
        .finish()
    }
}

impl DeliveryView {
    fn of(key: Arc<str>, delivery: Delivery, which: DeliveryFilter) -> DeliveryView {
        DeliveryView {
            key,
            message_id: delivery.message_id(),
            endpoint: delivery.key.endpoint,
            elicitation: delivery.elicitation,
            event: format!("{FAMILY}{}", delivery.event),
            happened_at: delivery.happened_at,
            attempts: delivery.attempts,
            last_error: delivery.last_error,
            state: match which {
                DeliveryFilter::Pending => DeliveryState::Pending { next_try: delivery.due },
                DeliveryFilter::Dead => DeliveryState::Dead { since: delivery.due },
            },
        }
    }

    /// Returns the JSON text of the API.
    #[must_use]
    pub fn to_json(&self) -> String {
        let object = JsonObject::new()
            .text("deliveryId", &self.key)
            .text("webhookId", &self.message_id)
            .text("webhook", &self.endpoint)
            .text("elicitationId", &self.elicitation.to_string())
            .text("type", &self.event)
            .number("happenedAt", self.happened_at.as_millis())
            .number("attempts", self.attempts.into())
            .optional(self.last_error.as_deref(), |object, error| object.text("lastError", error));
        match self.state {
            DeliveryState::Pending { next_try } => {
                object.text("status", "pending").number("nextTryAt", next_try.as_millis())
            }
            DeliveryState::Dead { since } => {
                object.text("status", "dead").number("deadAt", since.as_millis())
            }
        }
        .finish()
    }
}
