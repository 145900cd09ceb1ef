//! Elicitations in an engine: creates or joins one, applies a client's answer, and delivers the
//! outcome to one call. [`sealed_state`](super::sealed_state) holds those in the state of a modern
//! call.

use askwell_form::Problems;
use std::sync::Arc;

use askwell_engine::{
    AcceptedSubmission, Ask, AskKey, AuditEvent, CallError, Content, CreateNow, Engine, PendingCreate,
    SubmitError, TakeResult, WaitHandle, log_event,
};
use askwell_lifecycle::{Actor, Audience, CancelReason, Elicitation, ElicitationId, Outcome, Timestamp};

use super::ask::{AskError, AskStatus, PlannedAsk, QuestionRef, Reuse};
use super::call::CallState;
use super::plan::Channel;
use crate::wire::{Action, ElicitResult, InvalidElicitation, Raw};

/// How often a call tries to join an answer that other calls take first.
const JOIN_ATTEMPTS: usize = 8;

/// The elicitation of a question, as one call uses it.
pub(super) struct AskHandle {
    elicitation: Arc<Elicitation>,
    /// The position of the call among those that wait, for an elicitation that it created or
    /// joined.
    wait: Option<WaitHandle>,
    /// The key to take the answer with, unless it was taken, or serves every equal question.
    key: Option<AskKey>,
}

impl AskHandle {
    /// Returns a handle for an elicitation of an earlier call or round. With a key, its answer is
    /// still to be taken.
    pub(super) fn of(elicitation: Arc<Elicitation>, key: Option<AskKey>) -> Self {
        AskHandle { elicitation, wait: None, key }
    }

    /// Returns a handle for an elicitation that this call created or joined.
    fn of_wait(wait: WaitHandle) -> Self {
        let (elicitation, key) = (Arc::clone(wait.elicitation()), wait.key().clone());
        AskHandle { elicitation, key: Some(key), wait: Some(wait) }
    }

    pub(super) fn id(&self) -> ElicitationId {
        self.elicitation.id
    }

    /// Returns the elicitation as it was when it was created, joined or read.
    pub(super) fn elicitation(&self) -> &Elicitation {
        &self.elicitation
    }

    /// Returns whether it was created for this question.
    pub(super) fn is_new(&self) -> bool {
        self.wait.as_ref().is_some_and(WaitHandle::is_new)
    }

    /// Returns whether this call shows it, if the client does not.
    pub(super) fn shows_prompt(&self, ask: &PlannedAsk<'_>) -> bool {
        self.is_new() || !ask.is_durable() || ask.call().server.ask.pages.is_none()
    }

    /// Waits for the outcome. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`AskError::Superseded`] when a newer call has joined it; otherwise when it cannot be read.
    pub(super) async fn outcome(&mut self, ask: &PlannedAsk<'_>) -> Result<Outcome, AskError> {
        let id = self.id();
        if let Some(wait) = &mut self.wait {
            self.elicitation = wait.outcome().await.inspect_err(|_| {
                // It belongs to a newer call, or cannot be read.
                ask.call().questions.lock().retain(|asked| *asked != id);
            })?;
        }
        match self.elicitation.outcome() {
            Some(outcome) => Ok(outcome.clone()),
            None => Ok(Box::pin(ask.engine().wait(ask.actor(), self.id())).await?),
        }
    }

    /// Takes the answer of an elicitation that had ended when it was joined. Returns `false` if
    /// another call was faster: this call then has to ask itself.
    async fn take_joined(&mut self, ask: &PlannedAsk<'_>) -> Result<bool, AskError> {
        count_join(&self.elicitation, ask.engine().now());
        if self.elicitation.outcome().is_none() || ask.is_durable() {
            return Ok(true);
        }
        let Some(key) = self.key.take() else { return Ok(true) };
        let is_taken = ask.engine().take(ask.actor(), self.id(), &key).await? == TakeResult::Taken;
        if is_taken {
            ask.call().taken.lock().push((self.id(), key));
        }
        Ok(is_taken)
    }

