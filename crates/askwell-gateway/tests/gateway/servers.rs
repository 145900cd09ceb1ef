//! Several servers behind one address.

use std::sync::Arc;
use std::time::Duration;

use askwell_gateway::{NamePrefix, ServerSpec, ServerTarget};
use askwell_mcp::transport::{Connection, Frame};
use serde_json::{Value, json};

use crate::harness::{Speaks, TestGateway, patient, pipes, scripted};

fn names(response: &Value) -> Vec<&str> {
    response["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn tools_of_several_servers_are_called_by_prefixed_names_on_conflict() {
    let (first, one) = scripted("one", Speaks::Legacy);
    let (second, two) = scripted("two", Speaks::Legacy);
    let gateway = TestGateway::new(vec![first, second], patient()).await;
    let mut client = gateway.client();
    let greeting = client.initialize(&json!({})).await;
    assert_eq!(greeting["result"]["serverInfo"]["name"], "askwell-gateway", "{greeting}");
    let id = client.request("tools/list", &json!({}));
    assert_eq!(names(&client.response(id).await), ["one_echo", "two_echo"]);
    let id = client.call("two_echo", &json!({"a": 1.5}));
    assert_eq!(client.response(id).await["result"]["structuredContent"], json!({"a": 1.5}));
    two.received(|message| message["params"]["name"] == "echo").await;
    assert!(!one.received.lock().iter().any(|text| text.contains("tools/call")));
    let id = client.call("nothing", &json!({}));
    assert_eq!(client.response(id).await["error"]["code"], -32602);
}

#[tokio::test]
async fn one_server_that_is_down_does_not_take_the_others_along() {
    let (mut up, _) = scripted("up", Speaks::Legacy);
    up.prefix = NamePrefix::Always;
    let down = ServerSpec::new("down", askwell_mcp::client::Command::new("/nonexistent/askwell-test-server"));
    let gateway = TestGateway::new(vec![down, up], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.request("tools/list", &json!({}));
    assert_eq!(names(&client.response(id).await), ["up_echo"]);
    let id = client.call("up_echo", &json!({"a": 1}));
    assert_eq!(client.response(id).await["result"]["structuredContent"], json!({"a": 1}));
}

#[tokio::test]
async fn server_that_cannot_be_started_fails_initialize_with_its_reason() {
    let down = ServerSpec::new("down", askwell_mcp::client::Command::new("/nonexistent/askwell-test-server"));
    let gateway = TestGateway::new(vec![down], patient()).await;
    let mut client = gateway.client();
    let response = client.initialize(&json!({})).await;
    let message = response["error"]["message"].as_str().unwrap();
    assert!(message.contains("`down`") && message.contains("cannot start"), "{message}");
}

/// A server of the modern era that needs its time before it reads its first message, and then refuses the handshake of
/// the other era, as the Python SDK does.
async fn slow_modern_server(connection: Connection) {
    let Connection { mut incoming, outgoing } = connection;
    tokio::time::sleep(Duration::from_secs(20)).await;
    while let Some(Frame::Text(text)) = incoming.next().await {
        let message: Value = serde_json::from_str(&text).unwrap();
        let mut response = json!({"jsonrpc": "2.0", "id": message["id"]});
        match message["method"].as_str() {
            Some("server/discover") => {
                response["result"] = json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {}}});
            }
            Some("tools/call") => response["result"] = json!({"resultType": "complete", "content": []}),
            _ => response["error"] = json!({"code": -32022, "message": "connection is serving 2026-07-28"}),
        }
        outgoing.send(response.to_string()).unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn modern_server_that_is_slow_to_start_is_reached_by_modern_clients() {
    let connect = || {
        let (ours, theirs) = pipes();
        tokio::spawn(slow_modern_server(ours));
        theirs
    };
    let server = ServerSpec::new("slow", ServerTarget::Connect(Arc::new(connect)));
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    let id = client.modern("tools/call", &json!({"name": "t", "arguments": {}}), &json!({}));
    let response = client.response(id).await;
    assert_eq!(response["result"]["content"], json!([]), "{response}");
}
