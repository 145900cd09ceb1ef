//! What operators see of webhooks and can do about them: look at deliveries, replay dead ones, enable an endpoint.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{NoteWrite, StoreError};
use askwell_lifecycle::{ElicitationId, Timestamp};

use super::delivery::{DEAD, Delivery, DeliveryKey, PENDING};
use super::endpoint::FAMILY;
use super::endpoint_state::{EndpointState, WorkerCommand};
use super::{PAGE, Webhooks};
use crate::json::JsonObject;

/// One endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointView {
    /// What operators call it.
    pub name: Arc<str>,
    /// Scheme, host and port: the path may be secret.
    pub origin: String,
    /// What it hears of.
    pub events: Vec<String>,
    /// Whose elicitations; everybody's, if not said.
    pub client: Option<Arc<str>>,
    /// Whether anything is sent.
    pub health: EndpointStatus,
}

/// Whether anything is sent to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointStatus {
    /// It is.
    Enabled,
    /// Nothing is, since the receiver said that it is gone for good.
    Disabled {
        /// When it did.
        since: Timestamp,
    },
}

/// One delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryView {
    /// Names it here, for replaying.
    pub key: Arc<str>,
    /// Names it to the receiver.
    pub message_id: String,
    /// To which endpoint.
    pub endpoint: Arc<str>,
    /// What it is about.
    pub elicitation: ElicitationId,
    /// What happened.
    pub event: String,
    /// When.
    pub happened_at: Timestamp,
    /// How often it was tried.
    pub attempts: u32,
    /// Why it has not arrived.
    pub last_error: Option<String>,
    /// What becomes of it.
    pub state: DeliveryState,
}

/// What becomes of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It will be tried.
    Pending {
        /// When next.
        next_try: Timestamp,
    },
    /// Nobody tries it any more.
    Dead {
        /// Since when.
        since: Timestamp,
    },
}

/// Which deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryFilter {
    /// Those that will be tried.
    Pending,
    /// Those that will not.
    Dead,
}

/// Why an operator could not be obliged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// No endpoint of this name is configured.
    #[error("there is no webhook of this name")]
    UnknownEndpoint,
    /// There is no such dead delivery: it was replayed already, or is forgotten.
    #[error("there is no such dead delivery; it was replayed, or is forgotten with its elicitation")]
    UnknownDelivery,
    /// Nothing can be sent to a disabled endpoint.
    #[error("this webhook is disabled; enable it first")]
    Disabled,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Webhooks {
    /// The endpoints, as configured.
    #[must_use]
    pub fn endpoints(&self) -> Vec<EndpointView> {
        self.shared.endpoints.iter().map(|state| EndpointView::of(state)).collect()
    }

    /// A page of the deliveries to one endpoint or to all, those that happened first first. `after` is the key of the
    /// last one on the page before.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn deliveries(
        &self,
        which: DeliveryFilter,
        endpoint: Option<&str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<DeliveryView>, OperatorError> {
        let first = endpoint.map(|name| DeliveryKey { endpoint: Arc::from(name), number: 0 }.to_text());
        let after = after.into_iter().chain(first).max();
        let notes = self.shared.engine.notes().list(which.shelf(), after, limit.clamp(1, PAGE)).await?;
        let readable = notes.iter().filter_map(|note| {
            let read = Delivery::read(note).inspect_err(|error| tracing::error!(%error, "it is not listed"));
            Some((Arc::clone(&note.key), read.ok()?))
        });
        let wanted =
            readable.take_while(|(_, delivery)| endpoint.is_none_or(|name| *delivery.key.endpoint == *name));
        Ok(wanted.map(|(key, delivery)| DeliveryView::of(key, delivery, which)).collect())
    }

    /// Sends a dead delivery again, with all its attempts before it.
    ///
    /// # Errors
    /// When there is none, its endpoint is gone or disabled, or the store fails.
    pub async fn replay(&self, key: &str) -> Result<(), OperatorError> {
        let key = DeliveryKey::parse(key).ok_or(OperatorError::UnknownDelivery)?;
        let state = self.state(&key.endpoint)?;
        if state.disabled().is_some() {
            return Err(OperatorError::Disabled);
        }
        let notes = self.shared.engine.notes();
        let note = notes.get(DEAD, key.to_text()).await?.ok_or(OperatorError::UnknownDelivery)?;
        let mut delivery = Delivery::read(&note).map_err(|_| OperatorError::UnknownDelivery)?;
        delivery.attempts = 0;
        delivery.due = self.shared.settings.clock.now();
        let remove = NoteWrite::Remove { shelf: DEAD, key: key.to_text(), expected: note.revision };
        // It waits in its new place before it leaves the old one: better twice than never.
        let verdicts = notes.write(vec![delivery.put(PENDING, 0), remove]).await?;
        if verdicts.first() == Some(&Verdict::NotFound) {
            return Err(OperatorError::UnknownDelivery);
        }
        let _ = state.inbox.send(WorkerCommand::Deliver(key.number, delivery.due));
        self.shared.record_progress();
        Ok(())
    }

    /// Sends all dead deliveries of an endpoint again; says how many.
    ///
    /// # Errors
    /// When there is no such endpoint, it is disabled, or the store fails.
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
                    // Somebody else was faster.
                    Err(OperatorError::UnknownDelivery) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Sends to an endpoint again that was disabled; says whether it was. What it has missed is among the dead
    /// deliveries.
    ///
    /// # Errors
    /// When there is no such endpoint, or the store fails.
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
    fn shelf(self) -> &'static str {
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

    /// As JSON text.
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

    /// As JSON text.
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
