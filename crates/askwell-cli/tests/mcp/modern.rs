//! A modern client, whose requests are stateless.

use serde_json::json;
use tempfile::TempDir;

use crate::mcp_process::{FORMS, McpProcess, outcome};

#[test]
fn modern_client_answers_input_requests_round_by_round() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::begin(folder.path(), &[]);
    client.ask("server/discover", &json!({}), FORMS);
    client.receive();
    let call = json!({"name": "ask_question", "arguments": {"question": "Which?", "options": ["a", "b"]}});
    client.ask("tools/call", &call, FORMS);
    let mut last = client.receive();
    for content in [json!({"answer": "c"}), json!({"answer": "b"})] {
        let mut retry = call.clone();
        retry["requestState"] = last["result"]["requestState"].clone();
        retry["inputResponses"] = json!({"question": {"action": "accept", "content": content}});
        client.ask("tools/call", &retry, FORMS);
        last = client.receive();
    }
    let id = outcome(&last)["id"].clone();
    for tool in ["check_answer", "cancel_question"] {
        client.ask("tools/call", &json!({"name": tool, "arguments": {"id": id}}), "{}");
        client.receive();
    }
    // Another question: the same one would be answered by what was just said.
    let other =
        json!({"name": "ask_question", "arguments": {"question": "Which else?", "options": ["a", "b"]}});
    client.ask("tools/call", &other, "{}");
    client.receive();
    insta::assert_snapshot!("modern", client.end());
}

#[test]
fn question_survives_a_crash() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--data", "data"];
    let call = json!({"name": "ask_question", "arguments": {"question": "Who?", "timeout_seconds": 3600}});
    let mut client = McpProcess::begin(folder.path(), &arguments);
    client.ask("tools/call", &call, FORMS);
    let first = client.receive();
    client.kill();

    let mut client = McpProcess::begin(folder.path(), &arguments);
    let mut retry = call.clone();
    retry["requestState"] = first["result"]["requestState"].clone();
    retry["inputResponses"] = json!({"question": {"action": "accept", "content": {"answer": "me"}}});
    client.ask("tools/call", &retry, FORMS);
    let answered = client.receive();
    assert_eq!(outcome(&answered)["answers"], json!({"answer": "me"}), "{answered}");
    client.end();

    // And the answer can be read after another restart.
    let mut client = McpProcess::legacy(folder.path(), &arguments, "{}");
    client.call("check_answer", &json!({"id": outcome(&answered)["id"]}));
    assert_eq!(outcome(&client.receive()), outcome(&answered));
    client.end();
}
