//! One connection to a server: numbers requests, and passes on what the server sends.
//!
//! The response to a request without questions goes to the client at once, from the task that reads,
//! so that messages keep their order.

mod handshake;
mod mailbox;
mod slot;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};

use askwell_mcp::client::transport::{
    InboundEvent, OpenTransport, OutboundMessage, TransportReceiver, TransportSender,
};
use askwell_mcp::client::{CallError, Child};
use askwell_mcp::server::{Call, LogLevel};
use askwell_mcp::wire::{
    Era, ErrorCode, Id, InputRequired, Json, Limits, Message, Notification, ObjectWriter, Raw, Request,
    Response, RpcError, encode, meta, method,
};
use hashbrown::HashMap;
use parking_lot::{Mutex, RwLock};
use tokio::sync::Notify;

pub(crate) use self::handshake::{Hello, ServerGreeting};
pub(crate) use self::mailbox::{Letter, MAX_WAITING, Mailbox};
pub(crate) use self::slot::ServerSlot;

/// A connection to a server. Dropping it ends the server's process.
pub(crate) struct Upstream {
    pub(crate) server: Arc<str>,
    greeting: RwLock<ServerGreeting>,
    sender: RwLock<Option<Arc<TransportSender>>>,
    child: Mutex<Option<Child>>,
    next_id: AtomicI64,
    pending: Mutex<PendingCalls>,
    closed: Notify,
    /// The log level that a legacy server was asked for.
    log_level: Mutex<Option<LogLevel>>,
    stream: Mutex<ServerStream>,
}

/// Whether the stream on which a legacy server sends its own messages over HTTP is open. It takes a connection,
/// so that a session that does nothing has none.
#[derive(Default)]
struct ServerStream {
    is_greeted: bool,
    is_wanted: bool,
    is_open: bool,
}

#[derive(Default)]
struct PendingCalls {
    calls: HashMap<i64, PendingCall>,
    is_closed: bool,
}

/// A request that is on its way.
struct PendingCall {
    mailbox: Arc<Mailbox>,
    /// The client's call: where progress goes.
    call: Option<Call>,
    /// Whether the response goes to the client without a detour.
    is_direct: bool,
}

/// Takes what a server sends that is no response.
pub(crate) trait ServerEvents: Send + Sync + 'static {
    /// Takes a request that belongs to no call.
    fn handle_request(&self, upstream: &Arc<Upstream>, request: Request);
    /// Takes a notification. `call` is the call that it belongs to, if that is known.
    fn handle_notification(&self, upstream: &Arc<Upstream>, notification: Notification, call: Option<Call>);
    /// The connection has ended.
    fn handle_end(&self, upstream: &Arc<Upstream>);
}

impl Upstream {
    fn start(
        server: Arc<str>,
        transport: OpenTransport,
        events: Weak<dyn ServerEvents>,
        limits: Limits,
    ) -> Arc<Self> {
        let OpenTransport { sender, receiver, child } = transport;
        let upstream = Arc::new(Upstream {
            server,
            greeting: RwLock::default(),
            sender: RwLock::new(Some(Arc::new(sender))),
            child: Mutex::new(child),
            next_id: AtomicI64::new(1),
            pending: Mutex::default(),
            closed: Notify::new(),
            log_level: Mutex::default(),
            stream: Mutex::default(),
        });
        tokio::spawn(read(Arc::downgrade(&upstream), receiver, events, limits));
        upstream
    }

    /// Returns what the server said about itself.
    pub(crate) fn greeting(&self) -> ServerGreeting {
        self.greeting.read().clone()
    }

    /// Returns the era of the server.
    pub(crate) fn era(&self) -> Era {
        self.greeting.read().era
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.pending.lock().is_closed
    }

