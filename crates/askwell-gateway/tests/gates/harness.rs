//! A gateway in miniature: one tool whose handler asks the gate and records what it would forward.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use askwell_engine::{Engine, Hosted, HostedError, HostedLink, Limits};
use askwell_gateway::Gates;
use askwell_gateway::consent_log::{ConsentEntry, ConsentLog};
use askwell_gateway::hooks::{CallDecision, Definitions, UpstreamCall, before_call};
use askwell_gateway::rules::GateSettings;
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_mcp::transport::{Connection, Frame, memory};
use askwell_mcp::wire::{Era, Json};
use askwell_mcp::{Call, Server, Tool, ToolResult};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::crash_store::CrashStore;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use serde_json::{Value, json};

pub(crate) const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];
pub(crate) const FORMS: &str = r#"{"elicitation":{"form":{}}}"#;
pub(crate) const ASK_ALL: &str = "[[gateway.rule]]\nname = \"all\"\naction = \"ask\"\ntimeout = \"60s\"";
pub(crate) const DEFINITION: &str = r#"{"name":"delete","description":"Deletes a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string"},"force":{"type":"boolean"}},"required":["path"]}}"#;

/// The definition that the server gives, and what went upstream.
#[derive(Debug, Default)]
pub(crate) struct Upstream {
    pub(crate) definition: Mutex<Option<String>>,
    /// From this reading on, the server gives another definition.
    pub(crate) changes_at: Mutex<Option<(usize, String)>>,
    readings: AtomicUsize,
    pub(crate) forwarded: Mutex<Vec<String>>,
}

impl Definitions for Upstream {
    fn definition(&self, _server: &str, _tool: &str) -> Option<Json> {
        let reading = self.readings.fetch_add(1, Ordering::SeqCst) + 1;
        if let Some((at, changed)) = &*self.changes_at.lock()
            && reading >= *at
        {
            return Some(Json::parse(changed, &Default::default()).unwrap());
        }
        self.definition.lock().as_deref().map(|text| Json::parse(text, &Default::default()).unwrap())
    }
}

#[derive(Debug)]
struct FakePages;

impl Hosted for FakePages {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("https://askwell.example/{id}"), code: None }) })
    }
}

/// A gateway with one server.
pub(crate) struct Harness {
    pub(crate) server: Server,
    pub(crate) engine: Engine,
    pub(crate) clock: ManualClock,
    pub(crate) store: CrashStore,
    pub(crate) upstream: Arc<Upstream>,
}

impl Harness {
    pub(crate) fn new(rules: &str) -> Harness {
        Harness::build(rules, false)
    }

    pub(crate) fn with_pages(rules: &str) -> Harness {
        Harness::build(rules, true)
    }

    fn build(rules: &str, has_pages: bool) -> Harness {
        let clock = ManualClock::new();
        let store = CrashStore::new();
        let engine =
            Engine::builder().clock(clock.clone()).store(store.clone()).limits(Limits::none()).start();
        let settings = GateSettings::from_toml(rules, &[]).unwrap();
        Harness::of(Gates::new(settings, &engine), engine, clock, store, has_pages)
    }

    pub(crate) fn of(
        gates: Gates,
        engine: Engine,
        clock: ManualClock,
        store: CrashStore,
        has_pages: bool,
    ) -> Harness {
        let upstream = Arc::new(Upstream::default());
        *upstream.definition.lock() = Some(DEFINITION.to_owned());
        let handled = Arc::clone(&upstream);
        let handler = move |call: Call| {
            let (gates, upstream) = (gates.clone(), Arc::clone(&handled));
            async move {
                let tool = call.text("tool").unwrap_or("delete".into()).into_owned();
                let arguments = call.arguments().get("arguments").unwrap_or(call.arguments());
                let asked = UpstreamCall { server: "files", tool: &tool, definitions: &*upstream, arguments };
                let sent = match before_call(&gates, &call, asked).await? {
                    CallDecision::Forward => arguments.text().to_owned(),
                    CallDecision::ForwardWith(changed) => changed,
                    CallDecision::Reject(text) => return Ok(ToolResult::error(text)),
                };
                upstream.forwarded.lock().push(sent.clone());
                Ok(ToolResult::text(format!("ran with {sent}")))
            }
        };
        let builder = Server::builder("gateway", "1").tool(Tool::new("delete", "Deletes."), handler);
        let builder = builder.engine(engine.clone()).page_wait(Duration::from_millis(1));
        let builder = if has_pages { builder.hosted(Arc::new(FakePages)) } else { builder };
        Harness { server: builder.build(), engine, clock, store, upstream }
    }

    pub(crate) fn forwarded(&self) -> Vec<String> {
        self.upstream.forwarded.lock().clone()
    }

    pub(crate) async fn log(&self) -> Vec<ConsentEntry> {
        ConsentLog::new(&self.engine, None).list(100, |_| true).await.unwrap()
    }

    /// Returns the open elicitations, newest first.
    pub(crate) async fn open(&self) -> Vec<ElicitationId> {
        let page = self.engine.list(&Actor::operator(Surface::Web), Default::default()).await.unwrap();
        page.items.iter().filter(|found| found.outcome().is_none()).map(|found| found.id).collect()
    }

    /// Answers an elicitation on the page as this person.
    pub(crate) async fn answer_on_page(&self, person: &str, id: ElicitationId, answer: &Value) {
        let actor = Actor::operator(Surface::Web).with_person(person);
        self.engine.submit(&actor, id, answer.to_string().as_bytes()).await.unwrap();
    }

