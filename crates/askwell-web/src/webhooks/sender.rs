//! Delivering: for each endpoint one task, with a few attempts at once, so that nobody waits for somebody else's
//! receiver.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{Note, NoteWrite, StoreError};
use askwell_lifecycle::{Actor, Surface};
use tokio::task::JoinSet;

use super::attempt::{Attempt, Letter, deliver};
use super::delivery::{Delivery, PENDING};
use super::outbox::{Outbox, removal};
use super::payload;
use super::settings::EventName;
use crate::caller::Secrets;

/// After a store failed, a delivery is tried again this much later.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Delivers for ever.
pub(super) async fn run(outbox: Arc<Outbox>, place: usize) {
    let Some(to) = outbox.endpoints.get(place) else { return };
    let mut flying = JoinSet::new();
    loop {
        let free = |flying: &JoinSet<()>| flying.len() < outbox.settings.at_once.max(1);
        while free(&flying)
            && let Some(id) = to.take_due(outbox.clock.now())
        {
            flying.spawn(attempt(Arc::clone(&outbox), place, id));
        }
        let next = to.next_due().filter(|_| free(&flying));
        let due = async {
            match next {
                Some(at) => outbox.clock.sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            Some(_) = flying.join_next() => {}
            () = to.bell.notified() => {}
            () = due => {}
        }
    }
}

async fn attempt(outbox: Arc<Outbox>, place: usize, id: Arc<str>) {
    let Some(to) = outbox.endpoints.get(place) else { return };
    if let Err(error) = attempt_and_record(&outbox, place, &id).await {
        tracing::warn!(%error, id = %id, "a delivery could not be recorded; it will be made again");
        to.expect(outbox.clock.now() + AFTER_FAILURE, id);
    }
    to.landed();
    outbox.attempts.send_modify(|attempts| *attempts += 1);
}

async fn attempt_and_record(outbox: &Outbox, place: usize, id: &Arc<str>) -> Result<(), StoreError> {
    let Some(to) = outbox.endpoints.get(place) else { return Ok(()) };
    let Some(note) = outbox.notes.get(PENDING, Arc::clone(id)).await? else { return Ok(()) };
    let delivery = Delivery::read(&note)?;
    if to.is_gone() {
        return outbox.give_up(&note, delivery, "the endpoint is gone").await;
    }
    let body = body(outbox, to.endpoint.secrets, &delivery).await;
    let now = outbox.clock.now();
    let letter = Letter { id, body: &body, now };
    let outcome = deliver(&to.line, &to.endpoint, &*outbox.resolver, outbox.settings.timeout, letter).await;
    let result = match &outcome {
        Attempt::Delivered => "delivered",
        Attempt::Failed { .. } => "failed",
        Attempt::Gone => "gone",
    };
    let name = to.endpoint.name.clone();
    metrics::counter!("askwell_webhook_attempts_total", "endpoint" => name, "result" => result).increment(1);
    match outcome {
        Attempt::Delivered => outbox.notes.write(vec![removal(&note)]).await.map(drop),
        Attempt::Gone => {
            outbox.give_up(&note, delivery, "the endpoint is gone").await?;
            outbox.disable(to).await
        }
        Attempt::Failed { why, retry_after } => {
            let attempts = delivery.attempts.saturating_add(1);
            let delivery = Delivery { attempts, ..delivery };
            let now = outbox.clock.now();
            match outbox.settings.retries.next(attempts, now, retry_after, rand::random()) {
                None => outbox.give_up(&note, delivery, &why).await,
                Some(at) => {
                    tracing::debug!(%id, why, "a delivery failed; it will be tried again");
                    let delivery = Delivery { at, failure: Some(why), ..delivery };
                    again(outbox, place, &note, delivery).await
                }
            }
        }
    }
}

async fn again(outbox: &Outbox, place: usize, note: &Note, delivery: Delivery) -> Result<(), StoreError> {
    let write = NoteWrite::Put { note: delivery.note(PENDING)?, expected: note.revision };
    let verdicts = outbox.notes.write(vec![write]).await?;
    if let (Some(Verdict::Committed), Some(to)) = (verdicts.first(), outbox.endpoints.get(place)) {
        to.expect(delivery.at, delivery.id);
    }
    Ok(())
}

/// What is sent: what was written down, with the secrets put in for those who get them, as long as they are there.
async fn body(outbox: &Outbox, secrets: Secrets, delivery: &Delivery) -> String {
    let operator = Actor::operator(Surface::Engine);
    if let (Secrets::Shown, Some(event)) = (secrets, EventName::parse(&delivery.event))
        && let Ok(elicitation) = outbox.engine.status(&operator, delivery.elicitation).await
        && let Ok(history) = outbox.engine.history(&operator, delivery.elicitation).await
        && let Some(change) = history.iter().find(|change| change.seq == delivery.seq)
    {
        return payload::body(event, change, Some(&elicitation), secrets);
    }
    delivery.body.clone()
}
