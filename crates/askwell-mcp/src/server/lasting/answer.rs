//! What a client's dialog brings, handed to the engine.

use askwell_engine::{CallError, Engine, SubmitError};
use askwell_form::Form;
use askwell_lifecycle::{Actor, CancelReason, ElicitationId};

use crate::server::asker::AskError;
use crate::server::content::known_members;
use crate::wire::{Action, ElicitResult, Raw, RpcError};

/// What became of an answer from a dialog.
pub(super) enum DialogAnswer {
    /// The engine knows how the question ended.
    Settled,
    /// It did not pass, for this reason.
    Rejected(String),
}

/// Submits, declines or cancels, as the result of `elicitation/create` says. The engine checks the content and decides
/// whether it comes in time; an answer that comes too late leaves the question as it is.
///
/// # Errors
/// When the result is none, or the engine fails.
pub(super) async fn apply_answer(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    form: &Form,
    result: Raw<'_>,
) -> Result<DialogAnswer, AskError> {
    let (action, content) = ElicitResult::parts(result)
        .map_err(|invalid| AskError::Client(RpcError::invalid_params(invalid.to_string())))?;
    if action != Action::Accept {
        return apply_refusal(engine, actor, id, action).await.map(|()| DialogAnswer::Settled);
    }
    let content = known_members(form, content);
    match engine.submit(actor, id, content.as_bytes()).await {
        Ok(_) => Ok(DialogAnswer::Settled),
        Err(SubmitError::Invalid { problems, retry_allowed: true, .. }) => {
            Ok(DialogAnswer::Rejected(problems.to_string()))
        }
        Err(SubmitError::Invalid { .. }) => Ok(DialogAnswer::Settled),
        // Another answer was first, or it is too late: what counts is what the engine has.
        Err(SubmitError::Call(CallError::Refused(_))) => Ok(DialogAnswer::Settled),
        Err(SubmitError::Call(error)) => Err(error.into()),
        Err(other) => Ok(DialogAnswer::Rejected(other.to_string())),
    }
}

/// Declines or cancels, if that is what the person did.
///
/// # Errors
/// When the engine fails. A question that is over already is none.
pub(super) async fn apply_refusal(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    action: Action,
) -> Result<(), AskError> {
    let told = match action {
        Action::Accept => return Ok(()),
        Action::Decline => engine.decline(actor, id).await,
        Action::Cancel => engine.cancel(actor, id, CancelReason::UserCancelled).await,
    };
    match told {
        Ok(_) | Err(CallError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
