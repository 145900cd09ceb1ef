//! One connection to a server: numbers requests, and passes on what the server sends.
//!
//! The response to a request without questions goes to the client at once, from the task that reads,
//! so that messages keep their order.

mod handshake;
mod mailbox;
mod receive;
mod sent_request;
mod slot;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};

use askwell_mcp::client::transport::{OpenTransport, OutboundMessage, TransportSender};
use askwell_mcp::client::{CallError, Child};
use askwell_mcp::server::{Call, LogLevel};
use askwell_mcp::wire::{
    Era, ErrorCode, Id, Json, Limits, Notification, ObjectWriter, Raw, Request, Response, RpcError, encode,
    meta, method,
};
use hashbrown::HashMap;
use parking_lot::{Mutex, RwLock};
use tokio::sync::Notify;

pub(crate) use self::handshake::{Hello, ServerGreeting};
pub(crate) use self::mailbox::{Letter, MAX_WAITING, Mailbox};
pub(crate) use self::sent_request::SentRequest;
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
    events: Weak<dyn ServerEvents>,
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
            events,
        });
        tokio::spawn(receive::read(Arc::downgrade(&upstream), receiver, limits));
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

    /// Sends a request. `direct` lets the response go to the client of `call` at once.
    pub(crate) fn send(
        self: &Arc<Self>,
        id: i64,
        outbound: OutboundMessage,
        call: Option<&Call>,
        direct: Direct,
    ) -> Result<SentRequest, CallError> {
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
        match sender.begin_request(id, outbound) {
            Ok(events) => Ok(SentRequest::new(id, Arc::clone(self), mailbox, events)),
            Err(error) => {
                self.pending.lock().calls.remove(&id);
                Err(error)
            }
        }
    }

    /// Sends a request of the gateway itself, and waits for the result.
    pub(crate) async fn request(
        self: &Arc<Self>,
        method: &str,
        params: Raw<'_>,
    ) -> Result<Response, CallError> {
        let id = self.next_id();
        let text = encode::request(&Id::from(id), method, params);
        let outbound = OutboundMessage { text, method: method.to_owned(), ..OutboundMessage::default() };
        let mut sent = self.send(id, outbound, None, Direct::No)?;
        loop {
            match sent.next().await {
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
    pub(crate) async fn match_log_level(self: &Arc<Self>, call: &Call) {
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
        let Some(pending) = self.pending.lock().calls.remove(&id) else { return };
        // The exchange that waits for it ends. The mailbox always has room for a failure.
        let _ = pending.mailbox.put(Letter::Failed(CallError::Closed));
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

    /// Fails all calls. Returns whether the connection was open before.
    fn fail_all(&self) -> bool {
        let (calls, was_closed) = {
            let mut pending = self.pending.lock();
            let was_closed = std::mem::replace(&mut pending.is_closed, true);
            (std::mem::take(&mut pending.calls), was_closed)
        };
        for call in calls.into_values() {
            // A failure always fits.
            let _ = call.mailbox.put(Letter::Failed(CallError::Closed));
        }
        self.closed.notify_waiters();
        !was_closed
    }

    /// Refuses a request of the server, because too many wait already.
    pub(crate) fn refuse_as_busy(&self, request: &Request) {
        let busy = RpcError::new(ErrorCode::BUSY, "too many requests are open already");
        self.post(encode::error(Some(request.id()), &busy), "");
    }
}

/// Whether a response may go to the client at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direct {
    Yes,
    No,
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
