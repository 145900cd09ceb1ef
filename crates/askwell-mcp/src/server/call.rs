//! One call of a handler: its request, and what the handler can send to the client while it runs.

mod backend;
mod verbs;

use askwell_locale::Words;
use std::borrow::Cow;
use std::fmt;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_engine::AskKey;
use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, ElicitationId};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;
use tokio::sync::Notify;

use super::ServerState;
use super::app::AppPrompt;
use super::ask::{AskContext, AskError, Asker, UNRESTRICTED};
use super::ask_key::RequestDigest;
use super::channel::ClientChannel;
use super::request_parts::RequestParts;
use super::tasks::TaskRole;
use crate::transport::Outgoing;
use crate::wire::{
    Capabilities, Era, Id, Json, Notification, ObjectWriter, Peer, Raw, Request, RpcError, Slice, encode,
    method,
};

/// One call of a handler. Cheap to clone.
#[derive(Clone)]
pub struct Call(pub(crate) Arc<CallState>);

pub(crate) struct CallState {
    /// The words for the person behind the request.
    pub(crate) words: Words,
    pub(crate) server: Arc<ServerState>,
    pub(crate) request: Request,
    pub(crate) parts: RequestParts,
    pub(crate) channel: ClientChannel,
    /// Where messages of this call go.
    pub(crate) outgoing: Outgoing,
    /// The HTTP headers that repeat arguments.
    pub(crate) headers: Arc<[(String, String)]>,
    /// The reason that the client gave for cancelling the call.
    pub(crate) cancel_reason: Mutex<Option<String>>,
    /// Whether the client has cancelled the call.
    pub(crate) is_cancelled: AtomicBool,
    /// The elicitations that this call has created or joined, unless a newer call has joined them.
    pub(crate) questions: Mutex<SmallVec<[ElicitationId; 1]>>,
    /// What progress says while the call waits for a person.
    pub(crate) waiting_text: Mutex<Option<Arc<str>>>,
    /// The keys whose answers of this round were used up.
    pub(crate) used_responses: Mutex<Vec<Box<str>>>,
    pub(crate) principal: Arc<str>,
    /// Who calls the engine on behalf of this call.
    pub(crate) actor: Actor,
    /// The identity of the request, once it is needed.
    pub(crate) digest: OnceLock<RequestDigest>,
    pub(crate) cancelled: Notify,
    pub(crate) last_progress: Mutex<Option<f64>>,
    /// The keys that were asked in this run.
    pub(crate) asked: Mutex<SmallVec<[Box<str>; 1]>>,
    /// The answers that this call has taken. They are given back if it ends without a result and
    /// comes again.
    pub(crate) taken: Mutex<SmallVec<[(ElicitationId, AskKey); 1]>>,
    /// What the app beside the result shows, if the client shows one.
    pub(crate) app: Mutex<Option<AppPrompt>>,
    /// Whether the call is a round of a task, or can become one.
    pub(crate) task: TaskRole,
}

/// The level of a log message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is named after its level")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    /// All levels with their wire names, the least severe first.
    pub const ALL: [(&'static str, LogLevel); 8] = [
        ("debug", LogLevel::Debug),
        ("info", LogLevel::Info),
        ("notice", LogLevel::Notice),
        ("warning", LogLevel::Warning),
        ("error", LogLevel::Error),
        ("critical", LogLevel::Critical),
        ("alert", LogLevel::Alert),
        ("emergency", LogLevel::Emergency),
    ];

    /// Returns the wire name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        LogLevel::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns the level with this wire name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        LogLevel::ALL.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("request", &self.0.request).finish_non_exhaustive()
    }
}

