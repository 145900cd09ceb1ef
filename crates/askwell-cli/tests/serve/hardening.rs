//! Hardening: headers, roles, names, permissions.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, data_in, make_key, name_form};

#[test]
fn two_authorization_headers_are_refused() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["ci"]);
    let server = Server::on_disk(&data);
    let bearer = format!("Bearer {key}");
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"}).to_string();
    let one = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    assert_eq!(server.ask("POST", "/rpc", &one, call.as_bytes()).status, 200);
    for second in [bearer.as_str(), "Bearer ask_x", "Basic eDp5"] {
        let two = [one[0], one[1], ("authorization", second)];
        for (method, path) in [
            ("POST", "/rpc"),
            ("GET", "/events"),
            ("GET", "/metrics"),
            ("POST", "/mcp"),
            ("POST", "/uploads/a/b"),
        ] {
            let refused = server.ask(method, path, &two, call.as_bytes());
            assert_eq!(
                (refused.status, &refused.json()["error"]["data"]["type"]),
                (400, &json!("authorization")),
                "{path} {second}"
            );
        }
    }
}

#[test]
fn api_responses_forbid_caching_and_sniffing() {
    let server = Server::in_memory();
    for path in ["/", "/openrpc.json", "/healthz", "/readyz", "/metrics", "/nothing", "/uploads/a/b"] {
        let answer = server.get(path);
        assert_eq!(
            (answer.header("x-content-type-options"), answer.header("cache-control")),
            (Some("nosniff"), Some("no-store")),
            "{path}"
        );
    }
    let answer = server.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"}));
    assert_eq!(
        (answer.header("x-content-type-options"), answer.header("cache-control")),
        (Some("nosniff"), Some("no-store"))
    );
}

#[test]
fn key_with_the_wrong_role_is_rejected() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    for role in ["answers", "operates"] {
        let bearer = format!("Bearer {}", make_key(&data, &[role, "--role", role]));
        crate::server::until("the key is known", || {
            server.ask("GET", "/metrics", &[("authorization", &bearer)], b"").status == 200
        });
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let refused = server.ask("POST", "/mcp", &headers, b"{}");
        assert_eq!(refused.status, 403);
        let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("has the role {role}")), "{message}");
    }
}

#[test]
fn person_cannot_read_answers_of_others() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let ci = make_key(&data, &["ci"]);
    let ann = make_key(&data, &["ann", "--role", "answers"]);
    let ben = make_key(&data, &["ben", "--role", "answers"]);
    let mut server = Server::on_disk(&data);
    server.key = Some(ben.clone());
    let mut heard = server.events("/events");
    server.key = Some(ci.clone());
    let id = server.ask_name();
    server.key = Some(ann.clone());
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "Ada"}})).unwrap();
    for (key, sees) in [(ci, true), (ann, true), (ben, false)] {
        server.key = Some(key);
        for (method, params) in [
            ("elicitation/status", json!({"elicitationId": id})),
            ("elicitation/wait", json!({"elicitationId": id, "timeoutMs": 0})),
        ] {
            let found = server.call(method, params).unwrap();
            assert_eq!(found["status"], "completed");
            assert_eq!(found.get("result"), sees.then(|| json!({"name": "Ada"})).as_ref(), "{method}");
        }
    }
    let complete = std::iter::from_fn(|| heard.next())
        .find(|event| event.data["method"] == "notifications/elicitation/complete")
        .unwrap();
    assert_eq!(complete.data["params"].get("result"), None);
}

#[test]
fn names_of_people_are_validated() {
    let server = Server::in_memory();
    let long = "a".repeat(65);
    for bad in ["", " ", "a b", "a\nb", "a\u{1b}[2J", "\u{202e}a", "a/b", &long] {
        let params = json!({"formDefinition": name_form(), "person": bad});
        let refused = server.call("elicitation/create", params).unwrap_err();
        assert_eq!(
            (&refused["code"], &refused["data"]["pointer"]),
            (&json!(-32602), &json!("/params/person")),
            "{bad:?}"
        );
    }
    for good in ["ann", "person@example.com", "local"] {
        let params = json!({"formDefinition": name_form(), "person": good});
        assert!(server.call("elicitation/create", params).is_ok(), "{good}");
    }
}

