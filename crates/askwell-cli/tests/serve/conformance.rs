//! What the seed API promises beyond the everyday: schemas, keys, metadata, corrections, error shapes.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{Server, data_in, name_form};

/// An elicitation of a form that may be answered in part.
fn partial(server: &Server) -> Value {
    let form = json!({"id": "p", "title": "P", "allowPartial": true, "fields": [
        {"id": "one", "type": "text", "label": "One", "required": true},
        {"id": "two", "type": "text", "label": "Two", "required": true}]});
    server.call("elicitation/create", json!({"formDefinition": form})).unwrap()["elicitationId"].clone()
}

#[test]
fn used_key_with_another_question_is_a_conflict() {
    let server = Server::in_memory();
    let ask = |params: Value| server.call("elicitation/create", params);
    let first = ask(json!({"prompt": "Delete 5 files?", "idempotencyKey": "k"})).unwrap();
    assert_eq!(ask(json!({"prompt": "Delete 5 files?", "idempotencyKey": "k"})).unwrap(), first);
    let refused = ask(json!({"prompt": "Delete 9 files?", "idempotencyKey": "k"})).unwrap_err();
    assert_eq!(
        (&refused["code"], &refused["data"]["type"]),
        (&json!(-32020), &json!("idempotency_conflict"))
    );
    assert_eq!(refused["data"]["elicitationId"], first["elicitationId"]);
}

#[test]
fn same_key_in_url_mode_gives_the_same_link_also_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let params = json!({"mode": "url", "formDefinition": name_form(), "idempotencyKey": "k"});
    let server = Server::on_disk(&data);
    let ask = |server: &Server, params: &Value| {
        let asked = server.call("elicitation/create", params.clone()).unwrap();
        asked["url"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()
    };
    let first = ask(&server, &params);
    assert!((0..20).all(|_| ask(&server, &params) == first));
    let without = json!({"mode": "url", "formDefinition": name_form()});
    assert_ne!(ask(&server, &without), ask(&server, &without));
    server.kill();
    let server = Server::on_disk(&data);
    assert_eq!(ask(&server, &params), first);
    assert_eq!(server.get(&format!("/f/{first}")).status, 200);
}

#[test]
fn requested_schema_is_asked_with_a_message_or_a_title() {
    let server = Server::in_memory();
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
    let ask = |params: Value| server.call("elicitation/create", params);
    for (words, title, description) in [
        (json!({"message": "Where to?"}), "Where to?", None),
        (json!({"title": "Journey"}), "Journey", None),
        (json!({"title": "Journey", "message": "Where to?"}), "Journey", Some("Where to?")),
    ] {
        let mut params = words;
        params["requestedSchema"] = schema.clone();
        params["mode"] = json!("form");
        let created = ask(params).unwrap();
        let form = &created["formDefinition"];
        assert_eq!(
            (&form["title"], form.get("description")),
            (&json!(title), description.map(Value::from).as_ref())
        );
        let id = &created["elicitationId"];
        let done =
            server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"city": "Ulm"}}));
        assert_eq!(done, Ok(json!({"status": "completed"})));
        let waited = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
        assert_eq!(waited["result"], json!({"city": "Ulm"}));
    }
    for (params, code) in [
        (json!({"requestedSchema": schema}), -32602),
        (json!({"title": "T", "prompt": "?"}), -32602),
        (json!({"requestedSchema": schema, "message": "m", "formDefinition": name_form()}), -32602),
        (json!({"requestedSchema": {"type": "object", "properties": {}}, "message": "m"}), -32008),
        (json!({"requestedSchema": {"type": "object"}, "message": "m"}), -32008),
        (
            json!({"requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}, "message": "m"}),
            -32008,
        ),
    ] {
        assert_eq!(ask(params.clone()).unwrap_err()["code"], code, "{params}");
    }
}

#[test]
fn secret_prompt_is_a_password_and_kept_encrypted() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let created = server.call("elicitation/create", json!({"prompt": "API key", "secret": true})).unwrap();
    let field = &created["formDefinition"]["fields"][0];
    assert_eq!((&field["id"], &field["rendering"]["inputType"]), (&json!("answer"), &json!("password")));
    let id = &created["elicitationId"];
    server.call("elicitation/complete", json!({"elicitationId": id, "result": "hunter2-hunter2"})).unwrap();
    let waited = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
    assert_eq!(waited["result"], json!({"answer": "hunter2-hunter2"}));
    server.stop();
    let stored = std::fs::read(data.join("askwell.db")).unwrap();
    assert!(!stored.windows(7).any(|window| window == b"hunter2"));
}

#[test]
fn missing_fields_of_a_partial_answer_are_in_every_response() {
    let server = Server::in_memory();
    let mut events = server.events("/events");
    let id = partial(&server);
    let done = server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"two": "2"}}));
    assert_eq!(done, Ok(json!({"status": "completed", "missing": ["one"]})));
    for method in ["elicitation/wait", "elicitation/status"] {
        let told = server.call(method, json!({"elicitationId": id})).unwrap();
        assert_eq!(told["missing"], json!(["one"]), "{method}");
    }
    let complete = std::iter::from_fn(|| events.next())
        .find(|event| event.data["method"] == "notifications/elicitation/complete");
    assert_eq!(complete.unwrap().data["params"]["missing"], json!(["one"]));
}

