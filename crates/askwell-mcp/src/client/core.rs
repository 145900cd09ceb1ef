//! The state of a connected client: requests that wait for responses, and elicitations that wait
//! for a person.
//!
//! The task that reads messages holds the [`Core`] weakly. A client that is dropped therefore
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

use super::builder::Settings;
use super::completed_pages::CompletedPages;
use super::elicitation::{self, IncomingElicitation};
use super::error::CallError;
use super::handlers::ServerInfo;
use super::options::{Progress, ProgressSink};
use super::transport::{InboundEvent, TransportReceiver, TransportSender, request_number};
use crate::transport::FrameError;
use crate::transport::http_client::OutboundMessage;
use crate::wire::{
    Era, ErrorCode, Id, Json, Limits, Message, Notification, Raw, Request, Response, RpcError, encode, method,
};

/// The number of compiled forms in the cache, and the total size of their schemas in bytes.
const CACHED_FORMS: (usize, usize) = (64, 256 << 10);

/// The state of a connected client.
pub(super) struct Core {
    pub(super) settings: Settings,
    pub(super) transport: TransportSender,
    pub(super) server: OnceLock<Arc<ServerInfo>>,
    /// The pages that the server reported as complete.
    pub(super) completed_pages: CompletedPages,
    /// The compiled forms of schemas that the server has sent before.
    pub(super) forms: Arc<FormCache>,
    next_id: AtomicI64,
    waiting: Mutex<PendingRequests>,
    /// The elicitations that wait for a person. One without a task is being started.
    open_elicitations: Mutex<HashMap<Id, Option<AbortHandle>>>,
}

/// The requests that wait for their responses.
#[derive(Default)]
struct PendingRequests {
    answers: HashMap<i64, oneshot::Sender<Result<Response, CallError>>>,
    progress: HashMap<i64, ProgressSink>,
    /// Whether the connection is closed.
    closed: bool,
}

/// What a request carries beside its method and params.
#[derive(Default)]
pub(super) struct SendOptions {
    /// The tool, prompt or resource, for the `Mcp-Name` header.
    pub(super) name: Option<String>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) progress: Option<ProgressSink>,
}

impl Core {
    /// Creates the state and starts a task that reads from `source` until the state is dropped.
    pub(super) fn start(
        settings: Settings,
        transport: TransportSender,
        source: TransportReceiver,
    ) -> Arc<Self> {
        let limits = settings.limits;
        let core = Arc::new(Core {
            settings,
            transport,
            server: OnceLock::new(),
            completed_pages: CompletedPages::default(),
            forms: Arc::new(FormCache::new(CACHED_FORMS.0, CACHED_FORMS.1)),
            next_id: AtomicI64::new(1),
            waiting: Mutex::default(),
            open_elicitations: Mutex::default(),
        });
        tokio::spawn(read(Arc::downgrade(&core), source, limits));
        core
    }

    /// Returns the era of the server; modern until it is known, as only that era works without a
    /// handshake.
    fn era(&self) -> Era {
        self.server.get().map_or(Era::Modern, |server| Era::of(server.revision))
    }