    /// Lets time pass until the tasks have noticed.
    pub(crate) async fn advance(&self, by: Duration) {
        self.clock.advance_and_settle(by).await;
    }
}

/// A client that the test writes message by message.
pub(crate) struct RawClient {
    /// The language that its requests ask for.
    pub(crate) locale: &'static str,
    connection: Connection,
    era: Era,
    name: &'static str,
    capabilities: &'static str,
    next_id: i64,
    /// The state of the last input-required result.
    pub(crate) state: Option<String>,
    last_arguments: String,
}

/// What the gateway sent to a client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Received {
    /// A question: its key or request id, its message and its schema.
    Question { id: Value, message: String, schema: Value },
    /// The text of the result.
    Result(String),
}

impl Received {
    pub(crate) fn result(self) -> String {
        match self {
            Received::Result(text) => text,
            Received::Question { message, .. } => panic!("asked: {message}"),
        }
    }

    pub(crate) fn message(&self) -> &str {
        match self {
            Received::Question { message, .. } => message,
            Received::Result(text) => panic!("result: {text}"),
        }
    }
}

impl RawClient {
    pub(crate) async fn new(harness: &Harness, era: Era) -> RawClient {
        RawClient::named(harness, era, "tests", FORMS).await
    }

    pub(crate) async fn named(
        harness: &Harness,
        era: Era,
        name: &'static str,
        capabilities: &'static str,
    ) -> RawClient {
        let (connection, theirs) = memory::pair();
        let server = harness.server.clone();
        tokio::spawn(async move { server.serve_for(theirs, "local").await });
        let mut client = RawClient {
            locale: "en",
            connection,
            era,
            name,
            capabilities,
            next_id: 1,
            state: None,
            last_arguments: String::new(),
        };
        if era == Era::Legacy {
            let params = json!({"protocolVersion": "2025-11-25", "clientInfo": {"name": name, "version": "9.9.9"},
                "capabilities": serde_json::from_str::<Value>(capabilities).unwrap()});
            client.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}));
            client.receive_message().await;
            client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        }
        client
    }

    fn send(&mut self, message: &Value) {
        self.connection.outgoing.send(message.to_string()).unwrap();
    }

    async fn receive_message(&mut self) -> Value {
        let next = tokio::time::timeout(Duration::from_secs(30), self.connection.incoming.next()).await;
        let Some(Frame::Text(text)) = next.expect("no message in time") else { panic!("closed") };
        serde_json::from_str(&text).unwrap()
    }

    /// Calls the tool with arguments, spelled as given.
    pub(crate) fn call(&mut self, arguments: &str) {
        self.last_arguments = arguments.to_owned();
        self.state = None;
        self.request(None);
    }

    fn request(&mut self, retry: Option<(&str, &str)>) {
        let id = self.next_id;
        self.next_id += 1;
        let meta = match self.era {
            Era::Legacy => format!(r#","_meta":{{"locale":"{}"}}"#, self.locale),
            Era::Modern => format!(
                r#","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{{"name":"{}","version":"9.9.9"}},"locale":"{}"}}"#,
                self.capabilities, self.name, self.locale
            ),
        };
        let retry = retry.map_or_else(String::new, |(state, responses)| {
            format!(r#","requestState":{},"inputResponses":{responses}"#, Value::from(state))
        });
        let arguments = &self.last_arguments;
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"delete","arguments":{arguments}{retry}{meta}}}}}"#
        );
        self.connection.outgoing.send(text).unwrap();
    }

    /// Returns the next question or result.
    pub(crate) async fn receive(&mut self) -> Received {
        loop {
            let message = self.receive_message().await;
            if message["method"] == "elicitation/create" {
                let params = &message["params"];
                return Received::Question {
                    id: message["id"].clone(),
                    message: params["message"].as_str().unwrap().to_owned(),
                    schema: params["requestedSchema"].clone(),
                };
            }
            if message.get("method").is_some() {
                continue;
            }
            let result = &message["result"];
            if result["resultType"] == "input_required" || result.get("inputRequests").is_some() {
                self.state = result["requestState"].as_str().map(str::to_owned);
                let (key, request) = result["inputRequests"].as_object().unwrap().iter().next().unwrap();
                let params = &request["params"];
                return Received::Question {
                    id: key.as_str().into(),
                    message: params["message"].as_str().unwrap_or_default().to_owned(),
                    schema: params["requestedSchema"].clone(),
                };
            }
            let text =
                result["content"][0]["text"].as_str().map_or_else(|| message.to_string(), str::to_owned);
            return Received::Result(text);
        }
    }

    /// Answers a question with this result of `elicitation/create`.
    pub(crate) fn answer(&mut self, question: &Received, result: &Value) {
        let Received::Question { id, .. } = question else { panic!("{question:?}") };
        match self.era {
            Era::Legacy => self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result})),
            Era::Modern => {
                let state = self.state.clone().unwrap();
                let responses = json!({id.as_str().unwrap(): result}).to_string();
                self.request(Some((&state, &responses)));
            }
        }
    }

    /// Calls, answers the question, and returns what comes next.
    pub(crate) async fn call_and_answer(&mut self, arguments: &str, result: &Value) -> Received {
        self.call(arguments);
        let question = self.receive().await;
        self.answer(&question, result);
        self.receive().await
    }
}

pub(crate) fn accept(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

pub(crate) fn approve() -> Value {
    accept(&json!({"decision": "approve"}))
}
