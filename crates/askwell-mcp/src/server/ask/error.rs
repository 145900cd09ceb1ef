//! Why a question has no answer, at least not now.

use askwell_engine::{CallError, CreateError};
use askwell_form::url_guard::UrlRefusal;
use askwell_form::{ConvertError, Defects};
use askwell_lifecycle::ElicitationId;

use crate::server::plan::Unreachable;
use crate::transport::Closed;
use crate::wire::RpcError;
use askwell_engine::{HostedError, HostedLink};

/// A question that has no answer, at least not now. Return it from the handler with `?`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The answer comes with another call. Nothing is wrong; a handler that hides this error only makes the server look a
    /// second time.
    #[error(transparent)]
    Pending(#[from] Pending),
    /// The person cannot be reached.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The type is no form.
    #[error("the type cannot be asked for: {0}")]
    Form(#[from] Defects),
    /// The form accepts what the type does not.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// Two questions with the same key in one call.
    #[error("two questions of one call have the key `{0}`: give each a key of its own")]
    DuplicateKey(Box<str>),
    /// A newer call that asks the same has got the answer.
    #[error("a newer call that asked the same question has got the answer")]
    Superseded,
    /// The handler has asked something else under this key in every round so far.
    #[error(
        "the question `{0}` is another one in every round: put what changes into the arguments of the call"
    )]
    QuestionChanged(Box<str>),
    /// The client answered with an error.
    #[error("the client could not ask: {0}")]
    Client(RpcError),
    /// The client is gone.
    #[error(transparent)]
    Closed(#[from] Closed),
    /// The URL does not pass the guard.
    #[error("the URL cannot be sent to a person: {0}")]
    Url(#[from] UrlRefusal),
    /// A limit is reached, or the store failed.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The elicitation cannot be read.
    #[error(transparent)]
    Call(CallError),
    /// The page to answer on is not there.
    #[error(transparent)]
    Hosted(#[from] HostedError),
}

/// How the answer comes with another call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Pending {
    /// The client gets the question as the result of this call, and calls again.
    #[error("the answer comes with the next call")]
    InputRequired,
    /// The person answers at this address, and the tool has to be called again then.
    #[error("the person has to answer at {}", .0.url)]
    Link(HostedLink),
    /// The client is told by an error to send the person to this address, and calls again.
    #[error("{message}")]
    UrlRequired {
        /// The elicitation that ends when the person is done there.
        id: ElicitationId,
        /// The address.
        url: String,
        /// Why to go there.
        message: String,
    },
}

impl From<CallError> for AskError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Superseded => AskError::Superseded,
            other => AskError::Call(other),
        }
    }
}
