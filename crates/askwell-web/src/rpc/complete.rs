//! `elicitation/complete`: a result, for pages of others and for prompts. For a form it is the same as its answers.

use askwell_form::Part;
use askwell_lifecycle::Question;

use super::Shared;
use super::create::kept_limit;
use super::fault::{Fault, too_large};
use super::params::Params;
use super::submit::completed;
use crate::caller::Caller;

pub(super) async fn call(
    shared: &Shared,
    caller: &Caller,
    params: Option<Part<'_>>,
) -> Result<String, Fault> {
    let params = Params::read(params, &["elicitationId", "result"])?;
    let id = params.id()?;
    // A page may have nothing to say but that it is done.
    let result = params.get("result").map_or("null", Part::json);
    let found = shared.engine.status(&caller.actor, id).await?;
    if let Question::Page { .. } = found.question
        && let Some(limit) = kept_limit(shared, id).await?
        && result.len() as u64 > limit
    {
        return Err(too_large(result.len() as u64, limit));
    }
    let accepted = shared.engine.submit(&caller.actor, id, result.as_bytes()).await?;
    Ok(completed(&accepted.elicitation))
}
