//! Modern clients over HTTP.

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::test_server::{Events, TestServer, call, message};

/// Returns a call with the metadata of the modern era.
fn modern(tool: &str, more: &Value) -> Value {
    let mut call = call(1, tool);
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    for (key, value) in more.as_object().unwrap() {
        call["params"][key] = value.clone();
    }
    call
}

async fn send(server: &TestServer, tool: &str, request: &Value, more: &[(&str, &str)]) -> Response {
    let mut headers =
        vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", tool)];
    headers.extend_from_slice(more);
    server.post(&headers, request).await
}

#[tokio::test]
async fn modern_call_is_completed_by_its_retry() {
    let server = TestServer::start().await;
    let first = send(&server, "note", &modern("note", &json!({})), &[]).await;
    assert_eq!(first.status(), StatusCode::OK);
    let first = message(first).await;
    let retry = json!({
        "requestState": first["result"]["requestState"],
        "inputResponses": {"note": {"action": "accept", "content": {"note": "hi"}}},
    });
    // The state is bound to its principal.
    let stranger = send(&server, "note", &modern("note", &retry), &[("x-user", "stranger")]).await;
    assert_eq!(stranger.status(), StatusCode::BAD_REQUEST);
    let second = message(send(&server, "note", &modern("note", &retry), &[]).await).await;
    assert_eq!(second["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
}

#[tokio::test]
async fn headers_that_contradict_the_body_are_refused() {
    let server = TestServer::start().await;
    let request = modern("plain", &json!({}));
    for (header, value) in [
        ("mcp-method", "tools/list"),
        ("mcp-name", "note"),
        ("mcp-name", "=?base64?bm90ZQ==?="),
        ("mcp-protocol-version", "2025-11-25"),
    ] {
        let response = send(&server, "plain", &request, &[(header, value)]).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{header}: {value}");
        assert_eq!(message(response).await["error"]["code"], -32020, "{header}: {value}");
    }
    let encoded = send(&server, "plain", &request, &[("mcp-name", "=?base64?cGxhaW4=?=")]).await;
    assert_eq!(encoded.status(), StatusCode::OK);
}

#[tokio::test]
async fn errors_have_their_http_status() {
    let server = TestServer::start().await;
    let mut incapable = modern("note", &json!({}));
    incapable["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let response = send(&server, "note", &incapable, &[]).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(message(response).await["error"]["code"], -32021);
    let mut unknown = modern("note", &json!({}));
    unknown["method"] = json!("no/such");
    let response = send(&server, "note", &unknown, &[("mcp-method", "no/such")]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn call_with_progress_becomes_a_stream() {
    let server = TestServer::start().await;
    let mut request = modern("steps", &json!({}));
    request["params"]["_meta"]["progressToken"] = json!("t");
    let mut events = Events::of(send(&server, "steps", &request, &[]).await);
    assert_eq!(events.next().await.unwrap()["params"]["progress"], 1.0);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], "done");
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn closing_the_connection_cancels_the_call() {
    let mut server = TestServer::start().await;
    let mut request = modern("wait", &json!({}));
    request["params"]["_meta"]["progressToken"] = json!("t");
    let mut events = Events::of(send(&server, "wait", &request, &[]).await);
    assert!(events.next().await.is_some());
    drop(events);
    assert_eq!(server.ends.recv().await, Some(()));
}

#[tokio::test]
async fn silent_call_sends_its_headers_if_the_client_accepts_streams() {
    let server = TestServer::start().await;
    let response = send(&server, "silent", &modern("silent", &json!({})), &[]).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let plain = modern("silent", &json!({}));
    let sent = send(&server, "silent", &plain, &[("accept", "application/json")]);
    assert!(tokio::time::timeout(std::time::Duration::from_secs(3), sent).await.is_err());
}
