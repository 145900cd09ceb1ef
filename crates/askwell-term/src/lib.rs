//! Askwell in the terminal: a form in, an outcome out.
//!
//! A [`Session`] is a form in the middle of being filled in. Two front ends drive it: the [`Wizard`], which takes the
//! whole screen, and [`converse`], which speaks in lines. [`ask`] chooses between them as the terminal allows. Whoever
//! asks is an [`Asker`]: they say how long they wait, and what they think of the answers.
//!
//! Refuses to decide what is right: that is [`askwell_form`]'s business. Refuses to show what strangers wrote as they
//! wrote it: control characters, and those that hide or turn text around, never reach the screen.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "text goes out by one way only, which makes it harmless"
)]

mod asker;
mod outcome;

mod session;

mod day;
mod files;
mod look;
mod style;
mod text;
mod wording;

mod plain;
mod terminal;
mod wizard;

mod front;
mod offers;

pub use asker::{Asker, Patient, Reception, UntilWithdrawn, Waiting, Withdrawal, until_withdrawn};
pub use front::{Manner, Stdin, ask};
pub use look::{Colours, Look, Signs};
pub use offers::{Offer, Offers, pick};
pub use outcome::{Outcome, TermError};
pub use plain::{Heard, Patience, Person, Piped, Privacy, converse};
pub use session::{Entry, Hidden, Picked, Session, Step};
pub use terminal::signals::{PutOff, obey, put_off};
pub use wizard::Wizard;
pub use wizard::key::Key;
