//! Tests for elicitation code: forms, answers, mistakes, people, clocks and stores.
//!
//! # Concepts
//!
//! A test asks with the real engine and replaces only what is outside of it: a simulated person answers, a clock
//! stands still until the test advances it, and a store fails on request. Generated forms and answers come as
//! proptest strategies, so that a failing case shrinks.
//!
//! # Modules
//!
//! - [`forms`]: two fixed forms, and strategies for generated ones.
//! - [`answers`]: answers that a form accepts, fixed or generated.
//! - [`violations`]: the same answers with a mistake, and the problems that the checker must
//!   report.
//! - [`assertions`]: compares problems with expected ones.
//! - [`timing`]: measures how long checking takes.
//! - [`person`]: a simulated person who answers, makes mistakes, declines or leaves.
//! - [`clock`]: a clock that you advance.
//! - [`paused_clock`]: a clock that follows tokio's time, which a test can pause.
//! - [`crash_store`]: a store that fails on request.
//! - [`scripted_resolver`]: host names from a table.
//! - [`store_suite`]: tests that every store must pass.
//!
//! ```
//! use askwell_form::Constraint;
//! use askwell_testkit::{answers, assertions, forms, violations};
//!
//! let form = forms::comprehensive();
//! assert!(form.accepts(&answers::valid_answer(&form)));
//!
//! let wrong = violations::invalid_answer(&form, violations::ViolationKind::PrivateUrl).unwrap();
//! let problems = form.check(&wrong).unwrap_err();
//! assertions::assert_problems(&problems, &[("webhook_url", Constraint::BlockPrivateIps)]);
//! ```
//!
//! Made for tests: functions panic with a reason where they have nothing to return.

mod calendar;
mod decimal;
mod patterns;
mod values;

pub mod answers;
pub mod assertions;
pub mod clock;
pub mod conversations;
pub mod crash_store;
pub mod forms;
pub mod paused_clock;
pub mod person;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod quorum_races;
pub mod scripted_resolver;
pub mod store_suite;
pub mod timing;
pub mod violations;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
