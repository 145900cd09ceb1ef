//! Creates the elicitation of a question, or joins the one that an equal question has made.

use std::sync::Arc;

use askwell_engine::store::{Note, NoteWrite};
use askwell_engine::{Ask, CreateError};
use askwell_lifecycle::{Audience, Elicitation, ElicitationId, Outcome, State};

use super::ask::{AskError, AskStatus, PlannedAsk, QuestionRef, Reuse};
use super::call::Inner;
use super::plan::Channel;

const NAMESPACE: &str = "mcp-waiting";

/// The elicitation of a question.
pub(super) struct Joined {
    pub(super) elicitation: Arc<Elicitation>,
    /// The name by which an equal question finds it.
    pub(super) name: Option<Arc<str>>,
    /// Whether it was made for this question.
    pub(super) is_new: bool,
}

impl Joined {
    /// Whether this call shows it, if the client does not.
    pub(super) fn shows_prompt(&self, ask: &PlannedAsk<'_>) -> bool {
        self.is_new || !ask.is_durable() || ask.call().server.ask.pages.is_none()
    }
}

/// Creates or joins.
pub(super) async fn create_or_join(ask: &PlannedAsk<'_>) -> Result<Joined, AskError> {
    // Without a page and without a promise to last, nothing is left when the call has ended.
    let can_be_joined = ask.is_durable() || ask.plan.has_link() || ask.plan.first() == Channel::UrlRequired;
    let name = can_be_joined.then(|| ask.name());
    if let Some(name) = &name
        && let Some(elicitation) = find(ask, name).await?
    {
        return Ok(Joined { elicitation, name: Some(Arc::clone(name)), is_new: false });
    }
    let mut create = match ask.spec.question {
        QuestionRef::Form { form, .. } => {
            let create = Ask::form(form.clone()).in_mode(ask.plan.mode);
            match ask.stored_message() {
                Some(message) => create.message(message),
                None => create,
            }
        }
        QuestionRef::Page { url, message, .. } => {
            Ask::page(url, message, &ask.call().server.ask.settings.url_policy)?
        }
    };
    create = create.on_disconnect(ask.plan.on_disconnect(ask.spec.on_disconnect));
    create = match &ask.plan.audience {
        Audience::ClientOnly => create.client_only(),
        Audience::Person(name) => create.for_person(name),
        Audience::LinkHolder => create.for_link_holder(),
        Audience::Anyone => create,
    };
    if let Some(timeout) = ask.timeout() {
        create = create.timeout(timeout);
    }
    if let Some(limits) = ask.spec.limits {
        create = create.within(limits);
    }
    let elicitation = ask.engine().create(ask.actor(), create).await?;
    if let Some(name) = &name {
        remember(ask.call(), name, elicitation.id).await?;
    }
    Ok(Joined { elicitation, name, is_new: true })
}

/// Gives the end of an elicitation to the call. One answer serves one call, unless it may be used again.
pub(super) fn deliver(ask: &PlannedAsk<'_>, joined: &Joined, status: AskStatus) -> AskStatus {
    if let (Reuse::Once, Some(name)) = (ask.spec.reuse, &joined.name) {
        ask.call().delivered.lock().push(Arc::clone(name));
    }
    status
}

async fn find(ask: &PlannedAsk<'_>, name: &Arc<str>) -> Result<Option<Arc<Elicitation>>, AskError> {
    let engine = ask.engine();
    let note = engine.notes().get(NAMESPACE, Arc::clone(name)).await.map_err(CreateError::Store)?;
    let id = note.and_then(|note| note.value[..].try_into().ok().map(ElicitationId::from_bytes));
    let Some(id) = id else { return Ok(None) };
    // One that cannot be read is forgotten.
    let found = engine.status(ask.actor(), id).await.ok();
    let within = match ask.spec.reuse {
        Reuse::Within(within) => within,
        Reuse::Once => ask.call().server.ask.settings.state_lifetime,
    };
    Ok(found.filter(|elicitation| match &elicitation.state {
        State::Open(_) => true,
        State::Closed(closed) => {
            let is_answer =
                matches!(closed.outcome, Outcome::Answered(_) | Outcome::Finished(_) | Outcome::Declined(_));
            is_answer && engine.now() < closed.at + within
        }
    }))
}

async fn remember(call: &Inner, name: &Arc<str>, id: ElicitationId) -> Result<(), AskError> {
    let notes = call.server.ask.engine().notes();
    let earlier = notes.get(NAMESPACE, Arc::clone(name)).await.map_err(CreateError::Store)?;
    let note = Note::new(NAMESPACE, Arc::clone(name), &id.to_bytes()[..]).of(id);
    let expected = earlier.map_or(0, |note| note.revision);
    // Of two equal questions in the same moment, one is found later.
    notes.write(vec![NoteWrite::Put { note, expected }]).await.map_err(CreateError::Store)?;
    Ok(())
}

/// Forgets the elicitation of a question: asked again, it is a new one.
pub(super) async fn forget(ask: &PlannedAsk<'_>) -> Result<(), AskError> {
    forget_names(ask.call(), vec![ask.name()]).await.map_err(CreateError::Store)?;
    Ok(())
}

/// Forgets questions whose answers were used.
pub(super) async fn forget_names(
    call: &Inner,
    names: Vec<Arc<str>>,
) -> Result<(), askwell_engine::StoreError> {
    let notes = call.server.ask.engine().notes();
    let mut writes = Vec::new();
    for key in names {
        if let Some(note) = notes.get(NAMESPACE, Arc::clone(&key)).await? {
            writes.push(NoteWrite::Remove { shelf: NAMESPACE, key, expected: note.revision });
        }
    }
    notes.write(writes).await.map(drop)
}
