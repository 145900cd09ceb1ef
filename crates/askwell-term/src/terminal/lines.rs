//! A person at a terminal or behind a pipe, spoken to in lines.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::os::fd::AsFd as _;
use std::time::Duration;

use rustix::termios::{LocalModes, isatty, tcgetwinsize};
use signal_hook::consts::SIGINT;
use zeroize::Zeroizing;

use super::signals::Watch;
use super::{Ready, change, open, ready};
use crate::outcome::TermError;
use crate::plain::person::{Heard, Patience, Person, Privacy, as_line};
use crate::text;

/// How often to ask whether waiting makes sense still.
const ONE_LOOK: Duration = Duration::from_secs(1);

/// No answer is longer; a mistaken file on stdin may be.
const MAX_LINE: usize = 16 << 20;

/// Fewer columns than this are no help in breaking lines; a terminal that does not say has none.
const LEAST_COLUMNS: usize = 20;

/// Lines from a terminal or a pipe.
#[derive(Debug)]
pub(crate) struct Lines {
    input: File,
    output: Output,
    watch: Watch,
}

#[derive(Debug)]
enum Output {
    Terminal(File),
    Stderr,
}

impl Lines {
    /// The terminal, in both directions.
    pub(crate) fn at_terminal() -> io::Result<Lines> {
        let device = open()?;
        let output = Output::Terminal(device.try_clone()?);
        Ok(Lines { input: device, output, watch: Watch::begin()? })
    }

    /// Answers from stdin; questions go to stderr, as stdout is for the answers.
    pub(crate) fn over_pipe() -> io::Result<Lines> {
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Lines { input, output: Output::Stderr, watch: Watch::begin()? })
    }

    /// Byte by byte, as a shell does: what follows the line may be for another program.
    fn read_line(&mut self, patience: &mut dyn FnMut() -> Patience) -> Result<Heard, TermError> {
        let mut line = Zeroizing::new(Vec::with_capacity(256));
        loop {
            match patience() {
                Patience::Wait => {}
                Patience::Say(text) => self.say(&text)?,
                Patience::Stop(waiting) => return Ok(Heard::TooLate(waiting)),
            }
            loop {
                let ready = match ready(&self.input, &self.watch, ONE_LOOK) {
                    Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                        return Err(TermError::Terminal(error));
                    }
                    Err(_) => Ready::Nothing,
                    Ok(ready) => ready,
                };
                match self.watch.came() {
                    Some(SIGINT) => return Ok(Heard::Interrupted),
                    Some(signal) => return Err(TermError::Interrupted(signal)),
                    None if ready != Ready::Input => break,
                    None => {}
                }
                let mut byte = [0];
                match self.input.read(&mut byte) {
                    Ok(0) | Err(_) if line.is_empty() => return Ok(Heard::Ended),
                    Ok(0) | Err(_) => return Ok(Heard::Line(as_line(&line))),
                    Ok(_) if byte == *b"\n" => return Ok(Heard::Line(as_line(&line))),
                    Ok(_) if line.len() < MAX_LINE => line.extend_from_slice(&byte),
                    Ok(_) => {}
                }
            }
        }
    }
}

impl Person for Lines {
    fn say(&mut self, text: &str) -> Result<(), TermError> {
        // What is said here was made harmless where it was put together; this is the last gate.
        let text = text::without_controls(text);
        let written = match &mut self.output {
            Output::Terminal(device) => {
                let columns = tcgetwinsize(&*device).map_or(0, |size| usize::from(size.ws_col));
                let text = if columns < LEAST_COLUMNS { text } else { text::break_lines(&text, columns) };
                device.write_all(text.as_bytes())
            }
            Output::Stderr => io::stderr().write_all(text.as_bytes()),
        };
        written.map_err(TermError::Terminal)
    }

    fn hear(
        &mut self,
        prompt: &str,
        privacy: Privacy,
        patience: &mut dyn FnMut() -> Patience,
    ) -> Result<Heard, TermError> {
        if privacy == Privacy::Open || !isatty(&self.input) {
            self.say(prompt)?;
            return self.read_line(patience);
        }
        let quiet = change(&self.input, ("", ""), |modes| modes.local_modes.remove(LocalModes::ECHO));
        let quiet = quiet.map_err(TermError::Terminal)?;
        // Whoever sees the prompt may type at once.
        self.say(prompt)?;
        let heard = self.read_line(patience);
        drop(quiet);
        // The line end was not echoed either.
        self.say("\n")?;
        heard
    }
}
