//! The errors of connecting and of calling.

use std::sync::Arc;

use super::link::LinkError;
use crate::wire::RpcError;

/// An error while connecting to a server.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The server's program cannot be started.
    #[error("cannot start `{program}`: {error}")]
    Start {
        /// The program.
        program: String,
        /// The error of the operating system.
        #[source]
        error: Arc<std::io::Error>,
    },
    /// The text is not the address of a server.
    #[error("`{address}` is not the address of a server: {reason}")]
    Address {
        /// The address, as given.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// HTTP connections cannot be set up on this machine, for example because it has no certificate
    /// authorities.
    #[error("cannot set up a connection to `{address}`: {reason}")]
    HttpSetup {
        /// The address of the server.
        address: String,
        /// What is missing.
        reason: String,
    },
    /// The server did not complete the handshake in time.
    #[error("the server did not answer within {seconds} s")]
    Timeout {
        /// The limit in seconds.
        seconds: u64,
    },
    /// The server speaks no revision that this client speaks.
    #[error("the server speaks {offered}; this client speaks 2025-06-18, 2025-11-25 and 2026-07-28")]
    NoCommonRevision {
        /// The revisions that the server named.
        offered: String,
    },
    /// A request of the handshake failed.
    #[error("the handshake with the server failed: {0}")]
    Refused(#[source] CallError),
}

/// An error of a request to a server.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The server answered with an error.
    #[error("the server answered: {0}")]
    Server(#[source] RpcError),
    /// The connection ended before the response arrived.
    #[error("the connection to the server ended")]
    Closed,
    /// The server has forgotten the session. Connect again to begin a new one.
    #[error("the server ended the session")]
    SessionEnded,
    /// The request did not reach the server, or the response did not arrive.
    #[error("HTTP: {0}")]
    Http(String),
    /// The server answered with an HTTP error status and without a message.
    #[error("the server answered with HTTP status {status}")]
    Status {
        /// The status code.
        status: u16,
    },
    /// The response does not follow the protocol.
    #[error("the server's response is malformed: {0}")]
    Malformed(String),
    /// The server asked for input more often than
    /// [`ClientBuilder::max_rounds`](super::ClientBuilder::max_rounds) allows.
    #[error("the server asked for more input after {limit} rounds")]
    TooManyRounds {
        /// The number of rounds that it had.
        limit: usize,
    },
    /// The server needs something that this client did not declare.
    #[error("the server asked for something that this client did not declare: {0}")]
    Unanswerable(#[source] RpcError),
    /// The server sent a URL that cannot be shown to a person.
    #[error("the server sent a URL that cannot be opened: {0}")]
    Link(#[source] LinkError),
    /// The person did not agree to open a URL that the server requires.
    #[error("the server requires a page that the person did not agree to open: {}", .urls.join(", "))]
    UrlRefused {
        /// The URLs.
        urls: Vec<String>,
    },
    /// The person opened the page, and the server did not report it as complete in time.
    #[error("the page was opened, but the server did not report it as complete in time")]
    PageTimeout,
    /// The server cancelled the task of the call.
    #[error("the server cancelled the task")]
    TaskCancelled,
    /// The tool's declaration breaks the rules of the protocol, so it is not called.
    #[error("the tool `{tool}` declares {reason}")]
    InvalidTool {
        /// The name of the tool.
        tool: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The arguments cannot be sent: they are not a JSON object.
    #[error("{0}")]
    InvalidArguments(String),
}
