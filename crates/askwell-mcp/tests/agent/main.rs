//! The server of our own, as an agent's client sees it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

use std::sync::Arc;

use askwell_engine::{Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::agent::Agent;
use askwell_mcp::client::{CallError, Client, FormReply, FormRequest};
use askwell_mcp::transport::memory;
use askwell_mcp::wire::Era;
use askwell_mcp::{Hosted, HostedError, HostedLink, Server};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

struct Page;

impl Hosted for Page {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("https://ask.example.com/f/{id}"), code: None }) })
    }
}

fn agent() -> (Server, Engine) {
    let engine = Engine::builder().limits(Limits::none()).start();
    let form = Form::parse(
        r#"{"id": "deploy", "title": "Deploy a release", "fields": [
        {"id": "version", "type": "text", "label": "Version", "required": true}]}"#,
    )
    .unwrap();
    let agent = Agent::new().engine(engine.clone()).hosted(Arc::new(Page)).template("deploy", form);
    (agent.build(), engine)
}

/// A client whose person answers with this, or one that has no dialog.
async fn client(server: &Server, era: Era, answers: Option<Value>) -> Client {
    let (near, far) = memory::pair();
    let server = server.clone();
    tokio::spawn(async move { server.serve(far).await });
    let builder = Client::builder("agent", "1").only(era);
    match answers {
        Some(answers) => {
            let builder = builder.on_form(move |ask: FormRequest| {
                let reply = ask.accept(&answers);
                async move { reply.unwrap_or(FormReply::Decline) }
            });
            builder.connect(near).await.unwrap()
        }
        None => builder.connect(near).await.unwrap(),
    }
}

async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let result = client.call_tool(tool, arguments).await.unwrap();
    serde_json::from_str(&result.text()).unwrap()
}

#[tokio::test]
async fn questions_of_every_kind_in_both_eras() {
    for era in [Era::Legacy, Era::Modern] {
        for (arguments, answer) in [
            (json!({"question": "What shall it be called?"}), json!("shop")),
            (json!({"question": "Delete it?", "kind": "yes_no"}), json!(true)),
            (json!({"question": "Where?", "kind": "choice", "options": ["here", "there"]}), json!("there")),
            (json!({"question": "Which?", "kind": "choices", "options": ["a", "b", "c"]}), json!(["a", "c"])),
            (json!({"question": "Why? ".repeat(100)}), json!("because")),
        ] {
            let (server, _) = agent();
            let client = client(&server, era, Some(json!({"answer": answer}))).await;
            let outcome = call(&client, "ask_question", arguments.clone()).await;
            assert_eq!(outcome, json!({"status": "answered", "answers": {"answer": answer}}), "{arguments}");
        }
    }
}

#[tokio::test]
async fn forms_and_templates() {
    let (server, _) = agent();
    let person = client(&server, Era::Modern, Some(json!({"version": "1.2.3"}))).await;
    let form = json!({"title": "Release", "fields": [
        {"id": "version", "type": "text", "label": "Version", "validation": {"pattern": "^[0-9.]+$"}}]});
    let expected = json!({"status": "answered", "answers": {"version": "1.2.3"}});
    assert_eq!(call(&person, "ask", form).await, expected);
    let template =
        json!({"template": "deploy", "message": "The tests are green. Which version shall go out?"});
    assert_eq!(call(&person, "ask_template", template).await, expected);
    let unwilling = client(&server, Era::Legacy, Some(json!({"stranger": 1}))).await;
    let template = json!({"template": "deploy"});
    assert_eq!(call(&unwilling, "ask_template", template).await, json!({"status": "declined"}));
}

#[tokio::test]
async fn what_cannot_be_asked_is_explained() {
    let (server, _) = agent();
    let client = client(&server, Era::Modern, Some(json!({}))).await;
    for (tool, arguments, expected) in [
        (
            "ask",
            json!({"title": "x", "fields": [{"id": "a", "type": "wish", "label": "A"}]}),
            "the form is not right",
        ),
        ("ask_question", json!({"question": "Which?", "kind": "choice"}), "this cannot be asked"),
        ("ask_question", json!({"frage": "?"}), "frage"),
        ("ask_template", json!({"template": "none"}), "there is no template `none`"),
        ("check_answer", json!({"elicitation_id": "7"}), "elicitation_id is none"),
    ] {
        let Err(CallError::Server(error)) = client.call_tool(tool, arguments).await else { panic!("{tool}") };
        assert!(error.message.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn without_a_dialog_the_person_gets_a_link() {
    let (server, engine) = agent();
    let client = client(&server, Era::Legacy, None).await;
    let secret = json!({"title": "Log in", "fields": [{"id": "key", "type": "text", "label": "Key", "required": true,
                        "rendering": {"inputType": "password"}}]});
    let pending = call(&client, "ask", secret.clone()).await;
    assert_eq!(pending["status"], "pending");
    let id = pending["elicitation_id"].as_str().unwrap();
    assert_eq!(pending["url"], format!("https://ask.example.com/f/{id}"));
    let check = json!({"elicitation_id": id});
    assert_eq!(call(&client, "check_answer", check.clone()).await["status"], "pending");
    let person = Actor::operator(Surface::Web);
    engine.submit(&person, id.parse().unwrap(), br#"{"key":"correct horse"}"#).await.unwrap();
    let patient = json!({"elicitation_id": id, "wait_seconds": 30});
    let answered = call(&client, "check_answer", patient).await;
    assert_eq!(answered["status"], "answered");
    assert!(!answered.to_string().contains("correct horse"), "{answered}");
    // The same question asked again is a new one.
    let again = call(&client, "ask", secret).await;
    assert_ne!(again["elicitation_id"], pending["elicitation_id"]);
    let other = json!({"elicitation_id": again["elicitation_id"]});
    let off = json!({"status": "cancelled", "reason": "user_cancelled"});
    assert_eq!(call(&client, "cancel", other.clone()).await, off);
    assert_eq!(call(&client, "cancel", other).await, off);
}

#[tokio::test]
async fn nobody_sees_what_others_were_asked() {
    let (server, _) = agent();
    let pending = {
        let client = client(&server, Era::Legacy, None).await;
        call(&client, "ask_question", json!({"question": "Which key?"})).await
    };
    let (near, far) = memory::pair();
    tokio::spawn(async move { server.serve_for(far, "stranger").await });
    let stranger = Client::builder("agent", "1").connect(near).await.unwrap();
    let result =
        stranger.call_tool("check_answer", json!({"elicitation_id": pending["elicitation_id"]})).await;
    assert!(result.unwrap().text().contains("no such elicitation"));
}

#[tokio::test]
async fn models_read_what_tools_are_for() {
    let (server, _) = agent();
    let client = client(&server, Era::Modern, None).await;
    let tools = client.list_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["ask_question", "ask", "check_answer", "cancel", "ask_template"]);
}
