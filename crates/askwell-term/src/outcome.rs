//! How it ended.

use askwell_form::Answers;

/// What a person did with a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// They answered, and whoever asked has taken the answers.
    Accepted(Answers),
    /// They said no.
    Declined,
    /// They dismissed it.
    Cancelled,
    /// They broke off: they said nothing about the form.
    BrokenOff,
    /// They did nothing in time.
    TimedOut,
    /// It was settled elsewhere; the sentence says how.
    Closed(String),
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum TermError {
    /// There is no terminal, or it cannot be used.
    #[error("cannot use the terminal")]
    Terminal(#[source] std::io::Error),
    /// The input has ended in the middle of the form.
    #[error("the input ended before the form was answered")]
    Ended,
    /// A signal asked the program to end, or the terminal has gone away. What is left of it is as it was.
    #[error("interrupted by signal {0}")]
    Interrupted(i32),
}
