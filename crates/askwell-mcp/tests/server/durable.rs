//! Durable questions of agents: late answers, repeated questions, and refusals that no person made.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Limits};
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::Server;
use askwell_mcp::ask_tools::{self, AskToolsSettings};
use askwell_testkit::clock::ManualClock;
use serde_json::{Value, json};

use crate::scripted_client::ScriptedClient;
use crate::test_server::{FakePages, engine};

const NOTHING: &str = "{}";
const FORMS: &str = r#"{"elicitation":{}}"#;
const URLS: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;
const WHO: &str = r#"{"question":"Who?","wait_seconds":5}"#;

fn without_page(engine: &Engine) -> Server {
    ask_tools::server(engine.clone(), AskToolsSettings::default()).build()
}

fn with_page(engine: &Engine) -> Server {
    ask_tools::server(engine.clone(), AskToolsSettings::default()).hosted(Arc::new(FakePages)).build()
}

fn outcome(message: &Value) -> &Value {
    &message["result"]["structuredContent"]
}

fn id_of(message: &Value) -> ElicitationId {
    outcome(message)["id"].as_str().unwrap().parse().unwrap()
}

fn about(message: &Value) -> String {
    format!(r#"{{"id":"{}"}}"#, id_of(message))
}

/// Asks, lets the wait of five seconds pass, and returns the dialog and the result of the call.
async fn ask_and_wait(client: &mut ScriptedClient) -> (Value, Value) {
    client.call("ask_question", WHO);
    let request = client.receive().await;
    assert_eq!(request["method"], "elicitation/create");
    let waiting = client.receive().await;
    assert_eq!(outcome(&waiting)["status"], "waiting", "{waiting}");
    (request, waiting)
}

#[tokio::test(start_paused = true)]
async fn dialog_answer_after_waiting_counts() {
    let engine = engine();
    let mut client = ScriptedClient::legacy(&without_page(&engine), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut client).await;
    tokio::time::advance(Duration::from_secs(120)).await;
    client.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    let operator = Actor::operator(Surface::Mcp);
    engine.wait(&operator, id_of(&waiting)).await.unwrap();
    client.call("check_answer", &about(&waiting));
    let answered = client.receive().await;
    assert_eq!(outcome(&answered)["answers"], json!({"answer": "me"}), "{answered}");
}

#[tokio::test(start_paused = true)]
async fn check_answer_joins_the_open_dialog() {
    let mut client = ScriptedClient::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut client).await;
    for tool in ["check_answer", "ask_question"] {
        let arguments = if tool == "ask_question" { WHO.to_owned() } else { about(&waiting) };
        client.call(tool, &arguments);
        // No second dialog: the next message is the result.
        let still = client.receive().await;
        assert_eq!(outcome(&still), outcome(&waiting), "{tool}");
    }
    client.call("check_answer", &about(&waiting));
    client.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test(start_paused = true)]
