//! The stored record of one notification: one recipient, one channel, one change of an elicitation.
//!
//! Contains no texts of the question: they are read when the notification is sent. A record is purged with its
//! elicitation.

use std::fmt::Write as _;
use std::sync::Arc;

use askwell_engine::{Change, Record, RecordWrite};
use askwell_lifecycle::{ElicitationId, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::directory::Recipient;
use crate::notification::Reason;
use crate::preferences::SendTime;

/// The namespace of pending notifications.
pub(crate) const PENDING: &str = "notification";

/// The namespace of notifications that were given up.
pub(crate) const DEAD: &str = "dead-notification";

/// The version of the record. Other versions are not read.
const VERSION: u32 = 1;

/// A stored notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredNotification {
    pub(crate) key: NotificationKey,
    pub(crate) elicitation: ElicitationId,
    pub(crate) reason: Reason,
    pub(crate) created_at: Timestamp,
    /// Whether it was held back, so that it is sent together with others.
    pub(crate) is_held: bool,
    pub(crate) attempts: u32,
    /// When the next attempt is due; of one that was given up, since when.
    pub(crate) due: Timestamp,
    pub(crate) last_error: Option<String>,
}

/// The recipient on a channel: notifications of one lane are sent one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lane {
    pub(crate) channel: Arc<str>,
    pub(crate) recipient: Recipient,
}

/// Identifies a notification: lane, and sequence number of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotificationKey {
    pub(crate) lane: Lane,
    pub(crate) number: u64,
}

impl Lane {
    /// Returns what the keys of the lane start with. They sort by sequence number.
    pub(crate) fn prefix(&self) -> String {
        let (kind, name) = match &self.recipient {
            Recipient::Person(name) => ('p', name),
            Recipient::Group(name) => ('g', name),
        };
        let mut text = format!("{}/{kind}", self.channel);
        for byte in name.bytes() {
            match byte {
                b'%' | b'/' => drop(write!(text, "%{byte:02x}")),
                _ => text.push(char::from(byte)),
            }
        }
        text.push('/');
        text
    }
}

impl NotificationKey {
    pub(crate) fn to_text(&self) -> Arc<str> {
        Arc::from(format!("{}{:020}", self.lane.prefix(), self.number))
    }

    pub(crate) fn parse(text: &str) -> Option<NotificationKey> {
        let mut parts = text.split('/');
        let (channel, lane, number) = (parts.next()?, parts.next()?, parts.next()?);
        let (kind, name) = lane.split_at_checked(1)?;
        let name: Arc<str> = Arc::from(unescape(name)?);
        let recipient = match kind {
            "p" => Recipient::Person(name),
            "g" => Recipient::Group(name),
            _ => return None,
        };
        let lane = Lane { channel: Arc::from(channel), recipient };
        let key = NotificationKey { lane, number: number.parse().ok()? };
        (*key.to_text() == *text).then_some(key)
    }
}

/// Reads a name as [`Lane::prefix`] writes it: each byte as one character.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let byte = match character {
            '%' => {
                let digits: String = characters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).ok()?
            }
            other => u8::try_from(u32::from(other)).ok()?,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

impl StoredNotification {
    /// Returns the notification of a change.
    pub(crate) fn of(change: &Change, lane: Lane, reason: Reason, send: SendTime) -> StoredNotification {
        StoredNotification {
            key: NotificationKey { lane, number: change.seq },
            elicitation: change.id,
            reason,
            created_at: change.at,
            is_held: send.is_held,
            attempts: 0,
            due: send.at,
            last_error: None,
        }
    }

    /// Returns the id that the receiver sees, which is the same for every attempt, also after a restart.
    pub(crate) fn message_id(&self) -> String {
        let digest: [u8; 32] = Sha256::digest(self.key.to_text().as_bytes()).into();
        let elicitation = self.elicitation.to_string();
        let elicitation = elicitation.strip_prefix("elic_").unwrap_or(&elicitation);
        let mut id = format!("ntf_{elicitation}_");
        for byte in digest.iter().take(8) {
            let _ = write!(id, "{byte:02x}");
        }
        id
    }

