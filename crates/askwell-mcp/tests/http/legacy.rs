//! Legacy clients over HTTP.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::test_server::{Events, TestServer, call, message};

/// Returns the answer to a question.
fn accept(question: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"note": "hi"}}})
}

/// Returns a question whose stream is lost before the answer, and the id of its last event.
async fn lost_question(server: &TestServer, headers: &[(&str, &str)]) -> (Value, String) {
    let mut events = Events::of(server.post(headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    (question, events.last_id)
}

#[tokio::test]
async fn call_without_a_question_gets_a_plain_response() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({})).await;
    let response = server.post(&[("mcp-session-id", &session)], &call(1, "plain")).await;
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(message(response).await["result"]["content"][0]["text"], "plain");
}

#[tokio::test]
async fn call_with_a_question_becomes_a_stream() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({"elicitation": {}})).await;
    let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-11-25")];
    let mut events = Events::of(server.post(&headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(server.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn broken_stream_resumes_after_the_last_event() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({"elicitation": {}})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let (question, last) = lost_question(&server, &headers).await;
    assert_eq!(server.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    headers.push(("last-event-id", &last));
    let mut events = Events::of(server.send(Method::GET, &headers, "").await);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    assert_eq!(events.next().await, None);
    for wrong in ["99-0", "x", ""] {
        headers.pop();
        headers.push(("last-event-id", wrong));
        assert!(server.send(Method::GET, &headers, "").await.status().is_client_error(), "{wrong}");
    }
}

/// The response arrives, also after a resumption, however many notifications come before it.
#[tokio::test]
async fn response_after_many_notifications_is_not_lost() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let mut chatty = call(1, "chatty");
    chatty["params"]["_meta"] = json!({"progressToken": 1});
    let mut events = Events::of(server.post(&headers, &chatty).await);
    let mut last = events.next().await.unwrap();
    assert_eq!(last["method"], "notifications/progress");
    let place = events.last_id.clone();
    while let Some(next) = events.next().await {
        last = next;
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
    headers.push(("last-event-id", &place));
    let mut events = Events::of(server.send(Method::GET, &headers, "").await);
    while let Some(next) = events.next().await {
        last = next;
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
}

/// A waiting call can be resumed after many others have ended.
#[tokio::test]
async fn stream_of_a_waiting_call_is_kept() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({"elicitation": {}})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let (question, last) = lost_question(&server, &headers).await;
    for id in 2..102 {
        let mut steps = call(id, "steps");
        steps["params"]["_meta"] = json!({"progressToken": id});
        let mut events = Events::of(server.post(&headers, &steps).await);
        while events.next().await.is_some() {}
    }
    assert_eq!(server.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    headers.push(("last-event-id", &last));
    let mut events = Events::of(server.send(Method::GET, &headers, "").await);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
}

/// A person may take longer to answer than a session may be idle.
#[tokio::test]
async fn session_with_a_running_call_does_not_expire() {
    let idle = Duration::from_secs(30);
    let server = TestServer::start_with(|builder| builder.session_idle(idle)).await;
    let session = server.session(&[], json!({"elicitation": {}})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut events = Events::of(server.post(&headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    let wait = async || {
        tokio::time::pause();
        tokio::time::advance(idle).await;
        tokio::time::resume();
    };
    wait().await;
    assert_eq!(server.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    wait().await;
    assert_eq!(server.post(&headers, &call(2, "plain")).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn call_ends_when_it_is_cancelled_or_its_session_ends() {
    let mut server = TestServer::start().await;
    let session = server.session(&[], json!({})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut wait = call(7, "wait");
    wait["params"]["_meta"] = json!({"progressToken": 1});
    let mut events = Events::of(server.post(&headers, &wait).await);
    assert_eq!(events.next().await.unwrap()["method"], "notifications/progress");
    let off = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    assert_eq!(server.post(&headers, &off).await.status(), StatusCode::ACCEPTED);
    assert_eq!(server.ends.recv().await, Some(()));
    assert_eq!(events.next().await, None);

    wait["id"] = json!(8);
    let mut events = Events::of(server.post(&headers, &wait).await);
    assert!(events.next().await.is_some());
    assert_eq!(server.send(Method::DELETE, &headers, "").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.ends.recv().await, Some(()));
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn completion_is_sent_on_the_standalone_stream() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({"elicitation": {"url": {}}})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut standing = Events::of(server.send(Method::GET, &headers, "").await);
    let refused = message(server.post(&headers, &call(1, "connected")).await).await;
    assert_eq!(refused["error"]["code"], -32042);
    let id = server.created.lock().unwrap()[0];
    server.server.finish(id, json!("done")).await.unwrap();
    let told = standing.next().await.unwrap();
    assert_eq!(told["method"], "notifications/elicitation/complete");
    assert_eq!(told["params"]["elicitationId"], refused["error"]["data"]["elicitations"][0]["elicitationId"]);
    let result = message(server.post(&headers, &call(2, "connected")).await).await;
    assert_eq!(result["result"]["content"][0]["text"], "\"done\"");
}

#[tokio::test]
async fn silent_call_sends_its_headers_within_a_second() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({})).await;
    let headers = [("mcp-session-id", session.as_str())];
    // Without a stream, these would wait for the end of the call.
    let response = server.post(&headers, &call(1, "silent")).await;
    assert_eq!(
        (response.status(), &response.headers()["content-type"]),
        (StatusCode::OK, &"text/event-stream".parse().unwrap())
    );
}

#[tokio::test]
async fn batch_of_an_older_client_is_answered_on_one_stream() {
    let server = TestServer::start().await;
    let params = json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let hello =
        server.post(&[], &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})).await;
    let session = hello.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(message(hello).await["result"]["protocolVersion"], "2025-03-26");
    let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-03-26")];
    let quiet = json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]);
    assert_eq!(server.post(&headers, &quiet).await.status(), StatusCode::ACCEPTED);
    let batch = json!([call(1, "plain"), {"jsonrpc": "2.0", "id": 2, "method": "ping"}, call(3, "plain"), 4]);
    let mut events = Events::of(server.post(&headers, &batch).await);
    let mut ids = Vec::new();
    while let Some(answer) = events.next().await {
        ids.push(answer["id"].as_i64().unwrap_or(-1));
    }
    ids.sort_unstable();
    assert_eq!(ids, [-1, 1, 2, 3]);
    for (version, status) in [("2025-11-25", StatusCode::BAD_REQUEST)] {
        let newer = server.session(&[], json!({})).await;
        let headers = [("mcp-session-id", newer.as_str()), ("mcp-protocol-version", version)];
        assert_eq!(server.post(&headers, &batch).await.status(), status, "{version}");
    }
}
