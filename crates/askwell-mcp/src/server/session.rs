//! One legacy client: what it said when it came, what it was asked and has not answered yet, what it wants to hear of.

mod prompts;

use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use std::sync::{Arc, Weak};

use askwell_engine::{Engine, Lease};
use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, ElicitationId, Scope};
use hashbrown::HashSet;
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

use self::prompts::OpenRequests;
pub(super) use self::prompts::{CallLink, JoinedPrompt, NewPrompt, PromptEvent};
use super::call::LogLevel;
use super::channel::complete_notification;
use crate::transport::{Closed, Outgoing};
use crate::wire::{Capabilities, Id, ObjectWriter, Peer, Raw, Response, encode, method};

/// One legacy client.
pub(crate) struct Session {
    pub(crate) revision: Revision,
    pub(crate) capabilities: Capabilities,
    pub(crate) client: Peer,
    /// Whether the client may send several messages at once.
    pub(crate) takes_batches: bool,
    /// What the client answers is applied to elicitations of this engine, on behalf of this actor.
    engine: Engine,
    actor: Actor,
    /// Says that the client is there.
    lease: Mutex<Option<Lease>>,
    next_id: AtomicI64,
    open: Mutex<OpenRequests>,
    /// The most prompts that may be open at once.
    most_prompts: usize,
    /// Whether a prompt stays open when the call that showed it has ended.
    prompts_outlive_calls: bool,
    log_level: AtomicU8,
    /// Where to put what belongs to no call, if there is such a place.
    standing: Mutex<Option<Outgoing>>,
    /// The resources that the client wants to hear of when they change.
    watched: Mutex<HashSet<Box<str>>>,
    /// The pages that the client wants to hear of when the person is done there.
    visited: Mutex<HashSet<ElicitationId>>,
    over: watch::Sender<bool>,
}

/// A request to the client that is no elicitation and is not answered yet. Dropping it means that the answer is not wanted
/// any more, and says so to the client.
pub(super) struct ClientRequest {
    session: Arc<Session>,
    outgoing: Outgoing,
    id: i64,
    answer: oneshot::Receiver<Response>,
    answered: bool,
}

impl Session {
    /// Begins a session of a client, which is there until [`Session::end`].
    pub(crate) fn new(
        revision: Revision,
        capabilities: Capabilities,
        client: Peer,
        engine: &Engine,
        actor: &Actor,
    ) -> Self {
        let lease = match &actor.scope {
            Scope::Client(client) => Some(engine.attend(client.clone())),
            Scope::Person(_) | Scope::Everything => None,
        };
        Session {
            revision,
            capabilities,
            client,
            takes_batches: false,
            engine: engine.clone(),
            actor: actor.clone(),
            lease: Mutex::new(lease),
            next_id: AtomicI64::new(1),
            open: Mutex::default(),
            most_prompts: 1024,
            prompts_outlive_calls: true,
            log_level: AtomicU8::new(LogLevel::Debug as u8),
            standing: Mutex::default(),
            watched: Mutex::default(),
            visited: Mutex::default(),
            over: watch::Sender::new(false),
        }
    }

    /// The same for a client of a revision that has batches.
    pub(crate) fn with_batches(self, takes_batches: bool) -> Self {
        Session { takes_batches, ..self }
    }

    /// The same with at most so many open prompts.
    pub(crate) fn with_most_prompts(self, most_prompts: usize) -> Self {
        Session { most_prompts, ..self }
    }

    /// The same for a client that drops a prompt when the call that showed it ends.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_prompts_of_calls(self) -> Self {
        Session { prompts_outlive_calls: false, ..self }
    }

    fn next_request(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends the client a request that is no elicitation.
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

    /// Ends the session: the client is gone, nobody will answer, and nobody can be told anything. Its elicitations stay
    /// open for the grace time of the engine.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
        *self.standing.lock() = None;
        self.open.lock().clear();
        drop(self.lease.lock().take());
    }

    /// Waits until the client is gone.
    pub(crate) async fn ended(&self) {
        // It ends with its last sender, too.
        let _ = self.over.subscribe().wait_for(|over| *over).await;
    }

    /// Sends a notification by the stream of a call, or by the standing one if that takes nothing more. A client that is
    /// gone needs not be told.
    fn notify(&self, outgoing: &Outgoing, text: String) {
        if outgoing.send(text.clone()).is_err()
            && let Some(standing) = self.standing()
        {
            let _ = standing.send(text);
        }
    }

    /// Withdraws a request.
    fn send_cancelled(&self, outgoing: &Outgoing, request: i64) {
        let params = format!(r#"{{"requestId":{request},"reason":"no answer is needed any more"}}"#);
        self.notify(outgoing, encode::notification(method::CANCELLED, Raw::part(&params)));
    }

    /// Tells the client when the person is done on a page, once however often it is sent there. Waiting for that does not
    /// keep the connection open.
    pub(super) fn notify_when_complete(self: &Arc<Self>, id: ElicitationId) {
        if !self.visited.lock().insert(id) {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let mut over = session.over.subscribe();
            tokio::select! {
                outcome = session.engine.wait(&session.actor, id) => {
                    session.visited.lock().remove(&id);
                    if let (Ok(_), Some(outgoing)) = (outcome, session.standing()) {
                        let _ = outgoing.send(complete_notification(id));
                    }
                }
                // It ends with its last sender, too.
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

    /// Begins or ends telling the client about a resource. One client can watch so many.
    pub(crate) fn watch(&self, uri: &str) -> bool {
        const MOST: usize = 1000;
        let mut watched = self.watched.lock();
        watched.len() < MOST && (watched.insert(uri.into()) || watched.contains(uri))
    }

    pub(crate) fn unwatch(&self, uri: &str) {
        self.watched.lock().remove(uri);
    }

    /// Tells the client that a resource has changed, if it wants to hear of it.
    pub(crate) fn tell_of(&self, uri: &str) {
        if let (true, Some(outgoing)) = (self.watched.lock().contains(uri), self.standing()) {
            let params = ObjectWriter::new().text("uri", uri).finish();
            // A client that is gone needs not be told.
            let _ = outgoing.send(encode::notification(method::RESOURCE_UPDATED, params.raw()));
        }
    }

    pub(crate) fn set_standing(&self, outgoing: Outgoing) {
        *self.standing.lock() = Some(outgoing);
    }

    pub(crate) fn standing(&self) -> Option<Outgoing> {
        self.standing.lock().clone()
    }
}

/// The legacy clients that are there.
#[derive(Default)]
pub(crate) struct Present(Mutex<Vec<Weak<Session>>>);

impl Present {
    pub(crate) fn add(&self, session: &Arc<Session>) {
        let mut present = self.0.lock();
        present.retain(|session| session.strong_count() > 0);
        present.push(Arc::downgrade(session));
    }

    pub(crate) fn each(&self, tell: impl Fn(&Session)) {
        for session in self.0.lock().iter().filter_map(Weak::upgrade) {
            tell(&session);
        }
    }
}

impl ClientRequest {
    /// Waits for the answer.
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
