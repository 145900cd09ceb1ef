//! How asking a person ended.

use askwell_form::Answers;

/// What a person did with a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// They answered, and the asking program accepted the answers.
    Accepted(Answers),
    /// They declined to answer.
    Declined {
        /// Why, if they said so.
        reason: Option<String>,
    },
    /// They dismissed the form.
    Cancelled,
    /// They interrupted the program, for example with Ctrl-C, and said nothing about the form.
    Aborted,
    /// The deadline passed.
    TimedOut,
    /// The question was answered by another person or withdrawn; the sentence says which.
    Closed(String),
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TermError {
    /// There is no terminal, or it cannot be used.
    #[error("cannot use the terminal")]
    Terminal(#[source] std::io::Error),
    /// The input ended before the form was complete.
    #[error("the input ended before the form was answered")]
    InputEnded,
    /// A signal ended the program, or the terminal went away. The terminal has been restored.
    #[error("interrupted by signal {0}")]
    Interrupted(i32),
}
