//! Reading and writing lines: the interface between plain mode and a terminal or a pipe.

use std::io::{BufRead, Write};

use zeroize::Zeroizing;

use crate::asker::WaitStatus;
use crate::outcome::TermError;

/// Whether typed characters are echoed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    /// Typed characters are visible.
    Visible,
    /// Typed characters are hidden.
    Hidden,
}

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineInput {
    /// A line without its line end.
    Line(Zeroizing<String>),
    /// An answer is no longer wanted.
    TooLate(WaitStatus),
    /// The person interrupted with Ctrl-C.
    Interrupted,
    /// The input has ended.
    EndOfInput,
}

/// What to do while waiting for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitAction {
    /// Continue to wait.
    Continue,
    /// Print a text and continue to wait.
    Print(String),
    /// Stop waiting.
    Stop(WaitStatus),
}

/// A line-based channel to a person.
pub trait LineIo {
    /// Writes a text. Line ends are part of the text.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    fn write(&mut self, text: &str) -> Result<(), TermError>;

    /// Writes `prompt` and waits for a line. Calls `wait_action` about once a second to learn
    /// whether to wait on. With [`Echo::Hidden`], echo is off before the prompt appears.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    fn read_line(
        &mut self,
        prompt: &str,
        echo: Echo,
        wait_action: &mut dyn FnMut() -> WaitAction,
    ) -> Result<LineInput, TermError>;
}

/// Lines over any reader and writer. Reading a line blocks and cannot be interrupted.
#[derive(Debug)]
pub struct PipedLines<R, W> {
    /// Source of the lines.
    pub input: R,
    /// Where questions are written.
    pub output: W,
}

impl<R: BufRead, W: Write> LineIo for PipedLines<R, W> {
    fn write(&mut self, text: &str) -> Result<(), TermError> {
        self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()).map_err(TermError::Terminal)
    }

    fn read_line(
        &mut self,
        prompt: &str,
        _privacy: Echo,
        wait_action: &mut dyn FnMut() -> WaitAction,
    ) -> Result<LineInput, TermError> {
        self.write(prompt)?;
        match wait_action() {
            WaitAction::Continue => {}
            WaitAction::Print(text) => self.write(&text)?,
            WaitAction::Stop(waiting) => return Ok(LineInput::TooLate(waiting)),
        }
        let mut bytes = Zeroizing::new(Vec::new());
        self.input.read_until(b'\n', &mut bytes).map_err(TermError::Terminal)?;
        Ok(if bytes.is_empty() { LineInput::EndOfInput } else { LineInput::Line(as_line(&bytes)) })
    }
}

/// Returns a line without its line end. Bytes that are not UTF-8 become `�`.
pub(crate) fn as_line(bytes: &[u8]) -> Zeroizing<String> {
    let mut line = Zeroizing::new(String::from_utf8_lossy(bytes).into_owned());
    let length = line.trim_end_matches(['\n', '\r']).len();
    line.truncate(length);
    line
}