    pub(crate) fn next_id(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn sender(&self) -> Result<Arc<TransportSender>, CallError> {
        self.sender.read().clone().ok_or(CallError::Closed)
    }

    /// Sends a request. What the server sends for it arrives in the mailbox. `direct` lets the
    /// response go to the client of `call` at once.
    pub(crate) fn send(
        &self,
        id: i64,
        outbound: OutboundMessage,
        call: Option<&Call>,
        direct: Direct,
    ) -> Result<Arc<Mailbox>, CallError> {
        let sender = self.sender()?;
        let mailbox = Mailbox::new();
        let is_direct = direct == Direct::Yes && call.is_some_and(Call::is_on_connection);
        let entry = PendingCall { mailbox: Arc::clone(&mailbox), call: call.cloned(), is_direct };
        {
            let mut pending = self.pending.lock();
            if pending.is_closed {
                return Err(CallError::Closed);
            }
            pending.calls.insert(id, entry);
        }
        if let Err(error) = sender.request(id, outbound) {
            self.pending.lock().calls.remove(&id);
            return Err(error);
        }
        Ok(mailbox)
    }

    /// Sends a request of the gateway itself, and waits for the result.
    pub(crate) async fn request(&self, method: &str, params: Raw<'_>) -> Result<Response, CallError> {
        let id = self.next_id();
        let text = encode::request(&Id::from(id), method, params);
        let outbound = OutboundMessage { text, method: method.to_owned(), ..OutboundMessage::default() };
        let mailbox = self.send(id, outbound, None, Direct::No)?;
        loop {
            match mailbox.next().await {
                Letter::Response(response) => return Ok(*response),
                Letter::Failed(error) => return Err(error),
                Letter::Sent | Letter::Request(_) | Letter::Withdrawn(_) => {}
            }
        }
    }

    /// Ends the handshake with a legacy server, which may then send requests of its own.
    pub(crate) async fn end_handshake(&self) -> Result<(), CallError> {
        if self.era() == Era::Legacy {
            let sender = self.sender()?;
            sender.notify(method::INITIALIZED, &Raw::EMPTY.to_owned()).await?;
            if self.change_stream(|stream| stream.is_greeted = true) {
                sender.listen().await;
            }
        }
        Ok(())
    }

    /// Opens the stream on which a legacy server sends its own messages, as soon as the handshake has ended,
    /// unless it is open.
    pub(crate) fn want_stream(self: &Arc<Self>) {
        if self.change_stream(|stream| stream.is_wanted = true) {
            let upstream = Arc::clone(self);
            tokio::spawn(async move {
                if let Ok(sender) = upstream.sender() {
                    // Held by no one else while it waits, so that the connection can be closed.
                    drop(upstream);
                    sender.listen().await;
                }
            });
        }
    }

    /// Changes what is known about the stream. Returns whether it has to be opened now.
    fn change_stream(&self, change: impl FnOnce(&mut ServerStream)) -> bool {
        let mut stream = self.stream.lock();
        change(&mut stream);
        let is_due = stream.is_greeted && stream.is_wanted && !stream.is_open;
        stream.is_open |= is_due;
        is_due
    }

    /// Asks a legacy server for log messages of the level that a modern call wants, if it does not send
    /// them already.
    pub(crate) async fn match_log_level(&self, call: &Call) {
        let wanted = call.meta().get(meta::LOG_LEVEL).and_then(Raw::as_text);
        let Some(wanted) = wanted.and_then(|level| LogLevel::of(&level)) else { return };
        let is_known = self.log_level.lock().is_some_and(|level| level <= wanted);
        if is_known || self.greeting().capabilities().get("logging").is_none() {
            return;
        }
        let params = ObjectWriter::new().text("level", wanted.as_str()).finish();
        match self.request(method::SET_LOG_LEVEL, params.raw()).await {
            Ok(_) => *self.log_level.lock() = Some(wanted),
            Err(error) => tracing::debug!(server = &*self.server, %error, "the log level cannot be set"),
        }
    }

    /// Waits until the connection has ended.
    pub(crate) async fn ended(&self) {
        let mut closed = std::pin::pin!(self.closed.notified());
        closed.as_mut().enable();
        if !self.is_closed() {
            closed.await;
        }
    }

    /// Sends a notification or a response as it is.
    pub(crate) fn post(&self, text: String, method: &str) {
        if let Ok(sender) = self.sender() {
            sender.send_in_background(OutboundMessage {
                text,
                method: method.to_owned(),
                ..OutboundMessage::default()
            });
        }
    }

    /// Makes another call the one that gets the progress of a request.
    pub(crate) fn set_call(&self, id: i64, call: Option<Call>) {
        if let Some(pending) = self.pending.lock().calls.get_mut(&id) {
            pending.call = call;
            pending.is_direct = false;
        }
    }

    /// Tells the server that no client waits for a request any more.
    pub(crate) fn cancel(&self, id: i64, reason: Option<&str>) {
        if self.pending.lock().calls.remove(&id).is_none() {
            return;
        }
        let Ok(sender) = self.sender() else { return };
        if let (TransportSender::Http(_), Era::Modern) = (&*sender, self.era()) {
            return sender.cancel_request(id, Era::Modern);
        }
        let mut params = ObjectWriter::new();
        params.integer("requestId", id);
        if let Some(reason) = reason {
            params.text("reason", reason);
        }
        let text = encode::notification(method::CANCELLED, params.finish().raw());
        self.post(text, method::CANCELLED);
    }

    /// Ends the session and the process, in good order.
    pub(crate) async fn close(&self) {
        let sender = self.sender.write().take();
        self.fail_all();
        if let Some(sender) = sender {
            sender.end_session().await;
        }
        let child = self.child.lock().take();
        if let Some(child) = child {
            child.end().await;
        }
    }

    fn fail_all(&self) {
        let calls = {
            let mut pending = self.pending.lock();
            pending.is_closed = true;
            std::mem::take(&mut pending.calls)
        };
        for call in calls.into_values() {
            // A failure always fits.
            let _ = call.mailbox.put(Letter::Failed(CallError::Closed));
        }
        self.closed.notify_waiters();
    }

    /// Passes on a response: to the client, or to the task that waits.
    fn complete(&self, id: i64, outcome: Result<Response, CallError>) {
        let Some(pending) = self.pending.lock().calls.remove(&id) else { return };
        let letter = match outcome {
            Ok(response) if pending.is_direct && !self.needs_attention(&response) => {
                match &pending.call {
                    Some(call) => {
                        let text = response.into_text_with_id(&call.request().id().to_string());
                        // The connection may be closed already.
                        let _ = call.respond_now(text);
                        Letter::Sent
                    }
                    None => Letter::Response(Box::new(response)),
                }
            }
            Ok(response) => Letter::Response(Box::new(response)),
            Err(error) => Letter::Failed(error),
        };
        // A response always fits.
        let _ = pending.mailbox.put(letter);
    }

    /// Returns whether a response asks for something that the client must not see as it is.
    fn needs_attention(&self, response: &Response) -> bool {
        match response.result() {
            Ok(result) => self.era() == Era::Modern && InputRequired::is_input_required(result),
            Err(error) => error.code == ErrorCode::URL_ELICITATION_REQUIRED,
        }
    }

    /// Returns the call that a request of the server belongs to: the one on whose stream it came,
    /// else the newest that may ask.
    fn call_of(&self, origin: Option<i64>) -> Option<Arc<Mailbox>> {
        let mut pending = self.pending.lock();
        let id = match origin {
            Some(origin) => Some(origin),
            None => {
                let asking = pending.calls.iter().filter(|(_, pending)| {
                    pending.call.as_ref().is_none_or(|call| call.request().method() != method::INITIALIZE)
                });
                asking.map(|(id, _)| *id).max()
            }
        };
        let found = pending.calls.get_mut(&id?)?;
        // The client may be shown a question first.
        found.is_direct = false;
        Some(Arc::clone(&found.mailbox))
    }

    fn handle_request(
        self: &Arc<Self>,
        request: Request,
        origin: Option<i64>,
        events: &Weak<dyn ServerEvents>,
    ) {
        let letter = match self.call_of(origin) {
            Some(mailbox) => match mailbox.put(Letter::Request(Box::new(request))) {
                Ok(()) => return,
                Err(letter) => letter,
            },
            None => {
                if let Some(events) = events.upgrade() {
                    events.handle_request(self, request);
                }
                return;
            }
        };
        if let Letter::Request(request) = letter {
            self.refuse_as_busy(&request);
        }
    }

    /// Refuses a request of the server, because too many wait already.
    pub(crate) fn refuse_as_busy(&self, request: &Request) {
        let busy = RpcError::new(ErrorCode::BUSY, "too many requests are open already");
        self.post(encode::error(Some(request.id()), &busy), "");
    }

    fn handle_notification(
        self: &Arc<Self>,
        notification: Notification,
        origin: Option<i64>,
        events: &Weak<dyn ServerEvents>,
    ) {
        let params = notification.params();
        let mut about = origin;
        match notification.method() {
            method::PROGRESS => {
                let Some(id) = params.get("progressToken").and_then(Raw::as_i64) else { return };
                about = Some(id);
            }
            method::CANCELLED => {
                let Some(id) = params.get("requestId").and_then(Id::read) else { return };
                let mailboxes: Vec<_> =
                    self.pending.lock().calls.values().map(|pending| Arc::clone(&pending.mailbox)).collect();
                for mailbox in mailboxes {
                    // A call that has too much to do ignores it; the question ends at its deadline.
                    let _ = mailbox.put(Letter::Withdrawn(id.clone()));
                }
                return;
            }
            _ => {
                let stream = params.get(meta::META).and_then(|members| members.get(meta::SUBSCRIPTION_ID));
                about = stream.and_then(Raw::as_i64).or(about);
            }
        }
        let call =
            about.and_then(|id| self.pending.lock().calls.get(&id).and_then(|pending| pending.call.clone()));
        if let Some(events) = events.upgrade() {
            events.handle_notification(self, notification, call);
        }
    }
}

/// Whether a response may go to the client at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direct {
    Yes,
    No,
}

