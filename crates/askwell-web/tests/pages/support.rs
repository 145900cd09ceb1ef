//! A fixture: pages on a port of their own, and their engine.

use std::collections::HashMap;
use std::sync::Arc;

use askwell_engine::{Ask, Engine, EngineBuilder, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Outcome, Status, Surface};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::{HostedLink, Identity, Pages, PagesSettings};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::browser::Browser;
use crate::forms::server;

/// Pages that run, and the engine behind them.
pub(crate) struct World {
    pub(crate) engine: Engine,
    pub(crate) pages: Pages,
    pub(crate) clock: ManualClock,
    pub(crate) port: u16,
    pub(crate) client: Actor,
}

impl World {
    pub(crate) async fn new() -> World {
        World::known_by(Identity::Loopback).await
    }

    /// A fixture whose links need a code.
    pub(crate) async fn with_codes() -> World {
        World::known_by(Identity::Code).await
    }

    pub(crate) async fn known_by(identity: Identity) -> World {
        World::with(identity, |builder| builder).await
    }

    pub(crate) async fn with(
        identity: Identity,
        change: impl FnOnce(EngineBuilder) -> EngineBuilder,
    ) -> World {
        let clock = ManualClock::new();
        let resolver = ScriptedResolver::new()
            .name("example.com", ["93.184.216.34"])
            .name("inside.example.com", ["10.0.0.1"]);
        let builder = Engine::builder().clock(clock.clone()).limits(Limits::none()).resolver(resolver);
        let engine = change(builder).start();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let settings = PagesSettings {
            link_hosts: Default::default(),
            base_url: format!("http://127.0.0.1:{port}").parse().unwrap(),
            identity,
            client_names: HashMap::from([("bot".into(), "Deploy Bot".to_owned())]),
        };
        let pages = Pages::new(engine.clone(), settings);
        let router = pages.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        World { engine, pages, clock, port, client: Actor::client("bot", Surface::Library) }
    }

    pub(crate) async fn ask(&self, document: &Value) -> Arc<Elicitation> {
        let form = Form::parse(&document.to_string()).unwrap_or_else(|defects| panic!("{defects}"));
        self.engine.create(&self.client, Ask::form(form)).await.unwrap()
    }

    /// Creates an elicitation and returns the path of its link.
    pub(crate) async fn link_to(&self, document: &Value) -> (ElicitationId, String) {
        let id = self.ask(document).await.id;
        (id, self.path_of(&self.pages.link(id).await.unwrap()))
    }

    pub(crate) fn path_of(&self, link: &HostedLink) -> String {
        link.url.strip_prefix(&format!("http://127.0.0.1:{}", self.port)).unwrap().to_owned()
    }

    pub(crate) async fn status(&self, id: ElicitationId) -> Status {
        self.engine.status(&self.client, id).await.unwrap().status()
    }

    /// Returns the answer.
    pub(crate) async fn answer(&self, id: ElicitationId) -> Value {
        match self.engine.status(&self.client, id).await.unwrap().outcome() {
            Some(Outcome::Answered(answers)) => answers.to_value(),
            other => panic!("not answered: {other:?}"),
        }
    }

    /// Returns the number of changes.
    pub(crate) async fn steps(&self, id: ElicitationId) -> usize {
        self.engine.history(&self.client, id).await.unwrap().len()
    }

    /// Checks that a new elicitation can still be asked and answered.
    pub(crate) async fn still_answers(&self) {
        let (id, path) = self.link_to(&server()).await;
        let sent = self.browser().fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
        assert_eq!((sent.status, self.status(id).await), (303, Status::Completed));
    }

    /// Asks, and gives the path of a link that wants a code, and the code.
    pub(crate) async fn coded_link_to(&self, document: &Value) -> (ElicitationId, String, String) {
        let id = self.ask(document).await.id;
        let link = self.pages.link(id).await.unwrap();
        (id, self.path_of(&link), link.code.unwrap())
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::at(self.port)
    }
}
