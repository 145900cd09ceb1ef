//! Notes among colleagues: short texts beside a question that its program never sees. One record for
//! each elicitation, with which it is encrypted and purged.

use std::sync::Arc;

use askwell_engine::Engine;
use askwell_engine::store::{Record, RecordWrite, StoreError, Verdict};
use askwell_lifecycle::{ElicitationId, Timestamp};
use serde::{Deserialize, Serialize};

const NAMESPACE: &str = "colleague_notes";

/// The most notes of one elicitation, and the longest in characters.
const MOST: usize = 100;
pub(super) const LONGEST: usize = 1_000;

const ATTEMPTS: usize = 5;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ColleagueNote {
    pub(super) by: String,
    at: u64,
    pub(super) text: String,
}

impl ColleagueNote {
    pub(super) fn at(&self) -> Timestamp {
        Timestamp::from_millis(self.at)
    }
}

/// Returns the notes of an elicitation, oldest first.
pub(super) async fn list(engine: &Engine, id: ElicitationId) -> Result<Vec<ColleagueNote>, StoreError> {
    let record = engine.records().get(NAMESPACE, id.to_string()).await?;
    Ok(record.map(|record| read(&record.value)).unwrap_or_default())
}

fn read(value: &[u8]) -> Vec<ColleagueNote> {
    serde_json::from_slice(value).unwrap_or_default()
}

/// Adds a note. A blank one is ignored, a long one is cut, and the oldest make room.
pub(super) async fn add(engine: &Engine, id: ElicitationId, by: &str, text: &str) -> Result<(), StoreError> {
    let text: String = text.trim().chars().take(LONGEST).collect();
    if text.is_empty() {
        return Ok(());
    }
    let note = ColleagueNote { by: by.to_owned(), at: engine.now().as_millis(), text };
    for _ in 0..ATTEMPTS {
        let record = engine.records().get(NAMESPACE, id.to_string()).await?;
        let expected = record.as_ref().map_or(0, |record| record.revision);
        let mut notes = record.map(|record| read(&record.value)).unwrap_or_default();
        notes.push(note.clone());
        notes.drain(..notes.len().saturating_sub(MOST));
        let value: Arc<[u8]> = serde_json::to_vec(&notes).map_err(StoreError::failed)?.into();
        let record = Record::new(NAMESPACE, id.to_string(), value).owned_by(id);
        let write = RecordWrite::Put { record, expected };
        if engine.records().write(vec![write]).await?.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
    Err(StoreError::Failed("colleagues write notes at the same time".into()))
}
