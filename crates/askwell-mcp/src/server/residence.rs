//! Elicitations that live in an engine: creating or joining one, applying what a client answers, delivering the end to one
//! call. Those that live in the state of a modern call are in [`sealed_state`](super::sealed_state).

use std::sync::Arc;

use askwell_engine::{
    Ask, AskKey, AuditEvent, CallError, Content, Engine, SubmitError, Submitted, TakeResult, WaitHandle,
    log_event,
};
use askwell_lifecycle::{Actor, Audience, CancelReason, Elicitation, ElicitationId, Outcome, Timestamp};

use super::ask::{AskError, AskStatus, PlannedAsk, QuestionRef, Reuse};
use super::call::Inner;
use super::plan::Channel;
use crate::wire::{Action, ElicitResult, InvalidElicit, Raw};

/// How often a call looks for an answer that no other call takes first, before it gives up.
const JOIN_ATTEMPTS: usize = 8;

/// The elicitation of a question, as one call has it.
pub(super) struct AskHandle {
    elicitation: Arc<Elicitation>,
    /// The place of the call among those that wait, for an elicitation that it created or joined.
    wait: Option<WaitHandle>,
    /// What the answer is taken with, unless it was taken before, or serves every equal question.
    key: Option<AskKey>,
}

impl AskHandle {
    /// A handle to an elicitation that an earlier call or round created. With a key, its answer is still to be taken.
    pub(super) fn of(elicitation: Arc<Elicitation>, key: Option<AskKey>) -> Self {
        AskHandle { elicitation, wait: None, key }
    }

    pub(super) fn id(&self) -> ElicitationId {
        self.elicitation.id
    }

    /// The elicitation as it was when it was created, joined or read.
    pub(super) fn elicitation(&self) -> &Elicitation {
        &self.elicitation
    }

    /// Whether it was created for this question.
    pub(super) fn is_new(&self) -> bool {
        self.wait.as_ref().is_some_and(WaitHandle::is_new)
    }

    /// Whether this call shows it, if the client does not.
    pub(super) fn shows_prompt(&self, ask: &PlannedAsk<'_>) -> bool {
        self.is_new() || !ask.is_durable() || ask.call().server.ask.pages.is_none()
    }

    /// Waits for the end. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`AskError::Superseded`] when a newer call has joined it; else when it cannot be read.
    pub(super) async fn outcome(&mut self, ask: &PlannedAsk<'_>) -> Result<Outcome, AskError> {
        if let Some(wait) = &mut self.wait {
            self.elicitation = wait.outcome().await?;
        }
        match self.elicitation.outcome() {
            Some(outcome) => Ok(outcome.clone()),
            None => Ok(ask.engine().wait(ask.actor(), self.id()).await?),
        }
    }

    /// Takes the answer of an elicitation that was over when it was joined. Returns `false` if another call was faster:
    /// then this call has to ask itself.
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

    /// Gives the end of the elicitation to this call. One answer serves one call, unless it may be used again.
    ///
    /// # Errors
    /// [`AskError::Superseded`] when another call has got the answer; else when the store fails.
    pub(super) async fn deliver(
        &self,
        ask: &PlannedAsk<'_>,
        outcome: Outcome,
    ) -> Result<AskStatus, AskError> {
        let id = self.id();
        if let (Reuse::Once, Some(key)) = (ask.spec.reuse, &self.key) {
            let taken = ask.engine().take(ask.actor(), id, key).await?;
            let is_word =
                matches!(outcome, Outcome::Answered(_) | Outcome::Finished(_) | Outcome::Declined(_));
            match taken {
                TakeResult::AlreadyTaken if is_word => return Err(AskError::Superseded),
                TakeResult::AlreadyTaken => {}
                TakeResult::Taken => ask.call().taken.lock().push((id, key.clone())),
            }
        }
        Ok(AskStatus::Closed { id, outcome, unseen: false })
    }

    /// Lets an equal question be a new one, although this one has an answer.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn forget(&self, ask: &PlannedAsk<'_>) -> Result<(), AskError> {
        ask.engine().take(ask.actor(), self.id(), &ask.key()).await?;
        Ok(())
    }
}

