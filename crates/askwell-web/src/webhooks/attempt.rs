//! Makes one attempt to send a delivery and stores the outcome.
//!
//! The stored outcome counts: if a message was accepted and that cannot be stored, it is sent again
//! with the same id.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{CallError, Record, RecordWrite, StoreError};
use askwell_http::client::describe_error;
use askwell_http::retry_schedule::retry_after;
use askwell_lifecycle::{Actor, Surface, Timestamp};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Response, StatusCode};

use super::WebhooksState;
use super::delivery::{DEAD, Delivery, DeliveryKey, PENDING};
use super::endpoint_state::EndpointState;
use super::payload;
use super::secret::seconds;
use super::target;

/// What follows an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttemptOutcome {
    /// Nothing: the delivery was accepted, given up or purged.
    Finished,
    /// Another attempt at this time.
    RetryAt(Timestamp),
}

/// The response of the receiver, or its absence.
enum ReceiverResponse {
    /// The message is accepted.
    Accepted,
    /// The attempt failed.
    Failed { why: String, retry_after_wait: Option<Duration> },
    /// The endpoint is gone for good (status 410).
    Gone,
}

/// Makes one attempt for the delivery with this sequence number.
pub(super) async fn attempt(
    shared: &WebhooksState,
    state: &EndpointState,
    number: u64,
) -> Result<AttemptOutcome, StoreError> {
    let key = DeliveryKey { endpoint: Arc::clone(&state.endpoint.name), number };
    let records = shared.engine.records();
    let Some(record) = records.get(PENDING, key.to_text()).await? else {
        // Another process delivered it, or it was purged with its elicitation.
        tracing::info!(endpoint = state.endpoint.name(), number, "a delivery is not there any more");
        return Ok(AttemptOutcome::Finished);
    };
    let delivery = match Delivery::read(&record) {
        Ok(delivery) => delivery,
        Err(error) => {
            tracing::error!(%error, "it stays where it is");
            return Ok(AttemptOutcome::Finished);
        }
    };
    if state.disabled().is_some() {
        return give_up(shared, state, delivery, &record, "the endpoint is disabled").await;
    }
    let limit = state.endpoint.timeout;
    let answer = match tokio::time::timeout(limit, send(shared, state, &delivery)).await {
        Ok(answer) => answer?,
        Err(_) => ReceiverResponse::failed(format!("no answer within {} ms", limit.as_millis())),
    };
    record_outcome(shared, state, delivery, &record, answer).await
}

impl ReceiverResponse {
    fn failed(why: String) -> ReceiverResponse {
        ReceiverResponse::Failed { why, retry_after_wait: None }
    }
}

async fn send(
    shared: &WebhooksState,
    state: &EndpointState,
    delivery: &Delivery,
) -> Result<ReceiverResponse, StoreError> {
    let endpoint = &state.endpoint;
    let body = match shared.engine.status(&Actor::operator(Surface::Api), delivery.elicitation).await {
        Ok(elicitation) => payload::body(delivery, &elicitation, endpoint.secrets),
        Err(CallError::Store(error)) => return Err(error),
        Err(error) => return Ok(ReceiverResponse::failed(format!("there is nothing to tell: {error}"))),
    };
    let way = async {
        let pinned = target::pin(&endpoint.url, &endpoint.policy, &*shared.settings.resolver).await?;
        Ok::<_, target::TargetError>((state.connections.to(&pinned)?, pinned))
    };
    let (client, pinned) = match way.await {
        Ok(found) => found,
        Err(no_way) => return Ok(ReceiverResponse::failed(no_way.to_string())),
    };
    let (id, now) = (delivery.message_id(), shared.settings.clock.now());
    let request = client
        .post(pinned.url().clone())
        .header(CONTENT_TYPE, "application/json")
        .header("webhook-id", &id)
        .header("webhook-timestamp", seconds(now))
        .header("webhook-signature", endpoint.secret.sign(&id, now, body.as_bytes()))
        .body(body);
    Ok(match request.send().await {
        Ok(response) => read(&response, shared.settings.clock.now()),
        Err(error) => ReceiverResponse::failed(describe_error(error)),
    })
}

