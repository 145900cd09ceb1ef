//! Ids, progress, cancellation and crashes.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Speaks, TestGateway, patient, scripted, text_of};

#[tokio::test]
async fn progress_carries_the_token_of_the_client() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    client.send_text(
        r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"progress","_meta":{"progressToken":"my \"token\""}}}"#,
    );
    assert_eq!(
        client.receive_text().await,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"my \"token\"","progress":0.5}}"#
    );
    assert_eq!(client.receive().await["id"], "x");
}

#[tokio::test]
async fn cancellation_reaches_the_server_with_its_reason() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("hang", &json!({}));
    let sent = script.received(|message| message["params"]["name"] == "hang").await;
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": id, "reason": "changed my mind"}}));
    let cancelled = script.received(|message| message["method"] == "notifications/cancelled").await;
    assert_eq!(cancelled["params"], json!({"requestId": sent["id"], "reason": "changed my mind"}));
}

#[tokio::test]
async fn client_that_leaves_cancels_its_calls() {
    let (server, script) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    client.call("hang", &json!({}));
    let sent = script.received(|message| message["params"]["name"] == "hang").await;
    drop(client);
    let cancelled = script.received(|message| message["method"] == "notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], sent["id"]);
}

#[tokio::test]
async fn crashed_server_is_a_clear_error_and_starts_again() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, script) = scripted("files", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&json!({})).await;
        let before = *script.starts.lock();
        let id = client.call("crash", &json!({}));
        let response = client.response(id).await;
        let message = response["error"]["message"].as_str().unwrap();
        assert!(message.contains("`files`") && message.contains("started again"), "{message}");
        let id = client.call("echo", &json!({"a": 1}));
        assert_eq!(client.response(id).await["result"]["structuredContent"], json!({"a": 1}));
        assert_eq!(*script.starts.lock(), before + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn server_that_keeps_crashing_is_started_after_a_pause() {
    let (server, script) = scripted("files", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    for _ in 0..2 {
        let id = client.call("crash", &json!({}));
        client.response(id).await;
    }
    let starts = *script.starts.lock();
    let id = client.call("echo", &json!({}));
    let response = client.response(id).await;
    assert!(response["error"]["message"].as_str().unwrap().contains("tried again in"), "{response}");
    assert_eq!(*script.starts.lock(), starts);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let id = client.call("echo", &json!({"a": 2}));
    assert_eq!(client.response(id).await["result"]["structuredContent"], json!({"a": 2}));
}

#[tokio::test]
async fn server_sees_every_mode_of_elicitation_and_the_other_capabilities_of_the_client() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, script) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&json!({"roots": {"listChanged": true}, "x": {"y": 1}})).await;
        let id = client.call("echo", &json!({}));
        client.response(id).await;
        let expected =
            json!({"roots": {"listChanged": true}, "x": {"y": 1}, "elicitation": {"form": {}, "url": {}}});
        let declared = |message: &Value| match speaks {
            Speaks::Legacy => message["params"]["capabilities"].clone(),
            Speaks::Modern => {
                message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].clone()
            }
        };
        let method = if speaks == Speaks::Legacy { "initialize" } else { "tools/call" };
        let message = script.received(|message| message["method"] == method).await;
        assert_eq!(declared(&message), expected, "{speaks:?}");
    }
}

#[tokio::test]
async fn server_does_not_see_that_the_client_supports_tasks() {
    let (server, script) = scripted("s", Speaks::Modern);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    let capabilities =
        json!({"extensions": {"io.modelcontextprotocol/tasks": {}, "example.com/other": {"a": 1}}});
    let id = client.modern("tools/call", &json!({"name": "echo", "arguments": {}}), &capabilities);
    client.response(id).await;
    let message = script.received(|message| message["method"] == "tools/call").await;
    let declared = &message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(declared["extensions"], json!({"example.com/other": {"a": 1}}), "{message}");
}

#[tokio::test]
async fn modern_client_discovers_a_legacy_server() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    let id = client.modern("server/discover", &json!({}), &json!({}));
    let response = client.response(id).await;
    let versions = &response["result"]["supportedVersions"];
    assert_eq!(*versions, json!(["2026-07-28", "2025-11-25", "2025-06-18"]), "{response}");
    assert_eq!(response["result"]["capabilities"]["tools"], json!({"listChanged": true}));
    let id = client.modern("tools/call", &json!({"name": "echo", "arguments": {"a": 1}}), &json!({}));
    let response = client.response(id).await;
    assert_eq!(response["result"]["resultType"], "complete", "{response}");
    assert_eq!(response["result"]["structuredContent"], json!({"a": 1}));
}

#[tokio::test]
async fn question_of_a_call_ends_with_text_for_the_model_if_nobody_answers() {
    let (server, _) = scripted("files", Speaks::Legacy);
    let settings = askwell_gateway::GatewaySettings { wait: Duration::from_millis(50), ..patient() };
    let gateway = TestGateway::new(vec![server], settings).await;
    let mut client = gateway.client();
    client.initialize(&json!({})).await;
    let id = client.call("ask", &json!({}));
    let response = client.response(id).await;
    let text = text_of(&response);
    for part in ["`files`", "What is your name?", "http://127.0.0.1:1/f/elic_", "same arguments"] {
        assert!(text.contains(part), "{text}");
    }
}
