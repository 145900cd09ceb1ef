//! Speaks plain HTTP/1.1 with servers on this machine, over connections that are kept.
//!
//! An exchange runs in the task that wants it, and reads only the headers that it is asked for: between two processes of
//! one machine, a task for the connection and a map of headers take longer than the exchange itself. Knows neither TLS
//! nor proxies nor redirects; [`client`](crate::client) builds clients for other servers.
//!
//! Whatever a server sends is bounded: the head in bytes and headers, interim responses in number, lines of chunks in
//! length. The length of a body is for the caller to bound, piece by piece.

mod connection;
mod framing;
mod request;
mod response;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use url::{Host, Url};

use connection::LocalConnection;
pub use request::LocalRequest;
pub use response::LocalResponse;

use crate::host_guard::is_loopback;

/// The most connections that are kept without a request.
const MAX_IDLE: usize = 16;
/// How long a connection is kept without a request.
const IDLE: Duration = Duration::from_secs(60);
/// How much earlier than the server a connection is given up, so that no request meets its end.
const KEEP_MARGIN: Duration = Duration::from_secs(1);
/// How long a server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// A client of one server on this machine. Cheap to clone; clones share connections.
#[derive(Clone)]
pub struct LocalClient(Arc<ClientState>);

struct ClientState {
    host: Host<String>,
    port: u16,
    idle: Mutex<Vec<IdleConnection>>,
}

struct IdleConnection {
    connection: LocalConnection,
    /// When it is no longer used: the server may be closing it.
    until: Instant,
}

/// The reason why there is no response, or not all of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LocalError {
    /// The server cannot be reached.
    #[error("the server cannot be reached: {0}")]
    Connect(#[source] io::Error),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(#[source] io::Error),
    /// The connection was closed before the response was complete.
    #[error("the server closed the connection before the response was complete")]
    Incomplete,
    /// The response is not one of HTTP/1.1.
    #[error("the response is not HTTP/1.1: {0}")]
    Malformed(&'static str),
}

impl fmt::Debug for LocalClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalClient({}:{})", self.0.host, self.0.port)
    }
}

impl LocalClient {
    /// Creates a client for a URL; `None` if it needs more than this client has: another machine, TLS, credentials in
    /// the URL.
    #[must_use]
    pub fn for_url(url: &Url) -> Option<LocalClient> {
        let is_plain = url.scheme() == "http" && url.username().is_empty() && url.password().is_none();
        if !is_plain || !is_loopback(url) {
            return None;
        }
        let (host, port) = (url.host()?.to_owned(), url.port_or_known_default()?);
        Some(LocalClient(Arc::new(ClientState { host, port, idle: Mutex::default() })))
    }

    /// Sends a request and waits for the head of its response. Dropping the future closes the connection.
    ///
    /// A request is sent again only if nothing of it can have reached the server: on a kept connection that turns out to
    /// be closed.
    ///
    /// # Errors
    /// When the server cannot be reached, closes the connection, or answers with something else than HTTP.
    pub async fn send(&self, request: LocalRequest) -> Result<LocalResponse, LocalError> {
        let (head, body) = request.finish();
        while let Some(mut connection) = self.idle_connection() {
            match connection.send(&head, &body).await {
                Ok(()) => {
                    return LocalResponse::receive(connection, self.clone(), head.is_for_head_only).await;
                }
                Err(_) if connection.is_unused() => {}
                Err(error) => return Err(LocalError::Broken(error)),
            }
        }
        let mut connection = self.connect().await.map_err(LocalError::Connect)?;
        connection.send(&head, &body).await.map_err(LocalError::Broken)?;
        LocalResponse::receive(connection, self.clone(), head.is_for_head_only).await
    }

    async fn connect(&self) -> io::Result<LocalConnection> {
        let port = self.0.port;
        let connect = async {
            match &self.0.host {
                Host::Ipv4(address) => LocalConnection::open((*address, port)).await,
                Host::Ipv6(address) => LocalConnection::open((*address, port)).await,
                Host::Domain(name) => LocalConnection::open((name.as_str(), port)).await,
            }
        };
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, connect).await;
        connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Returns the connection that was used last, unless the server has closed it.
    fn idle_connection(&self) -> Option<LocalConnection> {
        let mut idle = self.0.idle.lock();
        let now = Instant::now();
        while let Some(IdleConnection { mut connection, until }) = idle.pop() {
            if now < until && connection.is_quiet() {
                return Some(connection);
            }
        }
        None
    }

    /// Keeps a connection for the next request. `limit` is how long the server keeps it, if it says so.
    fn keep(&self, connection: LocalConnection, limit: Option<Duration>) {
        let limit = limit.map_or(IDLE, |limit| limit.saturating_sub(KEEP_MARGIN).min(IDLE));
        let mut idle = self.0.idle.lock();
        if idle.len() >= MAX_IDLE {
            // The one that was used earliest.
            idle.remove(0);
        }
        idle.push(IdleConnection { connection, until: Instant::now() + limit });
    }
}

#[cfg(test)]
mod tests;
