//! The builder of a server.

use askwell_locale::Words;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Clock, Engine, SystemClock};
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Audience, Policy};

use super::ask_parts::{AskParts, AskSettings, StateLocation};
use super::backend::Backend;
use super::call::Call;
use super::catalogue::{Catalogue, Prompt, Resource, Tool};
use super::failure::Failure;
use super::prompt::FormMetadata;
use super::result::{PromptResult, ResourceResult, ToolResult};
use super::tasks::{TaskLimits, Tasks};
use super::{Server, ServerState, dispatch};
use crate::request_state::StateKeys;
use crate::wire::{Limits, Peer};
use askwell_engine::Hosted;

/// A builder for a [`Server`]. Everything has a default.
#[must_use = "nothing is served until it is built"]
pub struct ServerBuilder {
    info: Peer,
    instructions: Option<String>,
    catalogue: Catalogue,
    backend: Option<Arc<dyn Backend>>,
    limits: Limits,
    settings: AskSettings,
    keys: Option<StateKeys>,
    clock: Arc<dyn Clock>,
    engine: Option<Engine>,
    hosted: Option<Arc<dyn Hosted>>,
    task_limits: TaskLimits,
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder").field("info", &self.info).finish_non_exhaustive()
    }
}

impl ServerBuilder {
    pub(super) fn new(name: &str, version: &str) -> Self {
        ServerBuilder {
            info: Peer { name: name.to_owned(), version: version.to_owned() },
            instructions: None,
            catalogue: Catalogue::default(),
            backend: None,
            limits: Limits::default(),
            settings: AskSettings {
                policy: Policy::default(),
                ask_rate: None,
                max_concurrent_calls: 1024,
                instant_refusal: Duration::from_millis(400),
                progress_interval: Duration::from_secs(10),
                state_lifetime: Duration::from_secs(600),
                page_wait: Duration::from_secs(20),
                call_limit: Duration::from_secs(50),
                url_policy: UrlPolicy::default(),
                metadata: FormMetadata::WholeForm,
                states: StateLocation::Client,
                page_audience: Audience::LinkHolder,
                person_of: None,
                words: Words::default(),
            },
            keys: None,
            clock: Arc::new(SystemClock),
            engine: None,
            hosted: None,
            task_limits: TaskLimits::default(),
        }
    }

    /// Sets the instructions for models.
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

