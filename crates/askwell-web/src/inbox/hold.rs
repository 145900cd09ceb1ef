//! Held decisions: a decision in the inbox leaves after a few seconds, until which its person can undo it.
//!
//! A held decision is a record of its elicitation, durable and encrypted as such. It is in one of two states:
//! held, or leaving. Undoing removes it only while it is held; leaving marks it first. Both are compare-and-set
//! on its revision, so one of them wins. Only then is the answer submitted, and the record removed. After a crash
//! in between the answer is submitted again, which the lifecycle refuses if the first try has succeeded: nothing
//! is lost, and nothing is answered twice. An answer from another surface meanwhile is the first one, as always.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Record, RecordWrite, StoreError, Verdict};
use askwell_engine::{CallError, SubmitError};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Person, Scope, Surface, Timestamp};
use serde::{Deserialize, Serialize};

use super::delegate;
use crate::pages::Pages;

const NAMESPACE: &str = "held_decisions";

/// The most held decisions that one look finds. More wait for the next.
const MOST: usize = 500;

/// How often a node looks for decisions that another one has left behind.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// A held decision.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct HeldDecision {
    version: u8,
    pub(crate) id: String,
    pub(crate) by: String,
    /// The groups of the person; `None` means every group.
    groups: Option<Vec<String>>,
    /// When it leaves.
    until: u64,
    pub(crate) approved: bool,
    answer: String,
    leaving: bool,
    #[serde(skip)]
    revision: u64,
}

const VERSION: u8 = 1;

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HoldResult {
    /// It is held.
    Held,
    /// There is no time to hold it: it has to be submitted now.
    Now,
    /// This person has decided already.
    AlreadyBy(String),
}

impl HeldDecision {
    pub(crate) fn until(&self) -> Timestamp {
        Timestamp::from_millis(self.until)
    }

    fn record(&self, id: ElicitationId) -> Result<Record, StoreError> {
        let value: Arc<[u8]> = serde_json::to_vec(self).map_err(StoreError::failed)?.into();
        Ok(Record::new(NAMESPACE, id.to_string(), value).owned_by(id))
    }

    fn read(record: &Record) -> Option<HeldDecision> {
        let held: HeldDecision = serde_json::from_slice(&record.value).ok()?;
        (held.version == VERSION).then_some(HeldDecision { revision: record.revision, ..held })
    }

    fn actor(&self) -> Actor {
        let person = match &self.groups {
            Some(groups) => Person::new(&self.by).with_groups(groups),
            None => Person::in_every_group(&self.by),
        };
        Actor::person(person, Surface::Web)
    }
}

/// Holds a decision that was checked.
pub(crate) async fn hold(
    pages: &Pages,
    actor: &Actor,
    entry: &Elicitation,
    approved: bool,
    answer: &str,
) -> Result<HoldResult, StoreError> {
    let (engine, time) = (pages.engine(), pages.undo_time());
    let until = engine.now() + time;
    let (Scope::Person(person), false) = (&actor.scope, time.is_zero()) else { return Ok(HoldResult::Now) };
    // What a validator says is for the person, who is gone when a held decision leaves.
    let has_validators = entry.form().is_some_and(|form| !form.custom_validators().is_empty());
    if has_validators || entry.deadline().is_none_or(|deadline| deadline <= until) {
        return Ok(HoldResult::Now);
    }
    let groups = person.groups().map(|groups| groups.iter().map(ToString::to_string).collect());
    let held = HeldDecision {
        version: VERSION,
        id: entry.id.to_string(),
        by: person.as_str().to_owned(),
        groups,
        until: until.as_millis(),
        approved,
        answer: answer.to_owned(),
        leaving: false,
        revision: 0,
    };
    let write = RecordWrite::Put { record: held.record(entry.id)?, expected: 0 };
    match engine.records().write(vec![write]).await?.first() {
        Some(Verdict::Committed) => {
            let (pages, id) = (pages.clone(), entry.id);
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                if let Err(error) = leave_when_due(&pages, id).await {
                    tracing::warn!(%error, %id, "a held decision could not leave; it is tried again");
                }
            });
            Ok(HoldResult::Held)
        }
        Some(Verdict::NotFound) => Ok(HoldResult::Now),
        _ => match find(pages, entry.id).await? {
            Some(other) => Ok(HoldResult::AlreadyBy(other.by)),
            None => Ok(HoldResult::Now),
        },
    }
}