    /// Delivers the outcome to this call. One answer serves one call, unless it may be reused.
    ///
    /// # Errors
    /// [`AskError::Superseded`] when another call got the answer; otherwise when the store fails.
    pub(super) async fn deliver(
        &self,
        ask: &PlannedAsk<'_>,
        outcome: Outcome,
    ) -> Result<AskStatus, AskError> {
        let taken = match self.key_to_take(ask) {
            Some(key) => Some(ask.engine().take(ask.actor(), self.id(), key).await?),
            None => None,
        };
        self.delivered(ask, outcome, taken)
    }

    /// Delivers the outcome without waiting. Returns `None`, and has no effect, if the store would
    /// have to be awaited.
    pub(super) fn deliver_now(
        &self,
        ask: &PlannedAsk<'_>,
        outcome: &Outcome,
    ) -> Option<Result<AskStatus, AskError>> {
        let taken = match self.key_to_take(ask) {
            Some(key) => match ask.engine().take_now(ask.actor(), self.id(), key)? {
                Ok(taken) => Some(taken),
                Err(error) => return Some(Err(error.into())),
            },
            None => None,
        };
        Some(self.delivered(ask, outcome.clone(), taken))
    }

    fn key_to_take(&self, ask: &PlannedAsk<'_>) -> Option<&AskKey> {
        self.key.as_ref().filter(|_| ask.spec.reuse == Reuse::Once)
    }

    fn delivered(
        &self,
        ask: &PlannedAsk<'_>,
        outcome: Outcome,
        taken: Option<TakeResult>,
    ) -> Result<AskStatus, AskError> {
        let id = self.id();
        let is_word = matches!(outcome, Outcome::Answered(_) | Outcome::Finished(_) | Outcome::Declined(_));
        match (taken, &self.key) {
            (Some(TakeResult::AlreadyTaken), _) if is_word => return Err(AskError::Superseded),
            (Some(TakeResult::Taken), Some(key)) => ask.call().taken.lock().push((id, key.clone())),
            _ => {}
        }
        Ok(AskStatus::Closed { id, outcome, unseen: false })
    }

    /// Makes the next equal question a new one, although this one has an answer.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn forget(&self, ask: &PlannedAsk<'_>) -> Result<(), AskError> {
        ask.engine().take(ask.actor(), self.id(), &ask.key()).await?;
        Ok(())
    }
}

/// Creates the elicitation of a question, or joins one of an equal question of the same client that
/// is open, or whose answer was not taken.
///
/// # Errors
/// When a limit is reached, the terms cannot be met, the URL does not pass the guard, or the store
/// fails.
pub(super) async fn create_or_join(ask: &PlannedAsk<'_>) -> Result<AskHandle, AskError> {
    let handle = match create_now(ask)? {
        Ok(handle) => handle,
        Err(pending) => Box::pin(create_or_join_later(ask, pending)).await?,
    };
    ask.call().questions.lock().push(handle.id());
    Ok(handle)
}

/// Creates the elicitation without waiting, if that is possible.
fn create_now(ask: &PlannedAsk<'_>) -> Result<Result<AskHandle, Box<PendingCreate>>, AskError> {
    Ok(match ask.engine().create_now(ask.actor(), new_ask(ask)?, &ask.key())? {
        CreateNow::Created(wait) => {
            ask.log(wait.elicitation(), true);
            Ok(AskHandle::of_wait(wait))
        }
        CreateNow::Pending(pending) => Err(pending),
    })
}

