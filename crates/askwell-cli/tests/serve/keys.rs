//! Access control with API keys.

use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::http::Connection;
use crate::server::{Server, data_in, make_key, name_form, program, run, until};

#[test]
fn public_address_without_keys_is_rejected() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let data = data.to_str().unwrap();
    let refused = run(folder.path(), &["serve", "--listen", "0.0.0.0:0", "--data", data]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("askwell keys create"), "{told}");
    make_key(Path::new(data), &["ci"]);
    let mut child =
        program(folder.path()).args(["serve", "--listen", "0.0.0.0:0", "--data", data]).spawn().unwrap();
    let mut told = String::new();
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut stderr, &mut told).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told.contains("listens on http://127.0.0.1:"), "{told}");
}

/// `askwell keys` creates a key in the file that the service reads by its settings.
#[test]
fn keys_are_created_in_the_file_of_the_settings() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    for (settings, file) in [
        ("data = \"location\"\n", "location/keys.json"),
        ("memory = true\nkeys_file = \"own/keys.json\"\n", "own/keys.json"),
    ] {
        std::fs::write(here.join("askwell.toml"), settings).unwrap();
        let refused = run(here, &["serve", "--listen", "0.0.0.0:0"]);
        assert_eq!(refused.status.code(), Some(2), "{settings}");
        let made = run(here, &["keys", "create", "ci"]);
        assert!(made.status.success() && here.join(file).exists(), "{settings} {made:?}");
        let server = Server::with(here, &[]);
        assert_eq!(server.get("/metrics").status, 401, "{settings}");
    }
    std::fs::rename(here.join("askwell.toml"), here.join("other.toml")).unwrap();
    let listed = run(here, &["keys", "list", "--config", "other.toml"]);
    assert!(String::from_utf8(listed.stdout).unwrap().starts_with("ci "));
    std::fs::write(here.join("askwell.toml"), "memory = true\n").unwrap();
    let nowhere = run(here, &["keys", "create", "ci"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("set keys_file"));
}

#[test]
fn keys_give_access_to_their_own_elicitations_only() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (ci, other) = (make_key(&data, &["ci"]), make_key(&data, &["other"]));
    let person = make_key(&data, &["phone", "--role", "answers", "--person", "person@example.com"]);
    let mut server = Server::on_disk(&data);
    let denied = server.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}));
    assert_eq!((denied.status, denied.header("www-authenticate")), (401, Some("Bearer")));
    assert_eq!(denied.json()["error"]["code"], -32015);
    for wrong in ["", "ask_x", &ci[..ci.len() - 1], &format!("{ci}x"), &ci.to_uppercase()] {
        server.key = Some(wrong.to_owned());
        assert_eq!(
            server.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"})).status,
            401,
            "{wrong:?}"
        );
    }
    for path in ["/events", "/metrics"] {
        assert_eq!(server.get(path).status, 401);
    }
    for path in ["/healthz", "/readyz", "/openrpc.json", "/"] {
        assert_eq!(server.get(path).status, 200);
    }

    server.key = Some(ci.clone());
    let open = server.ask_name();
    let hers = server
        .call("elicitation/create", json!({"formDefinition": name_form(), "person": "person@example.com"}))
        .unwrap()["elicitationId"]
        .clone();
    let others = server
        .call("elicitation/create", json!({"prompt": "?", "person": "another.person"}))
        .unwrap()["elicitationId"]
        .clone();

    // Another client's ids are not found by any method.
    server.key = Some(other);
    for (method, more) in [
        ("status", json!({})),
        ("submit", json!({"responses": {"name": "x"}})),
        ("complete", json!({"result": 1})),
        ("decline", json!({})),
        ("cancel", json!({})),
        ("extend_timeout", json!({})),
        ("wait", json!({"timeoutMs": 0})),
        ("claim", json!({})),
        ("release", json!({})),
        ("history", json!({})),
    ] {
        let with_id = |id: &str| {
            let mut params = more.clone();
            params["elicitationId"] = json!(id);
            server.call(&format!("elicitation/{method}"), params).unwrap_err()
        };
        let (foreign, none) = (with_id(&open), with_id("elic_0198c0ffee007000a000000000000000"));
        assert_eq!((&foreign["code"], &foreign), (&json!(-32001), &none), "{method}");
    }
    assert_eq!(server.call("elicitation/list", json!({})).unwrap()["elicitations"], json!([]));

    // A person sees what anybody may answer and what they are asked, and answers it.
    server.key = Some(person);
    let list = server.call("elicitation/list", json!({})).unwrap();
    let seen: Vec<_> =
        list["elicitations"].as_array().unwrap().iter().map(|one| one["elicitationId"].clone()).collect();
    assert_eq!(seen, [hers.clone(), json!(open)]);
    assert_eq!(
        server.call("elicitation/status", json!({"elicitationId": others})).unwrap_err()["code"],
        -32001
    );
    for (method, params) in [
        ("elicitation/create", json!({"prompt": "?"})),
        ("elicitation/complete", json!({"elicitationId": hers, "result": {"name": "x"}})),
        ("templates/list", json!({})),
    ] {
        assert_eq!(server.call(method, params).unwrap_err()["code"], -32016, "{method}");
    }
    assert_eq!(
        server.call("elicitation/claim", json!({"elicitationId": hers})).unwrap()["claimedBy"],
        "person@example.com"
    );
    assert!(
        server.call("elicitation/submit", json!({"elicitationId": hers, "responses": {"name": "x"}})).is_ok()
    );
    server.key = Some(ci);
    assert_eq!(
        server.call("elicitation/wait", json!({"elicitationId": hers})).unwrap()["result"],
        json!({"name": "x"})
    );
    let history = server.call("elicitation/history", json!({"elicitationId": hers})).unwrap();
    assert_eq!(history["history"][2]["person"], "person@example.com");
}

