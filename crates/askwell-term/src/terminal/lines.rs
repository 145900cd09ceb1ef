//! Reads and writes lines on the terminal, or over stdin and stderr.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::os::fd::AsFd as _;
use std::time::Duration;

use rustix::termios::{LocalModes, isatty, tcgetwinsize};
use signal_hook::consts::SIGINT;
use zeroize::Zeroizing;

use super::signals::SignalWatch;
use super::{Ready, change_modes, open, ready};
use crate::outcome::TermError;
use crate::plain::line_io::{Echo, LineInput, LineIo, WaitAction, as_line};
use crate::safe_text;

/// How often the waiting status is checked.
const ONE_LOOK: Duration = Duration::from_secs(1);

/// Limit of a line in bytes. No answer is longer, but a wrong file on stdin may be.
const MAX_LINE: usize = 16 << 20;

/// Lines are not broken below this width. A terminal that does not tell its size has no columns.
const LEAST_COLUMNS: usize = 20;

/// Lines from a terminal or a pipe.
#[derive(Debug)]
pub(crate) struct TerminalLines {
    input: File,
    output: Output,
    watch: SignalWatch,
}

#[derive(Debug)]
enum Output {
    Terminal(File),
    Stderr,
}

impl TerminalLines {
    /// Reads from and writes to the terminal.
    pub(crate) fn at_terminal() -> io::Result<TerminalLines> {
        let device = open()?;
        let output = Output::Terminal(device.try_clone()?);
        Ok(TerminalLines { input: device, output, watch: SignalWatch::begin()? })
    }

    /// Reads from stdin and writes to stderr, because stdout is for the answers.
    pub(crate) fn over_pipe() -> io::Result<TerminalLines> {
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(TerminalLines { input, output: Output::Stderr, watch: SignalWatch::begin()? })
    }

    /// Reads a line byte by byte, as a shell does: the bytes after it may be for another program.
    fn read_bytes(&mut self, wait_action: &mut dyn FnMut() -> WaitAction) -> Result<LineInput, TermError> {
        let mut line = Zeroizing::new(Vec::with_capacity(256));
        loop {
            match wait_action() {
                WaitAction::Continue => {}
                WaitAction::Print(text) => self.write(&text)?,
                WaitAction::Stop(waiting) => return Ok(LineInput::TooLate(waiting)),
            }
            loop {
                let ready = match ready(&self.input, &self.watch, ONE_LOOK) {
                    Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                        return Err(TermError::Terminal(error));
                    }
                    Err(_) => Ready::Nothing,
                    Ok(ready) => ready,
                };
                match self.watch.take_signal() {
                    Some(SIGINT) => return Ok(LineInput::Interrupted),
                    Some(signal) => return Err(TermError::Interrupted(signal)),
                    None if ready != Ready::Input => break,
                    None => {}
                }
                let mut byte = [0];
                match self.input.read(&mut byte) {
                    Ok(0) | Err(_) if line.is_empty() => return Ok(LineInput::EndOfInput),
                    Ok(0) | Err(_) => return Ok(LineInput::Line(as_line(&line))),
                    Ok(_) if byte == *b"\n" => return Ok(LineInput::Line(as_line(&line))),
                    Ok(_) if line.len() < MAX_LINE => line.extend_from_slice(&byte),
                    Ok(_) => {}
                }
            }
        }
    }
}

impl LineIo for TerminalLines {
    fn write(&mut self, text: &str) -> Result<(), TermError> {
        // The text was made safe where it was composed; this is the last check.
        let text = safe_text::without_controls(text);
        let written = match &mut self.output {
            Output::Terminal(device) => {
                let columns = tcgetwinsize(&*device).map_or(0, |size| usize::from(size.ws_col));
                let text =
                    if columns < LEAST_COLUMNS { text } else { safe_text::break_lines(&text, columns) };
                device.write_all(text.as_bytes())
            }
            Output::Stderr => io::stderr().write_all(text.as_bytes()),
        };
        written.map_err(TermError::Terminal)
    }

    fn read_line(
        &mut self,
        prompt: &str,
        echo: Echo,
        wait_action: &mut dyn FnMut() -> WaitAction,
    ) -> Result<LineInput, TermError> {
        if echo == Echo::Visible || !isatty(&self.input) {
            self.write(prompt)?;
            return self.read_bytes(wait_action);
        }
        let no_echo = change_modes(&self.input, ("", ""), |modes| modes.local_modes.remove(LocalModes::ECHO));
        let no_echo = no_echo.map_err(TermError::Terminal)?;
        // Echo is off before the prompt: a person may type as soon as they see it.
        self.write(prompt)?;
        let line = self.read_bytes(wait_action);
        drop(no_echo);
        // The line end was not echoed either.
        self.write("\n")?;
        line
    }
}
