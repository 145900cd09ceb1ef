//! How the service listens.

use std::time::Duration;

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
    /// How long a body may take.
    pub body_timeout: Duration,
    /// Connections at once. Beyond, the one that has been idle the longest goes.
    pub connections: usize,
    /// How often a silent event stream shows that it is alive.
    pub keep_alive: Duration,
    /// How long requests may go on after the service was told to stop.
    pub drain: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        HttpSettings {
            allowed_hosts: Vec::new(),
            public_url: None,
            body_bytes: 4 << 20,
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            connections: 16_384,
            keep_alive: Duration::from_secs(15),
            drain: Duration::from_secs(10),
        }
    }
}