#[test]
fn secrets_are_returned_to_the_asking_program_only() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (ci, person) = (make_key(&data, &["ci"]), make_key(&data, &["phone", "--role", "answers"]));
    let mut server = Server::on_disk(&data);
    server.key = Some(ci.clone());
    let form = json!({"id": "key", "title": "Key", "fields": [
        {"id": "key", "type": "text", "label": "Key", "required": true, "rendering": {"inputType": "password"}}
    ]});
    let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let id = asked["elicitationId"].clone();
    let mut theirs = {
        server.key = Some(person.clone());
        server.events("/events")
    };
    server
        .call("elicitation/submit", json!({"elicitationId": id, "responses": {"key": "correct horse"}}))
        .unwrap();
    let event = theirs.next().unwrap();
    assert_eq!(event.data["method"], "notifications/elicitation/complete");
    assert!(!event.data.to_string().contains("correct horse"));
    for method in ["elicitation/status", "elicitation/wait", "elicitation/history"] {
        let seen = server.call(method, json!({"elicitationId": id})).unwrap();
        assert!(!seen.to_string().contains("correct horse"), "{seen}");
    }
    server.key = Some(ci);
    let result = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
    assert_eq!(result["result"]["key"], "correct horse");
    assert!(!server.call("elicitation/list", json!({})).unwrap().to_string().contains("correct horse"));
    let metrics = server.get("/metrics");
    assert!(!metrics.text().contains("correct horse"));
    let (_, log) = server.stop();
    assert!(!log.contains("correct horse") && !log.contains("ask_"), "{log}");
}

#[test]
fn keys_are_added_and_revoked_at_run_time() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let mut server = Server::on_disk(&data);
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"});
    assert_eq!(server.post(&list).status, 200, "no keys: one local client");
    let key = make_key(&data, &["ci", "--per-window", "2"]);
    until("a key is needed", || server.post(&list).status == 401);
    server.key = Some(key);
    assert_eq!(server.post(&list).status, 200);
    // Its own limit is less than the service's.
    let asked: Vec<_> = (0..3).map(|_| server.call("elicitation/create", json!({"prompt": "?"}))).collect();
    let limited = asked[2].as_ref().unwrap_err();
    assert_eq!(
        (asked[1].is_ok(), &limited["code"], &limited["data"]["type"]),
        (true, &json!(-32004), &json!("rate_limited"))
    );
    assert!(limited["data"]["retry_after_ms"].as_u64().unwrap() > 0);

    let mut events = server.events("/events");
    let revoked = run(folder.path(), &["keys", "revoke", "ci", "--data", data.to_str().unwrap()]);
    assert!(revoked.status.success());
    until("the key is worthless", || server.post(&list).status == 401);
    let fresh = make_key(&data, &["ci-2", "--client", "ci"]);
    until("another key works", || {
        server.key = Some(fresh.clone());
        server.post(&list).status == 200
    });
    // The same program with another key; the stream of the revoked one hears nothing of it.
    assert_eq!(
        server.call("elicitation/list", json!({})).unwrap()["elicitations"].as_array().unwrap().len(),
        2
    );
    let first = &server.call("elicitation/list", json!({})).unwrap()["elicitations"][0]["elicitationId"];
    server.call("elicitation/decline", json!({"elicitationId": first})).unwrap();
    assert_eq!(events.next(), None);
    let listed = run(folder.path(), &["keys", "list", "--data", data.to_str().unwrap()]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(
        listed.starts_with("ci-2                 asks     as ci, ") && listed.lines().count() == 1,
        "{listed}"
    );
}

