//! A form in the terminal, while the conversation with the server goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use askwell_form::{Answers, Form};
use askwell_term::{Asker, Manner, Outcome, Reception, Session, Stdin, TermError, Waiting};

use crate::answer::look;
use crate::console::Console;

/// How to put a form to the person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    pub(super) manner: Manner,
    pub(super) stdin: Stdin,
    pub(super) console: Console,
}

/// A server that waits until it is told, or until it withdraws its question.
struct Withdrawable(Arc<AtomicBool>);

impl Asker for Withdrawable {
    fn waiting(&mut self) -> Waiting {
        if self.0.load(Ordering::Relaxed) {
            return Waiting::Closed("The server does not wait for an answer any more.".to_owned());
        }
        Waiting::Unhurried
    }

    fn extend(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> Reception {
        Reception::Taken
    }
}

/// Marks a question as withdrawn when whoever waits for it is dropped.
struct Withdrawing(Arc<AtomicBool>);

impl Drop for Withdrawing {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Terminal {
    /// Asks. The person types on a thread of their own; dropping the future takes the question from the screen.
    pub(super) async fn ask(self, form: Form) -> Result<Outcome, TermError> {
        let withdrawn = Arc::new(AtomicBool::new(false));
        let _withdrawing = Withdrawing(Arc::clone(&withdrawn));
        let Terminal { manner, stdin, console } = self;
        let asked = tokio::task::spawn_blocking(move || {
            let mut session = Session::new(form);
            askwell_term::ask(&mut session, &mut Withdrawable(withdrawn), manner, stdin, look(&console))
        });
        asked.await.unwrap_or(Err(TermError::Ended))
    }
}