async fn late_answer_that_does_not_pass_is_asked_again_by_the_next_call() {
    let engine = engine();
    let mut client = ScriptedClient::legacy(&without_page(&engine), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut client).await;
    client.answer(&request, r#"{"action":"accept","content":{"answer":7}}"#);
    client.call("check_answer", &about(&waiting));
    let again = client.receive().await;
    let message = again["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("Who?\n\nPlease correct this: "), "{again}");
    client.answer(&again, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test(start_paused = true)]
async fn open_dialog_is_withdrawn_when_its_question_ends() {
    let mut client = ScriptedClient::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut client).await;
    client.call("cancel_question", &about(&waiting));
    let mut methods = Vec::new();
    for _ in 0..2 {
        let message = client.receive().await;
        methods.push(message["method"].as_str().map(str::to_owned));
        if message["method"] == "notifications/cancelled" {
            assert_eq!(message["params"]["requestId"], request["id"]);
        }
    }
    assert!(methods.contains(&Some("notifications/cancelled".to_owned())), "{methods:?}");
}

#[tokio::test]
async fn instant_refusal_returns_the_link() {
    for (action, capabilities, era) in [
        ("decline", FORMS, "legacy"),
        ("cancel", FORMS, "legacy"),
        ("decline", URLS, "legacy"),
        ("decline", FORMS, "modern"),
        ("cancel", URLS, "modern"),
    ] {
        let engine = engine();
        let server = with_page(&engine);
        let result = format!(r#"{{"action":"{action}"}}"#);
        let refused = if era == "legacy" {
            let mut client = ScriptedClient::legacy(&server, "2025-11-25", capabilities).await;
            client.call("ask_question", WHO);
            let request = client.receive().await;
            client.answer(&request, &result);
            client.receive().await
        } else {
            let mut client = ScriptedClient::with(&server);
            let call = format!(r#""name":"ask_question","arguments":{WHO}"#);
            client.request("tools/call", &call, capabilities);
            let first = client.receive().await;
            let state = &first["result"]["requestState"];
            let retry = format!(r#"{call},"inputResponses":{{"question":{result}}},"requestState":{state}"#);
            client.request("tools/call", &retry, capabilities);
            client.receive().await
        };
        let told = outcome(&refused);
        assert_eq!((&told["status"], &told["unseen"]), (&json!("waiting"), &json!(true)), "{refused}");
        assert!(told["link"].as_str().unwrap().starts_with("https://"), "{refused}");
        assert!(told["next"].as_str().unwrap().contains("without showing"), "{refused}");
        // The person answers on the page; asking the same again finds that.
        let id = id_of(&refused);
        engine.submit(&Actor::operator(Surface::Web), id, br#"{"answer":"me"}"#).await.unwrap();
        let mut client = ScriptedClient::legacy(&server, "2025-11-25", capabilities).await;
        client.call("ask_question", WHO);
        let answered = client.receive().await;
        assert_eq!((id_of(&answered), &outcome(&answered)["status"]), (id, &json!("answered")));
    }
}

#[tokio::test]
async fn instant_refusal_without_a_page_is_reported_and_can_be_asked_again() {
    let mut client = ScriptedClient::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    for (action, status) in [("decline", "declined"), ("cancel", "cancelled")] {
        client.call("ask_question", WHO);
        let request = client.receive().await;
        client.answer(&request, &format!(r#"{{"action":"{action}"}}"#));
        let refused = client.receive().await;
        let told = outcome(&refused);
        assert_eq!((&told["status"], &told["unseen"]), (&json!(status), &json!(true)), "{refused}");
    }
}

#[tokio::test(start_paused = true)]
async fn refusal_after_the_instant_limit_counts_as_the_persons() {
    let mut client = ScriptedClient::legacy(&with_page(&engine()), "2025-11-25", FORMS).await;
    client.call("ask_question", WHO);
    let request = client.receive().await;
    tokio::time::advance(Duration::from_millis(400)).await;
    client.answer(&request, r#"{"action":"decline"}"#);
    let declined = client.receive().await;
    assert_eq!(outcome(&declined)["status"], "declined", "{declined}");
    assert_eq!(outcome(&declined).get("unseen"), None);
}

#[tokio::test]
async fn same_question_is_the_same_elicitation_until_a_minute_after_its_answer() {
    let clock = ManualClock::new();
    let engine = Engine::builder().limits(Limits::none()).clock(clock.clone()).start();
    let mut client = ScriptedClient::legacy(&with_page(&engine), "2025-11-25", NOTHING).await;
    let mut ask = async |arguments: &str| {
        client.call("ask_question", arguments);
        client.receive().await
    };
    const QUICK: &str = r#"{"question":"Who?","wait_seconds":1}"#;
    let first = ask(QUICK).await;
    assert_eq!(outcome(&ask(QUICK).await), outcome(&first), "the same question, the same link");
    let other = ask(r#"{"question":"Who else?","wait_seconds":1}"#).await;
    assert_ne!(id_of(&other), id_of(&first));
    engine.submit(&Actor::operator(Surface::Web), id_of(&first), br#"{"answer":"me"}"#).await.unwrap();
    clock.advance(Duration::from_secs(59));
    let repeated = ask(QUICK).await;
    assert_eq!((id_of(&repeated), &outcome(&repeated)["status"]), (id_of(&first), &json!("answered")));
    clock.advance(Duration::from_secs(1));
    let new = ask(QUICK).await;
    assert_ne!(id_of(&new), id_of(&first));
    // What ended without the person's word is no answer.
    engine
        .cancel(&Actor::operator(Surface::Web), id_of(&new), askwell_lifecycle::CancelReason::UserCancelled)
        .await
        .unwrap();
    assert_ne!(id_of(&ask(QUICK).await), id_of(&new));
}

#[tokio::test(start_paused = true)]
async fn check_answer_returns_the_same_link() {
    let mut client = ScriptedClient::legacy(&with_page(&engine()), "2025-11-25", NOTHING).await;
    client.call("ask_question", WHO);
    let waiting = client.receive().await;
    client.call("check_answer", &about(&waiting));
    let still = client.receive().await;
    for member in ["status", "link", "code"] {
        assert_eq!(outcome(&still)[member], outcome(&waiting)[member], "{member}");
    }
    assert!(outcome(&still)["link"].is_string());
}

#[tokio::test]
async fn client_lists_only_its_own_questions() {
    let clock = ManualClock::new();
    let engine = Engine::builder().limits(Limits::none()).clock(clock.clone()).start();
    let server = with_page(&engine);
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    let mut asked = Vec::new();
    for question in ["First?", "Second?", "Third?"] {
        client.call("ask_question", &format!(r#"{{"question":"{question}"}}"#));
        asked.push(id_of(&client.receive().await).to_string());
        clock.advance(Duration::from_millis(1));
    }
    client.call("cancel_question", &format!(r#"{{"id":"{}"}}"#, asked[0]));
    client.receive().await;
    let mut stranger = ScriptedClient::with_principal(&server, "another client");
    stranger.request("tools/call", r#""name":"list_questions","arguments":{}"#, NOTHING);
    assert_eq!(outcome(&stranger.receive().await)["questions"], json!([]));
    for (arguments, expected) in [
        ("{}", vec!["Third?", "Second?", "First?"]),
        (r#"{"status":"waiting"}"#, vec!["Third?", "Second?"]),
        (r#"{"status":"cancelled"}"#, vec!["First?"]),
        (r#"{"status":"answered","limit":5}"#, vec![]),
        (r#"{"limit":1}"#, vec!["Third?"]),
    ] {
        client.call("list_questions", arguments);
        let listed = client.receive().await;
        let rows = outcome(&listed)["questions"].as_array().unwrap();
        let titles: Vec<&str> = rows.iter().map(|row| row["question"].as_str().unwrap()).collect();
        assert_eq!(titles, expected, "{arguments}");
        assert!(rows.iter().all(|row| (row["status"] == "waiting") == row["open_until"].is_string()));
    }
    for wrong in [r#"{"status":"open"}"#, r#"{"limit":0}"#, r#"{"limit":101}"#, r#"{"page":2}"#] {
        client.call("list_questions", wrong);
        assert_eq!(client.receive().await["result"]["isError"], true, "{wrong}");
    }
}

#[tokio::test]
async fn unknown_members_of_an_answer_are_dropped() {
    let content = r#"{"answer":"me","confirmed":true,"__client":{"x":1}}"#;
    let mut client = ScriptedClient::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    client.call("ask_question", WHO);
    let request = client.receive().await;
    client.answer(&request, &format!(r#"{{"action":"accept","content":{content}}}"#));
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "me"}));

    let mut client = ScriptedClient::with(&without_page(&engine()));
    let call = format!(r#""name":"ask_question","arguments":{WHO}"#);
    client.request("tools/call", &call, FORMS);
    let state = client.receive().await["result"]["requestState"].clone();
    let response = format!(r#"{{"action":"accept","content":{content}}}"#);
    client.request(
        "tools/call",
        &format!(r#"{call},"inputResponses":{{"question":{response}}},"requestState":{state}"#),
        FORMS,
    );
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test]
async fn pushed_timeout_is_the_timeout_of_pushed_dialogs_only() {
    let engine = engine();
    let pushed_timeout = Some(Duration::from_secs(90));
    let settings = AskToolsSettings { pushed_timeout, ..AskToolsSettings::default() };
    let server = ask_tools::server(engine.clone(), settings).build();
    let operator = Actor::operator(Surface::Mcp);
    let timeout_of = async |title: &str| {
        let all = engine.list(&operator, Default::default()).await.unwrap().items;
        all.iter().find(|asked| asked.form().unwrap().title() == title).unwrap().terms.timeout.as_secs()
    };
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"A?"}"#);
    client.receive().await;
    client.call("ask_question", r#"{"question":"B?","timeout_seconds":30}"#);
    client.receive().await;
    let form =
        r#"{"form":{"id":"f","title":"C?","timeout":40000,"fields":[{"id":"a","type":"text","label":"A"}]}}"#;
    client.call("ask", form);
    client.receive().await;
    client.request("tools/call", r#""name":"ask_question","arguments":{"question":"D?"}"#, FORMS);
    client.receive().await;
    for (title, seconds) in [("A?", 90), ("B?", 30), ("C?", 40), ("D?", 300)] {
        assert_eq!(timeout_of(title).await, seconds, "{title}");
    }
}

#[tokio::test(start_paused = true)]
async fn first_progress_comes_within_a_second() {
    let mut client = ScriptedClient::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let started = tokio::time::Instant::now();
    client.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_question","arguments":{"question":"Who?"},"_meta":{"progressToken":"t"}}}"#,
    );
    client.receive().await;
    for seconds in [1, 11, 21] {
        assert_eq!(client.receive().await["method"], "notifications/progress");
        assert_eq!(started.elapsed().as_secs(), seconds);
    }
}
