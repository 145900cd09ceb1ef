//! What asking needs of a server: one of these for each server, shared by all its calls.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_engine::{Checker, Clock, Engine, Limits, MemoryStore};
use askwell_form::build::{boolean, form};
use askwell_form::url_guard::UrlPolicy;
use askwell_form::{Defects, Form};
use askwell_lifecycle::{Audience, Policy, Timestamp};

use super::channel::LinkCache;
use super::prepared_forms::PreparedForms;
use super::prompt::FormMetadata;
use crate::request_state::{Spent, StateKeys};
use askwell_engine::Hosted;

/// How many elicitations whose answers were delivered a private engine keeps.
const TAKEN_KEPT: usize = 1024;

/// What asking needs of a server: the engine (given, or a private one), pages, state keys, prepared forms and settings.
pub(crate) struct AskParts {
    /// The name of the server, which is part of what a question is known by.
    pub(crate) server: String,
    pub(crate) settings: AskSettings,
    pub(crate) forms: PreparedForms,
    pub(crate) keys: StateKeys,
    pub(crate) spent: Spent,
    pub(crate) pages: Option<Arc<dyn Hosted>>,
    pub(crate) links: LinkCache,
    /// The clock of a server without an engine of its own.
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) engine: OnceLock<Engine>,
    /// Whether the engine was given. The private one lasts no longer than the server.
    pub(crate) has_given_engine: bool,
    /// The checker of a server without an engine of its own.
    checker: Checker,
    confirmation: OnceLock<Form>,
}

/// How a server asks.
pub(crate) struct AskSettings {
    /// The policy of a server without an engine of its own.
    pub(crate) policy: Policy,
    /// Calls that one connection may have at once, and so questions that it may have open.
    pub(crate) calls_at_once: usize,
    /// A refusal that comes faster than this was not made by a person. Zero: every refusal is a person's.
    pub(crate) instant_refusal: Duration,
    /// How often to say that a call is alive.
    pub(crate) progress_every: Duration,
    /// How long a state can be given back, and an answer waits for a repeated call.
    pub(crate) state_lifetime: Duration,
    /// How long a modern call waits for a person who is on a page.
    pub(crate) patience: Duration,
    /// How long a legacy call waits in a dialog before it gives a link, where there is a page and no progress is wanted.
    pub(crate) call_limit: Duration,
    pub(crate) url_policy: UrlPolicy,
    pub(crate) metadata: FormMetadata,
    pub(crate) states: StatePlace,
    /// Who may answer on pages, where `person_of` names nobody.
    pub(crate) page_audience: Audience,
    /// The person behind a principal, who may answer its questions on pages.
    pub(crate) person_of: Option<PersonOf>,
}

/// Names the person behind a principal.
pub(crate) type PersonOf = Arc<dyn Fn(&str) -> Option<Arc<str>> + Send + Sync>;

/// Where the state of a modern call is between its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatePlace {
    /// With the client.
    Client,
    /// In the engine's store; the client has its name.
    Store,
}

impl AskParts {
    pub(crate) fn new(
        server: String,
        settings: AskSettings,
        keys: StateKeys,
        clock: Arc<dyn Clock>,
        given: Option<Engine>,
        pages: Option<Arc<dyn Hosted>>,
    ) -> Self {
        let has_given_engine = given.is_some();
        let engine = OnceLock::new();
        if let Some(given) = given {
            // A new lock is empty.
            let _ = engine.set(given);
        }
        AskParts {
            server,
            settings,
            forms: PreparedForms::default(),
            keys,
            spent: Spent::default(),
            pages,
            links: LinkCache::default(),
            clock,
            engine,
            has_given_engine,
            checker: Checker::default(),
            confirmation: OnceLock::new(),
        }
    }

    /// Returns the engine that was given, or a private one in memory. Must be called within a tokio runtime.
    pub(crate) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| {
            let settings = &self.settings;
            let limits = Limits { open_per_client: settings.calls_at_once, ..Limits::none() };
            Engine::builder()
                .clock(SharedClock(Arc::clone(&self.clock)))
                .store(MemoryStore::transient(TAKEN_KEPT))
                .retention(settings.state_lifetime)
                .policy(settings.policy)
                .limits(limits)
                .start()
        })
    }

    /// Returns the policy that holds for clients without one of their own.
    pub(crate) fn policy(&self) -> Policy {
        if self.has_given_engine { self.engine().policy() } else { self.settings.policy }
    }

    /// Returns who may answer the questions of a principal on pages.
    pub(crate) fn page_audience(&self, principal: &str) -> Audience {
        let person = self.settings.person_of.as_ref().and_then(|person_of| person_of(principal));
        person.map_or_else(|| self.settings.page_audience.clone(), Audience::Person)
    }

    /// Returns the checker of the engine that was given, or one of the server's own.
    pub(crate) fn checker(&self) -> &Checker {
        if self.has_given_engine { self.engine().checker() } else { &self.checker }
    }

    /// Returns the time by which questions end: that of the engine, if one was given.
    pub(crate) fn now(&self) -> Timestamp {
        if self.has_given_engine { self.engine().now() } else { self.clock.now() }
    }

    /// Returns the form of a confirmation.
    pub(crate) fn confirmation(&self) -> Result<&Form, Defects> {
        if let Some(form) = self.confirmation.get() {
            return Ok(form);
        }
        let form = form("confirm", "Please confirm").field(boolean("confirm", "Go on").required()).build()?;
        Ok(self.confirmation.get_or_init(|| form))
    }
}

/// A clock that an engine shares with its server.
#[derive(Debug)]
struct SharedClock(Arc<dyn Clock>);

impl Clock for SharedClock {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.sleep_until(deadline)
    }
}
