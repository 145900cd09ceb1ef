//! Clients whose requests stand alone.

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::door::{Door, Events, call, message};

/// A call with what this era wants in it.
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

async fn send(door: &Door, tool: &str, request: &Value, more: &[(&str, &str)]) -> Response {
    let mut headers =
        vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", tool)];
    headers.extend_from_slice(more);
    door.post(&headers, request).await
}

#[tokio::test]
async fn a_call_comes_again_with_the_answers() {
    let door = Door::open().await;
    let first = send(&door, "note", &modern("note", &json!({})), &[]).await;
    assert_eq!(first.status(), StatusCode::OK);
    let first = message(first).await;
    let retry = json!({
        "requestState": first["result"]["requestState"],
        "inputResponses": {"note": {"action": "accept", "content": {"note": "hi"}}},
    });
    // The state is for whoever it was given to.
    let stranger = send(&door, "note", &modern("note", &retry), &[("x-user", "stranger")]).await;
    assert_eq!(stranger.status(), StatusCode::BAD_REQUEST);
    let second = message(send(&door, "note", &modern("note", &retry), &[]).await).await;
    assert_eq!(second["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
}

#[tokio::test]
async fn headers_and_body_say_the_same() {
    let door = Door::open().await;
    let request = modern("plain", &json!({}));
    for (header, value) in [
        ("mcp-method", "tools/list"),
        ("mcp-name", "note"),
        ("mcp-name", "=?base64?bm90ZQ==?="),
        ("mcp-protocol-version", "2025-11-25"),
    ] {
        let response = send(&door, "plain", &request, &[(header, value)]).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{header}: {value}");
        assert_eq!(message(response).await["error"]["code"], -32020, "{header}: {value}");
    }
    let encoded = send(&door, "plain", &request, &[("mcp-name", "=?base64?cGxhaW4=?=")]).await;
    assert_eq!(encoded.status(), StatusCode::OK);
}

#[tokio::test]
async fn errors_have_a_status_of_their_own() {
    let door = Door::open().await;
    let mut incapable = modern("note", &json!({}));
    incapable["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let response = send(&door, "note", &incapable, &[]).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(message(response).await["error"]["code"], -32021);
    let mut unknown = modern("note", &json!({}));
    unknown["method"] = json!("no/such");
    let response = send(&door, "note", &unknown, &[("mcp-method", "no/such")]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_told_in_between_makes_a_stream() {
    let door = Door::open().await;
    let mut request = modern("steps", &json!({}));
    request["params"]["_meta"]["progressToken"] = json!("t");
    let mut events = Events::of(send(&door, "steps", &request, &[]).await);
    assert_eq!(events.next().await.unwrap()["params"]["progress"], 1.0);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], "done");
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn whoever_closes_the_connection_has_called_off_the_call() {
    let mut door = Door::open().await;
    let mut request = modern("wait", &json!({}));
    request["params"]["_meta"]["progressToken"] = json!("t");
    let mut events = Events::of(send(&door, "wait", &request, &[]).await);
    assert!(events.next().await.is_some());
    drop(events);
    assert_eq!(door.ends.recv().await, Some(()));
}

#[tokio::test]
async fn silent_call_sends_its_headers_unless_the_client_takes_no_streams() {
    let door = Door::open().await;
    let response = send(&door, "silent", &modern("silent", &json!({})), &[]).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let plain = modern("silent", &json!({}));
    let sent = send(&door, "silent", &plain, &[("accept", "application/json")]);
    assert!(tokio::time::timeout(std::time::Duration::from_secs(3), sent).await.is_err());
}
