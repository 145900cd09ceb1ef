//! The methods that name an elicitation and do one thing with it.

use super::RpcState;
use super::error::RpcError;
use super::params::Params;
use crate::caller::Caller;
use crate::json::{JsonObject, list};
use crate::wire;

/// `elicitation/open`: the person has begun to answer.
pub(super) async fn open(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let opened = shared.engine.open(&caller.actor, params.id()?).await?;
    Ok(wire::entry(&opened))
}

/// `elicitation/claim`: somebody says that they are at it. The first answer wins all the same, from anybody. With
/// `ifFree` nobody is replaced, so that one of several candidates gets it.
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

/// `elicitation/release`: nobody is at it any more.
pub(super) async fn release(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let released = shared.engine.release(&caller.actor, params.id()?).await?;
    Ok(wire::entry(&released))
}

/// `elicitation/status`: all there is to know about one elicitation.
pub(super) async fn status(
    shared: &RpcState,
    caller: &Caller,
    params: Params<'_>,
) -> Result<String, RpcError> {
    let found = shared.engine.status(&caller.actor, params.id()?).await?;
    Ok(wire::whole(&found, caller.secrets_of(&shared.engine, &found).await?))
}

/// `elicitation/history`: the audit trail of one elicitation, the oldest entry first. It has no answers, only the
/// reason of a decline.
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
