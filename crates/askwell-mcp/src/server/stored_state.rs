//! Request states that are stored on the server: the client carries only the name of a record in
//! the engine's store.
//!
//! For answers that are too large to be carried, and for servers with several nodes: using a state
//! removes its record, and a store lets only one caller remove it. Stored states are sealed as
//! carried ones are.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_lifecycle::Timestamp;

use super::ask_parts::AskParts;
use crate::request_state::StateError;

const NAMESPACE: &str = "mcp-state";
/// Distinguishes the name of a stored state from a carried state.
const PREFIX: &str = "kept-";
/// The number of old records that are checked whenever one is written.
const SWEPT: usize = 16;

/// Returns whether a state is the name of a stored one.
pub(super) fn is_stored(state: &str) -> bool {
    state.starts_with(PREFIX)
}

/// Stores a sealed state and returns its name.
pub(super) async fn keep(parts: &AskParts, sealed: Vec<u8>, until: Timestamp) -> Result<String, StoreError> {
    let records = parts.engine().records();
    // Names sort by expiry time.
    let name = format!("{:016x}{:032x}", until.as_millis(), rand::random::<u128>());
    let mut writes =
        vec![RecordWrite::Put { record: Record::new(NAMESPACE, name.as_str(), sealed), expected: 0 }];
    let now = format!("{:016x}", parts.now().as_millis());
    let oldest = records.list(NAMESPACE, None, SWEPT).await?;
    let expired = oldest.into_iter().filter(|record| *record.key < *now);
    writes.extend(expired.map(|record| RecordWrite::Remove {
        namespace: NAMESPACE,
        key: record.key,
        expected: record.revision,
    }));
    records.write(writes).await?;
    Ok(format!("{PREFIX}{name}"))
}

/// Removes a stored state and returns its content.
///
/// # Errors
/// When it was used or has expired, does not belong to this request, or the store fails.
pub(super) async fn take(parts: &AskParts, state: &str, bound_to: &[u8]) -> Result<Vec<u8>, StateError> {
    let name: Arc<str> = state.strip_prefix(PREFIX).ok_or(StateError::Invalid)?.into();
    let records = parts.engine().records();
    let failed = |error: StoreError| {
        tracing::error!(%error, "a request state cannot be read");
        StateError::Unavailable
    };
    // Used, expired or invented: these cannot be told apart.
    let record =
        records.get(NAMESPACE, Arc::clone(&name)).await.map_err(failed)?.ok_or(StateError::AlreadyUsed)?;
    let opened = parts.keys.unseal_bytes(record.value.to_vec(), bound_to, parts.now())?;
    let remove = RecordWrite::Remove { namespace: NAMESPACE, key: name, expected: record.revision };
    match records.write(vec![remove]).await.map_err(failed)?.first() {
        Some(Verdict::Committed) => Ok(opened.content),
        _ => Err(StateError::AlreadyUsed),
    }
}
