//! Settings as an operator meets them.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{Server, program, run};

#[test]
fn sample_settings_start_a_service() {
    let folder = TempDir::new().unwrap();
    let sample = run(folder.path(), &["serve", "--print-config"]);
    assert!(sample.status.success());
    fs::write(folder.path().join("askwell.toml"), &sample.stdout).unwrap();
    let server = Server::with(folder.path(), &[]);
    assert!(server.call("elicitation/create", json!({"prompt": "?"})).is_ok());
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    assert!(folder.path().join(".local/share/askwell/askwell.db").exists());
    assert!(folder.path().join(".local/share/askwell.keyring").exists());
    assert!(log.contains("A key was made"), "{log}");
}

#[test]
fn flags_override_environment_overrides_file() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("own.toml"), "memory = true\n[rpc]\nbatch = 3\n[limits]\nper_window = 1\n")
        .unwrap();
    let mut command = program(folder.path());
    command
        .env("ASKWELL_RPC_BATCH", "2")
        .env("ASKWELL_LIMITS_PER_WINDOW", "2")
        .env("ASKWELL_CONFIG", "own.toml");
    let server = Server::from(command, &["--set", "rpc.batch=1"]);
    let two = json!([{"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}, {"jsonrpc": "2.0", "id": 2, "method": "rpc.discover"}]);
    assert_eq!(server.post(&two).json()["error"]["data"]["limit"], 1);
    let asked: Vec<bool> =
        (0..3).map(|_| server.call("elicitation/create", json!({"prompt": "?"})).is_ok()).collect();
    assert_eq!(asked, [true, true, false]);
}

#[test]
fn invalid_settings_are_shown_at_their_position() {
    let folder = TempDir::new().unwrap();
    let text = "# mine\nlisten = \"127.0.0.1:0\"\nmemroy = true\n\n[timeouts]\nmax_ms = \"long\"\n";
    fs::write(folder.path().join("askwell.toml"), text).unwrap();
    let refused = run(folder.path(), &["serve"]);
    assert_eq!(refused.status.code(), Some(2));
    insta::assert_snapshot!("wrong_settings", String::from_utf8(refused.stderr).unwrap());
    fs::write(folder.path().join("askwell.toml"), "[timeouts]\nmax_ms = 300000\nterminal_ms = 600000\n")
        .unwrap();
    let refused = run(folder.path(), &["serve"]);
    insta::assert_snapshot!("contradiction", String::from_utf8(refused.stderr).unwrap());
    for (arguments, says) in [
        (&["serve", "--config", "none.toml"][..], "there is no such file"),
        (&["serve", "--set", "limits.per_windw=1", "--memory"], "did you mean limits.per_window?"),
        (&["serve", "--set", "memory", "--memory"], "--set memory"),
        (&["serve", "--set", "listen=here"], "not an address"),
        (&["serve", "--memory", "--data", "x"], "cannot be used with"),
        (&["serve", "--memory", "--config", "/dev/null", "--set", "public_url=nowhere"], "not a web address"),
        (
            &["serve", "--memory", "--config", "/dev/null", "--set", "public_url=https://ask.example.com"],
            "https://ask.example.com can be reached from other machines, and there are no keys",
        ),
    ] {
        let refused = run(folder.path(), arguments);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && told.contains(says), "{arguments:?}: {told}");
    }
}

#[test]
fn json_log_has_request_ids() {
    let server = Server::with(
        std::path::Path::new("/"),
        &["--memory", "--set", "log.format=json", "--set", "log.filter=debug"],
    );
    server.ask("GET", "/healthz", &[("x-request-id", "find-me")], b"");
    let (_, log) = server.stop();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["span"]["id"] == "find-me"), "{log}");
    assert!(lines.iter().any(|line| line["fields"]["message"] == "stopped"), "{log}");
}

#[test]
fn changed_templates_are_reloaded() {
    let folder = TempDir::new().unwrap();
    let template = |title: &str| {
        json!({"id": "deploy", "title": title, "x-parameters": {"service": {}}, "fields": [
            {"id": "go", "type": "boolean", "label": "Deploy {{service}}?", "required": true}]})
        .to_string()
    };
    fs::create_dir(folder.path().join("forms")).unwrap();
    let file = folder.path().join("forms/deploy.json");
    fs::write(&file, template("Deploy {{service}}")).unwrap();
    let server = Server::with(folder.path(), &["--memory", "--set", "templates=forms"]);
    let ask =
        || server.call("elicitation/create", json!({"template": "deploy", "parameters": {"service": "api"}}));
    assert_eq!(ask().unwrap()["formDefinition"]["title"], "Deploy api");
    fs::write(&file, template("Really deploy {{service}}")).unwrap();
    crate::server::until("the new one", || {
        server.call("templates/list", json!({})).unwrap()["templates"][0]["title"]
            == "Really deploy {{service}}"
    });
    assert_eq!(ask().unwrap()["formDefinition"]["title"], "Really deploy api");
    fs::write(&file, "{").unwrap();
    crate::server::until("the problem is told", || {
        server.call("templates/list", json!({})).unwrap()["templates"][0].get("problem").is_some()
    });
    assert_eq!(ask().unwrap()["formDefinition"]["title"], "Really deploy api");
}

/// The message of the command that a service prints when it has started.
fn printed_call(log: &str) -> Value {
    let line = log.lines().find(|line| line.trim_start().starts_with("curl ")).unwrap();
    let message = line.split('\'').nth(1).unwrap();
    serde_json::from_str(message).unwrap()
}

/// The banner's last line has been read.
fn banner(server: &Server) -> String {
    crate::server::until("the banner", || server.log().contains("Stop with Ctrl+C."));
    server.log()
}

#[test]
fn first_question_of_the_banner_is_yes_or_no_and_does_not_hurry() {
    let server = Server::in_memory();
    let log = banner(&server);
    assert!(log.contains(&format!("Answer it: http://{}/inbox", server.address)), "{log}");
    let created = server.post(&printed_call(&log)).json()["result"].clone();
    let field = &created["formDefinition"]["fields"][0];
    assert_eq!((&field["type"], &field["required"]), (&json!("boolean"), &json!(true)), "{created}");
    let time = created["timeoutAt"].as_u64().unwrap() - created["createdAt"].as_u64().unwrap();
    assert_eq!(time, 3_600_000);
}

#[test]
fn banner_of_a_service_with_codes_does_not_promise_an_inbox() {
    let server = Server::with(std::path::Path::new("/"), &["--memory", "--set", "people.identity=code"]);
    let log = banner(&server);
    assert!(!log.contains("/inbox"), "{log}");
    let created = server.post(&printed_call(&log)).json()["result"].clone();
    assert!(created["url"].is_string() && created["code"].is_string(), "{created}");
}
