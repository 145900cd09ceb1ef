//! The words of Askwell in the languages of people.
//!
//! # Concepts
//!
//! Every text that a person reads is a message of a catalogue: `locales/<language>/*.ftl`, in the syntax of
//! [Fluent](https://projectfluent.org). A [`Language`] is chosen from what the person, their browser or terminal and
//! the operator want; [`Words`] are the messages in it, with the operator's own in their place. Plurals, numbers,
//! dates and lists follow the rules of the language (ICU4X).
//!
//! A surface enters a language by [`Words::enter`], and every text that it asks for meanwhile is in that language.
//!
//! This crate never decides whether an answer is valid: it only says in another language what [`askwell_form`] found.
//! It reads no file and no environment: what a person wants is an argument.
//!
//! ```
//! use askwell_locale::{Language, Words};
//!
//! let german = Words::of(Language::German);
//! assert_eq!(german.text("problem-required", &[("label", "Port".into())]), "Port ist ein Pflichtfeld.");
//! ```

mod catalogue;
mod data;
mod format;
mod language;
mod message;
mod negotiate;
mod overrides;
mod problem;
mod pseudo;
mod without_answer;
mod words;

pub use catalogue::{english_keys, message, messages};
pub use format::{DayStyle, Value};
pub use language::Language;
pub use message::{CatalogueError, Message, Piece};
pub use negotiate::{from_accept_language, from_environment};
pub use overrides::{OverrideError, Overrides};
pub use problem::{label_subject, problem_in_form, problem_sentence};
pub use without_answer::{received_without_answer, without_answer_sentence};
pub use words::{EnteredWords, Words, form_text, say, text};
