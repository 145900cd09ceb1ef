//! Conversations with the tools that ask for a model.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Engine;
use askwell_form::Form;
use askwell_lifecycle::{Actor, Decline, ElicitationId, Policy, PolicySettings, Surface};
use askwell_locale::{Language, Words};
use askwell_mcp::ask_tools::{self, AskToolsSettings, FormTemplates};
use askwell_mcp::server::ServerBuilder;
use askwell_mcp::wire::{Json, Raw};
use askwell_mcp::{Server, StateKeys};
use askwell_testkit::clock::ManualClock;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::scripted_client::ScriptedClient;
use crate::test_server::{FakePages, engine, form};

const NOTHING: &str = "{}";
const FORMS: &str = r#"{"elicitation":{}}"#;
const URLS: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;

const ASK: &str = r#"{"title":"New service","questions":[{"id":"name","question":"What is it called?","max_length":8},{"id":"size","question":"How large?","options":["small","large"]}]}"#;
const SECRET: &str = r#"{"form":{"id":"login","title":"Log in","fields":[{"id":"user","type":"text","label":"User"},{"id":"password","type":"text","label":"Password","rendering":{"inputType":"password"}}]}}"#;

struct TestTemplates;

impl FormTemplates for TestTemplates {
    fn list(&self) -> Json {
        json!([{"name": "approval", "title": "Approve {{what}}", "parameters": [{"name": "what"}]}]).into()
    }

    fn fill(&self, name: &str, parameters: Raw<'_>) -> Result<Form, String> {
        if name != "approval" {
            return Err(format!("there is no template {name}; list_templates has them"));
        }
        let what = parameters.get("what").and_then(Raw::as_text).ok_or("the parameter what is needed")?;
        Ok(form(&format!(
            r#"{{"id": "approval", "title": "Approve {what}?", "fields": [
            {{"id": "approved", "type": "boolean", "label": "Approved", "required": true}}]}}"#
        )))
    }
}

fn tools(engine: &Engine) -> ServerBuilder {
    let settings =
        AskToolsSettings { templates: Some(Arc::new(TestTemplates)), ..AskToolsSettings::default() };
    // The tests answer at once, which must not count as an instant refusal.
    ask_tools::server(engine.clone(), settings)
        .state_keys(StateKeys::new([7; 32]))
        .instant_refusal(Duration::ZERO)
}

fn without_page() -> Server {
    tools(&engine()).build()
}

fn with_page() -> (Server, Engine) {
    let engine = engine();
    (tools(&engine).hosted(Arc::new(FakePages)).build(), engine)
}

/// Returns the structured content of a result.
fn outcome(message: &Value) -> &Value {
    &message["result"]["structuredContent"]
}

fn id_of(message: &Value) -> ElicitationId {
    outcome(message)["id"].as_str().unwrap().parse().unwrap()
}

async fn answer_on_page(engine: &Engine, id: ElicitationId, answers: &Value) {
    engine.submit(&Actor::operator(Surface::Web), id, answers.to_string().as_bytes()).await.unwrap();
}

