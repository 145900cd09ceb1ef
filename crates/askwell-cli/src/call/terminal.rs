//! Asks in the terminal while the connection to the server stays active.

use std::sync::Arc;

use anyhow::Result;
use askwell_form::Form;
use askwell_term::{
    FormSession, InputMode, Outcome, Stdin, TermError, in_terminal_language, withdrawable_asker,
};
use tokio::sync::Mutex;

use crate::answer::theme;
use crate::console::Console;

/// How to ask the person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    pub(super) mode: InputMode,
    pub(super) stdin: Stdin,
    pub(super) console: Console,
}

impl Terminal {
    /// Asks on a thread of its own. Dropping the future withdraws the question; `screen` stays
    /// locked until the terminal is free.
    pub(super) async fn ask(self, form: Form, screen: &Arc<Mutex<()>>) -> Result<Outcome, TermError> {
        let held = Arc::clone(screen).lock_owned().await;
        let (mut asker, _withdrawal) = withdrawable_asker();
        let Terminal { mode, stdin, console } = self;
        let asked = tokio::task::spawn_blocking(move || {
            let mut session = FormSession::new(in_terminal_language(&form));
            let asked = askwell_term::ask(&mut session, &mut asker, mode, stdin, theme(&console));
            drop(held);
            asked
        });
        asked.await.unwrap_or(Err(TermError::InputEnded))
    }
}
