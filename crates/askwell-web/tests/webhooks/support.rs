//! An engine with webhooks, and receivers to be called.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Store;
use askwell_engine::{Ask, Engine, Limits, MemoryStore, Resolver};
use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Elicitation, Surface, Timestamp};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::webhooks::{
    Endpoint, EventName, Retries, SigningSecret, Targets, WebhookError, WebhookParts, WebhookSettings,
};
use askwell_web::{Secrets, Webhooks};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// What happens in tests happens soon; what does not, a loaded machine has had time for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Somebody who is called, with answers to order.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    calls: mpsc::UnboundedReceiver<Call>,
    script: Arc<Mutex<VecDeque<Answer>>>,
    server: tokio::task::JoinHandle<()>,
}

/// A call as it arrived.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// What to answer.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    Status(u16),
    With(u16, &'static str, String),
    /// Nothing, for as long as anybody waits.
    Never,
}

#[derive(Clone)]
struct Desk {
    calls: mpsc::UnboundedSender<Call>,
    script: Arc<Mutex<VecDeque<Answer>>>,
}

impl Receiver {
    /// Answers 200, unless told otherwise.
    pub(crate) async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, calls) = mpsc::unbounded_channel();
        let script = Arc::new(Mutex::new(VecDeque::new()));
        let desk = Desk { calls: sender, script: Arc::clone(&script) };
        let router = Router::new().fallback(answer).with_state(desk);
        let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Receiver { address, calls, script, server }
    }

    /// The next calls are answered like this.
    pub(crate) fn script(&self, answers: impl IntoIterator<Item = Answer>) {
        self.script.lock().extend(answers);
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// The next call.
    pub(crate) async fn call(&mut self) -> Call {
        let call = tokio::time::timeout(PATIENCE, self.calls.recv()).await;
        call.expect("nobody calls").unwrap()
    }

    /// Whether nobody has called beyond what was taken.
    pub(crate) fn is_quiet(&mut self) -> bool {
        self.calls.try_recv().is_err()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn answer(State(desk): State<Desk>, headers: HeaderMap, body: Bytes) -> Response {
    let next = desk.script.lock().pop_front();
    let _ = desk.calls.send(Call { headers, body: String::from_utf8(body.to_vec()).unwrap() });
    match next.unwrap_or(Answer::Status(200)) {
        Answer::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Answer::With(status, header, value) => {
            (StatusCode::from_u16(status).unwrap(), [(header, value)]).into_response()
        }
        Answer::Never => std::future::pending().await,
    }
}

impl Call {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn id(&self) -> &str {
        self.header("webhook-id")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// An engine on some store, by a clock that stands still.
pub(crate) struct World {
    pub(crate) clock: ManualClock,
    pub(crate) engine: Engine,
    pub(crate) client: Actor,
    pub(crate) resolver: Arc<dyn Resolver>,
}

impl World {
    pub(crate) fn new() -> World {
        World::over(Arc::new(MemoryStore::new()))
    }

    pub(crate) fn over(store: Arc<dyn Store>) -> World {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let clock = ManualClock::new();
        let engine =
            Engine::builder().clock(clock.clone()).limits(Limits::none()).shared_store(store).start();
        let client = Actor::client("a", Surface::Api);
        World { clock, engine, client, resolver: Arc::new(ScriptedResolver::new()) }
    }

    pub(crate) async fn webhooks(&self, endpoints: Vec<Endpoint>) -> Webhooks {
        self.webhooks_with(endpoints, settings()).await.unwrap()
    }

    pub(crate) async fn webhooks_with(
        &self,
        endpoints: Vec<Endpoint>,
        settings: WebhookSettings,
    ) -> Result<Webhooks, WebhookError> {
        Webhooks::start(WebhookParts {
            engine: self.engine.clone(),
            clock: Arc::new(self.clock.clone()),
            resolver: Arc::clone(&self.resolver),
            endpoints,
            settings,
        })
        .await
    }

    pub(crate) async fn ask(&self) -> Arc<Elicitation> {
        self.engine.create(&self.client, Ask::form(a_form())).await.unwrap()
    }

    /// Asks, and has it answered.
    pub(crate) async fn answered(&self) -> Arc<Elicitation> {
        let asked = self.ask().await;
        self.engine.submit(&self.client, asked.id, br#"{"name": "Ada"}"#).await.unwrap();
        asked
    }

    /// Sets the clock to when the one delivery that waits is due.
    pub(crate) async fn wait_for_next_attempt(&self, webhooks: &Webhooks) -> Timestamp {
        let pending = webhooks.pending(None, 10).await.unwrap();
        let [one] = &pending[..] else { panic!("{pending:?}") };
        self.clock.set(one.at);
        one.at
    }
}

/// So many attempts have been recorded.
pub(crate) async fn recorded(webhooks: &Webhooks, attempts: u64) {
    let mut recorded = webhooks.attempts();
    let enough = recorded.wait_for(|recorded| *recorded >= attempts);
    tokio::time::timeout(PATIENCE, enough).await.expect("nothing is recorded").unwrap();
}

/// Three retries at known times.
pub(crate) fn settings() -> WebhookSettings {
    let waits = [10, 100, 1_000].map(Duration::from_secs).to_vec();
    let retries = Retries { waits, jitter: 0.0, longest_retry_after: Duration::from_secs(3_600) };
    WebhookSettings { retries, timeout: PATIENCE, ..WebhookSettings::default() }
}

pub(crate) fn endpoint(name: &str, url: String) -> Endpoint {
    Endpoint {
        name: name.to_owned(),
        url,
        signing: vec![SigningSecret::parse(SECRET).unwrap()],
        events: EventName::ENDINGS.to_vec(),
        client: None,
        secrets: Secrets::Masked,
        targets: Targets::Loopback,
    }
}

pub(crate) fn a_form() -> Form {
    let pin = text("pin", "Pin").secret();
    form("name", "Your name").field(text("name", "Name").required()).field(pin).build().unwrap()
}
