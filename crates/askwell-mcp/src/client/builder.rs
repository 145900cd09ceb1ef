//! How a client comes to be.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::error::ConnectError;
use super::handlers::{ElicitationHandler, FormReply, FormRequest, Handlers, UrlReply, UrlRequest, boxed};
use super::target::Target;
use super::{Client, connect};
use crate::wire::{ElicitationModes, Era, Json, Limits, Notification, ObjectWriter, Peer};

/// How often a server may ask for more input before a call is given up.
pub const DEFAULT_ROUNDS: usize = 10;
/// How many questions a server may have open at once, unless said otherwise.
pub const DEFAULT_OPEN_QUESTIONS: usize = 32;
/// How long a server may take to begin.
const DEFAULT_START: Duration = Duration::from_secs(30);
/// How long a person may take at a page that the server waits for.
const DEFAULT_VISIT: Duration = Duration::from_secs(600);

/// What a client is and can do.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) identity: Peer,
    pub(super) handlers: Handlers,
    pub(super) limits: Limits,
    pub(super) rounds: usize,
    pub(super) open_questions: usize,
    pub(super) start: Duration,
    pub(super) visit: Duration,
    pub(super) eras: Eras,
    pub(super) on_notification: Option<Hook>,
    pub(super) on_refused_push: Option<Arc<dyn Fn() + Send + Sync>>,
    pub(super) on_visit: Option<VisitHook>,
}

type Hook = Arc<dyn Fn(&Notification) + Send + Sync>;
type VisitHook = Arc<dyn Fn(Duration) + Send + Sync>;

/// Which eras a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eras {
    /// Whichever the server speaks, the modern one first.
    Both,
    Only(Era),
}

/// A client in the making.
#[derive(Clone)]
#[must_use = "nothing happens until it connects"]
pub struct ClientBuilder(Settings);

impl ClientBuilder {
    pub(super) fn new(name: &str, version: &str) -> Self {
        ClientBuilder(Settings {
            identity: Peer { name: name.to_owned(), version: version.to_owned() },
            handlers: Handlers::default(),
            limits: Limits::default(),
            rounds: DEFAULT_ROUNDS,
            open_questions: DEFAULT_OPEN_QUESTIONS,
            start: DEFAULT_START,
            visit: DEFAULT_VISIT,
            eras: Eras::Both,
            on_notification: None,
            on_refused_push: None,
            on_visit: None,
        })
    }

    /// Answers forms. Declares form mode.
    pub fn on_form<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(FormRequest) -> R + Send + Sync + 'static,
        R: Future<Output = FormReply> + Send + 'static,
    {
        self.0.handlers.form = Some(boxed(handler));
        self
    }

    /// Decides about URLs. Declares URL mode.
    pub fn on_url<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(UrlRequest) -> R + Send + Sync + 'static,
        R: Future<Output = UrlReply> + Send + 'static,
    {
        self.0.handlers.url = Some(boxed(handler));
        self
    }

    /// Answers both. Declares both modes.
    pub fn on_elicitation(mut self, handler: impl ElicitationHandler) -> Self {
        self.0.handlers = Handlers::of(handler);
        self
    }

    /// Hears everything that the server tells unasked. It must not wait.
    pub fn on_notification(mut self, hook: impl Fn(&Notification) + Send + Sync + 'static) -> Self {
        self.0.on_notification = Some(Arc::new(hook));
        self
    }

    /// Is called when a server pushes a question in the modern era, which has no such requests: it was refused, and
    /// would be answered in the legacy era. The hook must not wait.
    pub fn on_refused_push(mut self, hook: impl Fn() + Send + Sync + 'static) -> Self {
        self.0.on_refused_push = Some(Arc::new(hook));
        self
    }

    /// Is called when the client begins to wait until a legacy server says that the person is done at a page, with how
    /// long it waits at most. The hook must not wait.
    pub fn on_visit(mut self, hook: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.0.on_visit = Some(Arc::new(hook));
        self
    }

    /// How large a message may be.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.0.limits = limits;
        self
    }

    /// How often a server may ask for more input before a call is given up; [`DEFAULT_ROUNDS`] unless said.
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.0.rounds = rounds;
        self
    }

    /// Sets how many questions a legacy server may have open at once; one more is answered with an error.
    /// [`DEFAULT_OPEN_QUESTIONS`] unless set.
    pub fn open_questions(mut self, most: usize) -> Self {
        self.0.open_questions = most;
        self
    }

    /// How long a server may take to begin: 30 seconds unless said.
    pub fn start_within(mut self, time: Duration) -> Self {
        self.0.start = time;
        self
    }

    /// How long a person may take at a page that a legacy server insists on: ten minutes unless said.
    pub fn visit_within(mut self, time: Duration) -> Self {
        self.0.visit = time;
        self
    }

    /// Speaks this era only, without trying the other.
    pub fn only(mut self, era: Era) -> Self {
        self.0.eras = Eras::Only(era);
        self
    }

    #[cfg(test)]
    pub(super) fn settings(self) -> Settings {
        self.0
    }

    /// Connects to a server and agrees with it on how to speak.
    ///
    /// # Errors
    /// When it cannot be started or reached, or there is no agreement.
    pub async fn connect(self, target: impl Into<Target>) -> Result<Client, ConnectError> {
        connect::connect(self.0, target.into()).await
    }
}

impl Settings {
    pub(super) fn has_handlers(&self) -> bool {
        self.handlers.form.is_some() || self.handlers.url.is_some()
    }

    /// What the server is told about this client's abilities: the modes that have a handler.
    pub(super) fn capabilities(&self) -> Json {
        let mut capabilities = ObjectWriter::new();
        if self.has_handlers() {
            let modes =
                ElicitationModes { form: self.handlers.form.is_some(), url: self.handlers.url.is_some() };
            capabilities.raw("elicitation", modes.to_json().raw());
        }
        capabilities.finish()
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("identity", &self.0.identity).finish_non_exhaustive()
    }
}
