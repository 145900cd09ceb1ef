//! An rmcp server whose tools ask through us: against an rmcp client and against our own, in both eras.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

mod rmcp_server;
mod scripted_person;

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Limits, ListFilter};
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::Server;
use askwell_mcp::rmcp::RmcpAdapter;
use askwell_mcp::wire::Era;
use serde_json::{Value, json};

use rmcp_server::{RmcpPages, RmcpServer};
use scripted_person::{ClientKind, ScriptedPerson};

const CLIENTS: [(ClientKind, Era); 4] = [
    (ClientKind::Rmcp, Era::Legacy),
    (ClientKind::Rmcp, Era::Modern),
    (ClientKind::Ours, Era::Legacy),
    (ClientKind::Ours, Era::Modern),
];

/// Calls a tool with a person who gives these answers one after the other: what the tool says, and what was asked.
async fn call(
    kind: ClientKind,
    era: Era,
    server: RmcpServer,
    tool: &str,
    answers: &[Value],
) -> (String, Vec<Value>) {
    let person = ScriptedPerson::with(answers);
    let said = person.call(kind, era, server, tool).await;
    (said, person.asked())
}

fn server() -> RmcpServer {
    RmcpServer(RmcpAdapter::new(Server::builder("server", "1").build()))
}

#[tokio::test]
async fn answer_to_a_form_is_checked() {
    for (kind, era) in CLIENTS {
        let answers = [
            json!({"action": "accept", "content": {"name": "X1", "size": 3}}),
            json!({"action": "accept", "content": {"name": "shop", "size": 3}}),
        ];
        let (said, asked) = call(kind, era, server(), "register", &answers).await;
        if asked.len() == 2 {
            let again = asked[1]["message"].as_str().unwrap();
            assert!(again.contains("Please correct this"), "{kind:?} {era:?}: {again}");
            assert_eq!(said, r#"{"name":"shop","size":3}"#, "{kind:?} {era:?}");
        } else {
            // A client of ours that knows the whole form does not even send what does not pass.
            assert_eq!((kind, said.as_str()), (ClientKind::Ours, "no answer"), "{era:?}");
        }
        let (said, _) = call(kind, era, server(), "register", &answers[1..]).await;
        assert_eq!(said, r#"{"name":"shop","size":3}"#, "{kind:?} {era:?}");
    }
}

#[tokio::test]
async fn decline_reaches_the_handler() {
    for (kind, era) in CLIENTS {
        for (action, expected) in [("decline", "declined"), ("cancel", "no answer")] {
            let (said, _) = call(kind, era, server(), "register", &[json!({"action": action})]).await;
            assert_eq!(said, expected, "{kind:?} {era:?}");
        }
    }
}

#[tokio::test]
async fn wizard_asks_one_question_after_the_other() {
    for (kind, era) in CLIENTS {
        let answers = [
            json!({"action": "accept", "content": {"kind": "large"}}),
            json!({"action": "accept", "content": {"confirm": true}}),
        ];
        let (said, asked) = call(kind, era, server(), "wizard", &answers).await;
        assert_eq!((said.as_str(), asked.len()), ("large: true", 2), "{kind:?} {era:?}");
    }
}

#[tokio::test]
async fn schema_arrives_without_losses() {
    let pushed = scripted_person::first_message(Era::Legacy, server(), "everything").await;
    let returned = scripted_person::first_message(Era::Modern, server(), "everything").await;
    let question = &returned["result"]["inputRequests"]["project"]["params"];
    assert_eq!(pushed["params"]["requestedSchema"], question["requestedSchema"]);
    assert_eq!(pushed["params"]["requestedSchema"]["properties"].as_object().unwrap().len(), 11);
    // The whole form rides along, where each era has room for it.
    let form = &pushed["params"]["_meta"]["io.askwell/form"];
    assert_eq!(form["fields"].as_array().unwrap().len(), 11);
    assert_eq!(form, &returned["result"]["_meta"]["io.askwell/form"]["project"]);
}

#[tokio::test]
async fn form_that_form_mode_cannot_carry_is_asked_on_a_page() {
    for era in [Era::Legacy, Era::Modern] {
        let engine = Engine::builder().limits(Limits::none()).start();
        let server =
            Server::builder("server", "1").engine(engine.clone()).hosted(Arc::new(RmcpPages)).build();
        let person = ScriptedPerson::with(&[]).on_url(move |url| {
            let engine = engine.clone();
            let id: ElicitationId = url.rsplit('/').next().unwrap().parse().unwrap();
            async move {
                let operator = Actor::operator(Surface::Web);
                engine.submit(&operator, id, br#"{"password": "correct horse"}"#).await.unwrap();
            }
        });
        let said = person.call(ClientKind::Ours, era, RmcpServer(RmcpAdapter::new(server)), "login").await;
        assert_eq!(said, "1 answers", "{era:?}");
    }
}

/// A legacy client hears that the person is done when the call that sent them has long ended, and calls again.
#[tokio::test]
async fn required_page_is_an_error_until_it_is_complete() {
    for era in [Era::Legacy, Era::Modern] {
        let engine = Engine::builder().limits(Limits::none()).start();
        let server = Server::builder("server", "1").engine(engine.clone()).build();
        let finishing = server.clone();
        let person = ScriptedPerson::with(&[]).on_url(move |_| {
            let (engine, server) = (engine.clone(), finishing.clone());
            async move {
                let open = engine.list(&Actor::operator(Surface::Web), ListFilter::default()).await.unwrap();
                server.finish(open.items[0].id, json!("done")).await.unwrap();
            }
        });
        let calling = person.call(ClientKind::Ours, era, RmcpServer(RmcpAdapter::new(server)), "connected");
        let said = tokio::time::timeout(Duration::from_secs(60), calling).await;
        assert_eq!(said.as_deref(), Ok(r#""done""#), "{era:?}");
    }
}

#[tokio::test]
async fn failures_reach_the_client() {
    for era in [Era::Legacy, Era::Modern] {
        // A secret, and no page to ask for it.
        let refused = ScriptedPerson::with(&[]).call(ClientKind::Rmcp, era, server(), "login").await;
        assert!(refused.contains("there is no page"), "{era:?}: {refused}");
        let refused = ScriptedPerson::with(&[]).call(ClientKind::Rmcp, era, server(), "broken").await;
        assert!(refused.contains("-32603"), "{era:?}: {refused}");
        let refused = ScriptedPerson::with(&[]).call(ClientKind::Rmcp, era, server(), "failing").await;
        assert_eq!(refused, "failed: the disk is full", "{era:?}");
        let refusing =
            RmcpServer(RmcpAdapter::new(Server::builder("server", "1").build()).identify(|_| None));
        let refused = ScriptedPerson::with(&[]).call(ClientKind::Rmcp, era, refusing, "register").await;
        assert!(refused.contains("not authenticated"), "{era:?}: {refused}");
    }
}
