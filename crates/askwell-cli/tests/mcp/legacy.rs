//! A legacy client, which gets elicitation requests.

use serde_json::json;
use tempfile::TempDir;

use crate::mcp_process::{FORMS, McpProcess, outcome};
use crate::settings::APPROVAL;

#[test]
fn legacy_client_uses_every_tool() {
    let folder = TempDir::new().unwrap();
    let forms = folder.path().join("forms");
    std::fs::create_dir(&forms).unwrap();
    std::fs::write(forms.join("approval.json"), APPROVAL).unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--templates", "forms"], FORMS);

    client.call(
        "ask",
        &json!({"title": "New service", "questions": [
            {"id": "name", "question": "What is it called?", "max_length": 8},
            {"id": "size", "question": "How large?", "options": ["small", "large"]},
        ]}),
    );
    for content in [json!({"name": "much too long"}), json!({"name": "shop", "size": "small"})] {
        let request = client.receive();
        client.answer(&request, &json!({"action": "accept", "content": content}));
    }
    client.receive();

    client.call("ask_question", &json!({"question": "Delete it?", "type": "yes_no"}));
    let request = client.receive();
    client.refuse(&request, "decline");
    client.receive();

    client.call("list_templates", &json!({}));
    client.receive();
    client.call("ask_template", &json!({"template": "approval", "parameters": {"what": "release 1.2"}}));
    let request = client.receive();
    client.answer(&request, &json!({"action": "accept", "content": {"approved": true}}));
    client.receive();
    client.call("ask_template", &json!({"template": "nonesuch"}));
    client.receive();

    // A second passes without an answer: the call ends, and the dialog stays.
    client.call("ask_question", &json!({"question": "Who?", "wait_seconds": 1}));
    let request = client.receive();
    let waiting = client.receive();
    let id = outcome(&waiting)["id"].clone();
    client.call("check_answer", &json!({"id": id}));
    client.answer(&request, &json!({"action": "accept", "content": {"answer": "me"}}));
    client.receive();
    client.call("cancel_question", &json!({"id": id}));
    client.receive();
    client.call("ask", &json!({"questions": [{"question": "?", "type": "chioce"}]}));
    client.receive();
    insta::assert_snapshot!("legacy", client.end());
}

#[test]
fn tools_are_listed() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &[], FORMS);
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let listed = client.receive();
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ask", "ask_question", "check_answer", "list_questions", "cancel_question"]);
    client.end();
}

#[test]
fn late_answer_in_a_dialog_counts() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--wait", "1s"], FORMS);
    client.call("ask_question", &json!({"question": "Who?"}));
    let request = client.receive();
    let waiting = client.receive();
    assert_eq!(outcome(&waiting)["status"], "waiting", "{waiting}");
    client.answer(&request, &json!({"action": "accept", "content": {"answer": "me", "extra": 1}}));
    client.call("check_answer", &json!({"id": outcome(&waiting)["id"], "wait_seconds": 60}));
    let answered = client.receive();
    assert_eq!(outcome(&answered)["answers"], json!({"answer": "me"}), "{answered}");
    client.call("list_questions", &json!({}));
    let listed = client.receive();
    assert_eq!(outcome(&listed)["questions"][0]["id"], outcome(&waiting)["id"], "{listed}");
    client.end();
}

#[test]
fn client_without_elicitation_gets_an_error() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &[], "{}");
    client.call("ask_question", &json!({"question": "Who?"}));
    let refused = client.receive();
    assert_eq!(refused["result"]["isError"], true);
    assert!(refused["result"]["content"][0]["text"].as_str().unwrap().contains("capability `elicitation`"));
    client.end();
}
