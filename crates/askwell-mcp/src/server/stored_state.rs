//! States that are kept on this side: what the client carries is only the name of a note in the engine's store.
//!
//! For answers that are too large to be carried, and for servers of several nodes: using a state removes its note, and
//! a store lets only one remove it. What is kept is sealed as what is carried would be.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Note, NoteWrite, Verdict};
use askwell_lifecycle::Timestamp;

use super::ask_parts::AskParts;
use crate::request_state::StateError;

const SHELF: &str = "mcp-state";
/// What tells the name of a note from a state that is carried.
const PREFIX: &str = "kept-";
/// How many old notes are looked at whenever one is written.
const SWEPT: usize = 16;

/// Whether a state is the name of a note.
pub(super) fn is_stored(state: &str) -> bool {
    state.starts_with(PREFIX)
}

/// Keeps what was sealed, and gives its name.
pub(super) async fn keep(parts: &AskParts, sealed: Vec<u8>, until: Timestamp) -> Result<String, StoreError> {
    let notes = parts.engine().notes();
    // Names sort by the time at which they are of no use any more.
    let name = format!("{:016x}{:032x}", until.as_millis(), rand::random::<u128>());
    let mut writes = vec![NoteWrite::Put { note: Note::new(SHELF, name.as_str(), sealed), expected: 0 }];
    let now = format!("{:016x}", parts.now().as_millis());
    let oldest = notes.list(SHELF, None, SWEPT).await?;
    let gone = oldest.into_iter().filter(|note| *note.key < *now);
    writes.extend(gone.map(|note| NoteWrite::Remove {
        shelf: SHELF,
        key: note.key,
        expected: note.revision,
    }));
    notes.write(writes).await?;
    Ok(format!("{PREFIX}{name}"))
}

/// What was kept under a name, once.
pub(super) async fn take(parts: &AskParts, state: &str, bound_to: &[u8]) -> Result<Vec<u8>, StateError> {
    let name: Arc<str> = state.strip_prefix(PREFIX).ok_or(StateError::Foreign)?.into();
    let notes = parts.engine().notes();
    let failed = |error: StoreError| {
        tracing::error!(%error, "a request state cannot be read");
        StateError::Unavailable
    };
    // Used, swept or made up: nobody can tell any more.
    let note = notes.get(SHELF, Arc::clone(&name)).await.map_err(failed)?.ok_or(StateError::Spent)?;
    let opened = parts.keys.unseal_bytes(note.value.to_vec(), bound_to, parts.now())?;
    let remove = NoteWrite::Remove { shelf: SHELF, key: name, expected: note.revision };
    match notes.write(vec![remove]).await.map_err(failed)?.first() {
        Some(Verdict::Committed) => Ok(opened.content),
        _ => Err(StateError::Spent),
    }
}
