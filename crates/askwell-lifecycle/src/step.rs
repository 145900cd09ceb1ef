//! The rules of the lifecycle: how each event changes an elicitation. Only [`transition`](crate::transition)
//! calls them.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Answers;

use crate::actor::ClientId;
use crate::attempt::Attempt;
use crate::elicitation::{Audience, Closed, Elicitation, Mode, OnDisconnect, Open, Question, State};
use crate::event::{Effect, Event, Refusal};
use crate::follow_up::{FollowUp, FollowUpDue, FollowUpState};
use crate::id::ElicitationId;
use crate::outcome::{CancelReason, Outcome};
use crate::policy::Terms;
use crate::quorum::{self, Quorum, Voted};
use crate::short_list::ShortList;
use crate::time::{Timestamp, whole_millis};

/// The result of applying an event. Callers commit state and effects together.
#[derive(Debug, Clone)]
#[must_use = "a step changes nothing until it is committed"]
pub struct Step {
    /// The elicitation after the event.
    pub next: Elicitation,
    /// The effects. If there are none, nothing has changed and nothing needs to be written.
    pub effects: ShortList<Effect>,
}

impl Step {
    /// Adds reminders and an escalation to an elicitation that [`create`] has made.
    pub fn with_follow_up(mut self, plan: Option<FollowUp>) -> Step {
        self.next.follow_up = plan.map(FollowUpState::new);
        self
    }
}

/// An elicitation to create.
#[derive(Debug, Clone)]
pub struct NewElicitation {
    /// Its id.
    pub id: ElicitationId,
    /// The client that asks.
    pub client: ClientId,
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// What is asked.
    pub question: Question,
    /// A text that is shown above the form.
    pub message: Option<Arc<str>>,
    /// Who can answer.
    pub audience: Audience,
    /// How many people have to approve, if the first answer is not to close it.
    pub quorum: Option<Quorum>,
    /// The terms.
    pub terms: Terms,
    /// The largest answer in bytes, if the client sets a limit.
    pub answer_limit: Option<u32>,
    /// What happens when its client disconnects.
    pub on_disconnect: OnDisconnect,
}

/// Creates an elicitation.
pub fn create(draft: NewElicitation, now: Timestamp) -> Step {
    let NewElicitation {
        id,
        client,
        mode,
        question,
        message,
        audience,
        quorum,
        terms,
        answer_limit,
        on_disconnect,
    } = draft;
    let next = Elicitation {
        id,
        client,
        mode,
        question,
        message,
        audience,
        quorum,
        votes: Vec::new(),
        terms,
        answer_limit,
        on_disconnect,
        follow_up: None,
        created_at: now,
        revision: 1,
        state: State::Open(Open::default()),
    };
    Step { next, effects: ShortList::one(Effect::Created) }
}

/// Applies an event. Where the clock was set back, [`Elicitation::time_after`] is recorded as the time.
///
/// # Errors
/// When the event comes too late or does not fit; the refusal says what happened instead.
pub(crate) fn step(elicitation: Elicitation, event: Event, now: Timestamp) -> Result<Step, Refusal> {
    let open = match &elicitation.state {
        State::Open(open) => open.clone(),
        // A tick does nothing to a closed elicitation; other events are refused.
        State::Closed(_) if matches!(event, Event::Tick) => return Ok(unchanged(elicitation)),
        State::Closed(closed) => return Err(already(&elicitation, closed)),
    };
    let deadline = elicitation.deadline().unwrap_or(now);
    if now >= deadline {
        return match event {
            Event::Tick => Ok(close(elicitation, Outcome::TimedOut, now)),
            _ => {
                let elapsed = elicitation.created_at.until(now);
                Err(Refusal::TooLate { deadline, elapsed, timeout: elicitation.whole_timeout() })
            }
        };
    }
    match event {
        Event::Tick => Ok(tick(elicitation, open, deadline, now)),
        Event::Open => Ok(begin(elicitation, open, now)),
        Event::Vote { by, answers, metadata } => vote(elicitation, open, by, answers, metadata, now),
        Event::Submit { .. } | Event::Decline(_) if elicitation.quorum.is_some() => Err(Refusal::VoteNeeded),
        Event::Submit { answers, metadata } => match &elicitation.question {
            Question::Form(form) if answers.belong_to(form) => {
                Ok(close_with(elicitation, Outcome::Answered(answers), metadata, now))
            }
            _ => Err(Refusal::WrongQuestion),
        },
        Event::Finish { result, metadata } => match &elicitation.question {
            Question::Page { .. } => Ok(close_with(elicitation, Outcome::Finished(result), metadata, now)),
            Question::Form(_) => Err(Refusal::WrongQuestion),
        },
        Event::Reject { attempt } => Ok(reject(elicitation, open, attempt, now)),
        Event::Decline(decline) => Ok(close(elicitation, Outcome::Declined(decline), now)),
        Event::Cancel(reason) => Ok(close(elicitation, Outcome::Cancelled(reason), now)),
        Event::Extend(requested) => extend(elicitation, open, requested),
        Event::Claim(by) => Ok(claim(elicitation, &open, by)),
        Event::Release => Ok(release(elicitation, &open)),
        Event::Delegate(to) => Ok(delegate(elicitation, open, to)),
    }
}

