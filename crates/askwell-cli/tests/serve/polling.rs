//! The polling contract of MCP servers: `POST /elicitations`, `GET /elicitations/{id}`.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::Response;
use crate::server::{GENEROUS, Server, data_in, isolated, make_key};

/// What an MCP server posts.
fn confirmation() -> Value {
    json!({
        "mode": "form",
        "message": "About to send an email",
        "requestedSchema": {"type": "object", "required": ["confirm"],
                            "properties": {"confirm": {"type": "boolean", "title": "Send it?"}}},
        "_meta": {"com.example/tool-name": "send_email"}
    })
}

fn post_to(server: &Server, path: &str, headers: &[(&str, &str)], body: &Value) -> Response {
    let headers = [&[("content-type", "application/json")], headers].concat();
    server.ask("POST", path, &headers, body.to_string().as_bytes())
}

fn post(server: &Server, body: &Value) -> Response {
    post_to(server, "/elicitations", &[], body)
}

fn ask(server: &Server, body: &Value) -> String {
    let created = post(server, body);
    assert_eq!(created.status, 200, "{}", created.text());
    created.json()["requestId"].as_str().unwrap().to_owned()
}

fn poll(server: &Server, id: &str) -> Value {
    let polled = server.get(&format!("/elicitations/{id}"));
    assert_eq!(polled.status, 200, "{}", polled.text());
    polled.json()
}

#[test]
fn every_outcome_has_its_action() {
    let server = Server::in_memory();
    for (method, params, expected) in [
        (
            "elicitation/submit",
            json!({"responses": {"confirm": true}}),
            json!({"action": "accept", "content": {"confirm": true}}),
        ),
        (
            "elicitation/decline",
            json!({"reason": "not now"}),
            json!({"action": "decline", "declineReason": "not now"}),
        ),
        ("elicitation/cancel", json!({}), json!({"action": "cancel"})),
    ] {
        let id = ask(&server, &confirmation());
        assert_eq!(poll(&server, &id), json!({"action": "pending"}));
        let mut params = params;
        params["elicitationId"] = json!(id);
        server.call(method, params).unwrap();
        assert_eq!(poll(&server, &id), expected);
        assert_eq!(poll(&server, &id), expected, "the answer stays");
    }
}

#[test]
fn request_expires_when_its_server_stops_polling() {
    let server = Server::in_memory();
    let created = server.call("elicitation/create", json!({"prompt": "now"})).unwrap();
    let now = created["createdAt"].as_i64().unwrap();
    let in_ms = |millis: i64| {
        let whole_seconds = (now + millis).div_euclid(1_000);
        askwell_form::DateTime::from_unix_seconds(whole_seconds, 0).unwrap().to_string()
    };
    let mut body = confirmation();
    body["_meta"] = json!({"com.example/expires-at": in_ms(2_000)});
    let id = ask(&server, &body);
    let waited = server.get(&format!("/elicitations/{id}?timeoutMs=60000"));
    assert_eq!(waited.json(), json!({"action": "expired"}));

    // Longer than the service allows: the longest timeout.
    for (millis, expected) in [(100_000_000, 3_600_000_u64), (10_000, 10_000)] {
        body["_meta"] = json!({"expires-at": in_ms(millis)});
        let id = ask(&server, &body);
        let granted = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
        let granted = granted["timeoutMs"].as_u64().unwrap();
        assert!(granted <= expected && granted > expected.saturating_sub(9_000), "{granted} of {expected}");
    }
    for wrong in ["2020-01-01T00:00:00Z", "soon"] {
        body["_meta"] = json!({"com.example/expires-at": wrong});
        let refused = post(&server, &body);
        assert_eq!((refused.status, &refused.json()["error"]["data"]["pointer"]), (422, &json!("/_meta")));
    }
}

#[test]
fn repeated_post_with_the_same_request_id_is_the_same_request() {
    let server = Server::in_memory();
    let mut body = confirmation();
    body["_meta"]["com.example/request-id"] = json!("0d4c1f9e");
    let first = ask(&server, &body);
    assert_eq!(ask(&server, &body), first);
    body["message"] = json!("About to delete everything");
    let conflict = post(&server, &body);
    assert_eq!((conflict.status, &conflict.json()["error"]["code"]), (422, &json!(-32020)));
}

