//! The methods that take an elicitation id and little else: open, claim, release, status, history.

use super::RpcState;
use super::error::RpcError;
use super::params::Params;
use crate::caller::Caller;
use crate::json::{JsonObject, list};
use crate::wire;

/// `elicitation/open`: a person has started to answer.
pub(super) async fn open(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let opened = shared.engine.open(&caller.actor, params.id()?).await?;
    Ok(wire::entry(&opened))
}

/// `elicitation/claim`: a person says that they will answer. Others can still answer first. With
/// `ifFree` an existing claim is not replaced, so that only one of several people gets it.
pub(super) async fn claim(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let id = params.id()?;
    if params.boolean("ifFree")? == Some(true) {
        let (elicitation, taken) = shared.engine.claim_if_free(&caller.actor, id).await?;
        return Ok(wire::claimed(&elicitation, taken));
    }
    let claimed = shared.engine.claim(&caller.actor, id).await?;
    Ok(wire::entry(&claimed))
}

/// `elicitation/release`: withdraws a claim.
pub(super) async fn release(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let released = shared.engine.release(&caller.actor, params.id()?).await?;
    Ok(wire::entry(&released))
}

/// `elicitation/status`: returns everything about one elicitation.
pub(super) async fn status(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let found = shared.engine.status(&caller.actor, params.id()?).await?;
    Ok(wire::whole(&found, caller.secrets_of(&shared.engine, &found).await?))
}

/// `elicitation/history`: returns the changes of one elicitation, the oldest first. Contains no
/// answers, only the reason of a decline.
pub(super) async fn history(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let id = params.id()?;
    let changes = shared.engine.history(&caller.actor, id).await?;
    let found = shared.engine.status(&caller.actor, id).await?;
    let secrets = caller.secrets_of(&shared.engine, &found).await?;
    let entries = changes.iter().map(|change| wire::history(change, &found, secrets));
    Ok(JsonObject::new().raw("history", &list(entries)).finish())
}