    /// Adds a resource, or a resource template.
    pub fn resource<F, Fut>(mut self, resource: Resource, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ResourceResult, Failure>> + Send + 'static,
    {
        self.catalogue.add_resource(resource, handle);
        self
    }

    /// Sets the handler that completes arguments (`completion/complete`). At most a hundred values
    /// are sent.
    pub fn completions<F, Fut>(mut self, handle: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, Failure>> + Send + 'static,
    {
        self.catalogue.set_completer(handle);
        self
    }

    /// Sets what answers all requests, in place of tools, prompts, resources and completions.
    pub fn backend(mut self, backend: Arc<dyn Backend>) -> Self {
        self.backend = Some(backend);
        self
    }

    /// Sets the engine that holds the elicitations. Its limits, timeouts and clock apply to them.
    /// Without one, they live in memory, or in the states of modern calls.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Sets the pages on which forms can be answered. Without pages, a question that the client
    /// cannot show fails.
    pub fn hosted(mut self, hosted: Arc<dyn Hosted>) -> Self {
        self.hosted = Some(hosted);
        self
    }

    /// Sets who may answer this server's questions on its pages. The default is everyone who holds
    /// the link, so that one client's questions appear in no other person's inbox.
    /// [`Audience::Anyone`] is for pages that only one person can reach, or for questions to
    /// everyone. [`Audience::ClientOnly`] keeps questions off the pages.
    pub fn page_audience(mut self, audience: Audience) -> Self {
        self.settings.page_audience = audience;
        self
    }

    /// Sets how the person behind a principal is found. Only that person may then answer its
    /// questions on pages, and finds them in the inbox. If it returns `None`,
    /// [`ServerBuilder::page_audience`] applies.
    pub fn person_of(mut self, person: impl Fn(&str) -> Option<Arc<str>> + Send + Sync + 'static) -> Self {
        self.settings.person_of = Some(Arc::new(person));
        self
    }

    /// Sets the keys of request states. Without them, states are valid in this process only.
    pub fn state_keys(mut self, keys: StateKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// Stores the states of modern calls in the engine's store and gives clients only their names:
    /// each is used once across all servers on that store, and answers of any size fit. If you set
    /// an engine, states that are too large for a client are stored anyway.
    pub fn store_states(mut self) -> Self {
        self.settings.states = StateLocation::Store;
        self
    }

    /// Sets the language for people whose client wants none that there is, and the operator's own texts. The default is
    /// English. A client says what it wants by `Accept-Language` over HTTP, or by `locale` in the `_meta` of a request.
    pub fn words(mut self, words: Words) -> Self {
        self.settings.words = words;
        self
    }

    /// Sets how long a state is valid. The default is ten minutes.
    pub fn state_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.state_lifetime = lifetime;
        self
    }

    /// Sets timeouts and retries for a server without its own engine.
    /// [`PolicySettings::pushed_timeout`] is the timeout of a legacy client's dialog if the form
    /// has none.
    ///
    /// [`PolicySettings::pushed_timeout`]: askwell_lifecycle::PolicySettings::pushed_timeout
    pub fn policy(mut self, policy: Policy) -> Self {
        self.settings.policy = policy;
        self
    }

    /// Sets how many questions one principal may ask in any window, for a server without its own engine. A
    /// question above it is refused as [`CreateError::Limited`]. There is no limit by default. A question that is
    /// asked again in a later round does not count again, but a modern client can drop its state and start over:
    /// then it does.
    ///
    /// [`CreateError::Limited`]: askwell_engine::CreateError::Limited
    pub fn ask_rate(mut self, questions: u32, window: Duration) -> Self {
        self.settings.ask_rate = Some((questions, window));
        self
    }

    /// Sets how fast a refusal must come to count as the client's own, not the person's. The
    /// default is 400 milliseconds; zero turns this off. It applies where a page is there to answer
    /// on instead, and to questions that outlive their call.
    pub fn instant_refusal(mut self, within: Duration) -> Self {
        self.settings.instant_refusal = within;
        self
    }

    /// Sets how often a waiting call sends progress. The default is ten seconds.
    pub fn progress_interval(mut self, pause: Duration) -> Self {
        self.settings.progress_interval = pause;
        self
    }

    /// Sets how long a modern call waits for a person on a page before it asks the client to call
    /// again. The default is twenty seconds.
    pub fn page_wait(mut self, page_wait: Duration) -> Self {
        self.settings.page_wait = page_wait;
        self
    }

    /// Sets how long a legacy call waits in a dialog, if the person could also answer on a page and
    /// the client wants no progress. The call then ends with a link, and the dialog stays open. The
    /// default is 50 seconds, because many clients give up on a call after a minute.
    pub fn call_limit(mut self, limit: Duration) -> Self {
        self.settings.call_limit = limit;
        self
    }

    /// Sets the rules for URLs of foreign pages. The default is https and no private addresses.
    pub fn url_policy(mut self, policy: UrlPolicy) -> Self {
        self.settings.url_policy = policy;
        self
    }

    /// Sets the largest size and depth of messages.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets how many calls one connection may run at once.
    pub fn max_concurrent_calls(mut self, calls: usize) -> Self {
        self.settings.max_concurrent_calls = calls;
        self
    }

    /// Sets the limits of calls that go on as tasks; see [`Tool::task`].
    pub fn task_limits(mut self, limits: TaskLimits) -> Self {
        self.task_limits = limits;
        self
    }

    /// Stops sending whole forms in `_meta`.
    pub fn without_form_metadata(mut self) -> Self {
        self.settings.metadata = FormMetadata::None;
        self
    }

    /// Sets the clock of a server without its own engine.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Builds the server.
    #[must_use]
    pub fn build(self) -> Server {
        let keys = self.keys.unwrap_or_else(StateKeys::random);
        let name = self.info.name.clone();
        Server {
            shared: Arc::new(ServerState {
                info_json: self.info.to_json(),
                info: self.info,
                instructions: self.instructions,
                catalogue: self.catalogue,
                backend_handler: self.backend.clone().map(dispatch::handler_of),
                backend: self.backend,
                limits: self.limits,
                ask: AskParts::new(name, self.settings, keys, self.clock, self.engine, self.hosted),
                sessions: super::session::SessionRegistry::default(),
                tasks: Tasks::new(self.task_limits),
            }),
        }
    }
}
