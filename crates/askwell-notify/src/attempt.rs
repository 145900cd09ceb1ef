//! Sends what is due for one recipient on one channel, and stores the outcome.
//!
//! The stored outcome counts: if a message was delivered and that cannot be stored, it is sent again with the same
//! id. Questions that are closed by then are not told any more.

use askwell_locale::Words;
use std::sync::Arc;

use askwell_engine::{CallError, RecordWrite, StoreError};
use askwell_lifecycle::{Actor, Elicitation, Surface, Timestamp};

use crate::channel::{DeliveryOutcome, Unsubscribe};
use crate::channel_state::ChannelState;
use crate::directory::Recipient;
use crate::notification::{Notification, NotificationEntry};
use crate::notifications::{NotifyState, PAGE};
use crate::record::{DEAD, Lane, PENDING, StoredNotification};
use crate::stored_preferences;

/// From this number on, notifications that are due are sent as one.
const BUNDLE_FROM: usize = 4;

/// The most questions that one message lists; the others are counted.
const MOST_ENTRIES: usize = 20;

/// The longest error that is stored, in characters.
const LONGEST_ERROR: usize = 300;

/// A stored notification with its revision.
struct Pending {
    stored: StoredNotification,
    revision: u64,
}

/// Sends what is due. Returns when to come back; `None` if nothing is pending.
pub(crate) async fn attempt(
    shared: &NotifyState,
    state: &ChannelState,
    recipient: &Recipient,
) -> Result<Option<Timestamp>, StoreError> {
    let lane = Lane { channel: Arc::clone(&state.channel.name), recipient: recipient.clone() };
    let (pending, is_all) = load(shared, &lane).await?;
    let now = shared.settings.clock.now();
    let (due, later): (Vec<Pending>, Vec<Pending>) =
        pending.into_iter().partition(|pending| pending.stored.due <= now);
    let next_due = later.iter().map(|pending| pending.stored.due).min();
    let come_back = |after: Option<Timestamp>| {
        let rest = if is_all { None } else { Some(now) };
        after.into_iter().chain(next_due).chain(rest).min()
    };
    if due.is_empty() {
        return Ok(come_back(None));
    }
    if let Some(end) = end_of_quiet(shared, recipient, now).await? {
        hold(shared, due, end).await?;
        return Ok(come_back(Some(end)));
    }
    let (open, mut writes) = drop_closed(shared, due).await?;
    if open.is_empty() {
        shared.write(writes).await?;
        return Ok(come_back(None));
    }
    let is_bundle = open.len() >= BUNDLE_FROM || open.iter().any(|(pending, _)| pending.stored.is_held);
    let count = if is_bundle { open.len() } else { 1 };
    let more_due = (open.len() > count).then_some(now);
    let (sent, _) = open.split_at(count);
    let outcome = send(shared, state, recipient, sent).await?;
    let (outcomes, retry_at) = record_outcome(shared, state, sent, outcome).await?;
    writes.extend(outcomes);
    shared.write(writes).await?;
    Ok(come_back(retry_at.into_iter().chain(more_due).min()))
}

/// Reads the pending notifications of a lane, and whether these are all.
async fn load(shared: &NotifyState, lane: &Lane) -> Result<(Vec<Pending>, bool), StoreError> {
    let prefix = lane.prefix();
    let records = shared.engine.records().list(PENDING, Some(Arc::from(prefix.as_str())), PAGE).await?;
    let is_all = records.len() < PAGE || records.last().is_some_and(|last| !last.key.starts_with(&prefix));
    let own = records.iter().take_while(|record| record.key.starts_with(&prefix));
    let read = own.filter_map(|record| {
        Some(Pending { stored: StoredNotification::read(record)?, revision: record.revision })
    });
    Ok((read.collect(), is_all))
}

async fn end_of_quiet(
    shared: &NotifyState,
    recipient: &Recipient,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let Recipient::Person(name) = recipient else { return Ok(None) };
    Ok(stored_preferences::of_person(shared, name).await?.end_of_quiet(now))
}

/// Holds notifications back until quiet hours end.
async fn hold(shared: &NotifyState, due: Vec<Pending>, until: Timestamp) -> Result<(), StoreError> {
    let writes = due.into_iter().map(|Pending { mut stored, revision }| {
        (stored.due, stored.is_held) = (until, true);
        stored.put(PENDING, revision)
    });
    shared.write(writes.collect()).await.map(drop)
}

/// Splits notifications into those of open questions, and writes that remove the others.
async fn drop_closed(
    shared: &NotifyState,
    due: Vec<Pending>,
) -> Result<(Vec<(Pending, Arc<Elicitation>)>, Vec<RecordWrite>), StoreError> {
    let operator = Actor::operator(Surface::Engine);
    let (mut open, mut writes) = (Vec::new(), Vec::new());
    for pending in due {
        match shared.engine.status(&operator, pending.stored.elicitation).await {
            Ok(elicitation) if elicitation.outcome().is_none() => open.push((pending, elicitation)),
            Err(CallError::Store(error)) => return Err(error),
            _ => writes.push(pending.stored.remove(PENDING, pending.revision)),
        }
    }
    Ok((open, writes))
}