    /// Returns the id of the next request, which is also its progress token.
    pub(super) fn next_id(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a request and waits for its response. Dropping the future cancels the request at the
    /// server.
    pub(super) async fn request(
        self: &Arc<Self>,
        id: i64,
        method: &str,
        params: &Json,
        sending: SendOptions,
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
        let _cancel = CancelOnDrop { core: self, id };
        let text = encode::request(&Id::from(id), method, params.raw());
        let SendOptions { name, headers, .. } = sending;
        self.transport.request(id, OutboundMessage { text, method: method.to_owned(), name, headers })?;
        answer.await.unwrap_or(Err(CallError::Closed))
    }

    fn receive(self: &Arc<Self>, inbound: InboundEvent) {
        match inbound {
            InboundEvent::Message { message: Message::Response(response), .. } => {
                match request_number(response.id()) {
                    Some(id) => self.complete(id, Ok(response)),
                    None => tracing::warn!("the server answered a request that it could not read"),
                }
            }
            InboundEvent::Failed(id, error) => self.complete(id, Err(error)),
            InboundEvent::TooLong(error) => self.fail_only_request(error),
            InboundEvent::Message { message: Message::Request(request), .. } => self.handle_request(request),
            InboundEvent::Message { message: Message::Notification(notification), .. } => {
                self.handle_notification(&notification);
            }
            InboundEvent::Malformed(malformed) => {
                tracing::warn!(error = %malformed.error, "a message from the server cannot be read");
                // It was the response, even if it cannot be read: no other one will come.
                if let Some(id) = request_number(malformed.id.as_ref()) {
                    self.complete(id, Err(CallError::Malformed(malformed.error.message)));
                }
            }
        }
    }

    /// Reports a message that was too long to read. If only one request waits, the message was most
    /// likely its response, so that request fails.
    fn fail_only_request(&self, error: FrameError) {
        tracing::warn!(%error, "a message from the server cannot be read");
        let only = {
            let waiting = self.waiting.lock();
            let mut ids = waiting.answers.keys().copied();
            ids.next().filter(|_| ids.next().is_none())
        };
        if let Some(id) = only {
            self.complete(id, Err(CallError::Malformed(error.to_string())));
        }
    }

    /// Gives the response or the error to the caller of a request.
    fn complete(&self, id: i64, outcome: Result<Response, CallError>) {
        let mut waiting = self.waiting.lock();
        waiting.progress.remove(&id);
        if let Some(answer) = waiting.answers.remove(&id) {
            // The caller may have stopped waiting.
            let _ = answer.send(outcome);
        }
    }

    /// Fails all requests that wait, and ends the handlers of open elicitations.
    fn close(&self) {
        let answers = {
            let mut waiting = self.waiting.lock();
            waiting.closed = true;
            waiting.progress.clear();
            std::mem::take(&mut waiting.answers)
        };
        drop(answers);
        self.completed_pages.close();
        for (_, task) in self.open_elicitations.lock().drain() {
            task.inspect(AbortHandle::abort);
        }
    }

    /// Handles a request of the server. Only legacy servers send any.
    fn handle_request(self: &Arc<Self>, request: Request) {
        let (id, era) = (request.id().clone(), self.era());
        let refusal = match request.method() {
            method::PING => return self.transport.reply(encode::result(&id, Raw::EMPTY)),
            method::ELICIT if era == Era::Legacy && self.settings.has_handlers() => None,
            unknown => Some(RpcError::method_not_found(unknown)),
        };
        if let (method::ELICIT, Era::Modern, Some(hook)) =
            (request.method(), era, &self.settings.on_refused_elicitation)
        {
            hook();
        }
        let mut open = self.open_elicitations.lock();
        let refusal = refusal.or_else(|| {
            if open.contains_key(&id) {
                return Some(RpcError::new(ErrorCode::INVALID_REQUEST, "this id is in use"));
            }
            (open.len() >= self.settings.max_open_elicitations)
                .then(|| RpcError::new(ErrorCode::INTERNAL, "too many elicitations are open already"))
        });
        if let Some(refusal) = refusal {
            return self.transport.reply(encode::error(Some(&id), &refusal));
        }
        open.insert(id.clone(), None);
        drop(open);
        // A handler that answers without waiting needs no task.
        let mut answering = Box::pin(answer_elicitation(Arc::downgrade(self), request));
        if answering.as_mut().now_or_never().is_none() {
            let task = tokio::spawn(answering).abort_handle();
            // The task removes its entry when it is done. If the entry is gone, nothing is left to abort.
            if let Some(entry) = self.open_elicitations.lock().get_mut(&id) {
                *entry = Some(task);
            }
        }
    }

    /// Handles a notification of the server, then calls the hook.
    fn handle_notification(self: &Arc<Self>, notification: &Notification) {
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
                let task = params
                    .get("requestId")
                    .and_then(Id::read)
                    .and_then(|id| self.open_elicitations.lock().remove(&id));
                if let Some(Some(task)) = task {
                    task.abort();
                }
            }
            method::ELICITATION_COMPLETE => {
                if let Some(id) = params.get("elicitationId").and_then(Raw::as_text) {
                    self.completed_pages.complete(&id);
                }
            }
            _ => {}
        }
        if let Some(hook) = &self.settings.on_notification {
            hook(notification);
        }
    }
}

async fn read(core: Weak<Core>, mut source: TransportReceiver, limits: Limits) {
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

/// Answers an elicitation of a legacy server. Holds nothing that keeps the connection open
/// meanwhile.
async fn answer_elicitation(core: Weak<Core>, request: Request) {
    let Some((handlers, forms, server)) = core.upgrade().and_then(|core| {
        Some((core.settings.handlers.clone(), Arc::clone(&core.forms), Arc::clone(core.server.get()?)))
    }) else {
        return;
    };
    let answering =
        elicitation::answer(&handlers, &forms, &server, IncomingElicitation::of_request(request.params()));
    // A handler that panics must not leave the server waiting.
    let answer =
        AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(|_| Err(RpcError::internal()));
    let Some(core) = core.upgrade() else { return };
    core.open_elicitations.lock().remove(request.id());
    core.transport.reply(match answer {
        Ok(result) => encode::result(request.id(), result.to_json().raw()),
        Err(error) => encode::error(Some(request.id()), &error),
    });
}

/// Cancels a request at the server if its caller stops waiting.
struct CancelOnDrop<'c> {
    core: &'c Core,
    id: i64,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let waited = {
            let mut waiting = self.core.waiting.lock();
            waiting.progress.remove(&self.id);
            waiting.answers.remove(&self.id).is_some()
        };
        if waited {
            self.core.transport.cancel_request(self.id, self.core.era());
        }
    }
}