async fn create_or_join_later(
    ask: &PlannedAsk<'_>,
    pending: Box<PendingCreate>,
) -> Result<AskHandle, AskError> {
    let key = &ask.key();
    let fresh = match ask.spec.reuse {
        Reuse::Within(within) => within,
        Reuse::Once => ask.call().server.ask.settings.state_lifetime,
    };
    let mut wait = pending.create_or_join(ask.engine(), ask.actor(), key, fresh).await?;
    for _ in 0..JOIN_ATTEMPTS {
        let mut handle = AskHandle::of_wait(wait);
        if handle.is_new() || handle.take_joined(ask).await? {
            ask.log(handle.elicitation(), handle.is_new());
            return Ok(handle);
        }
        wait = ask.engine().create_or_join(ask.actor(), new_ask(ask)?, key, fresh).await?;
    }
    Err(AskError::Superseded)
}

/// Returns the request to the engine for a question.
fn new_ask(ask: &PlannedAsk<'_>) -> Result<Ask, AskError> {
    let mut new = match ask.spec.question {
        QuestionRef::Form { form, .. } => {
            let new = Ask::form(form.clone()).in_mode(ask.plan.mode);
            match ask.stored_message() {
                Some(message) => new.message(message),
                None => new,
            }
        }
        QuestionRef::Page { url, message, .. } => {
            Ask::page(url, message, &ask.call().server.ask.settings.url_policy)?
        }
    };
    new = new.on_disconnect(ask.plan.on_disconnect(ask.spec.on_disconnect));
    new = match &ask.plan.audience {
        Audience::ClientOnly => new.client_only(),
        Audience::Person(name) => new.for_person(name),
        Audience::LinkHolder => new.for_link_holder(),
        Audience::Group(name) => new.for_group(name),
        Audience::SignedIn => new.for_signed_in(),
        Audience::Anyone => new,
    };
    if let Some(timeout) = ask.timeout() {
        new = new.timeout(timeout);
    }
    if let Some(limits) = ask.spec.limits {
        new = new.within(*limits);
    }
    Ok(new)
}

/// Counts a question that joined an elicitation, by its age.
fn count_join(joined: &Elicitation, now: Timestamp) {
    let age = match (joined.outcome(), joined.created_at.until(now).as_secs()) {
        (Some(_), _) => "closed",
        (None, 0..10) => "below_10s",
        (None, 10..60) => "below_60s",
        (None, _) => "older",
    };
    metrics::counter!("askwell_mcp_joins_total", "age" => age).increment(1);
}

/// Gives back the answers that a call has taken and not used. The repeated call finds them.
pub(super) async fn give_back(call: &CallState, taken: impl IntoIterator<Item = (ElicitationId, AskKey)>) {
    for (id, key) in taken {
        if let Err(error) = call.server.ask.engine().give_back(&call.actor, id, &key).await {
            tracing::error!(%error, %id, "an answer that was not used cannot be given back");
        }
    }
}

/// A client's result of `elicitation/create`.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClientInput<'r> {
    /// The person filled in the form with this content.
    Submit(Option<Raw<'r>>),
    /// The person said no.
    Decline,
    /// The person closed the prompt.
    Cancel,
    /// The person agreed to open the page, which is no answer.
    Consent,
}

impl<'r> ClientInput<'r> {
    /// Reads the result of a prompt that was shown through this channel. Content beside a refusal
    /// or a consent is ignored.
    ///
    /// # Errors
    /// When it is not a result of `elicitation/create`.
    pub(super) fn read(channel: Channel, result: Raw<'r>) -> Result<Self, InvalidElicitation> {
        let (action, content) = ElicitResult::parts(result)?;
        Ok(match (action, channel) {
            (Action::Accept, Channel::Dialog) => ClientInput::Submit(content),
            (Action::Accept, Channel::App | Channel::Url | Channel::UrlRequired | Channel::Link) => {
                ClientInput::Consent
            }
            (Action::Decline, _) => ClientInput::Decline,
            (Action::Cancel, _) => ClientInput::Cancel,
        })
    }