#[tokio::test]
async fn tools_are_listed_with_descriptions_and_schemas() {
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let listed = client.receive().await;
    assert_snapshot!("ask-tools-tools", serde_json::to_string_pretty(&listed["result"]).unwrap());
    // Without templates there are no tools for them.
    let server = ask_tools::server(engine(), AskToolsSettings::default()).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(client.receive().await["result"]["tools"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn legacy_client_is_asked_in_its_dialog() {
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.call("ask", ASK);
    for content in [r#"{"name":"much too long"}"#, r#"{"name":"shop","size":"small"}"#] {
        let request = client.receive().await;
        client.answer(&request, &format!(r#"{{"action":"accept","content":{content}}}"#));
    }
    client.receive().await;
    for (arguments, result) in [
        (r#"{"question":"Delete it?","type":"yes_no"}"#, r#"{"action":"accept","content":{"answer":true}}"#),
        (r#"{"question":"Which?","options":["a","b"]}"#, r#"{"action":"decline"}"#),
        (r#"{"question":"Why?","details":"It matters."}"#, r#"{"action":"cancel"}"#),
    ] {
        client.call("ask_question", arguments);
        let request = client.receive().await;
        client.answer(&request, result);
        client.receive().await;
    }
    assert_snapshot!("ask-tools-legacy", client.transcript());
}

#[tokio::test]
async fn modern_client_is_asked_in_its_dialog() {
    let mut client = ScriptedClient::with(&without_page());
    for (tool, arguments, responses) in [
        (
            "ask",
            ASK,
            &[
                r#"{"action":"accept","content":{"name":"much too long"}}"#,
                r#"{"action":"accept","content":{"name":"shop","size":"small"}}"#,
            ][..],
        ),
        ("ask_question", r#"{"question":"Which?","options":["a","b"]}"#, &[r#"{"action":"decline"}"#]),
        ("ask_question", r#"{"question":"Why?"}"#, &[r#"{"action":"cancel"}"#]),
    ] {
        let call = format!(r#""name":"{tool}","arguments":{arguments}"#);
        client.request("tools/call", &call, FORMS);
        let mut last = client.receive().await;
        for response in responses {
            let state = &last["result"]["requestState"];
            let retry =
                format!(r#"{call},"inputResponses":{{"question":{response}}},"requestState":{state}"#);
            client.request("tools/call", &retry, FORMS);
            last = client.receive().await;
        }
    }
    assert_snapshot!("ask-tools-modern", client.transcript());
}

#[tokio::test]
async fn too_many_invalid_answers_cancel_the_question_in_both_eras() {
    let wrong = r#"{"action":"accept","content":{"name":"much too long"}}"#;
    let mut client = ScriptedClient::legacy(&without_page(), "2025-06-18", FORMS).await;
    client.call("ask", ASK);
    for _ in 0..4 {
        let request = client.receive().await;
        client.answer(&request, wrong);
    }
    let legacy = client.receive().await;

    let mut client = ScriptedClient::with(&without_page());
    let call = format!(r#""name":"ask","arguments":{ASK}"#);
    client.request("tools/call", &call, FORMS);
    let mut modern = client.receive().await;
    for _ in 0..4 {
        let state = &modern["result"]["requestState"];
        let retry = format!(r#"{call},"inputResponses":{{"question":{wrong}}},"requestState":{state}"#);
        client.request("tools/call", &retry, FORMS);
        modern = client.receive().await;
    }
    for end in [legacy, modern] {
        assert_eq!(outcome(&end)["reason"], "max_retries_exceeded", "{end}");
    }
}

#[tokio::test]
async fn modern_client_that_returns_without_an_answer_is_asked_again() {
    let mut client = ScriptedClient::with(&without_page());
    let call = format!(r#""name":"ask","arguments":{ASK}"#);
    client.request("tools/call", &call, FORMS);
    let first = client.receive().await;
    let state = &first["result"]["requestState"];
    client.request("tools/call", &format!(r#"{call},"requestState":{state}"#), FORMS);
    let second = client.receive().await;
    assert_eq!(second["result"]["inputRequests"], first["result"]["inputRequests"]);
}

#[tokio::test(start_paused = true)]
async fn dialog_without_an_answer_stays_open() {
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"Who?","wait_seconds":5}"#);
    let request = client.receive().await;
    // Without an answer the call ends, and the dialog stays.
    let waiting = client.receive().await;
    client.call("check_answer", &format!(r#"{{"id":"{}"}}"#, id_of(&waiting)));
    client.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    client.receive().await;
    // An answer stays readable.
    client.call("check_answer", &format!(r#"{{"id":"{}"}}"#, id_of(&waiting)));
    client.receive().await;
    assert_snapshot!("ask-tools-waits", client.transcript());
}

#[tokio::test]
async fn question_without_an_answer_times_out() {
    let clock = ManualClock::new();
    let engine = Engine::builder().clock(clock.clone()).start();
    let mut client = ScriptedClient::legacy(&tools(&engine).build(), "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"Who?","timeout_seconds":90,"wait_seconds":3600}"#);
    client.receive().await;
    clock.advance_and_settle(Duration::from_secs(90)).await;
    assert_eq!(client.receive().await["method"], "notifications/cancelled");
    let end = client.receive().await;
    assert_eq!(outcome(&end)["status"], "timeout", "{end}");
}

#[tokio::test]
async fn timeout_of_a_question_is_bounded_by_the_policy() {
    let two_hours = r#"{"question":"Who?","timeout_seconds":7200,"wait_seconds":1}"#;
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.call("ask_question", two_hours);
    let refused = client.receive().await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("a timeout of 7200000 ms is too long; the longest is 3600000 ms"), "{text}");

    let settings = PolicySettings { max_timeout: Duration::from_secs(86_400), ..PolicySettings::default() };
    let engine = Engine::builder().policy(Policy::new(settings).unwrap()).start();
    let server = tools(&engine).hosted(Arc::new(FakePages)).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask_question", two_hours);
    let asked = engine.status(&Actor::operator(Surface::Mcp), id_of(&client.receive().await)).await.unwrap();
    assert_eq!(asked.terms.timeout, Duration::from_secs(7_200));
}

#[tokio::test]
async fn reason_of_a_decline_reaches_the_model() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask_question", r#"{"question":"Who?","wait_seconds":1}"#);
    let id = id_of(&client.receive().await);
    let person = Actor::operator(Surface::Web);
    engine.decline_with(&person, id, Decline::because("ask the owner")).await.unwrap();
    client.call("check_answer", &format!(r#"{{"id":"{id}"}}"#));
    let end = client.receive().await;
    assert_eq!(
        (&outcome(&end)["status"], &outcome(&end)["reason"]),
        (&json!("declined"), &json!("ask the owner"))
    );
}

#[tokio::test]
async fn open_question_can_be_cancelled_and_an_answered_one_cannot() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask_question", r#"{"question":"Who?"}"#);
    let first = client.receive().await;
    client.call("cancel_question", &format!(r#"{{"id":"{}"}}"#, id_of(&first)));
    assert_eq!(outcome(&client.receive().await)["status"], "cancelled");
    client.call("ask_question", r#"{"question":"Who?"}"#);
    let second = client.receive().await;
    answer_on_page(&engine, id_of(&second), &json!({"answer": "me"})).await;
    client.call("cancel_question", &format!(r#"{{"id":"{}"}}"#, id_of(&second)));
    let end = client.receive().await;
    assert_eq!(
        (&outcome(&end)["status"], &outcome(&end)["answers"]),
        (&json!("answered"), &json!({"answer": "me"}))
    );
}

#[tokio::test]
async fn question_of_another_client_is_not_found() {
    let (server, _) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask_question", r#"{"question":"Who?"}"#);
    let id = id_of(&client.receive().await);
    let mut stranger = ScriptedClient::with_principal(&server, "another client");
    for tool in ["check_answer", "cancel_question"] {
        stranger.request("tools/call", &format!(r#""name":"{tool}","arguments":{{"id":"{id}"}}"#), NOTHING);
        let refused = stranger.receive().await;
        assert_eq!(refused["result"]["isError"], true, "{refused}");
        assert!(refused["result"]["content"][0]["text"].as_str().unwrap().starts_with("there is no"));
    }
}

#[tokio::test]
async fn client_without_a_dialog_gets_a_link() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask", SECRET);
    let waiting = client.receive().await;
    answer_on_page(&engine, id_of(&waiting), &json!({"user": "me", "password": "correct horse"})).await;
    client.call("check_answer", &format!(r#"{{"id":"{}"}}"#, id_of(&waiting)));
    client.receive().await;
    let call = r#""name":"ask_question","arguments":{"question":"Who?"}"#;
    client.request("tools/call", call, NOTHING);
    client.receive().await;
    let transcript = client.transcript();
    assert!(!transcript.contains("correct horse"));
    assert_snapshot!("ask-tools-link", transcript);
}

#[tokio::test]
async fn question_that_a_dialog_cannot_ask_is_asked_on_the_page() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("ask", SECRET);
    let request = client.receive().await;
    let url = request["params"]["url"].as_str().unwrap();
    let id: ElicitationId = url.rsplit('/').next().unwrap().parse().unwrap();
    client.answer(&request, r#"{"action":"accept"}"#);
    // A round trip later the consent has been heard.
    client.send(r#"{"jsonrpc":"2.0","id":50,"method":"ping"}"#);
    client.receive().await;
    answer_on_page(&engine, id, &json!({"user": "me"})).await;
    let done = client.receive().await;
    assert_eq!(done["params"]["elicitationId"], json!(id.to_string()), "{done}");
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"user": "me"}));

    for (action, status) in [("accept", "answered"), ("decline", "declined")] {
        let other = SECRET.replace("Log in", &format!("Log in to {action}"));
        let call = format!(r#""name":"ask","arguments":{other}"#);
        client.request("tools/call", &call, URLS);
        let first = client.receive().await;
        let params = &first["result"]["inputRequests"]["question"]["params"];
        let id: ElicitationId = params["url"].as_str().unwrap().rsplit('/').next().unwrap().parse().unwrap();
        if action == "accept" {
            answer_on_page(&engine, id, &json!({"user": "me"})).await;
        }
        let state = &first["result"]["requestState"];
        let retry = format!(
            r#"{call},"inputResponses":{{"question":{{"action":"{action}"}}}},"requestState":{state}"#
        );
        client.request("tools/call", &retry, URLS);
        assert_eq!(outcome(&client.receive().await)["status"], status);
    }
}

#[tokio::test(start_paused = true)]
async fn call_without_an_answer_ends_with_a_link() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"Who?","wait_seconds":5}"#);
    assert_eq!(client.receive().await["method"], "elicitation/create");
    let waiting = client.receive().await;
    assert!(outcome(&waiting)["link"].as_str().unwrap().starts_with("https://"), "{waiting}");
    client.call("check_answer", &format!(r#"{{"id":"{}","wait_seconds":1}}"#, id_of(&waiting)));
    assert_eq!(outcome(&client.receive().await)["status"], "waiting");
    answer_on_page(&engine, id_of(&waiting), &json!({"answer": "me"})).await;
    // The dialog is not needed any more.
    assert_eq!(client.receive().await["method"], "notifications/cancelled");
    client.call("check_answer", &format!(r#"{{"id":"{}"}}"#, id_of(&waiting)));
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "me"}));
}

#[tokio::test]
async fn client_that_refuses_its_dialog_gets_a_link() {
    let (server, _) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"Who?"}"#);
    let request = client.receive().await;
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32601,"message":"no dialogs here"}}}}"#,
        request["id"]
    ));
    assert_eq!(outcome(&client.receive().await)["status"], "waiting");
}

#[tokio::test]
async fn first_answer_of_dialog_and_page_counts() {
    let (server, engine) = with_page();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("ask_question", r#"{"question":"Who?"}"#);
    client.receive().await;
    let everything = engine.list(&Actor::operator(Surface::Web), Default::default()).await.unwrap();
    answer_on_page(&engine, everything.items[0].id, &json!({"answer": "the page"})).await;
    assert_eq!(client.receive().await["method"], "notifications/cancelled");
    assert_eq!(outcome(&client.receive().await)["answers"], json!({"answer": "the page"}));
}

#[tokio::test(start_paused = true)]
async fn question_of_a_client_that_has_left_stays_open_where_there_is_a_page() {
    for (has_page, expected) in [(true, "timeout"), (false, "client_disconnected")] {
        let engine = engine();
        let server = if has_page { tools(&engine).hosted(Arc::new(FakePages)) } else { tools(&engine) };
        let mut client = ScriptedClient::legacy(&server.build(), "2025-11-25", FORMS).await;
        client.call("ask_question", r#"{"question":"Who?"}"#);
        client.receive().await;
        let operator = Actor::operator(Surface::Web);
        let id = engine.list(&operator, Default::default()).await.unwrap().items[0].id;
        drop(client);
        assert_eq!(engine.wait(&operator, id).await.unwrap().reason(), Some(expected));
    }
}

#[tokio::test]
async fn question_without_dialog_and_page_fails() {
    let engine = engine();
    let server = tools(&engine).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", NOTHING).await;
    client.call("ask", ASK);
    client.receive().await;
    client.request("tools/call", &format!(r#""name":"ask","arguments":{ASK}"#), NOTHING);
    client.receive().await;
    client.request("tools/call", &format!(r#""name":"ask","arguments":{SECRET}"#), FORMS);
    client.receive().await;
    assert_snapshot!("ask-tools-unable", client.transcript());
    let asked = engine.list(&Actor::operator(Surface::Mcp), Default::default()).await.unwrap();
    assert!(asked.items.is_empty(), "a question was created that no one can see");
}

#[tokio::test]
async fn template_is_asked_by_name() {
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.call("list_templates", "{}");
    client.receive().await;
    client.call("ask_template", r#"{"template":"approval","parameters":{"what":"release 1.2"}}"#);
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"approved":true}}"#);
    client.receive().await;
    for arguments in
        [r#"{"template":"nonesuch"}"#, r#"{"template":"approval"}"#, r#"{"parameters":[],"color":"red"}"#]
    {
        client.call("ask_template", arguments);
        client.receive().await;
    }
    assert_snapshot!("ask-tools-templates", client.transcript());
}

#[tokio::test(start_paused = true)]
async fn waiting_call_sends_progress() {
    let mut client = ScriptedClient::legacy(&without_page(), "2025-11-25", FORMS).await;
    client.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_question","arguments":{"question":"Who?"},"_meta":{"progressToken":"t"}}}"#,
    );
    let request = client.receive().await;
    for _ in 0..2 {
        assert_eq!(client.receive().await["params"]["progressToken"], "t");
    }
    client.answer(&request, r#"{"action":"accept","content":{"answer":"me"}}"#);
    assert_eq!(outcome(&client.receive().await)["status"], "answered");
}

#[tokio::test]
async fn labels_of_a_simple_question_are_in_the_language_of_the_person() {
    let server = tools(&engine()).words(Words::of(Language::German)).build();
    for (arguments, label) in
        [(r#"{"question":"Löschen?","type":"yes_no"}"#, "Ja"), (r#"{"question":"Wer?"}"#, "Ihre Antwort")]
    {
        let mut client = ScriptedClient::with(&server);
        client.request("tools/call", &format!(r#""name":"ask_question","arguments":{arguments}"#), FORMS);
        let asked = client.receive().await;
        let schema = &asked["result"]["inputRequests"]["question"]["params"]["requestedSchema"];
        assert_eq!(schema["properties"]["answer"]["title"], label, "{asked}");
    }
}
