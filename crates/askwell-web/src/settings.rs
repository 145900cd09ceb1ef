//! How the service listens.

use std::time::Duration;

use askwell_http::budget::{DEFAULT_PER_CLIENT, DEFAULT_TOTAL};
use askwell_http::connections::ConnectionLimits;

/// The bounds of the listener. What it listens on is the caller's business.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpSettings {
    /// Host names under which the service is known, beside addresses and `localhost`.
    pub allowed_hosts: Vec<String>,
    /// Where people and programs reach the service, if that is not where it listens: `https://ask.example.com`.
    pub public_url: Option<String>,
    /// The largest body of a call.
    pub body_bytes: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head_timeout: Duration,
    /// How long a body may take, files aside; and how long nothing may come of a file.
    pub body_timeout: Duration,
    /// How long a body with files may take from its first byte to its last.
    pub upload_timeout: Duration,
    /// How long a reader may take nothing of what is sent to it; then the connection is cut.
    pub write_timeout: Duration,
    /// Connections at once. Beyond, the one that has been idle the longest goes.
    pub connections: usize,
    /// Requests of one client under way at once, streams included. A client is a key's client or person, a page link, or
    /// an address where nothing else identifies anybody. Never more than three quarters of the connections.
    pub requests_per_client: usize,
    /// Event streams of one client at once.
    pub streams_per_client: usize,
    /// Memory for bodies on their way, secrets between two pages and open streams, of all clients together.
    pub buffer_bytes: u64,
    /// The same for one client.
    pub buffer_bytes_per_client: u64,
    /// How often a silent event stream shows that it is alive.
    pub keep_alive: Duration,
    /// How long requests may go on after the service was told to stop.
    pub drain: Duration,
}

impl HttpSettings {
    /// Returns the limits of connections and of what comes over them.
    pub(crate) fn connection_limits(&self) -> ConnectionLimits {
        ConnectionLimits {
            connections: self.connections,
            requests_per_client: self.requests_per_client,
            streams_per_client: self.streams_per_client,
            buffer_bytes: self.buffer_bytes,
            buffer_bytes_per_client: self.buffer_bytes_per_client,
            upload_timeout: self.upload_timeout,
        }
    }
}

impl Default for HttpSettings {
    fn default() -> Self {
        HttpSettings {
            allowed_hosts: Vec::new(),
            public_url: None,
            body_bytes: 4 << 20,
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            upload_timeout: Duration::from_secs(10 * 60),
            write_timeout: Duration::from_secs(30),
            connections: 16_384,
            requests_per_client: 4_096,
            streams_per_client: 1_024,
            buffer_bytes: DEFAULT_TOTAL,
            buffer_bytes_per_client: DEFAULT_PER_CLIENT,
            keep_alive: Duration::from_secs(15),
            drain: Duration::from_secs(10),
        }
    }
}
