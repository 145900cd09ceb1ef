//! Asks with an elicitation that lives in the state of a modern call.

use std::sync::Arc;

use askwell_engine::{
    AuditEvent, CallError, CheckError, CheckResult, Checker, Content, CreateError, StepRecorder, SubmitError,
    log_event,
};
use askwell_form::{Form, Problems};
use askwell_lifecycle::{
    CancelReason, ClientId, Elicitation, ElicitationId, Event, NewElicitation, Question, Scope, Surface,
    Timestamp, Transition, create, transition,
};

use super::{EndedElicitation, SealedElicitation, StateEntry, digest_of};
use crate::server::ask::{AskError, AskStatus, PlannedAsk, closed_status};
use crate::server::channel;
use crate::server::residence::{ClientInput, InputEffect, count_late};
use crate::server::retry_context::RetryContext;

/// Asks in the dialog of a modern client, or applies the answer that it returned with.
///
/// # Errors
/// [`PendingAsk::InputRequired`](crate::server::ask::PendingAsk::InputRequired) while it is open;
/// otherwise when the terms cannot be met, or the handler asks another question in every round.
pub(in crate::server) async fn ask(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
) -> Result<AskStatus, AskError> {
    match ask_now(ask, retry, None)? {
        SealedAsk::Closed(status) => Ok(status),
        SealedAsk::Unchecked(elicitation) => Box::pin(ask_checked(ask, retry, elicitation)).await,
    }
}

/// The result of asking without waiting.
enum SealedAsk {
    Closed(AskStatus),
    /// The client's content has to be checked first, which may take time: for example, it names a
    /// host.
    Unchecked(Box<Elicitation>),
}

/// An elicitation of this round, and the check of the client's content for it.
type CheckedContent = (Box<Elicitation>, Result<CheckResult, CheckError>);

async fn ask_checked(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    elicitation: Box<Elicitation>,
) -> Result<AskStatus, AskError> {
    let response = ask.call().response(ask.spec.key);
    let input = response.and_then(|response| ClientInput::read(ask.plan.first(), response).ok());
    let content = input.as_ref().and_then(ClientInput::content).unwrap_or(Content::of_dialog(b"{}"));
    let checked = ask.call().server.ask.checker().check(&elicitation, content, None).await;
    match ask_now(ask, retry, Some((elicitation, checked)))? {
        SealedAsk::Closed(status) => Ok(status),
        SealedAsk::Unchecked(_) => Err(CallError::Busy.into()),
    }
}

fn ask_now(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    checked: Option<CheckedContent>,
) -> Result<SealedAsk, AskError> {
    let (Some(form), Some(prepared)) = (ask.spec.question.form(), &ask.prepared) else {
        return Err(CreateError::NoFields.into());
    };
    let (key, message) = (ask.spec.key, ask.spec.question.message());
    let parts = &ask.call().server.ask;
    let now = parts.now();
    let Scope::Client(client) = &ask.actor().scope else { return Err(CreateError::NoClient.into()) };
    let question = digest_of(&prepared.digest, message);
    // The answer of this round belongs to the question that was shown, and to no other.
    let (found, is_changed, is_shown_other) = match retry.round.lock().entry(key) {
        Some(StateEntry::Sealed(sealed)) if sealed.question == question => {
            let found = checked.is_none().then(|| sealed.decode(client.clone(), form, message).ok());
            (found.flatten(), sealed.is_changed, false)
        }
        Some(StateEntry::Sealed(sealed)) if sealed.is_changed => {
            return Err(AskError::QuestionChanged(key.into()));
        }
        Some(StateEntry::Sealed(sealed)) => {
            log_invalidated(sealed, client, form, message, now, &parts.recorder);
            (None, true, true)
        }
        _ => (None, false, false),
    };
    let (mut elicitation, mut checked) = match (checked, found) {
        (Some((elicitation, checked)), _) => (*elicitation, Some(checked)),
        (None, Some(elicitation)) => (elicitation, None),
        (None, None) => (create_sealed(ask, client, form, now)?, None),
    };
    let mut problems = None;
    let response = ask.call().response(key).filter(|_| !is_shown_other);
    if elicitation.outcome().is_none()
        && let Some(Ok(input)) = response.map(|response| ClientInput::read(ask.plan.first(), response))
    {
        if let (Some(content), None) = (input.content(), &checked) {
            let Some(now) = parts.checker().check_now(&elicitation, content) else {
                return Ok(SealedAsk::Unchecked(Box::new(elicitation)));
            };
            checked = Some(Ok(now));
        }
        let (next, effect) = apply_checked(&elicitation, &input, checked, now, &parts.recorder);
        elicitation = next;
        if let InputEffect::Rejected(why) = effect {
            problems = Some(why);
        }
    }
    if elicitation.deadline().is_some_and(|deadline| deadline <= now) {
        elicitation = advance(&elicitation, Event::Tick, now, &parts.recorder).0;
    }
    let mut round = retry.round.lock();
    if let Some(status) = closed_status(&elicitation) {
        round.end(key, EndedElicitation { elicitation, question, is_changed });
        return Ok(SealedAsk::Closed(status));
    }
    let entry = SealedElicitation::encode(&elicitation, question, is_changed)?;
    round.set(key, StateEntry::Sealed(entry));
    Err(channel::require_dialog(ask, &mut round, problems.as_deref()))
}

