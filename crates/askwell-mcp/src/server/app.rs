//! The form as an app beside the result of a tool (MCP Apps): its HTML, its tool, and the tickets that bind it to one
//! elicitation.
//!
//! The app decides nothing. It calls its tool for what to show, and for each change of an answer; the engine checks what
//! it submits. Secrets and files do not pass through it: for those it opens the page.
//!
//! A ticket is sealed with the keys of the server, names one elicitation of one principal, and expires with it. It is in
//! the `_meta` of the result, which hosts pass to the app and not to the model, and the tool is visible to apps only.

mod html;
mod view;

use askwell_engine::{CallError, Content, HostedLink, SubmitError};
use askwell_form::{Field, Form, Kind};
use askwell_lifecycle::{Elicitation, ElicitationId, Timestamp};
use askwell_locale::{Language, say};

use super::ask_parts::AskParts;
use super::call::{Call, CallState};
use super::failure::Failure;
use super::result::{ResourceResult, ResultMembers, ToolResult};
use super::tasks::TaskRole;
use crate::wire::{APP_MIME_TYPE, Json, ObjectWriter, Raw, RpcError, method};

/// The URI of the app.
pub(super) const URI: &str = "ui://askwell/form";

/// The name of the app's tool.
pub(super) const TOOL: &str = "askwell_form";

/// The `_meta` of a tool that asks in the app. The second key is what hosts of the first drafts read.
pub(super) const TOOL_META: &str =
    r#"{"ui":{"resourceUri":"ui://askwell/form"},"ui/resourceUri":"ui://askwell/form"}"#;

/// The key of the app's data in the `_meta` of a result.
const PROMPT_META: &str = "io.askwell/app";

/// The most characters of a ticket.
const MAX_TICKET: usize = 256;

/// What the app beside a result shows.
#[derive(Debug, Clone)]
pub(crate) struct AppPrompt {
    /// The ticket for its elicitation; `None` if the form can only be answered on the page.
    pub(crate) ticket: Option<String>,
    /// The page, if there is one.
    pub(crate) link: Option<HostedLink>,
}

/// Returns whether an app can ask this form: it has neither secrets nor files, no options that a service
/// has, and no groups, which the app does not show.
pub(super) fn fits(form: &Form) -> bool {
    let fits = |field: &Field| {
        let is_known = matches!(
            field.kind(),
            Kind::Text(_)
                | Kind::Number(_)
                | Kind::Boolean(_)
                | Kind::Date(_)
                | Kind::Select(_)
                | Kind::MultiSelect(_)
                | Kind::Url(_)
        );
        is_known && !field.is_secret() && field.options_source().is_none()
    };
    form.groups().is_empty() && form.fields().iter().all(fits)
}

/// Returns whether the client shows the app beside the result of this call.
pub(super) fn is_shown_beside(call: &CallState) -> bool {
    call.request.method() == method::CALL_TOOL
        && call.server.catalogue.asks_in_app(&call.parts.name)
        && !matches!(call.task, TaskRole::Running(_))
        && call.capabilities().supports_apps()
}

/// Lets the app beside the result offer the page, for a form that it cannot ask itself.
pub(super) fn show_link(call: &CallState, link: &HostedLink) {
    if is_shown_beside(call) {
        *call.app.lock() = Some(AppPrompt { ticket: None, link: Some(link.clone()) });
    }
}

/// Returns a ticket for an elicitation. It opens for the same principal until the deadline.
pub(super) fn seal_ticket(
    parts: &AskParts,
    principal: &str,
    id: ElicitationId,
    deadline: Option<Timestamp>,
) -> String {
    let now = parts.now();
    let lifetime = deadline.map_or(parts.settings.state_lifetime, |deadline| now.until(deadline));
    // After the deadline the app still has to learn how it ended.
    let lifetime = lifetime + parts.settings.state_lifetime;
    // Only content that is too large cannot be sealed.
    parts.keys.seal(&id.to_bytes(), &binding(parts, principal), now, lifetime).unwrap_or_default()
}