async fn read(
    upstream: Weak<Upstream>,
    mut receiver: TransportReceiver,
    events: Weak<dyn ServerEvents>,
    limits: Limits,
) {
    while let Some(event) = receiver.next(&limits).await {
        let Some(upstream) = upstream.upgrade() else { return };
        match event {
            InboundEvent::Message { message: Message::Response(response), .. } => match response.id() {
                Some(Id::Integer(id)) => {
                    let id = *id;
                    upstream.complete(id, Ok(response));
                }
                _ => tracing::warn!(server = &*upstream.server, "a response has an unknown id"),
            },
            InboundEvent::Message { message: Message::Request(request), origin } => {
                upstream.handle_request(request, origin, &events);
            }
            InboundEvent::Message { message: Message::Notification(notification), origin } => {
                upstream.handle_notification(notification, origin, &events);
            }
            InboundEvent::Failed(id, error) => {
                if matches!(error, CallError::SessionEnded) {
                    upstream.complete(id, Err(error));
                    break;
                }
                upstream.complete(id, Err(error));
            }
            InboundEvent::Malformed(malformed) => {
                tracing::warn!(server = &*upstream.server, error = %malformed.error, "a message cannot be read");
                if let Some(Id::Integer(id)) = malformed.id {
                    upstream.complete(id, Err(CallError::Malformed(malformed.error.message)));
                }
            }
            InboundEvent::TooLong(error) => {
                tracing::warn!(server = &*upstream.server, %error, "a message cannot be read");
                let only = {
                    let pending = upstream.pending.lock();
                    let mut ids = pending.calls.keys().copied();
                    ids.next().filter(|_| ids.next().is_none())
                };
                if let Some(id) = only {
                    upstream.complete(id, Err(CallError::Malformed(error.to_string())));
                }
            }
        }
    }
    if let Some(upstream) = upstream.upgrade() {
        upstream.fail_all();
        if let Some(events) = events.upgrade() {
            events.handle_end(&upstream);
        }
    }
}

/// Returns the members that a modern server requires in `_meta`.
pub(crate) fn modern_members(capabilities: Raw<'_>, client_info: Raw<'_>, log_level: Option<&str>) -> Json {
    let mut members = ObjectWriter::with_capacity(256);
    members
        .text(meta::PROTOCOL_VERSION, "2026-07-28")
        .raw(meta::CLIENT_CAPABILITIES, capabilities)
        .raw(meta::CLIENT_INFO, client_info);
    if let Some(level) = log_level {
        members.text(meta::LOG_LEVEL, level);
    }
    members.finish()
}
