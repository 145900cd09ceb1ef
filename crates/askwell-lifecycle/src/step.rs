//! The rules of a step: all that can ever happen to an elicitation. Called by [`transition`](crate::transition) alone.

use std::sync::Arc;
use std::time::Duration;

use crate::actor::ClientId;
use crate::attempt::Attempt;
use crate::elicitation::{
    Audience, CancelReason, Closed, Elicitation, Mode, OnDisconnect, Open, Outcome, Question, State,
};
use crate::event::{Effect, Event, Refusal};
use crate::id::ElicitationId;
use crate::policy::Terms;
use crate::time::{Timestamp, whole_millis};
use crate::up_to_two::UpToTwo;

/// What comes next, and what follows from it. State and effects are committed together.
#[derive(Debug, Clone)]
#[must_use = "a step changes nothing until it is committed"]
pub struct Step {
    /// The elicitation as it is now.
    pub next: Elicitation,
    /// What to tell whom. Empty: nothing has changed, and nothing needs to be written.
    pub effects: UpToTwo<Effect>,
}

/// What is to be asked.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The name it will have.
    pub id: ElicitationId,
    /// Who asks.
    pub client: ClientId,
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// What is asked.
    pub question: Question,
    /// A text that is shown above the form.
    pub message: Option<Arc<str>>,
    /// Who can answer.
    pub audience: Audience,
    /// What was settled.
    pub terms: Terms,
    /// The most bytes that an answer may have, if the client set a limit of its own.
    pub answer_limit: Option<u32>,
    /// What happens to it when its client goes away.
    pub on_disconnect: OnDisconnect,
}

/// Asks.
pub fn create(draft: Draft, now: Timestamp) -> Step {
    let Draft { id, client, mode, question, message, audience, terms, answer_limit, on_disconnect } = draft;
    let next = Elicitation {
        id,
        client,
        mode,
        question,
        message,
        audience,
        terms,
        answer_limit,
        on_disconnect,
        created_at: now,
        revision: 1,
        state: State::Open(Open::default()),
    };
    Step { next, effects: UpToTwo::one(Effect::Created) }
}

/// Applies an event. Where the clock was set back, [`Elicitation::time_after`] is recorded as the time.
///
/// # Errors
/// When the event comes too late or does not fit; the refusal says what happened instead.
pub(crate) fn step(elicitation: Elicitation, event: Event, now: Timestamp) -> Result<Step, Refusal> {
    let open = match &elicitation.state {
        State::Open(open) => open.clone(),
        // Time passing over something that is over is no news; everything else came too late.
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
    Step { next: elicitation, effects: UpToTwo::none() }
}

fn advance(mut elicitation: Elicitation, state: State, effect: Effect) -> Step {
    elicitation.revision += 1;
    elicitation.state = state;
    Step { next: elicitation, effects: UpToTwo::one(effect) }
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

/// Somebody who submits is at work, so a first rejection also opens.
fn reject(elicitation: Elicitation, open: Open, attempt: Option<Attempt>, now: Timestamp) -> Step {
    let count = open.rejected.saturating_add(1);
    let limit = elicitation.terms.retry_limit;
    let rejected = Effect::Rejected { count: count.min(limit), limit };
    if count > limit {
        let outcome = Outcome::Cancelled(CancelReason::MaxRetriesExceeded);
        let Step { next, effects } = close(elicitation, outcome, now);
        return Step { next, effects: effects.after(rejected) };
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

fn tick(elicitation: Elicitation, open: Open, deadline: Timestamp, now: Timestamp) -> Step {
    let due = elicitation.next_due().unwrap_or(deadline);
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
    // A new deadline deserves a warning of its own.
    let extended_by = open.extended_by.saturating_add(Duration::from_millis(more));
    let extended = Open { extensions: open.extensions + 1, extended_by, warned: false, ..open };
    let deadline = extended.deadline(elicitation.created_at, &terms);
    let left = terms.max_extensions.saturating_sub(extended.extensions);
    Ok(advance(elicitation, State::Open(extended), Effect::Extended { deadline, left }))
}
