//! The asker of `askwell ask`: waits until a deadline and accepts all valid answers.

use std::time::{Duration, Instant};

use askwell_form::Answers;
use askwell_term::{Asker, SubmitResult, WaitStatus};

use crate::check::hosts;

/// Time that an extension adds.
const EXTENSION: Duration = Duration::from_secs(300);

/// Waits until a point in time, or without limit.
#[derive(Debug)]
pub(super) struct Deadline {
    end: Option<Instant>,
    extensions: u32,
}

impl Deadline {
    pub(super) fn after(time: Option<Duration>, extensions: u32) -> Deadline {
        Deadline { end: time.and_then(|time| Instant::now().checked_add(time)), extensions }
    }
}

impl Asker for Deadline {
    fn wait_status(&mut self) -> WaitStatus {
        let Some(end) = self.end else { return WaitStatus::NoDeadline };
        match end.checked_duration_since(Instant::now()) {
            Some(time) if !time.is_zero() => WaitStatus::TimeLeft { time, extensions: self.extensions },
            _ => WaitStatus::TimedOut,
        }
    }

    fn extend_deadline(&mut self) {
        if self.extensions > 0 {
            self.extensions -= 1;
            self.end = self.end.and_then(|end| end.checked_add(EXTENSION));
        }
    }

    fn submit(&mut self, answers: &Answers) -> SubmitResult {
        match hosts::check(answers) {
            Ok(()) => SubmitResult::Accepted,
            Err(problems) => SubmitResult::Rejected(problems),
        }
    }
}
