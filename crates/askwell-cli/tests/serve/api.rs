//! The JSON-RPC API over HTTP, with exact requests and responses.

use serde_json::{Value, json};

use crate::server::{Server, name_form, outcome};

#[test]
fn created_elicitation_is_answered_and_awaited() {
    let server = Server::in_memory();
    let created =
        server.call("elicitation/create", json!({"mode": "form", "formDefinition": name_form()})).unwrap();
    let id = created["elicitationId"].as_str().unwrap();
    assert!(id.starts_with("elic_"));
    assert_eq!((&created["mode"], &created["status"]), (&json!("form"), &json!("pending")));
    assert_eq!(created["formDefinition"], name_form());
    let (at, until) = (created["createdAt"].as_u64().unwrap(), created["timeoutAt"].as_u64().unwrap());
    assert_eq!(until - at, 300_000);

    let refused =
        server.call("elicitation/submit", json!({"elicitationId": id, "responses": {}})).unwrap_err();
    assert_eq!((&refused["code"], &refused["message"]), (&json!(-32007), &json!("Form validation failed")));
    let data = &refused["data"];
    assert_eq!(data["type"], "validation");
    assert_eq!(
        (&data["retry_allowed"], &data["retry_limit"], &data["retry_count"]),
        (&json!(true), &json!(3), &json!(1))
    );
    let error = &data["errors"][0];
    assert_eq!(
        (&error["field"], &error["code"], &error["path"]),
        (&json!("name"), &json!(-32007), &json!(["name"]))
    );
    assert_eq!((&error["message"], &error["constraint"]), (&json!("Name is required."), &json!("required")));

    let pending = server.call("elicitation/wait", json!({"elicitationId": id, "timeoutMs": 1})).unwrap();
    assert_eq!((&pending["status"], pending.get("result")), (&json!("active"), None));
    let done = server
        .call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "Zoë"}}))
        .unwrap();
    assert_eq!(done, json!({"status": "completed"}));
    let waited = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
    assert_eq!((&waited["status"], &waited["result"]), (&json!("completed"), &json!({"name": "Zoë"})));
    let late = server.call("elicitation/decline", json!({"elicitationId": id})).unwrap_err();
    assert_eq!((&late["code"], &late["data"]["status"]), (&json!(-32002), &json!("completed")));
    let status = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!((&status["result"], &status["formDefinition"]), (&json!({"name": "Zoë"}), &name_form()));
    let history = server.call("elicitation/history", json!({"elicitationId": id})).unwrap();
    let events: Vec<_> = history["history"].as_array().unwrap().iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["created", "rejected", "complete"]);
}

#[test]
fn elicitations_are_created_in_every_mode() {
    let server = Server::in_memory();
    for (params, mode, timeout) in [
        (json!({"formDefinition": name_form()}), "form", 300_000),
        (json!({"mode": "form", "formDefinition": name_form(), "timeout": 5000}), "form", 5000),
        (json!({"mode": "inline", "prompt": "Enter API key:"}), "inline", 30_000),
        (json!({"mode": "inline"}), "inline", 30_000),
        (json!({"prompt": "Enter API key:", "timeout": 60000, "size_limit": 256}), "inline", 60_000),
        (json!({"mode": "terminal"}), "terminal", 600_000),
        (json!({"mode": "terminal", "formDefinition": name_form()}), "terminal", 600_000),
        (json!({"mode": "url", "url": "https://8.8.8.8/sign", "message": "Please sign."}), "url", 300_000),
        (json!({"url": "https://8.8.8.8/sign", "prompt": "Please sign.", "size_limit": 4}), "url", 300_000),
        (
            json!({"mode": "inline", "prompt": "For one person", "person": "person@example.com"}),
            "inline",
            30_000,
        ),
    ] {
        let created = server.call("elicitation/create", params.clone()).unwrap();
        assert_eq!(created["mode"], mode, "{params}");
        let wait = created["timeoutAt"].as_u64().unwrap() - created["createdAt"].as_u64().unwrap();
        assert_eq!(wait, timeout, "{params}");
        assert_eq!(created.get("person"), params.get("person"));
        let id = &created["elicitationId"];
        let answered = match mode {
            "form" => {
                server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}}))
            }
            "terminal" if params.get("formDefinition").is_some() => server.call(
                "elicitation/submit",
                json!({"elicitationId": id, "form_id": "who", "metadata": {}, "responses": {"name": "x"}}),
            ),
            _ => server.call("elicitation/complete", json!({"elicitationId": id, "result": "x"})),
        };
        assert_eq!(answered, Ok(json!({"status": "completed"})), "{params}");
    }
}

