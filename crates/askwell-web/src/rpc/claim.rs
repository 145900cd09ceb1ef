//! `elicitation/claim`: somebody says that they are at it. Only a word to others: the first answer wins, whoever gives it.

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
    let claimed = shared.engine.claim(&caller.actor, id).await?;
    Ok(shape::entry(&claimed))
}
