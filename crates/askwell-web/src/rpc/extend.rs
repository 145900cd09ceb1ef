//! `elicitation/extend_timeout`: more time.

use std::time::Duration;

use super::Shared;
use super::fault::Fault;
use super::params::Params;
use crate::caller::Caller;
use crate::json::Object;

pub(super) async fn call(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let by = params.count("extensionDuration")?.map(Duration::from_millis);
    let extended = shared.engine.extend(&caller.actor, params.id()?, by).await?;
    let object =
        Object::new().maybe(extended.deadline(), |object, at| object.number("newTimeoutAt", at.as_millis()));
    Ok(object.number("extensionsRemaining", extended.extensions_left().into()).finish())
}
