//! Replies: outcomes as the asking program gets them.

use askwell_form::Answers;

use crate::outcome::{CancelReason, Decline, Outcome};

/// The outcome of an elicitation, for the program that asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a person may say no"]
pub enum Reply<T> {
    /// The person answered.
    Accepted(T),
    /// The person declined.
    Declined(Decline),
    /// The elicitation was cancelled.
    Cancelled(CancelReason),
    /// The elicitation timed out.
    TimedOut,
}

impl<T> Reply<T> {
    /// Returns the answer, if there is one.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        if let Reply::Accepted(answer) = self { Some(answer) } else { None }
    }

    /// Converts the answer.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Accepted(answer) => Reply::Accepted(convert(answer)),
            Reply::Declined(decline) => Reply::Declined(decline),
            Reply::Cancelled(reason) => Reply::Cancelled(reason),
            Reply::TimedOut => Reply::TimedOut,
        }
    }

    /// Converts the answer, which may fail.
    ///
    /// # Errors
    /// The error of `convert`.
    pub fn try_map<U, E>(self, convert: impl FnOnce(T) -> Result<U, E>) -> Result<Reply<U>, E> {
        Ok(match self {
            Reply::Accepted(answer) => Reply::Accepted(convert(answer)?),
            Reply::Declined(decline) => Reply::Declined(decline),
            Reply::Cancelled(reason) => Reply::Cancelled(reason),
            Reply::TimedOut => Reply::TimedOut,
        })
    }
}

impl Outcome {
    /// Returns the reply to a form. The end of another page has no answers and is `None`.
    #[must_use]
    pub fn reply(self) -> Option<Reply<Answers>> {
        Some(match self {
            Outcome::Answered(answers) => Reply::Accepted(answers),
            Outcome::Finished(_) => return None,
            Outcome::Declined(decline) => Reply::Declined(decline),
            Outcome::Cancelled(reason) => Reply::Cancelled(reason),
            Outcome::TimedOut => Reply::TimedOut,
        })
    }
}
