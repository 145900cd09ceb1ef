//! Whoever asks: how long they wait, and what they say to an answer.
//!
//! The front ends know nothing else of the world outside. A shell script asks with a deadline of its own, a service
//! by its API; both are an [`Asker`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Waits until the question is taken back, and takes what it gets: for a program that asks on behalf of another, and
/// may hear from it meanwhile that nobody waits any more.
#[derive(Debug)]
pub struct UntilWithdrawn(Arc<AtomicBool>);

/// Takes a question back when it is dropped, also from another thread. The screen is free soon after.
#[derive(Debug)]
#[must_use = "the question stands only while it lives"]
pub struct Withdrawal(Arc<AtomicBool>);

/// Somebody who asks, and the means to take the question back.
pub fn until_withdrawn() -> (UntilWithdrawn, Withdrawal) {
    let withdrawn = Arc::new(AtomicBool::new(false));
    (UntilWithdrawn(Arc::clone(&withdrawn)), Withdrawal(withdrawn))
}

impl Asker for UntilWithdrawn {
    fn waiting(&mut self) -> Waiting {
        if self.0.load(Ordering::Relaxed) {
            return Waiting::Closed("Nobody waits for an answer any more.".to_owned());
        }
        Waiting::Unhurried
    }

    fn extend(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> Reception {
        Reception::Taken
    }
}

impl Drop for Withdrawal {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
