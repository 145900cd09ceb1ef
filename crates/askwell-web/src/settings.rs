//! The limits and timeouts of the HTTP server.

use std::time::Duration;

use askwell_http::budget::{DEFAULT_PER_CLIENT, DEFAULT_TOTAL};
use askwell_http::connections::ConnectionLimits;

use crate::language::LanguageSettings;

/// The limits and timeouts of the HTTP server. The address is an argument of
/// [`listen`](crate::listen).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpSettings {
    /// Host names of the service, beside IP addresses and `localhost`.
    pub allowed_hosts: Vec<String>,
    /// The URL under which people and programs reach the service, if it differs from the address:
    /// `https://ask.example.com`.
    pub public_url: Option<String>,
    /// The largest body of an API call.
    pub body_bytes: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head_timeout: Duration,
    /// How long a body without files may take, and how long an upload may pause.
    pub body_timeout: Duration,
    /// How long a body with files may take in total.
    pub upload_timeout: Duration,
    /// How long a client may read nothing of a response before its connection is closed.
    pub write_timeout: Duration,
    /// The most connections. Beyond it, the longest idle one is closed.
    pub connections: usize,
    /// The most concurrent requests of one client, streams included. A client is the client or
    /// person of a key, a page link, or an IP address where nothing else identifies the caller. At
    /// most three quarters of the connections.
    pub requests_per_client: usize,
    /// The most concurrent event streams of one client.
    pub streams_per_client: usize,
    /// The memory for bodies in transfer, cached secrets and open streams of all clients.
    pub buffer_bytes: u64,
    /// The same memory for one client.
    pub buffer_bytes_per_client: u64,
    /// How often a silent event stream sends a comment.
    pub keep_alive: Duration,
    /// How long everything is served after the stop is announced, so that load balancers notice.
    pub announce: Duration,
    /// How long open requests may continue after the stop signal.
    pub drain: Duration,
    /// The language of the first page, which belongs to no person, and the operator's own texts.
    pub languages: LanguageSettings,
}

impl HttpSettings {
    /// Returns the limits of the connection pool.
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
            announce: Duration::ZERO,
            drain: Duration::from_secs(10),
            languages: LanguageSettings::default(),
        }
    }
}
