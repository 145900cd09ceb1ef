//! Conversations with clients of 2026-07-28.

use std::time::Duration;

use askwell_engine::{Engine, MemoryStore};
use askwell_mcp::server::ServerBuilder;
use askwell_mcp::{Call, Reply, Server, StateKeys, Tool, ToolResult};
use askwell_testkit::clock::ManualClock;
use insta::assert_snapshot;
use serde_json::Value;

use crate::scripted_client::ScriptedClient;
use crate::test_server::{CreatedElicitations, form, test_server};

const FORMS: &str = r#"{"elicitation":{}}"#;

fn server() -> Server {
    test_server(&CreatedElicitations::default()).build()
}

/// Calls a tool, perhaps again.
fn call(client: &mut ScriptedClient, tool: &str, more: &str) {
    client.request("tools/call", &format!(r#""name":"{tool}","arguments":{{}}{more}"#), FORMS);
}

/// What a retry adds: answers, and the state of the result before.
fn retry(before: &Value, responses: &str) -> String {
    format!(r#","inputResponses":{responses},"requestState":{}"#, before["result"]["requestState"])
}

#[tokio::test]
async fn accepted_form_reaches_the_handler() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "server", "");
    let first = client.receive().await;
    let answer = r#"{"server":{"action":"accept","content":{"host":"example.com","port":443}}}"#;
    call(&mut client, "server", &retry(&first, answer));
    client.receive().await;
    assert_snapshot!("modern-accept", client.transcript());
}

#[tokio::test]
async fn decline_and_cancel_reach_the_handler() {
    for (action, expected) in [("decline", "declined"), ("cancel", "cancelled: user_cancelled")] {
        let mut client = ScriptedClient::with(&server());
        call(&mut client, "server", "");
        let first = client.receive().await;
        let answer = format!(r#"{{"server":{{"action":"{action}"}}}}"#);
        call(&mut client, "server", &retry(&first, &answer));
        assert_eq!(client.receive().await["result"]["content"][0]["text"], expected);
    }
}

#[tokio::test]
async fn wizard_asks_one_question_per_round() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "wizard", "");
    let first = client.receive().await;
    let kind = r#"{"kind":{"action":"accept","content":{"kind":"large"}}}"#;
    call(&mut client, "wizard", &retry(&first, kind));
    let second = client.receive().await;
    let size = r#"{"size":{"action":"accept","content":{"size":12.50}},"unasked":{"action":"accept"}}"#;
    call(&mut client, "wizard", &retry(&second, size));
    client.receive().await;
    assert_snapshot!("modern-wizard", client.transcript());
}

#[tokio::test]
async fn several_questions_are_sent_at_once() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "both", "");
    let first = client.receive().await;
    assert_eq!(first["result"]["inputRequests"].as_object().unwrap().len(), 2);
    let one = r#"{"note":{"action":"accept","content":{"note":"soon"}}}"#;
    call(&mut client, "both", &retry(&first, one));
    let second = client.receive().await;
    assert_eq!(second["result"]["inputRequests"].as_object().unwrap().len(), 1);
    let other = r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#;
    call(&mut client, "both", &retry(&second, other));
    let end = client.receive().await;
    let expected = r#"{"host":"example.com","port":8080} {"note":"soon"}"#;
    assert_eq!(end["result"]["content"][0]["text"], expected);
}

#[tokio::test]
async fn missing_and_invalid_answers_are_asked_again() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "server", "");
    let mut last = client.receive().await;
    for responses in [
        r#"{"other":{"action":"accept"}}"#,
        r#"{"server":12345}"#,
        r#"{"server":{"action":"accept","content":{"port":70000}}}"#,
        r#"{"server":{"action":"accept","content":null}}"#,
        r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#,
    ] {
        call(&mut client, "server", &retry(&last, responses));
        last = client.receive().await;
    }
    assert_snapshot!("modern-invalid-then-valid", client.transcript());
}

