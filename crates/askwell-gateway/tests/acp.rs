//! The proxy between an editor and an agent: what passes, what it answers, and how it ends.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Hosted, HostedError, HostedLink, ListFilter};
use askwell_gateway::acp::{AcpParts, AcpProxy};
use askwell_lifecycle::{Actor, ElicitationId, Status, Surface};
use askwell_testkit::person::{Person, Scenario};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf,
    WriteHalf, duplex, split,
};
use tokio::task::JoinHandle;

struct Links;

impl Hosted for Links {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("http://127.0.0.1/{id}"), code: None }) })
    }
}

/// One side of the proxy.
struct Side {
    lines: BufReader<ReadHalf<DuplexStream>>,
    output: Option<WriteHalf<DuplexStream>>,
}

impl Side {
    async fn send(&mut self, line: &[u8]) {
        self.output.as_mut().unwrap().write_all(line).await.unwrap();
    }

    async fn send_json(&mut self, message: &Value) {
        self.send(format!("{message}\n").as_bytes()).await;
    }

    async fn line(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        self.lines.read_until(b'\n', &mut line).await.unwrap();
        line
    }

    async fn json(&mut self) -> Value {
        serde_json::from_slice(&self.line().await).unwrap()
    }

    async fn end(&mut self) {
        self.output.take().unwrap().shutdown().await.unwrap();
    }
}

struct Conversation {
    engine: Engine,
    editor: Side,
    agent: Side,
    running: JoinHandle<std::io::Result<()>>,
}

fn start() -> Conversation {
    let engine = Engine::builder().start();
    let parts = AcpParts {
        engine: engine.clone(),
        hosted: Arc::new(Links),
        timeout: Duration::from_secs(600),
        announce: Arc::new(|_, _| {}),
        words: askwell_locale::Words::default(),
    };
    let (editor, proxy_editor) = duplex(1 << 16);
    let (agent, proxy_agent) = duplex(1 << 16);
    let streams = |stream| {
        let (read, write) = split(stream);
        (BufReader::new(read), write)
    };
    let running = tokio::spawn(AcpProxy::new(parts).run(streams(proxy_editor), streams(proxy_agent)));
    let side = |stream| {
        let (lines, output) = streams(stream);
        Side { lines, output: Some(output) }
    };
    Conversation { engine, editor: side(editor), agent: side(agent), running }
}

fn elicit(id: &Value) -> Value {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let params = json!({"sessionId": "s", "mode": "form", "message": "Who?", "requestedSchema": schema});
    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
}

async fn statuses(engine: &Engine) -> Vec<Status> {
    let listed = engine.list(&Actor::operator(Surface::Library), ListFilter::default()).await.unwrap();
    listed.items.iter().map(|elicitation| elicitation.status()).collect()
}

#[tokio::test]
async fn everything_else_passes_byte_for_byte() {
    let mut talk = start();
    let lines: [&[u8]; 7] = [
        b"{ \"jsonrpc\" : \"2.0\",\"method\":\"session/update\", \"params\":{\"a\":1.10,\"a\":2}}\n",
        b"\n",
        b"not JSON\r\n",
        b"\xff\xfe\n",
        b"[{\"method\":\"elicitation/create\",\"id\":1}]\n",
        b"{\"method\":\"elicitation/create\"}\n",
        b"{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"result\":{\"elicitation/create\":null}}\n",
    ];
    for line in lines {
        talk.editor.send(line).await;
        assert_eq!(talk.agent.line().await, line);
        talk.agent.send(line).await;
        assert_eq!(talk.editor.line().await, line);
    }
    let large = [vec![b'x'; 3 << 20], b"\n".to_vec()].concat();
    let sending = async {
        talk.agent.send(&large).await;
    };
    let (received, ()) = tokio::join!(talk.editor.line(), sending);
    assert!(received == large);
}

#[tokio::test]
async fn initialize_tells_the_agent_of_the_added_modes_only() {
    for (declared, seen) in [
        (json!({"fs": {}}), json!({"fs": {}, "elicitation": {"form": {}, "url": {}}})),
        (json!({"elicitation": {"form": {}, "url": {}}}), json!({"elicitation": {"form": {}, "url": {}}})),
    ] {
        let mut talk = start();
        let params = json!({"protocolVersion": 1, "clientCapabilities": declared});
        talk.editor
            .send_json(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
            .await;
        let passed = talk.agent.json().await;
        assert_eq!(passed["params"], json!({"protocolVersion": 1, "clientCapabilities": seen}));
    }
}

#[tokio::test]
async fn person_answers_in_place_of_the_editor() {
    let mut talk = start();
    talk.agent.send_json(&elicit(&json!("q-1"))).await;
    let person = Person::new(talk.engine.clone(), Scenario::ErrsThenCorrects);
    let id = loop {
        let listed =
            talk.engine.list(&Actor::operator(Surface::Library), ListFilter::default()).await.unwrap();
        match listed.items.first() {
            Some(found) => break found.id,
            None => tokio::task::yield_now().await,
        }
    };
    person.attend(id).await.unwrap();
    let reply = talk.agent.json().await;
    assert_eq!((&reply["id"], &reply["result"]["action"]), (&json!("q-1"), &json!("accept")), "{reply}");
    assert!(reply["result"]["content"]["name"].is_string(), "{reply}");
    talk.editor.end().await;
    let mut rest = Vec::new();
    talk.agent.lines.read_to_end(&mut rest).await.unwrap();
    assert!(rest.is_empty(), "the input of the agent ends after that of the editor");
    talk.agent.end().await;
    talk.running.await.unwrap().unwrap();
}

#[tokio::test]
async fn questions_beyond_the_limit_and_with_a_used_id_are_refused() {
    let mut talk = start();
    // The engine allows ten questions in a minute.
    for id in 0..10 {
        talk.agent.send_json(&elicit(&json!(id))).await;
    }
    talk.agent.send_json(&elicit(&json!(0))).await;
    let refused = talk.agent.json().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(0), &json!(-32603)), "{refused}");
    talk.agent.send_json(&elicit(&json!("more"))).await;
    let refused = talk.agent.json().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("more"), &json!(-32603)), "{refused}");
}

#[tokio::test]
async fn open_questions_are_cancelled_when_the_agent_ends() {
    let mut talk = start();
    talk.agent.send_json(&elicit(&json!(1))).await;
    while statuses(&talk.engine).await.is_empty() {
        tokio::task::yield_now().await;
    }
    talk.agent.end().await;
    talk.running.await.unwrap().unwrap();
    assert_eq!(statuses(&talk.engine).await, [Status::Cancelled]);
}

#[tokio::test]
async fn message_that_is_too_long_ends_the_proxy() {
    let mut talk = start();
    let piece = vec![b'x'; 1 << 20];
    let sending = async {
        for _ in 0..65 {
            if talk.agent.output.as_mut().unwrap().write_all(&piece).await.is_err() {
                break;
            }
        }
    };
    let (ended, ()) = tokio::join!(talk.running, sending);
    assert!(ended.unwrap().unwrap_err().to_string().contains("64 MiB"));
}