/// Records a vote, and closes the elicitation with it if it decides.
fn vote(
    mut elicitation: Elicitation,
    open: Open,
    by: Option<Arc<str>>,
    answers: Answers,
    metadata: Option<Arc<str>>,
    now: Timestamp,
) -> Result<Step, Refusal> {
    let at = elicitation.time_after(now);
    match quorum::vote(&elicitation, by, answers, at)? {
        Voted::Unchanged => Ok(unchanged(elicitation)),
        Voted::Recorded(votes, effect) => {
            elicitation.votes = votes;
            let state = elicitation.opened_by_vote(open, now);
            Ok(advance(elicitation, state, effect))
        }
        Voted::Decided(votes, effect, answers) => {
            elicitation.votes = votes;
            let Step { next, effects } = close_with(elicitation, Outcome::Answered(answers), metadata, now);
            Ok(Step { next, effects: effects.prepend(effect) })
        }
    }
}

fn already(elicitation: &Elicitation, closed: &Closed) -> Refusal {
    let at = closed.at;
    match &closed.outcome {
        Outcome::TimedOut => {
            let elapsed = elicitation.created_at.until(at);
            Refusal::TimedOut { at, elapsed, timeout: elicitation.whole_timeout() }
        }
        outcome => Refusal::Closed { status: outcome.status(), at, reason: outcome.reason() },
    }
}

fn unchanged(elicitation: Elicitation) -> Step {
    Step { next: elicitation, effects: ShortList::none() }
}

fn advance(mut elicitation: Elicitation, state: State, effect: Effect) -> Step {
    elicitation.revision += 1;
    elicitation.state = state;
    Step { next: elicitation, effects: ShortList::one(effect) }
}

fn close(elicitation: Elicitation, outcome: Outcome, at: Timestamp) -> Step {
    close_with(elicitation, outcome, None, at)
}

fn close_with(elicitation: Elicitation, outcome: Outcome, metadata: Option<Arc<str>>, at: Timestamp) -> Step {
    let effect = Effect::Closed { status: outcome.status(), reason: outcome.reason() };
    let at = elicitation.time_after(at);
    let (extensions, extended_by) = match &elicitation.state {
        State::Open(open) => (open.extensions, open.extended_by),
        State::Closed(closed) => (closed.extensions, closed.extended_by),
    };
    let closed = Closed { at, outcome, metadata, extensions, extended_by };
    advance(elicitation, State::Closed(closed), effect)
}

fn begin(elicitation: Elicitation, open: Open, now: Timestamp) -> Step {
    if open.opened_at.is_some() {
        return unchanged(elicitation);
    }
    let opened_at = Some(elicitation.time_after(now));
    advance(elicitation, State::Open(Open { opened_at, ..open }), Effect::Opened)
}

/// A rejection also opens the elicitation, as the person has begun to answer.
fn reject(elicitation: Elicitation, open: Open, attempt: Option<Attempt>, now: Timestamp) -> Step {
    let count = open.rejected.saturating_add(1);
    let limit = elicitation.terms.retry_limit;
    let rejected = Effect::Rejected { count: count.min(limit), limit };
    // One of several people who decide cannot end it for all with answers that do not pass.
    if count > limit && elicitation.quorum.is_none() {
        let outcome = Outcome::Cancelled(CancelReason::MaxRetriesExceeded);
        let Step { next, effects } = close(elicitation, outcome, now);
        return Step { next, effects: effects.prepend(rejected) };
    }
    let opened_at = open.opened_at.or(Some(elicitation.time_after(now)));
    let rejected_once_more = Open { opened_at, rejected: count, attempt, ..open };
    advance(elicitation, State::Open(rejected_once_more), rejected)
}

