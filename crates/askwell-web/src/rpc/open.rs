//! `elicitation/open`: the person has begun to answer.

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
    let opened = shared.engine.open(&caller.actor, id).await?;
    Ok(shape::entry(&opened))
}
