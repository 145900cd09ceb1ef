//! The server that the conversations are with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use askwell_engine::{Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::ElicitationId;
use askwell_mcp::server::{Prompt, PromptResult, Resource, ResourceResult, Role, ServerBuilder};
use askwell_mcp::{
    Call, Failure, Hosted, HostedError, HostedLink, Reply, Server, StateKeys, Tool, ToolResult,
};
use askwell_testkit::paused_clock::PausedClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use futures_util::future::BoxFuture;

/// Returns a form that form mode can carry.
pub(crate) fn server_form() -> Form {
    form(
        r#"{"id": "server", "title": "A new server", "fields": [
        {"id": "host", "type": "text", "label": "Host", "required": true, "validation": {"format": "hostname"}},
        {"id": "port", "type": "number", "label": "Port", "default": 8080, "validation": {"maximum": 65535}}]}"#,
    )
}

fn optional_form() -> Form {
    form(
        r#"{"id": "note", "title": "Anything to add?", "fields": [{"id": "note", "type": "text", "label": "Note"}]}"#,
    )
}

fn secret_form() -> Form {
    form(
        r#"{"id": "login", "title": "Log in", "fields": [
        {"id": "password", "type": "text", "label": "Password", "required": true, "rendering": {"inputType": "password"}}]}"#,
    )
}

pub(crate) fn form(document: &str) -> Form {
    Form::parse(document).unwrap()
}

/// Returns a reply in one line.
fn say<T>(reply: Reply<T>, answer: impl FnOnce(T) -> String) -> ToolResult {
    ToolResult::text(match reply {
        Reply::Accepted(given) => answer(given),
        Reply::Declined(_) => "declined".to_owned(),
        Reply::Cancelled(reason) => format!("cancelled: {}", reason.as_str()),
        Reply::TimedOut => "timed out".to_owned(),
    })
}

/// Pages that have links and no server.
pub(crate) struct FakePages;

impl Hosted for FakePages {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move {
            Ok(HostedLink { url: format!("https://ask.example.com/f/{id}"), code: Some("4711".to_owned()) })
        })
    }
}

/// The elicitations of foreign pages, by the tool that created them.
pub(crate) type CreatedElicitations = Arc<Mutex<HashMap<&'static str, ElicitationId>>>;

/// Returns an engine without limits, with tokio's clock and without a network.
pub(crate) fn engine() -> Engine {
    let resolver = ScriptedResolver::new().name("example.com", ["93.184.216.34"]);
    Engine::builder().limits(Limits::none()).clock(PausedClock::new()).resolver(resolver).start()
}

