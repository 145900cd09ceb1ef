//! The two loops of a client: requests that wait for their answers, and what the server asks meanwhile.
//!
//! Everything ends with the [`Core`]: the task that reads holds it only weakly, so that a client that is dropped
//! closes its connection.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use askwell_form::FormCache;
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::asked::{self, Asked};
use super::builder::Settings;
use super::carrier::{Carrier, Inbound, Source, number};
use super::completions::Completions;
use super::error::CallError;
use super::handlers::Server;
use super::options::{Progress, ProgressSink};
use crate::transport::Garbage;
use crate::transport::http_client::Outbound;
use crate::wire::{
    Era, ErrorCode, Id, Json, Limits, Message, Notification, Raw, Request, Response, RpcError, encode, method,
};

/// How many forms are kept compiled, and how long their texts may be together.
const CACHED_FORMS: (usize, usize) = (64, 256 << 10);

/// What a client consists of while it is connected.
pub(super) struct Core {
    pub(super) settings: Settings,
    pub(super) carrier: Carrier,
    pub(super) server: OnceLock<Arc<Server>>,
    /// Pages that the server said are done.
    pub(super) completions: Completions,
    /// Forms of schemas that the server has sent before.
    pub(super) forms: Arc<FormCache>,
    next_id: AtomicI64,
    waiting: Mutex<Waiting>,
    /// Questions that wait for a person; one without a task is being asked in this moment.
    asked: Mutex<HashMap<Id, Option<AbortHandle>>>,
}

/// Requests that wait for their answers.
#[derive(Default)]
struct Waiting {
    answers: HashMap<i64, oneshot::Sender<Result<Response, CallError>>>,
    progress: HashMap<i64, ProgressSink>,
    /// Nothing comes back any more.
    closed: bool,
}

/// A request to send.
#[derive(Default)]
pub(super) struct Sending {
    /// What it is about, for headers.
    pub(super) name: Option<String>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) progress: Option<ProgressSink>,
}

impl Core {
    /// A core that reads from `source` until it is dropped.
    pub(super) fn start(settings: Settings, carrier: Carrier, source: Source) -> Arc<Self> {
        let limits = settings.limits;
        let core = Arc::new(Core {
            settings,
            carrier,
            server: OnceLock::new(),
            completions: Completions::default(),
            forms: Arc::new(FormCache::new(CACHED_FORMS.0, CACHED_FORMS.1)),
            next_id: AtomicI64::new(1),
            waiting: Mutex::default(),
            asked: Mutex::default(),
        });
        tokio::spawn(read(Arc::downgrade(&core), source, limits));
        core
    }

    /// The era of the server; until it is known, the one that has no handshake.
    fn era(&self) -> Era {
        self.server.get().map_or(Era::Modern, |server| Era::of(server.revision))
    }

