//! The audit log of the service: what operators see on stderr at the default level, and that no answer is there.

use std::path::Path;

use serde_json::{Value, json};

use crate::server::{Server, name_form, until};

const SECRET: &str = "hunter2-never-logged";

/// Creates, completes, declines, cancels, sends people inside, and asks too often.
fn exercise(server: &Server) -> Value {
    let ask = |params: Value| server.call("elicitation/create", params);
    let completed = ask(json!({"prompt": "Why?", "timeout": 42_000})).unwrap()["elicitationId"].clone();
    server.call("elicitation/complete", json!({"elicitationId": completed, "result": SECRET})).unwrap();
    let cancelled = ask(json!({"formDefinition": name_form()})).unwrap()["elicitationId"].clone();
    let reason = json!({"elicitationId": cancelled, "reason": "session_expired"});
    server.call("elicitation/cancel", reason).unwrap();
    ask(json!({"url": format!("http://169.254.169.254/{SECRET}")})).unwrap_err();
    let last = ask(json!({"prompt": "Late?", "timeout": 1_000})).unwrap()["elicitationId"].clone();
    for _ in 0..5 {
        ask(json!({"prompt": "Too often?"})).unwrap_err();
    }
    server.call("elicitation/wait", json!({"elicitationId": last})).unwrap();
    completed
}

#[test]
fn json_log_has_every_event_with_its_facts_and_no_answer() {
    let settings = ["--memory", "--set", "limits.per_window=3", "--set", "log.format=json"];
    let server = Server::with(Path::new("/"), &settings);
    let completed = exercise(&server);
    let (_, log) = server.stop();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<&Value> = lines.iter().filter(|line| line["target"] == "askwell::audit").collect();
    let find = |event: &str, key: &str, value: &Value| {
        let fits = |line: &&&Value| line["fields"]["event"] == event && &line["fields"][key] == value;
        let found = events.iter().find(fits);
        *found.unwrap_or_else(|| panic!("{event} {key} {value}: {log}"))
    };
    let created = find("created", "id", &completed);
    assert_eq!((&created["level"], &created["fields"]["timeout_ms"]), (&json!("INFO"), &json!(42_000)));
    assert_eq!(
        (&created["fields"]["mode"], &created["fields"]["client"]),
        (&json!("inline"), &json!("local"))
    );
    let span = &created["span"];
    assert_eq!(
        (&span["timeout_ms"], &span["timeout_validated"]),
        (&json!(42_000), &json!(true)),
        "{created}"
    );
    let done = find("completed", "id", &completed);
    assert_eq!(done["fields"]["result_bytes"], SECRET.len());
    find("abandoned", "reason", &json!("session_expired"));
    find("abandoned", "reason", &json!("timeout"));
    let blocked = find("unsafe_url_blocked", "url", &json!("http://169.254.169.254"));
    assert_eq!(blocked["level"], "WARN");
    let limited = find("rate_limited", "client", &json!("local"));
    assert_eq!((&limited["level"], &limited["fields"]["limit"]), (&json!("WARN"), &json!("rate")));
    let warnings = events.iter().filter(|line| line["fields"]["event"] == "rate_limited").count();
    assert_eq!(warnings, 1, "a flood of calls is no flood of lines: {log}");
    assert!(!log.contains(SECRET), "{log}");
}

#[test]
fn human_log_has_the_same_events() {
    let server = Server::with(Path::new("/"), &["--memory", "--set", "limits.per_window=3"]);
    exercise(&server);
    for words in [
        "INFO elicitation created",
        "INFO elicitation completed",
        "INFO elicitation abandoned",
        "WARN unsafe URL blocked",
        "WARN client is rate limited",
    ] {
        let (level, words) = words.split_once(' ').unwrap();
        until(words, || server.log().lines().any(|line| line.contains(level) && line.contains(words)));
    }
    let (_, log) = server.stop();
    assert!(!log.contains(SECRET), "{log}");
}
