//! What happens to a question between being asked and being answered.
//!
//! One elicitation is a value; [`step`] is all that can ever happen to it. Pure: no clock (`now` is an
//! argument), no I/O, no async. It refuses to store, to deliver and to wait: that is the engine's part.

mod actor;
mod attempt;
mod elicitation;
mod event;
mod id;
mod policy;
mod step;
mod time;

pub use actor::{Actor, ClientId, Scope, Surface};
pub use attempt::Attempt;
pub use elicitation::{
    Audience, CancelReason, Closed, Decline, Elicitation, Mode, OnDisconnect, Open, Outcome, Question, State,
    Status,
};
pub use event::{Effect, Event, Refusal};
pub use id::{ElicitationId, InvalidId};
pub use policy::{
    ClientTimeouts, ConfigSource, LONGEST_TIMEOUT, Policy, PolicyError, PolicySettings, Terms, TimeoutConfig,
    TimeoutError,
};
pub use step::{Draft, Step, create, step};
pub use time::Timestamp;
