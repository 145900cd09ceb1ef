//! An elicitation: the question, its audience, its terms and its state.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;

use crate::actor::ClientId;
use crate::attempt::Attempt;
use crate::follow_up::FollowUpState;
use crate::id::ElicitationId;
use crate::outcome::{Outcome, Status};
use crate::person::Person;
use crate::policy::Terms;
use crate::quorum::{Quorum, Vote};
use crate::time::Timestamp;

/// One elicitation. Changed only by [`transition`](crate::transition).
#[derive(Debug, Clone)]
pub struct Elicitation {
    /// Its id.
    pub id: ElicitationId,
    /// The client that asks.
    pub client: ClientId,
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// What is asked.
    pub question: Question,
    /// A text that every surface shows above the form. A page has its own: see [`Elicitation::message`].
    pub message: Option<Arc<str>>,
    /// Who can answer.
    pub audience: Audience,
    /// How many people have to approve; `None` if the first answer closes it.
    pub quorum: Option<Quorum>,
    /// The votes so far, in order; at the end, those that decided.
    pub votes: Vec<Vote>,
    /// The terms, fixed at creation.
    pub terms: Terms,
    /// The largest answer in bytes, if the client set a limit.
    pub answer_limit: Option<u32>,
    /// What happens when its client disconnects.
    pub on_disconnect: OnDisconnect,
    /// Reminders and escalation, if there are any.
    pub follow_up: Option<FollowUpState>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The number of transitions; stores compare it before they write.
    pub revision: u64,
    /// Its state.
    pub state: State,
}

/// Where the person is meant to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// A form, on any surface that can show one.
    Form,
    /// A prompt in the current channel.
    Inline,
    /// A web page.
    Url,
    /// A terminal.
    Terminal,
}

impl Mode {
    /// All modes with their names on the wire.
    pub const ALL: [(&'static str, Mode); 4] =
        [("form", Mode::Form), ("inline", Mode::Inline), ("url", Mode::Url), ("terminal", Mode::Terminal)];

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Mode::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// Who can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Audience {
    /// Everyone whom the surfaces admit.
    #[default]
    Anyone,
    /// Only the client that asked, through its own dialog. If it disconnects for good, the elicitation is
    /// abandoned.
    ClientOnly,
    /// This person, on any surface.
    Person(Arc<str>),
    /// Everyone who holds a link to it. No inbox lists it.
    LinkHolder,
    /// Everyone in this group, on surfaces that know the groups of a person.
    Group(Arc<str>),
    /// Everyone who is signed in. Holding a link is not enough.
    SignedIn,
}

impl Audience {
    /// Returns whether this person can answer.
    #[must_use]
    pub fn admits(&self, person: &Person) -> bool {
        match self {
            Audience::Anyone | Audience::SignedIn => true,
            Audience::ClientOnly | Audience::LinkHolder => false,
            Audience::Person(name) => **name == *person.as_str(),
            Audience::Group(group) => person.is_in(group),
        }
    }
}

/// What happens to an open elicitation when its client stays disconnected longer than the grace time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnDisconnect {
    /// It stays open: the client may come back, or another process may read the answer.
    #[default]
    Keep,
    /// It is cancelled, with the reason [`CancelReason::ClientDisconnected`](crate::CancelReason::ClientDisconnected).
    Abandon,
}

impl OnDisconnect {
    /// All choices with their names on the wire.
    pub const ALL: [(&'static str, OnDisconnect); 2] =
        [("keep", OnDisconnect::Keep), ("abandon", OnDisconnect::Abandon)];

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        OnDisconnect::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// What an elicitation asks. A prompt is a form with one text field.
#[derive(Debug, Clone)]
pub enum Question {
    /// A form that Askwell shows.
    Form(Form),
    /// A page of another program, which reports when the person is done.
    Page {
        /// The URL.
        url: Arc<str>,
        /// Why the person should visit it.
        message: Arc<str>,
    },
}

/// Open or closed, with the data of each.
#[derive(Debug, Clone)]
pub enum State {
    /// Waiting for an answer.
    Open(Open),
    /// Closed. This state is final.
    Closed(Closed),
}

/// The data of an open elicitation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    /// When a person began to answer.
    pub opened_at: Option<Timestamp>,
    /// The number of rejected submissions.
    pub rejected: u8,
    /// The number of extensions used.
    pub extensions: u8,
    /// By how much extensions have moved the deadline.
    pub extended_by: Duration,
    /// Whether the warning for the current deadline was given.
    pub warned: bool,
    /// The person who claims it. A claim does not stop others from answering: the first answer wins.
    pub claimed_by: Option<Arc<str>>,
    /// The last rejected submission, for corrections.
    pub attempt: Option<Attempt>,
}

/// The data of a closed elicitation.
#[derive(Debug, Clone)]
pub struct Closed {
    /// When it was closed.
    pub at: Timestamp,
    /// The outcome.
    pub outcome: Outcome,
    /// The metadata of the submission: the text of a JSON object.
    pub metadata: Option<Arc<str>>,
    /// The number of extensions used.
    pub extensions: u8,
    /// By how much extensions moved the deadline.
    pub extended_by: Duration,
}

impl Elicitation {
    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.state {
            State::Open(Open { opened_at: None, extensions: 0, .. }) => Status::Pending,
            State::Open(_) => Status::Active,
            State::Closed(closed) => closed.outcome.status(),
        }
    }

    /// Returns the text that surfaces show with the question.
    #[must_use]
    pub fn message(&self) -> Option<&Arc<str>> {
        match &self.question {
            Question::Form(_) => self.message.as_ref(),
            Question::Page { message, .. } => Some(message),
        }
    }

    /// Returns the form; `None` for a page.
    #[must_use]
    pub fn form(&self) -> Option<&Form> {
        if let Question::Form(form) = &self.question { Some(form) } else { None }
    }

    /// Returns the outcome; `None` while it is open.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        if let State::Closed(closed) = &self.state { Some(&closed.outcome) } else { None }
    }

