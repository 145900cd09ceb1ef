//! What waits elsewhere for a call that has ended and will come again.
//!
//! Each question is a note in the engine's store, found by who asks for what, so that a repeated call finds its answer
//! after a restart and on another node. It is forgotten when the answer is used, when that is too old to be one, and at
//! last with the elicitation itself.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Note, NoteWrite};
use askwell_lifecycle::{Elicitation, ElicitationId, State};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::binding;
use super::call::{Inner, Reach};
use super::elsewhere::actor;
use crate::deliver::HostedError;

const SHELF: &str = "mcp-waiting";

/// Returns the name under which a question of this call waits: who asks, for which request, under which key, with which
/// form document or URL (`asked`), and with which message. If the handler asks something else the next time, the earlier
/// answer is not found.
pub(super) fn name(call: &Inner, key: &str, asked: &str, message: &str) -> Arc<str> {
    let request = match &call.reach {
        Reach::Replay(replay) => replay.bound_to,
        Reach::Push(_) => binding::digest(&call.principal, &call.request),
    };
    URL_SAFE_NO_PAD.encode(binding::of_question(&request, key, asked, message)).into()
}

/// What was asked elsewhere by an earlier call like this one, unless it was over too long ago.
pub(super) async fn find(call: &Inner, name: &Arc<str>) -> Result<Option<Arc<Elicitation>>, HostedError> {
    let engine = call.server.engine();
    let Some(note) = engine.notes().get(SHELF, Arc::clone(name)).await.map_err(unavailable)? else {
        return Ok(None);
    };
    let id = note.value[..].try_into().ok().map(ElicitationId::from_bytes);
    let Some(id) = id else { return Ok(None) };
    // One that cannot be read belongs to somebody else, or is forgotten.
    let found = engine.status(&actor(call), id).await.ok();
    let lifetime = call.server.settings.state_lifetime;
    let is_fresh = |elicitation: &Arc<Elicitation>| match &elicitation.state {
        State::Open(_) => true,
        State::Closed(closed) => call.server.clock.now() < closed.at + lifetime,
    };
    Ok(found.filter(is_fresh))
}

/// Remembers where a question was asked, in place of whatever was there.
pub(super) async fn set(call: &Inner, name: Arc<str>, id: ElicitationId) -> Result<(), HostedError> {
    let notes = call.server.engine().notes();
    let expected = notes.get(SHELF, Arc::clone(&name)).await.map_err(unavailable)?;
    let expected = expected.map_or(0, |note| note.revision);
    let note = Note::new(SHELF, name, &id.to_bytes()[..]).of(id);
    // Two calls like each other at once: the person may answer either question, and the call that comes again finds one.
    notes.write(vec![NoteWrite::Put { note, expected }]).await.map_err(unavailable).map(drop)
}

/// Forgets questions whose answers were used.
pub(super) async fn forget(call: &Inner, names: Vec<Arc<str>>) {
    let notes = call.server.engine().notes();
    let mut writes = Vec::new();
    for key in names {
        if let Ok(Some(note)) = notes.get(SHELF, Arc::clone(&key)).await {
            writes.push(NoteWrite::Remove { shelf: SHELF, key, expected: note.revision });
        }
    }
    if let Err(error) = notes.write(writes).await {
        tracing::error!(%error, "an answer that was used cannot be forgotten");
    }
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn unavailable(error: StoreError) -> HostedError {
    tracing::error!(%error, "what waits elsewhere cannot be looked up");
    HostedError("the store does not answer at the moment".to_owned())
}
