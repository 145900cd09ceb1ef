//! The tools for agents at `/mcp`: both eras, each key for itself.

use askwell_mcp::client::{Address, Client, FormReply, FormRequest};
use askwell_mcp::wire::{Era, Raw};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{Server, data_in, make_key};

/// A client of the service that answers every form with this.
async fn client(server: &Server, key: Option<&str>, era: Era, answers: Value) -> Client {
    let mut address = Address::new(&format!("http://{}/mcp", server.address)).unwrap();
    if let Some(key) = key {
        address = address.header("authorization", &format!("Bearer {key}")).unwrap();
    }
    let builder = Client::builder("test", "1").only(era).on_form(move |ask: FormRequest| {
        let reply = ask.accept(&answers).unwrap_or(FormReply::Cancel);
        async move { reply }
    });
    builder.connect(address).await.unwrap()
}

async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let result = client.call_tool(tool, arguments).await.unwrap();
    result.structured().map_or_else(|| json!({"said": result.text()}), Raw::to_value)
}

#[tokio::test]
async fn an_agent_asks_through_the_service() {
    let server = Server::in_memory();
    for era in [Era::Legacy, Era::Modern] {
        let client = client(&server, None, era, json!({"answer": "b"})).await;
        let asked = call(&client, "ask_question", json!({"question": "Which?", "options": ["a", "b"]})).await;
        assert_eq!(
            (&asked["status"], &asked["answers"]),
            (&json!("answered"), &json!({"answer": "b"})),
            "{era:?}"
        );
        // What an agent asks is an elicitation like any other.
        let status = server.call("elicitation/status", json!({"elicitationId": asked["id"]})).unwrap();
        assert_eq!(status["status"], "completed", "{status}");
        client.close().await;
    }
}

#[tokio::test]
async fn each_key_asks_for_itself() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (ci, other) = (make_key(&data, &["ci"]), make_key(&data, &["other"]));
    let person = make_key(&data, &["phone", "--role", "answers", "--person", "person@example.com"]);
    let server = Server::on_disk(&data);
    for key in [None, Some("ask_x"), Some(person.as_str())] {
        let authorization = format!("Bearer {}", key.unwrap_or_default());
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(key.map(|_| ("authorization", authorization.as_str())));
        let denied = server.ask("POST", "/mcp", &headers, br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        assert_eq!(denied.status, 401, "{key:?}");
    }
    let mine = client(&server, Some(&ci), Era::Modern, json!({"answer": "x"})).await;
    let asked = call(&mine, "ask_question", json!({"question": "Who?"})).await;
    let others = client(&server, Some(&other), Era::Modern, json!({})).await;
    let foreign = call(&others, "check_answer", json!({"id": asked["id"]})).await;
    assert!(foreign["said"].as_str().unwrap().starts_with("there is no"), "{foreign}");
    assert_eq!(call(&mine, "check_answer", json!({"id": asked["id"]})).await, asked);
    assert_eq!(call(&mine, "list_templates", json!({})).await, json!({"templates": []}));
    mine.close().await;
    others.close().await;
}

#[tokio::test]
async fn a_key_has_limits_of_its_own() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["ci", "--per-window", "1"]);
    let server = Server::on_disk(&data);
    let client = client(&server, Some(&key), Era::Legacy, json!({"answer": "x"})).await;
    let question = json!({"question": "Who?"});
    assert_eq!(call(&client, "ask_question", question.clone()).await["status"], "answered");
    let refused = call(&client, "ask_question", question).await;
    assert!(refused["said"].as_str().unwrap().contains("asks too often"), "{refused}");
    client.close().await;
}

#[test]
fn strangers_pages_are_turned_away() {
    let server = Server::in_memory();
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for stranger in [("origin", "https://evil.example"), ("host", "evil.example")] {
        let refused = server.ask("POST", "/mcp", &[("content-type", "application/json"), stranger], message);
        assert!(matches!(refused.status, 400 | 403 | 421), "{stranger:?}: {refused:?}");
    }
}