async fn send(
    shared: &NotifyState,
    state: &ChannelState,
    recipient: &Recipient,
    sent: &[(Pending, Arc<Elicitation>)],
) -> Result<DeliveryOutcome, StoreError> {
    let channel = &state.channel;
    let Some(address) = shared.address(state, recipient).await? else {
        return Ok(DeliveryOutcome::GaveUp { why: "the recipient has no address there any more".to_owned() });
    };
    let Some((first, _)) = sent.first() else { return Ok(DeliveryOutcome::Delivered) };
    let inbox = shared.settings.inbox();
    let words = words_of(shared, recipient).await?;
    let entry = |(pending, elicitation): &(Pending, Arc<Elicitation>)| {
        NotificationEntry::of(elicitation, pending.stored.reason, channel.titles, &inbox)
    };
    let entries: Vec<NotificationEntry> =
        words.enter_while(|| sent.iter().take(MOST_ENTRIES).map(entry).collect());
    let unsubscribe = match (channel.unsubscribe, recipient) {
        (Unsubscribe::Offered, Recipient::Person(name)) => {
            Some(shared.secret.link(&shared.settings.base_url, &channel.name, name))
        }
        _ => None,
    };
    let notification = Notification {
        id: first.stored.message_id(),
        recipient: recipient.clone(),
        address,
        more: sent.len() - entries.len(),
        entries,
        inbox,
        unsubscribe,
    };
    let limit = channel.timeout;
    Ok(match tokio::time::timeout(limit, words.during(channel.channel.deliver(&notification))).await {
        Ok(outcome) => outcome,
        Err(_) => DeliveryOutcome::retry(format!("no answer within {} ms", limit.as_millis())),
    })
}

/// Returns the words of a recipient: in their own language, else in the operator's.
async fn words_of(shared: &NotifyState, recipient: &Recipient) -> Result<Words, StoreError> {
    let chosen = match recipient {
        Recipient::Person(name) => stored_preferences::of_person(shared, name).await?.language(),
        _ => None,
    };
    let language = chosen.unwrap_or(shared.settings.language);
    Ok(Words::of(language).with_overrides(Arc::clone(&shared.settings.words)))
}

/// Returns the writes that store an outcome, and when to try again.
async fn record_outcome(
    shared: &NotifyState,
    state: &ChannelState,
    sent: &[(Pending, Arc<Elicitation>)],
    outcome: DeliveryOutcome,
) -> Result<(Vec<RecordWrite>, Option<Timestamp>), StoreError> {
    let channel = &*state.channel.name;
    let attempts = sent.first().map_or(0, |(pending, _)| pending.stored.attempts).saturating_add(1);
    let (why, wait) = match outcome {
        DeliveryOutcome::Delivered => {
            state.meter.delivered.increment(1);
            tracing::debug!(channel, attempts, questions = sent.len(), "a notification is delivered");
            let removes = sent.iter().map(|(pending, _)| pending.stored.remove(PENDING, pending.revision));
            return Ok((removes.collect(), None));
        }
        DeliveryOutcome::GaveUp { why } => (why, None),
        DeliveryOutcome::RetryLater { why, wait } if attempts < state.channel.attempts => {
            let wait = shared.settings.schedule.wait(attempts, rand::random(), wait);
            (why, Some(wait))
        }
        DeliveryOutcome::RetryLater { why, .. } => (why, None),
    };
    state.meter.failed.increment(1);
    let why: String = why.chars().take(LONGEST_ERROR).collect();
    let now = shared.settings.clock.now();
    let mut writes = Vec::new();
    let records = shared.engine.records();
    match wait {
        Some(_) => tracing::info!(channel, attempts, why, "a notification failed; it will be tried again"),
        None => tracing::warn!(channel, attempts, why, "a notification is given up"),
    }
    for (pending, _) in sent {
        let mut stored = pending.stored.clone();
        stored.attempts = stored.attempts.saturating_add(1);
        stored.last_error = Some(why.clone());
        stored.due = now + wait.unwrap_or_default();
        if wait.is_some() {
            writes.push(stored.put(PENDING, pending.revision));
        } else {
            state.meter.dead.increment(1);
            let there = records.get(DEAD, stored.key.to_text()).await?.map_or(0, |dead| dead.revision);
            writes.push(stored.put(DEAD, there));
            writes.push(stored.remove(PENDING, pending.revision));
        }
    }
    Ok((writes, wait.map(|wait| now + wait)))
}