#[test]
fn errors_state_what_where_and_what_to_do() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let page =
        server.call("elicitation/create", json!({"url": "https://8.8.8.8/", "size_limit": 4})).unwrap();
    let prompt = server.call("elicitation/create", json!({"prompt": "?", "size_limit": 8})).unwrap();
    let form = |timeout: Value| json!({"formDefinition": {"id": "a", "title": "A", "timeout": timeout, "fields": name_form()["fields"]}});
    let location = "elic_0198c0ffee007000a000000000000000";
    for (method, params, code, kind) in [
        ("elicitation/nothing", json!({}), -32601, "method_not_found"),
        ("elicitation/status", json!({}), -32602, "invalid_params"),
        ("elicitation/status", json!([]), -32602, "invalid_params"),
        ("elicitation/status", json!({"elicitationId": 1}), -32602, "invalid_params"),
        ("elicitation/status", json!({"elicitationId": "elic_1"}), -32001, "not_found"),
        ("elicitation/status", json!({"elicitationId": id, "more": 1}), -32602, "invalid_params"),
        ("elicitation/status", json!({"elicitationId": location}), -32001, "not_found"),
        ("elicitation/submit", json!({"elicitationId": location, "responses": {}}), -32001, "not_found"),
        ("elicitation/submit", json!({"elicitationId": id}), -32602, "invalid_params"),
        (
            "elicitation/submit",
            json!({"elicitationId": id, "responses": {}, "form_id": "other"}),
            -32602,
            "invalid_params",
        ),
        (
            "elicitation/submit",
            json!({"elicitationId": page["elicitationId"], "responses": {}}),
            -32014,
            "submission",
        ),
        (
            "elicitation/complete",
            json!({"elicitationId": page["elicitationId"], "result": "12345"}),
            -32011,
            "submission",
        ),
        (
            "elicitation/complete",
            json!({"elicitationId": prompt["elicitationId"], "result": "123456789"}),
            -32011,
            "submission",
        ),
        ("elicitation/create", json!({}), -32602, "invalid_params"),
        ("elicitation/create", json!({"mode": "form"}), -32602, "invalid_params"),
        ("elicitation/create", json!({"mode": "url"}), -32602, "invalid_params"),
        ("elicitation/create", json!({"mode": "telegram", "prompt": "x"}), -32602, "invalid_params"),
        (
            "elicitation/create",
            json!({"url": "https://8.8.8.8", "formDefinition": name_form()}),
            -32602,
            "invalid_params",
        ),
        ("elicitation/create", json!({"prompt": "x", "parameters": {}}), -32602, "invalid_params"),
        ("elicitation/create", json!({"prompt": "x", "idempotencyKey": ""}), -32602, "invalid_params"),
        ("elicitation/create", json!({"prompt": "x", "size_limit": 0}), -32602, "invalid_params"),
        ("elicitation/create", json!({"formDefinition": {"id": "a"}}), -32008, "invalid_form"),
        ("elicitation/create", json!({"template": "none"}), -32017, "unknown_template"),
        ("elicitation/create", json!({"prompt": "x", "timeout": 500}), -32009, "timeout_too_small"),
        ("elicitation/create", json!({"prompt": "x", "timeout": 3_600_001}), -32009, "timeout_too_large"),
        ("elicitation/create", json!({"prompt": "x", "timeout": 0}), -32009, "invalid_timeout"),
        ("elicitation/create", json!({"prompt": "x", "timeout": -5}), -32009, "invalid_timeout"),
        ("elicitation/create", json!({"prompt": "x", "timeout": "soon"}), -32009, "invalid_timeout"),
        ("elicitation/create", form(json!(500)), -32009, "timeout_too_small"),
        ("elicitation/create", form(json!(3_600_001)), -32009, "timeout_too_large"),
        ("elicitation/create", form(json!("soon")), -32009, "invalid_timeout"),
        ("elicitation/create", json!({"url": "http://127.0.0.1:8080/admin"}), -32010, "unsafe_url"),
        ("elicitation/create", json!({"url": "https://localhost/"}), -32010, "unsafe_url"),
        (
            "elicitation/extend_timeout",
            json!({"elicitationId": id, "extensionDuration": 999_999_999}),
            -32013,
            "extension_out_of_bounds",
        ),
        ("elicitation/cancel", json!({"elicitationId": id, "reason": "timeout"}), -32602, "invalid_params"),
        ("elicitation/wait", json!({"elicitationId": id, "timeoutMs": 300_001}), -32602, "invalid_params"),
        ("elicitation/list", json!({"status": "lost"}), -32602, "invalid_params"),
        ("elicitation/list", json!({"limit": 0}), -32602, "invalid_params"),
        ("elicitation/list", json!({"cursor": "x"}), -32602, "invalid_params"),
        ("templates/list", json!({"x": 1}), -32602, "invalid_params"),
    ] {
        let error = server.call(method, params.clone()).unwrap_err();
        assert_eq!(
            (&error["code"], &error["data"]["type"]),
            (&json!(code), &json!(kind)),
            "{method} {params}: {error}"
        );
        if code == -32602 {
            assert!(error["data"]["pointer"].as_str().unwrap().starts_with("/params"), "{error}");
        }
    }
    let small = server.call("elicitation/create", json!({"prompt": "x", "timeout": 500})).unwrap_err();
    assert_eq!(small["data"], json!({"type": "timeout_too_small", "requested": 500, "minimum": 1000}));
}

