//! Requests to the client that are no elicitations: sampling and roots.

use super::ask::{AskError, ClientError, PendingAsk};
use super::call::CallState;
use super::channel::ClientChannel;
use super::plan::no_capability;
use super::retry_context::RetryContext;
use super::sealed_state::StateEntry;
use super::wait::{Tick, WaitTimer};
use crate::wire::{ErrorCode, Json, Raw, RpcError};

/// Sends a request in the way of the client's era, and waits for the result. Dropping the future
/// cancels it.
///
/// # Errors
/// When the client lacks the capability, answers with an error or not in time, or has to be asked
/// by the result of its call.
pub(super) async fn send(
    call: &CallState,
    key: &str,
    method: &str,
    params: Raw<'_>,
    capability: Result<(), &'static str>,
) -> Result<Json, AskError> {
    call.claim_key(key)?;
    capability.map_err(no_capability)?;
    let session = match &call.channel {
        ClientChannel::Request(session) => session,
        ClientChannel::InputRequired(retry) => return require(call, retry, key, method, params),
    };
    let traced = call.traced(params);
    let mut request = session.request(&call.outgoing, method, traced.as_ref().map_or(params, Json::raw))?;
    let timeout = call.server.ask.policy().settings().pushed_timeout;
    let mut timer = WaitTimer::new(call, Some(timeout));
    loop {
        tokio::select! {
            biased;
            response = request.answer() => {
                return response?.result().map(Raw::to_owned).map_err(|error| ClientError::ask_error(error.clone()));
            }
            tick = timer.next() => match tick {
                Tick::Progress => call.still_waiting(),
                Tick::Limit => {
                    let error = RpcError::new(ErrorCode::INTERNAL, "the client did not answer in time");
                    return Err(ClientError::ask_error(error));
                }
            }
        }
    }
}

/// Returns the result that a modern client brought in this round or an earlier one; otherwise
/// requires it for the next round.
fn require(
    call: &CallState,
    retry: &RetryContext,
    key: &str,
    method: &str,
    params: Raw<'_>,
) -> Result<Json, AskError> {
    let mut round = retry.round.lock();
    if let Some(StateEntry::ClientResult(result)) = round.entry(key) {
        return Ok(Raw::from_valid(result).to_owned());
    }
    if let Some(result) = call.response(key).and_then(Raw::object) {
        round.set(key, StateEntry::ClientResult(result.text().into()));
        return Ok(result.to_owned());
    }
    round.require(key, method, params.text());
    Err(PendingAsk::InputRequired.into())
}
