//! The errors of an engine: one for each family of calls.

use std::time::Duration;

use askwell_form::url_guard::UrlRefusal;
use askwell_form::{ConvertError, Defects, Problems, UnknownValidators};
use askwell_lifecycle::{ElicitationId, Refusal, TimeoutError};

use crate::callback::UnknownOptionSources;
use crate::check::CheckError;
use crate::hosted::{HostedError, HostedLink};
use crate::shared_error::SharedError;
use crate::store::StoreError;

/// An elicitation that was not created.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The actor is not a client, and only clients own elicitations.
    #[error("only a client can ask")]
    NoClient,
    /// The timeout is outside the bounds.
    #[error(transparent)]
    Timeout(#[from] TimeoutError),
    /// The form needs validators that are not registered.
    #[error(transparent)]
    Validators(#[from] UnknownValidators),
    /// The form takes options from unknown services.
    #[error(transparent)]
    OptionSources(#[from] UnknownOptionSources),
    /// The guard refuses the page's URL.
    #[error("the URL cannot be sent to a person: {0}")]
    Url(#[from] UrlRefusal),
    /// The form has no fields.
    #[error("the form has no fields, so there is nothing to ask; give it at least one property")]
    NoFields,
    /// Several people are to decide something that is no decision, or too many of them, or none.
    #[error(
        "a quorum needs a form with `decision` and 1 to {} approvals",
        askwell_lifecycle::Quorum::MOST_APPROVALS
    )]
    Quorum,
    /// The idempotency key was used for another question.
    #[error("this idempotency key was used for another question ({id}); use a new key for a new question")]
    KeyConflict {
        /// What was asked under the key.
        id: ElicitationId,
    },
    /// A limit was reached.
    #[error(transparent)]
    Limited(#[from] LimitReached),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A question that has no answer, at least not now: the one error of everything that asks and waits.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The answer comes with a later call. Nothing is wrong: return it from the handler with `?`.
    #[error(transparent)]
    Pending(#[from] PendingAsk),
    /// The person cannot be reached, for this reason.
    #[error(transparent)]
    Unreachable(SharedError),
    /// A newer call asks the same and gets the answer.
    #[error("a newer call that asked the same question has got the answer")]
    Superseded,
    /// The question was another one each time the handler ran.
    #[error(
        "the question `{0}` is another one in every round: put what changes into the arguments of the call"
    )]
    QuestionChanged(Box<str>),
    /// Two questions with the same key in one call.
    #[error("two questions of one call have the key `{0}`: give each a key of its own")]
    DuplicateKey(Box<str>),
    /// The type is no form.
    #[error("the type cannot be asked for: {0}")]
    Form(#[from] Defects),
    /// The form accepts what the type does not.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The URL does not pass the guard.
    #[error("the URL cannot be sent to a person: {0}")]
    Url(#[from] UrlRefusal),
    /// It was not created.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// It cannot be read.
    #[error(transparent)]
    Call(CallError),
    /// The page to answer on is not there.
    #[error(transparent)]
    Hosted(#[from] HostedError),
    /// The surface failed, for this reason.
    #[error(transparent)]
    Surface(SharedError),
    /// Asking could not be set up: the store cannot be opened, or the pages cannot be served.
    #[error("asking cannot be set up: {0}")]
    Start(#[source] SharedError),
}

impl From<CallError> for AskError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Superseded => AskError::Superseded,
            other => AskError::Call(other),
        }
    }
}

/// Why an answer comes with a later call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PendingAsk {
    /// The client gets the question as the result of this call, and calls again with the answer.
    #[error("the answer comes with the next call")]
    InputRequired,
    /// The person answers on a page; the tool is called again then.
    #[error("the person has to answer at {0}")]
    Link(HostedLink),
    /// The person answers in an app beside the result of this call, or on the page; the tool is called again then.
    #[error("the person answers in the form beside this result")]
    App(Option<HostedLink>),
    /// The client gets an error that sends the person to a page first, and calls again.
    #[error("{message}")]
    UrlRequired {
        /// The elicitation that ends when the person is done there.
        id: ElicitationId,
        /// The URL.
        url: String,
        /// The message for the person.
        message: String,
    },
}

/// A limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what}; try again in {} ms", .retry_after.as_millis())]
#[non_exhaustive]
pub struct LimitReached {
    /// Which limit.
    pub what: Limit,
    /// How long to wait before trying again.
    pub retry_after: Duration,
}

/// The kinds of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// Elicitations of one client within the window.
    #[error("this client asks too often")]
    Rate,
    /// Open elicitations of one client.
    #[error("this client has too many open elicitations")]
    OpenOfClient,
    /// Open elicitations altogether.
    #[error("there are too many open elicitations")]
    OpenInTotal,
}

/// A submission that failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// The answer has problems.
    #[error("the answer did not pass: {problems}")]
    Invalid {
        /// Why.
        problems: Problems,
        /// Rejected submissions, this one included; at most the retry limit.
        retry_count: u8,
        /// The retry limit.
        retry_limit: u8,
        /// Whether the person may try again. If not, this submission has closed the elicitation.
        retry_allowed: bool,
    },
    /// It is larger than an answer may be.
    #[error("the answer has {size} bytes; at most {limit} are taken")]
    TooLarge {
        /// How large it is.
        size: usize,
        /// How large it may be.
        limit: usize,
    },
    /// A validator did not finish in time, or could not be asked. Does not count as a rejection.
    #[error("the answer could not be checked; try again")]
    Unchecked,
    /// The call itself failed.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl From<CheckError> for SubmitError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::TooLarge { size, limit } => SubmitError::TooLarge { size, limit },
            CheckError::Unchecked => SubmitError::Unchecked,
            CheckError::Uploads(error) => SubmitError::Call(error),
        }
    }
}

impl SubmitError {
    /// Returns whether the person may try again.
    #[must_use]
    pub fn retry_allowed(&self) -> bool {
        match self {
            SubmitError::Invalid { retry_allowed, .. } => *retry_allowed,
            SubmitError::TooLarge { .. } | SubmitError::Unchecked => true,
            SubmitError::Call(_) => false,
        }
    }
}

/// A call about an elicitation that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The elicitation does not exist for this actor.
    #[error("there is no such elicitation")]
    NotFound,
    /// The actor has no person.
    #[error("only a person can claim an elicitation; act as one, with a name")]
    NoPerson,
    /// The elicitation is closed, or the event does not fit it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The elicitation is still open, so there is no answer to take.
    #[error("the elicitation is still open; its answer can be taken once it is closed")]
    StillOpen,
    /// A newer call waits for the elicitation and gets the answer.
    #[error("a newer call waits for this elicitation and gets its answer")]
    Superseded,
    /// Concurrent changes won every attempt.
    #[error("too many others act on this elicitation at once; try again")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
