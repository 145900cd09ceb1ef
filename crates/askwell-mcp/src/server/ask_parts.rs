//! What asking needs of a server. Each server has one, shared by all its calls.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_engine::{Checker, Clock, Engine, Limits, MemoryStore, StepRecorder};
use askwell_form::url_guard::UrlPolicy;
use askwell_form::{Defects, Form};
use askwell_lifecycle::{Audience, Policy, Timestamp};
use askwell_locale::{Language, Words};
use serde_json::{Map, json};

use super::channel::LinkCache;
use super::prepared_forms::PreparedForms;
use super::prompt::FormMetadata;
use crate::request_state::{StateKeys, UsedStates};
use askwell_engine::Hosted;

/// The number of elicitations with delivered answers that a private engine keeps.
const TAKEN_KEPT: usize = 1024;

/// What asking needs of a server: the engine (given or private), pages, state keys, prepared forms
/// and settings.
pub(crate) struct AskParts {
    /// The name of the server, which is part of a question's identity.
    pub(crate) server: String,
    pub(crate) settings: AskSettings,
    pub(crate) forms: PreparedForms,
    pub(crate) keys: StateKeys,
    pub(crate) used_states: UsedStates,
    pub(crate) pages: Option<Arc<dyn Hosted>>,
    pub(crate) links: LinkCache,
    /// The clock of a server without its own engine.
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) engine: OnceLock<Engine>,
    /// Whether the engine was given. A private engine lasts as long as the server.
    pub(crate) has_given_engine: bool,
    /// Limits, counts and logs the elicitations that live in the states of modern calls.
    pub(crate) recorder: StepRecorder,
    /// The checker of a server without its own engine.
    checker: Checker,
    confirmation: OnceLock<Form>,
}

/// The settings of asking.
pub(crate) struct AskSettings {
    /// The policy of a server without its own engine.
    pub(crate) policy: Policy,
    /// How many questions a client may ask in any window, on a server without its own engine.
    pub(crate) ask_rate: Option<(u32, Duration)>,
    /// The most concurrent calls of a connection, and so its most open questions.
    pub(crate) max_concurrent_calls: usize,
    /// A refusal that comes faster is the client's own. Zero: every refusal is the person's.
    pub(crate) instant_refusal: Duration,
    /// The interval of progress notifications.
    pub(crate) progress_interval: Duration,
    /// How long a state is valid, and an answer waits for a repeated call.
    pub(crate) state_lifetime: Duration,
    /// How long a modern call waits for a person on a page.
    pub(crate) page_wait: Duration,
    /// How long a legacy call waits in a dialog before it returns a link, if there is a page and no
    /// progress is wanted.
    pub(crate) call_limit: Duration,
    pub(crate) url_policy: UrlPolicy,
    pub(crate) metadata: FormMetadata,
    pub(crate) states: StateLocation,
    /// Who may answer on pages, if `person_of` returns no person.
    pub(crate) page_audience: Audience,
    /// Returns the person behind a principal, who may answer its questions on pages.
    pub(crate) person_of: Option<PersonOf>,
    /// The words for people whose client wants no language that there is.
    pub(crate) words: Words,
}

/// Returns the person behind a principal.
pub(crate) type PersonOf = Arc<dyn Fn(&str) -> Option<Arc<str>> + Send + Sync>;

/// Where the state of a modern call is between its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StateLocation {
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
            // The lock is new and therefore empty.
            let _ = engine.set(given);
        }
        AskParts {
            server,
            settings,
            forms: PreparedForms::default(),
            keys,
            used_states: UsedStates::default(),
            pages,
            links: LinkCache::default(),
            clock,
            engine,
            has_given_engine,
            recorder: StepRecorder::default(),
            checker: Checker::default(),
            confirmation: OnceLock::new(),
        }
    }

    /// Returns the given engine, or a private one in memory. Must be called within a tokio runtime.
    pub(crate) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| {
            let settings = &self.settings;
            Engine::builder()
                .clock(SharedClock(Arc::clone(&self.clock)))
                .store(MemoryStore::transient(TAKEN_KEPT))
                .retention(settings.state_lifetime)
                .policy(settings.policy)
                .limits(self.limits())
                .start()
        })
    }

    /// Returns the limits of a server without its own engine.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits { open_per_client: self.settings.max_concurrent_calls, ..Limits::none() };
        match self.settings.ask_rate {
            Some((per_window, window)) => Limits { per_window, window, ..limits },
            None => limits,
        }
    }

    /// Returns the policy for clients without their own.
    pub(crate) fn policy(&self) -> Policy {
        if self.has_given_engine { self.engine().policy() } else { self.settings.policy }
    }

    /// Returns who may answer a principal's questions on pages.
    pub(crate) fn page_audience(&self, principal: &str) -> Audience {
        let person = self.settings.person_of.as_ref().and_then(|person_of| person_of(principal));
        person.map_or_else(|| self.settings.page_audience.clone(), Audience::Person)
    }

    /// Returns the checker of the given engine, or the server's own.
    pub(crate) fn checker(&self) -> &Checker {
        if self.has_given_engine { self.engine().checker() } else { &self.checker }
    }

    /// Returns the current time: that of the engine, if one was given.
    pub(crate) fn now(&self) -> Timestamp {
        if self.has_given_engine { self.engine().now() } else { self.clock.now() }
    }

    /// Returns the form of a confirmation, with a translation into every language: a page shows it in the language of
    /// its reader, and the question is the same one in all of them.
    pub(crate) fn confirmation(&self) -> Result<&Form, Defects> {
        if let Some(form) = self.confirmation.get() {
            return Ok(form);
        }
        let texts = |language| {
            let words = self.settings.words.in_language(language);
            (words.text("mcp-confirm", &[]), words.text("mcp-go-on", &[]))
        };
        let others = Language::ALL.into_iter().filter(|language| *language != Language::English);
        let translations = others.map(|language| {
            let (title, label) = texts(language);
            (language.tag().to_owned(), json!({"title": title, "fields": {"confirm": {"label": label}}}))
        });
        let (title, label) = texts(Language::English);
        let document = json!({
            "id": "confirm",
            "title": title,
            "fields": [{"id": "confirm", "type": "boolean", "label": label, "required": true}],
            "translations": translations.collect::<Map<_, _>>(),
        });
        let form = Form::parse(&document.to_string())?;
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
