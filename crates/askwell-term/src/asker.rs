//! Whoever asks: how long they wait, and what they say to an answer.
//!
//! The front ends know nothing else of the world outside. A shell script asks with a deadline of its own, a service
//! by its API; both are an [`Asker`].

use std::time::Duration;

use askwell_form::{Answers, Problems};

/// What a front end needs to know from whoever asks. It is called between two keystrokes and must be quick,
/// [`Asker::submit`] excepted.
pub trait Asker {
    /// How long the answer is waited for, and whether it still is.
    fn waiting(&mut self) -> Waiting;

    /// Asks for more time. What comes of it shows in [`Asker::waiting`].
    fn extend(&mut self);

    /// Hands over the answers.
    fn submit(&mut self, answers: &Answers) -> Reception;
}

/// How long an answer is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    /// There is no hurry.
    Unhurried,
    /// So much time is left.
    Left {
        /// Until nobody waits any more.
        time: Duration,
        /// How often more time can still be asked for.
        extensions: u32,
    },
    /// Time is up.
    TimedOut,
    /// Somebody else has answered, or nobody needs an answer any more. The sentence says which.
    Closed(String),
}

/// What whoever asks says to the answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Reception {
    /// They have them.
    Taken,
    /// They found something wrong that a form alone cannot know, such as a host that does not exist.
    Refused(Problems),
    /// They cannot be reached just now. Nothing is lost: the person can try again. The sentence says why.
    Unreachable(String),
    /// It is too late: nobody waits any more.
    Over(Waiting),
}

/// Waits as long as it takes, and takes what it gets.
#[derive(Debug, Clone, Copy, Default)]
pub struct Patient;

impl Asker for Patient {
    fn waiting(&mut self) -> Waiting {
        Waiting::Unhurried
    }

    fn extend(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> Reception {
        Reception::Taken
    }
}
