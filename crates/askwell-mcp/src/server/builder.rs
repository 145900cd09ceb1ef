//! Putting a server together: sensible defaults, everything replaceable.

use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_engine::{Clock, Engine, SystemClock};
use askwell_form::url_guard::UrlPolicy;

use super::call::Call;
use super::catalogue::{Catalogue, Prompt, Resource, Tool};
use super::failure::Failure;
use super::question::Rider;
use super::result::{PromptResult, ResourceResult, ToolResult};
use super::{Server, Settings, Shared, States};
use crate::deliver::Hosted;
use crate::request_state::StateKeys;
use crate::wire::{Limits, Peer};

/// A server in the making.
#[must_use = "nothing is served until it is built"]
pub struct ServerBuilder {
    info: Peer,
    instructions: Option<String>,
    catalogue: Catalogue,
    settings: Settings,
    keys: Option<StateKeys>,
    clock: Arc<dyn Clock>,
    engine: Option<Engine>,
    hosted: Option<Arc<dyn Hosted>>,
}

impl ServerBuilder {
    pub(super) fn new(name: &str, version: &str) -> Self {
        ServerBuilder {
            info: Peer { name: name.to_owned(), version: version.to_owned() },
            instructions: None,
            catalogue: Catalogue::default(),
            settings: Settings {
                limits: Limits::default(),
                calls_at_once: 1024,
                pushed_timeout: Duration::from_secs(60),
                retry_limit: 3,
                instant_refusal: Duration::from_millis(400),
                progress_every: Duration::from_secs(10),
                state_lifetime: Duration::from_secs(600),
                patience: Duration::from_secs(20),
                url_policy: UrlPolicy::default(),
                rider: Rider::Form,
                states: States::Carried,
            },
            keys: None,
            clock: Arc::new(SystemClock),
            engine: None,
            hosted: None,
        }
    }

    /// What a model should know about the server as a whole.
    pub fn instructions(mut self, text: &str) -> Self {
        self.instructions = Some(text.to_owned());
        self
    }

    /// Adds a tool.
    pub fn tool<F, Fut>(mut self, tool: Tool, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolResult, Failure>> + Send + 'static,
    {
        self.catalogue.add_tool(tool, handle);
        self
    }

    /// Adds a prompt.
    pub fn prompt<F, Fut>(mut self, prompt: Prompt, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PromptResult, Failure>> + Send + 'static,
    {
        self.catalogue.add_prompt(prompt, handle);
        self
    }

    /// Adds a resource, or a family of them.
    pub fn resource<F, Fut>(mut self, resource: Resource, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ResourceResult, Failure>> + Send + 'static,
    {
        self.catalogue.add_resource(resource, handle);
        self
    }

    /// Completes arguments while people type them: the call's params say which. Up to a hundred values are sent.
    pub fn completions<F, Fut>(mut self, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, Failure>> + Send + 'static,
    {
        self.catalogue.set_completer(handle);
        self
    }

    /// The engine behind questions that are answered on pages. Without one, they live in memory.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// The pages on which forms of the engine can be answered. Without them, what the client cannot show cannot be
    /// asked.
    pub fn hosted(mut self, hosted: Arc<dyn Hosted>) -> Self {
        self.hosted = Some(hosted);
        self
    }

    /// The keys of request states. Without them, states are good for this process alone.
    pub fn state_keys(mut self, keys: StateKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// Keeps the states of modern calls in the engine's store and gives clients only their names: each is used once, on
    /// however many nodes, and answers of any size fit. With an engine of yours, states that are too large to be carried
    /// are kept anyway.
    pub fn keep_states(mut self) -> Self {
        self.settings.states = States::Kept;
        self
    }

    /// How long a state can be given back: ten minutes, unless said otherwise.
    pub fn state_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.state_lifetime = lifetime;
        self
    }

    /// How long to wait for a legacy client's answer: a minute, unless said otherwise. A form's own timeout comes first.
    pub fn pushed_timeout(mut self, timeout: Duration) -> Self {
        self.settings.pushed_timeout = timeout;
        self
    }

    /// How often an answer that does not pass is forgiven: three times, unless said otherwise.
    pub fn retry_limit(mut self, retries: u8) -> Self {
        self.settings.retry_limit = retries;
        self
    }

    /// How fast a refusal has to come to be the client's own and not a person's: 400 milliseconds, unless said otherwise.
    /// Counts for questions that outlive their call; zero takes every refusal for a person's.
    pub fn instant_refusal(mut self, within: Duration) -> Self {
        self.settings.instant_refusal = within;
        self
    }

    /// How often to tell a client that its call is alive while a person thinks: every ten seconds, unless said otherwise.
    pub fn progress_every(mut self, pause: Duration) -> Self {
        self.settings.progress_every = pause;
        self
    }

    /// How long a modern call waits for a person who is on a page, before it tells the client to come again: twenty
    /// seconds, unless said otherwise.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.settings.patience = patience;
        self
    }

    /// What URLs of somebody else's pages must keep to: https, and no private addresses, unless said otherwise.
    pub fn url_policy(mut self, policy: UrlPolicy) -> Self {
        self.settings.url_policy = policy;
        self
    }

    /// How large messages may be.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// How many calls a connection may have at once.
    pub fn calls_at_once(mut self, calls: usize) -> Self {
        self.settings.calls_at_once = calls;
        self
    }

    /// Does not send whole forms along in `_meta`.
    pub fn without_whole_forms(mut self) -> Self {
        self.settings.rider = Rider::Nothing;
        self
    }

    /// What time it is.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// The server.
    #[must_use]
    pub fn build(self) -> Server {
        let engine = OnceLock::new();
        if let Some(given) = self.engine {
            // A new lock is empty.
            let _ = engine.set(given);
        }
        Server {
            shared: Arc::new(Shared {
                info_json: self.info.to_json(),
                info: self.info,
                instructions: self.instructions,
                catalogue: self.catalogue,
                settings: self.settings,
                forms: crate::prepared::PreparedForms::default(),
                confirmation: super::Confirmation::default(),
                keys: self.keys.unwrap_or_else(StateKeys::random),
                spent: crate::request_state::Spent::default(),
                clock: self.clock,
                has_own_engine: engine.get().is_some(),
                engine,
                hosted: self.hosted,
                sessions: super::session::Present::default(),
                links: super::link_cache::LinkCache::default(),
            }),
        }
    }
}
