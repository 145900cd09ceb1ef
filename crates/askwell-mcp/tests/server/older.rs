//! Conversations with clients of 2025-03-26 and 2024-11-05.

use std::sync::Arc;

use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::asking::{self, AskingSettings};
use serde_json::{Value, json};

use crate::script::Script;
use crate::workshop::{Page, engine};

const OLDER: [&str; 2] = ["2025-03-26", "2024-11-05"];

async fn introduced(script: &mut Script, version: &str, capabilities: &str) -> Value {
    script.send(&format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{{"name":"old","version":"1"}}}}}}"#
    ));
    let hello = script.receive().await;
    script.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    hello
}

#[tokio::test]
async fn client_before_elicitation_is_asked_by_link() {
    for version in OLDER {
        let engine = engine();
        let server = asking::server(engine.clone(), AskingSettings::default()).hosted(Arc::new(Page)).build();
        let mut script = Script::with(&server);
        let hello = introduced(&mut script, version, "{}").await;
        assert_eq!(hello["result"]["protocolVersion"], version);
        script.call("ask_question", r#"{"question":"Who?"}"#);
        let waiting = script.receive().await["result"]["structuredContent"].clone();
        assert!(waiting["link"].is_string(), "{version}: {waiting}");
        let id: ElicitationId = waiting["id"].as_str().unwrap().parse().unwrap();
        engine.submit(&Actor::operator(Surface::Web), id, br#"{"answer":"me"}"#).await.unwrap();
        script.call("check_answer", &format!(r#"{{"id":"{id}"}}"#));
        let answered = script.receive().await["result"]["structuredContent"].clone();
        assert_eq!(answered["answers"], json!({"answer": "me"}), "{version}");
    }
}

#[tokio::test]
async fn older_client_that_declares_elicitation_is_shown_dialogs() {
    let server = asking::server(engine(), AskingSettings::default()).build();
    let mut script = Script::with(&server);
    introduced(&mut script, "2025-03-26", r#"{"elicitation":{}}"#).await;
    script.call("ask_question", r#"{"question":"Who?"}"#);
    let request = script.receive().await;
    assert_eq!((&request["method"], request["params"].get("mode")), (&json!("elicitation/create"), None));
    script.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(script.receive().await["result"]["structuredContent"]["status"], "answered");
}

#[tokio::test]
async fn batches_of_older_clients_are_answered_message_by_message() {
    for version in OLDER {
        let server = asking::server(engine(), AskingSettings::default()).build();
        let mut script = Script::with(&server);
        introduced(&mut script, version, "{}").await;
        script.send(
            r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},
                {"jsonrpc":"2.0","id":"b","method":"tools/list"},{"jsonrpc":"2.0","id":"c","method":"initialize"},7]"#,
        );
        let mut answers = Vec::new();
        for _ in 0..4 {
            answers.push(script.receive().await);
        }
        let of = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap();
        assert_eq!(of("a")["result"], json!({}));
        assert!(of("b")["result"]["tools"].is_array());
        assert_eq!(of("c")["error"]["code"], -32600);
        assert!(answers.iter().any(|answer| answer.get("id").is_none() && answer["error"]["code"] == -32600));
        script.send("[]");
        assert_eq!(script.receive().await["error"]["code"], -32600);
    }
}

#[tokio::test]
async fn batches_of_newer_clients_are_refused() {
    for version in ["2025-06-18", "2025-11-25"] {
        let server = asking::server(engine(), AskingSettings::default()).build();
        let mut script = Script::with(&server);
        introduced(&mut script, version, "{}").await;
        script.send(r#"[{"jsonrpc":"2.0","id":"a","method":"ping"}]"#);
        let refused = script.receive().await;
        assert_eq!(refused["error"]["code"], -32600, "{version}");
        assert!(refused["error"]["message"].as_str().unwrap().contains("one message at a time"));
    }
}
