//! `askwell mcp`, started as an MCP client starts it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::process::Folder;

const FORM: &str = r#"{"id": "deploy", "title": "Deploy a release", "fields": [
    {"id": "version", "type": "text", "label": "Version", "required": true}]}"#;

#[test]
fn an_agent_asks_through_the_clients_own_dialog() {
    let folder = Folder::with(&[("deploy.json", FORM)]);
    let mut command = folder.command(&["mcp", "--template", "deploy=deploy.json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut send = |message: Value| writeln!(input, "{message}").unwrap();
    let mut receive = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };

    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
                        "clientInfo": {"name": "test", "version": "1"}});
    send(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
    assert_eq!(receive()["result"]["serverInfo"]["name"], "askwell");
    send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let call = json!({"name": "ask_template", "arguments": {"template": "deploy"}});
    send(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}));
    let question = receive();
    assert_eq!(question["params"]["message"], "Deploy a release");
    let answer = json!({"action": "accept", "content": {"version": "1.2.3"}});
    send(json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}));
    let expected = json!({"status": "answered", "answers": {"version": "1.2.3"}});
    assert_eq!(receive()["result"]["structuredContent"], expected);
    drop(send);
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn templates_are_checked_before_anything_is_served() {
    let folder = Folder::with(&[("bad.json", r#"{"id": "x"}"#)]);
    for (template, code, expected) in [
        ("deploy=bad.json", 1, "title"),
        ("deploy=missing.json", 2, "cannot read missing.json"),
        ("deploy", 2, "NAME=FORM"),
        ("a b=bad.json", 2, "letters, digits"),
    ] {
        let ran = folder.run(&["mcp", "--template", template]);
        assert_eq!(ran.code, Some(code), "{template}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{template}: {ran:?}");
        assert_eq!(ran.stdout, "");
    }
}
