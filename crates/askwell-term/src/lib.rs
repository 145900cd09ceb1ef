//! Asks people in the terminal: takes a form, returns an outcome.
//!
//! # Concepts
//!
//! A [`FormSession`] holds the entries and the position of a form that is being filled in. Two
//! front ends drive it: the full-screen [`Wizard`], and plain mode ([`ask_plain`]), which reads and
//! writes lines. [`ask`] selects one by what the terminal supports. The program that asks
//! implements [`Asker`]: it sets the deadline and receives the answers.
//!
//! This crate does not decide whether an answer is valid: [`askwell_form`] does. It never shows
//! untrusted text unchanged: control characters, and characters that hide or reorder text, do not
//! reach the screen.
//!
//! ```
//! use askwell_form::build::{form, text};
//! use askwell_term::{FormSession, NoDeadline, Outcome, PipedLines, ask_plain};
//!
//! let form = form("who", "Who are you?").field(text("name", "Name").required()).build()?;
//! // `ask` selects the front end for the real terminal; this is the same over any reader and writer.
//! let mut lines = PipedLines { input: &b"Ada\n"[..], output: Vec::new() };
//! let outcome = ask_plain(&mut FormSession::new(form), &mut NoDeadline, &mut lines)?;
//! let Outcome::Accepted(answers) = outcome else { panic!("{outcome:?}") };
//! assert_eq!(answers.text("name"), Some("Ada"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - `asker`, `outcome`: the interface to the asking program
//! - `session`: entries and navigation, without input and output
//! - `wizard`, `plain`: the two front ends
//! - `inbox`: a live list of forms to select from
//! - `preview`: a form as text, for tools that help to write forms
//! - `terminal`: modes, keys, lines and signals of the real terminal
//! - `safe_text`, `theme`, `messages`: what is shown, and how
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "text goes out by one way only, which makes it harmless"
)]

mod asker;
mod outcome;

mod session;

mod evidence;
mod field_style;
mod local_files;
mod messages;
mod safe_text;
mod theme;
mod today;

mod plain;
mod terminal;
mod wizard;

mod front_end;
mod inbox;
mod preview;

pub use asker::{
    Asker, NoDeadline, SubmitResult, WaitStatus, WithdrawOnDrop, WithdrawableAsker, withdrawable_asker,
};
pub use askwell_locale::without_answer_sentence;
pub use front_end::{InputMode, Stdin, ask, in_terminal_language, terminal_words};
pub use inbox::{Inbox, InboxEntry, pick_from_inbox};
pub use outcome::{Outcome, TermError};
pub use plain::{Echo, LineInput, LineIo, PipedLines, WaitAction, ask_plain};
pub use preview::{preview_plain, preview_wizard};
pub use session::{FieldEntry, FormSession, LocalFile, SecretText, Step};
pub use terminal::signals::{SignalDeferral, defer_signals, deliver_signal};
pub use theme::{Colours, Symbols, Theme};
pub use wizard::Wizard;
pub use wizard::key::Key;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
