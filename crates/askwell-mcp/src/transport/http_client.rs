//! Streamable HTTP on the client's side: each message is a POST request, and responses come as JSON
//! or as an event stream.
//!
//! Legacy: a session that the server names, a stream for the server's own messages, and streams
//! that resume where they broke. Modern: none of these; headers describe each request instead.
//!
//! Does not follow redirects. Rejects responses that are longer than a message may be.

mod connections;
mod exchange;
mod message_stream;
mod request;
mod server_stream;

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, Stream, StreamExt as _};
use parking_lot::Mutex;
use reqwest::header::{HeaderMap, HeaderValue};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use url::Url;

use self::connections::HttpConnections;
pub(crate) use self::connections::SharedConnections;
use self::exchange::HttpExchange;
use crate::wire::{Era, Limits, Message, RpcError};
use askwell_form::schema::Revision;

/// The most events that wait for the client before the streams have to wait.
const EVENT_CAPACITY: usize = 256;
/// The most connections to one server that are kept without a request.
const MAX_IDLE_CONNECTIONS: usize = 16;
/// How long a server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a server may take to open its stream before the client goes on without it.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a server may take to end a session.
const END_SESSION_TIMEOUT: Duration = Duration::from_secs(5);

/// A message of the server, or the failure of a request. Small, as each session has room for 32 of them
/// before there is one.
#[derive(Debug)]
pub(crate) enum HttpEvent {
    /// A message, with the number of the request on whose stream it came.
    Message(Box<Message>, Option<i64>),
    /// A request that gets no response, by its number.
    Failed(i64, Box<HttpError>),
}

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("{0}")]
    Unreachable(String),
    #[error("status {status}")]
    Status { status: u16, error: Option<RpcError> },
    #[error("the session is gone")]
    SessionEnded,
    #[error("{0}")]
    Malformed(String),
}

/// A message to send, with what its HTTP headers say.
#[derive(Debug, Default)]
pub struct OutboundMessage {
    /// The text of the message.
    pub text: String,
    /// The method, for `Mcp-Method`.
    pub method: String,
    /// The tool, prompt or resource, for `Mcp-Name`.
    pub name: Option<String>,
    /// Additional headers.
    pub headers: Vec<(String, String)>,
}

/// What comes back for one request: messages of the server, then the response or the reason why there is none. The
/// request is sent when the first of them is awaited. Dropping this ends the exchange.
pub(crate) struct ExchangeEvents {
    id: i64,
    messages: Pin<Box<dyn Stream<Item = Result<Message, HttpError>> + Send>>,
}

impl ExchangeEvents {
    fn new(context: Arc<HttpContext>, id: i64, outbound: OutboundMessage) -> Self {
        let exchange = HttpExchange::new(context, id, outbound);
        let messages = stream::unfold(exchange, |mut exchange| async move {
            let message = exchange.next().await?;
            Some((message, exchange))
        });
        ExchangeEvents { id, messages: Box::pin(messages) }
    }

    /// Returns the number of the request.
    pub(crate) fn id(&self) -> i64 {
        self.id
    }

    /// Waits for the next message; `None` after the last one. Dropping the future loses nothing.
    pub(crate) async fn next_message(&mut self) -> Option<Result<Message, HttpError>> {
        self.messages.next().await
    }
}

impl fmt::Debug for ExchangeEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExchangeEvents")
    }
}

/// A client of one server. Dropping it aborts all exchanges.
#[derive(Debug)]
pub struct HttpClient {
    context: Arc<HttpContext>,
    tasks: Mutex<HttpTasks>,
}

#[derive(Debug, Default)]
struct HttpTasks {
    exchanges: HashMap<i64, AbortHandle>,
    server_stream: Option<AbortHandle>,
}

/// What all exchanges share.
#[derive(Debug)]
struct HttpContext {
    connections: HttpConnections,
    url: Url,
    headers: HeaderMap,
    limits: Limits,
    state: Mutex<HttpSessionState>,
    events: mpsc::Sender<HttpEvent>,
}

/// What client and server have negotiated.
#[derive(Debug, Default)]
struct HttpSessionState {
    version: ProtocolVersion,
    session: Option<HeaderValue>,
}

