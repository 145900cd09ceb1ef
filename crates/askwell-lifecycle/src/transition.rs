//! The only function that changes an elicitation.

use crate::elicitation::Elicitation;
use crate::event::{Event, Refusal};
use crate::step::{Step, step};
use crate::time::Timestamp;

/// The result of an event: the step to commit, and the refusal to return if the event came after the
/// deadline.
#[derive(Debug, Clone)]
#[must_use = "a transition changes nothing until its step is kept"]
pub struct Transition {
    /// The next state and its effects. Without effects there is nothing to commit.
    pub step: Step,
    /// Set if the deadline had passed: the step is the timeout, which must be committed, and the event itself
    /// is refused.
    pub refusal: Option<Refusal>,
}

/// Applies an event to an elicitation. After the deadline, the returned step is the timeout. The caller
/// commits it before it reports the refusal, as otherwise an event with an earlier `now` could still be
/// accepted. If the clock was set back, [`Elicitation::time_after`] is recorded as the time.
///
/// # Errors
/// When the elicitation is closed, or the event does not fit. Nothing changes then.
pub fn transition(before: &Elicitation, event: Event, now: Timestamp) -> Result<Transition, Refusal> {
    match step(before.clone(), event, now) {
        Ok(step) => Ok(Transition { step, refusal: None }),
        Err(late @ Refusal::TooLate { .. }) => {
            Ok(Transition { step: step(before.clone(), Event::Tick, now)?, refusal: Some(late) })
        }
        Err(refusal) => Err(refusal),
    }
}
