//! What can happen to an elicitation, and what follows from it.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Answers;

use crate::attempt::Attempt;
use crate::elicitation::{CancelReason, Decline, Status};
use crate::time::Timestamp;

/// What happens. An invalid submission is an event, too: it is counted.
#[derive(Debug, Clone)]
pub enum Event {
    /// Somebody began to answer.
    Open,
    /// Somebody answered, and it passed.
    Submit {
        /// What they answered.
        answers: Answers,
        /// What the submission says about itself: the text of a JSON object.
        metadata: Option<Arc<str>>,
    },
    /// Somebody answered, and it did not pass.
    Reject {
        /// What they answered, for corrections that come without the rest.
        attempt: Option<Attempt>,
    },
    /// The other page is done.
    Finish {
        /// With this JSON text.
        result: Arc<str>,
        /// What the submission says about itself: the text of a JSON object.
        metadata: Option<Arc<str>>,
    },
    /// The person said no.
    Decline(Decline),
    /// It was called off.
    Cancel(CancelReason),
    /// More time is wanted: this much, or as much as an extension gives.
    Extend(Option<Duration>),
    /// Somebody of this name is at it; whoever was before is not.
    Claim(Arc<str>),
    /// Nobody is at it any more.
    Release,
    /// Time has passed. Harmless at any moment, any number of times.
    Tick,
}

impl Event {
    /// A submission that passed, without metadata.
    #[must_use]
    pub fn submit(answers: Answers) -> Event {
        Event::Submit { answers, metadata: None }
    }

    /// A submission that did not pass, of which nothing is kept.
    #[must_use]
    pub fn reject() -> Event {
        Event::Reject { attempt: None }
    }

    /// The end of another page, without metadata.
    #[must_use]
    pub fn finish(result: impl Into<Arc<str>>) -> Event {
        Event::Finish { result: result.into(), metadata: None }
    }

    /// A no without a reason.
    #[must_use]
    pub fn decline() -> Event {
        Event::Decline(Decline::default())
    }
}

/// What follows from a transition: whom to tell what.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// It was asked.
    Created,
    /// Somebody began to answer.
    Opened,
    /// A submission did not pass.
    Rejected {
        /// How many have not, this one included; never more than there are retries.
        count: u8,
        /// How many retries there are.
        limit: u8,
    },
    /// The deadline is near.
    Warned {
        /// How long is left.
        remaining: Duration,
        /// By how much an extension could move the deadline at that moment; `None` if no extension was left.
        extension: Option<Duration>,
    },
    /// The deadline has moved.
    Extended {
        /// To here.
        deadline: Timestamp,
        /// So many further extensions are left.
        left: u8,
    },
    /// Somebody is at it.
    Claimed {
        /// Who.
        by: Arc<str>,
    },
    /// Nobody is at it any more.
    Released,
    /// It is over.
    Closed {
        /// In which way.
        status: Status,
        /// Why, if it was abandoned.
        reason: Option<&'static str>,
    },
    /// The answer was delivered to the call that asked. Comes from taking, not from a transition.
    Taken,
}

impl Effect {
    /// The name of the notification and of the audit entry.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Effect::Created => "created",
            Effect::Opened => "opened",
            Effect::Rejected { .. } => "rejected",
            Effect::Warned { .. } => "timeout_warning",
            Effect::Extended { .. } => "extended",
            Effect::Claimed { .. } => "claimed",
            Effect::Released => "released",
            Effect::Taken => "taken",
            Effect::Closed { status: Status::Completed, .. } => "complete",
            Effect::Closed { status: Status::Timeout, .. } => "timeout",
            Effect::Closed { status: Status::Declined, .. } => "declined",
            Effect::Closed { .. } => "cancelled",
        }
    }
}

/// Why an event was not taken: what happened instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Somebody, or something, was first: answered, declined, or called off.
    #[error("already {status} at {at}")]
    Closed {
        /// How it ended.
        status: Status,
        /// When.
        at: Timestamp,
        /// Why, if it was abandoned.
        reason: Option<&'static str>,
    },
    /// Nobody answered in time, which is recorded.
    #[error("timed out at {at}")]
    TimedOut {
        /// When it was recorded.
        at: Timestamp,
        /// How long it was open.
        elapsed: Duration,
        /// How long it could be answered, extensions included.
        timeout: Duration,
    },
    /// The deadline has passed; that it has is about to be recorded.
    #[error("timed out at {deadline}")]
    TooLate {
        /// When it passed.
        deadline: Timestamp,
        /// How long it was open.
        elapsed: Duration,
        /// How long it could be answered, extensions included.
        timeout: Duration,
    },
    /// No extension is left, or none is allowed.
    #[error("the deadline cannot be moved again: {used} of {limit} extensions are used")]
    NoExtensionLeft {
        /// Extensions used.
        used: u8,
        /// Extensions there are.
        limit: u8,
    },
    /// More time than one extension gives.
    #[error("an extension gives between 1 and {limit} ms, not {requested} ms")]
    ExtensionOutOfBounds {
        /// What was asked for, in milliseconds.
        requested: u64,
        /// The most there is.
        limit: u64,
    },
    /// Answers to another form, or to a page that has no form, or a result for a form.
    #[error("this is not an answer to what was asked")]
    WrongQuestion,
}