    /// Returns the content to check, if there is some. Missing content is the empty object, which
    /// may answer a form without required fields.
    pub(super) fn content(&self) -> Option<Content<'r>> {
        let ClientInput::Submit(content) = *self else { return None };
        Some(Content::of_dialog(content.map_or("{}", Raw::text).as_bytes()))
    }

    /// Returns the action of a refusal; `None` for other input.
    pub(super) fn refusal(&self) -> Option<Action> {
        match self {
            ClientInput::Decline => Some(Action::Decline),
            ClientInput::Cancel => Some(Action::Cancel),
            ClientInput::Submit(_) | ClientInput::Consent => None,
        }
    }
}

impl ClientInput<'static> {
    /// Returns the input for a refusal.
    pub(super) fn of_refusal(action: Action) -> Self {
        if action == Action::Decline { ClientInput::Decline } else { ClientInput::Cancel }
    }
}

/// The effect of a client's answer.
#[derive(Debug)]
pub(super) enum InputEffect {
    /// The elicitation has ended.
    Closed,
    /// The content did not pass, for this reason. The elicitation is open.
    Rejected(Arc<Problems>),
    /// The elicitation had ended before.
    Late,
    /// The elicitation is open.
    Unchanged,
}

/// Applies a client's answer to an elicitation of an engine. The engine checks and counts it, and
/// decides whether it is in time.
///
/// # Errors
/// When the engine fails.
pub(super) async fn apply_stored(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    input: &ClientInput<'_>,
) -> Result<InputEffect, AskError> {
    let applied = match *input {
        ClientInput::Submit(_) => {
            let content = input.content().unwrap_or(Content::of_dialog(b"{}"));
            let submitted = engine.submit_with(actor, id, content.into()).await;
            let effect = submitted_effect(submitted);
            if let Ok(InputEffect::Late) = effect {
                log_late(engine, actor, id).await;
            }
            return effect;
        }
        ClientInput::Decline => engine.decline(actor, id).await,
        ClientInput::Cancel => engine.cancel(actor, id, CancelReason::UserCancelled).await,
        ClientInput::Consent => match engine.open(actor, id).await {
            Ok(_) => return Ok(InputEffect::Unchanged),
            Err(error) => Err(error),
        },
    };
    match applied {
        Ok(_) => Ok(InputEffect::Closed),
        Err(CallError::Refused(_)) => {
            log_late(engine, actor, id).await;
            Ok(InputEffect::Late)
        }
        Err(error) => Err(error.into()),
    }
}

/// Applies a client's answer without waiting, for the loop of a connection. Returns `None` if that
/// is not possible, and for late answers, which [`apply_stored`] logs.
pub(super) fn apply_stored_now(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    input: &ClientInput<'_>,
) -> Option<Result<InputEffect, AskError>> {
    let effect = submitted_effect(engine.submit_now(actor, id, input.content()?)?);
    Some(effect).filter(|effect| !matches!(effect, Ok(InputEffect::Late)))
}

fn submitted_effect(submitted: Result<AcceptedSubmission, SubmitError>) -> Result<InputEffect, AskError> {
    match submitted {
        Ok(_) | Err(SubmitError::Invalid { retry_allowed: false, .. }) => Ok(InputEffect::Closed),
        Err(SubmitError::Invalid { problems, .. }) => Ok(InputEffect::Rejected(problems.into())),
        Err(SubmitError::Call(CallError::Refused(_))) => Ok(InputEffect::Late),
        Err(SubmitError::Call(error)) => Err(error.into()),
        Err(other) => Ok(InputEffect::Rejected(Arc::new(Problems::overall(&other.to_string())))),
    }
}

/// Logs and counts an answer to an elicitation that has ended.
async fn log_late(engine: &Engine, actor: &Actor, id: ElicitationId) {
    count_late();
    if let Ok(elicitation) = engine.status(actor, id).await {
        log_event(AuditEvent::Late, &elicitation, actor.surface);
    }
}

/// Counts a late answer: to an elicitation that has ended, or to a withdrawn prompt.
pub(super) fn count_late() {
    metrics::counter!("askwell_mcp_late_answers_total").increment(1);
}
