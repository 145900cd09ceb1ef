//! How a handler ends without a result.

use crate::server::ask::AskError;
use crate::wire::RpcError;

/// How a handler ends without a result. Whatever comes out of asking goes through with `?`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The question could not be asked here and now, or waits for its answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The request was wrong, as JSON-RPC says it.
    #[error(transparent)]
    Rpc(#[from] RpcError),
    /// The tool did not do its work: for the model to read. Prompts and resources say it as an internal error.
    #[error("{0}")]
    Said(String),
}

impl Failure {
    /// What went wrong, in words that a model may read.
    pub fn said(what: impl std::fmt::Display) -> Self {
        Failure::Said(what.to_string())
    }
}
