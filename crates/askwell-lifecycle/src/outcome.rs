//! Outcomes: how an elicitation ends, and the names of its states on the wire.

use std::fmt;
use std::sync::Arc;

use askwell_form::Answers;

/// A decline by the person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Decline {
    /// The person's reason.
    pub reason: Option<Arc<str>>,
}

impl Decline {
    /// The longest reason in characters.
    pub const REASON_CHARS: usize = 1_000;

    /// Creates a decline with a reason. A blank reason counts as none; one longer than
    /// [`Decline::REASON_CHARS`] is cut.
    #[must_use]
    pub fn because(reason: &str) -> Decline {
        let reason = reason.trim();
        let end = reason.char_indices().nth(Decline::REASON_CHARS).map_or(reason.len(), |(at, _)| at);
        let kept = reason.get(..end).filter(|kept| !kept.is_empty());
        Decline { reason: kept.map(Arc::from) }
    }
}

/// How an elicitation ended.
#[derive(Clone, PartialEq)]
pub enum Outcome {
    /// The person answered, and the answers were checked.
    Answered(Answers),
    /// A page of another program reported its end, with this JSON text as the result.
    Finished(Arc<str>),
    /// The person declined.
    Declined(Decline),
    /// It was cancelled.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
}

/// Why an elicitation was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CancelReason {
    /// The person or the asking program cancelled it.
    UserCancelled,
    /// The client that it depends on disconnected.
    ClientDisconnected,
    /// The session it belonged to ended.
    SessionExpired,
    /// The form no longer exists.
    FormInvalidated,
    /// Too many invalid submissions.
    MaxRetriesExceeded,
}

impl CancelReason {
    /// All reasons with their names on the wire.
    pub const ALL: [(&'static str, CancelReason); 5] = [
        ("user_cancelled", CancelReason::UserCancelled),
        ("client_disconnected", CancelReason::ClientDisconnected),
        ("session_expired", CancelReason::SessionExpired),
        ("form_invalidated", CancelReason::FormInvalidated),
        ("max_retries_exceeded", CancelReason::MaxRetriesExceeded),
    ];

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        CancelReason::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// The name of a state on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is named after its state")]
pub enum Status {
    Pending,
    Active,
    Completed,
    Declined,
    Cancelled,
    Timeout,
}

impl Status {
    /// All statuses with their names on the wire.
    pub const ALL: [(&'static str, Status); 6] = [
        ("pending", Status::Pending),
        ("active", Status::Active),
        ("completed", Status::Completed),
        ("declined", Status::Declined),
        ("cancelled", Status::Cancelled),
        ("timeout", Status::Timeout),
    ];

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Status::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns whether the elicitation is open.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Status::Pending | Status::Active)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Outcome {
    /// Returns the status of an elicitation with this outcome.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Outcome::Answered(_) | Outcome::Finished(_) => Status::Completed,
            Outcome::Declined(_) => Status::Declined,
            Outcome::Cancelled(_) => Status::Cancelled,
            Outcome::TimedOut => Status::Timeout,
        }
    }

    /// Returns the wire name of the reason, for a cancelled or timed-out elicitation.
    #[must_use]
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Outcome::Cancelled(reason) => Some(reason.as_str()),
            Outcome::TimedOut => Some("timeout"),
            _ => None,
        }
    }
}

/// Shows answers without secrets, and no content of a page's result.
impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Answered(answers) => f.debug_tuple("Answered").field(answers).finish(),
            Outcome::Finished(result) => write!(f, "Finished([{} bytes])", result.len()),
            Outcome::Declined(Decline { reason: None }) => f.write_str("Declined"),
            Outcome::Declined(Decline { reason }) => f.debug_tuple("Declined").field(reason).finish(),
            Outcome::Cancelled(reason) => f.debug_tuple("Cancelled").field(reason).finish(),
            Outcome::TimedOut => f.write_str("TimedOut"),
        }
    }
}
