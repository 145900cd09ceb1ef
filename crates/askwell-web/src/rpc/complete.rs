//! `elicitation/complete`: completes an elicitation in `url` mode or a prompt with a result. For a
//! form, the result is the answers, alone or as `{form_id, responses}`.

use askwell_engine::Submission;
use askwell_form::{Form, Part};
use askwell_lifecycle::Question;

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer};
use super::submit::{check_form_id, completed, metadata};
use crate::caller::Caller;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let id = params.id()?;
    let found = shared.engine.status(&caller.actor, id).await?;
    let (json, metadata) = match &found.question {
        Question::Form(form) => answers(params, form)?,
        // A page may have no result.
        Question::Page { .. } => (params.get("result").map_or("null", Part::json), metadata(params)?),
    };
    let mut submission = Submission::whole(json.as_bytes());
    if let Some(metadata) = metadata {
        submission = submission.metadata(metadata);
    }
    let accepted = shared.engine.submit_with(&caller.actor, id, submission).await?;
    Ok(completed(&accepted.elicitation))
}

/// Returns the answers to a form: `result`, or `responses` beside or inside it.
fn answers<'p>(params: Params<'p>, form: &Form) -> Result<(&'p str, Option<&'p str>), RpcError> {
    let result = params.get("result");
    if let Some(responses) = params.get("responses") {
        if result.is_some() {
            return Err(RpcError::parameter(&pointer("responses"), "give a result or responses, not both"));
        }
        check_form_id(form, params.text("form_id")?, "form_id")?;
        return Ok((responses.json(), metadata(params)?));
    }
    match result.and_then(|result| response(result, form)) {
        Some(inner) => {
            let inner = Params::read(Some(inner), &["form_id", "responses", "metadata"])?;
            check_form_id(form, inner.text("form_id")?, "result/form_id")?;
            Ok((inner.required("responses")?.json(), metadata(inner)?))
        }
        None => Ok((result.map_or("null", Part::json), metadata(params)?)),
    }
}

/// Returns `result` if it is a complete response with `form_id` and `responses`, and not the
/// answers to fields of these names.
fn response<'p>(result: Part<'p>, form: &Form) -> Option<Part<'p>> {
    let is_field = |name: &str| form.fields().iter().any(|field| field.property() == name);
    let names = ["form_id", "responses"];
    let is_response = names.iter().all(|name| result.get(name).is_some() && !is_field(name));
    is_response.then_some(result)
}