#[test]
fn elicitation_times_out_and_can_be_extended() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let extended = server
        .call("elicitation/extend_timeout", json!({"elicitationId": id, "extensionDuration": 300_000}))
        .unwrap();
    assert_eq!(extended["extensionsRemaining"], 1);
    assert!(extended["newTimeoutAt"].is_u64() && extended.as_object().unwrap().len() == 2);
    server.call("elicitation/extend_timeout", json!({"elicitationId": id})).unwrap();
    let refused = server.call("elicitation/extend_timeout", json!({"elicitationId": id})).unwrap_err();
    assert_eq!((&refused["code"], &refused["data"]["limit"]), (&json!(-32012), &json!(2)));

    let short = server.call("elicitation/create", json!({"prompt": "Quick!", "timeout": 1000})).unwrap();
    let over = server.call("elicitation/wait", json!({"elicitationId": short["elicitationId"]})).unwrap();
    assert_eq!((&over["status"], &over["reason"]), (&json!("timeout"), &json!("timeout")));
    let late = server
        .call("elicitation/complete", json!({"elicitationId": short["elicitationId"], "result": "x"}))
        .unwrap_err();
    assert_eq!((&late["code"], &late["data"]["type"]), (&json!(-32003), &json!("timeout")));

    for _ in 0..3 {
        let error =
            server.call("elicitation/submit", json!({"elicitationId": id, "responses": {}})).unwrap_err();
        assert_eq!(error["data"]["retry_allowed"], true);
    }
    let last = server.call("elicitation/submit", json!({"elicitationId": id, "responses": {}})).unwrap_err();
    assert_eq!((&last["code"], &last["data"]["retry_allowed"]), (&json!(-32007), &json!(false)));
    let status = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!((&status["status"], &status["reason"]), (&json!("cancelled"), &json!("max_retries_exceeded")));
}

