//! `elicitation/cancel`: closes an elicitation without an answer.

use askwell_lifecycle::CancelReason;

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer};
use crate::caller::{Caller, Role};
use crate::wire;

/// The reasons that a caller can give; the engine sets the others.
const REASONS: [CancelReason; 3] =
    [CancelReason::UserCancelled, CancelReason::SessionExpired, CancelReason::FormInvalidated];

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let id = params.id()?;
    let reason = match params.text("reason")? {
        None => CancelReason::UserCancelled,
        Some(name) => reason(caller, name)?,
    };
    let cancelled = shared.engine.cancel(&caller.actor, id, reason).await?;
    Ok(wire::outcome(&cancelled, caller.secrets()))
}

fn reason(caller: &Caller, name: &str) -> Result<CancelReason, RpcError> {
    // A person can only give the reason `user_cancelled`.
    let known: &[CancelReason] = if caller.role == Role::Answers { REASONS.split_at(1).0 } else { &REASONS };
    known.iter().copied().find(|reason| reason.as_str() == name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|reason| reason.as_str()).collect();
        RpcError::parameter(&pointer("reason"), format!("reason must be one of: {}", names.join(", ")))
    })
}
