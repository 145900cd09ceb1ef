//! What happens to a question between being asked and being answered.
//!
//! One elicitation is a value; [`transition`] is all that can ever happen to it. Pure: no clock (`now` is an
//! argument), no I/O, no async. It refuses to store, to deliver and to wait: that is the engine's part.

mod actor;
mod attempt;
mod elicitation;
mod event;
mod id;
mod policy;
pub mod record;
mod reply;
mod step;
mod time;
mod transition;
mod up_to_two;

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
pub use reply::Reply;
pub use step::{Draft, Step, create};
pub use time::Timestamp;
pub use transition::{Transition, transition};
pub use up_to_two::UpToTwo;
