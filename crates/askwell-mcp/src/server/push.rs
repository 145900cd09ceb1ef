//! Asking a legacy client: a request of our own, inside the one being handled.
//!
//! Answers are checked here, whatever the client says it checked; one that does not pass is asked again with the
//! problems in the message, as often as the policy forgives. Progress is sent while the person thinks, so that the
//! client does not give up on a call that is alive. Late answers find nobody.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Answers;
use askwell_lifecycle::CancelReason;

use super::asker::{AskError, Question, Reply};
use super::call::Inner;
use super::content::known_members;
use super::heartbeat::Heartbeat;
use super::question::{again, form_params};
use super::session::{Pushed, Session};
use crate::wire::{Action, ElicitResult, Json, Raw, Response, method};

/// Asks in the client's own dialog. `None` means silence.
pub(super) async fn form(
    call: &Inner,
    session: &Arc<Session>,
    question: &Question<'_>,
) -> Result<Option<Reply<Answers>>, AskError> {
    let settings = &call.server.settings;
    let timeout = question.form.timeout().unwrap_or(settings.pushed_timeout);
    let mut params = form_params(question, question.message, session.revision, question.rider);
    for _ in 0..=settings.retry_limit {
        let mut pushed = call.push(session, method::ELICIT, Raw::part(&params))?;
        let Some(response) = answer(call, &mut pushed, timeout).await? else { return Ok(None) };
        let result = response.result().map_err(|error| AskError::Client(error.clone()))?;
        let problems = match ElicitResult::parts(result) {
            Ok((Action::Accept, content)) => {
                match question.form.check_json(known_members(question.form, content).as_bytes()) {
                    Ok(answers) => match call.server.check_hosts(&answers).await {
                        Ok(()) => return Ok(Some(Reply::Accepted(answers))),
                        Err(problems) => problems,
                    },
                    Err(problems) => problems,
                }
            }
            Ok((Action::Decline, _)) => return Ok(Some(Reply::Declined)),
            Ok((Action::Cancel, _)) => return Ok(Some(Reply::Cancelled(CancelReason::UserCancelled))),
            Err(invalid) => {
                return Err(AskError::Client(crate::wire::RpcError::invalid_params(invalid.to_string())));
            }
        };
        params = form_params(question, &again(question.message, &problems), session.revision, question.rider);
    }
    Ok(Some(Reply::Cancelled(CancelReason::MaxRetriesExceeded)))
}

/// Waits for an answer until time is up, with a sign of life now and then.
pub(super) async fn answer(
    call: &Inner,
    pushed: &mut Pushed,
    timeout: Duration,
) -> Result<Option<Response>, AskError> {
    let deadline = tokio::time::sleep(timeout);
    tokio::pin!(deadline);
    let mut heartbeat = Heartbeat::of(call);
    loop {
        tokio::select! {
            biased;
            response = pushed.answer() => return Ok(Some(response?)),
            () = &mut deadline => return Ok(None),
            () = heartbeat.beat() => call.still_waiting(),
        }
    }
}

/// Asks the client something that is not for its person.
pub(super) async fn request(
    call: &Inner,
    session: &Arc<Session>,
    method: &str,
    params: Raw<'_>,
) -> Result<Json, AskError> {
    let mut pushed = call.push(session, method, params)?;
    let timeout = call.server.settings.pushed_timeout;
    let Some(response) = answer(call, &mut pushed, timeout).await? else {
        let error =
            crate::wire::RpcError::new(crate::wire::ErrorCode::INTERNAL, "the client did not answer in time");
        return Err(AskError::Client(error));
    };
    response.result().map(Raw::to_owned).map_err(|error| AskError::Client(error.clone()))
}
