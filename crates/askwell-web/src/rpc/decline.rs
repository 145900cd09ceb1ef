//! `elicitation/decline`: the person says no, and perhaps why.

use askwell_lifecycle::Decline;

use super::Shared;
use super::fault::Fault;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::shape;

pub(super) async fn call(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let id = params.id()?;
    let decline = match params.text("reason")? {
        None => Decline::default(),
        Some(reason) if reason.chars().count() <= Decline::REASON_CHARS => Decline::because(reason),
        Some(_) => {
            let message = format!("reason must have at most {} characters", Decline::REASON_CHARS);
            return Err(Fault::parameter(&pointer("reason"), message));
        }
    };
    let declined = shared.engine.decline_with(&caller.actor, id, decline).await?;
    Ok(shape::outcome(&declined, caller.secrets()))
}