    /// Returns the deadline; `None` once it is closed.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let State::Open(open) = &self.state else { return None };
        Some(open.deadline(self.created_at, &self.terms))
    }

    /// Returns when the next warning, reminder, escalation or timeout is due; `None` once it is closed. Derived from the state, so
    /// it survives a restart.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        let State::Open(open) = &self.state else { return None };
        let follow_up = self.follow_up.as_ref();
        let follow_up = follow_up.and_then(|follow_up| {
            follow_up.next_due(self.created_at, open.deadline(self.created_at, &self.terms))
        });
        Some(follow_up.into_iter().fold(open.next_due(self.created_at, &self.terms), Timestamp::min))
    }

    /// Returns the number of extensions used.
    #[must_use]
    pub fn extensions_used(&self) -> u8 {
        match &self.state {
            State::Open(open) => open.extensions,
            State::Closed(closed) => closed.extensions,
        }
    }

    /// Returns the timeout including extensions.
    #[must_use]
    pub fn whole_timeout(&self) -> Duration {
        let extended_by = match &self.state {
            State::Open(open) => open.extended_by,
            State::Closed(closed) => closed.extended_by,
        };
        self.terms.timeout.saturating_add(extended_by)
    }

    /// Returns `now`, or the latest time that the elicitation records if the clock was set back. Recorded
    /// times never decrease.
    #[must_use]
    pub fn time_after(&self, now: Timestamp) -> Timestamp {
        let recorded = match &self.state {
            State::Open(open) => open.opened_at.unwrap_or(self.created_at),
            State::Closed(closed) => closed.at,
        };
        now.max(self.created_at).max(recorded)
    }

    /// Returns the number of extensions left.
    #[must_use]
    pub fn extensions_left(&self) -> u8 {
        match &self.state {
            State::Open(open) => self.terms.max_extensions.saturating_sub(open.extensions),
            State::Closed(_) => 0,
        }
    }
}

impl Open {
    /// Returns the deadline.
    pub(crate) fn deadline(&self, created_at: Timestamp, terms: &Terms) -> Timestamp {
        created_at + terms.timeout + self.extended_by
    }

    /// Returns when the next warning or timeout is due, see [`Elicitation::next_due`]. For stores, which
    /// compute it without the whole elicitation.
    #[must_use]
    pub fn next_due(&self, created_at: Timestamp, terms: &Terms) -> Timestamp {
        let deadline = self.deadline(created_at, terms);
        let warning = deadline.minus(terms.warn_before);
        let to_warn = !self.warned && !terms.warn_before.is_zero() && warning > created_at;
        if to_warn { warning } else { deadline }
    }
}
