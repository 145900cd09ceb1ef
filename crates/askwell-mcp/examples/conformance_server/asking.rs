//! Fixtures that ask the person, the client's model, or the client itself.

use askwell_form::Form;
use askwell_mcp::server::{AskError, Prompt, PromptResult, Role, ServerBuilder};
use askwell_mcp::wire::{Json, Raw};
use askwell_mcp::{Asker, Call, Failure, Reply, Tool, ToolResult};
use serde_json::{Value, json};

/// Every way to offer choices. The old spelling of titles is one that schemas have left behind; `x-schema` says it anyway.
const CHOICES: &str = r#"{"id": "choices", "title": "Please choose", "fields": [
    {"id": "untitledSingle", "type": "select", "label": "One", "options": ["option1", "option2", "option3"]},
    {"id": "titledSingle", "type": "select", "label": "One by title", "options": [
        {"value": "value1", "title": "First Option"}, {"value": "value2", "title": "Second Option"}]},
    {"id": "legacyEnum", "type": "select", "label": "One, the old way", "options": ["opt1", "opt2", "opt3"],
        "x-schema": {"enumNames": ["Option One", "Option Two", "Option Three"]}},
    {"id": "untitledMulti", "type": "multi_select", "label": "Some", "options": ["option1", "option2", "option3"]},
    {"id": "titledMulti", "type": "multi_select", "label": "Some by title", "options": [
        {"value": "value1", "title": "First Choice"}, {"value": "value2", "title": "Second Choice"}]}]}"#;

/// Returns a form from a schema, as the suite describes its forms.
fn form(message: &str, properties: &Value, required: &[&str]) -> Result<Form, Failure> {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    Ok(Form::import(&schema, message).map_err(Failure::message)?.form)
}

fn name_form(message: &str) -> Result<Form, Failure> {
    form(message, &json!({"name": {"type": "string"}}), &["name"])
}

/// Returns a field of the answer, or the outcome if there is none.
fn said<T>(reply: Reply<T>, accepted: impl FnOnce(T) -> String) -> String {
    match reply {
        Reply::Accepted(answers) => accepted(answers),
        Reply::Declined(_) => "declined".to_owned(),
        Reply::Cancelled(_) => "cancelled".to_owned(),
        Reply::TimedOut => "timed out".to_owned(),
    }
}

/// Asks with a form and returns the outcome as the suite expects it.
async fn completed(call: Call, form: Form) -> Result<ToolResult, Failure> {
    let reply = call.asker().ask("form", &form).await?;
    let (action, content) = match reply {
        Reply::Accepted(answers) => ("accept", answers.to_json()),
        Reply::Declined(_) => ("decline", "{}".to_owned()),
        _ => ("cancel", "{}".to_owned()),
    };
    Ok(ToolResult::text(format!("Elicitation completed: action={action}, content={content}")))
}

fn sampling(prompt: &str, tokens: u32) -> Json {
    let messages = json!([{"role": "user", "content": {"type": "text", "text": prompt}}]);
    Json::from(json!({"messages": messages, "maxTokens": tokens}))
}

fn sampled(result: &Json) -> String {
    let text = result.raw().get("content").and_then(|content| content.get("text"));
    text.and_then(Raw::as_text).unwrap_or_default().into_owned()
}

async fn hello(asker: Asker) -> Result<String, Failure> {
    let reply = asker.ask("user_name", &name_form("What is your name?")?).await?;
    Ok(said(reply, |answers| format!("Hello, {}!", answers.text("name").unwrap_or_default())))
}

async fn confirmed(call: Call) -> Result<ToolResult, Failure> {
    let form = form("Please confirm", &json!({"ok": {"type": "boolean"}}), &["ok"])?;
    let reply = call.asker().ask("confirm", &form).await?;
    // A call that gets here has returned a valid state.
    Ok(ToolResult::text(said(reply, |_| "state-ok".to_owned())))
}

pub(crate) fn add(builder: ServerBuilder) -> ServerBuilder {
    rounds(pushed(builder))
}

