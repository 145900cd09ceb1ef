//! Each limit of `[gateway.limits]` takes effect, and so do the limits that have no setting.

use std::time::Duration;

use askwell_gateway::GatewaySettings;
use askwell_gateway::rules::GateSettings;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::harness::{Script, Speaks, TestGateway, patient, scripted, text_of};

const BUSY: i64 = -32010;

/// Returns settings for tests with one line of `[gateway.limits]`.
fn limited(line: &str) -> GatewaySettings {
    GateSettings::from_toml(&format!("[gateway.limits]\n{line}"), &[]).unwrap().limits.apply(patient())
}

/// Clients over HTTP, and the gateway that they use.
struct HttpClients {
    url: String,
    http: reqwest::Client,
    script: Script,
}

impl HttpClients {
    async fn new(settings: GatewaySettings) -> Self {
        askwell_http::client::install_crypto();
        let (server, script) = scripted("s", Speaks::Legacy);
        let gateway = TestGateway::new(vec![server], settings).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let router = gateway.gateway.http().build().router("/mcp");
        tokio::spawn(async move { axum::serve(listener, router).await });
        HttpClients { url, http: reqwest::Client::builder().no_proxy().build().unwrap(), script }
    }

    async fn post(&self, session: Option<&str>, message: &Value) -> Response {
        let request = self.http.post(&self.url).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        let request = match session {
            Some(session) => request.header("mcp-session-id", session),
            None => request,
        };
        request.body(message.to_string()).send().await.unwrap()
    }

    /// Starts a session. Returns its id, or the status that refuses it.
    async fn initialize(&self) -> Result<String, StatusCode> {
        let response = self
            .post(
                None,
                &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                    "protocolVersion": "2025-11-25", "capabilities": {},
                    "clientInfo": {"name": "script", "version": "1"}}}),
            )
            .await;
        match response.headers().get("mcp-session-id") {
            Some(session) => Ok(session.to_str().unwrap().to_owned()),
            None => Err(response.status()),
        }
    }

    async fn echo(&self, session: &str, text: &str) -> Response {
        let params = json!({"name": "echo", "arguments": {"text": text}});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        self.post(Some(session), &message).await
    }
}

#[tokio::test]
async fn message_bytes_bound_what_a_client_sends() {
    let clients = HttpClients::new(limited("message_bytes = 2000")).await;
    let session = clients.initialize().await.unwrap();
    assert_eq!(clients.echo(&session, &"x".repeat(1000)).await.status(), StatusCode::OK);
    let refused = clients.echo(&session, &"x".repeat(2000)).await;
    assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let texts = clients.script.received.lock().clone();
    assert!(texts.iter().all(|text| text.len() <= 2000), "the server got the long message");
}

#[tokio::test]
async fn message_bytes_bound_what_a_server_sends() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], limited("message_bytes = 2000")).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("long", &json!({"length": 1000}));
    assert_eq!(text_of(&client.response(id).await).len(), 1000);
    let id = client.call("long", &json!({"length": 2000}));
    let response = client.response(id).await;
    let error = response["error"]["message"].as_str().unwrap();
    assert!(error.contains("the limit is 2000"), "{response}");
}

#[tokio::test]
async fn calls_beyond_the_limit_are_refused_until_one_ends() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], limited("calls = 1")).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let hanging = client.call("hang", &json!({}));
    script.received(|message| message["params"]["name"] == "hang").await;
    let second = client.call("echo", &json!({}));
    let response = client.response(second).await;
    assert_eq!(response["error"]["code"], BUSY, "{response}");
    client.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": hanging}}),
    );
    script.received(|message| message["method"] == "notifications/cancelled").await;
    let third = client.call("echo", &json!({"n": 3}));
    let response = client.response(third).await;
    assert_eq!(response["result"]["structuredContent"]["n"], 3, "{response}");
}

#[tokio::test]
async fn sessions_beyond_the_limit_are_refused() {
    let clients = HttpClients::new(limited("sessions = 1")).await;
    let session = clients.initialize().await.unwrap();
    assert_eq!(clients.initialize().await, Err(StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(clients.echo(&session, "still served").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn idle_session_makes_room_for_another_one() {
    // Every session is idle at once.
    let settings = GatewaySettings { session_idle: Duration::ZERO, ..limited("sessions = 1") };
    let clients = HttpClients::new(settings).await;
    let first = clients.initialize().await.unwrap();
    clients.initialize().await.expect("the first session is idle for too long");
    assert_eq!(clients.echo(&first, "late").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn modern_clients_beyond_the_limit_are_refused() {
    let (server, _) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], limited("clients = 1")).await;
    let mut client = gateway.client();
    let echo = json!({"name": "echo", "arguments": {"n": 1}});
    for (capabilities, is_served) in [(json!({}), true), (json!({"sampling": {}}), false), (json!({}), true)]
    {
        let id = client.modern("tools/call", &echo, &capabilities);
        let response = client.response(id).await;
        assert_eq!(response["error"]["code"] == BUSY, !is_served, "{response}");
        assert_eq!(response["result"]["structuredContent"]["n"] == 1, is_served, "{response}");
    }
}

#[tokio::test(start_paused = true)]
async fn idle_modern_client_loses_its_connections() {
    let (server, script) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], limited("client_idle = \"3m\"")).await;
    let mut client = gateway.client();
    for (pause, starts) in [(0, 1), (60, 1), (600, 2)] {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        let id = client.modern("tools/call", &json!({"name": "echo", "arguments": {}}), &json!({}));
        client.response(id).await;
        assert_eq!(*script.starts.lock(), starts, "after {pause} s");
    }
}

#[tokio::test]
async fn question_beyond_its_time_is_cancelled() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let settings = GatewaySettings { question_timeout: Duration::from_secs(1), ..patient() };
    let gateway = TestGateway::new(vec![server], settings).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("ask", &json!({}));
    let response = client.response(id).await;
    assert!(text_of(&response).contains("cancel"), "{response}");
}

#[tokio::test]
async fn requests_of_a_server_beyond_the_limit_are_refused() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    client.call("ask_often", &json!({"count": 80}));
    // The server numbers its requests from 1001 on. The last one is refused after those before it.
    script.received(|message| message["id"] == 1080 && message["error"]["code"] == BUSY).await;
    let refused = script.received.lock().iter().filter(|text| text.contains("-32010")).count();
    assert_eq!(refused, 80 - 64);
}

#[tokio::test]
async fn server_that_is_never_content_is_left_after_32_rounds() {
    let (server, script) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({"elicitation": {}})).await;
    let id = client.call("ask_forever", &json!({}));
    for _ in 0..32 {
        let asked = client.receive().await;
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        client.answer(&asked, &json!({"action": "accept", "content": {"name": "Ada"}}));
    }
    // One more answer, which the server does not get.
    let asked = client.receive().await;
    client.answer(&asked, &json!({"action": "accept", "content": {"name": "Ada"}}));
    let response = client.response(id).await;
    assert!(text_of(&response).contains("after 32 rounds"), "{response}");
    let calls = script.received.lock().iter().filter(|text| text.contains("ask_forever")).count();
    assert_eq!(calls, 33);
}
