//! What can go wrong between a client and a server.

use std::sync::Arc;

use super::link::LinkError;
use crate::wire::RpcError;

/// Why there is no connection.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The server's program cannot be started.
    #[error("cannot start `{program}`: {error}")]
    Start {
        /// What was to be started.
        program: String,
        /// What the system said.
        error: Arc<std::io::Error>,
    },
    /// Not the address of a server.
    #[error("`{address}` is not the address of a server: {reason}")]
    Address {
        /// What was given.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// This machine cannot make such connections: for one, it knows no certificate authorities.
    #[error("no connection to `{address}` can be made ready: {reason}")]
    Unprepared {
        /// The address of the server.
        address: String,
        /// What is missing.
        reason: String,
    },
    /// The server did not answer in time.
    #[error("the server did not answer within {seconds} s")]
    Silence {
        /// How long it had.
        seconds: u64,
    },
    /// The server speaks no revision that this client speaks.
    #[error("the server speaks {offered}, and this client 2025-06-18, 2025-11-25 and 2026-07-28")]
    NoCommonRevision {
        /// What the server named.
        offered: String,
    },
    /// The first exchange failed.
    #[error("the server refused to begin: {0}")]
    Refused(CallError),
}

/// Why a request got no result.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The server answered with an error.
    #[error("the server answered: {0}")]
    Server(RpcError),
    /// The connection ended before the answer came.
    #[error("the connection to the server ended")]
    Closed,
    /// The server forgot the session; connecting again begins a new one.
    #[error("the server ended the session")]
    SessionEnded,
    /// The request did not get through, or its answer did not get back.
    #[error("HTTP: {0}")]
    Http(String),
    /// The server answered with a status that is not a success, and with no message.
    #[error("the server answered with HTTP status {status}")]
    Status {
        /// The status.
        status: u16,
    },
    /// An answer that is not what the protocol says.
    #[error("the server's answer cannot be understood: {0}")]
    Malformed(String),
    /// The server kept asking for more.
    #[error("the server asked for more input after {limit} rounds")]
    TooManyRounds {
        /// How many it had.
        limit: usize,
    },
    /// The server needs something that this client did not offer.
    #[error("the server asked for something that this client does not do: {0}")]
    Unanswerable(RpcError),
    /// The server wants a URL opened that cannot be shown to a person.
    #[error("the server wants a URL opened that cannot be: {0}")]
    Link(LinkError),
    /// The person did not agree to open a URL that the server insists on.
    #[error("a page has to be visited first, and the person did not agree: {}", .urls.join(", "))]
    NotVisited {
        /// The pages.
        urls: Vec<String>,
    },
    /// The person was sent to a page, and the server did not hear from it in time.
    #[error("a page was opened, and the server did not say that it is done")]
    NotFinished,
    /// A tool whose declaration breaks the rules of the protocol, and is not called therefore.
    #[error("the tool `{tool}` declares {reason}")]
    BadTool {
        /// Its name.
        tool: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A name or value that cannot be sent.
    #[error("{0}")]
    Unsendable(String),
}