#[test]
fn lists_come_in_pages() {
    let server = Server::in_memory();
    let mut ids: Vec<String> = (0..5).map(|_| server.ask_name()).collect();
    // Names sort by time; within one millisecond in any order.
    ids.sort();
    server.call("elicitation/decline", json!({"elicitationId": ids[0]})).unwrap();
    server.call("elicitation/cancel", json!({"elicitationId": ids[1], "reason": "session_expired"})).unwrap();
    let list = |params| {
        let page = server.call("elicitation/list", params).unwrap();
        let found = page["elicitations"].as_array().unwrap().clone();
        let ids: Vec<String> =
            found.iter().map(|one| one["elicitationId"].as_str().unwrap().to_owned()).collect();
        (ids, page.get("nextCursor").cloned())
    };
    let newest = |range: std::ops::Range<usize>| ids[range].iter().rev().cloned().collect::<Vec<_>>();
    assert_eq!(list(json!({})), (newest(0..5), None));
    let (first, cursor) = list(json!({"limit": 3}));
    assert_eq!(
        (first, list(json!({"limit": 3, "cursor": cursor.unwrap()}))),
        (newest(2..5), (newest(0..2), None))
    );
    assert_eq!(list(json!({"status": "pending"})).0, newest(2..5));
    assert_eq!(list(json!({"status": ["declined", "cancelled"], "mode": "form"})).0, newest(0..2));
    assert_eq!(list(json!({"mode": "url"})).0, Vec::<String>::new());
}

#[test]
fn same_idempotency_key_creates_one_elicitation() {
    let server = Server::in_memory();
    let params = json!({"formDefinition": name_form(), "idempotencyKey": "release-42"});
    let first = server.call("elicitation/create", params.clone()).unwrap();
    assert_eq!(server.call("elicitation/create", params).unwrap(), first);
}

#[test]
fn batches_and_notifications() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let batch = json!([
        {"jsonrpc": "2.0", "id": "a", "method": "elicitation/status", "params": {"elicitationId": id}},
        {"jsonrpc": "2.0", "method": "elicitation/decline", "params": {"elicitationId": id}},
        {"jsonrpc": "2.0", "id": 12345678901234567890_u64, "method": "elicitation/wait", "params": {"elicitationId": id}},
        {"jsonrpc": "1.0", "id": 3, "method": "x"},
        7,
        {"jsonrpc": "2.0", "id": null, "method": "elicitation/nothing"},
    ]);
    let response = server.post(&batch);
    let answers = response.json();
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!("a"), &json!(12345678901234567890_u64), &json!(3), &Value::Null, &Value::Null]);
    assert_eq!(outcome(&answers[1]).unwrap()["status"], "declined");
    let codes: Vec<_> =
        answers.as_array().unwrap().iter().skip(2).map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, [-32600, -32600, -32601]);

    let silent = server.post(&json!({"jsonrpc": "2.0", "method": "elicitation/list"}));
    assert_eq!((silent.status, silent.body.len()), (204, 0));
    let silent = server.post(&json!([{"jsonrpc": "2.0", "method": "elicitation/list"}]));
    assert_eq!((silent.status, silent.body.len()), (204, 0));
    for (text, code) in [
        ("", -32700),
        ("{", -32700),
        ("[]", -32600),
        ("7", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    ] {
        let response = server.post_text(text);
        assert_eq!((response.status, &response.json()["error"]["code"]), (400, &json!(code)), "{text}");
    }
}

/// Text that would not be shown is rejected, and shown text contains no hidden characters.
#[test]
fn unused_and_hidden_text_is_rejected() {
    let server = Server::in_memory();
    let page = |message: &str| json!({"url": "https://8.8.8.8/sign", "message": message});
    for (params, pointer) in [
        (json!({"formDefinition": name_form(), "prompt": "Who?"}), "/params"),
        (json!({"template": "deploy", "message": "Who?"}), "/params"),
        (json!({"prompt": "Who?", "message": "What?"}), "/params/message"),
        (page(&"x".repeat(2_049)), "/params/message"),
        (page("sign \u{202e}gnihton"), "/params/message"),
    ] {
        let refused = server.call("elicitation/create", params.clone()).unwrap_err();
        assert_eq!(
            (&refused["code"], &refused["data"]["pointer"]),
            (&json!(-32602), &json!(pointer)),
            "{params}"
        );
    }
    for message in ["", "Please sign", &"x".repeat(2_048)] {
        assert!(server.call("elicitation/create", page(message)).is_ok(), "{message}");
    }
}

