//! A form in the terminal, while the conversation with the server goes on.

use anyhow::Result;
use askwell_form::Form;
use askwell_term::{Manner, Outcome, Session, Stdin, TermError, until_withdrawn};

use crate::answer::look;
use crate::console::Console;

/// How to put a form to the person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    pub(super) manner: Manner,
    pub(super) stdin: Stdin,
    pub(super) console: Console,
}

impl Terminal {
    /// Asks. The person types on a thread of their own; dropping the future takes the question from the screen.
    pub(super) async fn ask(self, form: Form) -> Result<Outcome, TermError> {
        let (mut asker, _withdrawal) = until_withdrawn();
        let Terminal { manner, stdin, console } = self;
        let asked = tokio::task::spawn_blocking(move || {
            let mut session = Session::new(form);
            askwell_term::ask(&mut session, &mut asker, manner, stdin, look(&console))
        });
        asked.await.unwrap_or(Err(TermError::Ended))
    }
}
