//! An engine to experiment with.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Store;
use askwell_engine::{Ask, Change, Engine, EngineBuilder, Limits, MemoryStore};
use askwell_form::Form;
use askwell_form::build::{form, number, text};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Scope, Status, Surface};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;

/// An engine in memory, its clock and its store.
pub(crate) struct World {
    pub(crate) clock: ManualClock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engine: Engine,
    /// The client that asks.
    pub(crate) client: Actor,
}

impl World {
    pub(crate) fn new() -> World {
        World::with(|builder| builder)
    }

    pub(crate) fn with(change: impl FnOnce(EngineBuilder) -> EngineBuilder) -> World {
        World::over(Arc::new(MemoryStore::new()), change)
    }

    pub(crate) fn over(store: Arc<dyn Store>, change: impl FnOnce(EngineBuilder) -> EngineBuilder) -> World {
        let clock = ManualClock::new();
        let engine = start(&clock, &store, change);
        World { clock, store, engine, client: client("a") }
    }

    /// Another engine on the same store, by the same clock.
    pub(crate) fn another_engine(&self) -> Engine {
        start(&self.clock, &self.store, |builder| builder)
    }

    pub(crate) async fn ask(&self) -> Arc<Elicitation> {
        self.ask_with(Ask::form(a_form())).await
    }

    pub(crate) async fn ask_with(&self, ask: Ask) -> Arc<Elicitation> {
        self.engine.create(&self.client, ask).await.unwrap()
    }

    pub(crate) async fn status(&self, id: ElicitationId) -> Status {
        self.engine.status(&self.client, id).await.unwrap().status()
    }

    /// The whole log.
    pub(crate) async fn log(&self) -> Vec<Change> {
        let (mut log, mut after) = (Vec::new(), 0);
        loop {
            let found = self.store.changes_since(after, 1_000, Scope::Everything).await.unwrap();
            if found.upto == after {
                return log;
            }
            after = found.upto;
            log.extend(found.list);
        }
    }

    /// The names in the log of what happened to one elicitation.
    pub(crate) async fn history(&self, id: ElicitationId) -> Vec<&'static str> {
        self.log().await.iter().filter(|change| change.id == id).map(|change| change.effect.name()).collect()
    }
}

fn start(
    clock: &ManualClock,
    store: &Arc<dyn Store>,
    change: impl FnOnce(EngineBuilder) -> EngineBuilder,
) -> Engine {
    let builder =
        Engine::builder().clock(clock.clone()).limits(Limits::none()).resolver(ScriptedResolver::new());
    change(builder.shared_store(Arc::clone(store))).start()
}

pub(crate) fn client(name: &str) -> Actor {
    Actor::client(name, Surface::Library)
}

/// A required name and a port.
pub(crate) fn a_form() -> Form {
    form("server", "A new server")
        .field(text("host", "Host").required())
        .field(number("port", "Port").range(1, 65535))
        .build()
        .unwrap()
}

pub(crate) const GOOD: &[u8] = br#"{"host": "db1", "port": 5432}"#;
pub(crate) const BAD: &[u8] = br#"{"port": 70000}"#;

pub(crate) fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

pub(crate) fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Lets every other task do what it can: only on a runtime with one thread, where this is exact.
pub(crate) async fn others_work() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}
