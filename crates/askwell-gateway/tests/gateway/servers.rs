//! Several servers behind one address.

use askwell_gateway::NamePrefix;
use serde_json::{Value, json};

use crate::harness::{Speaks, TestGateway, patient, scripted};

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
    let down = askwell_gateway::ServerSpec::new(
        "down",
        askwell_mcp::client::Command::new("/nonexistent/askwell-test-server"),
    );
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
    let down = askwell_gateway::ServerSpec::new(
        "down",
        askwell_mcp::client::Command::new("/nonexistent/askwell-test-server"),
    );
    let gateway = TestGateway::new(vec![down], patient()).await;
    let mut client = gateway.client();
    let response = client.initialize(&json!({})).await;
    let message = response["error"]["message"].as_str().unwrap();
    assert!(message.contains("`down`") && message.contains("cannot start"), "{message}");
}