fn pushed(builder: ServerBuilder) -> ServerBuilder {
    let text_argument =
        |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    builder
        .tool(
            Tool::new("test_elicitation", "Asks for a name and an address.").input(text_argument("message")),
            async |call: Call| {
                let message = call.text("message").unwrap_or_default().into_owned();
                let properties = json!({
                    "username": {"type": "string", "description": "User's response"},
                    "email": {"type": "string", "description": "User's email address"}
                });
                let form = form(&message, &properties, &["username", "email"])?;
                let reply = call.asker().ask("user", &form).await?;
                Ok(ToolResult::text(format!("User response: {}", said(reply, |answers| answers.to_json()))))
            },
        )
        .tool(Tool::new("test_elicitation_sep1034_defaults", "Asks with defaults."), async |call: Call| {
            let properties = json!({
                "name": {"type": "string", "default": "John Doe"},
                "age": {"type": "integer", "default": 30},
                "score": {"type": "number", "default": 95.5},
                "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
                "verified": {"type": "boolean", "default": true}
            });
            completed(call, form("Please review the defaults", &properties, &[])?).await
        })
        .tool(Tool::new("test_elicitation_sep1330_enums", "Asks with choices."), async |call: Call| {
            completed(call, Form::parse(CHOICES).map_err(Failure::message)?).await
        })
        .tool(
            Tool::new("test_sampling", "Asks the client's model.").input(text_argument("prompt")),
            async |call: Call| {
                let prompt = call.text("prompt").unwrap_or_default().into_owned();
                let result = call.asker().sample("sample", sampling(&prompt, 100)).await?;
                Ok(ToolResult::text(format!("LLM response: {}", sampled(&result))))
            },
        )
}

fn rounds(builder: ServerBuilder) -> ServerBuilder {
    let tool = |name: &str, what: &str| Tool::new(&format!("test_input_required_result_{name}"), what);
    builder
        .tool(tool("elicitation", "Asks for a name."), async |call: Call| {
            Ok(ToolResult::text(hello(call.asker()).await?))
        })
        .tool(tool("sampling", "Asks the client's model."), async |call: Call| {
            let result = call
                .asker()
                .sample("capital_question", sampling("What is the capital of France?", 100))
                .await?;
            Ok(ToolResult::text(sampled(&result)))
        })
        .tool(tool("list_roots", "Asks for the client's folders."), async |call: Call| {
            let roots = call.asker().list_roots("client_roots").await?;
            Ok(ToolResult::text(roots.text()))
        })
        .tool(tool("request_state", "Asks for a confirmation."), confirmed)
        .tool(tool("tampered_state", "Asks for a confirmation."), confirmed)
        .tool(tool("multiple_inputs", "Asks for three things at once."), async |call: Call| {
            let asker = call.asker();
            let (name, greeting, roots) = tokio::join!(
                hello(asker.clone()),
                asker.sample("greeting", sampling("Generate a greeting", 50)),
                asker.list_roots("client_roots"),
            );
            Ok(ToolResult::text(format!("{} {} {}", name?, sampled(&greeting?), roots?.text())))
        })
        .tool(tool("multi_round", "Asks one thing after the other."), async |call: Call| {
            let asker = call.asker();
            let name = asker.ask("step1", &name_form("Step 1: What is your name?")?).await?;
            let name = said(name, |answers| answers.text("name").unwrap_or_default().to_owned());
            let color = form(
                "Step 2: What is your favorite color?",
                &json!({"color": {"type": "string"}}),
                &["color"],
            )?;
            let color = asker.ask("step2", &color).await?;
            let color = said(color, |answers| answers.text("color").unwrap_or_default().to_owned());
            Ok(ToolResult::text(format!("{name} likes {color}")))
        })
        .tool(
            tool("capabilities", "Asks by every capability that the client declares."),
            async |call: Call| {
                let asker = call.asker();
                match hello(asker.clone()).await {
                    Err(Failure::Ask(AskError::Unreachable(_))) => {
                        let result = asker.sample("greeting", sampling("Generate a greeting", 50)).await?;
                        Ok(ToolResult::text(sampled(&result)))
                    }
                    hello => Ok(ToolResult::text(hello?)),
                }
            },
        )
        .tool(Tool::new("test_missing_capability", "Needs the client's model."), async |call: Call| {
            let result = call.asker().sample("sample", sampling("Say something", 10)).await?;
            Ok(ToolResult::text(sampled(&result)))
        })
        .tool(
            Tool::new("test_streaming_elicitation", "Tells how far it is, then asks."),
            async |call: Call| {
                call.progress(1.0, None, "about to ask");
                Ok(ToolResult::text(hello(call.asker()).await?))
            },
        )
        .prompt(
            Prompt::new("test_input_required_result_prompt", "Asks for the context first."),
            async |call: Call| {
                let form = form(
                    "What context should the prompt use?",
                    &json!({"context": {"type": "string"}}),
                    &["context"],
                )?;
                let reply = call.asker().ask("user_context", &form).await?;
                let context = said(reply, |answers| answers.text("context").unwrap_or_default().to_owned());
                Ok(PromptResult::new().message(Role::User, format!("Use this context: {context}")))
            },
        )
}
