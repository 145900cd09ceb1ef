//! `elicitation/submit`: answers to a form.

use askwell_form::Part;
use askwell_lifecycle::{Elicitation, Outcome, Question, Refusal};

use super::Shared;
use super::fault::Fault;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::json::Object;

pub(super) async fn call(
    shared: &Shared,
    caller: &Caller,
    params: Option<Part<'_>>,
) -> Result<String, Fault> {
    let params = Params::read(params, &["elicitationId", "responses", "form_id", "metadata"])?;
    let id = params.id()?;
    let responses = params.required("responses")?;
    params.object("metadata")?;
    let form_id = params.text("form_id")?;
    let found = shared.engine.status(&caller.actor, id).await?;
    let Question::Form(form) = &found.question else { return Err(Refusal::WrongQuestion.into()) };
    if let Some(other) = form_id.filter(|other| *other != form.id()) {
        let message = format!("these are answers to {other:?}, but {:?} was asked", form.id());
        return Err(Fault::parameter(&pointer("form_id"), message));
    }
    let accepted = shared.engine.submit(&caller.actor, id, responses.json().as_bytes()).await;
    match accepted {
        Ok(accepted) => Ok(completed(&accepted.elicitation)),
        Err(error) => Err(error.into()),
    }
}

/// That it is done, and what a partial answer left out.
pub(super) fn completed(elicitation: &Elicitation) -> String {
    let object = Object::new().text("status", elicitation.status().as_str());
    match elicitation.outcome() {
        Some(Outcome::Answered(answers)) if answers.missing().next().is_some() => {
            object.texts("missing", answers.missing().map(askwell_form::Field::id)).finish()
        }
        _ => object.finish(),
    }
}
