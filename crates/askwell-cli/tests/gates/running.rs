//! A gateway with rules, a client in front and a server behind, and the log afterwards.

use std::fs;

use serde_json::{Value, json};

use crate::process::{GatewayProcess, READING, RULES, calls, run, stderr, stdout};

#[test]
fn approved_call_runs_and_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("rules.toml"), RULES).unwrap();
    let mut gateway =
        GatewayProcess::start(folder, &["--rules", "rules.toml", "--data", "data", "--no-page"]);
    gateway.call("read_file", &json!({"path": "notes.txt"}));
    assert_eq!(gateway.text(), "it ran", "no rule asks about reading");

    gateway.call("delete_file", &json!({"path": "notes.txt"}));
    let question = gateway.receive();
    let message = question["params"]["message"].as_str().unwrap();
    for part in [
        "Server: files",
        "Tool: delete_file",
        "“Deletes a file.”",
        "\"path\": \"notes.txt\"",
        "Digest: sha256:",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(calls(folder).len(), 1, "nothing runs before the decision");
    gateway.answer(&question, &json!({"action": "accept", "content": {"decision": "approve"}}));
    assert_eq!(gateway.text(), "it ran");

    gateway.call("delete_file", &json!({"path": "all.txt"}));
    let question = gateway.receive();
    let no = json!({"decision": "reject", "comment": "Keep it."});
    gateway.answer(&question, &json!({"action": "accept", "content": no}));
    let rejected = gateway.text();
    assert_eq!(rejected, "A person rejected this call and says: “Keep it.” The tool was not called.");
    assert_eq!(calls(folder).len(), 2);

    // The log can be read while the gateway runs, and afterwards.
    let while_running = run(folder, &["log", "--data", "data"]);
    gateway.end();
    let log = run(folder, &["log", "--data", "data"]);
    assert_eq!(stdout(&log), stdout(&while_running));
    let text = stdout(&log);
    for part in [
        "files/delete_file  rejected (mcp)",
        "files/delete_file  approved (mcp)",
        "“Keep it.”",
        "rule 1, “deleting”",
    ] {
        assert!(text.contains(part), "{part}: {text}\n{}", stderr(&log));
    }
    let json = stdout(&run(folder, &["log", "--data", "data", "--json", "--limit", "1"]));
    let entry: Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!((&entry["outcome"], &entry["client"]), (&json!("rejected"), &json!("script 1")));
    let digest = entry["digest"].as_str().unwrap();
    let found = stdout(&run(folder, &["log", "--data", "data", "--digest", &digest[..20]]));
    assert!(found.contains("rejected") && !found.contains("  approved"), "{found}");
    let none = run(folder, &["log", "--data", "data", "--tool", "read_*"]);
    assert!(stderr(&none).contains("no decisions"), "{}", stderr(&none));
}

#[test]
fn changed_arguments_reach_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("askwell.toml"), RULES).unwrap();
    let mut gateway = GatewayProcess::start(folder, &["--no-page"]);
    gateway.call("delete_file", &json!({"path": "notes.txt"}));
    let question = gateway.receive();
    gateway.answer(&question, &json!({"action": "accept", "content": {"decision": "edit"}}));
    let form = gateway.receive();
    assert_eq!(form["params"]["requestedSchema"]["properties"]["path"]["default"], "notes.txt", "{form}");
    gateway.answer(&form, &json!({"action": "accept", "content": {"path": "copy.txt"}}));
    let again = gateway.receive();
    gateway.answer(&again, &json!({"action": "accept", "content": {"decision": "approve"}}));
    assert_eq!(gateway.text(), "it ran");
    let called = calls(folder);
    assert!(
        called.len() == 1 && called[0].contains("copy.txt") && !called[0].contains("notes.txt"),
        "{called:?}"
    );
}

#[test]
fn declined_call_does_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("askwell.toml"), RULES).unwrap();
    let mut gateway = GatewayProcess::start(folder, &[]);
    for action in ["decline", "cancel"] {
        gateway.call("delete_file", &json!({"path": action}));
        let question = gateway.receive();
        std::thread::sleep(READING);
        gateway.answer(&question, &json!({"action": action}));
        let text = gateway.text();
        assert!(text.ends_with("The tool was not called."), "{text}");
    }
    // A refusal that nobody can have read leads to the page.
    gateway.call("delete_file", &json!({"path": "instant"}));
    let question = gateway.receive();
    gateway.answer(&question, &json!({"action": "decline"}));
    let text = gateway.text();
    assert!(text.contains("http://127.0.0.1:"), "{text}");
    assert_eq!(calls(folder), Vec::<String>::new());
}

#[test]
fn gateway_does_not_start_with_broken_rules() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("rules.toml"), "[[gateway.rule]]\ntol = \"x\"\naction = \"aks\"").unwrap();
    let output = run(folder, &["--rules", "rules.toml", "--", "true"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    for part in ["rules.toml", "`tol` is unknown; did you mean `tool`?", "`aks` is unknown"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn client_that_has_not_listed_the_tools_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let config = json!({
        "mcpServers": {"files": {"command": "sh", "args": [crate::process::server()], "cwd": folder}},
        "gateway": {"rules": [{"annotations": {"destructiveHint": true}, "action": "ask"}]},
    });
    fs::write(folder.join("mcp.json"), config.to_string()).unwrap();
    let mut gateway = GatewayProcess::of_file(folder, "mcp.json");
    gateway.call("read_file", &json!({}));
    assert_eq!(gateway.text(), "it ran");
    gateway.call("delete_file", &json!({"path": "a"}));
    let question = gateway.receive();
    gateway.answer(&question, &json!({"action": "accept", "content": {"decision": "approve"}}));
    assert_eq!(gateway.text(), "it ran");
    assert_eq!(calls(folder).len(), 2);
}
