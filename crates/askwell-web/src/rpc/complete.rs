//! `elicitation/complete`: a result, for pages of others and for prompts. For a form it is the same as its answers.

use askwell_form::Part;
use askwell_lifecycle::Question;

use super::Shared;
use super::create::kept_limit;
use super::fault::Fault;
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
    let limit = match found.question {
        Question::Page { .. } => kept_limit(shared, id).await?,
        Question::Form(_) => None,
    };
    let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let accepted = shared.engine.submit_within(&caller.actor, id, result.as_bytes(), limit).await?;
    Ok(completed(&accepted.elicitation))
}
