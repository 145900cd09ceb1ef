//! The stream on which a legacy server sends its own messages over HTTP.

use std::sync::Arc;

use askwell_gateway::ServerSpec;
use askwell_mcp::client::Address;
use askwell_mcp::{Call, Server, Tool, ToolResult};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::harness::{TestGateway, patient};

/// A server over HTTP, and a permit for each stream that the gateway has opened.
async fn counting_server() -> (ServerSpec, Arc<Semaphore>) {
    let server = Server::builder("counted", "1")
        .tool(Tool::new("echo", "Does nothing."), async |_: Call| Ok(ToolResult::text("done")))
        .build();
    let opened = Arc::new(Semaphore::new(0));
    let counter = Arc::clone(&opened);
    let count = from_fn(move |request: Request, next: Next| {
        let counter = Arc::clone(&counter);
        async move {
            let is_stream = request.method() == "GET";
            let response: Response = next.run(request).await;
            if is_stream {
                counter.add_permits(1);
            }
            response
        }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let router = server.http().build().router("/mcp").layer(count);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (ServerSpec::new("s", Address::new(&url).unwrap()), opened)
}

struct HttpClient {
    url: String,
    http: reqwest::Client,
    session: HeaderValue,
}

impl HttpClient {
    async fn initialize(gateway: &TestGateway) -> Self {
        askwell_http::client::install_crypto();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let router = gateway.gateway.http().build().router("/mcp");
        tokio::spawn(async move { axum::serve(listener, router).await });
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut client = HttpClient { url, http, session: HeaderValue::from_static("none") };
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "script", "version": "1"}});
        let response =
            client.post(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})).await;
        client.session = response.headers()["mcp-session-id"].clone();
        client.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }

    async fn post(&self, message: &Value) -> reqwest::Response {
        let request = self.http.post(&self.url).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        let request =
            if self.session == "none" { request } else { request.header("mcp-session-id", &self.session) };
        let response = request.body(message.to_string()).send().await.unwrap();
        assert!(response.status().is_success(), "{response:?}");
        response
    }

    async fn ping(&self) {
        self.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}})).await;
    }
}

#[tokio::test]
async fn session_over_http_opens_the_stream_of_its_server_when_it_is_used() {
    let (server, opened) = counting_server().await;
    let gateway = TestGateway::new(vec![server], patient()).await;
    let idle = HttpClient::initialize(&gateway).await;
    let used = HttpClient::initialize(&gateway).await;
    used.ping().await;
    opened.acquire().await.unwrap().forget();
    used.ping().await;
    // The second call uses the same stream, and the idle session has none.
    assert_eq!(opened.available_permits(), 0);
    let listening = idle.http.get(&idle.url).header("accept", "text/event-stream");
    let listening = listening.header("mcp-session-id", &idle.session).send().await.unwrap();
    assert!(listening.status().is_success());
    opened.acquire().await.unwrap().forget();
}

#[tokio::test]
async fn client_over_a_connection_has_the_stream_of_its_server_from_the_beginning() {
    let (server, opened) = counting_server().await;
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    opened.acquire().await.unwrap().forget();
}
