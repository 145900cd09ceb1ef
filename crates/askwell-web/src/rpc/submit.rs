//! `elicitation/submit`: submits the answers to a form.

use askwell_engine::Submission;
use askwell_form::{Form, Part};
use askwell_lifecycle::{Elicitation, Outcome, Question, Refusal};

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::json::JsonObject;

/// The most bytes of metadata.
const MOST_METADATA: usize = 16 << 10;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let id = params.id()?;
    let responses = params.required("responses")?;
    let metadata = metadata(params)?;
    let form_id = params.text("form_id")?;
    let merge = params.boolean("merge")?.unwrap_or_default();
    let found = shared.engine.status(&caller.actor, id).await?;
    let Question::Form(form) = &found.question else { return Err(Refusal::WrongQuestion.into()) };
    check_form_id(form, form_id, "form_id")?;
    let json = responses.json().as_bytes();
    let submission = if merge { Submission::corrections(json) } else { Submission::whole(json) };
    let submission = metadata.map_or(submission, |metadata| submission.metadata(metadata));
    let accepted = shared.engine.submit_with(&caller.actor, id, submission).await?;
    Ok(completed(&accepted.elicitation))
}

/// Returns the metadata of the submission.
pub(super) fn metadata<'p>(params: Params<'p>) -> Result<Option<&'p str>, RpcError> {
    let Some(metadata) = params.object("metadata")?.map(Part::json) else { return Ok(None) };
    if metadata.len() > MOST_METADATA {
        let message = format!("metadata has {} bytes; at most {MOST_METADATA} are kept", metadata.len());
        return Err(RpcError::parameter(&pointer("metadata"), message));
    }
    Ok(Some(metadata))
}

/// Rejects answers to another form.
pub(super) fn check_form_id(form: &Form, given: Option<&str>, parameter: &str) -> Result<(), RpcError> {
    let Some(other) = given.filter(|other| *other != form.id()) else { return Ok(()) };
    let message = format!("these are answers to {other:?}, but {:?} was asked", form.id());
    Err(RpcError::parameter(&pointer(parameter), message))
}

/// Returns the result of a submission: the status, and the fields that a partial answer left out.
pub(super) fn completed(elicitation: &Elicitation) -> String {
    let object = JsonObject::new().text("status", elicitation.status().as_str());
    match elicitation.outcome() {
        Some(Outcome::Answered(answers)) if answers.missing().next().is_some() => {
            object.texts("missing", answers.missing().map(askwell_form::Field::id)).finish()
        }
        _ => object.finish(),
    }
}