/// Returns the held decision of an elicitation.
pub(crate) async fn find(pages: &Pages, id: ElicitationId) -> Result<Option<HeldDecision>, StoreError> {
    let record = pages.engine().records().get(NAMESPACE, id.to_string()).await?;
    Ok(record.as_ref().and_then(HeldDecision::read))
}

/// Returns all held decisions, and lets those leave that are due.
pub(crate) async fn list(pages: &Pages) -> Result<Vec<HeldDecision>, StoreError> {
    let now = pages.engine().now();
    let mut held = Vec::new();
    for record in pages.engine().records().list(NAMESPACE, None, MOST).await? {
        match HeldDecision::read(&record) {
            Some(one) if one.until() <= now => {
                if let Ok(id) = one.id.parse() {
                    leave_when_due(pages, id).await?;
                }
            }
            Some(one) => held.push(one),
            None => {}
        }
    }
    Ok(held)
}

/// Undoes a decision of this person. Returns whether there was still time.
pub(crate) async fn undo(pages: &Pages, id: ElicitationId, person: &str) -> Result<bool, StoreError> {
    let Some(held) = find(pages, id).await? else { return Ok(false) };
    if held.by != person || held.leaving {
        return Ok(false);
    }
    let remove =
        RecordWrite::Remove { namespace: NAMESPACE, key: id.to_string().into(), expected: held.revision };
    let verdicts = pages.engine().records().write(vec![remove]).await?;
    Ok(verdicts.first() == Some(&Verdict::Committed))
}

/// Submits a held decision if its time has come. Safe to call at any time, on any node.
async fn leave_when_due(pages: &Pages, id: ElicitationId) -> Result<(), StoreError> {
    let engine = pages.engine();
    let Some(mut held) = find(pages, id).await? else { return Ok(()) };
    if held.until() > engine.now() {
        return Ok(());
    }
    if !held.leaving {
        held.leaving = true;
        let write = RecordWrite::Put { record: held.record(id)?, expected: held.revision };
        if engine.records().write(vec![write]).await?.first() != Some(&Verdict::Committed) {
            // Undone, or leaving on another node.
            return Ok(());
        }
        held.revision += 1;
    }
    match engine.submit(&held.actor(), id, held.answer.as_bytes()).await {
        Ok(_) => {}
        Err(SubmitError::Call(CallError::Store(error))) => return Err(error),
        // It stays until it can be checked or its question ends; the watch tries again.
        Err(error @ SubmitError::Unchecked) => {
            tracing::warn!(%error, %id, "a held decision could not leave; it is tried again");
            return Ok(());
        }
        // Answered by another channel, called off or expired: that came first.
        Err(error) => tracing::info!(%error, %id, "a held decision was not the first"),
    }
    let remove =
        RecordWrite::Remove { namespace: NAMESPACE, key: id.to_string().into(), expected: held.revision };
    engine.records().write(vec![remove]).await?;
    Ok(())
}

/// Looks for decisions that a crash or another node has left behind, and for delegated questions that come back, as long
/// as the pages exist.
pub(crate) fn spawn_watch(pages: &Pages) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    let weak = pages.downgrade();
    runtime.spawn(async move {
        loop {
            let Some(pages) = weak.upgrade() else { return };
            if let Err(error) = list(&pages).await {
                tracing::warn!(%error, "held decisions could not be read; they are tried again");
            }
            if let Err(error) = delegate::return_due(&pages).await {
                tracing::warn!(%error, "delegated questions could not come back; it is tried again");
            }
            drop(pages);
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    });
}
