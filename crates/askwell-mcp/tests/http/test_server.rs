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

/// A server with what tests need to know of it.
pub(crate) struct TestServer {
    pub(crate) url: String,
    pub(crate) server: Server,
    /// Gets a message for every call of the tool `wait` that has ended.
    pub(crate) ends: mpsc::UnboundedReceiver<()>,
    pub(crate) created: Arc<Mutex<Vec<ElicitationId>>>,
    client: reqwest::Client,
}

/// Signals the end of a call.
struct EndSignal(mpsc::UnboundedSender<()>);

impl Drop for EndSignal {
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

fn host_form() -> Form {
    Form::parse(
        r#"{"id": "host", "title": "A new server", "fields": [
        {"id": "host", "type": "text", "label": "Host", "required": true}],
        "translations": {"de": {"title": "Ein neuer Server", "fields": {"host": {"label": "Rechner"}}}}}"#,
    )
    .unwrap()
}

fn tools(ends: mpsc::UnboundedSender<()>, created: Arc<Mutex<Vec<ElicitationId>>>) -> ServerBuilder {
    Server::builder("server", "1.0.0")
        .engine(Engine::builder().limits(Limits::none()).start())
        .tool(Tool::new("plain", "Asks nothing."), async |_: Call| Ok(ToolResult::text("plain")))
        .tool(Tool::new("note", "Asks for a note."), async |call: Call| {
            let reply = call.asker().ask("note", &note_form()).await?;
            Ok(ToolResult::text(reply.accepted().map_or("none".to_owned(), |answers| answers.to_json())))
        })
        .tool(Tool::new("host", "Asks for a host, in two languages."), async |call: Call| {
            let reply = call.asker().ask("host", &host_form()).await?;
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
            let end = EndSignal(ends.clone());
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
        .tool(Tool::new("connected", "Requires a foreign page first."), move |call: Call| {
            let created = Arc::clone(&created);
            async move {
                let remember = |id| created.lock().unwrap().push(id);
                let url = "https://example.com/connect";
                let reply = call.asker().require_url("connect", url, "Please connect.", remember).await?;
                Ok(ToolResult::text(
                    reply.accepted().map_or("none".to_owned(), |result| result.text().to_owned()),
                ))
            }
        })
}

impl TestServer {
    /// Starts a server on its own port. The principal is the header `x-user`; `nobody` is refused.
    pub(crate) async fn start() -> TestServer {
        TestServer::start_with(|builder| builder).await
    }

    /// Starts a server with other settings.
    pub(crate) async fn start_with(set_up: impl FnOnce(HttpBuilder) -> HttpBuilder) -> TestServer {
        let (tell, ends) = mpsc::unbounded_channel();
        let created = Arc::default();
        let server = tools(tell, Arc::clone(&created)).build();
        let identify = |parts: &axum::http::request::Parts| {
            let user = parts.headers.get("x-user").map_or("local", |user| user.to_str().unwrap());
            (user != "nobody").then(|| Arc::from(user))
        };
        let router = set_up(server.http().identify(identify)).build().router("/mcp");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        askwell_http::client::install_crypto();
        TestServer {
            url,
            server,
            ends,
            created,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    /// Sends a request with these headers. It accepts JSON and events by default.
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

    /// Initializes a legacy session and returns its id.
    pub(crate) async fn session(&self, headers: &[(&str, &str)], capabilities: Value) -> String {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
                            "clientInfo": {"name": "t", "version": "1"}});
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let response = self.post(headers, &hello).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.headers()["mcp-session-id"].to_str().unwrap().to_owned()
    }
}

/// Returns the message of a response.
pub(crate) async fn message(response: Response) -> Value {
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// Returns a call of a tool.
pub(crate) fn call(id: i64, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// The events of a stream: each has an id and a message.
pub(crate) struct Events {
    response: Response,
    text: String,
    ready: VecDeque<(String, Value)>,
    /// The id of the last event, with or without a message.
    pub(crate) last_id: String,
}

impl Events {
    pub(crate) fn of(response: Response) -> Self {
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, text: String::new(), ready: VecDeque::new(), last_id: String::new() }
    }

    /// Returns the next message; `None` when the stream has ended.
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
