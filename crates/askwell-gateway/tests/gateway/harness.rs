//! A gateway with scripted peers: clients that send lines, servers that answer them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, Hosted, HostedError, HostedLink, ListFilter};
use askwell_gateway::{Gates, Gateway, GatewayParts, GatewaySettings, ServerSpec, ServerTarget};
use askwell_lifecycle::{Actor, Audience, ElicitationId, Surface};
use askwell_mcp::transport::{Connection, Frame, stdio};
use askwell_mcp::wire::Limits;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

/// The limit of each wait.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pages that exist only as links.
pub(crate) struct LinksOnly;

impl Hosted for LinksOnly {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("http://127.0.0.1:1/f/{id}"), code: None }) })
    }
}

/// A gateway in front of servers.
pub(crate) struct TestGateway {
    pub(crate) gateway: Gateway,
    pub(crate) engine: Engine,
}

/// Settings for tests: calls wait longer than a test takes.
pub(crate) fn patient() -> GatewaySettings {
    GatewaySettings { wait: Duration::from_secs(60), ..GatewaySettings::default() }
}

impl TestGateway {
    pub(crate) async fn new(servers: Vec<ServerSpec>, settings: GatewaySettings) -> Self {
        let engine = Engine::builder().limits(askwell_engine::Limits::none()).start();
        TestGateway::with_engine(engine, servers, settings).await
    }

    pub(crate) async fn with_engine(
        engine: Engine,
        servers: Vec<ServerSpec>,
        settings: GatewaySettings,
    ) -> Self {
        let gateway = Gateway::start(GatewayParts {
            servers,
            settings,
            engine: engine.clone(),
            hosted: Some(Arc::new(LinksOnly)),
            page_audience: Audience::Anyone,
            state_keys: None,
            announce: Arc::new(|_, _| {}),
            gates: Gates::none(),
            words: askwell_locale::Words::default(),
        });
        TestGateway { gateway: gateway.await.unwrap(), engine }
    }

    pub(crate) fn client(&self) -> Client {
        let (ours, theirs) = pipes();
        let server = self.gateway.server().clone();
        tokio::spawn(async move { server.serve(theirs).await });
        Client { connection: ours, next_id: 100, early: VecDeque::new() }
    }

    /// Waits until one question is open, and returns its id.
    pub(crate) async fn question(&self) -> ElicitationId {
        let operator = Actor::operator(Surface::Library);
        let mut watch = self.engine.watch(&operator, None).await.unwrap();
        loop {
            let page = self.engine.list(&operator, ListFilter::default()).await.unwrap();
            if let Some(open) = page.items.iter().find(|asked| asked.outcome().is_none()) {
                return open.id;
            }
            tokio::time::timeout(PATIENCE, watch.next()).await.expect("no question is asked").unwrap();
        }
    }

    /// Answers a question as a person on the page does.
    pub(crate) async fn submit(&self, id: ElicitationId, answers: &Value) {
        let operator = Actor::operator(Surface::Web);
        self.engine.submit(&operator, id, answers.to_string().as_bytes()).await.unwrap();
    }
}

/// Returns two connected ends, with one message on each line as over stdio.
pub(crate) fn pipes() -> (Connection, Connection) {
    let (a, b) = tokio::io::duplex(1 << 16);
    let limits = Limits { bytes: 64 << 20, depth: 128 };
    let (read_a, write_a) = tokio::io::split(a);
    let (read_b, write_b) = tokio::io::split(b);
    (stdio::connect(read_a, write_a, &limits), stdio::connect(read_b, write_b, &limits))
}

/// A client that sends what a test says.
pub(crate) struct Client {
    pub(crate) connection: Connection,
    next_id: u64,
    early: VecDeque<Value>,
}

impl Client {
    pub(crate) fn send_text(&self, text: &str) {
        self.connection.outgoing.send(text.to_owned()).unwrap();
    }

