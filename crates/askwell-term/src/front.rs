//! Which front end a terminal gets, and the way in to both.

use std::env;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::termios::isatty;

use crate::asker::Asker;
use crate::look::Look;
use crate::outcome::{Outcome, TermError};
use crate::plain::converse;
use crate::session::Session;
use crate::terminal::{self, lines::Lines};
use crate::wizard;

/// How to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As the terminal allows.
    Automatic,
    /// In lines, whatever the terminal allows.
    Plain,
}

/// Whether answers may come from stdin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stdin {
    /// It is free: if it is a pipe, the answers are in it.
    Free,
    /// Something else was read from it: only the terminal is left.
    Taken,
}

/// Which front end there is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Front {
    Wizard,
    PlainAtTerminal,
    PlainOverPipe,
}

/// A terminal can show one thing at a time. A question that was taken back holds it until it has noticed.
static TERMINAL: Mutex<()> = Mutex::new(());

/// Waits until the terminal is free, and keeps it so until the guard is dropped.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks a person, on the terminal if there is one, even when stdout is a pipe. Waits until nothing else is asked there.
///
/// The session is left as the person left it, so that nothing typed is lost if it has to be gone through again.
///
/// # Errors
/// If there is no terminal, or it goes away, or the program is told to end.
pub fn ask(
    session: &mut Session,
    asker: &mut dyn Asker,
    manner: Manner,
    stdin: Stdin,
    look: Look,
) -> Result<Outcome, TermError> {
    let _alone = alone();
    match chosen(manner, stdin) {
        Front::PlainOverPipe => {
            let mut person = Lines::over_pipe().map_err(TermError::Terminal)?;
            converse(session, asker, &mut person)
        }
        Front::PlainAtTerminal => {
            let mut person = Lines::at_terminal().map_err(TermError::Terminal)?;
            converse(session, asker, &mut person)
        }
        Front::Wizard => {
            terminal::open().map_err(TermError::Terminal)?;
            let taken = std::mem::replace(session, Session::new(session.form().clone()));
            let (left, outcome) = wizard::run(taken, asker, look);
            *session = left;
            outcome
        }
    }
}

/// The front end for the terminal and the environment that there are.
pub(crate) fn chosen(manner: Manner, stdin: Stdin) -> Front {
    let pipe = stdin == Stdin::Free && !isatty(io::stdin());
    front(manner, pipe, |name| env::var(name).ok())
}

fn front(manner: Manner, pipe: bool, variable: impl Fn(&str) -> Option<String>) -> Front {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    if pipe {
        Front::PlainOverPipe
    } else if manner == Manner::Plain || set("ACCESSIBLE") || term.is_empty() || term == "dumb" {
        Front::PlainAtTerminal
    } else {
        Front::Wizard
    }
}

#[cfg(test)]
mod tests {
    use super::{Front, Manner, front};

    #[test]
    fn the_terminal_decides() {
        let xterm = [("TERM", "xterm")];
        for (manner, pipe, variables, expected) in [
            (Manner::Automatic, false, &xterm[..], Front::Wizard),
            (Manner::Plain, false, &xterm, Front::PlainAtTerminal),
            (Manner::Automatic, true, &xterm, Front::PlainOverPipe),
            (Manner::Automatic, false, &[("TERM", "dumb")], Front::PlainAtTerminal),
            (Manner::Automatic, false, &[], Front::PlainAtTerminal),
            (Manner::Automatic, false, &[("TERM", "xterm"), ("ACCESSIBLE", "1")], Front::PlainAtTerminal),
            (Manner::Automatic, false, &[("TERM", "xterm"), ("ACCESSIBLE", "")], Front::Wizard),
        ] {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(front(manner, pipe, variable), expected, "{manner:?} {pipe} {variables:?}");
        }
    }
}