fn claim(elicitation: Elicitation, open: &Open, by: Arc<str>) -> Step {
    if open.claimed_by.as_ref() == Some(&by) {
        return unchanged(elicitation);
    }
    let claimed = Open { claimed_by: Some(Arc::clone(&by)), ..open.clone() };
    advance(elicitation, State::Open(claimed), Effect::Claimed { by })
}

fn release(elicitation: Elicitation, open: &Open) -> Step {
    if open.claimed_by.is_none() {
        return unchanged(elicitation);
    }
    advance(elicitation, State::Open(Open { claimed_by: None, ..open.clone() }), Effect::Released)
}

/// Applies what is due, one thing at a time: what else is due by now is found at the next tick.
fn tick(elicitation: Elicitation, open: Open, deadline: Timestamp, now: Timestamp) -> Step {
    let created_at = elicitation.created_at;
    let next = elicitation.follow_up.as_ref().and_then(|follow_up| follow_up.next(created_at, deadline));
    match (next.filter(|(at, _)| *at <= now), &elicitation.follow_up) {
        (Some((_, FollowUpDue::Escalation)), Some(follow_up)) => {
            let follow_up = FollowUpState { escalated: true, ..follow_up.clone() };
            escalate(elicitation, open, follow_up)
        }
        (Some((_, FollowUpDue::Reminder)), Some(follow_up)) => {
            let follow_up = Some(follow_up.remind(created_at, deadline, now));
            let reminded = Effect::Reminded { remaining: now.until(deadline) };
            advance(Elicitation { follow_up, ..elicitation }, State::Open(open), reminded)
        }
        _ => warn(elicitation, open, deadline, now),
    }
}

/// Asks other people: a person or a group. A claim of those who were asked before does not hold for them.
fn delegate(elicitation: Elicitation, open: Open, to: Audience) -> Step {
    let is_answerable = matches!(to, Audience::Person(_) | Audience::Group(_));
    if !is_answerable || to == elicitation.audience {
        return unchanged(elicitation);
    }
    let delegated = Elicitation { audience: to.clone(), ..elicitation };
    advance(delegated, State::Open(Open { claimed_by: None, ..open }), Effect::Delegated { to })
}

/// Asks other people, as it was planned. A claim of those who were asked before does not hold for them.
fn escalate(elicitation: Elicitation, open: Open, follow_up: FollowUpState) -> Step {
    let Some(to) = follow_up.plan.escalation().map(|escalation| escalation.to.clone()) else {
        return unchanged(elicitation);
    };
    let escalated = Elicitation { audience: to.clone(), follow_up: Some(follow_up), ..elicitation };
    advance(escalated, State::Open(Open { claimed_by: None, ..open }), Effect::Escalated { to })
}

fn warn(elicitation: Elicitation, open: Open, deadline: Timestamp, now: Timestamp) -> Step {
    let due = open.next_due(elicitation.created_at, &elicitation.terms);
    if open.warned || now < due {
        return unchanged(elicitation);
    }
    let extension = (elicitation.extensions_left() > 0).then_some(elicitation.terms.extension);
    let warned = Effect::Warned { remaining: now.until(deadline), extension };
    advance(elicitation, State::Open(Open { warned: true, ..open }), warned)
}

fn extend(elicitation: Elicitation, open: Open, requested: Option<Duration>) -> Result<Step, Refusal> {
    let terms = elicitation.terms;
    if open.extensions >= terms.max_extensions {
        return Err(Refusal::NoExtensionLeft { used: open.extensions, limit: terms.max_extensions });
    }
    let more = whole_millis(requested.unwrap_or(terms.extension));
    let limit = whole_millis(terms.extension);
    if more == 0 || more > limit {
        return Err(Refusal::ExtensionOutOfBounds { requested: more, limit });
    }
    // The new deadline gets its own warning.
    let extended_by = open.extended_by.saturating_add(Duration::from_millis(more));
    let extended = Open { extensions: open.extensions + 1, extended_by, warned: false, ..open };
    let deadline = extended.deadline(elicitation.created_at, &terms);
    let left = terms.max_extensions.saturating_sub(extended.extensions);
    Ok(advance(elicitation, State::Open(extended), Effect::Extended { deadline, left }))
}
