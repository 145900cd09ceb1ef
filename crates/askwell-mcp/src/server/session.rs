//! One legacy client: what it said when it came, and what it was asked and has not answered yet.

use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use std::sync::{Arc, Weak};

use askwell_engine::Engine;
use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, ElicitationId};
use hashbrown::{HashMap, HashSet};
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

use super::call::LogLevel;
use super::elsewhere::tell_done;
use super::lasting::PromptStatus;
use crate::transport::{Closed, Outgoing};
use crate::wire::{Capabilities, Id, ObjectWriter, Peer, Raw, Response, encode, method};

/// One legacy client.
pub(crate) struct Session {
    pub(crate) revision: Revision,
    pub(crate) capabilities: Capabilities,
    pub(crate) client: Peer,
    /// Whether the client may send several messages at once.
    pub(crate) takes_batches: bool,
    next_id: AtomicI64,
    pending: Mutex<HashMap<i64, oneshot::Sender<Response>>>,
    log_level: AtomicU8,
    /// Where to put what belongs to no call, if there is such a place.
    standing: Mutex<Option<Outgoing>>,
    /// The resources that the client wants to hear of when they change.
    watched: Mutex<HashSet<Box<str>>>,
    /// The pages that the client wants to hear of when the person is done there.
    visited: Mutex<HashSet<ElicitationId>>,
    /// The questions of the engine that the client shows, or showed and has answered wrongly.
    prompts: Mutex<HashMap<ElicitationId, watch::Receiver<PromptStatus>>>,
    over: watch::Sender<bool>,
}

/// The most questions of the engine that one client shows at once: more than an engine lets it ask.
const MOST_PROMPTS: usize = 128;

/// A request to the client that is not answered yet. Dropping it means that the answer is not wanted any more, and
/// says so to the client.
pub(crate) struct Pushed {
    session: Arc<Session>,
    outgoing: Outgoing,
    id: i64,
    answer: oneshot::Receiver<Response>,
    answered: bool,
}

impl Session {
    pub(crate) fn new(revision: Revision, capabilities: Capabilities, client: Peer) -> Self {
        Session {
            revision,
            capabilities,
            client,
            takes_batches: false,
            next_id: AtomicI64::new(1),
            pending: Mutex::default(),
            log_level: AtomicU8::new(LogLevel::Debug as u8),
            standing: Mutex::default(),
            watched: Mutex::default(),
            visited: Mutex::default(),
            prompts: Mutex::default(),
            over: watch::Sender::new(false),
        }
    }

    /// The same for a client of a revision that has batches.
    pub(crate) fn with_batches(self, takes_batches: bool) -> Self {
        Session { takes_batches, ..self }
    }

    /// Sends a request to the client.
    pub(crate) fn push(
        self: &Arc<Self>,
        outgoing: &Outgoing,
        method: &str,
        params: Raw<'_>,
    ) -> Result<Pushed, Closed> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.pending.lock().insert(id, sender);
        let pushed =
            Pushed { session: Arc::clone(self), outgoing: outgoing.clone(), id, answer, answered: false };
        outgoing.send(encode::request(&Id::Integer(id), method, params))?;
        Ok(pushed)
    }

    /// Takes an answer to whoever waits for it. One that nobody waits for is late, and not wanted any more.
    pub(crate) fn answer(&self, response: Response) {
        let Some(Id::Integer(id)) = response.id() else { return };
        let waiting = self.pending.lock().remove(id);
        if let Some(waiting) = waiting {
            // Whoever waited may have given up in this very moment.
            let _ = waiting.send(response);
        }
    }

    /// The client is gone: nobody will answer, and nobody can be told anything.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
        *self.standing.lock() = None;
        self.pending.lock().clear();
        self.prompts.lock().clear();
    }

    /// Waits until the client is gone.
    pub(crate) async fn ended(&self) {
        // It ends with its last sender, too.
        let _ = self.over.subscribe().wait_for(|over| *over).await;
    }

    /// Returns the prompt of an elicitation, if there is one.
    pub(super) fn prompt(&self, id: ElicitationId) -> Option<watch::Receiver<PromptStatus>> {
        self.prompts.lock().get(&id).cloned()
    }

    /// Whether the client shows a question of the engine.
    pub(crate) fn has_prompts(&self) -> bool {
        !self.prompts.lock().is_empty()
    }

    /// Adds the prompt of an elicitation in place of an earlier one; `false` if there are too many.
    pub(super) fn add_prompt(&self, id: ElicitationId, prompt: watch::Receiver<PromptStatus>) -> bool {
        let mut prompts = self.prompts.lock();
        let has_room = prompts.len() < MOST_PROMPTS || prompts.contains_key(&id);
        if has_room {
            prompts.insert(id, prompt);
        }
        has_room
    }

    /// Forgets the prompt of an elicitation, unless another one has taken its place.
    pub(super) fn forget_prompt(&self, id: ElicitationId, status: &watch::Sender<PromptStatus>) {
        let mut prompts = self.prompts.lock();
        if prompts.get(&id).is_some_and(|prompt| status.subscribe().same_channel(prompt)) {
            prompts.remove(&id);
        }
    }

    /// Tells the client when the person is done on a page, once however often it is sent there. Whoever waits for that
    /// does not keep the connection open.
    pub(crate) fn tell_when_done(self: &Arc<Self>, engine: Engine, actor: Actor, id: ElicitationId) {
        if !self.visited.lock().insert(id) {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let mut over = session.over.subscribe();
            tokio::select! {
                outcome = engine.wait(&actor, id) => {
                    session.visited.lock().remove(&id);
                    if let (Ok(_), Some(outgoing)) = (outcome, session.standing()) {
                        let _ = tell_done(&outgoing, id);
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

impl Pushed {
    /// Waits for the answer.
    pub(crate) async fn answer(&mut self) -> Result<Response, Closed> {
        let answer = (&mut self.answer).await.map_err(|_| Closed);
        self.answered = true;
        answer
    }

    /// Says that the person is done on the page that the request was about.
    pub(super) fn tell_done(&self, id: ElicitationId) {
        let standing = || self.session.standing().is_some_and(|outgoing| tell_done(&outgoing, id).is_ok());
        let _ = tell_done(&self.outgoing, id).is_ok() || standing();
    }
}

impl Drop for Pushed {
    fn drop(&mut self) {
        if self.answered {
            return;
        }
        self.session.pending.lock().remove(&self.id);
        let params = format!(r#"{{"requestId":{},"reason":"no answer is needed any more"}}"#, self.id);
        let cancelled = encode::notification(method::CANCELLED, Raw::part(&params));
        // The stream of a call that has ended takes nothing more; a client that is gone needs not be told.
        if self.outgoing.send(cancelled.clone()).is_err()
            && let Some(standing) = self.session.standing()
        {
            let _ = standing.send(cancelled);
        }
    }
}