    pub(crate) fn send(&self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub(crate) async fn receive_text(&mut self) -> String {
        match tokio::time::timeout(PATIENCE, self.connection.incoming.next()).await.expect("no message") {
            Some(Frame::Text(text)) => text,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn receive(&mut self) -> Value {
        match self.early.pop_front() {
            Some(early) => early,
            None => serde_json::from_str(&self.receive_text().await).unwrap(),
        }
    }

    /// Waits for the response to a request; other messages can be received later.
    pub(crate) async fn response(&mut self, id: u64) -> Value {
        loop {
            let message: Value = serde_json::from_str(&self.receive_text().await).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.early.push_back(message);
        }
    }

    /// Does the legacy handshake.
    pub(crate) async fn initialize(&mut self, capabilities: &Value) -> Value {
        self.initialize_as("2025-11-25", capabilities).await
    }

    pub(crate) async fn initialize_as(&mut self, version: &str, capabilities: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": capabilities,
            "clientInfo": {"name": "script", "version": "1"}}}));
        let response = self.receive().await;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        response
    }

    /// Sends a request and returns its id.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}));
        self.next_id
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.request("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// Sends a request of a modern client.
    pub(crate) fn modern(&mut self, method: &str, params: &Value, capabilities: &Value) -> u64 {
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
            "io.modelcontextprotocol/clientInfo": {"name": "script", "version": "1"},
        });
        self.request(method, &params)
    }

    pub(crate) fn answer(&self, request: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }
}

/// The era that a scripted server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaks {
    Legacy,
    Modern,
}

/// What scripted servers have received, and what ends them.
#[derive(Clone, Default)]
pub(crate) struct Script {
    /// All texts, in order.
    pub(crate) received: Arc<Mutex<Vec<String>>>,
    changed: Arc<Notify>,
    /// The number of connections so far.
    pub(crate) starts: Arc<Mutex<usize>>,
}

impl Script {
    /// Waits until a text that a server has received fits.
    pub(crate) async fn received(&self, fits: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                let changed = self.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                let texts = self.received.lock().clone();
                let read = |text: &String| serde_json::from_str(text).unwrap();
                if let Some(message) = texts.iter().map(read).find(|message| fits(message)) {
                    return message;
                }
                changed.await;
            }
        };
        tokio::time::timeout(PATIENCE, found).await.expect("the server did not receive that")
    }
}

/// Returns a server of one era, and what it receives. Its tools: `echo` returns its arguments, `ask`
/// asks for a name, `ask_twice` for a name and then an age, `ask_apart` for both with a moment between, `sample` and `roots` ask the client,
/// `visit` sends the person to a URL, `login` requires one, `crash` ends the server, `hang` never
/// answers, `progress` reports progress first, `ask_often` asks several times at once, `ask_forever` is never
/// content, `long` returns a text of a length.
pub(crate) fn scripted(name: &str, speaks: Speaks) -> (ServerSpec, Script) {
    let script = Script::default();
    let shared = script.clone();
    let connect = move || {
        let (ours, theirs) = pipes();
        *shared.starts.lock() += 1;
        tokio::spawn(serve(ours, speaks, shared.clone()));
        theirs
    };
    (ServerSpec::new(name, ServerTarget::Connect(Arc::new(connect))), script)
}

struct Served {
    outgoing: askwell_mcp::transport::Outgoing,
    answers: Mutex<std::collections::HashMap<u64, mpsc::UnboundedSender<Value>>>,
    next: Mutex<u64>,
}

impl Served {
    fn send(&self, message: &Value) {
        let _ = self.outgoing.send(message.to_string());
    }