impl Call {
    /// Returns the name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.parts.name
    }

    /// Returns the arguments as received; the empty object if there are none.
    #[must_use]
    pub fn arguments(&self) -> Raw<'_> {
        self.0.part(self.0.parts.arguments).unwrap_or(Raw::EMPTY)
    }

    /// Returns an argument that is a text.
    #[must_use]
    pub fn text(&self, argument: &str) -> Option<Cow<'_, str>> {
        self.arguments().get(argument).and_then(Raw::as_text)
    }

    /// Deserialises the arguments.
    ///
    /// # Errors
    /// When they do not fit the type, as an error for the client.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, RpcError> {
        self.arguments().to().map_err(|error| RpcError::invalid_params(format!("arguments: {error}")))
    }

    /// Returns all params as received.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.0.request.params()
    }

    /// Returns `_meta`; the empty object if there is none.
    #[must_use]
    pub fn meta(&self) -> Raw<'_> {
        self.0.part(self.0.parts.meta).unwrap_or(Raw::EMPTY)
    }

    /// Returns the words for the person behind the client: in the language of the request, or else in the operator's.
    #[must_use]
    pub fn words(&self) -> &Words {
        &self.0.words
    }

    /// Returns the principal that the transport has authenticated.
    #[must_use]
    pub fn principal(&self) -> &str {
        &self.0.principal
    }

    /// Returns the name and version that the client claims.
    #[must_use]
    pub fn client(&self) -> &Peer {
        match &self.0.channel {
            ClientChannel::Request(session) => &session.client,
            ClientChannel::InputRequired(retry) => retry.client.get_or_init(|| {
                self.0.part(self.0.parts.meta_members.client).map(Peer::read).unwrap_or_default()
            }),
        }
    }

    /// Returns the era of the client.
    #[must_use]
    pub fn era(&self) -> Era {
        Era::of(self.0.revision())
    }

    /// Returns the client's capabilities.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        self.0.capabilities()
    }

    /// Returns the asker for the person behind the client.
    #[must_use]
    pub fn asker(&self) -> Asker {
        Asker(Arc::clone(&self.0))
    }

    /// Returns what [`elicit`](crate::elicit::elicit) needs of this call.
    #[must_use]
    pub fn ask_context(&self) -> AskContext<'_> {
        self.0.ask_context()
    }

    /// Returns whether the client shows a question of this call in an app beside its result.
    #[must_use]
    pub fn is_asked_in_app(&self) -> bool {
        self.0.app.lock().as_ref().is_some_and(|prompt| prompt.ticket.is_some())
    }

    /// Makes the answers that this call has taken final: they are not given back if the call ends without a result and
    /// comes again. For a handler that acts on an answer and asks further questions afterwards.
    pub fn spend_answers(&self) {
        self.0.taken.lock().clear();
    }

    /// Sends progress, if the client wants it. A value that is not larger than the one before is
    /// not sent.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: &str) {
        self.0.progress(|last| last.is_none_or(|last| progress > last).then_some(progress), total, message);
    }

    /// Sends a log message, if the client wants this level.
    pub fn log(&self, level: LogLevel, data: impl Into<Json>) {
        let wanted = match &self.0.channel {
            ClientChannel::Request(session) => session.wants_log(level),
            ClientChannel::InputRequired(retry) => retry.log_level.is_some_and(|least| level >= least),
        };
        if wanted {
            let data = data.into();
            let mut object = ObjectWriter::new();
            object.text("level", level.as_str()).raw("data", data.raw());
            self.0.notify(method::LOG, object.finish().raw());
        }
    }
}

