//! The program that asks: how long it waits, and what it does with submitted answers.
//!
//! A front end talks to the outside only through an [`Asker`]. A shell script has a deadline of its
//! own, a service is reached through its API; both implement the same trait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use askwell_form::{Answers, Problems};

/// The program that asks, as a front end sees it.
///
/// Front ends call these methods between two keystrokes, so they return quickly. Only
/// [`Asker::submit`] and [`Asker::search_options`] may block.
pub trait Asker {
    /// Returns how much time is left for an answer, or that an answer is no longer wanted.
    fn wait_status(&mut self) -> WaitStatus;

    /// Asks for more time. The new deadline shows in [`Asker::wait_status`].
    fn extend_deadline(&mut self);

    /// Returns what happens without an answer, as a sentence; `None` if that is not known.
    fn without_answer(&self) -> Option<String> {
        None
    }

    /// Searches the options of a field that a service has, and returns values and titles; `None` if they cannot be
    /// found here.
    fn search_options(&mut self, field: &str, search: &str) -> Option<Vec<(String, String)>> {
        let _ = (field, search);
        None
    }

    /// Submits checked answers and returns what came of it.
    fn submit(&mut self, answers: &Answers) -> SubmitResult;
}

/// How long an answer is still wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitStatus {
    /// There is no deadline.
    NoDeadline,
    /// The deadline is in the future.
    TimeLeft {
        /// Time until the deadline.
        time: Duration,
        /// How many more times the deadline can be extended.
        extensions: u32,
    },
    /// The deadline has passed.
    TimedOut,
    /// The question was answered by another person or withdrawn. The sentence says which.
    Closed(String),
}

/// What came of a submission.
#[derive(Debug, Clone, PartialEq)]
pub enum SubmitResult {
    /// The answers were accepted.
    Accepted,
    /// The answers were rejected for reasons that a form alone cannot know, such as a host that
    /// does not exist.
    Rejected(Problems),
    /// The asking program cannot be reached at present. The entries are kept and the person can try
    /// again. The sentence says why.
    Unreachable(String),
    /// The submission came too late.
    TooLate(WaitStatus),
}

/// Waits without a deadline and accepts all checked answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoDeadline;

impl Asker for NoDeadline {
    fn wait_status(&mut self) -> WaitStatus {
        WaitStatus::NoDeadline
    }

    fn extend_deadline(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> SubmitResult {
        SubmitResult::Accepted
    }
}

/// Waits until the question is withdrawn, and accepts all checked answers.
///
/// For a program that asks on behalf of another one, which may withdraw its question meanwhile.
#[derive(Debug)]
pub struct WithdrawableAsker(Arc<AtomicBool>);

/// Withdraws a question when it is dropped, also from another thread. The front end notices within
/// a second and releases the terminal.
#[derive(Debug)]
#[must_use = "the question stands only while it lives"]
pub struct WithdrawOnDrop(Arc<AtomicBool>);

/// Returns an asker without a deadline and the guard that withdraws its question.
pub fn withdrawable_asker() -> (WithdrawableAsker, WithdrawOnDrop) {
    let withdrawn = Arc::new(AtomicBool::new(false));
    (WithdrawableAsker(Arc::clone(&withdrawn)), WithdrawOnDrop(withdrawn))
}

impl Asker for WithdrawableAsker {
    fn wait_status(&mut self) -> WaitStatus {
        if self.0.load(Ordering::Relaxed) {
            return WaitStatus::Closed("The question was withdrawn.".to_owned());
        }
        WaitStatus::NoDeadline
    }

    fn extend_deadline(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> SubmitResult {
        SubmitResult::Accepted
    }
}

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
