//! One elicitation: what was asked, of whom, on what terms, and what became of it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_form::{Answers, Form};

use crate::actor::ClientId;
use crate::attempt::Attempt;
use crate::id::ElicitationId;
use crate::policy::Terms;
use crate::time::Timestamp;

/// One elicitation. Changed only by [`transition`](crate::transition).
#[derive(Debug, Clone)]
pub struct Elicitation {
    /// Its name.
    pub id: ElicitationId,
    /// Who asks.
    pub client: ClientId,
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// What is asked.
    pub question: Question,
    /// A text that every surface shows above the form. A page has its own, see [`Elicitation::message`].
    pub message: Option<Arc<str>>,
    /// Who can answer.
    pub audience: Audience,
    /// What was settled when it was made.
    pub terms: Terms,
    /// The most bytes that an answer may have, if the client set a limit of its own.
    pub answer_limit: Option<u32>,
    /// What happens to it when its client goes away.
    pub on_disconnect: OnDisconnect,
    /// When it was asked.
    pub created_at: Timestamp,
    /// Counts transitions; a store compares it before it writes.
    pub revision: u64,
    /// What became of it.
    pub state: State,
}

/// Where the person is meant to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// A form, wherever one can be shown.
    Form,
    /// A prompt in the channel at hand.
    Inline,
    /// A web page.
    Url,
    /// A terminal.
    Terminal,
}

impl Mode {
    /// Every mode with its name on the wire.
    pub const ALL: [(&'static str, Mode); 4] =
        [("form", Mode::Form), ("inline", Mode::Inline), ("url", Mode::Url), ("terminal", Mode::Terminal)];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Mode::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// Who can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Audience {
    /// Whoever the surfaces let through.
    #[default]
    Anyone,
    /// Only the client that asked, through its own dialog: when it goes for good, nobody can.
    ClientOnly,
    /// This person, wherever they are met.
    Person(Arc<str>),
    /// Whoever holds a link to it. It is in nobody's inbox.
    LinkHolder,
}

impl Audience {
    /// Whether a person of this name can answer.
    #[must_use]
    pub fn admits(&self, person: &str) -> bool {
        match self {
            Audience::Anyone => true,
            Audience::ClientOnly | Audience::LinkHolder => false,
            Audience::Person(name) => **name == *person,
        }
    }
}

/// What happens to an open elicitation when the client that asked goes away for longer than the grace time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnDisconnect {
    /// It stays open: the client may come back, or another process reads the answer.
    #[default]
    Keep,
    /// It is cancelled, with the reason [`CancelReason::ClientDisconnected`].
    Abandon,
}

impl OnDisconnect {
    /// Every choice with its name on the wire.
    pub const ALL: [(&'static str, OnDisconnect); 2] =
        [("keep", OnDisconnect::Keep), ("abandon", OnDisconnect::Abandon)];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        OnDisconnect::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// What is asked. A prompt is a form with one text field.
#[derive(Debug, Clone)]
pub enum Question {
    /// A form of ours.
    Form(Form),
    /// Somebody else's page; a program says when it is done.
    Page {
        /// Where it is.
        url: Arc<str>,
        /// Why to go there.
        message: Arc<str>,
    },
}

/// Open or closed, with what belongs to each.
#[derive(Debug, Clone)]
pub enum State {
    /// Waiting for an answer.
    Open(Open),
    /// Over, for good.
    Closed(Closed),
}

/// What is known while waiting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    /// When somebody began to answer.
    pub opened_at: Option<Timestamp>,
    /// Submissions that did not pass.
    pub rejected: u8,
    /// Extensions used.
    pub extensions: u8,
    /// By how much they have moved the deadline.
    pub extended_by: Duration,
    /// The warning before the present deadline has been given.
    pub warned: bool,
    /// Who has said that they are at it. Keeps nobody else from answering: the first answer wins.
    pub claimed_by: Option<Arc<str>>,
    /// The last submission that did not pass, for corrections that come without the rest.
    pub attempt: Option<Attempt>,
}

/// How it ended.
#[derive(Debug, Clone)]
pub struct Closed {
    /// When.
    pub at: Timestamp,
    /// How.
    pub outcome: Outcome,
    /// What the submission said about itself: the text of a JSON object.
    pub metadata: Option<Arc<str>>,
    /// Extensions that were used.
    pub extensions: u8,
    /// By how much they had moved the deadline.
    pub extended_by: Duration,
}

/// A person's no.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Decline {
    /// Why, in the person's own words.
    pub reason: Option<Arc<str>>,
}

impl Decline {
    /// The most characters of a reason that are kept.
    pub const REASON_CHARS: usize = 1_000;

