//! Conversations with clients of 2026-07-28.

use std::time::Duration;

use askwell_engine::{Engine, MemoryStore};
use askwell_mcp::server::ServerBuilder;
use askwell_mcp::{Call, Reply, Server, StateKeys, Tool, ToolResult};
use askwell_testkit::clock::ManualClock;
use insta::assert_snapshot;
use serde_json::Value;

use crate::script::Script;
use crate::workshop::{Begun, form, workshop};

const FORMS: &str = r#"{"elicitation":{}}"#;

fn server() -> Server {
    workshop(&Begun::default()).build()
}

/// Calls a tool, perhaps again.
fn call(script: &mut Script, tool: &str, more: &str) {
    script.ask("tools/call", &format!(r#""name":"{tool}","arguments":{{}}{more}"#), FORMS);
}

/// What a retry adds: answers, and the state of the result before.
fn retry(before: &Value, responses: &str) -> String {
    format!(r#","inputResponses":{responses},"requestState":{}"#, before["result"]["requestState"])
}

#[tokio::test]
async fn a_form_is_accepted() {
    let mut script = Script::with(&server());
    call(&mut script, "server", "");
    let first = script.receive().await;
    let answer = r#"{"server":{"action":"accept","content":{"host":"example.com","port":443}}}"#;
    call(&mut script, "server", &retry(&first, answer));
    script.receive().await;
    assert_snapshot!("modern-accept", script.transcript());
}

#[tokio::test]
async fn a_person_can_say_no_or_go_away() {
    for (action, expected) in [("decline", "declined"), ("cancel", "cancelled: user_cancelled")] {
        let mut script = Script::with(&server());
        call(&mut script, "server", "");
        let first = script.receive().await;
        let answer = format!(r#"{{"server":{{"action":"{action}"}}}}"#);
        call(&mut script, "server", &retry(&first, &answer));
        assert_eq!(script.receive().await["result"]["content"][0]["text"], expected);
    }
}

#[tokio::test]
async fn a_wizard_goes_round_by_round() {
    let mut script = Script::with(&server());
    call(&mut script, "wizard", "");
    let first = script.receive().await;
    let kind = r#"{"kind":{"action":"accept","content":{"kind":"large"}}}"#;
    call(&mut script, "wizard", &retry(&first, kind));
    let second = script.receive().await;
    let size = r#"{"size":{"action":"accept","content":{"size":12.50}},"unasked":{"action":"accept"}}"#;
    call(&mut script, "wizard", &retry(&second, size));
    script.receive().await;
    assert_snapshot!("modern-wizard", script.transcript());
}

#[tokio::test]
async fn several_questions_go_out_at_once() {
    let mut script = Script::with(&server());
    call(&mut script, "both", "");
    let first = script.receive().await;
    assert_eq!(first["result"]["inputRequests"].as_object().unwrap().len(), 2);
    let one = r#"{"note":{"action":"accept","content":{"note":"soon"}}}"#;
    call(&mut script, "both", &retry(&first, one));
    let second = script.receive().await;
    assert_eq!(second["result"]["inputRequests"].as_object().unwrap().len(), 1);
    let other = r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#;
    call(&mut script, "both", &retry(&second, other));
    let end = script.receive().await;
    let expected = r#"{"host":"example.com","port":8080} {"note":"soon"}"#;
    assert_eq!(end["result"]["content"][0]["text"], expected);
}

#[tokio::test]
async fn missing_and_invalid_answers_are_asked_again() {
    let mut script = Script::with(&server());
    call(&mut script, "server", "");
    let mut last = script.receive().await;
    for responses in [
        r#"{"other":{"action":"accept"}}"#,
        r#"{"server":12345}"#,
        r#"{"server":{"action":"accept","content":{"port":70000}}}"#,
        r#"{"server":{"action":"accept","content":null}}"#,
        r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#,
    ] {
        call(&mut script, "server", &retry(&last, responses));
        last = script.receive().await;
    }
    assert_snapshot!("modern-invalid-then-valid", script.transcript());
}

#[tokio::test]
async fn patience_with_invalid_answers_ends() {
    let mut script = Script::with(&server());
    call(&mut script, "server", "");
    let mut last = script.receive().await;
    for _ in 0..4 {
        assert!(last["result"]["inputRequests"]["server"].is_object(), "{last}");
        call(&mut script, "server", &retry(&last, r#"{"server":{"action":"accept"}}"#));
        last = script.receive().await;
    }
    assert_eq!(last["result"]["content"][0]["text"], "cancelled: max_retries_exceeded");
}

#[tokio::test]
async fn a_state_is_good_for_its_own_request_and_once() {
    let server = server();
    let mut script = Script::with(&server);
    call(&mut script, "note", "");
    let first = script.receive().await;
    let answer = r#"{"note":{"action":"accept","content":{"note":"a"}}}"#;
    let state = first["result"]["requestState"].as_str().unwrap();
    let tampered = format!(r#","inputResponses":{answer},"requestState":"{state}-TAMPERED""#);
    call(&mut script, "note", &tampered);
    script.receive().await;
    // Another tool, other arguments, another person.
    call(&mut script, "server", &retry(&first, answer));
    script.receive().await;
    let other_arguments = format!(r#""name":"note","arguments":{{"x":1}}{}"#, retry(&first, answer));
    script.ask("tools/call", &other_arguments, FORMS);
    script.receive().await;
    let mut stranger = Script::as_somebody(&server, "stranger");
    call(&mut stranger, "note", &retry(&first, answer));
    assert_eq!(stranger.receive().await["error"]["code"], -32602);
    // Its own, once.
    call(&mut script, "note", &retry(&first, answer));
    script.receive().await;
    call(&mut script, "note", &retry(&first, answer));
    script.receive().await;
    assert_snapshot!("modern-state-refused", script.transcript());
}

#[tokio::test]
async fn a_state_expires_and_outlives_a_restart() {
    let clock = ManualClock::new();
    let start = |keys: StateKeys| -> ServerBuilder {
        workshop(&Begun::default())
            .clock(clock.clone())
            .state_keys(keys)
            .state_lifetime(Duration::from_secs(60))
    };
    let mut script = Script::with(&start(StateKeys::new([1; 32])).build());
    call(&mut script, "note", "");
    let first = script.receive().await;
    let answer = retry(&first, r#"{"note":{"action":"accept","content":{"note":"a"}}}"#);

    // A server that has taken another key since, and kept the old one, goes on.
    let mut later = Script::with(&start(StateKeys::new([2; 32]).with_earlier([1; 32])).build());
    call(&mut later, "note", &answer);
    assert_eq!(later.receive().await["result"]["content"][0]["text"], r#"{"note":"a"}"#);

    // The question was open for ten minutes; the state lasts for a minute after that.
    clock.advance(Duration::from_secs(661));
    call(&mut script, "note", &answer);
    let refused = script.receive().await;
    assert_eq!(refused["error"]["message"], "requestState has expired: call again without it");
}

/// However long states last otherwise: a form that says how long it is open can be answered so long, and no longer. An
/// answer that does not pass gives no new time.
#[tokio::test]
async fn a_form_is_open_as_long_as_it_says() {
    let answer = |note: &str| format!(r#"{{"note":{{"action":"accept","content":{{"note":{note}}}}}}}"#);
    for (seconds, given, expected) in [
        (30, 29, r#"{"note":"a"}"#),
        (30, 31, "timed out"),
        (300, 299, r#"{"note":"a"}"#),
        (300, 301, "timed out"),
    ] {
        let clock = ManualClock::new();
        let timed = form(&format!(
            r#"{{"id": "note", "title": "Quick!", "timeout": {}, "fields": [{{"id": "note", "type": "text", "label": "Note"}}]}}"#,
            seconds * 1000
        ));
        let server = Server::builder("desk", "1.0.0")
            .clock(clock.clone())
            .state_lifetime(Duration::from_secs(60))
            .tool(Tool::new("timed", "Asks for a while."), move |call: Call| {
                let timed = timed.clone();
                async move {
                    let reply = call.asker().ask("note", &timed).await?;
                    Ok(ToolResult::text(match reply {
                        Reply::Accepted(answers) => answers.to_json(),
                        Reply::TimedOut => "timed out".to_owned(),
                        Reply::Declined(_) | Reply::Cancelled(_) => "no".to_owned(),
                    }))
                }
            });
        let mut script = Script::with(&server.build());
        call(&mut script, "timed", "");
        let first = script.receive().await;
        clock.advance(Duration::from_secs(10));
        call(&mut script, "timed", &retry(&first, &answer("7")));
        let again = script.receive().await;
        assert_eq!(again["result"]["resultType"], "input_required", "{again}");
        clock.advance(Duration::from_secs(given - 10));
        call(&mut script, "timed", &retry(&again, &answer(r#""a""#)));
        assert_eq!(script.receive().await["result"]["content"][0]["text"], expected);
    }
}

/// A handler whose question is another one in every round never gets an answer, and says so.
#[tokio::test]
async fn question_that_changes_in_every_round_is_an_error() {
    for has_engine in [false, true] {
        let rounds = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let asked = std::sync::Arc::clone(&rounds);
        let mut server =
            Server::builder("desk", "1.0.0").tool(Tool::new("ask", "Asks."), move |call: Call| {
                let number = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                async move {
                    let sure = call.asker().confirm("sure", &format!("Delete {number} files?")).await?;
                    Ok(ToolResult::text(format!("{sure:?}")))
                }
            });
        if has_engine {
            server = server.engine(Engine::builder().start());
        }
        let mut script = Script::with(&server.build());
        call(&mut script, "ask", "");
        let first = script.receive().await;
        let yes = r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#;
        // The answer to the first question does not serve the second; a third one is too much.
        call(&mut script, "ask", &retry(&first, yes));
        let second = script.receive().await;
        assert_eq!(second["result"]["resultType"], "input_required", "{second}");
        assert!(second.to_string().contains("Delete 1 files?"), "{second}");
        call(&mut script, "ask", &retry(&second, yes));
        let third = script.receive().await;
        assert_eq!(third["result"]["isError"], true, "{third}");
        assert!(third.to_string().contains("another one in every round"), "{third}");
    }
}

#[tokio::test]
async fn a_state_that_is_kept_is_used_once_by_one_of_two_nodes() {
    let store = std::sync::Arc::new(MemoryStore::new());
    let node = || {
        let engine = Engine::builder().shared_store(store.clone()).start();
        workshop(&Begun::default()).engine(engine).keep_states().build()
    };
    let (mut one, mut two) = (Script::with(&node()), Script::with(&node()));
    call(&mut one, "wizard", "");
    let first = one.receive().await;
    assert!(first["result"]["requestState"].as_str().unwrap().starts_with("kept-"));
    // The other node goes on.
    let kind = retry(&first, r#"{"kind":{"action":"accept","content":{"kind":"large"}}}"#);
    call(&mut two, "wizard", &kind);
    let second = two.receive().await;
    let size = retry(&second, r#"{"size":{"action":"accept","content":{"size":3}}}"#);
    let mut stranger = Script::as_somebody(&node(), "stranger");
    call(&mut stranger, "wizard", &size);
    assert_eq!(stranger.receive().await["error"]["code"], -32602);
    call(&mut one, "wizard", &size);
    assert_eq!(one.receive().await["result"]["content"][0]["text"], r#"large {"size":3}"#);
    for used in [kind, size] {
        call(&mut two, "wizard", &used);
        let refused = two.receive().await;
        assert_eq!(refused["error"]["message"], "requestState was used before: call again without it");
    }
}

#[tokio::test]
async fn answers_that_are_too_large_to_be_carried_are_kept() {
    let large = format!(r#"{{"note":{{"action":"accept","content":{{"note":"{}"}}}}}}"#, "x".repeat(40_000));
    for (builder, expected) in [
        (workshop(&Begun::default()), "the answers so far are too large for requestState"),
        (workshop(&Begun::default()).engine(Engine::builder().start()), ""),
    ] {
        let mut script = Script::with(&builder.build());
        call(&mut script, "both", "");
        let first = script.receive().await;
        call(&mut script, "both", &retry(&first, &large));
        let second = script.receive().await;
        assert_eq!(second["error"]["message"].as_str().unwrap_or_default(), expected);
        if expected.is_empty() {
            let host = r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#;
            call(&mut script, "both", &retry(&second, host));
            let end = script.receive().await;
            assert!(end["result"]["content"][0]["text"].as_str().unwrap().ends_with(r#"xxx"}"#));
        }
    }
}

#[tokio::test]
async fn what_a_client_cannot_do_is_said() {
    let mut script = Script::with(&server());
    for (tool, capabilities) in
        [("server", "{}"), ("login", FORMS), ("connect", FORMS), ("server", r#"{"elicitation":{"url":{}}}"#)]
    {
        script.ask("tools/call", &format!(r#""name":"{tool}""#), capabilities);
        script.receive().await;
    }
    assert_snapshot!("modern-unable", script.transcript());
}

#[tokio::test]
async fn a_handler_cannot_hide_a_question() {
    let mut script = Script::with(&server());
    call(&mut script, "hidden", "");
    let first = script.receive().await;
    assert_eq!(first["result"]["resultType"], "input_required");
    call(&mut script, "hidden", &retry(&first, r#"{"note":{"action":"decline"}}"#));
    assert_eq!(script.receive().await["result"]["content"][0]["text"], "asked");
}

#[tokio::test]
async fn prompts_and_resources_ask_too() {
    let mut script = Script::with(&server());
    script.ask("prompts/get", r#""name":"greet""#, FORMS);
    let first = script.receive().await;
    let name = retry(&first, r#"{"who":{"action":"accept","content":{"name":"world"}}}"#);
    script.ask("prompts/get", &format!(r#""name":"greet"{name}"#), FORMS);
    script.receive().await;
    script.ask("resources/read", r#""uri":"memo:///one""#, FORMS);
    let first = script.receive().await;
    let sure = retry(&first, r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#);
    script.ask("resources/read", &format!(r#""uri":"memo:///one"{sure}"#), FORMS);
    script.receive().await;
    assert_snapshot!("modern-prompt-and-resource", script.transcript());
}

#[tokio::test]
async fn requests_say_what_they_speak() {
    let mut script = Script::with(&server());
    script.ask("server/discover", r#""x":1"#, "{}");
    script.receive().await;
    let meta = |version: &str, more: &str| {
        format!(r#"{{"io.modelcontextprotocol/protocolVersion":"{version}"{more}}}"#)
    };
    for (method, params) in [
        ("server/discover", "{}".to_owned()),
        ("tools/list", format!(r#"{{"_meta":{}}}"#, meta("2026-07-28", ""))),
        ("tools/list", format!(r#"{{"_meta":{}}}"#, meta("2031-01-01", ""))),
        (
            "initialize",
            format!(
                r#"{{"_meta":{}}}"#,
                meta("2026-07-28", r#","io.modelcontextprotocol/clientCapabilities":{}"#)
            ),
        ),
    ] {
        script.send(&format!(r#"{{"jsonrpc":"2.0","id":"q","method":"{method}","params":{params}}}"#));
        script.receive().await;
    }
    call(&mut script, "note", r#","inputResponses":null"#);
    script.receive().await;
    assert_snapshot!("modern-meta", script.transcript());
}

/// Whoever offers no subscriptions need not know the request for them.
#[tokio::test]
async fn there_is_nothing_to_subscribe_to() {
    let server = workshop(&Begun::default()).build();
    let mut script = Script::with(&server);
    script.ask("server/discover", r#""x":1"#, "{}");
    let capabilities = script.receive().await["result"]["capabilities"].clone();
    for feature in ["tools", "prompts", "resources"] {
        assert_eq!(capabilities[feature], serde_json::json!({}), "{capabilities}");
    }
    script.ask("subscriptions/listen", r#""notifications":{"toolsListChanged":true}"#, "{}");
    assert_eq!(script.receive().await["error"]["code"], -32601);
}
