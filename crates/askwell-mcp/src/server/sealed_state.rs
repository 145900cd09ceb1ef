//! Elicitations that live inside `requestState`: the record itself travels, and the same transition decides as in an
//! engine.
//!
//! For modern calls of servers without an engine and without pages. Form, message and principal do not travel: the handler
//! brings the question again, and the state is bound to the request. A record is pinned to its question, as an answer must
//! not serve a question that the person did not read.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use askwell_engine::{
    AuditEvent, CheckResult, Checker, Content, CreateError, SubmitError, log_event, log_step,
};
use askwell_form::Form;
use askwell_lifecycle::record::bytes::{Reader, Unreadable, Writer};
use askwell_lifecycle::record::{self, Beside, Omit};
use askwell_lifecycle::{
    CancelReason, ClientId, Draft, Elicitation, ElicitationId, Event, Question, Scope, Surface, Timestamp,
    Transition, create, transition,
};
use sha2::{Digest, Sha256};

use super::ask::{AskError, AskStatus, PlannedAsk, closed_status};
use super::channel;
use super::residence::{ClientInput, InputEffect, count_late};
use super::retry_context::RetryContext;

/// What a state says about one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StateEntry {
    /// An elicitation that lives in the state.
    Sealed(SealedElicitation),
    /// An elicitation of the engine.
    Stored(StoredElicitation),
    /// The result of a request that is no elicitation: JSON text.
    ClientResult(Box<str>),
}

/// An elicitation that lives in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SealedElicitation {
    id: ElicitationId,
    /// The digest of form and message.
    question: [u8; 16],
    /// Whether the handler asked something else under the same key before.
    is_changed: bool,
    /// When it ends, if it is open.
    open_until: Option<Timestamp>,
    record: Vec<u8>,
}

/// An elicitation of the engine, as a state names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredElicitation {
    pub(super) id: ElicitationId,
    /// Whether the client was sent to a page, and not shown a dialog.
    pub(super) is_url: bool,
    /// Whether its answer was delivered to this call.
    pub(super) is_taken: bool,
    /// Whether the handler asked something else under the same key before.
    pub(super) is_changed: bool,
    /// When it ends.
    pub(super) open_until: Timestamp,
}

impl StateEntry {
    /// When the question ends, if it is open.
    pub(super) fn open_until(&self) -> Option<Timestamp> {
        match self {
            StateEntry::Sealed(sealed) => sealed.open_until,
            StateEntry::Stored(stored) => Some(stored.open_until),
            StateEntry::ClientResult(_) => None,
        }
    }
}

const SEALED: u8 = 1;
const STORED: u8 = 2;
const CLIENT_RESULT: u8 = 3;

/// Writes the entries of a state.
pub(super) fn write(entries: &[(Box<str>, StateEntry)]) -> Vec<u8> {
    let mut out = Writer::of_member();
    for (key, entry) in entries {
        out.byte(match entry {
            StateEntry::Sealed(_) => SEALED,
            StateEntry::Stored(_) => STORED,
            StateEntry::ClientResult(_) => CLIENT_RESULT,
        });
        out.text(key);
        match entry {
            StateEntry::Sealed(sealed) => {
                out.raw(&sealed.id.to_bytes());
                out.raw(&sealed.question);
                out.byte(u8::from(sealed.is_changed));
                out.option(sealed.open_until, |out, until| out.number(until.as_millis()));
                out.bytes(&sealed.record);
            }
            StateEntry::Stored(stored) => {
                out.raw(&stored.id.to_bytes());
                out.byte(u8::from(stored.is_url));
                out.byte(u8::from(stored.is_taken));
                out.byte(u8::from(stored.is_changed));
                out.number(stored.open_until.as_millis());
            }
            StateEntry::ClientResult(result) => out.text(result),
        }
    }
    out.finish()
}

/// Reads the entries of a state.
///
/// # Errors
/// When they cannot be read.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<(Box<str>, StateEntry)>, Unreadable> {
    let mut reader = Reader::of_member(bytes);
    let mut entries = Vec::new();
    while !reader.rest().is_empty() {
        let kind = reader.byte()?;
        let key = reader.text()?.into();
        let entry = match kind {
            SEALED => StateEntry::Sealed(SealedElicitation {
                id: ElicitationId::from_bytes(reader.raw()?),
                question: reader.raw()?,
                is_changed: reader.truth()?,
                open_until: reader.option(|reader| reader.number().map(Timestamp::from_millis))?,
                record: reader.bytes()?.to_vec(),
            }),
            STORED => StateEntry::Stored(StoredElicitation {
                id: ElicitationId::from_bytes(reader.raw()?),
                is_url: reader.truth()?,
                is_taken: reader.truth()?,
                is_changed: reader.truth()?,
                open_until: Timestamp::from_millis(reader.number()?),
            }),
            CLIENT_RESULT => StateEntry::ClientResult(reader.text()?.into()),
            code => return Err(Unreadable::Code { what: "entry", code }),
        };
        entries.push((key, entry));
    }
    Ok(entries)
}

