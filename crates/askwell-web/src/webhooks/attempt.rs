//! One attempt to deliver one message, from reading it to writing down what came of it.
//!
//! What is written down decides, not what was done: if a message has arrived and that cannot be written, it is sent
//! again, under the same name.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{CallError, Note, NoteWrite, StoreError};
use askwell_http::client::describe_error;
use askwell_lifecycle::{Actor, Surface, Timestamp};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Response, StatusCode};

use super::Shared;
use super::delivery::{DEAD, Delivery, PENDING, Place};
use super::line::Line;
use super::payload;
use super::schedule::retry_after;
use super::secret::seconds;
use super::target;

/// What became of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// There is nothing left to do: it has arrived, was given up, or is forgotten.
    Over,
    /// It is to be tried again.
    Again(Timestamp),
}

/// What the receiver said, or that it said nothing.
enum Answer {
    /// It has the message.
    Taken,
    /// It does not.
    Failed { why: String, asked_for: Option<Duration> },
    /// It never wants one again.
    Gone,
}

/// Tries one delivery.
pub(super) async fn attempt(shared: &Shared, line: &Line, number: u64) -> Result<Ended, StoreError> {
    let place = Place { endpoint: Arc::clone(&line.endpoint.name), number };
    let notes = shared.engine.notes();
    let Some(note) = notes.get(PENDING, place.key()).await? else {
        // Somebody else has delivered it, or its elicitation is forgotten, and it with that.
        tracing::info!(endpoint = line.endpoint.name(), number, "a delivery is not there any more");
        return Ok(Ended::Over);
    };
    let delivery = match Delivery::read(&note) {
        Ok(delivery) => delivery,
        Err(error) => {
            tracing::error!(%error, "it stays where it is");
            return Ok(Ended::Over);
        }
    };
    if line.disabled().is_some() {
        return bury(shared, line, delivery, &note, "the endpoint is disabled").await;
    }
    let limit = line.endpoint.timeout;
    let answer = match tokio::time::timeout(limit, send(shared, line, &delivery)).await {
        Ok(answer) => answer?,
        Err(_) => Answer::failed(format!("no answer within {} ms", limit.as_millis())),
    };
    write_down(shared, line, delivery, &note, answer).await
}

impl Answer {
    fn failed(why: String) -> Answer {
        Answer::Failed { why, asked_for: None }
    }
}

async fn send(shared: &Shared, line: &Line, delivery: &Delivery) -> Result<Answer, StoreError> {
    let endpoint = &line.endpoint;
    let body = match shared.engine.status(&Actor::operator(Surface::Api), delivery.elicitation).await {
        Ok(elicitation) => payload::body(delivery, &elicitation, endpoint.secrets),
        Err(CallError::Store(error)) => return Err(error),
        Err(error) => return Ok(Answer::failed(format!("there is nothing to tell: {error}"))),
    };
    let way = async {
        let pinned = target::pin(&endpoint.url, &endpoint.policy, &*shared.settings.resolver).await?;
        Ok::<_, target::NoWay>((line.connections.to(&pinned)?, pinned))
    };
    let (client, pinned) = match way.await {
        Ok(found) => found,
        Err(no_way) => return Ok(Answer::failed(no_way.to_string())),
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
        Err(error) => Answer::failed(describe_error(error)),
    })
}

/// Only the head of the answer counts; what else the receiver has to say is not read.
fn read(response: &Response, now: Timestamp) -> Answer {
    let status = response.status();
    if status.is_success() {
        return Answer::Taken;
    }
    if status == StatusCode::GONE {
        return Answer::Gone;
    }
    let hint = if status.is_redirection() { ", and redirects are not followed" } else { "" };
    let asked_for =
        response.headers().get(RETRY_AFTER).and_then(|value| retry_after(value.to_str().ok()?, now));
    Answer::Failed { why: format!("the receiver answered {}{hint}", status.as_u16()), asked_for }
}

async fn write_down(
    shared: &Shared,
    line: &Line,
    mut delivery: Delivery,
    note: &Note,
    answer: Answer,
) -> Result<Ended, StoreError> {
    delivery.attempts = delivery.attempts.saturating_add(1);
    let name = line.endpoint.name();
    let (id, attempts) = (delivery.message_id(), delivery.attempts);
    match answer {
        Answer::Taken => {
            line.meter.delivered.increment(1);
            tracing::debug!(endpoint = name, id, attempts, "delivered");
            let remove =
                NoteWrite::Remove { shelf: PENDING, key: delivery.place.key(), expected: note.revision };
            shared.engine.notes().write(vec![remove]).await?;
            Ok(Ended::Over)
        }
        Answer::Gone => {
            line.meter.failed.increment(1);
            tracing::warn!(
                endpoint = name,
                id,
                "the receiver is gone for good (410): the endpoint is disabled"
            );
            line.disable(shared).await?;
            bury(shared, line, delivery, note, "the receiver answered 410: it is gone for good").await
        }
        Answer::Failed { why, asked_for } => {
            line.meter.failed.increment(1);
            if attempts >= line.endpoint.attempts {
                tracing::warn!(endpoint = name, id, attempts, why, "a delivery is given up");
                return bury(shared, line, delivery, note, &why).await;
            }
            let wait = shared.settings.schedule.wait(attempts, rand::random(), asked_for);
            let again = shared.settings.clock.now() + wait;
            tracing::info!(endpoint = name, id, attempts, why, "a delivery failed; it will be tried again");
            delivery.due = again;
            delivery.last_error = Some(why);
            let verdicts = shared.engine.notes().write(vec![delivery.put(PENDING, note.revision)]).await?;
            // Somebody else has dealt with it, or its elicitation is forgotten.
            let ours = verdicts.first() == Some(&Verdict::Committed);
            Ok(if ours { Ended::Again(again) } else { Ended::Over })
        }
    }
}

/// Gives a delivery up: it is kept for operators.
async fn bury(
    shared: &Shared,
    line: &Line,
    mut delivery: Delivery,
    note: &Note,
    why: &str,
) -> Result<Ended, StoreError> {
    delivery.due = shared.settings.clock.now();
    delivery.last_error = Some(why.to_owned());
    let key = delivery.place.key();
    // Kept in its new place before it leaves the old one. A dead letter that is there already is the same one.
    let there = shared.engine.notes().get(DEAD, Arc::clone(&key)).await?.map_or(0, |dead| dead.revision);
    let remove = NoteWrite::Remove { shelf: PENDING, key, expected: note.revision };
    shared.engine.notes().write(vec![delivery.put(DEAD, there), remove]).await?;
    line.meter.dead.increment(1);
    Ok(Ended::Over)
}
