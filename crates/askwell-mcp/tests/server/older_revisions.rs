//! Conversations with clients of 2025-03-26 and 2024-11-05.

use std::sync::Arc;

use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::ask_tools::{self, AskToolsSettings};
use serde_json::{Value, json};

use crate::scripted_client::ScriptedClient;
use crate::test_server::{FakePages, engine};

const OLDER: [&str; 2] = ["2025-03-26", "2024-11-05"];

async fn introduced(client: &mut ScriptedClient, version: &str, capabilities: &str) -> Value {
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{{"name":"old","version":"1"}}}}}}"#
    ));
    let hello = client.receive().await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    hello
}

#[tokio::test]
async fn client_before_elicitation_is_asked_by_link() {
    for version in OLDER {
        let engine = engine();
        let server = ask_tools::server(engine.clone(), AskToolsSettings::default())
            .hosted(Arc::new(FakePages))
            .build();
        let mut client = ScriptedClient::with(&server);
        let hello = introduced(&mut client, version, "{}").await;
        assert_eq!(hello["result"]["protocolVersion"], version);
        client.call("ask_question", r#"{"question":"Who?"}"#);
        let waiting = client.receive().await["result"]["structuredContent"].clone();
        assert!(waiting["link"].is_string(), "{version}: {waiting}");
        let id: ElicitationId = waiting["id"].as_str().unwrap().parse().unwrap();
        engine.submit(&Actor::operator(Surface::Web), id, br#"{"answer":"me"}"#).await.unwrap();
        client.call("check_answer", &format!(r#"{{"id":"{id}"}}"#));
        let answered = client.receive().await["result"]["structuredContent"].clone();
        assert_eq!(answered["answers"], json!({"answer": "me"}), "{version}");
    }
}

#[tokio::test]
async fn older_client_that_declares_elicitation_is_shown_dialogs() {
    let server = ask_tools::server(engine(), AskToolsSettings::default()).build();
    let mut client = ScriptedClient::with(&server);
    introduced(&mut client, "2025-03-26", r#"{"elicitation":{}}"#).await;
    client.call("ask_question", r#"{"question":"Who?"}"#);
    let request = client.receive().await;
    assert_eq!((&request["method"], request["params"].get("mode")), (&json!("elicitation/create"), None));
    client.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(client.receive().await["result"]["structuredContent"]["status"], "answered");
}

#[tokio::test]
async fn batches_of_older_clients_are_answered_message_by_message() {
    for version in OLDER {
        let server = ask_tools::server(engine(), AskToolsSettings::default()).build();
        let mut client = ScriptedClient::with(&server);
        introduced(&mut client, version, "{}").await;
        client.send(
            r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},
                {"jsonrpc":"2.0","id":"b","method":"tools/list"},{"jsonrpc":"2.0","id":"c","method":"initialize"},7]"#,
        );
        let mut answers = Vec::new();
        for _ in 0..4 {
            answers.push(client.receive().await);
        }
        let of = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap();
        assert_eq!(of("a")["result"], json!({}));
        assert!(of("b")["result"]["tools"].is_array());
        assert_eq!(of("c")["error"]["code"], -32600);
        assert!(answers.iter().any(|answer| answer.get("id").is_none() && answer["error"]["code"] == -32600));
        client.send("[]");
        assert_eq!(client.receive().await["error"]["code"], -32600);
    }
}

#[tokio::test]
async fn batches_of_newer_clients_are_refused() {
    for version in ["2025-06-18", "2025-11-25"] {
        let server = ask_tools::server(engine(), AskToolsSettings::default()).build();
        let mut client = ScriptedClient::with(&server);
        introduced(&mut client, version, "{}").await;
        client.send(r#"[{"jsonrpc":"2.0","id":"a","method":"ping"}]"#);
        let refused = client.receive().await;
        assert_eq!(refused["error"]["code"], -32600, "{version}");
        assert!(refused["error"]["message"].as_str().unwrap().contains("one message at a time"));
    }
}