/// The protocol version that requests name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProtocolVersion {
    /// Not negotiated yet.
    #[default]
    Unknown,
    /// A revision with elicitation.
    Revision(Revision),
    /// An older revision of the legacy era.
    Older(&'static str),
}

impl HttpContext {
    /// Returns the era; legacy unless it is known to be modern.
    fn era(&self) -> Era {
        match self.state.lock().version {
            ProtocolVersion::Revision(revision) => Era::of(revision),
            ProtocolVersion::Unknown | ProtocolVersion::Older(_) => Era::Legacy,
        }
    }
}

impl HttpClient {
    /// Creates a client of the server at `url` that sends `headers` with every request, over shared
    /// connections.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub(crate) fn new(
        url: Url,
        headers: HeaderMap,
        connections: &SharedConnections,
        limits: Limits,
    ) -> Result<(Self, mpsc::Receiver<HttpEvent>), HttpError> {
        let connections = connections.to(&url)?;
        let (sender, events) = mpsc::channel(EVENT_CAPACITY);
        let state = Mutex::default();
        let context = Arc::new(HttpContext { connections, url, headers, limits, state, events: sender });
        Ok((HttpClient { context, tasks: Mutex::default() }, events))
    }

    /// Sets the protocol version of all further messages.
    pub(crate) fn set_version(&self, version: ProtocolVersion) {
        self.context.state.lock().version = version;
    }

    /// Sends a request. Its response or failure arrives as an event.
    pub(crate) fn request(&self, id: i64, outbound: OutboundMessage) {
        let mut tasks = self.tasks.lock();
        tasks.exchanges.retain(|_, task| !task.is_finished());
        let task = tokio::spawn(exchange::run(HttpExchange::new(Arc::clone(&self.context), id, outbound)));
        tasks.exchanges.insert(id, task.abort_handle());
    }

    /// Returns what comes back for a request, for a task that waits for it anyway.
    pub(crate) fn exchange(&self, id: i64, outbound: OutboundMessage) -> ExchangeEvents {
        ExchangeEvents::new(Arc::clone(&self.context), id, outbound)
    }

    /// Sends a notification or a response, and waits until the server has accepted it.
    pub(crate) async fn notify(&self, outbound: OutboundMessage) -> Result<(), HttpError> {
        exchange::post_message(&self.context, outbound).await
    }

    /// Sends a notification or a response without waiting. A failure is ignored.
    pub(crate) fn notify_in_background(&self, outbound: OutboundMessage) {
        let context = Arc::clone(&self.context);
        tokio::spawn(async move { exchange::post_message(&context, outbound).await });
    }

    /// Stops waiting for a response. In the modern era this cancels the request.
    pub(crate) fn cancel(&self, id: i64) {
        if let Some(task) = self.tasks.lock().exchanges.remove(&id) {
            task.abort();
        }
    }

    /// Opens the stream for the messages of a legacy server. Waits until the server has opened or
    /// refused it, as earlier messages would be lost.
    pub(crate) async fn listen(&self) {
        let (open, opened) = oneshot::channel();
        let task = tokio::spawn(server_stream::run(Arc::clone(&self.context), open));
        self.tasks.lock().server_stream = Some(task.abort_handle());
        // Some servers send no headers before their first event. The stream may open later.
        let _ = tokio::time::timeout(LISTEN_TIMEOUT, opened).await;
    }

    /// Aborts all exchanges and ends the session, if there is one.
    pub(crate) async fn end_session(&self) {
        self.stop();
        if let Some(request) = request::end_session(&self.context) {
            // A server that cannot end sessions lets them expire.
            let _ = tokio::time::timeout(END_SESSION_TIMEOUT, request.send()).await;
        }
    }

    fn stop(&self) {
        let HttpTasks { exchanges, server_stream } = std::mem::take(&mut *self.tasks.lock());
        exchanges.into_values().chain(server_stream).for_each(|task| task.abort());
    }
}

impl Drop for HttpClient {
    fn drop(&mut self) {
        self.stop();
    }
}
