//! The person at the other end of a line: hears what is said, answers in lines.

use std::io::{BufRead, Write};

use zeroize::Zeroizing;

use crate::asker::Waiting;
use crate::outcome::TermError;

/// Whether what is typed may be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// As it is typed.
    Open,
    /// Not at all.
    Secret,
}

/// What comes back from a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Zeroizing<String>),
    /// Nobody waits for a line any more.
    TooLate(Waiting),
    /// They have interrupted.
    Interrupted,
    /// There will be no more lines.
    Ended,
}

/// What to do while waiting for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Patience {
    /// Wait on.
    Wait,
    /// Say something, and wait on.
    Say(String),
    /// Wait no longer.
    Stop(Waiting),
}

/// A person who is spoken to in lines.
pub trait Person {
    /// Says something. Line ends are part of it.
    ///
    /// # Errors
    /// If they cannot be reached.
    fn say(&mut self, text: &str) -> Result<(), TermError>;

    /// Says `prompt` and waits for a line; asks about once a second whether to go on waiting. For a secret, nothing
    /// that is typed is seen from the moment on when the prompt is.
    ///
    /// # Errors
    /// If they cannot be reached.
    fn hear(
        &mut self,
        prompt: &str,
        privacy: Privacy,
        patience: &mut dyn FnMut() -> Patience,
    ) -> Result<Heard, TermError>;
}

/// Somebody behind any reader and writer. Cannot be interrupted while it waits for a line.
#[derive(Debug)]
pub struct Piped<R, W> {
    /// Where lines come from.
    pub input: R,
    /// Where questions go.
    pub output: W,
}

impl<R: BufRead, W: Write> Person for Piped<R, W> {
    fn say(&mut self, text: &str) -> Result<(), TermError> {
        self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()).map_err(TermError::Terminal)
    }

    fn hear(
        &mut self,
        prompt: &str,
        _privacy: Privacy,
        patience: &mut dyn FnMut() -> Patience,
    ) -> Result<Heard, TermError> {
        self.say(prompt)?;
        match patience() {
            Patience::Wait => {}
            Patience::Say(text) => self.say(&text)?,
            Patience::Stop(waiting) => return Ok(Heard::TooLate(waiting)),
        }
        let mut bytes = Zeroizing::new(Vec::new());
        self.input.read_until(b'\n', &mut bytes).map_err(TermError::Terminal)?;
        Ok(if bytes.is_empty() { Heard::Ended } else { Heard::Line(as_line(&bytes)) })
    }
}

/// The text of a line without its end. What is not text becomes visible as such.
pub(crate) fn as_line(bytes: &[u8]) -> Zeroizing<String> {
    let mut line = Zeroizing::new(String::from_utf8_lossy(bytes).into_owned());
    let length = line.trim_end_matches(['\n', '\r']).len();
    line.truncate(length);
    line
}
