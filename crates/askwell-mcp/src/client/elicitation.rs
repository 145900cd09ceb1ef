//! Answers an elicitation of a server, in either era: reads the request, calls the handler, checks
//! the answer.
//!
//! Refuses modes that were not declared, schemas that are no form, and URLs that no person should
//! open.

use std::sync::Arc;

use askwell_form::schema::{Import, Revision};
use askwell_form::{Answers, Form, FormCache};

use super::handlers::{FormReply, FormRequest, Handlers, PriorConsent, ServerInfo, UrlReply, UrlRequest};
use super::link::Link;
use crate::wire::{Action, ElicitModeRef, ElicitRequestRef, ElicitResult, Json, Raw, RpcError, meta};

/// An elicitation of a server.
pub(super) struct IncomingElicitation<'a> {
    /// The params of `elicitation/create`.
    pub(super) params: Raw<'a>,
    pub(super) whole: WholeForm<'a>,
    pub(super) prior_consent: PriorConsent,
}

/// Where the whole form is, which an Askwell server sends along; it says more than a schema can.
pub(super) enum WholeForm<'a> {
    /// In `_meta` of the params.
    InParams,
    /// Beside the params, if there is one.
    Beside(Option<Raw<'a>>),
}

impl<'a> IncomingElicitation<'a> {
    /// Reads the elicitation from a legacy `elicitation/create` request.
    pub(super) fn of_request(params: Raw<'a>) -> Self {
        IncomingElicitation { params, whole: WholeForm::InParams, prior_consent: PriorConsent::None }
    }
}

/// Calls the handler for an elicitation and returns the result to send.
///
/// # Errors
/// The error to answer with, if no handler can be called or the handler's answer does not fit.
pub(super) async fn answer(
    handlers: &Handlers,
    forms: &FormCache,
    server: &Arc<ServerInfo>,
    elicitation: IncomingElicitation<'_>,
) -> Result<ElicitResult, RpcError> {
    let IncomingElicitation { params, whole, prior_consent } = elicitation;
    let request =
        ElicitRequestRef::read(params).map_err(|error| RpcError::invalid_params(error.to_string()))?;
    match request.mode {
        ElicitModeRef::Form { requested_schema } => {
            let Some(handler) = &handlers.form else { return Err(undeclared("form")) };
            let whole = match whole {
                WholeForm::InParams => request.meta.and_then(|metadata| metadata.get(meta::FORM)),
                WholeForm::Beside(whole) => whole,
            };
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
        ElicitModeRef::Url { url, .. } => {
            let Some(handler) = &handlers.url else { return Err(undeclared("url")) };
            let link = Link::read(&url).map_err(|error| RpcError::invalid_params(error.to_string()))?;
            let (server, message) = (Arc::clone(server), request.message.into_owned());
            Ok(ElicitResult::plain(action(
                handler(UrlRequest { server, message, link, prior_consent }).await,
            )))
        }
        ElicitModeRef::Unknown { mode } => Err(undeclared(&mode)),
    }
}

/// Returns the result for answers. Answers to another form, such as a translated one, have to pass
/// this form, too.
fn accept(form: &Form, answers: &Answers) -> Result<ElicitResult, RpcError> {
    let content = answers.to_json();
    let fits = answers.belong_to(form) || form.accepts_json(content.as_bytes());
    // Only a mistake in the handler leads here: it returned answers to another form.
    if fits { Ok(ElicitResult::accept(Json::from_valid(content))) } else { Err(RpcError::internal()) }
}

/// Returns the wire action for a reply to a URL.
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

/// Returns the form of a requested schema, or the whole form that came along in `_meta`, if it agrees with
/// the schema. Equal texts are compiled once.
///
/// # Errors
/// When the schema is not a form.
pub fn form_of(
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
        Form::import(&schema, "").map_err(|defects| {
            RpcError::invalid_params(format!("`requestedSchema` is not a form: {defects}"))
        })
    })
}

/// Returns the form that came along, if it exports to the same schema: this person must answer what
/// other clients would show.
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
    fn whole_form_is_used_only_if_it_agrees_with_the_schema() {
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
