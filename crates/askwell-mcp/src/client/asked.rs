//! From what a server asks to what it is answered, by way of a handler.
//!
//! The same for both eras. Refuses what was not declared, what is no form, and what is no URL for people.

use std::sync::Arc;

use askwell_form::Form;
use askwell_form::schema::Revision;

use super::handlers::{FormReply, FormRequest, Handlers, Occasion, Server, UrlReply, UrlRequest};
use super::link::Link;
use crate::wire::{Action, ElicitMode, ElicitRequest, ElicitResult, Json, Raw, RpcError, meta};

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
    server: &Arc<Server>,
    asked: Asked<'_>,
) -> Result<ElicitResult, RpcError> {
    let Asked { params, whole, occasion } = asked;
    let request = ElicitRequest::read(params).map_err(|error| RpcError::invalid_params(error.to_string()))?;
    match &request.mode {
        ElicitMode::Form { requested_schema } => {
            let Some(handler) = &handlers.form else { return Err(undeclared("form")) };
            let request = form_request(server, &request, requested_schema, whole)?;
            let form = request.form.clone();
            match handler(request).await {
                FormReply::Accept(answers) if answers.belong_to(&form) => {
                    Ok(ElicitResult::accept(Json::written(answers.to_json())))
                }
                // Only a mistake in the handler leads here: it answered another form.
                FormReply::Accept(_) => Err(RpcError::internal()),
                FormReply::Decline => Ok(ElicitResult::plain(Action::Decline)),
                FormReply::Cancel => Ok(ElicitResult::plain(Action::Cancel)),
            }
        }
        ElicitMode::Url { url, .. } => {
            let Some(handler) = &handlers.url else { return Err(undeclared("url")) };
            let link = Link::read(url).map_err(|error| RpcError::invalid_params(error.to_string()))?;
            let server = Arc::clone(server);
            let message = request.message.clone();
            Ok(ElicitResult::plain(action(handler(UrlRequest { server, message, link, occasion }).await)))
        }
        ElicitMode::Unknown { mode } => Err(undeclared(mode)),
    }
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

fn form_request(
    server: &Arc<Server>,
    request: &ElicitRequest,
    schema: &Json,
    whole: Option<Raw<'_>>,
) -> Result<FormRequest, RpcError> {
    let schema = schema.raw().to_value();
    let (server, message) = (Arc::clone(server), request.message.clone());
    if let Some(form) = whole.and_then(|document| agreeing_form(document, &schema, server.revision)) {
        return Ok(FormRequest { server, message, form, notes: Vec::new() });
    }
    let import = Form::import(&schema, &message)
        .map_err(|defects| RpcError::invalid_params(format!("`requestedSchema` is no form: {defects}")))?;
    let notes = import.notes.iter().map(ToString::to_string).collect();
    Ok(FormRequest { server, message, form: import.form, notes })
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
