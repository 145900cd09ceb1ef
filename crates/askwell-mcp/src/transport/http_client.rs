//! Streamable HTTP, seen from the client: every message is a POST of its own, and answers come back as JSON or as a
//! stream of events.
//!
//! Legacy: a session that the server names, a standing stream for what the server wants to say unasked, and streams
//! that are taken up again where they broke. Modern: none of these; headers say what a request is about instead.
//!
//! Refuses to follow redirects, and answers that are longer than a message may be.

mod exchange;
mod listening;
mod request;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use askwell_http::client::describe_chain;
use parking_lot::Mutex;
use reqwest::header::{HeaderMap, HeaderValue};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use url::Url;

use crate::wire::{Era, Limits, Message, RpcError};
use askwell_form::schema::Revision;

/// How many messages may wait to be looked at before the streams have to.
const WAITING: usize = 256;
/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(20);
/// How long a server may take to open its stream before the client goes on without.
const OPENING: Duration = Duration::from_secs(5);
/// How long a server may take to end a session.
const FAREWELL: Duration = Duration::from_secs(5);

/// What comes back.
#[derive(Debug)]
pub(crate) enum HttpEvent {
    /// A message.
    Message(Message),
    /// A request that will not be answered, by its number.
    Lost(i64, HttpError),
}

/// Why there was no answer.
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

/// A message to send, and what the headers have to say about it.
#[derive(Debug, Default)]
pub(crate) struct Outbound {
    pub(crate) text: String,
    pub(crate) method: String,
    /// The tool, prompt or resource that is meant.
    pub(crate) name: Option<String>,
    /// Headers of its own.
    pub(crate) headers: Vec<(String, String)>,
}

/// The client's end. Whatever is under way ends when it is dropped.
#[derive(Debug)]
pub(crate) struct HttpClient {
    shared: Arc<Shared>,
    tasks: Mutex<Tasks>,
}

#[derive(Debug, Default)]
struct Tasks {
    exchanges: HashMap<i64, AbortHandle>,
    listening: Option<AbortHandle>,
}

/// What all exchanges share.
#[derive(Debug)]
struct Shared {
    http: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    limits: Limits,
    state: Mutex<State>,
    events: mpsc::Sender<HttpEvent>,
}

/// What was agreed upon.
#[derive(Debug, Default)]
struct State {
    spoken: Spoken,
    session: Option<HeaderValue>,
}

/// What messages say they speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Spoken {
    /// Nothing is agreed upon yet.
    #[default]
    Nothing,
    /// A revision that has elicitation.
    Revision(Revision),
    /// An older one, of the legacy era.
    Older(&'static str),
}

impl Shared {
    /// Everything that is not known to be modern is treated as legacy.
    fn era(&self) -> Era {
        match self.state.lock().spoken {
            Spoken::Revision(revision) => Era::of(revision),
            Spoken::Nothing | Spoken::Older(_) => Era::Legacy,
        }
    }
}

impl HttpClient {
    /// A client of the server at `url`, which sends `headers` along with everything.
    ///
    /// # Errors
    /// When the system's part of it cannot be set up.
    pub(crate) fn new(
        url: Url,
        headers: HeaderMap,
        limits: Limits,
    ) -> Result<(Self, mpsc::Receiver<HttpEvent>), HttpError> {
        let http = askwell_http::client::build(&url, |client| client.connect_timeout(CONNECT))
            .map_err(|error| HttpError::Unreachable(describe_chain(&error)))?;
        let (sender, events) = mpsc::channel(WAITING);
        let shared = Arc::new(Shared { http, url, headers, limits, state: Mutex::default(), events: sender });
        Ok((HttpClient { shared, tasks: Mutex::default() }, events))
    }

    /// What every message from now on says it speaks.
    pub(crate) fn speak(&self, spoken: Spoken) {
        self.shared.state.lock().spoken = spoken;
    }

    /// Sends a request; its answer, or the lack of one, will come as an event.
    pub(crate) fn request(&self, id: i64, outbound: Outbound) {
        let mut tasks = self.tasks.lock();
        tasks.exchanges.retain(|_, task| !task.is_finished());
        let task = tokio::spawn(exchange::run(Arc::clone(&self.shared), id, outbound));
        tasks.exchanges.insert(id, task.abort_handle());
    }

    /// Sends a notification or a response, and waits until it has arrived.
    pub(crate) async fn tell(&self, outbound: Outbound) -> Result<(), HttpError> {
        exchange::tell(&self.shared, &outbound).await
    }

    /// The same without waiting. Whoever cannot be told any more need not know.
    pub(crate) fn tell_later(&self, outbound: Outbound) {
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move { exchange::tell(&shared, &outbound).await });
    }

    /// Stops waiting for an answer. For a modern server that is what cancels.
    pub(crate) fn abandon(&self, id: i64) {
        if let Some(task) = self.tasks.lock().exchanges.remove(&id) {
            task.abort();
        }
    }

    /// Listens to what a legacy server says unasked, if it has such a stream. Waits until the stream is open or refused:
    /// what a server says before that is lost, its questions included.
    pub(crate) async fn listen(&self) {
        let (open, opened) = oneshot::channel();
        let task = tokio::spawn(listening::run(Arc::clone(&self.shared), open));
        self.tasks.lock().listening = Some(task.abort_handle());
        // A server that says nothing until it has something to say is not waited for; the stream may come later.
        let _ = tokio::time::timeout(OPENING, opened).await;
    }

    /// Ends the session, if there is one.
    pub(crate) async fn finish(&self) {
        self.stop();
        if let Some(request) = request::farewell(&self.shared) {
            // A server that does not know how to end a session will forget it by itself.
            let _ = tokio::time::timeout(FAREWELL, request.send()).await;
        }
    }

    fn stop(&self) {
        let Tasks { exchanges, listening } = std::mem::take(&mut *self.tasks.lock());
        exchanges.into_values().chain(listening).for_each(|task| task.abort());
    }
}

impl Drop for HttpClient {
    fn drop(&mut self) {
        self.stop();
    }
}