    async fn ask(&self, method: &str, params: &Value) -> Value {
        let (sender, mut answer) = mpsc::unbounded_channel();
        let id = {
            let mut next = self.next.lock();
            *next += 1;
            *next
        };
        self.answers.lock().insert(id, sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        answer.recv().await.unwrap_or_default()
    }
}

pub(crate) fn name_schema() -> Value {
    json!({"type": "object", "properties": {"name": {"type": "string", "minLength": 2}}, "required": ["name"]})
}

fn age_schema() -> Value {
    json!({"type": "object", "properties": {"age": {"type": "integer", "minimum": 1}}, "required": ["age"]})
}

async fn serve(connection: Connection, speaks: Speaks, script: Script) {
    let Connection { mut incoming, outgoing } = connection;
    let served = Arc::new(Served { outgoing, answers: Mutex::default(), next: Mutex::new(1000) });
    while let Some(Frame::Text(text)) = incoming.next().await {
        // This reader knows no numbers beyond doubles.
        let message: Value = serde_json::from_str(&text.replace("1e400", "1")).unwrap();
        script.received.lock().push(text);
        script.changed.notify_waiters();
        let Some(method) = message["method"].as_str() else {
            let sender = message["id"].as_u64().and_then(|id| served.answers.lock().remove(&id));
            if let Some(sender) = sender {
                let _ = sender.send(message);
            }
            continue;
        };
        if message.get("id").is_none() {
            continue;
        }
        if message["params"]["name"] == "crash" {
            return;
        }
        let served = Arc::clone(&served);
        let method = method.to_owned();
        if method == "subscriptions/listen" && speaks == Speaks::Modern {
            let mark = json!({"io.modelcontextprotocol/subscriptionId": message["id"]});
            let filter = &message["params"]["notifications"];
            served.send(&json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                "params": {"_meta": mark, "notifications": filter}}));
            for uri in filter["resourceSubscriptions"].as_array().into_iter().flatten() {
                served.send(&json!({"jsonrpc": "2.0", "method": "notifications/resources/updated",
                    "params": {"_meta": mark, "uri": uri}}));
            }
            continue;
        }
        tokio::spawn(async move {
            let reply = match speaks {
                Speaks::Legacy => legacy(&served, &method, &message["params"]).await,
                Speaks::Modern => modern(&method, &message["params"]),
            };
            let mut response = json!({"jsonrpc": "2.0", "id": message["id"]});
            match reply {
                Ok(result) => response["result"] = result,
                Err(error) => response["error"] = error,
            }
            served.send(&response);
        });
    }
}

fn text(text: impl std::fmt::Display) -> Value {
    json!({"content": [{"type": "text", "text": text.to_string()}]})
}

fn unknown() -> Value {
    json!({"code": -32601, "message": "unknown method"})
}

fn form(message: &str, schema: &Value) -> Value {
    json!({"mode": "form", "message": message, "requestedSchema": schema})
}