#[test]
fn readiness_is_checked_by_a_write() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    assert_eq!((server.get("/readyz").status, server.get("/readyz").status), (200, 200));
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    let file = std::fs::read(data.join("askwell.db")).unwrap();
    assert!(file.windows(9).any(|window| window == b"readiness"), "a note was written");
}

#[test]
fn local_inbox_needs_a_key_once_keys_exist() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let mut server = Server::on_disk(&data);
    assert_eq!(server.get("/inbox").status, 200);
    let ci = make_key(&data, &["ci"]);
    let ann = make_key(&data, &["phone", "--role", "answers", "--person", "ann"]);
    crate::server::until("keys are needed", || server.get("/metrics").status == 401);
    server.key = Some(ci.clone());
    let anyone = server.ask_name();
    let hers = server
        .call("elicitation/create", json!({"prompt": "Only Ann?", "person": "ann"}))
        .unwrap()["elicitationId"]
        .as_str()
        .unwrap()
        .to_owned();
    let basic = |key: &str| format!("Basic {}", STANDARD.encode(format!("me:{key}")));
    for path in ["/inbox".to_owned(), "/inbox/live".to_owned(), format!("/inbox/{anyone}")] {
        let refused = server.get(&path);
        assert_eq!(refused.status, 401, "{path}");
        assert!(refused.header("www-authenticate").unwrap().starts_with("Basic "), "{path}");
        let spoofed = server.ask("GET", &path, &[("x-askwell-inbox-person", "ann")], b"");
        assert_eq!(spoofed.status, 401, "{path}");
        let wrong = server.ask("GET", &path, &[("authorization", &basic("ask_x"))], b"");
        assert_eq!(wrong.status, 401, "{path}");
        let role = server.ask("GET", &path, &[("authorization", &basic(&ci))], b"");
        assert_eq!(role.status, 403, "{path}");
        assert!(role.text().contains("role asks"), "{}", role.text());
    }
    let bearer = format!("Bearer {ann}");
    for authorization in [basic(&ann), bearer] {
        let headers = [("authorization", authorization.as_str()), ("x-askwell-inbox-person", "ben")];
        let inbox = server.ask("GET", "/inbox", &headers, b"");
        assert_eq!(inbox.status, 200);
        assert!(inbox.text().contains("Who are you?") && inbox.text().contains("Only Ann?"));
        assert_eq!(server.ask("GET", &format!("/inbox/{hers}"), &headers, b"").status, 200);
    }
    // Links need no key: they are a way in of their own.
    let asked =
        server.call("elicitation/create", json!({"mode": "url", "formDefinition": name_form()})).unwrap();
    let path = asked["url"].as_str().unwrap().strip_prefix(&format!("http://{}", server.address)).unwrap();
    assert_eq!(server.get(path).status, 200);
}

#[cfg(unix)]
#[test]
fn readable_secrets_and_an_unencrypted_public_url_are_warned_about() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    make_key(&data, &["ci"]);
    let secret = folder.path().join("secret");
    let text = format!("whsec_{}", STANDARD.encode([7; 32]));
    std::fs::write(&secret, &text).unwrap();
    let settings = folder.path().join("askwell.toml");
    let webhook =
        |line: &str| format!("[[webhooks]]\nname = \"a\"\nurl = \"https://hooks.example.com/\"\n{line}\n");
    let allow = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let log = |url: &str| {
        let url = format!("public_url={url}");
        let arguments = [&["--data", data.to_str().unwrap(), "--set", &url], &GENEROUS[..]].concat();
        Server::with(folder.path(), &arguments).stop().1
    };
    std::fs::write(&settings, webhook("secret_file = \"secret\"")).unwrap();
    allow(&secret, 0o644);
    let told = log("http://ask.example.com");
    assert!(told.contains("WARN") && told.contains("secret") && told.contains("chmod 600"), "{told}");
    assert!(told.contains("public_url"), "{told}");
    allow(&secret, 0o600);
    let told = log("https://ask.example.com");
    assert!(!told.contains("chmod 600") && !told.contains("public_url"), "{told}");
    // The file with the settings is as good as the secret in it.
    std::fs::write(&settings, webhook(&format!("secret = \"{text}\""))).unwrap();
    allow(&settings, 0o640);
    let told = log("https://ask.example.com");
    assert!(
        told.contains("askwell.toml") && told.contains("chmod 600") && !told.contains("whsec_"),
        "{told}"
    );
}