/// Returns the elicitation of a ticket, if it was issued to this principal and has not expired.
fn open_ticket(parts: &AskParts, principal: &str, ticket: &str) -> Option<ElicitationId> {
    if ticket.len() > MAX_TICKET {
        return None;
    }
    let content = parts.keys.open(ticket, &binding(parts, principal), parts.now()).ok()?;
    Some(ElicitationId::from_bytes(content.try_into().ok()?))
}

/// Returns what a ticket is bound to. A request state is bound to a digest, so neither opens as the other.
fn binding(parts: &AskParts, principal: &str) -> Vec<u8> {
    format!("askwell app\0{}\0{principal}", parts.server).into_bytes()
}

/// Adds what the app shows to the result of the call.
pub(super) fn add_prompt(call: &CallState, mut members: ResultMembers) -> ResultMembers {
    let Some(AppPrompt { ticket, link }) = call.app.lock().take() else { return members };
    let mut prompt = ObjectWriter::new();
    if let Some(ticket) = &ticket {
        prompt.text("ticket", ticket);
    }
    if let Some(link) = &link {
        prompt.text("url", &link.url);
        if let Some(code) = &link.code {
            prompt.text("code", code);
        }
    }
    prompt.raw("words", Json::from(view::words()).raw());
    let mut meta = ObjectWriter::new();
    if let Some(own) = &members.meta {
        meta.members(own.raw());
    }
    members.meta = Some(meta.raw(PROMPT_META, prompt.finish().raw()).finish());
    members
}

/// Returns the result of a tool that cannot go on before the person has answered in the app.
pub(super) fn pending_result(call: &CallState) -> ToolResult {
    let text = "Nothing was done yet: a person has to answer a question first. Their client shows the form beside this \
                result. Wait until they say that they have answered, then call again with the same arguments.";
    // A result without an error has to fit the output schema.
    if call.server.catalogue.has_output(&call.parts.name) {
        ToolResult::error(text)
    } else {
        ToolResult::text(text)
    }
}

/// Returns the entry of the app's tool in the list. Hosts keep it from their models.
pub(super) fn listed_tool() -> Json {
    Json::from(serde_json::json!({
        "name": TOOL,
        "title": "Form of an open question",
        "description": "For the form that is shown beside a question; not for models.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "ticket": {"type": "string", "description": "The ticket from the result."},
                "action": {"type": "string", "enum": ["view", "evaluate", "submit", "decline"],
                    "description": "What the person does."},
                "locale": {"type": "string", "description": "The language of the host, such as de."},
                "answers": {"type": "object", "additionalProperties": true, "description": "The answers so far."},
            },
            "required": ["ticket", "action"],
            "additionalProperties": false,
        },
        "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": false},
        "_meta": {"ui": {"visibility": ["app"]}},
    }))
}

/// Returns the entry of the app in the list of resources.
pub(super) fn listed_resource() -> Json {
    Json::from(serde_json::json!({
        "uri": URI,
        "name": "askwell-form",
        "title": "Form",
        "description": "Shows an open question as a form.",
        "mimeType": APP_MIME_TYPE,
        "_meta": resource_meta(),
    }))
}

/// Returns the security policy of the app: nothing from outside.
fn resource_meta() -> serde_json::Value {
    let none: [&str; 0] = [];
    let csp = serde_json::json!({"connectDomains": none, "resourceDomains": none, "frameDomains": none});
    serde_json::json!({"ui": {"csp": csp, "prefersBorder": true}})
}

/// Reads the app.
pub(super) async fn read(call: Call) -> Result<ResourceResult, Failure> {
    if !call.capabilities().supports_apps() {
        return Err(RpcError::invalid_params(format!("there is no resource `{URI}` for this client")).into());
    }
    let contents = serde_json::json!({
        "uri": URI, "mimeType": APP_MIME_TYPE, "text": html::document(), "_meta": resource_meta(),
    });
    Ok(ResourceResult::of_contents(&Json::from(contents)))
}

