//! The life of one elicitation: what can happen to a question between being asked and its one outcome.
//! ```
//! use askwell_form::build::{form, text};
//! use askwell_lifecycle::{
//!     Audience, ElicitationId, Event, Mode, NewElicitation, OnDisconnect, Policy, Question, Status, Timestamp, create, transition,
//! };
//! use serde_json::json;
//!
//! let form = form("who", "Who are you?").field(text("name", "Name").required()).build()?;
//! let now = Timestamp::from_millis(1_700_000_000_000);
//! let asked = create(
//!     NewElicitation {
//!         id: ElicitationId::new(now, [0; 10]),
//!         client: "deployer".into(),
//!         mode: Mode::Form,
//!         question: Question::Form(form.clone()),
//!         message: None,
//!         audience: Audience::Anyone,
//!         quorum: None,
//!         terms: Policy::default().terms(Mode::Form, None)?,
//!         answer_limit: None,
//!         on_disconnect: OnDisconnect::Keep,
//!     },
//!     now,
//! )
//! .next;
//! assert_eq!(asked.status(), Status::Pending);
//!
//! let answers = form.check(&json!({"name": "Ada"})).unwrap();
//! let answered = transition(&asked, Event::submit(answers), now)?.step.next;
//! assert_eq!(answered.status(), Status::Completed);
//! assert!(transition(&answered, Event::decline(), now).is_err(), "it has one outcome");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! # Concepts
//!
//! - An [`Elicitation`] is a value: what was asked, of whom, on what terms, and its [`State`].
//! - [`create`] makes one, and [`transition`] is the only function that changes one. It takes an [`Event`] and the time,
//!   and returns the next state with the [`Effect`]s to record, or a [`Refusal`].
//! - [`Policy`] holds the rules for timeouts, retries and extensions; [`Terms`] are what holds for one elicitation.
//! - An [`Actor`] is who does something, and through which [`Surface`]; an [`Audience`] is who may answer.
//! - An [`Outcome`] is how an elicitation ended; a [`Reply`] is the same as the asking program gets it.
//!
//! The crate is pure: no clock (`now` is an argument), no I/O, no async. It does not store, deliver or wait;
//! `askwell-engine` does.
//!
//! # Modules
//!
//! - `elicitation`, `actor`, `id`, `time`: what an elicitation is made of
//! - `event`, `step`, `transition`: what can happen to it
//! - `policy`: timeouts, retries, extensions
//! - `attempt`, `reply`: a rejected submission; the outcome for the asking program
//! - [`encoding`]: an elicitation as bytes, in a store or a request state

mod actor;
mod attempt;
mod elicitation;
pub mod encoding;
mod event;
mod follow_up;
mod id;
mod outcome;
mod person;
mod policy;
mod quorum;
mod reply;
mod short_list;
mod step;
mod time;
mod transition;

pub use actor::{Actor, ClientId, Scope, Surface};
pub use attempt::Attempt;
pub use elicitation::{Audience, Closed, Elicitation, Mode, OnDisconnect, Open, Question, State};
pub use event::{Effect, Event, Refusal};
pub use follow_up::{Escalation, FollowUp, FollowUpError, FollowUpState, WithoutAnswer};
pub use id::{ElicitationId, InvalidId};
pub use outcome::{CancelReason, Decline, Outcome, Status};
pub use person::Person;
pub use policy::{
    ClientTimeouts, ConfigSource, LONGEST_TIMEOUT, Policy, PolicyError, PolicySettings, Terms, TimeoutConfig,
    TimeoutError,
};
pub use quorum::{OnRejection, Quorum, Vote};
pub use reply::Reply;
pub use short_list::ShortList;
pub use step::{NewElicitation, Step, create};
pub use time::Timestamp;
pub use transition::{Transition, transition};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
