//! `elicitation/status`: all there is to know about one elicitation.

use askwell_form::Part;

use super::Shared;
use super::fault::Fault;
use super::params::Params;
use crate::caller::Caller;
use crate::shape;

pub(super) async fn call(
    shared: &Shared,
    caller: &Caller,
    params: Option<Part<'_>>,
) -> Result<String, Fault> {
    let id = Params::read(params, &["elicitationId"])?.id()?;
    let found = shared.engine.status(&caller.actor, id).await?;
    Ok(shape::whole(&found, caller.secrets_of(&shared.engine, &found).await?))
}