impl CallState {
    pub(crate) fn part(&self, place: Option<Slice>) -> Option<Raw<'_>> {
        place.map(|place| place.in_message(&self.request))
    }

    pub(crate) fn capabilities(&self) -> &Capabilities {
        match &self.channel {
            ClientChannel::Request(session) => &session.capabilities,
            ClientChannel::InputRequired(retry) => &retry.capabilities,
        }
    }

    pub(crate) fn revision(&self) -> Revision {
        match &self.channel {
            ClientChannel::Request(session) => session.revision,
            ClientChannel::InputRequired(_) => Revision::V2026_07_28,
        }
    }

    /// Returns what asking needs of this call.
    pub(crate) fn ask_context(&self) -> AskContext<'_> {
        let identity =
            || RequestDigest::of(&self.server.ask.server, &self.principal, &self.request, &self.parts);
        let request = match &self.channel {
            ClientChannel::InputRequired(retry) => &retry.bound_to,
            ClientChannel::Request(_) => self.digest.get_or_init(identity),
        };
        AskContext { call: self, request, restrictions: &UNRESTRICTED }
    }

    /// Claims a key for this run of the handler.
    pub(crate) fn claim_key(&self, key: &str) -> Result<(), AskError> {
        let mut asked = self.asked.lock();
        if asked.iter().any(|taken| &**taken == key) {
            return Err(AskError::DuplicateKey(key.into()));
        }
        asked.push(key.into());
        Ok(())
    }

    /// Returns whether the call has a trace.
    pub(crate) fn is_traced(&self) -> bool {
        self.parts.meta_members.trace.parent.is_some()
    }

    /// Returns params with the trace of the call, if it has one.
    pub(crate) fn traced(&self, params: Raw<'_>) -> Option<Json> {
        self.parts.meta_members.trace.add_to(params, &self.request)
    }

    /// Returns what this round of a modern call brought for a key.
    pub(crate) fn response(&self, key: &str) -> Option<Raw<'_>> {
        if self.used_responses.lock().iter().any(|used| &**used == key) {
            return None;
        }
        self.part(self.parts.responses)?.get(key)
    }

    /// Returns whether the client wants progress.
    pub(crate) fn wants_progress(&self) -> bool {
        self.progress_token().is_some()
    }

    fn progress_token(&self) -> Option<Raw<'_>> {
        self.part(self.parts.meta_members.progress_token)
    }

    /// Sends progress that leaves room for the handler's own values.
    pub(crate) fn still_waiting(&self) {
        const A_LITTLE: f64 = 1e-6;
        let text = self.waiting_text.lock().clone();
        let text = text.unwrap_or_else(|| self.words.text("mcp-waiting", &[]).into());
        self.progress(|last| Some(last.unwrap_or_default() + A_LITTLE), None, &text);
    }

    fn progress(&self, next: impl FnOnce(Option<f64>) -> Option<f64>, total: Option<f64>, message: &str) {
        let Some(token) = self.progress_token() else { return };
        let mut last = self.last_progress.lock();
        let Some(progress) = next(*last) else { return };
        *last = Some(progress);
        let number = |value: f64| Json::from(serde_json::json!(value));
        let mut object = ObjectWriter::new();
        object.raw("progressToken", token).raw("progress", number(progress).raw());
        if let Some(total) = total {
            object.raw("total", number(total).raw());
        }
        if !message.is_empty() {
            object.text("message", message);
        }
        self.notify(method::PROGRESS, object.finish().raw());
    }

    /// Sends a notification of this call. Failures are ignored.
    pub(crate) fn notify(&self, method: &str, params: Raw<'_>) {
        let _ = self.outgoing.send_if_room(encode::notification(method, params));
    }
}

/// How long the next message waits for the end of a cancelled call. Its handler ends as soon as it waits for
/// something.
const CANCEL_WAIT: Duration = Duration::from_millis(100);

/// The calls that are being handled, by the id of their request.
#[derive(Default)]
pub(crate) struct RunningCalls {
    calls: Mutex<HashMap<Id, Call>>,
    /// Notified whenever a call has ended.
    ended: Notify,
}

impl RunningCalls {
    /// Adds a call. Returns `false` if its id is in use.
    pub(crate) fn begin(&self, call: &Call) -> bool {
        match self.calls.lock().entry(call.0.request.id().clone()) {
            Entry::Vacant(free) => {
                free.insert(call.clone());
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.calls.lock().len()
    }

    pub(crate) fn end(&self, call: &Call) {
        self.calls.lock().remove(call.0.request.id());
        self.ended.notify_waiters();
    }

    /// Cancels a call, and returns it if it is running.
    pub(crate) fn cancel(&self, id: &Id, notification: &Notification) -> Option<Call> {
        let call = self.calls.lock().get(id).cloned()?;
        let reason = notification.params().get("reason").and_then(Raw::as_text);
        *call.0.cancel_reason.lock() = reason.map(Cow::into_owned);
        call.0.is_cancelled.store(true, Ordering::Release);
        call.0.cancelled.notify_one();
        Some(call)
    }

    /// Cancels a call, and waits until it has left its question: a call that repeats it with the next message then
    /// joins that question. Waits at most [`CANCEL_WAIT`]. Dropping the future does not undo the cancellation.
    pub(crate) async fn cancel_and_wait(&self, id: &Id, notification: &Notification) {
        let Some(call) = self.cancel(id, notification) else { return };
        let is_running = || self.calls.lock().get(id).is_some_and(|running| Arc::ptr_eq(&running.0, &call.0));
        let ended = async {
            loop {
                let mut next = pin!(self.ended.notified());
                next.as_mut().enable();
                if !is_running() {
                    return;
                }
                next.await;
            }
        };
        // A handler that computes for longer than this does not hold up the connection.
        let _ = tokio::time::timeout(CANCEL_WAIT, ended).await;
    }

    pub(crate) fn cancel_all(&self) {
        for call in self.calls.lock().values() {
            call.0.cancelled.notify_one();
        }
    }
}
