//! Quorums: decisions that need the approval of several people.

use std::sync::Arc;

use askwell_form::Answers;

use crate::elicitation::{Elicitation, Open, Question, State};
use crate::event::{Effect, Refusal};
use crate::time::Timestamp;

/// How many people have to approve, and who cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quorum {
    /// How many approvals close the elicitation; at least 1.
    pub approvals: u8,
    /// What one rejection does.
    pub on_rejection: OnRejection,
    /// The person for whom the program asks. They cannot vote.
    pub requester: Option<Arc<str>>,
}

/// What one rejection does to a decision of several people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnRejection {
    /// It closes the elicitation: rejected.
    #[default]
    Close,
    /// It is recorded, and the others can still approve.
    Continue,
}

impl OnRejection {
    /// Both choices with their names on the wire.
    pub const ALL: [(&'static str, OnRejection); 2] =
        [("close", OnRejection::Close), ("continue", OnRejection::Continue)];

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        OnRejection::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// What one person decided. A person has one vote; a new one replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// The person.
    pub by: Arc<str>,
    /// Whether they approve.
    pub approved: bool,
    /// Their comment.
    pub comment: Option<Arc<str>>,
    /// When they voted.
    pub at: Timestamp,
}

impl Quorum {
    /// The most approvals that can be asked for.
    pub const MOST_APPROVALS: u8 = 100;

    /// The most votes that are kept. Further people cannot vote.
    pub const MOST_VOTES: usize = 250;
}

/// What a vote leads to.
pub(crate) enum Voted {
    /// Nothing new.
    Unchanged,
    /// The elicitation stays open.
    Recorded(Vec<Vote>, Effect),
    /// The elicitation is decided, with the answers of this vote.
    Decided(Vec<Vote>, Effect, Answers),
}

/// Applies a vote. Decides alone whether a quorum is reached.
pub(crate) fn vote(
    elicitation: &Elicitation,
    by: Option<Arc<str>>,
    answers: Answers,
    at: Timestamp,
) -> Result<Voted, Refusal> {
    let (Some(quorum), Question::Form(form)) = (&elicitation.quorum, &elicitation.question) else {
        return Err(Refusal::WrongQuestion);
    };
    let decision = answers.decision().filter(|_| answers.belong_to(form)).ok_or(Refusal::WrongQuestion)?;
    let by = by.ok_or(Refusal::UnknownVoter)?;
    if quorum.requester.as_ref() == Some(&by) {
        return Err(Refusal::OwnRequest);
    }
    let vote = Vote { by, approved: decision.approved, comment: decision.comment.map(Arc::from), at };
    let mut votes = elicitation.votes.clone();
    let is_full = votes.len() >= Quorum::MOST_VOTES;
    match votes.iter_mut().find(|earlier| earlier.by == vote.by) {
        Some(earlier) if (earlier.approved, &earlier.comment) == (vote.approved, &vote.comment) => {
            return Ok(Voted::Unchanged);
        }
        Some(earlier) => *earlier = vote.clone(),
        None if is_full => return Err(Refusal::TooManyVotes),
        None => votes.push(vote.clone()),
    }
    let approvals = votes.iter().filter(|vote| vote.approved).count();
    let effect = Effect::Voted {
        by: Arc::clone(&vote.by),
        approved: vote.approved,
        approvals: u8::try_from(approvals).unwrap_or(u8::MAX),
        needed: quorum.approvals,
    };
    let is_reached = vote.approved && approvals >= usize::from(quorum.approvals);
    let is_rejected = !vote.approved && quorum.on_rejection == OnRejection::Close;
    Ok(if is_reached || is_rejected {
        Voted::Decided(votes, effect, answers)
    } else {
        Voted::Recorded(votes, effect)
    })
}

impl Elicitation {
    /// Returns how many people approve so far.
    #[must_use]
    pub fn approvals(&self) -> usize {
        self.votes.iter().filter(|vote| vote.approved).count()
    }

    /// Returns the vote of a person.
    #[must_use]
    pub fn vote_of(&self, person: &str) -> Option<&Vote> {
        self.votes.iter().find(|vote| *vote.by == *person)
    }

    /// Returns the open state with the time at which the first person voted.
    pub(crate) fn opened_by_vote(&self, open: Open, at: Timestamp) -> State {
        State::Open(Open { opened_at: open.opened_at.or(Some(self.time_after(at))), ..open })
    }
}