/// Creates an elicitation that lives in the state.
fn create_sealed(
    ask: &PlannedAsk<'_>,
    client: &ClientId,
    form: &Form,
    now: Timestamp,
) -> Result<Elicitation, AskError> {
    let parts = &ask.call().server.ask;
    let question = parts.checker().bind(&Question::Form(form.clone()))?;
    let terms = parts.policy().terms(ask.plan.mode, ask.timeout()).map_err(CreateError::Timeout)?;
    let draft = NewElicitation {
        id: ElicitationId::new(now, rand::random()),
        client: client.clone(),
        mode: ask.plan.mode,
        question,
        message: Some(Arc::from(ask.spec.question.message())),
        audience: ask.plan.audience.clone(),
        quorum: None,
        terms,
        answer_limit: None,
        on_disconnect: ask.plan.on_disconnect(ask.spec.on_disconnect),
    };
    parts.recorder.admit(client, &parts.limits(), now).map_err(CreateError::Limited)?;
    let step = create(draft, now);
    parts.recorder.record(&step, Surface::Mcp);
    ask.log(&step.next, true);
    Ok(step.next)
}

/// Applies a client's answer: checks it as an engine does, and lets the transition decide.
pub(in crate::server) async fn apply(
    before: &Elicitation,
    checker: &Checker,
    input: &ClientInput<'_>,
    now: Timestamp,
    recorder: &StepRecorder,
) -> (Elicitation, InputEffect) {
    let checked = match input.content() {
        Some(content) => Some(checker.check(before, content, None).await),
        None => None,
    };
    apply_checked(before, input, checked, now, recorder)
}

/// Applies a client's answer whose content was checked.
fn apply_checked(
    before: &Elicitation,
    input: &ClientInput<'_>,
    checked: Option<Result<CheckResult, CheckError>>,
    now: Timestamp,
    recorder: &StepRecorder,
) -> (Elicitation, InputEffect) {
    let mut problems = None;
    let event = match *input {
        ClientInput::Submit(_) => match checked.unwrap_or(Err(CheckError::Unchecked)) {
            Ok(CheckResult::Answers(answers)) => Event::submit(answers),
            Ok(CheckResult::PageResult(result)) => Event::finish(result),
            Ok(CheckResult::Problems(found)) => {
                problems = Some(Arc::new(found));
                Event::reject()
            }
            // The check itself failed. That is neither an answer nor the person's mistake.
            Err(error) => {
                let why = SubmitError::from(error).to_string();
                return (before.clone(), InputEffect::Rejected(Arc::new(Problems::overall(&why))));
            }
        },
        ClientInput::Decline => Event::decline(),
        ClientInput::Cancel => Event::Cancel(CancelReason::UserCancelled),
        ClientInput::Consent => return (before.clone(), InputEffect::Unchanged),
    };
    let (after, is_late) = advance(before, event, now, recorder);
    let effect = match (is_late, after.outcome(), problems) {
        (true, ..) => {
            log_event(AuditEvent::Late, &after, Surface::Mcp);
            count_late();
            InputEffect::Late
        }
        (false, None, Some(problems)) => InputEffect::Rejected(problems),
        (false, None, None) => InputEffect::Unchanged,
        (false, Some(_), _) => InputEffect::Closed,
    };
    (after, effect)
}

/// Applies an event. Returns the elicitation after it, and whether the event came too late.
pub(super) fn advance(
    before: &Elicitation,
    event: Event,
    now: Timestamp,
    recorder: &StepRecorder,
) -> (Elicitation, bool) {
    match transition(before, event, now) {
        Ok(Transition { step, refusal }) => {
            recorder.record(&step, Surface::Mcp);
            (step.next, refusal.is_some())
        }
        Err(_) => (before.clone(), true),
    }
}

/// Logs the end of an elicitation whose handler asks another question now.
fn log_invalidated(
    sealed: &SealedElicitation,
    client: &ClientId,
    form: &Form,
    message: &str,
    now: Timestamp,
    recorder: &StepRecorder,
) {
    // The old form is gone. The new one can replace it here, as the log entry names no field.
    if let Ok(old) = sealed.decode(client.clone(), form, message)
        && old.outcome().is_none()
    {
        advance(&old, Event::Cancel(CancelReason::FormInvalidated), now, recorder);
    }
}
