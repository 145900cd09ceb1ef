//! What an engine refuses, and why: one error for each family of calls.

use std::borrow::Cow;
use std::time::Duration;

use askwell_form::url_guard::UrlRefusal;
use askwell_form::{ConvertError, Defects, Problems, UnknownValidators};
use askwell_lifecycle::{ElicitationId, Refusal, TimeoutError};

use crate::check::CheckError;
use crate::hosted::{HostedError, HostedLink};
use crate::store::StoreError;

/// An elicitation that was not created.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The actor is no client, so nobody would own it.
    #[error("only a client can ask")]
    NoClient,
    /// The timeout is outside the bounds.
    #[error(transparent)]
    Timeout(#[from] TimeoutError),
    /// The form needs validators that are not registered.
    #[error(transparent)]
    Validators(#[from] UnknownValidators),
    /// The page's URL leads where it must not.
    #[error("the URL cannot be sent to a person: {0}")]
    Url(#[from] UrlRefusal),
    /// The form asks for nothing.
    #[error("the form has no fields, so there is nothing to ask; give it at least one property")]
    NoFields,
    /// The idempotency key was used for another question.
    #[error("this idempotency key was used for another question ({id}); use a new key for a new question")]
    KeyConflict {
        /// What was asked under the key.
        id: ElicitationId,
    },
    /// Too much, too fast, or too many.
    #[error(transparent)]
    Limited(#[from] Limited),
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
    #[error("the person cannot be asked: {0}")]
    Unreachable(Cow<'static, str>),
    /// A newer call asks the same and gets the answer.
    #[error("a newer call asks the same question and gets its answer")]
    Superseded,
    /// The question was another one each time the handler ran.
    #[error(
        "the question under the key `{0}` changes with every call; ask the same question, or use another key"
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
    Call(#[from] CallError),
    /// The page to answer on is not there.
    #[error(transparent)]
    Hosted(#[from] HostedError),
    /// The surface failed, for this reason.
    #[error("the question could not be shown: {0}")]
    Surface(Cow<'static, str>),
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
    /// The client must send the person to a page before it calls again.
    #[error("the person has to go to {0} first")]
    UrlRequired(HostedLink),
}

/// A limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what}; try again in {} ms", .retry_after.as_millis())]
pub struct Limited {
    /// Which limit.
    pub what: Limit,
    /// When there may be room again.
    pub retry_after: Duration,
}

/// The limits there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// Elicitations of one client in a while.
    #[error("this client asks too often")]
    Rate,
    /// Open elicitations of one client.
    #[error("this client has too many open elicitations")]
    OpenOfClient,
    /// Open elicitations altogether.
    #[error("there are too many open elicitations")]
    OpenInTotal,
}

/// An answer that was not taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// It did not pass.
    #[error("the answer did not pass: {problems}")]
    Invalid {
        /// Why.
        problems: Problems,
        /// Submissions that did not pass, this one included; never more than there are retries.
        retry_count: u8,
        /// Retries there are.
        retry_limit: u8,
        /// Whether there is another try. Without one, this submission has closed the elicitation.
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
    /// A validator did not come to an end. Nobody's mistake, so it is not counted.
    #[error("the answer could not be checked; try again")]
    Unchecked,
    /// Anything that can go wrong with a call.
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
    /// Whether the same person may try again.
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
    /// There is none of this name for this actor.
    #[error("there is no such elicitation")]
    NotFound,
    /// The actor is nobody in particular.
    #[error("only somebody with a name can claim an elicitation")]
    NoPerson,
    /// It came too late, or does not fit.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It is open, so that there is no answer to take yet.
    #[error("the elicitation is still open; its answer can be taken once it is closed")]
    StillOpen,
    /// A newer call waits for it now, and gets the answer.
    #[error("a newer call waits for this elicitation and gets its answer")]
    Superseded,
    /// Others kept being faster.
    #[error("too many others act on this elicitation at once; try again")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
