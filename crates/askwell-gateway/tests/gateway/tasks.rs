//! Tasks of modern servers, followed by modern clients through the gateway.

use serde_json::{Value, json};

use crate::harness::{Client, Script, Speaks, TestGateway, patient, scripted};

/// What a client declares that answers every question itself.
fn capable() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}})
}

async fn start() -> (TestGateway, Client, Script) {
    let (server, script) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let client = gateway.client();
    (gateway, client, script)
}

#[tokio::test]
async fn task_of_a_server_is_followed_by_the_client_that_started_it() {
    let (_gateway, mut client, script) = start().await;
    let id = client.modern("tools/call", &json!({"name": "task", "arguments": {}}), &capable());
    let response = client.response(id).await;
    assert_eq!(response["result"]["taskId"], "task 1", "{response}");
    let message = script.received(|message| message["method"] == "tools/call").await;
    let declared = &message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(declared["extensions"], json!({"io.modelcontextprotocol/tasks": {}}), "{message}");
    let id = client.modern("tasks/get", &json!({"taskId": "task 1"}), &capable());
    assert_eq!(client.response(id).await["result"]["status"], "completed");
}

#[tokio::test]
async fn task_that_the_client_did_not_start_is_refused_before_the_server() {
    let (_gateway, mut client, script) = start().await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let id = client.modern(method, &json!({"taskId": "task 1", "inputResponses": {}}), &capable());
        let response = client.response(id).await;
        assert_eq!(response["error"]["code"], -32602, "{response}");
    }
    assert!(!script.received.lock().iter().any(|text| text.contains("tasks/")));
}

#[tokio::test]
async fn tasks_are_hidden_from_servers_if_the_client_cannot_answer_every_question() {
    for elicitation in [Value::Null, json!({}), json!({"url": {}})] {
        let (_gateway, mut client, script) = start().await;
        let mut capabilities = capable();
        capabilities["elicitation"] = elicitation.clone();
        if elicitation.is_null() {
            capabilities.as_object_mut().unwrap().remove("elicitation");
        }
        let id = client.modern("tools/call", &json!({"name": "echo", "arguments": {}}), &capabilities);
        client.response(id).await;
        let message = script.received(|message| message["method"] == "tools/call").await;
        let declared = &message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(declared["extensions"], json!({}), "{message}");
    }
}