impl SealedElicitation {
    /// Encodes an elicitation.
    ///
    /// # Errors
    /// When it holds something that records have no number for.
    fn encode(elicitation: &Elicitation, question: [u8; 16], is_changed: bool) -> Result<Self, CreateError> {
        let mut record = Vec::with_capacity(128);
        // Form mode has no secrets, so nothing is kept apart.
        record::encode(elicitation, Omit { answers: false, message: true }, &mut record)
            .map_err(|error| CreateError::Store(askwell_engine::StoreError::failed(error)))?;
        let open_until = elicitation.deadline();
        Ok(SealedElicitation { id: elicitation.id, question, is_changed, open_until, record })
    }

    /// Decodes the elicitation of a question.
    ///
    /// # Errors
    /// When the record cannot be read, or does not fit the form.
    fn decode(&self, client: ClientId, form: &Form, message: &str) -> Result<Elicitation, Unreadable> {
        let message = Some(Arc::from(message));
        record::decode(
            &self.record,
            Beside { id: self.id, client, form: Some(form.clone()), message, secrets: &[] },
        )
    }
}

/// An elicitation that ended in this round. Encoding it is left until the call needs another round, as most do not.
pub(super) struct EndedElicitation {
    elicitation: Elicitation,
    question: [u8; 16],
    is_changed: bool,
}

impl EndedElicitation {
    /// Returns what the state says about it.
    ///
    /// # Errors
    /// When it holds something that records have no number for.
    pub(super) fn to_entry(&self) -> Result<StateEntry, CreateError> {
        SealedElicitation::encode(&self.elicitation, self.question, self.is_changed).map(StateEntry::Sealed)
    }
}

/// Returns the digest that a record is pinned to.
fn digest_of(form: &[u8; 32], message: &str) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::new().chain_update(form).chain_update(message).finalize().into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    half
}

/// Asks in the dialog of a modern client, or takes what it came back with. The elicitation lives in the state.
///
/// # Errors
/// [`Pending::InputRequired`](super::ask::Pending::InputRequired) while it is open; otherwise when the terms cannot be
/// met, or the handler asks something else in every round.
pub(super) async fn ask(ask: &PlannedAsk<'_>, retry: &RetryContext) -> Result<AskStatus, AskError> {
    let (Some(form), Some(prepared)) = (ask.spec.question.form(), &ask.prepared) else {
        return Err(CreateError::NoFields.into());
    };
    let (key, message) = (ask.spec.key, ask.spec.question.message());
    let parts = &ask.call().server.ask;
    let now = parts.now();
    let Scope::Client(client) = &ask.actor().scope else { return Err(CreateError::NoClient.into()) };
    let question = digest_of(&prepared.digest, message);
    // What this round brought answers the question that was shown, and no other.
    let (found, is_changed, is_shown_other) = match retry.round.lock().entry(key) {
        Some(StateEntry::Sealed(sealed)) if sealed.question == question => {
            (sealed.decode(client.clone(), form, message).ok(), sealed.is_changed, false)
        }
        Some(StateEntry::Sealed(sealed)) if sealed.is_changed => {
            return Err(AskError::QuestionChanged(key.into()));
        }
        Some(StateEntry::Sealed(sealed)) => {
            log_invalidated(sealed, client, form, message, now);
            (None, true, true)
        }
        _ => (None, false, false),
    };
    let mut elicitation = match found {
        Some(elicitation) => elicitation,
        None => create_sealed(ask, client, form, now).await?,
    };
    let mut problems = None;
    let response = ask.call().response(key).filter(|_| !is_shown_other);
    if elicitation.outcome().is_none()
        && let Some(Ok(input)) = response.map(|response| ClientInput::read(ask.plan.first(), response))
    {
        let (next, effect) = apply(&elicitation, parts.checker(), &input, now).await;
        elicitation = next;
        if let InputEffect::Rejected(why) = effect {
            problems = Some(why);
        }
    }
    if elicitation.deadline().is_some_and(|deadline| deadline <= now) {
        elicitation = advance(&elicitation, Event::Tick, now).0;
    }
    let mut round = retry.round.lock();
    if let Some(status) = closed_status(&elicitation) {
        round.end(key, EndedElicitation { elicitation, question, is_changed });
        return Ok(status);
    }
    let entry = SealedElicitation::encode(&elicitation, question, is_changed)?;
    round.set(key, StateEntry::Sealed(entry));
    Err(channel::require_dialog(ask, &mut round, problems.as_deref()))
}