#[tokio::test]
async fn too_many_invalid_answers_cancel_the_question() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "server", "");
    let mut last = client.receive().await;
    for _ in 0..4 {
        assert!(last["result"]["inputRequests"]["server"].is_object(), "{last}");
        call(&mut client, "server", &retry(&last, r#"{"server":{"action":"accept"}}"#));
        last = client.receive().await;
    }
    assert_eq!(last["result"]["content"][0]["text"], "cancelled: max_retries_exceeded");
}

#[tokio::test]
async fn state_opens_once_and_for_its_own_request() {
    let server = server();
    let mut client = ScriptedClient::with(&server);
    call(&mut client, "note", "");
    let first = client.receive().await;
    let answer = r#"{"note":{"action":"accept","content":{"note":"a"}}}"#;
    let state = first["result"]["requestState"].as_str().unwrap();
    let tampered = format!(r#","inputResponses":{answer},"requestState":"{state}-TAMPERED""#);
    call(&mut client, "note", &tampered);
    client.receive().await;
    // Another tool, other arguments, another person.
    call(&mut client, "server", &retry(&first, answer));
    client.receive().await;
    let other_arguments = format!(r#""name":"note","arguments":{{"x":1}}{}"#, retry(&first, answer));
    client.request("tools/call", &other_arguments, FORMS);
    client.receive().await;
    let mut stranger = ScriptedClient::with_principal(&server, "stranger");
    call(&mut stranger, "note", &retry(&first, answer));
    assert_eq!(stranger.receive().await["error"]["code"], -32602);
    // Its own, once.
    call(&mut client, "note", &retry(&first, answer));
    client.receive().await;
    call(&mut client, "note", &retry(&first, answer));
    client.receive().await;
    assert_snapshot!("modern-state-refused", client.transcript());
}

#[tokio::test]
async fn state_outlives_a_restart_until_it_expires() {
    let clock = ManualClock::new();
    let start = |keys: StateKeys| -> ServerBuilder {
        test_server(&CreatedElicitations::default())
            .clock(clock.clone())
            .state_keys(keys)
            .state_lifetime(Duration::from_secs(60))
    };
    let mut client = ScriptedClient::with(&start(StateKeys::new([1; 32])).build());
    call(&mut client, "note", "");
    let first = client.receive().await;
    let answer = retry(&first, r#"{"note":{"action":"accept","content":{"note":"a"}}}"#);

    // A server that has taken another key since, and kept the old one, goes on.
    let mut later = ScriptedClient::with(&start(StateKeys::new([2; 32]).with_previous([1; 32])).build());
    call(&mut later, "note", &answer);
    assert_eq!(later.receive().await["result"]["content"][0]["text"], r#"{"note":"a"}"#);

    // The question was open for ten minutes; the state lasts for a minute after that.
    clock.advance(Duration::from_secs(661));
    call(&mut client, "note", &answer);
    let refused = client.receive().await;
    assert_eq!(refused["error"]["message"], "requestState has expired: call again without it");
}

/// However long states last otherwise: a form that says how long it is open can be answered so long, and no longer. An
/// answer that does not pass gives no new time.
#[tokio::test]
async fn timeout_of_the_form_applies() {
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
        let mut client = ScriptedClient::with(&server.build());
        call(&mut client, "timed", "");
        let first = client.receive().await;
        clock.advance(Duration::from_secs(10));
        call(&mut client, "timed", &retry(&first, &answer("7")));
        let again = client.receive().await;
        assert_eq!(again["result"]["resultType"], "input_required", "{again}");
        clock.advance(Duration::from_secs(given - 10));
        call(&mut client, "timed", &retry(&again, &answer(r#""a""#)));
        assert_eq!(client.receive().await["result"]["content"][0]["text"], expected);
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
        let mut client = ScriptedClient::with(&server.build());
        call(&mut client, "ask", "");
        let first = client.receive().await;
        let yes = r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#;
        // The answer to the first question does not serve the second; a third one is too much.
        call(&mut client, "ask", &retry(&first, yes));
        let second = client.receive().await;
        assert_eq!(second["result"]["resultType"], "input_required", "{second}");
        assert!(second.to_string().contains("Delete 1 files?"), "{second}");
        call(&mut client, "ask", &retry(&second, yes));
        let third = client.receive().await;
        assert_eq!(third["result"]["isError"], true, "{third}");
        assert!(third.to_string().contains("another one in every round"), "{third}");
    }
}

#[tokio::test]
async fn stored_state_is_used_once_by_one_of_two_nodes() {
    let store = std::sync::Arc::new(MemoryStore::new());
    let node = || {
        let engine = Engine::builder().shared_store(store.clone()).start();
        test_server(&CreatedElicitations::default()).engine(engine).store_states().build()
    };
    let (mut one, mut two) = (ScriptedClient::with(&node()), ScriptedClient::with(&node()));
    call(&mut one, "wizard", "");
    let first = one.receive().await;
    assert!(first["result"]["requestState"].as_str().unwrap().starts_with("kept-"));
    // The other node goes on.
    let kind = retry(&first, r#"{"kind":{"action":"accept","content":{"kind":"large"}}}"#);
    call(&mut two, "wizard", &kind);
    let second = two.receive().await;
    let size = retry(&second, r#"{"size":{"action":"accept","content":{"size":3}}}"#);
    let mut stranger = ScriptedClient::with_principal(&node(), "stranger");
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
async fn answers_too_large_for_the_state_are_stored() {
    let large = format!(r#"{{"note":{{"action":"accept","content":{{"note":"{}"}}}}}}"#, "x".repeat(40_000));
    for (builder, expected) in [
        (test_server(&CreatedElicitations::default()), "the answers so far are too large for requestState"),
        (test_server(&CreatedElicitations::default()).engine(Engine::builder().start()), ""),
    ] {
        let mut client = ScriptedClient::with(&builder.build());
        call(&mut client, "both", "");
        let first = client.receive().await;
        call(&mut client, "both", &retry(&first, &large));
        let second = client.receive().await;
        assert_eq!(second["error"]["message"].as_str().unwrap_or_default(), expected);
        if expected.is_empty() {
            let host = r#"{"server":{"action":"accept","content":{"host":"example.com"}}}"#;
            call(&mut client, "both", &retry(&second, host));
            let end = client.receive().await;
            assert!(end["result"]["content"][0]["text"].as_str().unwrap().ends_with(r#"xxx"}"#));
        }
    }
}

#[tokio::test]
async fn missing_capability_is_an_error() {
    let mut client = ScriptedClient::with(&server());
    for (tool, capabilities) in
        [("server", "{}"), ("login", FORMS), ("connect", FORMS), ("server", r#"{"elicitation":{"url":{}}}"#)]
    {
        client.request("tools/call", &format!(r#""name":"{tool}""#), capabilities);
        client.receive().await;
    }
    assert_snapshot!("modern-unable", client.transcript());
}

#[tokio::test]
async fn open_question_takes_precedence_over_the_handlers_result() {
    let mut client = ScriptedClient::with(&server());
    call(&mut client, "hidden", "");
    let first = client.receive().await;
    assert_eq!(first["result"]["resultType"], "input_required");
    call(&mut client, "hidden", &retry(&first, r#"{"note":{"action":"decline"}}"#));
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "asked");
}

#[tokio::test]
async fn prompts_and_resources_can_ask() {
    let mut client = ScriptedClient::with(&server());
    client.request("prompts/get", r#""name":"greet""#, FORMS);
    let first = client.receive().await;
    let name = retry(&first, r#"{"who":{"action":"accept","content":{"name":"world"}}}"#);
    client.request("prompts/get", &format!(r#""name":"greet"{name}"#), FORMS);
    client.receive().await;
    client.request("resources/read", r#""uri":"memo:///one""#, FORMS);
    let first = client.receive().await;
    let sure = retry(&first, r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#);
    client.request("resources/read", &format!(r#""uri":"memo:///one"{sure}"#), FORMS);
    client.receive().await;
    assert_snapshot!("modern-prompt-and-resource", client.transcript());
}

#[tokio::test]
async fn request_without_version_or_capabilities_is_refused() {
    let mut client = ScriptedClient::with(&server());
    client.request("server/discover", r#""x":1"#, "{}");
    client.receive().await;
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
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":"q","method":"{method}","params":{params}}}"#));
        client.receive().await;
    }
    call(&mut client, "note", r#","inputResponses":null"#);
    client.receive().await;
    assert_snapshot!("modern-meta", client.transcript());
}

/// A server without subscriptions does not know the request for them.
#[tokio::test]
async fn modern_subscription_is_an_unknown_method() {
    let server = test_server(&CreatedElicitations::default()).build();
    let mut client = ScriptedClient::with(&server);
    client.request("server/discover", r#""x":1"#, "{}");
    let capabilities = client.receive().await["result"]["capabilities"].clone();
    for feature in ["tools", "prompts", "resources"] {
        assert_eq!(capabilities[feature], serde_json::json!({}), "{capabilities}");
    }
    client.request("subscriptions/listen", r#""notifications":{"toolsListChanged":true}"#, "{}");
    assert_eq!(client.receive().await["error"]["code"], -32601);
}

#[tokio::test]
async fn confirmation_is_the_same_question_in_every_language() {
    let server = test_server(&CreatedElicitations::default()).build();
    let mut client = ScriptedClient::with(&server);
    let ask = |client: &mut ScriptedClient, locale: &str, more: &str| {
        let params = format!(
            r#""name":"delete","arguments":{{"path":"a"}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{FORMS},"locale":"{locale}"}}{more}"#
        );
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#));
    };
    for (locale, label) in [("en", "Go on"), ("de", "Fortfahren"), ("ja", "続行")] {
        ask(&mut client, locale, "");
        let first = client.receive().await;
        let schema = &first["result"]["inputRequests"]["sure"]["params"]["requestedSchema"];
        assert_eq!(schema["properties"]["confirm"]["title"], label, "{first}");
        let answer = r#"{"sure":{"action":"accept","content":{"confirm":true}}}"#;
        ask(&mut client, "fr", &retry(&first, answer));
        assert_eq!(client.receive().await["result"]["content"][0]["text"], "deleted a");
    }
}
