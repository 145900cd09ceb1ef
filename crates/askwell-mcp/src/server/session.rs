//! The session of one legacy client: what it declared, its unanswered requests, and its
//! subscriptions.

mod prompts;

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use askwell_engine::{Engine, Lease};
use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, ElicitationId, Scope};
use hashbrown::HashSet;
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

use self::prompts::SessionRequests;
pub(super) use self::prompts::{CallLink, JoinedPrompt, NewPrompt, PromptEvent, PromptParams};
use super::backend::{Backend, ClientSession};
use super::call::LogLevel;
use super::channel::complete_notification;
use crate::transport::{Closed, Outgoing};
use crate::wire::{Capabilities, Id, Notification, ObjectWriter, Peer, Raw, Response, encode, method};

/// The session of one legacy client.
pub(crate) struct Session {
    /// The number of the session, which is unique in this process.
    pub(crate) number: u64,
    pub(crate) revision: Revision,
    pub(crate) capabilities: Capabilities,
    pub(crate) client: Peer,
    /// Whether the client may send batches.
    pub(crate) takes_batches: bool,
    /// The engine of the elicitations that the client answers.
    /// What takes the client's notifications, if anything does.
    backend: Option<Arc<dyn Backend>>,
    /// Whether `initialize` has failed.
    has_failed: AtomicBool,
    engine: Engine,
    actor: Actor,
    /// Keeps the client marked as present.
    lease: Mutex<Option<Lease>>,
    next_id: AtomicI64,
    open: Mutex<SessionRequests>,
    /// The most open prompts.
    max_prompts: usize,
    /// Whether a prompt stays open after the call that showed it.
    prompts_outlive_calls: bool,
    log_level: AtomicU8,
    /// Where to send messages that belong to no call, if there is such a stream.
    standalone: Mutex<Option<Outgoing>>,
    /// The resources that the client has subscribed to.
    subscriptions: Mutex<HashSet<Box<str>>>,
    /// The pages whose completion the client is to be notified of.
    awaited_pages: Mutex<HashSet<ElicitationId>>,
    /// Whether the client takes messages that belong to no call.
    is_listening: AtomicBool,
    over: watch::Sender<bool>,
}

/// A request to the client that is no elicitation and has no response yet. Dropping it cancels the
/// request.
pub(super) struct ClientRequest {
    session: Arc<Session>,
    outgoing: Outgoing,
    id: i64,
    answer: oneshot::Receiver<Response>,
    answered: bool,
}

impl Session {
    /// Starts a session. The client counts as present until [`Session::end`].
    pub(crate) fn new(
        revision: Revision,
        capabilities: Capabilities,
        client: Peer,
        engine: &Engine,
        actor: &Actor,
    ) -> Self {
        let lease = match &actor.scope {
            Scope::Client(client) => Some(engine.lease_presence(client.clone())),
            Scope::Person(_) | Scope::Everything => None,
        };
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Session {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            backend: None,
            has_failed: AtomicBool::new(false),
            revision,
            capabilities,
            client,
            takes_batches: false,
            engine: engine.clone(),
            actor: actor.clone(),
            lease: Mutex::new(lease),
            next_id: AtomicI64::new(1),
            open: Mutex::default(),
            max_prompts: 1024,
            prompts_outlive_calls: true,
            log_level: AtomicU8::new(LogLevel::Debug as u8),
            standalone: Mutex::default(),
            subscriptions: Mutex::default(),
            awaited_pages: Mutex::default(),
            is_listening: AtomicBool::new(true),
            over: watch::Sender::new(false),
        }
    }

    /// Sets whether the client may send batches.
    pub(crate) fn with_batches(self, takes_batches: bool) -> Self {
        Session { takes_batches, ..self }
    }

    /// Sets what takes the client's notifications.
    pub(crate) fn with_backend(self, backend: Option<Arc<dyn Backend>>) -> Self {
        Session { backend, ..self }
    }

    /// Marks the session as failed.
    pub(crate) fn fail(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
    }

    /// Returns whether `initialize` has failed, so that the client may send it again.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Takes a notification of the client.
    pub(crate) fn take_notification(self: &Arc<Self>, notification: &Notification) {
        if let Some(backend) = &self.backend {
            backend.handle_notification(&ClientSession(Arc::clone(self)), notification);
        }
    }

    /// Makes the client one that has to open a stream before it takes messages that belong to no call.
    pub(crate) fn await_listener(&self) {
        self.is_listening.store(false, Ordering::Release);
    }

    pub(crate) fn is_listening(&self) -> bool {
        self.is_listening.load(Ordering::Acquire)
    }

    /// The client has opened a stream for messages that belong to no call.
    pub(crate) fn take_listener(self: &Arc<Self>) {
        self.is_listening.store(true, Ordering::Release);
        if let Some(backend) = &self.backend {
            backend.handle_listener(&ClientSession(Arc::clone(self)));
        }
    }

    /// Sets the most open prompts.
    pub(crate) fn with_max_prompts(self, max_prompts: usize) -> Self {
        Session { max_prompts, ..self }
    }