/// Creates an elicitation that lives in the state.
async fn create_sealed(
    ask: &PlannedAsk<'_>,
    client: &ClientId,
    form: &Form,
    now: Timestamp,
) -> Result<Elicitation, AskError> {
    let parts = &ask.call().server.ask;
    let question = parts.checker().admit(&Question::Form(form.clone()), &parts.settings.url_policy).await?;
    let terms = parts.policy().terms(ask.plan.mode, ask.timeout()).map_err(CreateError::Timeout)?;
    let draft = Draft {
        id: ElicitationId::new(now, rand::random()),
        client: client.clone(),
        mode: ask.plan.mode,
        question,
        message: Some(Arc::from(ask.spec.question.message())),
        audience: ask.plan.audience.clone(),
        terms,
        answer_limit: None,
        on_disconnect: ask.plan.on_disconnect(ask.spec.on_disconnect),
    };
    let step = create(draft, now);
    log_step(&step, Surface::Mcp);
    Ok(step.next)
}

/// Applies what a client answered: checks it as an engine does, and lets the transition decide.
pub(super) async fn apply(
    before: &Elicitation,
    checker: &Checker,
    input: &ClientInput<'_>,
    now: Timestamp,
) -> (Elicitation, InputEffect) {
    let mut problems = None;
    let event = match *input {
        ClientInput::Submit(content) => {
            let content = Content::of_dialog(content.map_or("{}", crate::wire::Raw::text).as_bytes());
            let checked = match checker.check_now(before, content) {
                Some(checked) => Ok(checked),
                None => Box::pin(checker.check(before, content, None)).await,
            };
            match checked {
                Ok(CheckResult::Answers(answers)) => Event::submit(answers),
                Ok(CheckResult::PageResult(result)) => Event::finish(result),
                Ok(CheckResult::Problems(found)) => {
                    problems = Some(found.to_string());
                    Event::reject()
                }
                // It could not be checked, which is no answer and no mistake.
                Err(error) => {
                    let why = SubmitError::from(error).to_string();
                    return (before.clone(), InputEffect::Rejected(why.into()));
                }
            }
        }
        ClientInput::Decline => Event::decline(),
        ClientInput::Cancel => Event::Cancel(CancelReason::UserCancelled),
        ClientInput::Consent => return (before.clone(), InputEffect::Unchanged),
    };
    let (after, is_late) = advance(before, event, now);
    let effect = match (is_late, after.outcome(), problems) {
        (true, ..) => {
            log_event(AuditEvent::Late, &after, Surface::Mcp);
            count_late();
            InputEffect::Late
        }
        (false, None, Some(problems)) => InputEffect::Rejected(problems.into()),
        (false, None, None) => InputEffect::Unchanged,
        (false, Some(_), _) => InputEffect::Closed,
    };
    (after, effect)
}

/// Applies an event. Returns the elicitation after it, and whether the event came too late.
fn advance(before: &Elicitation, event: Event, now: Timestamp) -> (Elicitation, bool) {
    match transition(before, event, now) {
        Ok(Transition { step, refusal }) => {
            log_step(&step, Surface::Mcp);
            (step.next, refusal.is_some())
        }
        Err(_) => (before.clone(), true),
    }
}

/// Logs the end of an elicitation whose handler asks something else now.
fn log_invalidated(
    sealed: &SealedElicitation,
    client: &ClientId,
    form: &Form,
    message: &str,
    now: Timestamp,
) {
    // The old form is not there any more; the new one stands in for it, as the end names no field.
    if let Ok(old) = sealed.decode(client.clone(), form, message)
        && old.outcome().is_none()
    {
        advance(&old, Event::Cancel(CancelReason::FormInvalidated), now);
    }
}

/// Reads made-up bytes as the entries of a state, and goes on with the elicitations in them, for fuzzing.
#[doc(hidden)]
pub(crate) async fn fuzz(bytes: &[u8], form: &Form, now: Timestamp) {
    let Ok(entries) = read(bytes) else { return };
    assert_eq!(read(&write(&entries)).as_ref(), Ok(&entries));
    for (_, entry) in entries {
        let StateEntry::Sealed(sealed) = entry else { continue };
        let Ok(before) = sealed.decode(ClientId::from("fuzz"), form, "") else { continue };
        for input in [ClientInput::Submit(None), ClientInput::Decline] {
            let (after, _) = apply(&before, &Checker::default(), &input, now).await;
            let again = SealedElicitation::encode(&after, sealed.question, sealed.is_changed);
            let again = again.map(|again| again.decode(ClientId::from("fuzz"), form, ""));
            assert!(matches!(again, Ok(Ok(again)) if again.status() == after.status()));
        }
    }
}
