//! Forms: made by the agent, or prepared for it.

use std::sync::Arc;

use askwell_form::{Answers, Form};
use serde_json::{Map, Value, json};

use super::{asking_tool, describe};
use crate::server::{AskError, Call, Failure, Reply, Tool, ToolResult};
use crate::wire::RpcError;

/// The key of the one question that a call asks.
const KEY: &str = "form";

pub(super) fn tool() -> Tool {
    let field = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "Letters, digits, - and _; the key of the answer."},
            "type": {"type": "string",
                     "enum": ["text", "number", "boolean", "date", "select", "multi_select", "url", "file"]},
            "label": {"type": "string", "description": "What the person reads beside the field."},
            "description": {"type": "string"},
            "required": {"type": "boolean"},
            "default": {},
            "options": {"type": "array"},
            "validation": {"type": "object"},
            "rendering": {"type": "object"}
        },
        "required": ["id", "type", "label"]
    });
    let input = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 256, "description": "What the form is about."},
            "description": {"type": "string", "description": "Why you ask, and what will happen with the answers."},
            "fields": {"type": "array", "minItems": 1, "items": field}
        },
        "required": ["title", "fields"]
    });
    asking_tool("ask", "Ask with a form", describe::ASK, input)
}

pub(super) fn template_tool(templates: &[(String, Form)]) -> Tool {
    let names: Vec<&str> = templates.iter().map(|(name, _)| name.as_str()).collect();
    let list: Vec<String> =
        templates.iter().map(|(name, form)| format!("`{name}` ({})", form.title())).collect();
    let description = format!("{} {}.", describe::TEMPLATE, list.join(", "));
    let input = json!({
        "type": "object",
        "properties": {
            "template": {"type": "string", "enum": names},
            "message": {"type": "string", "description": "Why you ask, in a sentence or two."}
        },
        "required": ["template"],
        "additionalProperties": false
    });
    asking_tool("ask_template", "Ask with a prepared form", &description, input)
}

pub(super) async fn run(call: Call) -> Result<ToolResult, Failure> {
    let mut document: Map<String, Value> = call.parse()?;
    // Models need not think of a name for what they ask once.
    document.entry("id").or_insert_with(|| json!("question"));
    let form = Form::from_value(&Value::Object(document))
        .map_err(|defects| RpcError::invalid_params(format!("the form is not right: {defects}")))?;
    put(&call, &form).await
}

pub(super) async fn run_template(
    call: Call,
    templates: Arc<[(String, Form)]>,
) -> Result<ToolResult, Failure> {
    let name = call.text("template").unwrap_or_default().into_owned();
    let Some((_, form)) = templates.iter().find(|(known, _)| *known == name) else {
        return Err(RpcError::invalid_params(format!("there is no template `{name}`")).into());
    };
    let message = call.text("message").map(std::borrow::Cow::into_owned);
    match message.filter(|message| !message.trim().is_empty()) {
        Some(message) => conclude(call.asker().ask_with(KEY, form, &message).await),
        None => put(&call, form).await,
    }
}

/// Asks, and tells the agent what came of it.
pub(super) async fn put(call: &Call, form: &Form) -> Result<ToolResult, Failure> {
    conclude(call.asker().ask(KEY, form).await)
}

fn conclude(reply: Result<Reply<Answers>, AskError>) -> Result<ToolResult, Failure> {
    Ok(ToolResult::structured(match reply {
        Ok(Reply::Accepted(answers)) => answered(&answers),
        Ok(Reply::Declined) => json!({"status": "declined"}),
        Ok(Reply::Cancelled(reason)) => json!({"status": "cancelled", "reason": reason.as_str()}),
        Ok(Reply::TimedOut) => json!({"status": "timed_out"}),
        Err(AskError::Elsewhere { id, link }) => {
            let mut pending = json!({
                "status": "pending", "elicitation_id": id.to_string(), "url": link.url, "next": describe::PENDING,
            });
            if let (Some(code), Some(members)) = (link.code, pending.as_object_mut()) {
                members.insert("code".to_owned(), code.into());
            }
            pending
        }
        Err(error) => return Err(error.into()),
    }))
}

/// What a model may see of answers: everything but secrets and the content of files.
pub(super) fn answered(answers: &Answers) -> Value {
    json!({"status": "answered", "answers": answers.to_masked_value()})
}
