//! The one way to change an elicitation.

use crate::elicitation::Elicitation;
use crate::event::{Event, Refusal};
use crate::step::{Step, step};
use crate::time::Timestamp;

/// What an event leads to: the step to keep, and for an event that came after the deadline the refusal to return.
#[derive(Debug, Clone)]
#[must_use = "a transition changes nothing until its step is kept"]
pub struct Transition {
    /// The next state and its effects. Without effects there is nothing to keep.
    pub step: Step,
    /// Why the event itself was refused although the step has to be kept: the deadline had passed, and the step is the
    /// timeout.
    pub refusal: Option<Refusal>,
}

/// Applies an event to an elicitation. An event after the deadline times the elicitation out: the returned step is the
/// timeout, which the caller keeps before it reports the refusal. Otherwise an event with an earlier `now` could still
/// be taken after the refusal. If the clock was set back, [`Elicitation::time_after`] is recorded as the time.
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
