//! `elicitation/claim`: somebody says that they are at it. Only a word to others: the first answer wins, whoever gives
//! it. With `ifFree` nobody is replaced, so that of several who would like to be at it one is.

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
    let params = Params::read(params, &["elicitationId", "ifFree"])?;
    let id = params.id()?;
    if params.truth("ifFree")? == Some(true) {
        let (elicitation, taken) = shared.engine.claim_if_free(&caller.actor, id).await?;
        return Ok(shape::claimed(&elicitation, taken));
    }
    let claimed = shared.engine.claim(&caller.actor, id).await?;
    Ok(shape::entry(&claimed))
}
