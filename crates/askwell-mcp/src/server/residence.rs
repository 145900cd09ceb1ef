//! Where an elicitation lives, and how what a client answers is applied to it.

use std::sync::Arc;

use askwell_engine::{CallError, Engine, SubmitError};
use askwell_form::Form;
use askwell_lifecycle::{Actor, CancelReason, ElicitationId, Refusal};

use super::ask::AskError;
use super::content::known_members;
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
    form: Option<&Form>,
    input: &ClientInput<'_>,
) -> Result<InputEffect, AskError> {
    let applied = match *input {
        ClientInput::Submit(content) => {
            let content = match form {
                Some(form) => known_members(form, content),
                None => content.unwrap_or(Raw::EMPTY).text().into(),
            };
            return match engine.submit(actor, id, content.as_bytes()).await {
                Ok(_) | Err(SubmitError::Invalid { retry_allowed: false, .. }) => Ok(InputEffect::Closed),
                Err(SubmitError::Invalid { problems, .. }) => {
                    Ok(InputEffect::Rejected(problems.to_string().into()))
                }
                Err(SubmitError::Call(CallError::Refused(refusal))) => Ok(late(id, &refusal)),
                Err(SubmitError::Call(error)) => Err(error.into()),
                Err(other) => Ok(InputEffect::Rejected(other.to_string().into())),
            };
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
        Err(CallError::Refused(refusal)) => Ok(late(id, &refusal)),
        Err(error) => Err(error.into()),
    }
}

fn late(id: ElicitationId, refusal: &Refusal) -> InputEffect {
    late_answer(Some((id, refusal)));
    InputEffect::Late
}

/// Counts an answer of a client that came too late: to an elicitation that is over, or to a prompt that was withdrawn.
pub(super) fn late_answer(about: Option<(ElicitationId, &Refusal)>) {
    metrics::counter!("askwell_mcp_late_answers_total").increment(1);
    if let Some((id, refusal)) = about {
        tracing::info!(target: "askwell::audit", %id, %refusal, "a client answered too late");
    }
}
