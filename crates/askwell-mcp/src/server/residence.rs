//! Where an elicitation lives, and how what a client answers is applied to it.

use std::sync::Arc;

use askwell_engine::{AuditEvent, CallError, Content, Engine, SubmitError, Submitted, log_event};
use askwell_lifecycle::{Actor, CancelReason, ElicitationId};

use super::ask::AskError;
use super::plan::Channel;
use crate::wire::{Action, ElicitResult, InvalidElicit, Raw};

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
