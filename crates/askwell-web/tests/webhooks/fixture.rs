//! A fixture: an engine with webhooks and a simulated clock.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Clock as _, Engine, Limits, MemoryStore, Resolver, Store};
use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Surface, Timestamp};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::Webhooks;
use askwell_web::webhooks::{
    DeliveryFilter, DeliveryState, DeliveryView, Endpoint, EndpointSettings, SigningSecret, WebhookSettings,
};

use crate::receiver::{Receiver, SECRET};

/// Long enough for a busy machine; reached only when something is broken.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct WebhookFixture {
    pub(crate) clock: ManualClock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engine: Engine,
    pub(crate) client: Actor,
    pub(crate) resolver: Arc<dyn Resolver>,
}

impl WebhookFixture {
    pub(crate) fn new() -> WebhookFixture {
        WebhookFixture::over(Arc::new(MemoryStore::new()))
    }

    pub(crate) fn over(store: Arc<dyn Store>) -> WebhookFixture {
        let clock = ManualClock::new();
        let builder = Engine::builder().clock(clock.clone()).limits(Limits::none());
        let builder = builder.resolver(ScriptedResolver::new());
        let engine = builder.shared_store(Arc::clone(&store)).start();
        let resolver = Arc::new(ScriptedResolver::new());
        WebhookFixture { clock, store, engine, client: Actor::client("a", Surface::Library), resolver }
    }

    /// Another run over the same store, at the same time of day.
    pub(crate) fn again(self) -> WebhookFixture {
        let WebhookFixture { clock, store, .. } = self;
        let next = WebhookFixture::over(store);
        next.clock.set(clock.now());
        next
    }

    pub(crate) async fn start(&self, endpoints: impl IntoIterator<Item = EndpointSettings>) -> Webhooks {
        let endpoints = endpoints.into_iter().map(|settings| Endpoint::new(settings).unwrap()).collect();
        let settings = WebhookSettings {
            clock: Arc::new(self.clock.clone()),
            resolver: Arc::clone(&self.resolver),
            ..WebhookSettings::default()
        };
        Webhooks::start(&self.engine, endpoints, settings).await.unwrap()
    }

    pub(crate) async fn ask(&self) -> Arc<Elicitation> {
        self.engine.create(&self.client, Ask::form(a_form())).await.unwrap()
    }

    pub(crate) async fn answer(&self, id: ElicitationId) {
        self.engine.submit(&self.client, id, GOOD).await.unwrap();
    }

    /// Asks, and answers.
    pub(crate) async fn answered(&self) -> String {
        let id = self.ask().await.id;
        self.answer(id).await;
        id.to_string()
    }
}

pub(crate) const GOOD: &[u8] = br#"{"name": "db1", "password": "correct horse"}"#;

/// A name and a password.
pub(crate) fn a_form() -> Form {
    let fields = text("name", "Name").required();
    form("login", "Log in").field(fields).field(text("password", "Password").secret()).build().unwrap()
}

/// An endpoint on this machine that hears of endings.
pub(crate) fn to(receiver: &Receiver) -> EndpointSettings {
    named("crm", receiver.url())
}

pub(crate) fn named(name: &str, url: String) -> EndpointSettings {
    let secret = SigningSecret::parse(SECRET).unwrap();
    EndpointSettings { allow_private: true, ..EndpointSettings::new(name, url, secret) }
}

pub(crate) fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// All deliveries of a kind.
pub(crate) async fn listed(webhooks: &Webhooks, which: DeliveryFilter) -> Vec<DeliveryView> {
    webhooks.deliveries(which, None, None, 100).await.unwrap()
}

/// Waits until the deliveries of a kind are as they should be.
pub(crate) async fn until(
    webhooks: &Webhooks,
    which: DeliveryFilter,
    done: impl Fn(&[DeliveryView]) -> bool,
) -> Vec<DeliveryView> {
    let mut progress = webhooks.progress();
    let waiting = async {
        loop {
            progress.mark_unchanged();
            let found = listed(webhooks, which).await;
            if done(&found) {
                return found;
            }
            progress.changed().await.unwrap();
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the deliveries never came to be as they should")
}

/// Waits until all has arrived.
pub(crate) async fn until_all_arrived(webhooks: &Webhooks) {
    until(webhooks, DeliveryFilter::Pending, <[_]>::is_empty).await;
}

/// Waits until the only delivery has failed so often, and tells when it is tried again.
pub(crate) async fn until_failed(webhooks: &Webhooks, attempts: u32) -> (DeliveryView, Timestamp) {
    let one = |found: &[DeliveryView]| matches!(found, [one] if one.attempts == attempts);
    let found = until(webhooks, DeliveryFilter::Pending, one).await.remove(0);
    let DeliveryState::Pending { next_try } = found.state else { panic!("pending") };
    (found, next_try)
}

/// Waits until so many have been given up.
pub(crate) async fn until_dead(webhooks: &Webhooks, count: usize) -> Vec<DeliveryView> {
    until(webhooks, DeliveryFilter::Dead, |found| found.len() == count).await
}
