//! What can go wrong between a program and the service.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::endpoint::ServiceEndpointError;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The service does not answer: it is stopped, the connection broke, or it took too long.
    #[error("the service at {address} cannot be reached: {why}")]
    Unreachable {
        /// The address of the service.
        address: String,
        /// The reason in a few words.
        why: String,
        /// Whether the service may have received the call.
        delivery: Delivery,
        /// The cause, without the URL.
        #[source]
        source: Option<reqwest::Error>,
    },
    /// There is no common ground for a connection: the certificate is not trusted, or one side
    /// speaks HTTP and the other HTTPS. Trying again does not help.
    #[error("the service at {address} cannot be reached this way: {why}")]
    Connection {
        /// The address of the service.
        address: String,
        /// The reason in a few words.
        why: String,
        /// The cause, without the URL.
        #[source]
        source: reqwest::Error,
    },
    /// The service answered with an error.
    #[error(transparent)]
    Rejected(#[from] ServiceError),
    /// Another program than a service of Askwell answered, or a part of the answer is unknown here.
    #[error("{address} does not answer as an Askwell service does: {why}")]
    Protocol {
        /// The address of the service.
        address: String,
        /// What is wrong.
        why: String,
    },
    /// The response is longer than the limit of this client.
    #[error("the response of {address} is longer than {limit} bytes")]
    TooLarge {
        /// The address of the service.
        address: String,
        /// The limit.
        limit: usize,
    },
    /// There is no service to call, or its address or key cannot be used.
    #[error(transparent)]
    Endpoint(#[from] ServiceEndpointError),
}

/// Whether a call that failed may have taken effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// There was no connection: the service has not seen the call.
    NotSent,
    /// The call was sent, and the connection broke before the response was complete.
    Unknown,
    /// The service took too long.
    TimedOut,
}

/// An error that the service returned.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct ServiceError {
    /// The code of JSON-RPC, such as -32007.
    pub code: i64,
    /// The message for programmers.
    pub message: String,
    /// Further data; `type` is a name for programs.
    #[serde(default)]
    pub data: Value,
}

impl ServiceError {
    /// Returns the name of the error for programs, such as `validation`; empty if there is none.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.data.get("type").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns after which time a retry helps, if it does.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.data.get("retry_after_ms").and_then(Value::as_u64).map(Duration::from_millis)
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ServiceError {}

impl ClientError {
    /// Returns the error that the service returned, if it did.
    #[must_use]
    pub fn rejection(&self) -> Option<&ServiceError> {
        match self {
            ClientError::Rejected(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the name of a returned error; empty for every other error.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.rejection().map_or("", ServiceError::kind)
    }

    /// Returns whether the service does not answer or cannot work now, so that the same call may
    /// succeed later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            ClientError::Unreachable { .. } => true,
            ClientError::Rejected(error) => error.retry_after().is_some() || error.kind() == "system",
            _ => false,
        }
    }
}
