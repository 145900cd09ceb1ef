//! `askwell gateway rules` and `askwell gateway doctor`.

use std::fs;

use serde_json::Value;

use crate::process::{RULES, run, server, stderr, stdout};

#[test]
fn rules_are_printed_as_they_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let none = run(folder, &["rules"]);
    assert!(
        stdout(&none).starts_with("No rules (no file): every call goes to its server."),
        "{}",
        stdout(&none)
    );
    let example = run(folder, &["rules", "--example"]);
    fs::write(folder.join("askwell.toml"), &example.stdout).unwrap();
    let printed = stdout(&run(folder, &["rules"]));
    for part in [
        "1. server files · tool read_*, list_* → allow  (reading)",
        "ops@example.com approves",
        "else: allow",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let json: Value = serde_json::from_str(&stdout(&run(folder, &["rules", "--json"]))).unwrap();
    assert_eq!(json["rules"][3]["terms"]["forAWhile"], serde_json::json!(["15m", "1h"]));
    fs::write(folder.join("bad.json"), r#"{"gateway": {"rules": [{"action": "x"}]}}"#).unwrap();
    let bad = run(folder, &["rules", "--rules", "bad.json"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(stderr(&bad).contains("bad.json: gateway.rules 1.action: `x` is unknown"), "{}", stderr(&bad));
}

#[test]
fn call_is_tried_without_asking_or_calling() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("askwell.toml"), RULES).unwrap();
    fs::write(folder.join("args.json"), r#"{"path": "a\u202eb"}"#).unwrap();
    let script = server();
    let script = script.to_str().unwrap();
    let tried = run(folder, &["rules", "--try", "files", "delete_file", "args.json", "--", "sh", script]);
    let text = stdout(&tried);
    for part in [
        "Decided by rule 1, “deleting”: a person is asked.",
        "The server says: “Deletes a file.”",
        "\"path\": \"a\\u202eb\"",
        "Warning: The arguments have characters that cannot be seen.",
        "( ) Approve this call, and the same call again for 15 minutes",
        "( ) Reject",
    ] {
        assert!(text.contains(part), "{part}: {text}\n{}", stderr(&tried));
    }
    let read =
        run(folder, &["rules", "--try", "files", "read_file", "args.json", "--json", "--", "sh", script]);
    let json: Value = serde_json::from_str(&stdout(&read)).unwrap();
    assert_eq!((&json["action"], &json["rule"]), (&"allow".into(), &"the default".into()));
    let unknown = run(folder, &["rules", "--try", "files", "delete_file", "args.json"]);
    assert!(stdout(&unknown).contains("the tool's definition is not known"), "{}", stdout(&unknown));
    fs::write(folder.join("tool.json"), r#"{"tools": [{"name": "delete_file"}]}"#).unwrap();
    let defined =
        run(folder, &["rules", "--try", "files", "delete_file", "args.json", "--definition", "tool.json"]);
    assert!(stdout(&defined).contains("The server does not describe it."), "{}", stdout(&defined));
    let missing =
        run(folder, &["rules", "--try", "files", "other", "args.json", "--definition", "tool.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("tool.json does not define the tool `other`"), "{}", stderr(&missing));
    assert!(!folder.join("calls.log").exists(), "no tool is called");
}

#[test]
fn doctor_examines_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = server();
    let script = script.to_str().unwrap();
    let output = run(folder, &["doctor", "--", "sh", script]);
    let text = stdout(&output);
    for part in [
        "legacy  2025-11-25  gated 1.0",
        "modern  no: ",
        "2 tools",
        "delete_file  no annotations · arguments fit a form",
        "a client without elicitation",
        "with Askwell:    Questions appear on a page",
        "No problems were found.",
    ] {
        assert!(text.contains(part), "{part}: {text}\n{}", stderr(&output));
    }
    assert_eq!(output.status.code(), Some(0));
    let named = run(folder, &["doctor", "--client", "Claude Code", "--json", "--", "sh", script]);
    let json: Value = serde_json::from_str(&stdout(&named)).unwrap();
    assert_eq!(json["clients"][0]["client"], "Claude Code");
    assert_eq!(json["eras"][1]["revision"], "2025-11-25");
    let unknown = run(folder, &["doctor", "--client", "nobody", "--", "sh", script]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("no client `nobody` is known"), "{}", stderr(&unknown));
}

#[test]
fn doctor_explains_what_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let missing = run(folder, &["doctor", "--", "askwell-no-such-program"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).contains("is the program installed and in PATH?"), "{}", stdout(&missing));
    let failing = run(folder, &["doctor", "--", "sh", "-c", "echo 'no token' >&2; exit 3"]);
    assert_eq!(failing.status.code(), Some(1));
    assert!(stdout(&failing).contains("the program ended before it answered"), "{}", stdout(&failing));
    assert!(stderr(&failing).contains("no token"), "{}", stderr(&failing));
    let hanging = run(folder, &["doctor", "--wait", "500ms", "--", "sleep", "600"]);
    assert!(stdout(&hanging).contains("no answer within"), "{}", stdout(&hanging));
    assert_eq!(run(folder, &["doctor"]).status.code(), Some(2));
}