/// Returns a server with a tool for every way to ask.
pub(crate) fn test_server(created: &CreatedElicitations) -> ServerBuilder {
    let (visits, requirements) = (Arc::clone(created), Arc::clone(created));
    Server::builder("workshop", "1.0.0")
        .state_keys(StateKeys::new([7; 32]))
        .tool(Tool::new("server", "Asks for a server."), async |call: Call| {
            let reply = call.asker().ask("server", &server_form()).await?;
            Ok(say(reply, |answers| answers.to_json()))
        })
        .tool(Tool::new("note", "Asks for something optional."), async |call: Call| {
            let reply = call.asker().ask("note", &optional_form()).await?;
            Ok(say(reply, |answers| answers.to_json()))
        })
        .tool(Tool::new("delete", "Asks whether to delete."), async |call: Call| {
            let path = call.text("path").unwrap_or_default().into_owned();
            let reply = call.asker().confirm("sure", &format!("Delete {path}?")).await?;
            Ok(say(reply, |yes| if yes { format!("deleted {path}") } else { "kept".to_owned() }))
        })
        .tool(Tool::new("wizard", "Asks one thing after the other."), async |call: Call| {
            let asker = call.asker();
            let kind = form(r#"{"id": "kind", "title": "Which kind?", "fields": [
                {"id": "kind", "type": "select", "label": "Kind", "required": true, "options": ["small", "large"]}]}"#);
            let Some(kind) = asker.ask("kind", &kind).await?.accepted() else {
                return Ok(ToolResult::text("no kind"));
            };
            let kind = kind.text("kind").unwrap_or_default().to_owned();
            let size = form(&format!(
                r#"{{"id": "size", "title": "How {kind}?", "fields": [
                {{"id": "size", "type": "number", "label": "Size", "required": true}}]}}"#
            ));
            let reply = asker.ask("size", &size).await?;
            Ok(say(reply, |answers| format!("{kind} {}", answers.to_json())))
        })
        .tool(Tool::new("both", "Asks two things at once."), async |call: Call| {
            let (server, note) = (server_form(), optional_form());
            let replies = call.asker().ask_all(&[("server", &server), ("note", &note)]).await?;
            let texts = replies.into_iter().map(|reply| reply.accepted().map(|answers| answers.to_json()));
            Ok(ToolResult::text(texts.map(|text| text.unwrap_or("none".to_owned())).collect::<Vec<_>>().join(" ")))
        })
        .tool(Tool::new("login", "Asks for a secret."), async |call: Call| {
            let reply = call.asker().ask("login", &secret_form()).await?;
            Ok(say(reply, |answers| format!("{} answers", answers.len())))
        })
        .tool(Tool::new("connect", "Sends the person to a foreign page and waits."), move |call: Call| {
            let visits = Arc::clone(&visits);
            async move {
                let remember = |id| visits.lock().unwrap().extend([("connect", id)]);
                let url = "https://example.com/connect";
                let reply = call.asker().ask_url("connect", url, "Please connect your account.", remember).await?;
                Ok(say(reply, |result| result.text().to_owned()))
            }
        })
        .tool(Tool::new("connected", "Requires a foreign page first."), move |call: Call| {
            let requirements = Arc::clone(&requirements);
            async move {
                let remember = |id| requirements.lock().unwrap().extend([("connected", id)]);
                let url = "https://example.com/connect";
                let reply = call.asker().require_url("connect", url, "Please connect your account.", remember).await?;
                Ok(say(reply, |result| result.text().to_owned()))
            }
        })
        .tool(Tool::new("inside", "Sends the person to a private address."), async |call: Call| {
            let reply = call.asker().ask_url("x", "https://10.0.0.1/", "Go there.", drop).await?;
            Ok(say(reply, |result| result.text().to_owned()))
        })
        .tool(Tool::new("twice", "Asks two things under one key."), async |call: Call| {
            let asker = call.asker();
            let first = asker.ask("note", &optional_form()).await?;
            let _second = asker.ask("note", &optional_form()).await?;
            Ok(say(first, |answers| answers.to_json()))
        })
        .tool(Tool::new("hidden", "Hides what asking says."), async |call: Call| {
            let reply = call.asker().ask("note", &optional_form()).await;
            Ok(ToolResult::text(if reply.is_ok() { "asked" } else { "did not bother" }))
        })
        .tool(Tool::new("broken", "Breaks."), async |_: Call| -> Result<ToolResult, Failure> { panic!("on purpose") })
        .tool(Tool::new("failing", "Fails."), async |_: Call| Err(Failure::message("the disk is full")))
        .prompt(Prompt::new("greet", "Greets a person by name."), async |call: Call| {
            let form = form(r#"{"id": "who", "title": "Who?", "fields": [
                {"id": "name", "type": "text", "label": "Name", "required": true}]}"#);
            let reply = call.asker().ask("who", &form).await?;
            let name = reply.accepted().and_then(|answers| answers.text("name").map(str::to_owned));
            Ok(PromptResult::new().message(Role::User, format!("Hello, {}!", name.as_deref().unwrap_or("you"))))
        })
        .resource(Resource::new("memo:///{name}", "memo"), async |call: Call| {
            let reply = call.asker().confirm("sure", "May the memo be read?").await?;
            let text = if reply.accepted() == Some(true) { "the memo" } else { "[withheld]" };
            Ok(ResourceResult::text(call.name(), "text/plain", text))
        })
        .clock(PausedClock::new())
}