/// Reads the response head; the body is not read.
fn read(response: &Response, now: Timestamp) -> ReceiverResponse {
    let status = response.status();
    if status.is_success() {
        return ReceiverResponse::Accepted;
    }
    if status == StatusCode::GONE {
        return ReceiverResponse::Gone;
    }
    let hint = if status.is_redirection() { ", and redirects are not followed" } else { "" };
    let now = Duration::from_millis(now.as_millis());
    let retry_after_wait =
        response.headers().get(RETRY_AFTER).and_then(|value| retry_after(value.to_str().ok()?, now));
    ReceiverResponse::Failed {
        why: format!("the receiver answered {}{hint}", status.as_u16()),
        retry_after_wait,
    }
}

async fn record_outcome(
    shared: &WebhooksState,
    state: &EndpointState,
    mut delivery: Delivery,
    record: &Record,
    answer: ReceiverResponse,
) -> Result<AttemptOutcome, StoreError> {
    delivery.attempts = delivery.attempts.saturating_add(1);
    let name = state.endpoint.name();
    let (id, attempts) = (delivery.message_id(), delivery.attempts);
    match answer {
        ReceiverResponse::Accepted => {
            state.meter.delivered.increment(1);
            tracing::debug!(endpoint = name, id, attempts, "delivered");
            let remove = RecordWrite::Remove {
                namespace: PENDING,
                key: delivery.key.to_text(),
                expected: record.revision,
            };
            shared.write(vec![remove]).await?;
            Ok(AttemptOutcome::Finished)
        }
        ReceiverResponse::Gone => {
            state.meter.failed.increment(1);
            tracing::warn!(
                endpoint = name,
                id,
                "the receiver is gone for good (410): the endpoint is disabled"
            );
            state.disable(shared).await?;
            give_up(shared, state, delivery, record, "the receiver answered 410: it is gone for good").await
        }
        ReceiverResponse::Failed { why, retry_after_wait } => {
            state.meter.failed.increment(1);
            if attempts >= state.endpoint.attempts {
                tracing::warn!(endpoint = name, id, attempts, why, "a delivery is given up");
                return give_up(shared, state, delivery, record, &why).await;
            }
            let wait = shared.settings.schedule.wait(attempts, rand::random(), retry_after_wait);
            let again = shared.settings.clock.now() + wait;
            tracing::info!(endpoint = name, id, attempts, why, "a delivery failed; it will be tried again");
            delivery.due = again;
            delivery.last_error = Some(why);
            let verdicts = shared.write(vec![delivery.put(PENDING, record.revision)]).await?;
            // Another process handled it, or it was purged with its elicitation.
            let ours = verdicts.first() == Some(&Verdict::Committed);
            Ok(if ours { AttemptOutcome::RetryAt(again) } else { AttemptOutcome::Finished })
        }
    }
}

/// Moves a delivery to the dead ones, where operators find it.
async fn give_up(
    shared: &WebhooksState,
    state: &EndpointState,
    mut delivery: Delivery,
    record: &Record,
    why: &str,
) -> Result<AttemptOutcome, StoreError> {
    delivery.due = shared.settings.clock.now();
    delivery.last_error = Some(why.to_owned());
    let key = delivery.key.to_text();
    // Stored in its new namespace before it is removed from the old one. An existing dead delivery
    // is the same one.
    let there = shared.engine.records().get(DEAD, Arc::clone(&key)).await?.map_or(0, |dead| dead.revision);
    let remove = RecordWrite::Remove { namespace: PENDING, key, expected: record.revision };
    shared.write(vec![delivery.put(DEAD, there), remove]).await?;
    state.meter.dead.increment(1);
    Ok(AttemptOutcome::Finished)
}
