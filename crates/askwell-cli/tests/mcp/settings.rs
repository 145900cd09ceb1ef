//! How the program starts and ends.

use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::mcp_process::{FORMS, McpProcess, outcome, program};

/// A template with a parameter.
pub(crate) const APPROVAL: &str = r#"{
  "id": "approval", "title": "Approve {{what}}?",
  "x-parameters": {"what": {"description": "What is to be approved"}},
  "fields": [{"id": "approved", "type": "boolean", "label": "Approved", "required": true}]
}"#;

#[test]
fn second_process_on_a_data_folder_is_rejected() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--data", "data"];
    let mut first = McpProcess::legacy(folder.path(), &arguments, FORMS);
    let second = program(folder.path(), &arguments).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("/mcp instead") && said.contains("in use by another process"), "{said}");
    first.call("list_templates", &json!({}));
    assert_eq!(outcome(&first.receive()), &json!({"templates": []}));
    first.end();
}

#[test]
fn nothing_is_written_without_a_data_folder() {
    let folder = TempDir::new().unwrap();
    McpProcess::legacy(folder.path(), &[], FORMS).end();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn pending_responses_are_written_after_the_client_leaves() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::begin(folder.path(), &[]);
    for id in 0..100 {
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
    }
    client.leave();
    for id in 0..100 {
        assert_eq!(client.receive()["id"], id);
    }
    assert_eq!(client.wait(), Some(0));
}

#[cfg(unix)]
#[test]
fn signal_ends_the_process() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--data", "data"], FORMS);
    client.call("ask_question", &json!({"question": "Who?"}));
    client.receive();
    let killed = Command::new("kill").args(["-TERM", &client.process().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn limits_can_be_set() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--set", "limits.per_window=1"], FORMS);
    for _ in 0..2 {
        client.call("ask_question", &json!({"question": "Who?"}));
        let message = client.receive();
        if message.get("method").is_some() {
            client.answer(&message, &json!({"action": "cancel"}));
            client.receive();
        } else {
            let text = message["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("asks too often"), "{message}");
            client.end();
            return;
        }
    }
    panic!("the second question was asked all the same");
}

#[test]
fn invalid_settings_are_rejected() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        &["--wait", "soon"][..],
        &["--page", "0.0.0.0:0"],
        &["--page", "here"],
        &["--memory", "--data", "x"],
        &["--set", "limits.colour=red"],
        &["more"],
    ] {
        let ran = program(folder.path(), arguments).output().unwrap();
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn pushed_timeout_ends_a_question_in_a_dialog() {
    let folder = TempDir::new().unwrap();
    let mut client = McpProcess::legacy(folder.path(), &["--set", "timeouts.pushed_ms=1000"], FORMS);
    client.call("ask_question", &json!({"question": "Who?"}));
    let request = client.receive();
    assert_eq!(request["method"], "elicitation/create", "{request}");
    let withdrawn = client.receive();
    assert_eq!(withdrawn["params"]["requestId"], request["id"], "{withdrawn}");
    assert_eq!(outcome(&client.receive())["status"], "timeout");
    client.end();
}
