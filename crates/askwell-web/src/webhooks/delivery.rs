//! A delivery as it is kept: a note of its own, from before it is first tried until it has arrived or is given up.
//!
//! The key is the `webhook-id`. It is made from what is delivered to whom, so that doing it again after a crash gives the
//! same one, and sorts by what happened first.

use std::fmt::Write as _;
use std::sync::Arc;

use askwell_engine::{Change, Note, StoreError};
use askwell_lifecycle::{ElicitationId, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Deliveries that are to be made.
pub(super) const PENDING: &str = "delivery";
/// Deliveries that were given up.
pub(super) const DEAD: &str = "dead-letter";

const VERSION: u8 = 1;

/// Something to be delivered, or given up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delivery {
    /// The `webhook-id`, the same with every attempt.
    pub id: Arc<str>,
    /// The name of the endpoint it is for.
    pub endpoint: String,
    /// The name of what happened.
    pub event: String,
    /// What it happened to.
    pub elicitation: ElicitationId,
    /// The place of what happened in the log.
    pub(super) seq: u64,
    /// When it happened.
    pub happened_at: Timestamp,
    /// So many attempts have failed.
    pub attempts: u32,
    /// When it is tried next; of a dead letter, when it was given up.
    pub at: Timestamp,
    /// What went wrong the last time.
    pub failure: Option<String>,
    /// What is sent. Secrets are masked: where they are wanted, they are put in when it is sent.
    pub(super) body: String,
}

/// How it is written down.
#[derive(Serialize, Deserialize)]
struct Record {
    version: u8,
    endpoint: String,
    event: String,
    elicitation: String,
    seq: u64,
    happened_at: u64,
    attempts: u32,
    at: u64,
    failure: Option<String>,
    body: String,
}

impl Delivery {
    pub(super) fn new(endpoint: &str, event: &str, change: &Change, body: String, now: Timestamp) -> Self {
        Delivery {
            id: webhook_id(endpoint, change),
            endpoint: endpoint.to_owned(),
            event: event.to_owned(),
            elicitation: change.id,
            seq: change.seq,
            happened_at: change.at,
            attempts: 0,
            at: now,
            failure: None,
            body,
        }
    }

    /// As a note on this shelf.
    pub(super) fn note(&self, shelf: &'static str) -> Result<Note, StoreError> {
        let record = Record {
            version: VERSION,
            endpoint: self.endpoint.clone(),
            event: self.event.clone(),
            elicitation: self.elicitation.to_string(),
            seq: self.seq,
            happened_at: self.happened_at.as_millis(),
            attempts: self.attempts,
            at: self.at.as_millis(),
            failure: self.failure.clone(),
            body: self.body.clone(),
        };
        let value = serde_json::to_vec(&record).map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Note::new(shelf, Arc::clone(&self.id), value))
    }

    /// Reads it again.
    pub(super) fn read(note: &Note) -> Result<Self, StoreError> {
        let damaged = |why: &dyn std::fmt::Display| {
            StoreError::Damaged(format!("the {} {}: {why}", note.shelf, note.key))
        };
        let record: Record = serde_json::from_slice(&note.value).map_err(|error| damaged(&error))?;
        if record.version != VERSION {
            return Err(damaged(&format_args!(
                "it has version {}, which this program does not know",
                record.version
            )));
        }
        Ok(Delivery {
            id: Arc::clone(&note.key),
            endpoint: record.endpoint,
            event: record.event,
            elicitation: record.elicitation.parse().map_err(|error| damaged(&error))?,
            seq: record.seq,
            happened_at: Timestamp::from_millis(record.happened_at),
            attempts: record.attempts,
            at: Timestamp::from_millis(record.at),
            failure: record.failure,
            body: record.body,
        })
    }
}

fn webhook_id(endpoint: &str, change: &Change) -> Arc<str> {
    let mut hash = Sha256::new();
    hash.update(endpoint.as_bytes());
    hash.update([0]);
    hash.update(change.id.to_bytes());
    hash.update(change.seq.to_be_bytes());
    let mut id = format!("msg_{:016x}", change.seq);
    for byte in hash.finalize().iter().take(8) {
        let _ = write!(id, "{byte:02x}");
    }
    Arc::from(id)
}

#[cfg(test)]
mod tests {
    use askwell_engine::Change;
    use askwell_lifecycle::{Audience, Effect, ElicitationId, Mode, Surface, Timestamp};

    use super::{Delivery, PENDING};

    fn change(seq: u64) -> Change {
        Change {
            seq,
            id: ElicitationId::from_bytes([7; 16]),
            client: "a".into(),
            mode: Mode::Form,
            audience: Audience::Anyone,
            at: Timestamp::from_millis(12),
            effect: Effect::Created,
            revision: 1,
            person: None,
            surface: Surface::Api,
        }
    }

    #[test]
    fn a_delivery_comes_back_from_its_note() {
        let now = Timestamp::from_millis(34);
        let mut delivery = Delivery::new("one", "elicitation.created", &change(5), "{}".to_owned(), now);
        delivery.attempts = 3;
        delivery.failure = Some("it said 500".to_owned());
        assert_eq!(Delivery::read(&delivery.note(PENDING).unwrap()), Ok(delivery.clone()));
        let mut damaged = delivery.note(PENDING).unwrap();
        damaged.value = br#"{"version": 2}"#[..].into();
        assert!(Delivery::read(&damaged).is_err());
    }

    #[test]
    fn ids_are_the_same_again_and_of_their_own_for_each_endpoint() {
        let id = |endpoint: &str, seq| {
            Delivery::new(endpoint, "e", &change(seq), String::new(), Timestamp::default()).id
        };
        assert_eq!(id("one", 5), id("one", 5));
        assert_ne!(id("one", 5), id("two", 5));
        assert!(id("one", 5) < id("two", 6) && id("two", 5) < id("one", 16));
        assert_eq!(id("one", 5).len(), "msg_".len() + 32);
    }
}
