//! The service descriptor: programs of a user find that user's running service, and no other.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::server::{Server, make_key, program};

fn descriptor(home: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(home.join(".local/state/askwell/service.json")).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// The program of a user with this home, which announces its service.
fn announcing(home: &Path) -> Command {
    let mut command = program(home);
    command.env_remove("ASKWELL_SERVICE");
    command
}

#[test]
fn running_service_has_a_descriptor_that_ends_with_it() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::from(announcing(home.path()), &["--data", "data"]);
    let found = descriptor(home.path()).unwrap();
    assert_eq!(found["version"], 1);
    assert_eq!(found["url"], format!("http://{}", server.address));
    assert_eq!(found["data"], home.path().join("data").to_str().unwrap());
    let health = server.get("/healthz");
    assert_eq!(health.header("askwell-instance"), found["instance"].as_str());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let file = home.path().join(".local/state/askwell/service.json");
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    assert_eq!(descriptor(home.path()), None);
}

#[test]
fn second_service_leaves_the_descriptor_of_a_running_one_and_replaces_that_of_a_killed_one() {
    let home = tempfile::tempdir().unwrap();
    let first = Server::from(announcing(home.path()), &["--memory"]);
    let found = descriptor(home.path()).unwrap();
    let second = Server::from(announcing(home.path()), &["--memory"]);
    assert_eq!(descriptor(home.path()).unwrap(), found);
    crate::server::until("the second service names the first", || {
        second.log().contains("another service of yours")
    });
    let (_, log) = second.stop();
    assert!(log.contains(&first.address.to_string()), "{log}");
    assert_eq!(descriptor(home.path()).unwrap(), found, "a service removes only its own descriptor");
    first.kill();
    assert_eq!(descriptor(home.path()).unwrap(), found, "a killed service cannot remove its descriptor");
    let third = Server::from(announcing(home.path()), &["--memory"]);
    assert_ne!(descriptor(home.path()).unwrap()["instance"], found["instance"]);
    drop(third);
}

#[test]
fn key_of_the_descriptor_is_accepted_with_and_without_other_keys() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let mut server = Server::from(announcing(home.path()), &["--data", data.to_str().unwrap()]);
    let key = descriptor(home.path()).unwrap()["key"].as_str().unwrap().to_owned();
    server.key = Some(key);
    let id = server.ask_name();
    make_key(&data, &["deployer"]);
    crate::server::until("the new key is required", || {
        server.ask("POST", "/rpc", &[("content-type", "application/json")], b"{}").status == 401
    });
    let found = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!(found["client"], "local");
    server.key = Some("ask_wrong".to_owned());
    assert!(server.call("elicitation/status", json!({"elicitationId": id})).is_err());
}

#[test]
fn service_is_not_announced_where_discovery_is_off() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::from(program(home.path()), &["--memory"]);
    assert_eq!(descriptor(home.path()), None);
    drop(server);
}

#[test]
fn commands_find_the_service_of_their_user() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::from(announcing(home.path()), &["--memory"]);
    let id = server.ask_name();
    let listed = announcing(home.path()).args(["inbox", "--list"]).output().unwrap();
    assert!(String::from_utf8_lossy(&listed.stdout).starts_with(&id), "{listed:?}");
    for named in [&["--url", "local"][..], &["--url", "auto"]] {
        let listed = announcing(home.path()).args(["inbox", "--list"]).args(named).output().unwrap();
        assert!(listed.status.success(), "{listed:?}");
    }
    server.stop();
    let listed = announcing(home.path()).args(["inbox", "--list", "--url", "local"]).output().unwrap();
    let told = String::from_utf8(listed.stderr).unwrap();
    assert_eq!(listed.status.code(), Some(2));
    assert!(told.contains("start one with askwell serve"), "{told}");
}

/// Starts `askwell mcp` and lets an agent ask. Returns the process and what it writes to stderr.
fn agent_asks(mut command: Command, arguments: &[&str]) -> std::process::Child {
    let mut child =
        command.arg("mcp").args(arguments).stdin(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let messages = [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
            "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_question",
            "arguments": {"question": "Which database?"}}}),
    ];
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        writeln!(input, "{message}").unwrap();
    }
    input.flush().unwrap();
    child.stdin = Some(input);
    child
}

#[test]
fn agent_asks_through_the_service_that_runs_and_by_itself_without_one() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::from(announcing(home.path()), &["--memory"]);
    let open = || server.call("elicitation/list", json!({})).unwrap()["elicitations"].clone();
    // Options of an own process, and a service that is turned off, win over the service that runs.
    for own in [&["--service", "none"][..], &["--wait", "1s"], &["--page", "127.0.0.1:1"]] {
        let mut alone = agent_asks(announcing(home.path()), own);
        drop(alone.stdin.take());
        alone.wait().unwrap();
        assert_eq!(open(), json!([]), "{own:?}");
    }
    // A page at any port is one that the service has, too.
    let mut agent = agent_asks(announcing(home.path()), &["--page"]);
    crate::server::until("the question is in the inbox of the service", || {
        open()[0]["prompt"] == "Which database?"
    });
    drop(agent.stdin.take());
    agent.wait().unwrap();
    let both = announcing(home.path()).args(["mcp", "--service", "auto", "--memory"]).output().unwrap();
    assert_eq!(both.status.code(), Some(2));
    assert!(String::from_utf8(both.stderr).unwrap().contains("--memory cannot be used with --service"));
}

#[test]
fn waiting_script_follows_the_service_to_another_port_and_key() {
    let home = tempfile::tempdir().unwrap();
    let first = Server::from(announcing(home.path()), &["--data", "data"]);
    let mut command = announcing(home.path());
    command.args(["ask", "--to", "local", "--text", "name", "--as", "value"]);
    let asking = command.spawn().unwrap();
    let mut id = None;
    crate::server::until("a question is open", || {
        let listed = first.call("elicitation/list", json!({})).unwrap();
        id = listed["elicitations"][0]["elicitationId"].as_str().map(str::to_owned);
        id.is_some()
    });
    let before = first.address;
    first.kill();
    let second = Server::from(announcing(home.path()), &["--data", "data"]);
    assert_ne!(second.address, before);
    let answer = json!({"elicitationId": id, "responses": {"name": "Ada"}});
    second.call("elicitation/submit", answer).unwrap();
    let ended = asking.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "Ada\n", "{ended:?}");
}