    /// The number of the next request, which is also what its progress is called by.
    pub(super) fn next_id(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a request and waits for its answer. Dropping the future tells the server so.
    pub(super) async fn request(
        self: &Arc<Self>,
        id: i64,
        method: &str,
        params: &Json,
        sending: Sending,
    ) -> Result<Response, CallError> {
        let (sender, answer) = oneshot::channel();
        {
            let mut waiting = self.waiting.lock();
            if waiting.closed {
                return Err(CallError::Closed);
            }
            waiting.answers.insert(id, sender);
            if let Some(sink) = sending.progress {
                waiting.progress.insert(id, sink);
            }
        }
        let _abandoned = Abandoned { core: self, id };
        let text = encode::request(&Id::from(id), method, params.raw());
        let Sending { name, headers, .. } = sending;
        self.carrier.request(id, Outbound { text, method: method.to_owned(), name, headers })?;
        answer.await.unwrap_or(Err(CallError::Closed))
    }

    fn receive(self: &Arc<Self>, inbound: Inbound) {
        match inbound {
            Inbound::Message(Message::Response(response)) => match number(response.id()) {
                Some(id) => self.answered(id, Ok(response)),
                None => tracing::warn!("the server answered a request that it could not read"),
            },
            Inbound::Lost(id, error) => self.answered(id, Err(error)),
            Inbound::TooLong(garbage) => self.too_long(garbage),
            Inbound::Message(Message::Request(request)) => self.ask(request),
            Inbound::Message(Message::Notification(notification)) => self.note(&notification),
            Inbound::Malformed(malformed) => {
                tracing::warn!(error = %malformed.error, "a message from the server cannot be read");
                // An answer that cannot be read is an answer still: whoever waits for it waits in vain.
                if let Some(id) = number(malformed.id.as_ref()) {
                    self.answered(id, Err(CallError::Malformed(malformed.error.message)));
                }
            }
        }
    }

    /// Something came that is too long to be read. If one request waits, it was most likely its answer.
    fn too_long(&self, garbage: Garbage) {
        tracing::warn!(%garbage, "a message from the server cannot be read");
        let only = {
            let waiting = self.waiting.lock();
            let mut ids = waiting.answers.keys().copied();
            ids.next().filter(|_| ids.next().is_none())
        };
        if let Some(id) = only {
            self.answered(id, Err(CallError::Malformed(garbage.to_string())));
        }
    }

    fn answered(&self, id: i64, outcome: Result<Response, CallError>) {
        let mut waiting = self.waiting.lock();
        waiting.progress.remove(&id);
        if let Some(answer) = waiting.answers.remove(&id) {
            // Whoever asked may have stopped waiting just now.
            let _ = answer.send(outcome);
        }
    }

    /// Everybody who waits does so in vain.
    fn close(&self) {
        let answers = {
            let mut waiting = self.waiting.lock();
            waiting.closed = true;
            waiting.progress.clear();
            std::mem::take(&mut waiting.answers)
        };
        drop(answers);
        self.completions.close();
        for (_, task) in self.asked.lock().drain() {
            task.inspect(AbortHandle::abort);
        }
    }

    /// A request of the server. Only legacy servers have any.
    fn ask(self: &Arc<Self>, request: Request) {
        let (id, era) = (request.id().clone(), self.era());
        let refusal = match request.method() {
            method::PING => return self.carrier.reply(encode::result(&id, Raw::EMPTY)),
            method::ELICIT if era == Era::Legacy && self.settings.has_handlers() => None,
            unknown => Some(RpcError::no_such_method(unknown)),
        };
        if let (method::ELICIT, Era::Modern, Some(hook)) =
            (request.method(), era, &self.settings.on_refused_push)
        {
            hook();
        }
        let mut asked = self.asked.lock();
        let refusal = refusal.or_else(|| {
            if asked.contains_key(&id) {
                return Some(RpcError::new(ErrorCode::INVALID_REQUEST, "this id is in use"));
            }
            (asked.len() >= self.settings.open_questions)
                .then(|| RpcError::new(ErrorCode::INTERNAL, "too many questions are open already"))
        });
        if let Some(refusal) = refusal {
            return self.carrier.reply(encode::error(Some(&id), &refusal));
        }
        asked.insert(id.clone(), None);
        drop(asked);
        // A handler that answers without waiting needs no task.
        let mut asking = Box::pin(put_to_person(Arc::downgrade(self), request));
        if asking.as_mut().now_or_never().is_none() {
            let task = tokio::spawn(asking).abort_handle();
            // Only the task takes the entry out again: if it has, it is done.
            if let Some(entry) = self.asked.lock().get_mut(&id) {
                *entry = Some(task);
            }
        }
    }

    fn note(self: &Arc<Self>, notification: &Notification) {
        let params = notification.params();
        match notification.method() {
            method::PROGRESS => {
                let token = params.get("progressToken").and_then(Raw::as_i64);
                let sink = token.and_then(|token| self.waiting.lock().progress.get(&token).cloned());
                if let (Some(sink), Some(progress)) = (sink, Progress::read(params)) {
                    sink(progress);
                }
            }
            method::CANCELLED => {
                let task =
                    params.get("requestId").and_then(Id::read).and_then(|id| self.asked.lock().remove(&id));
                if let Some(Some(task)) = task {
                    task.abort();
                }
            }
            method::ELICITATION_COMPLETE => {
                if let Some(id) = params.get("elicitationId").and_then(Raw::as_text) {
                    self.completions.complete(&id);
                }
            }
            _ => {}
        }
        if let Some(hook) = &self.settings.on_notification {
            hook(notification);
        }
    }
}

async fn read(core: Weak<Core>, mut source: Source, limits: Limits) {
    while let Some(inbound) = source.next(&limits).await {
        match core.upgrade() {
            Some(core) => core.receive(inbound),
            None => return,
        }
    }
    if let Some(core) = core.upgrade() {
        core.close();
    }
}

/// Answers a pushed question. Holds nothing that would keep the connection open while a person thinks.
async fn put_to_person(core: Weak<Core>, request: Request) {
    let Some((handlers, forms, server)) = core.upgrade().and_then(|core| {
        Some((core.settings.handlers.clone(), Arc::clone(&core.forms), Arc::clone(core.server.get()?)))
    }) else {
        return;
    };
    let answering = asked::answer(&handlers, &forms, &server, Asked::pushed(request.params()));
    // A handler that panics must not leave the server waiting.
    let answer =
        AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(|_| Err(RpcError::internal()));
    let Some(core) = core.upgrade() else { return };
    core.asked.lock().remove(request.id());
    core.carrier.reply(match answer {
        Ok(result) => encode::result(request.id(), result.to_json().raw()),
        Err(error) => encode::error(Some(request.id()), &error),
    });
}

/// Tells the server when nobody waits for an answer any more.
struct Abandoned<'c> {
    core: &'c Core,
    id: i64,
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        let waited = {
            let mut waiting = self.core.waiting.lock();
            waiting.progress.remove(&self.id);
            waiting.answers.remove(&self.id).is_some()
        };
        if waited {
            self.core.carrier.abandon(self.id, self.core.era());
        }
    }
}
