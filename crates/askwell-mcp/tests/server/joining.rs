//! Equal questions: which join, which ask separately, and that one answer serves one call.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Limits, MemoryStore};
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::{Call, Server, Tool, ToolResult};
use askwell_testkit::paused_clock::PausedClock;
use serde_json::Value;

use crate::scripted_client::ScriptedClient;
use crate::test_server::{CreatedElicitations, FakePages, engine, test_server};

const NOTHING: &str = "{}";
const FORMS: &str = r#"{"elicitation":{}}"#;

fn accept(note: &str) -> String {
    format!(r#"{{"action":"accept","content":{{"note":"{note}"}}}}"#)
}

fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {message}"))
}

/// Returns the elicitation behind the link in a text.
fn linked(message: &Value) -> ElicitationId {
    let text = text(message);
    let start = text.find("elic_").unwrap_or_else(|| panic!("no link in {text}"));
    text[start..].split_whitespace().next().unwrap().parse().unwrap()
}

async fn open_count(engine: &Engine) -> usize {
    let listed = engine.list(&Actor::operator(Surface::Web), Default::default()).await.unwrap().items;
    listed.iter().filter(|elicitation| elicitation.status().is_open()).count()
}

#[tokio::test]
async fn parallel_equal_calls_ask_twice() {
    for has_engine in [true, false] {
        let server = test_server(&CreatedElicitations::default());
        let server = if has_engine { server.engine(engine()) } else { server };
        let mut client = ScriptedClient::legacy(&server.build(), "2025-11-25", FORMS).await;
        let (first, second) = (client.call("note", "{}"), client.call("note", "{}"));
        let (one, other) = (client.receive().await, client.receive().await);
        assert!([&one, &other].iter().all(|asked| asked["method"] == "elicitation/create"));
        assert_ne!(one["id"], other["id"]);
        // Each answer goes to the call that asked.
        client.answer(&other, &accept("second"));
        let ended = client.receive().await;
        assert_eq!((ended["id"].as_i64(), text(&ended)), (Some(second), r#"{"note":"second"}"#));
        client.answer(&one, &accept("first"));
        let ended = client.receive().await;
        assert_eq!((ended["id"].as_i64(), text(&ended)), (Some(first), r#"{"note":"first"}"#));
    }
}

#[tokio::test]
async fn repeated_call_joins() {
    for has_engine in [true, false] {
        let server = test_server(&CreatedElicitations::default());
        let server = if has_engine { server.engine(engine()) } else { server };
        let mut client = ScriptedClient::legacy(&server.build(), "2025-11-25", FORMS).await;
        let first = client.call("note", "{}");
        let request = client.receive().await;
        client.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{first}}}}}"#
        ));
        // The repeated call follows at once. It joins, and no second dialog is shown.
        let second = client.call("note", "{}");
        client.send(r#"{"jsonrpc":"2.0","id":50,"method":"ping"}"#);
        assert_eq!(client.receive().await["id"], 50);
        client.answer(&request, &accept("once"));
        let ended = client.receive().await;
        assert_eq!((ended["id"].as_i64(), text(&ended)), (Some(second), r#"{"note":"once"}"#));
        // Other arguments are another request.
        client.call("note", r#"{"x":1}"#);
        let asked = client.receive().await;
        assert_eq!(asked["method"], "elicitation/create");
        assert_ne!(asked["id"], request["id"]);
    }
}

/// A call that gave up without saying so is superseded by its repetition after ten seconds.
#[tokio::test(start_paused = true)]
async fn repeated_call_supersedes_one_that_still_waits() {
    let mut client =
        ScriptedClient::legacy(&test_server(&CreatedElicitations::default()).build(), "2025-11-25", FORMS)
            .await;
    let first = client.call("note", "{}");
    let request = client.receive().await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    let second = client.call("note", "{}");
    let superseded = client.receive().await;
    assert_eq!(superseded["id"].as_i64(), Some(first), "{superseded}");
    assert!(text(&superseded).contains("newer call"), "{superseded}");
    client.answer(&request, &accept("later"));
    let ended = client.receive().await;
    assert_eq!((ended["id"].as_i64(), text(&ended)), (Some(second), r#"{"note":"later"}"#));
}

#[tokio::test(start_paused = true)]
async fn slow_person_can_answer_after_wait() {
    let engine = engine();
    let server = test_server(&CreatedElicitations::default())
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("note", "{}");
    let request = client.receive().await;
    // The call ends after its limit; the dialog and the page stay.
    let id = linked(&client.receive().await);
    tokio::time::sleep(Duration::from_secs(120)).await;
    client.answer(&request, &accept("slow"));
    engine.wait(&Actor::operator(Surface::Web), id).await.unwrap();
    client.call("note", "{}");
    assert_eq!(text(&client.receive().await), r#"{"note":"slow"}"#);
    // The answer is used up.
    client.call("note", "{}");
    assert_eq!(client.receive().await["method"], "elicitation/create");
}

/// Of a dialog and a page that are open at the same time, the first answer wins and the other is withdrawn.
#[tokio::test]
async fn answer_on_the_page_withdraws_the_dialog() {
    let engine = engine();
    let server = test_server(&CreatedElicitations::default())
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("note", "{}");
    let request = client.receive().await;
    let operator = Actor::operator(Surface::Web);
    let id = engine.list(&operator, Default::default()).await.unwrap().items[0].id;
    engine.submit(&operator, id, br#"{"note":"page"}"#).await.unwrap();
    let withdrawn = client.receive().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], request["id"]);
    assert_eq!(text(&client.receive().await), r#"{"note":"page"}"#);
}

/// Two nodes with one store, and two repetitions of a call whose answer has come: one of them gets it, every time.
#[tokio::test]
async fn one_answer_serves_one_call() {
    let store = Arc::new(MemoryStore::new());
    let clock = PausedClock::new();
    let node = || {
        let engine =
            Engine::builder().limits(Limits::none()).clock(clock).shared_store(store.clone()).start();
        let server = test_server(&CreatedElicitations::default())
            .engine(engine.clone())
            .hosted(Arc::new(FakePages))
            .build();
        (engine, server)
    };
    let ((engine, one), (_other_engine, other)) = (node(), node());
    let mut one = ScriptedClient::legacy(&one, "2025-11-25", NOTHING).await;
    let mut other = ScriptedClient::legacy(&other, "2025-11-25", NOTHING).await;
    let operator = Actor::operator(Surface::Web);
    for round in 0..1_000 {
        let arguments = format!(r#"{{"round":{round}}}"#);
        one.call("note", &arguments);
        let id = linked(&one.receive().await);
        engine.submit(&operator, id, br#"{"note":"consent"}"#).await.unwrap();
        one.call("note", &arguments);
        other.call("note", &arguments);
        let (first, second) = tokio::join!(one.receive(), other.receive());
        let served = [&first, &second].iter().filter(|ended| text(ended) == r#"{"note":"consent"}"#).count();
        assert_eq!(served, 1, "round {round}: {first} {second}");
    }
}

/// A call that takes one answer and has no other yet gives it back: its repetition finds both.
#[tokio::test]
async fn taken_answers_are_given_back_when_the_call_comes_again() {
    let engine = engine();
    let server = test_server(&CreatedElicitations::default())
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    let operator = Actor::operator(Surface::Web);
    client.call("wizard", "{}");
    let kind = linked(&client.receive().await);
    engine.submit(&operator, kind, br#"{"kind":"small"}"#).await.unwrap();
    client.call("wizard", "{}");
    let size = linked(&client.receive().await);
    assert_ne!(size, kind);
    client.call("wizard", "{}");
    assert_eq!(linked(&client.receive().await), size, "the first answer was found again");
    engine.submit(&operator, size, br#"{"size":3}"#).await.unwrap();
    client.call("wizard", "{}");
    assert_eq!(text(&client.receive().await), r#"small {"size":3}"#);
    client.call("wizard", "{}");
    assert_ne!(linked(&client.receive().await), kind, "both answers are used up");
    assert_eq!(open_count(&engine).await, 1);
}

/// A modern client that lost its state finds its open question, and an answer that no call has taken.
#[tokio::test(start_paused = true)]
async fn modern_call_without_its_state_joins() {
    let engine = engine();
    let server = test_server(&CreatedElicitations::default()).engine(engine.clone()).build();
    let mut client = ScriptedClient::with(&server);
    let call = |more: &str| format!(r#""name":"note","arguments":{{}}{more}"#);
    client.request("tools/call", &call(""), FORMS);
    let first = client.receive().await;
    // At the same time, an equal call asks separately; later it joins.
    client.request("tools/call", &call(""), FORMS);
    client.receive().await;
    assert_eq!(open_count(&engine).await, 2);
    tokio::time::sleep(Duration::from_secs(11)).await;
    client.request("tools/call", &call(""), FORMS);
    let joined = client.receive().await;
    assert_eq!(open_count(&engine).await, 2);
    let retry = |before: &Value, note: &str| {
        let (state, answer) = (&before["result"]["requestState"], accept(note));
        call(&format!(r#","inputResponses":{{"note":{answer}}},"requestState":{state}"#))
    };
    client.request("tools/call", &retry(&joined, "joined"), FORMS);
    assert_eq!(text(&client.receive().await), r#"{"note":"joined"}"#);
    // The first state names the same elicitation, whose answer is taken: what came with it answers a new one.
    client.request("tools/call", &retry(&first, "own"), FORMS);
    assert_eq!(text(&client.receive().await), r#"{"note":"own"}"#);
}

/// A link outlives the client that got it: the person may take their time, and another connection asks again.
#[tokio::test(start_paused = true)]
async fn question_that_was_given_as_a_link_stays_open_when_the_client_has_left() {
    for capabilities in [NOTHING, FORMS] {
        let engine = engine();
        let server = test_server(&CreatedElicitations::default())
            .engine(engine.clone())
            .hosted(Arc::new(FakePages))
            .build();
        let mut client = ScriptedClient::legacy(&server, "2025-11-25", capabilities).await;
        client.call("note", "{}");
        if capabilities == FORMS {
            client.receive().await;
        }
        let id = linked(&client.receive().await);
        drop(client);
        tokio::time::sleep(Duration::from_secs(120)).await;
        engine.submit(&Actor::operator(Surface::Web), id, br#"{"note":"late"}"#).await.unwrap();
        let mut client = ScriptedClient::legacy(&server, "2025-11-25", capabilities).await;
        client.call("note", "{}");
        assert_eq!(text(&client.receive().await), r#"{"note":"late"}"#, "{capabilities}");
    }
}

/// Questions on pages are in the inbox of the person behind the principal, and in no inbox if none is known.
#[tokio::test]
async fn page_audience_is_the_person_behind_the_principal() {
    use askwell_lifecycle::Audience;
    let engine = engine();
    let server = test_server(&CreatedElicitations::default())
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .person_of(|principal| (principal == "key of ada").then(|| Arc::from("ada@example.com")))
        .build();
    for (principal, expected) in [
        ("key of ada", Audience::Person(Arc::from("ada@example.com"))),
        ("key of a program", Audience::LinkHolder),
    ] {
        let mut client = ScriptedClient::with_principal(&server, principal);
        client.request("tools/call", r#""name":"note","arguments":{}"#, NOTHING);
        let id = linked(&client.receive().await);
        let asked = engine.status(&Actor::operator(Surface::Web), id).await.unwrap();
        assert_eq!(asked.audience, expected, "{principal}");
        let listed = engine.list(&Actor::person("ada@example.com", Surface::Web), Default::default()).await;
        assert_eq!(listed.unwrap().items.len(), 1, "one of two");
    }
}

/// A gateway asks on behalf of another request: equal upstream requests join, also from different calls.
#[tokio::test]
async fn question_of_an_upstream_request_is_known_by_that_request() {
    use askwell_lifecycle::OnDisconnect;
    use askwell_mcp::elicit::{AskSpec, AskStatus, QuestionRef, RequestDigest, Reuse, Wait, elicit};
    let engine = engine();
    let server = Server::builder("gateway", "1.0.0")
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .tool(Tool::new("carry", "Carries a call to another server."), |call: Call| async move {
            let upstream = RequestDigest::of_parts(&["upstream", "tools/call", "deploy"]);
            let form = crate::test_server::form(
                r#"{"id": "sure", "title": "Sure?", "fields": [{"id": "note", "type": "text", "label": "Note"}]}"#,
            );
            let spec = AskSpec {
                key: "upstream",
                question: QuestionRef::Form { form: &form, message: "Deploy?" },
                timeout: None,
                pushed_timeout: None,
                limits: None,
                on_disconnect: OnDisconnect::Abandon,
                wait: Wait::UntilClosed,
                reuse: Reuse::Once,
                requested_schema: None,
            };
            let context = call.ask_context().for_upstream(&upstream);
            match elicit(&context, spec).await? {
                AskStatus::Closed { outcome, .. } => Ok(ToolResult::text(outcome.status().to_string())),
                AskStatus::Open { .. } => Ok(ToolResult::text("open")),
            }
        })
        .build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("carry", r#"{"attempt":1}"#);
    let id = linked(&client.receive().await);
    let asked = engine.status(&Actor::operator(Surface::Web), id).await.unwrap();
    assert_eq!(asked.message.as_deref(), Some("Deploy?"));
    engine.submit(&Actor::operator(Surface::Web), id, br#"{"note":"yes"}"#).await.unwrap();
    client.call("carry", r#"{"attempt":2}"#);
    assert_eq!(text(&client.receive().await), "completed");
}

#[tokio::test]
async fn client_above_its_ask_rate_is_refused_in_both_eras() {
    let server = || test_server(&CreatedElicitations::default()).ask_rate(2, Duration::from_secs(60)).build();
    let server = [server(), server()];
    let mut legacy = ScriptedClient::legacy(&server[0], "2025-11-25", FORMS).await;
    let mut modern = ScriptedClient::with(&server[1]);
    for number in 0..3 {
        legacy.call("note", &format!(r#"{{"x":{number}}}"#));
        modern.request("tools/call", &format!(r#""name":"note","arguments":{{"x":{number}}}"#), FORMS);
        let (asked, required) = (legacy.receive().await, modern.receive().await);
        if number < 2 {
            assert_eq!(asked["method"], "elicitation/create", "{asked}");
            assert_eq!(required["result"]["resultType"], "input_required", "{required}");
        } else {
            for refused in [&asked, &required] {
                assert!(text(refused).contains("this client asks too often"), "{refused}");
            }
        }
    }
    // The rate is that of one principal.
    let mut other = ScriptedClient::with_principal(&server[1], "other");
    other.request("tools/call", r#""name":"note","arguments":{}"#, FORMS);
    assert_eq!(other.receive().await["result"]["resultType"], "input_required");
}