/// A key that root creates for a service of another user belongs to that user; and root writes to
/// no other file, even if the service's folder has a symbolic link.
#[cfg(unix)]
#[test]
fn key_file_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt as _, chown, symlink};
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    std::fs::create_dir(&data).unwrap();
    let is_root = std::fs::metadata(&data).unwrap().uid() == 0;
    let owner = if is_root { 12_345 } else { std::fs::metadata(&data).unwrap().uid() };
    if is_root {
        chown(&data, Some(owner), Some(owner)).unwrap();
    }
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "precious").unwrap();
    symlink(&victim, data.join("keys.json.new")).unwrap();
    make_key(&data, &["first"]);
    make_key(&data, &["second"]);
    for name in ["keys.json", "keys.json.lock"] {
        let found = std::fs::symlink_metadata(data.join(name)).unwrap();
        assert_eq!((found.uid(), found.mode() & 0o7777, found.is_file()), (owner, 0o600, true), "{name}");
    }
    let kept = std::fs::metadata(&victim).unwrap();
    assert_eq!(kept.uid(), std::fs::metadata(folder.path()).unwrap().uid());
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
}

#[test]
fn wait_with_a_revoked_key_gets_no_result() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (stolen, kept) = (make_key(&data, &["stolen", "--client", "ci"]), make_key(&data, &["ci"]));
    let mut server = Server::on_disk(&data);
    server.key = Some(kept);
    let id = server.ask_name();
    let mut thief = Connection::open(server.address);
    let wait =
        json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/wait", "params": {"elicitationId": id}});
    let bearer = format!("Bearer {stolen}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    thief.send("POST", "/rpc", &headers, wait.to_string().as_bytes()).unwrap();
    let metrics = |server: &Server| {
        let bearer = format!("Bearer {}", server.key.as_deref().unwrap());
        server.ask("GET", "/metrics", &[("authorization", &bearer)], b"").text()
    };
    until("a wait is open", || metrics(&server).contains("askwell_waits_open 1"));
    let revoked = run(folder.path(), &["keys", "revoke", "stolen", "--data", data.to_str().unwrap()]);
    assert!(revoked.status.success());
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"}).to_string();
    until("the key is worthless", || server.ask("POST", "/rpc", &headers, list.as_bytes()).status == 401);
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}})).unwrap();
    let told = thief.response().unwrap();
    assert_eq!((told.status, &told.json()["error"]["code"]), (401, &json!(-32015)), "{told:?}");
}

#[test]
fn operators_read_all_and_create_nothing() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (ci, operator) = (make_key(&data, &["ci"]), make_key(&data, &["ops", "--role", "operates"]));
    let mut server = Server::on_disk(&data);
    server.key = Some(ci.clone());
    let form =
        json!({"id": "f", "title": "F", "fields": [{"id": "report", "type": "file", "label": "Report"}]});
    let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let path = format!("/uploads/{}/report?filename=a.txt", asked["elicitationId"].as_str().unwrap());
    let upload = |key: &str| {
        let bearer = format!("Bearer {key}");
        server.ask("POST", &path, &[("content-type", "text/plain"), ("authorization", &bearer)], b"x")
    };
    let refused = upload(&operator);
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (403, &json!(-32016)));
    assert_eq!(upload(&ci).status, 201);
    server.key = Some(operator);
    assert!(server.call("elicitation/status", json!({"elicitationId": asked["elicitationId"]})).is_ok());
}
