//! Test your own elicitation code: forms, answers and mistakes to order.
//!
//! - [`forms`]: two fixed forms, and strategies for made-up ones.
//! - [`answers`]: answers that a form accepts, always the same or always different.
//! - [`violations`]: the same answers with a mistake in them, and what the checker has to say of it.
//! - [`assertions`]: comparing what it did say.
//! - [`timing`]: how long checking takes.
//! - [`person`]: somebody who answers, errs, declines, or never comes back.
//! - [`clock`]: a clock that stands still until you move it.
//! - [`paused_clock`]: a clock that follows tokio's time, which a test can pause.
//! - [`crash_store`]: a store that fails when told to.
//! - [`scripted_resolver`]: host names by a table.
//! - [`store_suite`]: what every store has to do.
//!
//! ```
//! use askwell_form::Constraint;
//! use askwell_testkit::{answers, assertions, forms, violations};
//!
//! let form = forms::comprehensive();
//! assert!(form.accepts(&answers::valid_answer(&form)));
//!
//! let wrong = violations::invalid_answer(&form, violations::Scenario::PrivateUrl).unwrap();
//! let problems = form.check(&wrong).unwrap_err();
//! assertions::assert_problems(&problems, &[("webhook_url", Constraint::BlockPrivateIps)]);
//! ```
//!
//! Made for tests: where there is nothing to return, functions here panic and say why.

mod calendar;
mod decimal;
mod patterns;
mod values;

pub mod answers;
pub mod assertions;
pub mod clock;
pub mod crash_store;
pub mod forms;
pub mod paused_clock;
pub mod person;
pub mod scripted_resolver;
pub mod store_suite;
pub mod timing;
pub mod violations;
