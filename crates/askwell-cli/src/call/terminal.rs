//! A form in the terminal, while the conversation with the server goes on.

use std::sync::Arc;

use anyhow::Result;
use askwell_form::Form;
use askwell_term::{FormSession, InputMode, Outcome, Stdin, TermError, withdrawable_asker};
use tokio::sync::Mutex;

use crate::answer::look;
use crate::console::Console;

/// How to put a form to the person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    pub(super) manner: InputMode,
    pub(super) stdin: Stdin,
    pub(super) console: Console,
}

impl Terminal {
    /// Asks. The person types on a thread of their own; dropping the future takes the question from the screen, which is
    /// held until it is free again.
    pub(super) async fn ask(self, form: Form, screen: &Arc<Mutex<()>>) -> Result<Outcome, TermError> {
        let held = Arc::clone(screen).lock_owned().await;
        let (mut asker, _withdrawal) = withdrawable_asker();
        let Terminal { manner, stdin, console } = self;
        let asked = tokio::task::spawn_blocking(move || {
            let mut session = FormSession::new(form);
            let asked = askwell_term::ask(&mut session, &mut asker, manner, stdin, look(&console));
            drop(held);
            asked
        });
        asked.await.unwrap_or(Err(TermError::InputEnded))
    }
}
