//! `elicitation/extend_timeout`: moves the deadline.

use std::time::Duration;

use super::RpcState;
use super::error::RpcError;
use super::params::Params;
use crate::caller::Caller;
use crate::json::JsonObject;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let by = params.count("extensionDuration")?.map(Duration::from_millis);
    let extended = shared.engine.extend(&caller.actor, params.id()?, by).await?;
    let object = JsonObject::new()
        .optional(extended.deadline(), |object, at| object.number("newTimeoutAt", at.as_millis()));
    Ok(object.number("extensionsRemaining", extended.extensions_left().into()).finish())
}
