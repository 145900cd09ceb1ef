//! `elicitation/decline`: the person declines, with an optional reason.

use askwell_lifecycle::Decline;

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::wire;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let id = params.id()?;
    let decline = match params.text("reason")? {
        None => Decline::default(),
        Some(reason) if reason.chars().count() <= Decline::REASON_CHARS => Decline::because(reason),
        Some(_) => {
            let message = format!("reason must have at most {} characters", Decline::REASON_CHARS);
            return Err(RpcError::parameter(&pointer("reason"), message));
        }
    };
    let declined = shared.engine.decline_with(&caller.actor, id, decline).await?;
    Ok(wire::outcome(&declined, caller.secrets()))
}