    /// Reads a stored notification; `None` if this version cannot.
    pub(crate) fn read(record: &Record) -> Option<StoredNotification> {
        let key = NotificationKey::parse(&record.key)?;
        let elicitation = record.owner?;
        let record: NotificationRecord = serde_json::from_slice(&record.value).ok()?;
        if record.version != VERSION {
            return None;
        }
        Some(StoredNotification {
            key,
            elicitation,
            reason: record.reason,
            created_at: Timestamp::from_millis(record.created_at),
            is_held: record.is_held,
            attempts: record.attempts,
            due: Timestamp::from_millis(record.due),
            last_error: record.last_error,
        })
    }

    /// Returns the write that stores it in a namespace if the record there has this revision.
    pub(crate) fn put(&self, namespace: &'static str, expected: u64) -> RecordWrite {
        let record = NotificationRecord {
            version: VERSION,
            reason: self.reason,
            created_at: self.created_at.as_millis(),
            is_held: self.is_held,
            attempts: self.attempts,
            due: self.due.as_millis(),
            last_error: self.last_error.clone(),
        };
        // Serialising texts and numbers cannot fail.
        let value = serde_json::to_vec(&record).unwrap_or_default();
        let record = Record::new(namespace, self.key.to_text(), value).owned_by(self.elicitation);
        RecordWrite::Put { record, expected }
    }

    /// Returns the write that removes it from a namespace.
    pub(crate) fn remove(&self, namespace: &'static str, expected: u64) -> RecordWrite {
        RecordWrite::Remove { namespace, key: self.key.to_text(), expected }
    }
}

/// A notification as it is serialised.
#[derive(Serialize, Deserialize)]
struct NotificationRecord {
    version: u32,
    reason: Reason,
    created_at: u64,
    is_held: bool,
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

    use super::{Lane, NotificationKey, PENDING, StoredNotification};
    use crate::directory::Recipient;
    use crate::notification::Reason;

    fn key(name: &str) -> NotificationKey {
        let lane = Lane { channel: Arc::from("mail"), recipient: Recipient::Person(Arc::from(name)) };
        NotificationKey { lane, number: 42 }
    }

    fn stored() -> StoredNotification {
        StoredNotification {
            key: key("ada"),
            elicitation: ElicitationId::from_bytes([7; 16]),
            reason: Reason::Reminder,
            created_at: Timestamp::from_millis(1),
            is_held: true,
            attempts: 3,
            due: Timestamp::from_millis(2),
            last_error: Some("none".to_owned()),
        }
    }

    fn record() -> Record {
        let RecordWrite::Put { record, expected: 5 } = stored().put(PENDING, 5) else { panic!("a record") };
        record
    }

    #[test]
    fn notification_round_trips_through_its_record() {
        let record = record();
        assert_eq!(&*record.key, "mail/pada/00000000000000000042");
        assert_eq!(StoredNotification::read(&record), Some(stored()));
        assert_eq!(stored().message_id(), "ntf_07070707070707070707070707070707_0eb888062b39ad5e");
    }

    #[test]
    fn every_name_round_trips_through_its_key() {
        for name in ["ada", "a/b", "100%", "%2f", "Zoë", "名前", " ", "a/../b"] {
            let key = key(name);
            assert_eq!(NotificationKey::parse(&key.to_text()), Some(key), "{name}");
        }
    }

    #[test]
    fn unreadable_record_is_not_read() {
        let good = record();
        let later = String::from_utf8(good.value.to_vec()).unwrap().replace("\"version\":1", "\"version\":2");
        for wrong in [
            Record { key: Arc::from("mail"), ..good.clone() },
            Record { key: Arc::from("mail/pada/42"), ..good.clone() },
            Record { key: Arc::from("mail/xada/00000000000000000042"), ..good.clone() },
            Record { owner: None, ..good.clone() },
            Record { value: Arc::from(*b"{}"), ..good.clone() },
            Record { value: Arc::from(later.into_bytes()), ..good.clone() },
        ] {
            assert_eq!(StoredNotification::read(&wrong), None, "{wrong:?}");
        }
    }
}