/// Answers the app, in the language of its host if that names one.
pub(super) async fn answer(call: Call) -> Result<ToolResult, Failure> {
    let wanted = call.text("locale").and_then(|tag| Language::from_tag(&tag));
    let words = wanted.map_or_else(|| call.0.words.clone(), |language| call.0.words.in_language(language));
    words.during(answer_in_words(call)).await
}

async fn answer_in_words(call: Call) -> Result<ToolResult, Failure> {
    if !call.capabilities().supports_apps() {
        return Err(RpcError::invalid_params(format!("there is no tool `{TOOL}` for this client")).into());
    }
    let parts = &call.0.server.ask;
    let ticket = call.text("ticket").unwrap_or_default();
    let Some(id) = open_ticket(parts, &call.0.principal, &ticket) else {
        return Err(Failure::message(say("mcp-not-yours")));
    };
    let (engine, actor) = (parts.engine(), &call.0.actor);
    let elicitation = engine.status(actor, id).await.map_err(unavailable)?;
    let answers = call.arguments().get("answers").and_then(Raw::object).unwrap_or(Raw::EMPTY);
    match call.text("action").as_deref() {
        Some("view") => Ok(view::result(&elicitation, parts.now(), None)),
        Some("evaluate") => Ok(view::result(&elicitation, parts.now(), Some(answers))),
        Some("submit" | "decline") if elicitation.outcome().is_some() => {
            Ok(view::result(&elicitation, parts.now(), None))
        }
        Some("submit") => {
            refuse_instant(parts, &elicitation)?;
            let content = Content::strict(answers.text().as_bytes());
            let problems = match engine.submit_with(actor, id, content.into()).await {
                Err(SubmitError::Invalid { problems, .. }) => Some(problems),
                Ok(_) | Err(SubmitError::Call(CallError::Refused(_))) => None,
                Err(error) => return Err(Failure::message(error.to_string())),
            };
            let now = engine.status(actor, id).await.map_err(unavailable)?;
            Ok(view::submitted(&now, parts.now(), answers, problems.as_ref()))
        }
        Some("decline") => {
            refuse_instant(parts, &elicitation)?;
            match engine.decline(actor, id).await {
                Ok(_) | Err(CallError::Refused(_)) => {}
                Err(error) => return Err(unavailable(error)),
            }
            let now = engine.status(actor, id).await.map_err(unavailable)?;
            Ok(view::result(&now, parts.now(), None))
        }
        _ => Err(RpcError::invalid_params("`action` has to be view, evaluate, submit or decline").into()),
    }
}

/// Refuses what comes faster than a person can read the question. It counts neither as a yes nor as a no.
fn refuse_instant(parts: &AskParts, elicitation: &Elicitation) -> Result<(), Failure> {
    if elicitation.created_at.until(parts.now()) < parts.settings.instant_refusal {
        return Err(Failure::message(say("mcp-too-fast")));
    }
    Ok(())
}

fn unavailable(error: CallError) -> Failure {
    Failure::message(match error {
        CallError::NotFound => say("mcp-gone"),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::{fits, html};

    #[test]
    fn app_asks_everything_but_secrets_and_files() {
        for (field, expected) in [
            (r#"{"id": "a", "type": "text", "label": "A"}"#, true),
            (
                r#"{"id": "a", "type": "text", "label": "A", "rendering": {"displayStyle": "password"}}"#,
                false,
            ),
            (r#"{"id": "a", "type": "file", "label": "A"}"#, false),
        ] {
            let form = Form::parse(&format!(r#"{{"id": "f", "title": "F", "fields": [{field}]}}"#)).unwrap();
            assert_eq!(fits(&form), expected, "{field}");
        }
    }

    #[test]
    fn app_is_one_small_file_with_a_strict_policy() {
        let document = html::document();
        assert!(document.len() < 24 * 1024, "{}", document.len());
        for outside in ["http://", "https://", "src=", "@import", "innerHTML", "eval("] {
            assert!(!document.contains(outside), "{outside}");
        }
        assert!(document.contains("default-src 'none'"));
        assert!(!document.contains("unsafe-inline"));
    }
}
