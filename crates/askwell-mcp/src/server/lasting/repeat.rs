//! The same question, asked again: how it finds the elicitation that an earlier call made.
//!
//! A question is the same if the same client asks with the same form document, whatever the call is otherwise. Which
//! elicitation it is stands in a note of the engine's store, so that it is found after a restart and on another node.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::CreateError;
use askwell_engine::store::{Note, NoteWrite};
use askwell_form::Form;
use askwell_lifecycle::{Elicitation, ElicitationId, Outcome, State};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::server::call::Inner;
use crate::server::elsewhere::actor;

const NAMESPACE: &str = "mcp-asked";

fn name(call: &Inner, form: &Form) -> Arc<str> {
    let mut digest = Sha256::new();
    for part in [&*call.principal, form.to_json()] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    URL_SAFE_NO_PAD.encode(digest.finalize()).into()
}

/// Returns the elicitation of the same question, if it is open, or was answered or declined no longer than `within` ago.
pub(super) async fn find(
    call: &Inner,
    form: &Form,
    within: Duration,
) -> Result<Option<Arc<Elicitation>>, CreateError> {
    let engine = call.server.engine();
    let note = engine.notes().get(NAMESPACE, name(call, form)).await.map_err(CreateError::Store)?;
    let id = note.and_then(|note| note.value[..].try_into().ok().map(ElicitationId::from_bytes));
    let Some(id) = id else { return Ok(None) };
    // One that cannot be read is forgotten.
    let found = engine.status(&actor(call), id).await.ok();
    Ok(found.filter(|elicitation| match &elicitation.state {
        State::Open(_) => true,
        State::Closed(closed) => {
            let is_answer =
                matches!(elicitation.outcome(), Some(Outcome::Answered(_) | Outcome::Declined(_)));
            is_answer && engine.now() < closed.at + within
        }
    }))
}

/// Remembers the elicitation of a question, in place of an earlier one.
pub(super) async fn remember(call: &Inner, form: &Form, id: ElicitationId) -> Result<(), CreateError> {
    let (notes, name) = (call.server.engine().notes(), name(call, form));
    let earlier = notes.get(NAMESPACE, Arc::clone(&name)).await.map_err(CreateError::Store)?;
    let note = Note::new(NAMESPACE, name, &id.to_bytes()[..]).of(id);
    let expected = earlier.map_or(0, |note| note.revision);
    // Of two equal questions in the same moment, one is found later.
    notes.write(vec![NoteWrite::Put { note, expected }]).await.map_err(CreateError::Store).map(drop)
}

/// Forgets the elicitation of a question: asked again, it is a new one.
pub(super) async fn forget(call: &Inner, form: &Form) -> Result<(), CreateError> {
    let (notes, key) = (call.server.engine().notes(), name(call, form));
    let Some(note) = notes.get(NAMESPACE, Arc::clone(&key)).await.map_err(CreateError::Store)? else {
        return Ok(());
    };
    let remove = NoteWrite::Remove { shelf: NAMESPACE, key, expected: note.revision };
    notes.write(vec![remove]).await.map_err(CreateError::Store).map(drop)
}
