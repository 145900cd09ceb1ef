//! A server behind a socket, and requests to it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use askwell_engine::{Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::ElicitationId;
use askwell_mcp::server::{HttpBuilder, ServerBuilder};
use askwell_mcp::{Call, Server, Tool, ToolResult};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A server and what tests need to know of it.
pub(crate) struct Door {
    pub(crate) url: String,
    pub(crate) server: Server,
    /// Hears of every call of the tool `wait` that is over.
    pub(crate) ends: mpsc::UnboundedReceiver<()>,
    pub(crate) begun: Arc<Mutex<Vec<ElicitationId>>>,
    client: reqwest::Client,
}

/// Says that a call is over.
struct End(mpsc::UnboundedSender<()>);

impl Drop for End {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

fn note_form() -> Form {
    Form::parse(
        r#"{"id": "note", "title": "Anything to add?", "fields": [
        {"id": "note", "type": "text", "label": "Note", "required": true}]}"#,
    )
    .unwrap()
}

fn tools(ends: mpsc::UnboundedSender<()>, begun: Arc<Mutex<Vec<ElicitationId>>>) -> ServerBuilder {
    Server::builder("door", "1.0.0")
        .engine(Engine::builder().limits(Limits::none()).start())
        .tool(Tool::new("plain", "Asks nothing."), async |_: Call| Ok(ToolResult::text("plain")))
        .tool(Tool::new("note", "Asks for a note."), async |call: Call| {
            let reply = call.asker().ask("note", &note_form()).await?;
            Ok(ToolResult::text(reply.accepted().map_or("none".to_owned(), |answers| answers.to_json())))
        })
        .tool(Tool::new("steps", "Tells how far it is."), async |call: Call| {
            call.progress(1.0, Some(2.0), "half");
            Ok(ToolResult::text("done"))
        })
        .tool(Tool::new("chatty", "Tells a lot before it ends."), async |call: Call| {
            for step in 1..=5000_u16 {
                call.progress(step.into(), Some(5000.0), "");
            }
            Ok(ToolResult::text("done"))
        })
        .tool(Tool::new("wait", "Never ends by itself, and tells when it does."), move |call: Call| {
            let end = End(ends.clone());
            async move {
                call.progress(1.0, None, "waiting");
                std::future::pending::<()>().await;
                drop(end);
                Ok(ToolResult::text("never"))
            }
        })
        .tool(Tool::new("silent", "Never ends, and says nothing."), async |_: Call| {
            std::future::pending::<()>().await;
            Ok(ToolResult::text("never"))
        })
        .tool(Tool::new("connected", "Needs the person to have been elsewhere."), move |call: Call| {
            let begun = Arc::clone(&begun);
            async move {
                let remember = |id| begun.lock().unwrap().push(id);
                let url = "https://example.com/connect";
                let reply = call.asker().require_url("connect", url, "Please connect.", remember).await?;
                Ok(ToolResult::text(
                    reply.accepted().map_or("none".to_owned(), |result| result.text().to_owned()),
                ))
            }
        })
}

impl Door {
    /// A server on a port of its own. Whoever says `x-user` is believed, whoever says `nobody` is refused.
    pub(crate) async fn open() -> Door {
        Door::open_with(|builder| builder).await
    }

    /// The same, set up otherwise.
    pub(crate) async fn open_with(set_up: impl FnOnce(HttpBuilder) -> HttpBuilder) -> Door {
        let (tell, ends) = mpsc::unbounded_channel();
        let begun = Arc::default();
        let server = tools(tell, Arc::clone(&begun)).build();
        let identify = |parts: &axum::http::request::Parts| {
            let user = parts.headers.get("x-user").map_or("local", |user| user.to_str().unwrap());
            (user != "nobody").then(|| Arc::from(user))
        };
        let router = set_up(server.http().identify(identify)).build().router("/mcp");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        askwell_http::client::install_crypto();
        Door { url, server, ends, begun, client: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    /// Sends a request with these headers; JSON and events are welcome unless they say otherwise.
    pub(crate) async fn send(
        &self,
        method: Method,
        headers: &[(&str, &str)],
        body: impl Into<String>,
    ) -> Response {
        let mut all = HeaderMap::new();
        let usual = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
        for (name, value) in usual.iter().chain(headers) {
            all.insert(name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap());
        }
        self.client.request(method, &self.url).headers(all).body(body.into()).send().await.unwrap()
    }

    pub(crate) async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Response {
        self.send(Method::POST, headers, message.to_string()).await
    }

    /// Introduces a legacy client and gives back its session.
    pub(crate) async fn session(&self, headers: &[(&str, &str)], capabilities: Value) -> String {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
                            "clientInfo": {"name": "t", "version": "1"}});
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let response = self.post(headers, &hello).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.headers()["mcp-session-id"].to_str().unwrap().to_owned()
    }
}

/// The message in a response.
pub(crate) async fn message(response: Response) -> Value {
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// The call of a tool.
pub(crate) fn call(id: i64, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// A stream of events, one after the other: each its id and its message.
pub(crate) struct Events {
    response: Response,
    text: String,
    ready: VecDeque<(String, Value)>,
    /// The id of the last event, be there a message in it or not.
    pub(crate) last_id: String,
}

impl Events {
    pub(crate) fn of(response: Response) -> Self {
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, text: String::new(), ready: VecDeque::new(), last_id: String::new() }
    }

    /// The next message; `None` when the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((id, message)) = self.ready.pop_front() {
                self.last_id = id;
                return Some(message);
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let id = field("id:").unwrap_or_default().to_owned();
                match field("data:").filter(|data| !data.is_empty()) {
                    Some(data) => self.ready.push_back((id, serde_json::from_str(data).unwrap())),
                    None => self.last_id = id,
                }
                self.text = rest.to_owned();
            }
        }
    }
}