async fn legacy(served: &Served, method: &str, params: &Value) -> Result<Value, Value> {
    match (method, params["name"].as_str().unwrap_or_default()) {
        ("initialize", _) => Ok(json!({"protocolVersion": "2025-11-25", "capabilities": {
                "tools": {"listChanged": true}, "resources": {"subscribe": true}, "logging": {}},
            "serverInfo": {"name": "scripted", "version": "1"}, "x-extra": 1.50})),
        ("resources/subscribe" | "resources/unsubscribe" | "logging/setLevel", _) => Ok(json!({})),
        ("resources/read", _) => Err(json!({"code": -32002, "message": "no such resource"})),
        ("tools/call", "change") => {
            served.send(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
            for uri in ["test://a", "test://b"] {
                let params = json!({"uri": uri});
                served.send(
                    &json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": params}),
                );
            }
            Ok(text("changed"))
        }
        ("server/discover", _) => Err(unknown()),
        ("tools/list", _) => Ok(json!({"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]})),
        ("tools/call", "ask") => {
            let answer = served.ask("elicitation/create", &form("What is your name?", &name_schema())).await;
            Ok(text(&answer["result"]))
        }
        ("tools/call", "ask_twice") => {
            let name = served.ask("elicitation/create", &form("What is your name?", &name_schema())).await;
            let age = served.ask("elicitation/create", &form("How old are you?", &age_schema())).await;
            Ok(text(format!("{} {}", name["result"], age["result"])))
        }
        ("tools/call", "ask_both") => {
            let (name, age) =
                (form("What is your name?", &name_schema()), form("How old are you?", &age_schema()));
            let (name, age) =
                tokio::join!(served.ask("elicitation/create", &name), served.ask("elicitation/create", &age));
            Ok(text(format!("{} {}", name["result"], age["result"])))
        }
        ("tools/call", "ask_apart") => {
            let (name, age) =
                (form("What is your name?", &name_schema()), form("How old are you?", &age_schema()));
            let later = async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                served.ask("elicitation/create", &age).await
            };
            let (name, age) = tokio::join!(served.ask("elicitation/create", &name), later);
            Ok(text(format!("{} {}", name["result"], age["result"])))
        }
        ("tools/call", "ask_often") => {
            let asked = &form("What is your name?", &name_schema());
            let count = params["arguments"]["count"].as_u64().unwrap_or_default();
            // One after the other, so that each is asked before the next one arrives.
            let answers = (0..count).map(|number| async move {
                for _ in 0..number * 8 {
                    tokio::task::yield_now().await;
                }
                served.ask("elicitation/create", asked).await
            });
            Ok(text(futures_util::future::join_all(answers).await.len()))
        }
        ("tools/call", "long") => {
            let length = params["arguments"]["length"].as_u64().unwrap_or_default();
            Ok(text("x".repeat(usize::try_from(length).unwrap())))
        }
        ("tools/call", "sample") => {
            Ok(text(&served.ask("sampling/createMessage", &json!({"messages": []})).await["result"]))
        }
        ("tools/call", "roots") => Ok(text(&served.ask("roots/list", &json!({})).await["result"])),
        ("tools/call", "visit") => {
            let page = json!({"mode": "url", "message": "Sign in", "url": "https://example.com/in", "elicitationId": "e1"});
            Ok(text(&served.ask("elicitation/create", &page).await["result"]))
        }
        ("tools/call", "hang") => std::future::pending().await,
        ("tools/call", "progress") => {
            let token = &params["_meta"]["progressToken"];
            served.send(&json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": token, "progress": 0.50}}));
            Ok(text("done"))
        }
        ("ping", _) => Ok(json!({})),
        ("tools/call", _) => Ok(json!({"content": [], "structuredContent": params["arguments"]})),
        _ => Err(unknown()),
    }
}

fn modern(method: &str, params: &Value) -> Result<Value, Value> {
    let answers = &params["inputResponses"];
    let needs = |key: &str, method: &str, params: Value, state: &str| {
        Ok(json!({"resultType": "input_required", "requestState": state,
            "inputRequests": {key: {"method": method, "params": params}}}))
    };
    let meta = &params["_meta"];
    if method != "initialize" && meta["io.modelcontextprotocol/protocolVersion"] != "2026-07-28" {
        return Err(json!({"code": -32602, "message": "no version"}));
    }
    match (method, params["name"].as_str().unwrap_or_default()) {
        ("initialize", _) => Err(unknown()),
        ("server/discover", _) => Ok(json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true}},
            "instructions": "Be kind.",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted", "version": "1"}}})),
        ("tools/call", "ask") => match answers.get("who") {
            None => needs("who", "elicitation/create", form("What is your name?", &name_schema()), "s1"),
            Some(answer) if params["requestState"] == "s1" => Ok(text(answer)),
            Some(_) => Err(json!({"code": -32602, "message": "wrong state"})),
        },
        ("tools/call", "ask_twice") => match (params["requestState"].as_str(), answers.get("who")) {
            (None, _) => needs("who", "elicitation/create", form("What is your name?", &name_schema()), "s1"),
            (Some("s1"), Some(name)) => {
                let state = format!("s2 {name}");
                needs("who", "elicitation/create", form("How old are you?", &age_schema()), &state)
            }
            (Some(state), Some(age)) => {
                Ok(text(format!("{} {age}", state.strip_prefix("s2 ").unwrap_or("?"))))
            }
            _ => Err(json!({"code": -32602, "message": "no answer"})),
        },
        ("tools/call", "task") => Ok(json!({"resultType": "task", "taskId": "task 1", "status": "working"})),
        ("tasks/get", _) => {
            Ok(json!({"resultType": "complete", "taskId": params["taskId"], "status": "completed"}))
        }
        ("tools/call", "ask_forever") => {
            needs("who", "elicitation/create", form("What is your name?", &name_schema()), "s1")
        }
        ("tools/call", "sample") => match answers.get("model") {
            None => needs("model", "sampling/createMessage", json!({"messages": []}), "s1"),
            Some(answer) => Ok(text(answer)),
        },
        ("tools/call", _) => {
            Ok(json!({"resultType": "complete", "content": [], "structuredContent": params["arguments"]}))
        }
        _ => Err(unknown()),
    }
}

/// Returns the text of a tool's result.
pub(crate) fn text_of(response: &Value) -> String {
    response["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{response}")).to_owned()
}
