//! `elicitation/history`: the audit trail of one elicitation, the oldest entry first. No answers are in it, only why
//! somebody declined.

use askwell_form::Part;

use super::Shared;
use super::fault::Fault;
use super::params::Params;
use crate::caller::Caller;
use crate::json::{Object, list};
use crate::shape;

pub(super) async fn call(
    shared: &Shared,
    caller: &Caller,
    params: Option<Part<'_>>,
) -> Result<String, Fault> {
    let id = Params::read(params, &["elicitationId"])?.id()?;
    let changes = shared.engine.history(&caller.actor, id).await?;
    let found = shared.engine.status(&caller.actor, id).await?;
    let secrets = caller.secrets_of(&shared.engine, &found).await?;
    let entries = changes.iter().map(|change| shape::history(change, &found, secrets));
    Ok(Object::new().raw("history", &list(entries)).finish())
}
