//! One call of a handler: what the client wants, and the ways back to it while the handler runs.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use askwell_engine::AskKey;
use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, ElicitationId};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use tokio::sync::Notify;

use super::Shared;
use super::ask::{AskContext, AskError, Asker};
use super::ask_key::RequestDigest;
use super::channel::ClientChannel;
use super::parts::Parts;
use crate::transport::Outgoing;
use crate::wire::{
    Capabilities, Era, Id, Json, ObjectWriter, Peer, Raw, Request, RpcError, Slice, encode, method,
};

/// One call of a handler. Cheap to clone.
#[derive(Clone)]
pub struct Call(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) server: Arc<Shared>,
    pub(crate) request: Request,
    pub(crate) parts: Parts,
    pub(crate) channel: ClientChannel,
    /// Where messages that belong to this call go.
    pub(crate) outgoing: Outgoing,
    pub(crate) principal: Arc<str>,
    /// Who asks the engine on behalf of this call.
    pub(crate) actor: Actor,
    /// The identity of the request, once it is needed.
    pub(crate) digest: OnceLock<RequestDigest>,
    pub(crate) cancelled: Notify,
    pub(crate) last_progress: Mutex<Option<f64>>,
    /// The keys under which something was asked in this run.
    pub(crate) asked: Mutex<Vec<Box<str>>>,
    /// The answers that this call has taken: they are given back if it ends without a result and comes again.
    pub(crate) taken: Mutex<Vec<(ElicitationId, AskKey)>>,
}

/// How much something in the log matters.
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
    /// Every level with its name on the wire, the least first.
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

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        LogLevel::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        LogLevel::ALL.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
    }
}

impl Call {
    /// What was called: the name of a tool or prompt, the address of a resource.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.parts.name
    }

    /// The arguments, as they came; the empty object if there are none.
    #[must_use]
    pub fn arguments(&self) -> Raw<'_> {
        self.0.part(self.0.parts.arguments).unwrap_or(Raw::EMPTY)
    }

    /// One argument that is a text.
    #[must_use]
    pub fn text(&self, argument: &str) -> Option<Cow<'_, str>> {
        self.arguments().get(argument).and_then(Raw::as_text)
    }

    /// The arguments as a type.
    ///
    /// # Errors
    /// When they do not fit, as an error that the client understands.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, RpcError> {
        self.arguments().to().map_err(|error| RpcError::invalid_params(format!("arguments: {error}")))
    }

    /// All params, as they came.
    #[must_use]
    pub fn params(&self) -> Raw<'_> {
        self.0.request.params()
    }

    /// What came along in `_meta`, trace context and all.
    #[must_use]
    pub fn meta(&self) -> Raw<'_> {
        self.0.part(self.0.parts.meta).unwrap_or(Raw::EMPTY)
    }

    /// On whose behalf: what the transport proved, never what the client claims.
    #[must_use]
    pub fn principal(&self) -> &str {
        &self.0.principal
    }

    /// What the client calls itself. Claimed, not proved.
    #[must_use]
    pub fn client(&self) -> &Peer {
        match &self.0.channel {
            ClientChannel::Request(session) => &session.client,
            ClientChannel::InputRequired(retry) => retry
                .client
                .get_or_init(|| self.0.part(self.0.parts.about.client).map(Peer::read).unwrap_or_default()),
        }
    }

    /// How the client is asked.
    #[must_use]
    pub fn era(&self) -> Era {
        Era::of(self.0.revision())
    }

    /// What the client can do.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        self.0.capabilities()
    }

    /// Asks the person behind the client.
    #[must_use]
    pub fn asker(&self) -> Asker {
        Asker(Arc::clone(&self.0))
    }

    /// Returns what [`elicit`](crate::elicit::elicit) needs of this call.
    #[must_use]
    pub fn ask_context(&self) -> AskContext<'_> {
        self.0.ask_context()
    }

    /// Tells the client how far the call is, if it wants to know. A value that is not larger than the one before says
    /// nothing, and is not sent.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: &str) {
        self.0.progress(|last| last.is_none_or(|last| progress > last).then_some(progress), total, message);
    }

    /// Writes to the client's log, if it wants so much.
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

impl Inner {
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
        AskContext { call: self, request }
    }

    /// Takes a key for this run of the handler.
    pub(crate) fn claim_key(&self, key: &str) -> Result<(), AskError> {
        let mut asked = self.asked.lock();
        if asked.iter().any(|taken| &**taken == key) {
            return Err(AskError::DuplicateKey(key.into()));
        }
        asked.push(key.into());
        Ok(())
    }

    /// Returns the params of a request that belongs to this call, with the trace of the call, if it has one.
    pub(crate) fn traced(&self, params: Raw<'_>) -> Option<Json> {
        self.parts.about.trace.onto(params, &self.request)
    }

    /// Returns what this round of a modern call brought for a question.
    pub(crate) fn response(&self, key: &str) -> Option<Raw<'_>> {
        self.part(self.parts.responses)?.get(key)
    }

    /// Whether the client wants to know how far the call is.
    pub(crate) fn wants_progress(&self) -> bool {
        self.progress_token().is_some()
    }

    fn progress_token(&self) -> Option<Raw<'_>> {
        self.part(self.parts.about.progress_token)
    }

    /// A sign of life that leaves room for the handler's own figures.
    pub(crate) fn still_waiting(&self) {
        const A_LITTLE: f64 = 1e-6;
        self.progress(
            |last| Some(last.unwrap_or_default() + A_LITTLE),
            None,
            "Waiting for the person to answer.",
        );
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

    /// Sends a notification that belongs to this call. Nobody listening is no reason to stop working.
    pub(crate) fn notify(&self, method: &str, params: Raw<'_>) {
        let _ = self.outgoing.tell(encode::notification(method, params));
    }
}

/// Calls that are being handled, by the id of their request.
#[derive(Default)]
pub(crate) struct Running(Mutex<HashMap<Id, Call>>);

impl Running {
    /// Whether the id was free.
    pub(crate) fn begin(&self, call: &Call) -> bool {
        match self.0.lock().entry(call.0.request.id().clone()) {
            Entry::Vacant(free) => {
                free.insert(call.clone());
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().len()
    }

    pub(crate) fn end(&self, call: &Call) {
        self.0.lock().remove(call.0.request.id());
    }

    pub(crate) fn cancel(&self, id: &Id) {
        if let Some(call) = self.0.lock().get(id) {
            call.0.cancelled.notify_one();
        }
    }

    pub(crate) fn cancel_all(&self) {
        for call in self.0.lock().values() {
            call.0.cancelled.notify_one();
        }
    }
}