#[test]
fn corrections_metadata_and_whole_responses_are_taken() {
    let server = Server::in_memory();
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true},
        {"id": "port", "type": "number", "label": "Port", "validation": {"maximum": 10}}]});
    let ask = || {
        let created = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
        created["elicitationId"].clone()
    };
    let submit = |params: Value| server.call("elicitation/submit", params);
    let id = ask();
    let wrong = submit(json!({"elicitationId": id, "responses": {"name": "x", "port": 11}})).unwrap_err();
    assert_eq!(wrong["data"]["retry_count"], 1);
    let corrected = json!({"elicitationId": id, "responses": {"port": 9}, "merge": true,
                           "metadata": {"user_agent": "test/1"}});
    assert_eq!(submit(corrected), Ok(json!({"status": "completed"})));
    for method in ["elicitation/wait", "elicitation/status"] {
        let told = server.call(method, json!({"elicitationId": id})).unwrap();
        assert_eq!(told["result"], json!({"name": "x", "port": 9}));
        assert_eq!(told["metadata"], json!({"user_agent": "test/1"}), "{method}");
    }
    let large = json!({"elicitationId": ask(), "responses": {}, "metadata": {"x": "x".repeat(20_000)}});
    assert_eq!(submit(large).unwrap_err()["data"]["pointer"], "/params/metadata");

    let answers = json!({"name": "y"});
    for params in [
        json!({"form_id": "f", "responses": answers}),
        json!({"result": {"form_id": "f", "responses": answers, "metadata": {}}}),
        json!({"result": answers}),
    ] {
        let id = ask();
        let mut params = params;
        params["elicitationId"] = id.clone();
        assert_eq!(server.call("elicitation/complete", params), Ok(json!({"status": "completed"})));
        let told = server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
        assert_eq!(told["result"], answers);
    }
    let other = json!({"elicitationId": ask(), "form_id": "g", "responses": answers});
    assert_eq!(server.call("elicitation/complete", other).unwrap_err()["code"], -32602);
}

#[test]
fn errors_have_the_types_and_members_of_their_family() {
    let server = Server::in_memory();
    for id in ["elic_1", "nonsense", "", "ELIC_0198c0ffee007000a000000000000000"] {
        let unknown = server.call("elicitation/status", json!({"elicitationId": id})).unwrap_err();
        assert_eq!(
            (&unknown["code"], &unknown["data"]["type"]),
            (&json!(-32001), &json!("not_found")),
            "{id}"
        );
    }
    let id = server.ask_name();
    let opened = server.call("elicitation/open", json!({"elicitationId": id})).unwrap();
    assert_eq!(opened["status"], "active");
    let wrong = json!({"elicitationId": id, "responses": {}});
    let counts: Vec<_> = (0..4)
        .map(|_| {
            let data = server.call("elicitation/submit", wrong.clone()).unwrap_err()["data"].clone();
            (
                data["retry_count"].as_u64().unwrap(),
                data["retry_allowed"] == true,
                data.get("reason").cloned(),
            )
        })
        .collect();
    let last = Some(json!("max_retries_exceeded"));
    assert_eq!(counts, [(1, true, None), (2, true, None), (3, true, None), (3, false, last)]);
    let closed = server.call("elicitation/submit", wrong).unwrap_err();
    let data = &closed["data"];
    assert_eq!(
        (&data["type"], &data["code"], &data["message"], &data["reason"], &data["status"]),
        (
            &json!("submission"),
            &json!(-32002),
            &closed["message"],
            &json!("max_retries_exceeded"),
            &json!("cancelled")
        )
    );

    let extended = server.ask_name();
    server.call("elicitation/extend_timeout", json!({"elicitationId": extended})).unwrap();
    let status = server.call("elicitation/status", json!({"elicitationId": extended})).unwrap();
    assert_eq!((&status["status"], &status["extensionsUsed"]), (&json!("active"), &json!(1)));
    let told = json!({"elicitationId": extended, "reason": " not on a Friday "});
    let declined = server.call("elicitation/decline", told).unwrap();
    assert_eq!(declined["declineReason"], "not on a Friday");

    let short = server.call("elicitation/create", json!({"prompt": "Quick!", "timeout": 1000})).unwrap();
    let id = &short["elicitationId"];
    server.call("elicitation/wait", json!({"elicitationId": id})).unwrap();
    let late = server.call("elicitation/complete", json!({"elicitationId": id, "result": "x"})).unwrap_err();
    let data = &late["data"];
    assert_eq!((&data["type"], &data["timeout_ms"]), (&json!("timeout"), &json!(1000)));
    assert!(data["elapsed_ms"].as_u64().unwrap() >= 1000, "{late}");
    assert!(late["message"].as_str().unwrap().starts_with("timed out at "), "{late}");
}
