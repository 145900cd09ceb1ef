//! Snoozed entries: hidden from one person's list until a time, which is never later than ten minutes
//! before the deadline. One record for each person.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Engine;
use askwell_engine::store::{Record, RecordWrite, StoreError, Verdict};
use askwell_lifecycle::{Elicitation, ElicitationId, Timestamp};

const NAMESPACE: &str = "snoozed";

/// The most snoozed entries of one person. The one that returns first makes room.
const MOST: usize = 200;

/// An entry returns so long before its deadline.
const BEFORE_DEADLINE: Duration = Duration::from_secs(600);

/// How often a write is tried while other pages of the person write, too.
const ATTEMPTS: usize = 5;

/// The snoozed entries of a person, with the time when each returns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Snoozed(BTreeMap<String, u64>);

impl Snoozed {
    /// Reads the snoozed entries of a person.
    pub(super) async fn of(engine: &Engine, person: &str) -> Result<Snoozed, StoreError> {
        let record = engine.records().get(NAMESPACE, person).await?;
        let mut snoozed = record.map(|record| Snoozed::read(&record.value)).unwrap_or_default();
        let now = engine.now().as_millis();
        snoozed.0.retain(|_, until| *until > now);
        Ok(snoozed)
    }

    fn read(value: &[u8]) -> Snoozed {
        Snoozed(serde_json::from_slice(value).unwrap_or_default())
    }

    /// Returns when an entry returns, if it is snoozed.
    pub(super) fn until(&self, id: ElicitationId) -> Option<Timestamp> {
        self.0.get(&id.to_string()).map(|until| Timestamp::from_millis(*until))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ElicitationId> {
        self.0.keys().filter_map(|id| id.parse().ok())
    }
}

/// Returns when an entry returns that is snoozed for this long; `None` if it is due too soon.
pub(super) fn returns_at(entry: &Elicitation, now: Timestamp, long: Duration) -> Option<Timestamp> {
    let latest = entry.deadline()?.minus(BEFORE_DEADLINE);
    let at = (now + long).min(latest);
    (at > now).then_some(at)
}

/// Snoozes an entry until a time, or wakes it.
pub(super) async fn set(
    engine: &Engine,
    person: &str,
    id: ElicitationId,
    until: Option<Timestamp>,
) -> Result<(), StoreError> {
    for _ in 0..ATTEMPTS {
        let record = engine.records().get(NAMESPACE, person).await?;
        let expected = record.as_ref().map_or(0, |record| record.revision);
        let Snoozed(mut all) = record.map(|record| Snoozed::read(&record.value)).unwrap_or_default();
        let now = engine.now().as_millis();
        all.retain(|_, until| *until > now);
        match until {
            Some(until) => drop(all.insert(id.to_string(), until.as_millis())),
            None => drop(all.remove(&id.to_string())),
        }
        while all.len() > MOST {
            let first = all.iter().min_by_key(|(_, until)| **until).map(|(id, _)| id.clone());
            let Some(first) = first else { break };
            all.remove(&first);
        }
        let value: Arc<[u8]> = serde_json::to_vec(&all).map_err(StoreError::failed)?.into();
        let write = RecordWrite::Put { record: Record::new(NAMESPACE, person, value), expected };
        if engine.records().write(vec![write]).await?.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
    Err(StoreError::Failed("other pages snooze at the same time".into()))
}
