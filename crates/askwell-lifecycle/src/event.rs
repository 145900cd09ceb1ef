//! Events, the effects of events, and the reasons to refuse them.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Answers;

use crate::attempt::Attempt;
use crate::elicitation::Audience;
use crate::outcome::{CancelReason, Decline, Status};
use crate::time::Timestamp;

/// An event. An invalid submission is an event, too, as it counts.
#[derive(Debug, Clone)]
pub enum Event {
    /// A person began to answer.
    Open,
    /// A valid submission.
    Submit {
        /// The checked answers.
        answers: Answers,
        /// The metadata of the submission: the text of a JSON object.
        metadata: Option<Arc<str>>,
    },
    /// An invalid submission.
    Reject {
        /// The submission, for later corrections.
        attempt: Option<Attempt>,
    },
    /// The valid submission of one of several people who decide.
    Vote {
        /// The person, if the surface identified them.
        by: Option<Arc<str>>,
        /// The checked answers to the decision.
        answers: Answers,
        /// The metadata of the submission: the text of a JSON object.
        metadata: Option<Arc<str>>,
    },
    /// The page of another program reports its end.
    Finish {
        /// The result: JSON text.
        result: Arc<str>,
        /// What the submission says about itself: the text of a JSON object.
        metadata: Option<Arc<str>>,
    },
    /// The person declines.
    Decline(Decline),
    /// The elicitation is cancelled.
    Cancel(CancelReason),
    /// The deadline is to move, by this duration or by the policy's extension.
    Extend(Option<Duration>),
    /// This person claims it, in place of an earlier claim.
    Claim(Arc<str>),
    /// The claim is removed.
    Release,
    /// Other people are asked instead: a person or a group.
    Delegate(Audience),
    /// Time has passed. Safe to apply at any time and repeatedly.
    Tick,
}

impl Event {
    /// Creates a valid submission without metadata.
    #[must_use]
    pub fn submit(answers: Answers) -> Event {
        Event::Submit { answers, metadata: None }
    }

    /// Creates an invalid submission of which nothing is stored.
    #[must_use]
    pub fn reject() -> Event {
        Event::Reject { attempt: None }
    }

    /// Creates the end of a page, without metadata.
    #[must_use]
    pub fn finish(result: impl Into<Arc<str>>) -> Event {
        Event::Finish { result: result.into(), metadata: None }
    }

    /// Creates a decline without a reason.
    #[must_use]
    pub fn decline() -> Event {
        Event::Decline(Decline::default())
    }
}

/// An effect of a transition, written to the change log and sent to subscribers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// The elicitation was created.
    Created,
    /// A person began to answer.
    Opened,
    /// A submission was rejected.
    Rejected {
        /// Rejected submissions, this one included; at most the retry limit.
        count: u8,
        /// The retry limit.
        limit: u8,
    },
    /// The deadline is near.
    Warned {
        /// The time left.
        remaining: Duration,
        /// By how much an extension could move the deadline at that moment; `None` if no extension was left.
        extension: Option<Duration>,
    },
    /// The deadline has moved.
    Extended {
        /// The new deadline.
        deadline: Timestamp,
        /// The number of extensions left.
        left: u8,
    },
    /// A person claimed it.
    Claimed {
        /// The person.
        by: Arc<str>,
    },
    /// The claim was removed.
    Released,
    /// One of several people voted.
    Voted {
        /// The person.
        by: Arc<str>,
        /// Whether they approve.
        approved: bool,
        /// How many approve now.
        approvals: u8,
        /// How many have to.
        needed: u8,
    },
    /// People were reminded, as the deadline comes nearer.
    Reminded {
        /// The time left.
        remaining: Duration,
    },
    /// It was not answered in time, and other people are asked now.
    Escalated {
        /// The new audience.
        to: Audience,
    },
    /// It was passed on to other people.
    Delegated {
        /// The new audience.
        to: Audience,
    },
    /// It was closed.
    Closed {
        /// The final status.
        status: Status,
        /// The reason, if it was cancelled or timed out.
        reason: Option<&'static str>,
    },
    /// The answer was delivered to the call that asked. Not the effect of a transition.
    Taken,
}

impl Effect {
    /// Returns the name of the notification and of the audit entry.
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
            Effect::Voted { .. } => "voted",
            Effect::Reminded { .. } => "reminded",
            Effect::Escalated { .. } => "escalated",
            Effect::Delegated { .. } => "delegated",
            Effect::Taken => "taken",
            Effect::Closed { status: Status::Completed, .. } => "complete",
            Effect::Closed { status: Status::Timeout, .. } => "timeout",
            Effect::Closed { status: Status::Declined, .. } => "declined",
            Effect::Closed { .. } => "cancelled",
        }
    }
}

/// Why an event was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It is already answered, declined or cancelled.
    #[error("already {status} at {at}")]
    Closed {
        /// Its final status.
        status: Status,
        /// When it was closed.
        at: Timestamp,
        /// Why, if it was abandoned.
        reason: Option<&'static str>,
    },
    /// It has timed out.
    #[error("timed out at {at}")]
    TimedOut {
        /// When the timeout was recorded.
        at: Timestamp,
        /// How long it was open.
        elapsed: Duration,
        /// Its timeout including extensions.
        timeout: Duration,
    },
    /// The deadline has passed, and the timeout is not recorded yet.
    #[error("timed out at {deadline}")]
    TooLate {
        /// The deadline.
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
        /// The extension limit.
        limit: u8,
    },
    /// The requested time is zero or more than one extension.
    #[error("an extension gives between 1 and {limit} ms, not {requested} ms")]
    ExtensionOutOfBounds {
        /// The requested time in milliseconds.
        requested: u64,
        /// One extension in milliseconds.
        limit: u64,
    },
    /// The answers are of another form, or the event does not fit the kind of question.
    #[error("this is not an answer to what was asked")]
    WrongQuestion,
    /// Several people decide, and the surface does not know who this is.
    #[error("several people decide this, and it is not known who you are: sign in to vote")]
    UnknownVoter,
    /// The person for whom the program asks cannot approve it.
    #[error("you asked for this, so you cannot decide it")]
    OwnRequest,
    /// Several people decide: one of them cannot decline for all.
    #[error("several people decide this: approve or reject it, or leave it to the others")]
    VoteNeeded,
    /// There are as many votes as are kept.
    #[error("no further votes are taken")]
    TooManyVotes,
}
