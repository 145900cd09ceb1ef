//! A server that follows a script, message by message.

use std::sync::{Arc, Mutex};

use askwell_mcp::client::{
    Client, ClientBuilder, ConnectError, FormReply, FormRequest, UrlReply, UrlRequest,
};
use askwell_mcp::transport::{Connection, Frame, memory};
use serde_json::{Value, json};

/// The server's end of a connection.
pub(crate) struct ScriptedServer(Connection);

impl ScriptedServer {
    /// Returns the next message of the client.
    pub(crate) async fn next(&mut self) -> Value {
        match self.0.incoming.next().await.expect("the client is there") {
            Frame::Text(text) => serde_json::from_str(&text).expect("messages are JSON"),
            Frame::Invalid(error) => panic!("{error}"),
        }
    }

    /// Returns the next message, which must have this method.
    pub(crate) async fn expect(&mut self, method: &str) -> Value {
        let message = self.next().await;
        assert_eq!(message["method"], method, "{message}");
        message
    }

    /// Waits for the end of the connection.
    pub(crate) async fn is_disconnected(&mut self) -> bool {
        self.0.incoming.next().await.is_none()
    }

    pub(crate) fn send(&self, message: &Value) {
        self.0.outgoing.send(message.to_string()).expect("the client is there");
    }

    pub(crate) fn answer(&self, request: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    pub(crate) fn refuse(&self, request: &Value, error: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}));
    }
}

/// Returns a server and a client that is connecting to it.
pub(crate) fn start_connecting(
    builder: ClientBuilder,
) -> (ScriptedServer, tokio::task::JoinHandle<Result<Client, ConnectError>>) {
    let (left, right) = memory::pair();
    (ScriptedServer(right), tokio::spawn(builder.connect(left)))
}

/// Returns a client of a modern server.
pub(crate) async fn modern(builder: ClientBuilder) -> (ScriptedServer, Client) {
    let (mut server, connecting) = start_connecting(builder);
    let request = server.expect("server/discover").await;
    server.answer(
        &request,
        &json!({
            "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1"}
        }),
    );
    (server, connecting.await.unwrap().unwrap())
}

/// Returns a client of a legacy server.
pub(crate) async fn legacy(builder: ClientBuilder) -> (ScriptedServer, Client) {
    let (mut server, connecting) = start_connecting(builder);
    let request = server.expect("server/discover").await;
    server.refuse(&request, &json!({"code": -32601, "message": "Method not found"}));
    let request = server.expect("initialize").await;
    server.answer(&request, &json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "scripted", "version": "1"}
    }));
    server.expect("notifications/initialized").await;
    (server, connecting.await.unwrap().unwrap())
}

pub(crate) fn builder() -> ClientBuilder {
    Client::builder("test", "1")
}

/// The requests that handlers got.
pub(crate) type Recorded<T> = Arc<Mutex<Vec<T>>>;

/// Returns a client whose person answers every form with `answer`, and agrees to every URL.
pub(crate) fn accepting_client(
    answer: Value,
) -> (ClientBuilder, Recorded<FormRequest>, Recorded<UrlRequest>) {
    let (forms, urls) = (Recorded::<FormRequest>::default(), Recorded::<UrlRequest>::default());
    let (seen_forms, seen_urls) = (Arc::clone(&forms), Arc::clone(&urls));
    let builder = builder()
        .on_form(move |ask: FormRequest| {
            let reply = ask.accept(&answer).unwrap_or(FormReply::Cancel);
            seen_forms.lock().unwrap().push(ask);
            async { reply }
        })
        .on_url(move |ask: UrlRequest| {
            seen_urls.lock().unwrap().push(ask);
            async { UrlReply::Consent }
        });
    (builder, forms, urls)
}

/// Returns the params of a question with one field.
pub(crate) fn question() -> Value {
    json!({"mode": "form", "message": "Which region?", "requestedSchema": {
        "type": "object",
        "properties": {
            "region": {"type": "string", "enum": ["eu", "us"]},
            "replicas": {"type": "integer", "minimum": 1, "default": 2}
        },
        "required": ["region"]
    }})
}
