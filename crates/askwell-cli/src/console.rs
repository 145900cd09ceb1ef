//! The only module that writes to stdout and stderr.
//!
//! Reports for people go to stderr, data goes to stdout. Every method makes untrusted text safe:
//! control characters, bidirectional controls and invisible characters become `�`, or escapes in
//! JSON. The lints in this crate's `clippy.toml` forbid every other way to print, so that no text
//! of a server, a service or a file reaches a terminal unchanged.
//!
//! Colours are for terminals: `NO_COLOR` and `--color` are respected. A closed pipe (`| head`) is
//! no error.
#![expect(clippy::disallowed_methods, reason = "this module is the one that may open stdout and stderr")]

mod log;

use std::io::{self, IsTerminal as _, Write as _};
use std::panic::PanicHookInfo;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, Result};

use crate::safe_text;

pub(crate) use self::log::{json_log, text_log};

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::BrightRed.on_default().bold();
const GREEN: Style = AnsiColor::BrightGreen.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// After this time a progress message is printed.
pub(crate) const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// Writes to stdout and stderr.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    color: ColorChoice,
}

impl Console {
    pub(crate) fn new(color: clap::ColorChoice) -> Self {
        let color = match color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        Console { color }
    }

    /// Returns whether colours are forced on or off, or `None` if the terminal decides.
    pub(crate) fn wants_colour(&self) -> Option<bool> {
        match self.color {
            ColorChoice::Always | ColorChoice::AlwaysAnsi => Some(true),
            ColorChoice::Never => Some(false),
            ColorChoice::Auto => None,
        }
    }

    /// Returns whether stderr is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Returns the number of columns of stderr, if it is a terminal that says so.
    pub(crate) fn width(&self) -> Option<usize> {
        let size = rustix::termios::tcgetwinsize(io::stderr()).ok()?;
        (size.ws_col > 0).then_some(size.ws_col.into())
    }

    /// Writes lines to stderr. Write errors are ignored, because they cannot be reported.
    pub(crate) fn print_report(&self, text: &str) {
        self.write_report(&safe_text::lines(text));
    }

    /// Writes text with the program's own styles to stderr.
    ///
    /// `plain` is the same text without styles. If it contains an unsafe character, it is made safe
    /// and written in place of `styled`, in which the program's own escape sequences cannot be told
    /// apart.
    pub(crate) fn print_styled_report(&self, plain: &str, styled: &str) {
        if safe_text::lines(plain) == plain {
            self.write_report(styled);
        } else {
            self.print_report(plain);
        }
    }

    pub(crate) fn error(&self, message: &str) {
        let message = safe_text::paragraph(message);
        self.write_report(&format!("{RED}error{RED:#}{BOLD}: {message}{BOLD:#}"));
    }

    pub(crate) fn warning(&self, message: &str) {
        let message = safe_text::paragraph(message);
        self.write_report(&format!("{YELLOW}warning{YELLOW:#}{BOLD}: {message}{BOLD:#}"));
    }

    /// Writes the final line of a success.
    pub(crate) fn success(&self, message: &str) {
        self.write_report(&format!("{GREEN}{}{GREEN:#}", safe_text::paragraph(message)));
    }

    /// Writes the final line of a failure.
    pub(crate) fn failure(&self, message: &str) {
        self.write_report(&format!("{RED}{}{RED:#}", safe_text::paragraph(message)));
    }

    /// Reports a panic as an error. A panic message can quote untrusted text.
    pub(crate) fn report_panic(&self, panic: &PanicHookInfo<'_>) {
        let trace = std::backtrace::Backtrace::capture();
        let traced = trace.status() == std::backtrace::BacktraceStatus::Captured;
        let trace = if traced { format!("\n{trace}") } else { String::new() };
        self.error(&format!("the program failed: {panic}{trace}"));
    }

    /// Writes text for people to stdout, made safe.
    pub(crate) fn print_text(&self, text: &str) -> Result<()> {
        write_stdout(safe_text::lines(text).as_bytes())
    }

    /// Writes text with the program's own styles to stdout, like [`Console::print_styled_report`].
    pub(crate) fn print_styled(&self, plain: &str, styled: &str) -> Result<()> {
        if safe_text::lines(plain) != plain {
            return self.print_text(plain);
        }
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        let written = stdout.write_all(styled.as_bytes()).and_then(|()| stdout.flush());
        finish(written)
    }

    /// Writes a JSON document to stdout. Unsafe characters are escaped, which means the same to a
    /// program.
    pub(crate) fn print_json(&self, json: &str) -> Result<()> {
        write_stdout(safe_text::json(json).as_bytes())
    }

    /// Writes data to stdout: unchanged into a pipe or a file, made safe on a terminal.
    pub(crate) fn print_data(&self, data: &[u8]) -> Result<()> {
        if io::stdout().is_terminal() {
            return self.print_text(&String::from_utf8_lossy(data));
        }
        write_stdout(data)
    }

    /// The only place that writes to stderr. The text is safe already.
    fn write_report(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(stderr, "{text}");
    }
}

/// Returns stdout for a protocol of JSON messages, in which all control characters are escaped.
pub(crate) fn protocol_output() -> tokio::io::Stdout {
    tokio::io::stdout()
}

fn write_stdout(data: &[u8]) -> Result<()> {
    let mut stdout = io::stdout().lock();
    finish(stdout.write_all(data).and_then(|()| stdout.flush()))
}

/// A closed pipe is no error.
fn finish(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to stdout")
        }
        _ => Ok(()),
    }
}