    /// A no with a reason. A blank reason is none; a longer one than [`Decline::REASON_CHARS`] is cut.
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
    /// With checked answers.
    Answered(Answers),
    /// On somebody else's page, with this JSON text as the result.
    Finished(Arc<str>),
    /// The person said no.
    Declined(Decline),
    /// Nobody will answer any more.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
}

/// Why nobody will answer any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CancelReason {
    /// The person, or the program that asked, called it off.
    UserCancelled,
    /// The client that alone could answer went away.
    ClientDisconnected,
    /// The session it belonged to ended.
    SessionExpired,
    /// The form no longer exists.
    FormInvalidated,
    /// Too many invalid submissions.
    MaxRetriesExceeded,
}

impl CancelReason {
    /// Every reason with its name on the wire.
    pub const ALL: [(&'static str, CancelReason); 5] = [
        ("user_cancelled", CancelReason::UserCancelled),
        ("client_disconnected", CancelReason::ClientDisconnected),
        ("session_expired", CancelReason::SessionExpired),
        ("form_invalidated", CancelReason::FormInvalidated),
        ("max_retries_exceeded", CancelReason::MaxRetriesExceeded),
    ];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        CancelReason::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// The state's name on the wire.
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
    /// Every status with its name on the wire.
    pub const ALL: [(&'static str, Status); 6] = [
        ("pending", Status::Pending),
        ("active", Status::Active),
        ("completed", Status::Completed),
        ("declined", Status::Declined),
        ("cancelled", Status::Cancelled),
        ("timeout", Status::Timeout),
    ];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Status::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Whether an answer is still possible.
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
    /// The status it leads to.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Outcome::Answered(_) | Outcome::Finished(_) => Status::Completed,
            Outcome::Declined(_) => Status::Declined,
            Outcome::Cancelled(_) => Status::Cancelled,
            Outcome::TimedOut => Status::Timeout,
        }
    }

    /// The reason on the wire, for an elicitation that was abandoned.
    #[must_use]
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Outcome::Cancelled(reason) => Some(reason.as_str()),
            Outcome::TimedOut => Some("timeout"),
            _ => None,
        }
    }
}

/// Answers show themselves without secrets; a page's result is not shown at all.
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

impl Elicitation {
    /// The state's name.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.state {
            State::Open(Open { opened_at: None, extensions: 0, .. }) => Status::Pending,
            State::Open(_) => Status::Active,
            State::Closed(closed) => closed.outcome.status(),
        }
    }

    /// The text that surfaces show with the question.
    #[must_use]
    pub fn message(&self) -> Option<&Arc<str>> {
        match &self.question {
            Question::Form(_) => self.message.as_ref(),
            Question::Page { message, .. } => Some(message),
        }
    }

    /// The form that is asked, if it is one of ours.
    #[must_use]
    pub fn form(&self) -> Option<&Form> {
        if let Question::Form(form) = &self.question { Some(form) } else { None }
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        if let State::Closed(closed) = &self.state { Some(&closed.outcome) } else { None }
    }

    /// When time runs out, if it can.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let State::Open(open) = &self.state else { return None };
        Some(open.deadline(self.created_at, &self.terms))
    }

    /// When there is something to do: warn, or expire. Derived from the state, so that a restart knows it.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        let State::Open(open) = &self.state else { return None };
        Some(open.next_due(self.created_at, &self.terms))
    }

    /// How many extensions were used.
    #[must_use]
    pub fn extensions_used(&self) -> u8 {
        match &self.state {
            State::Open(open) => open.extensions,
            State::Closed(closed) => closed.extensions,
        }
    }

    /// How long it could be answered, extensions included.
    #[must_use]
    pub fn whole_timeout(&self) -> Duration {
        let extended_by = match &self.state {
            State::Open(open) => open.extended_by,
            State::Closed(closed) => closed.extended_by,
        };
        self.terms.timeout.saturating_add(extended_by)
    }

    /// Returns `now`, or the latest time that this elicitation already records if the clock was set back since: nothing
    /// happens to an elicitation before it was asked, opened or closed.
    #[must_use]
    pub fn time_after(&self, now: Timestamp) -> Timestamp {
        let recorded = match &self.state {
            State::Open(open) => open.opened_at.unwrap_or(self.created_at),
            State::Closed(closed) => closed.at,
        };
        now.max(self.created_at).max(recorded)
    }

    /// How many extensions are left.
    #[must_use]
    pub fn extensions_left(&self) -> u8 {
        match &self.state {
            State::Open(open) => self.terms.max_extensions.saturating_sub(open.extensions),
            State::Closed(_) => 0,
        }
    }
}

impl Open {
    /// When time runs out.
    pub(crate) fn deadline(&self, created_at: Timestamp, terms: &Terms) -> Timestamp {
        created_at + terms.timeout + self.extended_by
    }

    /// When there is something to do, see [`Elicitation::next_due`]: for stores, which look at many and need
    /// little of each.
    #[must_use]
    pub fn next_due(&self, created_at: Timestamp, terms: &Terms) -> Timestamp {
        let deadline = self.deadline(created_at, terms);
        let warning = deadline.minus(terms.warn_before);
        let to_warn = !self.warned && !terms.warn_before.is_zero() && warning > created_at;
        if to_warn { warning } else { deadline }
    }
}