    /// Makes prompts end with the calls that showed them.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_prompts_of_calls(self) -> Self {
        Session { prompts_outlive_calls: false, ..self }
    }

    fn next_request(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a request that is no elicitation.
    pub(super) fn request(
        self: &Arc<Self>,
        outgoing: &Outgoing,
        method: &str,
        params: Raw<'_>,
    ) -> Result<ClientRequest, Closed> {
        let id = self.next_request();
        let (sender, answer) = oneshot::channel();
        self.open.lock().add_client_request(id, sender);
        let request = ClientRequest {
            session: Arc::clone(self),
            outgoing: outgoing.clone(),
            id,
            answer,
            answered: false,
        };
        outgoing.send(encode::request(&Id::Integer(id), method, params))?;
        Ok(request)
    }

    /// Ends the session: the client is gone. Its elicitations stay open for the engine's grace
    /// time.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
        *self.standalone.lock() = None;
        self.open.lock().clear();
        drop(self.lease.lock().take());
    }

    /// Waits until the client is gone.
    pub(crate) async fn ended(&self) {
        // The wait also ends when the sender is dropped.
        let _ = self.over.subscribe().wait_for(|over| *over).await;
    }

    /// Sends a notification on the stream of a call, or on the standalone stream if that one is
    /// closed. Failures are ignored.
    fn notify(&self, outgoing: &Outgoing, text: String) {
        if outgoing.send(text.clone()).is_err()
            && let Some(standalone) = self.standalone()
        {
            let _ = standalone.send(text);
        }
    }

    /// Cancels a request.
    fn send_cancelled(&self, outgoing: &Outgoing, request: i64) {
        let params = format!(r#"{{"requestId":{request},"reason":"no answer is needed any more"}}"#);
        self.notify(outgoing, encode::notification(method::CANCELLED, Raw::from_valid(&params)));
    }

    /// Notifies the client when the person is done on a page, once for each page. Does not keep the
    /// connection open.
    pub(super) fn notify_when_complete(self: &Arc<Self>, id: ElicitationId) {
        if !self.awaited_pages.lock().insert(id) {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let mut over = session.over.subscribe();
            tokio::select! {
                outcome = session.engine.wait(&session.actor, id) => {
                    session.awaited_pages.lock().remove(&id);
                    if let (Ok(_), Some(outgoing)) = (outcome, session.standalone()) {
                        let _ = outgoing.send(complete_notification(id));
                    }
                }
                // The wait also ends when the sender is dropped.
                _ = over.wait_for(|over| *over) => {}
            }
        });
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    pub(crate) fn wants_log(&self, level: LogLevel) -> bool {
        level as u8 >= self.log_level.load(Ordering::Relaxed)
    }

    /// Subscribes the client to a resource. Returns `false` if it has too many subscriptions.
    pub(crate) fn subscribe(&self, uri: &str) -> bool {
        const MOST: usize = 1000;
        let mut subscriptions = self.subscriptions.lock();
        subscriptions.len() < MOST && (subscriptions.insert(uri.into()) || subscriptions.contains(uri))
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        self.subscriptions.lock().remove(uri);
    }

    /// Notifies the client that a resource has changed, if it has subscribed.
    pub(crate) fn notify_resource_updated(&self, uri: &str) {
        if let (true, Some(outgoing)) = (self.subscriptions.lock().contains(uri), self.standalone()) {
            let params = ObjectWriter::new().text("uri", uri).finish();
            // A client that is gone does not need the notification.
            let _ = outgoing.send(encode::notification(method::RESOURCE_UPDATED, params.raw()));
        }
    }

    pub(crate) fn set_standalone(&self, outgoing: Outgoing) {
        *self.standalone.lock() = Some(outgoing);
    }

    pub(crate) fn standalone(&self) -> Option<Outgoing> {
        self.standalone.lock().clone()
    }
}

/// The sessions of all connected legacy clients.
#[derive(Default)]
pub(crate) struct SessionRegistry(Mutex<Vec<Weak<Session>>>);

impl SessionRegistry {
    pub(crate) fn add(&self, session: &Arc<Session>) {
        let mut sessions = self.0.lock();
        sessions.retain(|session| session.strong_count() > 0);
        sessions.push(Arc::downgrade(session));
    }

    pub(crate) fn each(&self, tell: impl Fn(&Session)) {
        for session in self.0.lock().iter().filter_map(Weak::upgrade) {
            tell(&session);
        }
    }
}

impl ClientRequest {
    /// Waits for the response.
    pub(super) async fn answer(&mut self) -> Result<Response, Closed> {
        let answer = (&mut self.answer).await.map_err(|_| Closed);
        self.answered = true;
        answer
    }
}

impl Drop for ClientRequest {
    fn drop(&mut self) {
        if !self.answered {
            self.session.open.lock().forget_request(self.id);
            self.session.send_cancelled(&self.outgoing, self.id);
        }
    }
}
