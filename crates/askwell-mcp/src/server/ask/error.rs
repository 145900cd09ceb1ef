//! How the errors of MCP become [`AskError`], the one error of asking.

use askwell_engine::{AskError, SharedError};

use crate::server::plan::Unreachable;
use crate::transport::Closed;
use crate::wire::RpcError;

/// The error that a client answered with, as the cause of an [`AskError::Surface`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the client could not ask: {0}")]
pub struct ClientError(#[source] pub RpcError);

impl ClientError {
    /// Returns the error of asking that a client's error causes.
    pub(in crate::server) fn ask_error(error: RpcError) -> AskError {
        AskError::Surface(SharedError::new(ClientError(error)))
    }
}

impl From<Unreachable> for AskError {
    fn from(unreachable: Unreachable) -> Self {
        AskError::Unreachable(SharedError::new(unreachable))
    }
}

/// The client is gone.
impl From<Closed> for AskError {
    fn from(closed: Closed) -> Self {
        AskError::Surface(SharedError::new(closed))
    }
}
