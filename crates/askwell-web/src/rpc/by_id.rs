//! The methods that name an elicitation and do one thing with it.

use super::Shared;
use super::fault::Fault;
use super::params::Params;
use crate::caller::Caller;
use crate::json::{Object, list};
use crate::shape;

/// `elicitation/open`: the person has begun to answer.
pub(super) async fn open(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let opened = shared.engine.open(&caller.actor, params.id()?).await?;
    Ok(shape::entry(&opened))
}

/// `elicitation/claim`: somebody says that they are at it. The first answer wins all the same, from anybody. With
/// `ifFree` nobody is replaced, so that one of several candidates gets it.
pub(super) async fn claim(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let id = params.id()?;
    if params.truth("ifFree")? == Some(true) {
        let (elicitation, taken) = shared.engine.claim_if_free(&caller.actor, id).await?;
        return Ok(shape::claimed(&elicitation, taken));
    }
    let claimed = shared.engine.claim(&caller.actor, id).await?;
    Ok(shape::entry(&claimed))
}

/// `elicitation/release`: nobody is at it any more.
pub(super) async fn release(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let released = shared.engine.release(&caller.actor, params.id()?).await?;
    Ok(shape::entry(&released))
}

/// `elicitation/status`: all there is to know about one elicitation.
pub(super) async fn status(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let found = shared.engine.status(&caller.actor, params.id()?).await?;
    Ok(shape::whole(&found, caller.secrets_of(&shared.engine, &found).await?))
}

/// `elicitation/history`: the audit trail of one elicitation, the oldest entry first. It has no answers, only the
/// reason of a decline.
pub(super) async fn history(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let id = params.id()?;
    let changes = shared.engine.history(&caller.actor, id).await?;
    let found = shared.engine.status(&caller.actor, id).await?;
    let secrets = caller.secrets_of(&shared.engine, &found).await?;
    let entries = changes.iter().map(|change| shape::history(change, &found, secrets));
    Ok(Object::new().raw("history", &list(entries)).finish())
}
