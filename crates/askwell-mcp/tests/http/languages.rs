//! Questions in the language that the client wants.

use serde_json::{Value, json};

use crate::test_server::{Events, TestServer, call, message};

/// Returns a modern call of the tool `host`, with this `_meta` beside what every call has.
fn modern(more: &Value, metadata: &[(&str, &str)]) -> Value {
    let mut call = call(1, "host");
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    for (key, value) in metadata {
        call["params"]["_meta"][*key] = json!(value);
    }
    for (key, value) in more.as_object().unwrap() {
        call["params"][key] = value.clone();
    }
    call
}

async fn send(server: &TestServer, request: &Value, more: &[(&str, &str)]) -> Value {
    let mut headers =
        vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", "host")];
    headers.extend_from_slice(more);
    message(server.post(&headers, request).await).await
}

#[tokio::test]
async fn modern_client_is_asked_in_the_language_that_it_wants() {
    let server = TestServer::start().await;
    for (headers, metadata, title) in [
        (vec![("accept-language", "de-CH, en;q=0.5")], vec![], "Rechner"),
        (vec![], vec![("locale", "de")], "Rechner"),
        (vec![("accept-language", "*")], vec![("openai/locale", "de-DE")], "Rechner"),
        (vec![("accept-language", "fr")], vec![("locale", "de")], "Host"),
        (vec![], vec![], "Host"),
    ] {
        let asked = send(&server, &modern(&json!({}), &metadata), &headers).await;
        let params = &asked["result"]["inputRequests"]["host"]["params"];
        assert_eq!(params["requestedSchema"]["properties"]["host"]["title"], title, "{asked}");
    }
    let german = [("accept-language", "de")];
    let first = send(&server, &modern(&json!({}), &[]), &german).await;
    let retry = |content: Value, state: &Value| {
        let responses = json!({"host": {"action": "accept", "content": content}});
        modern(&json!({"requestState": state, "inputResponses": responses}), &[])
    };
    let wrong = send(&server, &retry(json!({}), &first["result"]["requestState"]), &german).await;
    let said = wrong["result"]["inputRequests"]["host"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Ein neuer Server") && said.contains("Rechner ist ein Pflichtfeld."), "{said}");
    // The answer in another language is the answer to the same question.
    let state = &wrong["result"]["requestState"];
    let done = send(&server, &retry(json!({"host": "db1"}), state), &[("accept-language", "en")]).await;
    assert_eq!(done["result"]["content"][0]["text"], r#"{"host":"db1"}"#, "{done}");
}

#[tokio::test]
async fn legacy_client_is_asked_in_the_language_that_it_wants() {
    let server = TestServer::start().await;
    let session = server.session(&[], json!({"elicitation": {}})).await;
    let headers = [("mcp-session-id", session.as_str()), ("accept-language", "de")];
    let mut events = Events::of(server.post(&headers, &call(1, "host")).await);
    let question = events.next().await.unwrap();
    assert_eq!(question["params"]["requestedSchema"]["properties"]["host"]["title"], "Rechner");
    let empty =
        json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {}}});
    server.post(&headers, &empty).await;
    let again = events.next().await.unwrap();
    let said = again["params"]["message"].as_str().unwrap_or_default();
    assert!(said.contains("Rechner ist ein Pflichtfeld."), "{again}");
}