#[test]
fn numbers_keep_all_digits() {
    let server = Server::in_memory();
    let form = r#"{"id":"n","title":"N","fields":[{"id":"n","type":"number","label":"N","required":true}]}"#;
    let asked = server.post_text(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{{"formDefinition":{form}}}}}"#
    ));
    let id = asked.json()["result"]["elicitationId"].as_str().unwrap().to_owned();
    let digits = "0.1234567890123456789012345678";
    server.post_text(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/submit","params":{{"elicitationId":"{id}","responses":{{"n":{digits}}}}}}}"#));
    let waited = server.post_text(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/wait","params":{{"elicitationId":"{id}"}}}}"#
    ));
    assert!(waited.text().contains(digits), "{}", waited.text());
}

#[test]
fn claims_are_shown_to_others() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let claimed = server.call("elicitation/claim", json!({"elicitationId": id})).unwrap();
    assert_eq!((&claimed["claimedBy"], claimed.get("taken")), (&json!("local"), None));
    let tried = server.call("elicitation/claim", json!({"elicitationId": id, "ifFree": true})).unwrap();
    assert_eq!((&tried["claimedBy"], &tried["taken"]), (&json!("local"), &json!(false)));
    let released = server.call("elicitation/release", json!({"elicitationId": id})).unwrap();
    assert_eq!(released.get("claimedBy"), None);
    let tried = server.call("elicitation/claim", json!({"elicitationId": id, "ifFree": true})).unwrap();
    assert_eq!((&tried["claimedBy"], &tried["taken"]), (&json!("local"), &json!(true)));
    assert!(server.call("elicitation/claim", json!({"elicitationId": id, "ifFree": "yes"})).is_err());
}

#[test]
fn operators_list_all_elicitations() {
    let server = Server::in_memory();
    server.ask_name();
    let with_id = server.ask("GET", "/healthz", &[("x-request-id", "abc-1")], b"");
    assert_eq!(
        (with_id.status, with_id.header("x-request-id"), &*with_id.text()),
        (200, Some("abc-1"), "alive\n")
    );
    let without = server.ask("GET", "/readyz", &[("x-request-id", "not\tplain")], b"");
    assert_eq!((without.status, &*without.text()), (200, "ready\n"));
    assert_eq!(without.header("x-request-id").unwrap().len(), 16);
    let metrics = server.get("/metrics").text();
    for line in [
        "askwell_elicitations_created_total{mode=\"form\"} 1",
        "askwell_elicitations_open",
        "askwell_rpc_calls_total{method=\"elicitation/create\",outcome=\"ok\"} 1",
        "askwell_http_requests_total{path=\"/healthz\",status=\"2xx\"} 1",
        "askwell_rpc_seconds_bucket",
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
    assert!(server.get("/").text().contains("/openrpc.json"));
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.get("/rpc").status, 405);
}

#[test]
fn url_mode_and_url_fields_treat_names_without_an_address_alike() {
    let page = json!({"mode": "url", "url": "https://nothing.invalid/sign", "message": "Please sign."});
    let form = json!({"id": "f", "title": "F", "fields": [{"id": "link", "type": "url", "label": "Link"}]});
    let submit = |server: &Server| {
        let created = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
        let answer = json!({"elicitationId": created["elicitationId"], "responses": {"link": "https://nothing.invalid/"}});
        server.call("elicitation/submit", answer)
    };
    let lenient = Server::in_memory();
    lenient.call("elicitation/create", page.clone()).unwrap();
    assert_eq!(submit(&lenient).unwrap(), json!({"status": "completed"}));
    let folder = tempfile::tempdir().unwrap();
    let strict = Server::with(folder.path(), &["--memory", "--set", "urls.must_resolve=true"]);
    let refused = strict.call("elicitation/create", page).unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("does not resolve"), "{refused}");
    let refused = submit(&strict).unwrap_err();
    assert_eq!(refused["data"]["errors"][0]["constraint"], "mustResolve");
}
