//! From what a server asks to what it is answered, by way of a handler.
//!
//! The same for both eras. Refuses what was not declared, what is no form, and what is no URL for people.

use std::sync::Arc;

use askwell_form::schema::{Import, Revision};
use askwell_form::{Answers, Form, FormCache};

use super::handlers::{FormReply, FormRequest, Handlers, Occasion, Server, UrlReply, UrlRequest};
use super::link::Link;
use crate::wire::{Action, ElicitParts, ElicitPartsMode, ElicitResult, Json, Raw, RpcError, meta};

/// What a server asks, and what goes with it.
pub(super) struct Asked<'a> {
    /// The params of `elicitation/create`.
    pub(super) params: Raw<'a>,
    /// The whole form, which a server of our kind sends along; it says more than a schema can.
    pub(super) whole: Option<Raw<'a>>,
    pub(super) occasion: Occasion,
}

impl<'a> Asked<'a> {
    /// A question that was pushed.
    pub(super) fn pushed(params: Raw<'a>) -> Self {
        let whole = params.get(meta::META).and_then(|meta| meta.get(meta::FORM));
        Asked { params, whole, occasion: Occasion::First }
    }
}

/// Has the person asked.
///
/// # Errors
/// What the server is told when nobody can be.
pub(super) async fn answer(
    handlers: &Handlers,
    forms: &FormCache,
    server: &Arc<Server>,
    asked: Asked<'_>,
) -> Result<ElicitResult, RpcError> {
    let Asked { params, whole, occasion } = asked;
    let request = ElicitParts::read(params).map_err(|error| RpcError::invalid_params(error.to_string()))?;
    match request.mode {
        ElicitPartsMode::Form { requested_schema } => {
            let Some(handler) = &handlers.form else { return Err(undeclared("form")) };
            let import = form_of(forms, requested_schema, whole, server.revision)?;
            let form = import.form.clone();
            let notes = import.notes.iter().map(ToString::to_string).collect();
            let (server, message) = (Arc::clone(server), request.message.into_owned());
            match handler(FormRequest { server, message, form: import.form, notes }).await {
                FormReply::Accept(answers) => accept(&form, &answers),
                FormReply::Decline => Ok(ElicitResult::plain(Action::Decline)),
                FormReply::Cancel => Ok(ElicitResult::plain(Action::Cancel)),
            }
        }
        ElicitPartsMode::Url { url, .. } => {
            let Some(handler) = &handlers.url else { return Err(undeclared("url")) };
            let link = Link::read(&url).map_err(|error| RpcError::invalid_params(error.to_string()))?;
            let (server, message) = (Arc::clone(server), request.message.into_owned());
            Ok(ElicitResult::plain(action(handler(UrlRequest { server, message, link, occasion }).await)))
        }
        ElicitPartsMode::Unknown { mode } => Err(undeclared(&mode)),
    }
}

/// Sends answers to this form. Answers to another one, such as the same form with other words, have to pass it, too.
fn accept(form: &Form, answers: &Answers) -> Result<ElicitResult, RpcError> {
    let content = answers.to_json();
    let fits = answers.belong_to(form) || form.accepts_json(content.as_bytes());
    // Only a mistake in the handler leads to an error here: it answered something else.
    if fits { Ok(ElicitResult::accept(Json::written(content))) } else { Err(RpcError::internal()) }
}

/// What a reply to a URL is called on the wire.
pub(super) fn action(reply: UrlReply) -> Action {
    match reply {
        UrlReply::Consent => Action::Accept,
        UrlReply::Decline => Action::Decline,
        UrlReply::Cancel => Action::Cancel,
    }
}

fn undeclared(mode: &str) -> RpcError {
    RpcError::invalid_params(format!("this client did not declare the elicitation mode `{mode}`"))
}

/// The form that a schema describes, or the whole form that came along; compiled once for the same texts.
fn form_of(
    forms: &FormCache,
    schema: Raw<'_>,
    whole: Option<Raw<'_>>,
    revision: Revision,
) -> Result<Import, RpcError> {
    let whole_text = whole.map_or("", Raw::text);
    forms.get_or_compile(&[schema.text(), whole_text, revision.as_str()], || {
        let schema = schema.to_value();
        if let Some(form) = whole.and_then(|document| agreeing_form(document, &schema, revision)) {
            return Ok(form.into());
        }
        Form::import(&schema, "")
            .map_err(|defects| RpcError::invalid_params(format!("`requestedSchema` is no form: {defects}")))
    })
}

/// A form that was sent along, if it agrees with the schema: what other clients see is what this one's person answers.
fn agreeing_form(document: Raw<'_>, schema: &serde_json::Value, revision: Revision) -> Option<Form> {
    let form = Form::from_value(&document.to_value()).ok()?;
    let agrees = !form.has_secrets() && form.to_mcp_schema(revision).schema == *schema;
    agrees.then_some(form)
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use askwell_form::schema::Revision;
    use serde_json::json;

    use super::agreeing_form;
    use crate::wire::Json;

    #[test]
    fn a_form_that_comes_along_has_to_agree_with_the_schema() {
        let document = json!({"id": "f", "title": "F", "fields": [
            {"id": "a", "type": "text", "label": "A", "validation": {"pattern": "^a+$"}}
        ]});
        let revision = Revision::V2025_11_25;
        let schema = Form::from_value(&document).unwrap().to_mcp_schema(revision).schema;
        let other = json!({"type": "object", "properties": {"b": {"type": "string"}}});
        let secret = json!({"id": "f", "title": "F", "fields": [
            {"id": "a", "type": "text", "label": "A", "rendering": {"inputType": "password"}}
        ]});
        let secret_schema = Form::from_value(&secret).unwrap().to_mcp_schema(revision).schema;
        for (document, schema, taken) in [
            (&document, &schema, true),
            (&document, &other, false),
            (&json!({"id": 1}), &schema, false),
            (&secret, &secret_schema, false),
        ] {
            let sent = Json::from(document);
            assert_eq!(agreeing_form(sent.raw(), schema, revision).is_some(), taken, "{document}");
        }
    }
}
