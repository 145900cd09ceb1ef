//! Questions of agents that outlive their call: late answers, repeated questions, refusals that no person made.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Limits};
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::Server;
use askwell_mcp::asking::{self, AskingSettings};
use askwell_testkit::clock::ManualClock;
use serde_json::{Value, json};

use crate::script::Script;
use crate::workshop::{Page, engine};

const NOTHING: &str = "{}";
const FORMS: &str = r#"{"elicitation":{}}"#;
const URLS: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;
const WHO: &str = r#"{"question":"Who?","wait_seconds":5}"#;

fn without_page(engine: &Engine) -> Server {
    asking::server(engine.clone(), AskingSettings::default()).build()
}

fn with_page(engine: &Engine) -> Server {
    asking::server(engine.clone(), AskingSettings::default()).hosted(Arc::new(Page)).build()
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

/// Asks with a wait of five seconds that nobody uses: the dialog, and the result of the call.
async fn ask_and_wait(script: &mut Script) -> (Value, Value) {
    script.call("ask_question", WHO);
    let request = script.receive().await;
    assert_eq!(request["method"], "elicitation/create");
    let waiting = script.receive().await;
    assert_eq!(outcome(&waiting)["status"], "waiting", "{waiting}");
    (request, waiting)
}

#[tokio::test(start_paused = true)]
async fn dialog_answer_after_waiting_counts() {
    let engine = engine();
    let mut script = Script::legacy(&without_page(&engine), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut script).await;
    tokio::time::advance(Duration::from_secs(120)).await;
    script.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    let operator = Actor::operator(Surface::Mcp);
    engine.wait(&operator, id_of(&waiting)).await.unwrap();
    script.call("check_answer", &about(&waiting));
    let answered = script.receive().await;
    assert_eq!(outcome(&answered)["answers"], json!({"answer": "me"}), "{answered}");
}

#[tokio::test(start_paused = true)]
async fn check_answer_joins_the_open_dialog() {
    let mut script = Script::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut script).await;
    for tool in ["check_answer", "ask_question"] {
        let arguments = if tool == "ask_question" { WHO.to_owned() } else { about(&waiting) };
        script.call(tool, &arguments);
        // No second dialog: the next message is the result.
        let still = script.receive().await;
        assert_eq!(outcome(&still), outcome(&waiting), "{tool}");
    }
    script.call("check_answer", &about(&waiting));
    script.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(outcome(&script.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test(start_paused = true)]
async fn late_answer_that_does_not_pass_is_asked_again_by_the_next_call() {
    let engine = engine();
    let mut script = Script::legacy(&without_page(&engine), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut script).await;
    script.answer(&request, r#"{"action":"accept","content":{"answer":7}}"#);
    script.call("check_answer", &about(&waiting));
    let again = script.receive().await;
    let message = again["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("Who?\n\nPlease correct this: "), "{again}");
    script.answer(&again, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(outcome(&script.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test(start_paused = true)]
async fn open_dialog_is_withdrawn_when_its_question_ends() {
    let mut script = Script::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let (request, waiting) = ask_and_wait(&mut script).await;
    script.call("cancel_question", &about(&waiting));
    let mut methods = Vec::new();
    for _ in 0..2 {
        let message = script.receive().await;
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
            let mut script = Script::legacy(&server, "2025-11-25", capabilities).await;
            script.call("ask_question", WHO);
            let request = script.receive().await;
            script.answer(&request, &result);
            script.receive().await
        } else {
            let mut script = Script::with(&server);
            let call = format!(r#""name":"ask_question","arguments":{WHO}"#);
            script.ask("tools/call", &call, capabilities);
            let first = script.receive().await;
            let state = &first["result"]["requestState"];
            let retry = format!(r#"{call},"inputResponses":{{"question":{result}}},"requestState":{state}"#);
            script.ask("tools/call", &retry, capabilities);
            script.receive().await
        };
        let told = outcome(&refused);
        assert_eq!((&told["status"], &told["unseen"]), (&json!("waiting"), &json!(true)), "{refused}");
        assert!(told["link"].as_str().unwrap().starts_with("https://"), "{refused}");
        assert!(told["next"].as_str().unwrap().contains("without showing"), "{refused}");
        // The person answers on the page; asking the same again finds that.
        let id = id_of(&refused);
        engine.submit(&Actor::operator(Surface::Web), id, br#"{"answer":"me"}"#).await.unwrap();
        let mut script = Script::legacy(&server, "2025-11-25", capabilities).await;
        script.call("ask_question", WHO);
        let answered = script.receive().await;
        assert_eq!((id_of(&answered), &outcome(&answered)["status"]), (id, &json!("answered")));
    }
}

#[tokio::test]
async fn instant_refusal_without_a_page_is_told_and_can_be_asked_again() {
    let mut script = Script::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    for (action, status) in [("decline", "declined"), ("cancel", "cancelled")] {
        script.call("ask_question", WHO);
        let request = script.receive().await;
        script.answer(&request, &format!(r#"{{"action":"{action}"}}"#));
        let refused = script.receive().await;
        let told = outcome(&refused);
        assert_eq!((&told["status"], &told["unseen"]), (&json!(status), &json!(true)), "{refused}");
    }
}

#[tokio::test(start_paused = true)]
async fn refusal_that_takes_a_moment_is_the_persons() {
    let mut script = Script::legacy(&with_page(&engine()), "2025-11-25", FORMS).await;
    script.call("ask_question", WHO);
    let request = script.receive().await;
    tokio::time::advance(Duration::from_millis(400)).await;
    script.answer(&request, r#"{"action":"decline"}"#);
    let declined = script.receive().await;
    assert_eq!(outcome(&declined)["status"], "declined", "{declined}");
    assert_eq!(outcome(&declined).get("unseen"), None);
}

#[tokio::test]
async fn same_question_is_the_same_elicitation_until_a_minute_after_its_answer() {
    let clock = ManualClock::new();
    let engine = Engine::builder().limits(Limits::none()).clock(clock.clone()).start();
    let mut script = Script::legacy(&with_page(&engine), "2025-11-25", NOTHING).await;
    let mut ask = async |arguments: &str| {
        script.call("ask_question", arguments);
        script.receive().await
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
async fn check_answer_gives_the_link_again() {
    let mut script = Script::legacy(&with_page(&engine()), "2025-11-25", NOTHING).await;
    script.call("ask_question", WHO);
    let waiting = script.receive().await;
    script.call("check_answer", &about(&waiting));
    let still = script.receive().await;
    for member in ["status", "link", "code"] {
        assert_eq!(outcome(&still)[member], outcome(&waiting)[member], "{member}");
    }
    assert!(outcome(&still)["link"].is_string());
}

#[tokio::test]
async fn questions_can_be_listed_by_their_client_alone() {
    let clock = ManualClock::new();
    let engine = Engine::builder().limits(Limits::none()).clock(clock.clone()).start();
    let server = with_page(&engine);
    let mut script = Script::legacy(&server, "2025-11-25", NOTHING).await;
    let mut asked = Vec::new();
    for question in ["First?", "Second?", "Third?"] {
        script.call("ask_question", &format!(r#"{{"question":"{question}"}}"#));
        asked.push(id_of(&script.receive().await).to_string());
        clock.advance(Duration::from_millis(1));
    }
    script.call("cancel_question", &format!(r#"{{"id":"{}"}}"#, asked[0]));
    script.receive().await;
    let mut stranger = Script::as_somebody(&server, "somebody else");
    stranger.ask("tools/call", r#""name":"list_questions","arguments":{}"#, NOTHING);
    assert_eq!(outcome(&stranger.receive().await)["questions"], json!([]));
    for (arguments, expected) in [
        ("{}", vec!["Third?", "Second?", "First?"]),
        (r#"{"status":"waiting"}"#, vec!["Third?", "Second?"]),
        (r#"{"status":"cancelled"}"#, vec!["First?"]),
        (r#"{"status":"answered","limit":5}"#, vec![]),
        (r#"{"limit":1}"#, vec!["Third?"]),
    ] {
        script.call("list_questions", arguments);
        let listed = script.receive().await;
        let rows = outcome(&listed)["questions"].as_array().unwrap();
        let titles: Vec<&str> = rows.iter().map(|row| row["question"].as_str().unwrap()).collect();
        assert_eq!(titles, expected, "{arguments}");
        assert!(rows.iter().all(|row| (row["status"] == "waiting") == row["open_until"].is_string()));
    }
    for wrong in [r#"{"status":"open"}"#, r#"{"limit":0}"#, r#"{"limit":101}"#, r#"{"page":2}"#] {
        script.call("list_questions", wrong);
        assert_eq!(script.receive().await["result"]["isError"], true, "{wrong}");
    }
}

#[tokio::test]
async fn unknown_members_of_an_answer_are_dropped() {
    let content = r#"{"answer":"me","confirmed":true,"__client":{"x":1}}"#;
    let mut script = Script::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    script.call("ask_question", WHO);
    let request = script.receive().await;
    script.answer(&request, &format!(r#"{{"action":"accept","content":{content}}}"#));
    assert_eq!(outcome(&script.receive().await)["answers"], json!({"answer": "me"}));

    let mut script = Script::with(&without_page(&engine()));
    let call = format!(r#""name":"ask_question","arguments":{WHO}"#);
    script.ask("tools/call", &call, FORMS);
    let state = script.receive().await["result"]["requestState"].clone();
    let response = format!(r#"{{"action":"accept","content":{content}}}"#);
    script.ask(
        "tools/call",
        &format!(r#"{call},"inputResponses":{{"question":{response}}},"requestState":{state}"#),
        FORMS,
    );
    assert_eq!(outcome(&script.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test]
async fn pushed_timeout_is_the_timeout_of_pushed_dialogs_only() {
    let engine = engine();
    let pushed_timeout = Some(Duration::from_secs(90));
    let settings = AskingSettings { pushed_timeout, ..AskingSettings::default() };
    let server = asking::server(engine.clone(), settings).build();
    let operator = Actor::operator(Surface::Mcp);
    let timeout_of = async |title: &str| {
        let all = engine.list(&operator, Default::default()).await.unwrap().items;
        all.iter().find(|asked| asked.form().unwrap().title() == title).unwrap().terms.timeout.as_secs()
    };
    let mut script = Script::legacy(&server, "2025-11-25", FORMS).await;
    script.call("ask_question", r#"{"question":"A?"}"#);
    script.receive().await;
    script.call("ask_question", r#"{"question":"B?","timeout_seconds":30}"#);
    script.receive().await;
    let form =
        r#"{"form":{"id":"f","title":"C?","timeout":40000,"fields":[{"id":"a","type":"text","label":"A"}]}}"#;
    script.call("ask", form);
    script.receive().await;
    script.ask("tools/call", r#""name":"ask_question","arguments":{"question":"D?"}"#, FORMS);
    script.receive().await;
    for (title, seconds) in [("A?", 90), ("B?", 30), ("C?", 40), ("D?", 300)] {
        assert_eq!(timeout_of(title).await, seconds, "{title}");
    }
}

#[tokio::test(start_paused = true)]
async fn first_progress_comes_within_a_second() {
    let mut script = Script::legacy(&without_page(&engine()), "2025-11-25", FORMS).await;
    let started = tokio::time::Instant::now();
    script.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_question","arguments":{"question":"Who?"},"_meta":{"progressToken":"t"}}}"#,
    );
    script.receive().await;
    for seconds in [1, 11, 21] {
        assert_eq!(script.receive().await["method"], "notifications/progress");
        assert_eq!(started.elapsed().as_secs(), seconds);
    }
}
