//! Selects the front end for a terminal and runs it.

use std::env;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use askwell_form::Form;
use askwell_locale::{Words, from_environment};
use rustix::termios::isatty;

use crate::asker::Asker;
use crate::outcome::{Outcome, TermError};
use crate::plain::ask_plain;
use crate::session::FormSession;
use crate::terminal::{self, lines::TerminalLines};
use crate::theme::Theme;
use crate::wizard;

/// Which front end to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputMode {
    /// The wizard if the terminal supports it, else plain mode.
    Automatic,
    /// Plain mode on every terminal.
    Plain,
}

/// Whether answers may be read from stdin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stdin {
    /// Nothing has been read from stdin. If it is a pipe, it holds the answers.
    Free,
    /// Stdin is in use for something else. Answers come from the terminal only.
    Taken,
}

/// The selected front end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrontEnd {
    Wizard,
    PlainAtTerminal,
    PlainOverPipe,
}

/// A terminal shows one form at a time. A withdrawn question holds the lock until its front end has
/// noticed.
static TERMINAL: Mutex<()> = Mutex::new(());

/// Returns the words in the language of the terminal: that of `LC_ALL`, `LC_MESSAGES` or `LANG`, before which
/// `LANGUAGE` may list others. English if there is no catalogue for it.
#[must_use]
pub fn terminal_words() -> Words {
    Words::of(from_environment(|name| env::var(name).ok()).unwrap_or_default())
}

/// Returns a form in the language of the terminal, if it has a translation into it.
#[must_use]
pub fn in_terminal_language(form: &Form) -> Form {
    form.in_language(terminal_words().language().tag())
}

/// Locks the terminal for this process. Waits until other forms have released it.
pub(crate) fn lock_terminal() -> MutexGuard<'static, ()> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks a person to fill in a form and returns what they did.
///
/// Uses the controlling terminal if there is one, even when stdout is a pipe. Waits while another
/// form of this process holds the terminal. The session keeps all entries, so that you can run it
/// again without loss.
///
/// # Errors
/// Returns an error if there is no terminal, if it goes away, or if a signal ends the program.
pub fn ask(
    session: &mut FormSession,
    asker: &mut dyn Asker,
    mode: InputMode,
    stdin: Stdin,
    theme: Theme,
) -> Result<Outcome, TermError> {
    let _terminal = lock_terminal();
    let _words = terminal_words().enter();
    match select_front_end(mode, stdin) {
        FrontEnd::PlainOverPipe => {
            let mut lines = TerminalLines::over_pipe().map_err(TermError::Terminal)?;
            ask_plain(session, asker, &mut lines)
        }
        FrontEnd::PlainAtTerminal => {
            let mut lines = TerminalLines::at_terminal().map_err(TermError::Terminal)?;
            ask_plain(session, asker, &mut lines)
        }
        FrontEnd::Wizard => {
            terminal::open().map_err(TermError::Terminal)?;
            let taken = std::mem::replace(session, FormSession::new(session.form().clone()));
            let (left, outcome) = wizard::run(taken, asker, theme);
            *session = left;
            outcome
        }
    }
}

/// Returns the front end for the current terminal and environment.
pub(crate) fn select_front_end(mode: InputMode, stdin: Stdin) -> FrontEnd {
    let pipe = stdin == Stdin::Free && !isatty(io::stdin());
    front_end_for(mode, pipe, |name| env::var(name).ok())
}

fn front_end_for(mode: InputMode, pipe: bool, variable: impl Fn(&str) -> Option<String>) -> FrontEnd {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    if pipe {
        FrontEnd::PlainOverPipe
    } else if mode == InputMode::Plain || set("ACCESSIBLE") || term.is_empty() || term == "dumb" {
        FrontEnd::PlainAtTerminal
    } else {
        FrontEnd::Wizard
    }
}

#[cfg(test)]
mod tests {
    use super::{FrontEnd, InputMode, front_end_for};

    #[test]
    fn front_end_follows_mode_pipe_and_environment() {
        let xterm = [("TERM", "xterm")];
        for (mode, pipe, variables, expected) in [
            (InputMode::Automatic, false, &xterm[..], FrontEnd::Wizard),
            (InputMode::Plain, false, &xterm, FrontEnd::PlainAtTerminal),
            (InputMode::Automatic, true, &xterm, FrontEnd::PlainOverPipe),
            (InputMode::Automatic, false, &[("TERM", "dumb")], FrontEnd::PlainAtTerminal),
            (InputMode::Automatic, false, &[], FrontEnd::PlainAtTerminal),
            (
                InputMode::Automatic,
                false,
                &[("TERM", "xterm"), ("ACCESSIBLE", "1")],
                FrontEnd::PlainAtTerminal,
            ),
            (InputMode::Automatic, false, &[("TERM", "xterm"), ("ACCESSIBLE", "")], FrontEnd::Wizard),
        ] {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(front_end_for(mode, pipe, variable), expected, "{mode:?} {pipe} {variables:?}");
        }
    }
}
