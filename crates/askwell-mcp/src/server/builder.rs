//! Putting a server together: sensible defaults, everything replaceable.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Clock, Engine, SystemClock};
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Audience, Policy};

use super::ask_parts::{AskParts, AskSettings, StatePlace};
use super::call::Call;
use super::catalogue::{Catalogue, Prompt, Resource, Tool};
use super::failure::Failure;
use super::prompt::FormMetadata;
use super::result::{PromptResult, ResourceResult, ToolResult};
use super::{Server, Shared};
use crate::request_state::StateKeys;
use crate::wire::{Limits, Peer};
use askwell_engine::Hosted;

/// A server in the making.
#[must_use = "nothing is served until it is built"]
pub struct ServerBuilder {
    info: Peer,
    instructions: Option<String>,
    catalogue: Catalogue,
    limits: Limits,
    settings: AskSettings,
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
            limits: Limits::default(),
            settings: AskSettings {
                policy: Policy::default(),
                calls_at_once: 1024,
                instant_refusal: Duration::from_millis(400),
                progress_every: Duration::from_secs(10),
                state_lifetime: Duration::from_secs(600),
                patience: Duration::from_secs(20),
                call_limit: Duration::from_secs(50),
                url_policy: UrlPolicy::default(),
                metadata: FormMetadata::WholeForm,
                states: StatePlace::Client,
                page_audience: Audience::LinkHolder,
                person_of: None,
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

    /// The engine in which questions live. Its limits, timeouts and clock hold for them. Without one, questions live in
    /// memory, or in the states of modern calls.
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

    /// Who may answer questions of this server on its pages: whoever holds the link, unless said otherwise, so that one
    /// client's questions are in nobody's inbox. [`Audience::Anyone`] is for pages that only one person can reach, or for
    /// questions that are meant for everybody. [`Audience::ClientOnly`] keeps them off the pages.
    pub fn page_audience(mut self, audience: Audience) -> Self {
        self.settings.page_audience = audience;
        self
    }

    /// Names the person behind a principal, who alone may answer its questions on pages, and finds them in the inbox. Where
    /// it names nobody, [`ServerBuilder::page_audience`] holds.
    pub fn person_of(mut self, person: impl Fn(&str) -> Option<Arc<str>> + Send + Sync + 'static) -> Self {
        self.settings.person_of = Some(Arc::new(person));
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
        self.settings.states = StatePlace::Store;
        self
    }

    /// How long a state can be given back: ten minutes, unless said otherwise.
    pub fn state_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.state_lifetime = lifetime;
        self
    }

    /// Timeouts and retries of a server without an engine of its own. [`PolicySettings::pushed_timeout`] is how long a legacy
    /// client's dialog can be answered, where the form does not say.
    ///
    /// [`PolicySettings::pushed_timeout`]: askwell_lifecycle::PolicySettings::pushed_timeout
    pub fn policy(mut self, policy: Policy) -> Self {
        self.settings.policy = policy;
        self
    }

    /// How fast a refusal has to come to be the client's own and not a person's: 400 milliseconds, unless said otherwise.
    /// Counts where there is a page to answer on instead, and for questions that outlive their call; zero takes every
    /// refusal for a person's.
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

    /// How long a legacy call waits in a dialog, where the person could answer on a page as well and the client wants no
    /// progress: then it ends with a link, and the dialog stays open. 50 seconds, unless said otherwise, as many clients
    /// give up on a call after a minute.
    pub fn call_limit(mut self, limit: Duration) -> Self {
        self.settings.call_limit = limit;
        self
    }

    /// What URLs of somebody else's pages must keep to: https, and no private addresses, unless said otherwise.
    pub fn url_policy(mut self, policy: UrlPolicy) -> Self {
        self.settings.url_policy = policy;
        self
    }

    /// How large messages may be.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How many calls a connection may have at once.
    pub fn calls_at_once(mut self, calls: usize) -> Self {
        self.settings.calls_at_once = calls;
        self
    }

    /// Does not send whole forms along in `_meta`.
    pub fn without_whole_forms(mut self) -> Self {
        self.settings.metadata = FormMetadata::None;
        self
    }

    /// What time it is, for a server without an engine of its own.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// The server.
    #[must_use]
    pub fn build(self) -> Server {
        let keys = self.keys.unwrap_or_else(StateKeys::random);
        let name = self.info.name.clone();
        Server {
            shared: Arc::new(Shared {
                info_json: self.info.to_json(),
                info: self.info,
                instructions: self.instructions,
                catalogue: self.catalogue,
                limits: self.limits,
                ask: AskParts::new(name, self.settings, keys, self.clock, self.engine, self.hosted),
                sessions: super::session::Present::default(),
            }),
        }
    }
}
