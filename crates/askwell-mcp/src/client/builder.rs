//! The builder of a client, and the settings that it collects.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::error::ConnectError;
use super::handlers::{ElicitationHandler, FormReply, FormRequest, Handlers, UrlReply, UrlRequest, boxed};
use super::target::Target;
use super::{Client, connect};
use crate::wire::{
    ElicitationModes, Era, Json, Limits, Notification, ObjectWriter, Peer, Raw, TASKS_EXTENSION,
};

/// The default of [`ClientBuilder::max_rounds`].
pub const DEFAULT_MAX_ROUNDS: usize = 10;
/// The default of [`ClientBuilder::max_open_elicitations`].
pub const DEFAULT_MAX_OPEN_ELICITATIONS: usize = 32;
/// The default of [`ClientBuilder::start_timeout`].
const DEFAULT_START_TIMEOUT: Duration = Duration::from_secs(30);
/// The default of [`ClientBuilder::page_timeout`].
const DEFAULT_PAGE_TIMEOUT: Duration = Duration::from_secs(600);

/// The settings of a client.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) identity: Peer,
    pub(super) handlers: Handlers,
    pub(super) limits: Limits,
    pub(super) max_rounds: usize,
    pub(super) max_open_elicitations: usize,
    pub(super) start_timeout: Duration,
    pub(super) page_timeout: Duration,
    pub(super) eras: Eras,
    pub(super) follows_tasks: bool,
    pub(super) on_notification: Option<NotificationHook>,
    pub(super) on_refused_elicitation: Option<Arc<dyn Fn() + Send + Sync>>,
    pub(super) on_page_wait: Option<PageWaitHook>,
}

type NotificationHook = Arc<dyn Fn(&Notification) + Send + Sync>;
type PageWaitHook = Arc<dyn Fn(Duration) + Send + Sync>;

/// The eras that a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eras {
    /// The era of the server. The client tries the modern one first.
    Both,
    Only(Era),
}

/// A builder for a [`Client`].
#[derive(Clone)]
#[must_use = "nothing happens until it connects"]
pub struct ClientBuilder(Settings);

impl ClientBuilder {
    pub(super) fn new(name: &str, version: &str) -> Self {
        ClientBuilder(Settings {
            identity: Peer { name: name.to_owned(), version: version.to_owned() },
            handlers: Handlers::default(),
            limits: Limits::default(),
            max_rounds: DEFAULT_MAX_ROUNDS,
            max_open_elicitations: DEFAULT_MAX_OPEN_ELICITATIONS,
            start_timeout: DEFAULT_START_TIMEOUT,
            page_timeout: DEFAULT_PAGE_TIMEOUT,
            eras: Eras::Both,
            follows_tasks: false,
            on_notification: None,
            on_refused_elicitation: None,
            on_page_wait: None,
        })
    }

    /// Declares the tasks extension (2026-07-28). If a server continues a call as a task, the call follows it: it asks the
    /// handlers what the task asks, reports its status as progress, and returns its result. Dropping the call cancels the
    /// task.
    pub fn follow_tasks(mut self) -> Self {
        self.0.follows_tasks = true;
        self
    }

    /// Sets the handler for forms, and declares form mode.
    pub fn on_form<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(FormRequest) -> R + Send + Sync + 'static,
        R: Future<Output = FormReply> + Send + 'static,
    {
        self.0.handlers.form = Some(boxed(handler));
        self
    }

    /// Sets the handler for URLs, and declares URL mode.
    pub fn on_url<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(UrlRequest) -> R + Send + Sync + 'static,
        R: Future<Output = UrlReply> + Send + 'static,
    {
        self.0.handlers.url = Some(boxed(handler));
        self
    }

    /// Sets one handler for forms and URLs, and declares both modes.
    pub fn on_elicitation(mut self, handler: impl ElicitationHandler) -> Self {
        self.0.handlers = Handlers::of(handler);
        self
    }

    /// Sets a hook for the server's notifications. The hook must not block.
    pub fn on_notification(mut self, hook: impl Fn(&Notification) + Send + Sync + 'static) -> Self {
        self.0.on_notification = Some(Arc::new(hook));
        self
    }

    /// Sets a hook for elicitations that a server sends as requests in the modern era. That era has
    /// no such requests, so the client refuses them; a client of the legacy era would answer. The
    /// hook must not block.
    pub fn on_refused_elicitation(mut self, hook: impl Fn() + Send + Sync + 'static) -> Self {
        self.0.on_refused_elicitation = Some(Arc::new(hook));
        self
    }

    /// Sets a hook that is called when the client starts to wait until a legacy server reports a
    /// page as complete. The hook gets the longest wait, and must not block.
    pub fn on_page_wait(mut self, hook: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.0.on_page_wait = Some(Arc::new(hook));
        self
    }

    /// Sets the largest size and depth of a message.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.0.limits = limits;
        self
    }

    /// Sets how often a server may ask for more input in one call. The call then fails with
    /// [`CallError::TooManyRounds`](super::CallError::TooManyRounds). The default is
    /// [`DEFAULT_MAX_ROUNDS`].
    pub fn max_rounds(mut self, rounds: usize) -> Self {
        self.0.max_rounds = rounds;
        self
    }

    /// Sets how many elicitations a legacy server may have open at once. The client answers one
    /// more with an error. The default is [`DEFAULT_MAX_OPEN_ELICITATIONS`].
    pub fn max_open_elicitations(mut self, most: usize) -> Self {
        self.0.max_open_elicitations = most;
        self
    }

    /// Sets how long the server may take for the handshake. The default is 30 seconds.
    pub fn start_timeout(mut self, time: Duration) -> Self {
        self.0.start_timeout = time;
        self
    }

    /// Sets how long a person may take on a page that a legacy server requires. The default is ten
    /// minutes.
    pub fn page_timeout(mut self, time: Duration) -> Self {
        self.0.page_timeout = time;
        self
    }

    /// Restricts the client to one era. It does not try the other one.
    pub fn only_era(mut self, era: Era) -> Self {
        self.0.eras = Eras::Only(era);
        self
    }

    #[cfg(test)]
    pub(super) fn settings(self) -> Settings {
        self.0
    }

    /// Connects to a server and negotiates the revision. Dropping the future closes the connection.
    ///
    /// # Errors
    /// When the server cannot be started or reached, or speaks no revision in common with the
    /// client.
    pub async fn connect(self, target: impl Into<Target>) -> Result<Client, ConnectError> {
        connect::connect(self.0, target.into()).await
    }
}

impl Settings {
    pub(super) fn has_handlers(&self) -> bool {
        self.handlers.form.is_some() || self.handlers.url.is_some()
    }

    /// Returns the capabilities that the client declares: the modes that have a handler.
    pub(super) fn capabilities(&self) -> Json {
        let mut capabilities = ObjectWriter::new();
        if self.has_handlers() {
            let modes =
                ElicitationModes { form: self.handlers.form.is_some(), url: self.handlers.url.is_some() };
            capabilities.raw("elicitation", modes.to_json().raw());
        }
        if self.follows_tasks {
            let extensions = ObjectWriter::new().raw(TASKS_EXTENSION, Raw::EMPTY).finish();
            capabilities.raw("extensions", extensions.raw());
        }
        capabilities.finish()
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("identity", &self.0.identity).finish_non_exhaustive()
    }
}
