//! The error of a handler.

use crate::server::ask::AskError;
use crate::wire::RpcError;

/// The reason why a handler has no result. Errors of asking convert with `?`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The question cannot be asked now, or waits for its answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The request is wrong; the client gets this JSON-RPC error.
    #[error(transparent)]
    Rpc(#[from] RpcError),
    /// The tool failed with this message for the model. Prompts and resources report it as an
    /// internal error.
    #[error("{0}")]
    Message(String),
    /// The call goes on as a task; see [`Call::continue_as_task`](super::Call::continue_as_task).
    #[error("the call goes on as a task")]
    ContinuesAsTask,
}

impl Failure {
    /// Creates a failure with a message that a model may read.
    pub fn message(what: impl std::fmt::Display) -> Self {
        Failure::Message(what.to_string())
    }
}
