//! Clients with a session.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::door::{Door, Events, call, message};

/// What answers a question.
fn accept(question: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"note": "hi"}}})
}

/// A question whose stream is lost while the person thinks, and the last event of it.
async fn lost_question(door: &Door, headers: &[(&str, &str)]) -> (Value, String) {
    let mut events = Events::of(door.post(headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    (question, events.last_id)
}

#[tokio::test]
async fn a_call_that_asks_nothing_is_answered_plainly() {
    let door = Door::open().await;
    let session = door.session(&[], json!({})).await;
    let response = door.post(&[("mcp-session-id", &session)], &call(1, "plain")).await;
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(message(response).await["result"]["content"][0]["text"], "plain");
}

#[tokio::test]
async fn a_call_that_asks_becomes_a_stream() {
    let door = Door::open().await;
    let session = door.session(&[], json!({"elicitation": {}})).await;
    let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-11-25")];
    let mut events = Events::of(door.post(&headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(door.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn a_broken_stream_is_taken_up_again() {
    let door = Door::open().await;
    let session = door.session(&[], json!({"elicitation": {}})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let (question, last) = lost_question(&door, &headers).await;
    assert_eq!(door.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    headers.push(("last-event-id", &last));
    let mut events = Events::of(door.send(Method::GET, &headers, "").await);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    assert_eq!(events.next().await, None);
    for wrong in ["99-0", "x", ""] {
        headers.pop();
        headers.push(("last-event-id", wrong));
        assert!(door.send(Method::GET, &headers, "").await.status().is_client_error(), "{wrong}");
    }
}

/// However much a call tells, its answer comes, also to those who lost the stream and come back for the rest.
#[tokio::test]
async fn the_answer_of_a_call_that_tells_much_is_not_lost() {
    let door = Door::open().await;
    let session = door.session(&[], json!({})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let mut chatty = call(1, "chatty");
    chatty["params"]["_meta"] = json!({"progressToken": 1});
    let mut events = Events::of(door.post(&headers, &chatty).await);
    let mut last = events.next().await.unwrap();
    assert_eq!(last["method"], "notifications/progress");
    let place = events.last_id.clone();
    while let Some(next) = events.next().await {
        last = next;
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
    headers.push(("last-event-id", &place));
    let mut events = Events::of(door.send(Method::GET, &headers, "").await);
    while let Some(next) = events.next().await {
        last = next;
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
}

/// A call that waits for a person can be taken up again, however many others have come and gone.
#[tokio::test]
async fn the_stream_of_a_call_that_waits_is_kept() {
    let door = Door::open().await;
    let session = door.session(&[], json!({"elicitation": {}})).await;
    let mut headers = vec![("mcp-session-id", session.as_str())];
    let (question, last) = lost_question(&door, &headers).await;
    for id in 2..102 {
        let mut steps = call(id, "steps");
        steps["params"]["_meta"] = json!({"progressToken": id});
        let mut events = Events::of(door.post(&headers, &steps).await);
        while events.next().await.is_some() {}
    }
    assert_eq!(door.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    headers.push(("last-event-id", &last));
    let mut events = Events::of(door.send(Method::GET, &headers, "").await);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
}

/// A person may take longer to answer than a session may be silent.
#[tokio::test]
async fn a_session_with_a_call_in_it_is_not_forgotten() {
    let idle = Duration::from_secs(30);
    let door = Door::open_with(|builder| builder.session_idle(idle)).await;
    let session = door.session(&[], json!({"elicitation": {}})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut events = Events::of(door.post(&headers, &call(1, "note")).await);
    let question = events.next().await.unwrap();
    let wait = async || {
        tokio::time::pause();
        tokio::time::advance(idle).await;
        tokio::time::resume();
    };
    wait().await;
    assert_eq!(door.post(&headers, &accept(&question)).await.status(), StatusCode::ACCEPTED);
    assert_eq!(events.next().await.unwrap()["result"]["content"][0]["text"], r#"{"note":"hi"}"#);
    wait().await;
    assert_eq!(door.post(&headers, &call(2, "plain")).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_call_ends_when_it_is_called_off_or_its_session_ends() {
    let mut door = Door::open().await;
    let session = door.session(&[], json!({})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut wait = call(7, "wait");
    wait["params"]["_meta"] = json!({"progressToken": 1});
    let mut events = Events::of(door.post(&headers, &wait).await);
    assert_eq!(events.next().await.unwrap()["method"], "notifications/progress");
    let off = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    assert_eq!(door.post(&headers, &off).await.status(), StatusCode::ACCEPTED);
    assert_eq!(door.ends.recv().await, Some(()));
    assert_eq!(events.next().await, None);

    wait["id"] = json!(8);
    let mut events = Events::of(door.post(&headers, &wait).await);
    assert!(events.next().await.is_some());
    assert_eq!(door.send(Method::DELETE, &headers, "").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(door.ends.recv().await, Some(()));
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn completion_is_told_on_the_standing_stream() {
    let door = Door::open().await;
    let session = door.session(&[], json!({"elicitation": {"url": {}}})).await;
    let headers = [("mcp-session-id", session.as_str())];
    let mut standing = Events::of(door.send(Method::GET, &headers, "").await);
    let refused = message(door.post(&headers, &call(1, "connected")).await).await;
    assert_eq!(refused["error"]["code"], -32042);
    let id = door.begun.lock().unwrap()[0];
    door.server.finish(id, json!("done")).await.unwrap();
    let told = standing.next().await.unwrap();
    assert_eq!(told["method"], "notifications/elicitation/complete");
    assert_eq!(told["params"]["elicitationId"], refused["error"]["data"]["elicitations"][0]["elicitationId"]);
    let result = message(door.post(&headers, &call(2, "connected")).await).await;
    assert_eq!(result["result"]["content"][0]["text"], "\"done\"");
}

#[tokio::test]
async fn silent_call_sends_its_headers_all_the_same() {
    let door = Door::open().await;
    let session = door.session(&[], json!({})).await;
    let headers = [("mcp-session-id", session.as_str())];
    // Without a stream, these would wait for the end of the call.
    let response = door.post(&headers, &call(1, "silent")).await;
    assert_eq!(
        (response.status(), &response.headers()["content-type"]),
        (StatusCode::OK, &"text/event-stream".parse().unwrap())
    );
}

#[tokio::test]
async fn batch_of_an_older_client_is_answered_on_one_stream() {
    let door = Door::open().await;
    let params = json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let hello =
        door.post(&[], &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})).await;
    let session = hello.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(message(hello).await["result"]["protocolVersion"], "2025-03-26");
    let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-03-26")];
    let quiet = json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]);
    assert_eq!(door.post(&headers, &quiet).await.status(), StatusCode::ACCEPTED);
    let batch = json!([call(1, "plain"), {"jsonrpc": "2.0", "id": 2, "method": "ping"}, call(3, "plain"), 4]);
    let mut events = Events::of(door.post(&headers, &batch).await);
    let mut ids = Vec::new();
    while let Some(answer) = events.next().await {
        ids.push(answer["id"].as_i64().unwrap_or(-1));
    }
    ids.sort_unstable();
    assert_eq!(ids, [-1, 1, 2, 3]);
    for (version, status) in [("2025-11-25", StatusCode::BAD_REQUEST)] {
        let newer = door.session(&[], json!({})).await;
        let headers = [("mcp-session-id", newer.as_str()), ("mcp-protocol-version", version)];
        assert_eq!(door.post(&headers, &batch).await.status(), status, "{version}");
    }
}