#[test]
fn wrong_requests_are_rejected_with_the_place() {
    let server = Server::in_memory();
    for (member, value, pointer) in [
        ("mode", json!("popup"), "/mode"),
        ("mode", json!("url"), "/url"),
        ("message", json!(null), "/message"),
        ("message", json!(3), "/message"),
        ("requestedSchema", json!(null), "/requestedSchema"),
        ("requestedSchema", json!("x"), "/params/requestedSchema"),
    ] {
        let mut body = confirmation();
        body[member] = value;
        let refused = post(&server, &body);
        assert_eq!(
            (refused.status, &refused.json()["error"]["data"]["pointer"]),
            (422, &json!(pointer)),
            "{member}"
        );
    }
    let nested = json!({"message": "?", "requestedSchema": {"properties": {"a": {"type": "object"}}}});
    assert_eq!(post(&server, &nested).json()["error"]["code"], -32008);
    let page = json!({"mode": "url", "message": "Sign in", "url": "http://127.0.0.1/"});
    assert_eq!(post(&server, &page).json()["error"]["code"], -32010);
    for (kind, body, status) in
        [("text/plain", "{}", 415), ("application/json", "{", 400), ("application/json", "[]", 422)]
    {
        let refused = server.ask("POST", "/elicitations", &[("content-type", kind)], body.as_bytes());
        assert_eq!(refused.status, status, "{body}");
    }
    for path in
        ["/elicitations/nothing", "/elicitations/%ff", "/elicitations/elic_0198c0ffee007000a000000000000000"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let id = ask(&server, &confirmation());
    for query in ["timeoutMs=x", "timeoutMs=900000", "wait=1"] {
        assert_eq!(server.get(&format!("/elicitations/{id}?{query}")).status, 422, "{query}");
    }
}

#[test]
fn key_is_sent_in_the_header_or_in_the_path_and_limits_apply() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["mailer", "--per-window", "2"]);
    let other = make_key(&data, &["other"]);
    let person = make_key(&data, &["phone", "--role", "answers", "--person", "a@example.com"]);
    let server = Server::with(Path::new("/"), &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat());
    let bearer = |key: &str| format!("Bearer {key}");

    let body = confirmation();
    let path = format!("/elicitations/{key}");
    let created = post_to(&server, &path, &[], &body);
    assert_eq!(created.status, 200, "{}", created.text());
    let id = created.json()["requestId"].as_str().unwrap().to_owned();
    let by_header = |key: &str| {
        server.ask("GET", &format!("/elicitations/{id}"), &[("authorization", &bearer(key))], b"").status
    };
    assert_eq!(server.get(&format!("/elicitations/{key}/{id}")).json(), json!({"action": "pending"}));
    assert_eq!((by_header(&key), by_header(&other)), (200, 404), "the elicitations of others are hidden");
    assert_eq!(server.get(&format!("/elicitations/{other}/{id}")).status, 404);

    for (path, headers, status) in [
        ("/elicitations".to_owned(), vec![], 401),
        ("/elicitations/ask_wrong".to_owned(), vec![], 401),
        (path.clone(), vec![("authorization", bearer(&key))], 400),
        (format!("/elicitations/{person}"), vec![], 403),
        ("/elicitations".to_owned(), vec![("authorization", bearer(&key))], 200),
        (path.clone(), vec![], 429),
    ] {
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answered = post_to(&server, &path, &headers, &body);
        assert_eq!(answered.status, status, "{}", answered.text());
    }
    assert!(!server.log().contains(&key), "the key in the path is not logged");
}

#[test]
fn bash_recipe_prints_the_answer_and_tells_outcomes_by_exit_code() {
    let folder = TempDir::new().unwrap();
    let server = Server::in_memory();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bash/ask.sh");
    for (method, params, expected) in [
        ("elicitation/submit", json!({"responses": {"go": true}}), (0, "{\"go\":true}\n")),
        ("elicitation/decline", json!({}), (1, "")),
        ("elicitation/cancel", json!({}), (2, "")),
    ] {
        let mut events = server.events("/events");
        let mut command = isolated(Command::new("bash"), folder.path());
        command.arg(&script).args(["Deploy 1.4.2?", r#"{"go": {"type": "boolean"}}"#]);
        command.env("ASKWELL_SERVICE", format!("http://{}", server.address));
        let asking = command.spawn().unwrap();
        let created = events.next().unwrap();
        let mut params = params;
        params["elicitationId"] = created.data["params"]["elicitationId"].clone();
        server.call(method, params).unwrap();
        let ended = asking.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stdout).unwrap();
        assert_eq!((ended.status.code(), said.as_str()), (Some(expected.0), expected.1));
    }
}
