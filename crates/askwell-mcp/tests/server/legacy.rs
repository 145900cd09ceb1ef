//! Conversations with clients of 2025-06-18 and 2025-11-25.

use std::time::Duration;

use insta::assert_snapshot;

use crate::script::Script;
use crate::workshop::{Begun, Page, engine, workshop};

const FORMS: &str = r#"{"elicitation":{}}"#;

/// A client that declares this much, with a server that has no pages.
async fn client(version: &str, capabilities: &str) -> Script {
    let server = workshop(&Begun::default()).build();
    Script::legacy(&server, version, capabilities).await
}

#[tokio::test]
async fn a_form_is_accepted() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("server", "{}");
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"host":"example.com","port":443}}"#);
    script.receive().await;
    assert_snapshot!("legacy-accept", script.transcript());
}

#[tokio::test]
async fn the_first_revision_knows_no_modes() {
    let mut script = client("2025-06-18", FORMS).await;
    script.call("wizard", "{}");
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"kind":"small"}}"#);
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"size":3}}"#);
    script.receive().await;
    assert_snapshot!("legacy-wizard-2025-06-18", script.transcript());
}

#[tokio::test]
async fn a_person_can_say_no_or_go_away() {
    for (name, result) in [
        ("decline", r#"{"action":"decline"}"#),
        ("decline-null", r#"{"action":"decline","content":null}"#),
        ("cancel", r#"{"action":"cancel"}"#),
    ] {
        let mut script = client("2025-11-25", FORMS).await;
        script.call("delete", r#"{"path":"/tmp/a"}"#);
        let request = script.receive().await;
        script.answer(&request, result);
        script.receive().await;
        assert_snapshot!(format!("legacy-{name}"), script.transcript());
    }
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("server", "{}");
    for content in [r#"{"port":70000}"#, "null", r#"{"host":"example.com"}"#] {
        let request = script.receive().await;
        script.answer(&request, &format!(r#"{{"action":"accept","content":{content}}}"#));
    }
    script.receive().await;
    assert_snapshot!("legacy-invalid-then-valid", script.transcript());
}

#[tokio::test]
async fn patience_with_invalid_answers_ends() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("server", "{}");
    for _ in 0..4 {
        let request = script.receive().await;
        script.answer(&request, r#"{"action":"accept"}"#);
    }
    let end = script.receive().await;
    assert_eq!(end["result"]["content"][0]["text"], "cancelled: max_retries_exceeded");
}

#[tokio::test]
async fn nothing_can_be_an_answer() {
    for content in ["", r#","content":null"#, r#","content":{}"#] {
        let mut script = client("2025-11-25", FORMS).await;
        script.call("note", "{}");
        let request = script.receive().await;
        script.answer(&request, &format!(r#"{{"action":"accept"{content}}}"#));
        assert_eq!(script.receive().await["result"]["content"][0]["text"], "{}", "{content}");
    }
}

#[tokio::test]
async fn several_questions_go_out_at_once() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("both", "{}");
    let (server, note) = (script.receive().await, script.receive().await);
    script.answer(&note, r#"{"action":"accept","content":{"note":"soon"}}"#);
    script.answer(&server, r#"{"action":"accept","content":{"host":"example.com"}}"#);
    let end = script.receive().await;
    let expected = r#"{"host":"example.com","port":8080} {"note":"soon"}"#;
    assert_eq!(end["result"]["content"][0]["text"], expected);
}

#[tokio::test(start_paused = true)]
async fn silence_ends_and_late_answers_find_nobody() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("server", "{}");
    let request = script.receive().await;
    // Nobody answers: time moves on by itself.
    script.receive().await;
    script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"host":"late.example.com"}}"#);
    script.send(r#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#);
    script.receive().await;
    assert_snapshot!("legacy-timeout-late-reply", script.transcript());
}

#[tokio::test(start_paused = true)]
async fn a_waiting_call_shows_signs_of_life() {
    let mut script = client("2025-11-25", FORMS).await;
    script.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","_meta":{"progressToken":"t"}}}"#,
    );
    let request = script.receive().await;
    for _ in 0..2 {
        assert_eq!(script.receive().await["params"]["progressToken"], "t");
    }
    script.answer(&request, r#"{"action":"accept","content":{"note":"done"}}"#);
    script.receive().await;
    assert_snapshot!("legacy-progress", script.transcript());
}

#[tokio::test]
async fn a_client_that_calls_off_its_call_is_not_answered() {
    let mut script = client("2025-11-25", FORMS).await;
    let id = script.call("note", "{}");
    let request = script.receive().await;
    script.send(&format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    ));
    // The dialog stays: a client that gave up on the call looks the same as a person who stopped it.
    script.answer(&request, r#"{"action":"accept","content":{"note":"too late"}}"#);
    script.send(r#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#);
    script.receive().await;
    assert_snapshot!("legacy-cancelled-call", script.transcript());
}

#[tokio::test]
async fn what_a_client_cannot_do_is_said() {
    for (name, capabilities, tool) in [
        ("no-elicitation", "{}", "server"),
        ("no-page-for-a-secret", FORMS, "login"),
        ("no-forms", r#"{"elicitation":{"url":{}}}"#, "server"),
        ("no-urls", FORMS, "connect"),
        ("required-without-urls", FORMS, "connected"),
        ("private-address", r#"{"elicitation":{"url":{}}}"#, "inside"),
    ] {
        let mut script = client("2025-11-25", capabilities).await;
        script.call(tool, "{}");
        script.receive().await;
        assert_snapshot!(format!("legacy-unable-{name}"), script.transcript());
    }
}

#[tokio::test]
async fn a_client_can_answer_with_an_error() {
    let mut script = client("2025-11-25", FORMS).await;
    script.call("server", "{}");
    let request = script.receive().await;
    let id = &request["id"];
    script.send(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"no such mode"}}}}"#
    ));
    script.receive().await;
    script.call("server", "{}");
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"perhaps"}"#);
    script.receive().await;
    assert_snapshot!("legacy-client-errors", script.transcript());
}

#[tokio::test]
async fn handlers_that_go_wrong() {
    let mut script = client("2025-11-25", FORMS).await;
    for tool in ["broken", "failing", "unheard-of"] {
        script.call(tool, "{}");
        script.receive().await;
    }
    script.call("twice", "{}");
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"note":"a"}}"#);
    script.receive().await;
    assert_snapshot!("legacy-wrong-handlers", script.transcript());
}

#[tokio::test]
async fn prompts_and_resources_ask_too() {
    let mut script = client("2025-11-25", FORMS).await;
    script.send(r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}"#);
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"name":"world"}}"#);
    script.receive().await;
    script.send(r#"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"memo:///one"}}"#);
    let request = script.receive().await;
    script.answer(&request, r#"{"action":"accept","content":{"confirm":true}}"#);
    script.receive().await;
    script.send(r#"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"other:///one"}}"#);
    script.receive().await;
    assert_snapshot!("legacy-prompt-and-resource", script.transcript());
}

#[tokio::test(start_paused = true)]
async fn silence_falls_back_to_the_page() {
    let server = workshop(&Begun::default())
        .engine(engine())
        .hosted(std::sync::Arc::new(Page))
        .call_limit(Duration::from_secs(5))
        .build();
    let mut script = Script::legacy(&server, "2025-11-25", FORMS).await;
    script.call("server", "{}");
    // The dialog stays open beside the link.
    for _ in 0..2 {
        script.receive().await;
    }
    assert_snapshot!("legacy-silence-falls-back", script.transcript());
}

#[tokio::test]
async fn a_question_belongs_to_the_trace_of_its_call() {
    let mut script = client("2025-11-25", FORMS).await;
    let trace = r#""traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a=b","baggage":"k=v""#;
    for (id, tool, meta, expected) in [
        (1, "server", trace, Some("a=b")),
        // Without a parent, the rest of a trace means nothing.
        (2, "server", r#""tracestate":"a=b""#, None),
        (3, "server", r#""traceparent":7,"tracestate":"a=b""#, None),
    ] {
        script.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","_meta":{{{meta}}}}}}}"#
        ));
        let request = script.receive().await;
        let passed_on = &request["params"]["_meta"];
        assert_eq!(passed_on["tracestate"].as_str(), expected, "{request}");
        assert_eq!(passed_on["traceparent"].is_string(), expected.is_some(), "{request}");
        script.answer(&request, r#"{"action":"decline"}"#);
        script.receive().await;
    }
}
