//! Every ending of a question, for each era and each residence of an elicitation, in one table.

use std::time::Duration;

use askwell_engine::{Engine, Limits};
use askwell_lifecycle::{Actor, CancelReason, Decline, ElicitationId, Status, Surface};
use askwell_mcp::{Call, Reply, Server, Tool, ToolResult};
use askwell_store::SqliteStore;
use askwell_testkit::clock::ManualClock;
use askwell_testkit::crash_store::CrashStore;
use serde_json::Value;

use crate::scripted_client::ScriptedClient;
use crate::test_server::form;

const FORMS: &str = r#"{"elicitation":{}}"#;
const CALL: &str = r#""name":"ask","arguments":{}"#;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TestedEra {
    Legacy,
    Modern,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Residence {
    Sealed,
    Memory,
    Sqlite,
}

/// A step while a question is open.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// The client answers with this result of `elicitation/create`.
    Answer(&'static str),
    /// The client answers a legacy request with an error, and a modern one with something that is no result.
    Fail,
    /// Time passes.
    Wait(u64),
    /// Another surface answers, declines or cancels.
    Submit,
    Decline,
    Cancel,
}

use Step::{Answer, Cancel, Decline as DeclineThere, Fail, Submit, Wait};

const GOOD: Step = Answer(r#"{"action":"accept","content":{"name":"shop"}}"#);
const BAD: Step = Answer(r#"{"action":"accept","content":{"name":"much too long"}}"#);

/// Each ending: its name, the moves, what the tool says, and how the elicitation ends in a store.
const ENDINGS: [(&str, &[Step], &str, Status); 16] = [
    ("accepted", &[GOOD], r#"{"name":"shop"}"#, Status::Completed),
    ("accepted after a rejection", &[BAD, GOOD], r#"{"name":"shop"}"#, Status::Completed),
    ("accepted with the last retry", &[BAD, BAD, BAD, GOOD], r#"{"name":"shop"}"#, Status::Completed),
    (
        "accepted with unknown keys",
        &[Answer(r#"{"action":"accept","content":{"name":"shop","__x":[1]}}"#)],
        r#"{"name":"shop"}"#,
        Status::Completed,
    ),
    ("accepted just in time", &[Wait(59), GOOD], r#"{"name":"shop"}"#, Status::Completed),
    (
        "missing content is a rejection",
        &[Answer(r#"{"action":"accept"}"#), GOOD],
        r#"{"name":"shop"}"#,
        Status::Completed,
    ),
    ("declined", &[Answer(r#"{"action":"decline"}"#)], "declined", Status::Declined),
    (
        "declined with content that is ignored",
        &[Answer(r#"{"action":"decline","content":{"name":"shop"}}"#)],
        "declined",
        Status::Declined,
    ),
    ("declined after a rejection", &[BAD, Answer(r#"{"action":"decline"}"#)], "declined", Status::Declined),
    ("cancelled", &[Answer(r#"{"action":"cancel"}"#)], "cancelled: user_cancelled", Status::Cancelled),
    ("too many rejections", &[BAD, BAD, BAD, BAD], "cancelled: max_retries_exceeded", Status::Cancelled),
    ("timed out", &[Wait(60), GOOD], "timed out", Status::Timeout),
    ("a rejection gives no new time", &[Wait(40), BAD, Wait(20), GOOD], "timed out", Status::Timeout),
    ("answered on another surface", &[Submit], r#"{"name":"page"}"#, Status::Completed),
    ("declined on another surface", &[DeclineThere], "declined: not now", Status::Declined),
    ("cancelled on another surface", &[Cancel], "cancelled: form_invalidated", Status::Cancelled),
];

/// What is known not to hold, and why. Strict: one that holds after all fails the test.
const EXPECTED_FAILURES: [(TestedEra, Residence, &str, &str); 3] = [
    (
        TestedEra::Modern,
        Residence::Sealed,
        "answered on another surface",
        "no other surface has the elicitation",
    ),
    (
        TestedEra::Modern,
        Residence::Sealed,
        "declined on another surface",
        "no other surface has the elicitation",
    ),
    (
        TestedEra::Modern,
        Residence::Sealed,
        "cancelled on another surface",
        "no other surface has the elicitation",
    ),
];

/// A question that is being asked.
struct Conversation {
    client: ScriptedClient,
    clock: ManualClock,
    engine: Option<Engine>,
    era: TestedEra,
    /// The last message of the server that asks.
    asked: Option<Value>,
    /// The text of the result.
    said: Option<String>,
    _folder: Option<tempfile::TempDir>,
}

impl Conversation {
    async fn start(era: TestedEra, residence: Residence) -> Conversation {
        let clock = ManualClock::new();
        let folder = (residence == Residence::Sqlite).then(|| tempfile::tempdir().unwrap());
        let builder = Engine::builder().limits(Limits::none()).clock(clock.clone());
        let engine = match (&folder, residence) {
            (Some(folder), _) => Some(builder.store(SqliteStore::open(folder.path()).unwrap()).start()),
            (None, Residence::Memory) => Some(builder.start()),
            (None, _) => None,
        };
        let asked = form(
            r#"{"id": "f", "title": "What?", "timeout": 60000, "fields": [
            {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"maxLength": 5}}]}"#,
        );
        let mut server = Server::builder("table", "1.0.0").clock(clock.clone()).tool(
            Tool::new("ask", "Asks."),
            move |call: Call| {
                let form = asked.clone();
                async move {
                    let reply = call.asker().ask("what", &form).await?;
                    Ok(ToolResult::text(match reply {
                        Reply::Accepted(answers) => answers.to_json(),
                        Reply::Declined(Decline { reason: Some(reason), .. }) => {
                            format!("declined: {reason}")
                        }
                        Reply::Declined(_) => "declined".to_owned(),
                        Reply::Cancelled(reason) => format!("cancelled: {}", reason.as_str()),
                        Reply::TimedOut => "timed out".to_owned(),
                    }))
                }
            },
        );
        if let Some(engine) = &engine {
            server = server.engine(engine.clone());
        }
        let server = server.build();
        let client = match era {
            TestedEra::Legacy => {
                let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
                client.call("ask", "{}");
                client
            }
            TestedEra::Modern => {
                let mut client = ScriptedClient::with(&server);
                client.request("tools/call", CALL, FORMS);
                client
            }
        };
        let mut conversation =
            Conversation { client, clock, engine, era, asked: None, said: None, _folder: folder };
        conversation.hear().await;
        conversation
    }

    /// Receives until the server asks or the call ends.
    async fn hear(&mut self) {
        while self.said.is_none() {
            let message = self.client.receive().await;
            if let Some(text) = message["result"]["content"][0]["text"].as_str() {
                self.said = Some(text.to_owned());
            } else if message["method"] == "elicitation/create"
                || message["result"]["resultType"] == "input_required"
            {
                self.asked = Some(message);
                return;
            } else {
                assert_eq!(message["method"], "notifications/cancelled", "{message}");
            }
        }
    }

    /// Calls again as a modern client does.
    async fn retry(&mut self, response: Option<&str>) {
        let state = self.asked.as_ref().unwrap()["result"]["requestState"].clone();
        let responses = response.map(|response| format!(r#","inputResponses":{{"what":{response}}}"#));
        let responses = responses.unwrap_or_default();
        self.client.request("tools/call", &format!(r#"{CALL}{responses},"requestState":{state}"#), FORMS);
        self.hear().await;
    }

    async fn make(&mut self, step: Step) {
        let operator = Actor::operator(Surface::Web);
        match step {
            Wait(seconds) => {
                self.clock.advance(Duration::from_secs(seconds));
                if self.engine.is_some() || self.era == TestedEra::Legacy {
                    self.clock.settle().await;
                }
            }
            Answer(result) if self.era == TestedEra::Modern => self.retry(Some(result)).await,
            Fail if self.era == TestedEra::Modern => self.retry(Some("7")).await,
            Answer(result) => {
                let request = self.asked.clone().unwrap();
                self.client.answer(&request, result);
                self.hear().await;
            }
            Fail => {
                let id = &self.asked.as_ref().unwrap()["id"];
                let error = r#"{"code":-32603,"message":"no dialog"}"#;
                self.client.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#));
                self.hear().await;
            }
            Submit | DeclineThere | Cancel => {
                let Some(engine) = &self.engine else { return };
                let id = self.id().await;
                match step {
                    Submit => drop(engine.submit(&operator, id, br#"{"name":"page"}"#).await.unwrap()),
                    DeclineThere => {
                        let decline = Decline::because("not now");
                        drop(engine.decline_with(&operator, id, decline).await.unwrap());
                    }
                    _ => drop(engine.cancel(&operator, id, CancelReason::FormInvalidated).await.unwrap()),
                }
            }
        }
    }

    /// The name of the one elicitation.
    async fn id(&self) -> ElicitationId {
        let listed =
            self.engine.as_ref().unwrap().list(&Actor::operator(Surface::Web), Default::default()).await;
        let listed = listed.unwrap().items;
        assert_eq!(listed.len(), 1);
        listed[0].id
    }

    /// What the tool says in the end.
    async fn end(&mut self) -> String {
        if self.said.is_none() && self.era == TestedEra::Modern {
            self.retry(None).await;
        } else {
            self.hear().await;
        }
        self.said.clone().unwrap_or_else(|| "still open".to_owned())
    }
}

#[tokio::test]
async fn every_ending_is_the_same_in_every_era_and_residence() {
    let places = [
        (TestedEra::Legacy, Residence::Memory),
        (TestedEra::Legacy, Residence::Sqlite),
        (TestedEra::Modern, Residence::Sealed),
        (TestedEra::Modern, Residence::Memory),
        (TestedEra::Modern, Residence::Sqlite),
    ];
    for (era, residence) in places {
        for (name, moves, expected, status) in ENDINGS {
            let mut conversation = Conversation::start(era, residence).await;
            for step in moves {
                conversation.make(*step).await;
            }
            let said = conversation.end().await;
            let is_expected_failure =
                EXPECTED_FAILURES.iter().any(|(e, r, n, _)| (*e, *r, *n) == (era, residence, name));
            assert_eq!(said != expected, is_expected_failure, "{era:?} {residence:?} {name}: {said}");
            if let Some(engine) = &conversation.engine {
                let id = conversation.id().await;
                let operator = Actor::operator(Surface::Web);
                let ended = engine.status(&operator, id).await.unwrap();
                assert_eq!(ended.status(), status, "{era:?} {residence:?} {name}");
                let history = engine.history(&operator, id).await.unwrap();
                assert_eq!(history[0].effect.name(), "created", "{era:?} {residence:?} {name}");
                assert!(history.iter().any(|change| change.effect.name() == name_of(status)), "{name}");
            }
        }
    }
}

fn name_of(status: Status) -> &'static str {
    if status == Status::Completed { "complete" } else { status.as_str() }
}

/// A legacy client that answers with an error is told so; a modern one is asked again.
#[tokio::test]
async fn malformed_response_ends_a_legacy_call_and_repeats_a_modern_question() {
    for residence in [Residence::Memory, Residence::Sqlite] {
        let mut legacy = Conversation::start(TestedEra::Legacy, residence).await;
        legacy.make(Fail).await;
        assert!(legacy.end().await.starts_with("the client could not ask"), "{residence:?}");
    }
    for residence in [Residence::Sealed, Residence::Memory, Residence::Sqlite] {
        let mut modern = Conversation::start(TestedEra::Modern, residence).await;
        modern.make(Fail).await;
        modern.make(GOOD).await;
        assert_eq!(modern.end().await, r#"{"name":"shop"}"#, "{residence:?}");
    }
}

#[tokio::test]
async fn late_dialog_answer_counts_while_open() {
    for residence in [Residence::Memory, Residence::Sqlite] {
        let mut conversation = Conversation::start(TestedEra::Legacy, residence).await;
        let engine = conversation.engine.clone().unwrap();
        let id = conversation.id().await;
        conversation
            .client
            .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
        let request = conversation.asked.clone().unwrap();
        conversation.client.answer(&request, r#"{"action":"accept","content":{"name":"late"}}"#);
        let outcome = engine.wait(&Actor::operator(Surface::Web), id).await.unwrap();
        assert_eq!(outcome.status(), Status::Completed, "{residence:?}");
        // After the deadline the prompt is gone, and nothing changes.
        conversation.client.answer(&request, r#"{"action":"decline"}"#);
        conversation.client.send(r#"{"jsonrpc":"2.0","id":50,"method":"ping"}"#);
        assert_eq!(conversation.client.receive().await["id"], 50);
        let after = engine.status(&Actor::operator(Surface::Web), id).await.unwrap();
        assert_eq!(after.status(), Status::Completed);
    }
}

/// Answers are applied beside the connection's loop, so that a slow store delays no other message.
#[tokio::test]
async fn stalled_store_does_not_stall_the_connection() {
    let store = std::sync::Arc::new(CrashStore::new());
    let engine = Engine::builder().limits(Limits::none()).shared_store(store.clone()).start();
    let server = crate::test_server::test_server(&Default::default()).engine(engine).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    let call = client.call("note", "{}");
    let request = client.receive().await;
    store.hold_acknowledgements();
    client.answer(&request, r#"{"action":"accept","content":{"note":"slow"}}"#);
    for ping in [50, 51] {
        client.send(&format!(r#"{{"jsonrpc":"2.0","id":{ping},"method":"ping"}}"#));
        assert_eq!(client.receive().await["id"], ping);
    }
    store.release();
    assert_eq!(client.receive().await["id"], call);
}