/// Creates the elicitation of a question, or joins the one that an equal question of the same client has created: one that
/// is open, or whose answer nobody has taken.
///
/// # Errors
/// When a limit is reached, the terms cannot be met, the URL does not pass the guard, or the store fails.
pub(super) async fn create_or_join(ask: &PlannedAsk<'_>) -> Result<AskHandle, AskError> {
    let settings = &ask.call().server.ask.settings;
    let mut create = match ask.spec.question {
        QuestionRef::Form { form, .. } => {
            let create = Ask::form(form.clone()).in_mode(ask.plan.mode);
            match ask.stored_message() {
                Some(message) => create.message(message),
                None => create,
            }
        }
        QuestionRef::Page { url, message, .. } => Ask::page(url, message, &settings.url_policy)?,
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
    let fresh = match ask.spec.reuse {
        Reuse::Within(within) => within,
        Reuse::Once => settings.state_lifetime,
    };
    for _ in 0..JOIN_ATTEMPTS {
        let wait = ask.engine().create_or_join(ask.actor(), create.clone(), &ask.key(), fresh).await?;
        let mut handle = AskHandle {
            elicitation: Arc::clone(wait.elicitation()),
            key: Some(wait.key().clone()),
            wait: Some(wait),
        };
        if handle.is_new() || handle.take_joined(ask).await? {
            return Ok(handle);
        }
    }
    Err(AskError::Superseded)
}

/// Counts a question that joined an elicitation, by how old it was: to learn which repetitions there are.
fn count_join(joined: &Elicitation, now: Timestamp) {
    let age = match (joined.outcome(), joined.created_at.until(now).as_secs()) {
        (Some(_), _) => "closed",
        (None, 0..10) => "below_10s",
        (None, 10..60) => "below_60s",
        (None, _) => "older",
    };
    metrics::counter!("askwell_mcp_joins_total", "age" => age).increment(1);
}

/// Gives back the answers that a call has taken and not used, as it ends without a result: the repeated call finds them.
pub(super) async fn give_back(call: &Inner, taken: Vec<(ElicitationId, AskKey)>) {
    for (id, key) in taken {
        if let Err(error) = call.server.ask.engine().give_back(&call.actor, id, &key).await {
            tracing::error!(%error, %id, "an answer that was not used cannot be given back");
        }
    }
}

/// What a client answered to `elicitation/create`.
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
    /// Reads the result of `elicitation/create`, which was shown through this channel. Content beside a refusal or a
    /// consent is ignored.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn read(channel: Channel, result: Raw<'r>) -> Result<Self, InvalidElicit> {
        let (action, content) = ElicitResult::parts(result)?;
        Ok(match (action, channel) {
            (Action::Accept, Channel::Dialog) => ClientInput::Submit(content),
            (Action::Accept, Channel::Url | Channel::UrlRequired | Channel::Link) => ClientInput::Consent,
            (Action::Decline, _) => ClientInput::Decline,
            (Action::Cancel, _) => ClientInput::Cancel,
        })
    }

    /// The refusal that it is, if it is one.
    pub(super) fn refusal(&self) -> Option<Action> {
        match self {
            ClientInput::Decline => Some(Action::Decline),
            ClientInput::Cancel => Some(Action::Cancel),
            ClientInput::Submit(_) | ClientInput::Consent => None,
        }
    }
}

impl ClientInput<'static> {
    /// The input for a refusal.
    pub(super) fn of_refusal(action: Action) -> Self {
        if action == Action::Decline { ClientInput::Decline } else { ClientInput::Cancel }
    }
}

/// What became of what a client answered.
#[derive(Debug)]
pub(super) enum InputEffect {
    /// The elicitation is over.
    Closed,
    /// The content did not pass, for this reason. The elicitation is open.
    Rejected(Arc<str>),
    /// The elicitation was over already.
    Late,
    /// The elicitation is open.
    Unchanged,
}

/// Applies what a client answered to an elicitation of an engine. The engine checks the content, counts it and decides
/// whether it comes in time.
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
        ClientInput::Submit(content) => {
            let submitted = engine.submit_with(actor, id, of_dialog(content).into()).await;
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

/// The same without awaiting, where that is possible: for the loop of a connection, which must not wait. `None` also for
/// an answer that comes too late, which is logged on the other way.
pub(super) fn apply_stored_now(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    input: &ClientInput<'_>,
) -> Option<Result<InputEffect, AskError>> {
    let ClientInput::Submit(content) = *input else { return None };
    let effect = submitted_effect(engine.submit_now(actor, id, of_dialog(content))?);
    Some(effect).filter(|effect| !matches!(effect, Ok(InputEffect::Late)))
}

/// No content at all is the empty object, which may be a fine answer to a form that requires nothing.
fn of_dialog(content: Option<Raw<'_>>) -> Content<'_> {
    Content::of_dialog(content.map_or("{}", Raw::text).as_bytes())
}

fn submitted_effect(submitted: Result<Submitted, SubmitError>) -> Result<InputEffect, AskError> {
    match submitted {
        Ok(_) | Err(SubmitError::Invalid { retry_allowed: false, .. }) => Ok(InputEffect::Closed),
        Err(SubmitError::Invalid { problems, .. }) => Ok(InputEffect::Rejected(problems.to_string().into())),
        Err(SubmitError::Call(CallError::Refused(_))) => Ok(InputEffect::Late),
        Err(SubmitError::Call(error)) => Err(error.into()),
        Err(other) => Ok(InputEffect::Rejected(other.to_string().into())),
    }
}

/// Logs and counts an answer to an elicitation that is over.
async fn log_late(engine: &Engine, actor: &Actor, id: ElicitationId) {
    count_late();
    if let Ok(elicitation) = engine.status(actor, id).await {
        log_event(AuditEvent::Late, &elicitation, actor.surface);
    }
}

/// Counts an answer of a client that came too late: to an elicitation that is over, or to a prompt that was withdrawn.
pub(super) fn count_late() {
    metrics::counter!("askwell_mcp_late_answers_total").increment(1);
}
