//! The stored record of one message to one endpoint.
//!
//! Contains no answers: the outcome is read from the elicitation when the message is sent. A
//! delivery is purged with its elicitation, so it does not outlive the retention time.

use std::sync::Arc;

use askwell_engine::{Change, Record, RecordWrite};
use askwell_lifecycle::{ElicitationId, Timestamp};
use serde::{Deserialize, Serialize};

/// The namespace of pending deliveries.
pub(super) const PENDING: &str = "delivery";

/// The namespace of dead deliveries.
pub(super) const DEAD: &str = "dead-delivery";

/// The version of the record. Other versions are not read.
const VERSION: u32 = 1;

/// A message to one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) key: DeliveryKey,
    pub(super) elicitation: ElicitationId,
    /// The event name without the common prefix.
    pub(super) event: String,
    pub(super) happened_at: Timestamp,
    pub(super) content: DeliveryContent,
    pub(super) attempts: u32,
    /// When the next attempt is due; of a dead delivery, when it was given up.
    pub(super) due: Timestamp,
    pub(super) last_error: Option<String>,
}

/// Identifies a delivery: the endpoint, and the sequence number of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeliveryKey {
    pub(super) endpoint: Arc<str>,
    pub(super) number: u64,
}

/// The data of the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DeliveryContent {
    /// This JSON text.
    Data(String),
    /// The outcome, which is read from the elicitation.
    Outcome,
}

impl Delivery {
    /// Returns the delivery of a change to an endpoint.
    pub(super) fn of(change: &Change, endpoint: Arc<str>, content: DeliveryContent, due: Timestamp) -> Self {
        Delivery {
            key: DeliveryKey { endpoint, number: change.seq },
            elicitation: change.id,
            event: change.effect.name().to_owned(),
            happened_at: change.at,
            content,
            attempts: 0,
            due,
            last_error: None,
        }
    }

    /// Returns the `webhook-id`, which is the same for every attempt, also after a restart or a
    /// replay.
    pub(super) fn message_id(&self) -> String {
        let id = self.elicitation.to_string();
        let id = id.strip_prefix("elic_").unwrap_or(&id);
        format!("msg_{id}_{}", self.key.number)
    }

    /// Reads a stored delivery.
    pub(super) fn read(record: &Record) -> Result<Delivery, UnreadableDelivery> {
        let unreadable = || UnreadableDelivery { key: Arc::clone(&record.key) };
        let key = DeliveryKey::parse(&record.key).ok_or_else(unreadable)?;
        let elicitation = record.owner.ok_or_else(unreadable)?;
        let record: DeliveryRecord = serde_json::from_slice(&record.value).map_err(|_| unreadable())?;
        if record.version != VERSION {
            return Err(unreadable());
        }
        Ok(Delivery {
            key,
            elicitation,
            event: record.event,
            happened_at: Timestamp::from_millis(record.happened_at),
            content: record.data.map_or(DeliveryContent::Outcome, DeliveryContent::Data),
            attempts: record.attempts,
            due: Timestamp::from_millis(record.due),
            last_error: record.last_error,
        })
    }

    /// Returns the write that stores the delivery in a namespace if the record there has this
    /// revision.
    pub(super) fn put(&self, namespace: &'static str, expected: u64) -> RecordWrite {
        let record = DeliveryRecord {
            version: VERSION,
            event: self.event.clone(),
            happened_at: self.happened_at.as_millis(),
            data: match &self.content {
                DeliveryContent::Data(data) => Some(data.clone()),
                DeliveryContent::Outcome => None,
            },
            attempts: self.attempts,
            due: self.due.as_millis(),
            last_error: self.last_error.clone(),
        };
        // Serialising texts and numbers cannot fail.
        let value = serde_json::to_vec(&record).unwrap_or_default();
        RecordWrite::Put {
            record: Record::new(namespace, self.key.to_text(), value).owned_by(self.elicitation),
            expected,
        }
    }
}

impl DeliveryKey {
    /// Returns the key of the record. Keys sort by endpoint, then by sequence number.
    pub(super) fn to_text(&self) -> Arc<str> {
        Arc::from(format!("{}/{:020}", self.endpoint, self.number))
    }

    pub(super) fn parse(text: &str) -> Option<DeliveryKey> {
        let (endpoint, number) = text.split_once('/')?;
        let key = DeliveryKey { endpoint: Arc::from(endpoint), number: number.parse().ok()? };
        (*key.to_text() == *text).then_some(key)
    }
}

/// A record that this version cannot read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the record of the delivery {key} cannot be read")]
pub(super) struct UnreadableDelivery {
    key: Arc<str>,
}

/// A delivery as it is serialised.
#[derive(Serialize, Deserialize)]
struct DeliveryRecord {
    version: u32,
    event: String,
    happened_at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    attempts: u32,
    due: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_error: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_engine::{Record, RecordWrite};
    use askwell_lifecycle::{ElicitationId, Timestamp};

    use super::{Delivery, DeliveryContent, DeliveryKey, PENDING};

    fn delivery(content: DeliveryContent) -> Delivery {
        Delivery {
            key: DeliveryKey { endpoint: Arc::from("crm"), number: 42 },
            elicitation: ElicitationId::from_bytes([7; 16]),
            event: "complete".to_owned(),
            happened_at: Timestamp::from_millis(1),
            content,
            attempts: 3,
            due: Timestamp::from_millis(2),
            last_error: Some("none".to_owned()),
        }
    }

    fn record(delivery: &Delivery) -> Record {
        let RecordWrite::Put { record, expected: 5 } = delivery.put(PENDING, 5) else { panic!("a record") };
        record
    }

    #[test]
    fn delivery_round_trips_through_its_record() {
        for content in [DeliveryContent::Outcome, DeliveryContent::Data(r#"{"a":1}"#.to_owned())] {
            let delivery = delivery(content);
            let record = record(&delivery);
            assert_eq!((record.namespace, &*record.key), ("delivery", "crm/00000000000000000042"));
            assert_eq!(record.owner, Some(delivery.elicitation));
            assert_eq!(Delivery::read(&record), Ok(delivery));
        }
    }

    #[test]
    fn unreadable_delivery_record_is_an_error() {
        let good = record(&delivery(DeliveryContent::Outcome));
        let later = String::from_utf8(good.value.to_vec()).unwrap().replace("\"version\":1", "\"version\":2");
        for wrong in [
            Record { key: Arc::from("crm"), ..good.clone() },
            Record { key: Arc::from("crm/42"), ..good.clone() },
            Record { owner: None, ..good.clone() },
            Record { value: Arc::from(*b"{}"), ..good.clone() },
            Record { value: Arc::from(later.into_bytes()), ..good.clone() },
        ] {
            assert!(Delivery::read(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn delivery_keys_sort_by_sequence_number() {
        let key = |number| DeliveryKey { endpoint: Arc::from("a"), number }.to_text();
        assert!(key(9) < key(10) && key(10) < key(u64::MAX));
    }

    #[test]
    fn message_id_is_stable() {
        let id = delivery(DeliveryContent::Outcome).message_id();
        assert_eq!(id, "msg_07070707070707070707070707070707_42");
    }
}
