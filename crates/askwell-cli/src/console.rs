//! The only way to write to stdout and stderr.
//!
//! Reports for people go to stderr, data goes to stdout. Every method makes foreign text harmless: control
//! characters, bidirectional controls and invisible characters become `�`, or escapes in JSON. The lints in this
//! crate's `clippy.toml` forbid every other way to print, so that no text of a server, a service or a file reaches
//! a terminal unchanged.
//!
//! Colours are for terminals: `NO_COLOR` and `--color` are respected. A reader that has gone away (`| head`) is
//! no error.
#![expect(clippy::disallowed_methods, reason = "this module is the one that may open stdout and stderr")]

mod log;

use std::io::{self, IsTerminal as _, Write as _};
use std::panic::PanicHookInfo;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, Result};

use crate::shown;

pub(crate) use self::log::{json_log, text_log};

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::BrightRed.on_default().bold();
const GREEN: Style = AnsiColor::BrightGreen.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// Whoever waits longer than this wants to know what for.
pub(crate) const SILENCE: Duration = Duration::from_secs(1);

/// Where a command speaks.
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

    /// Whether colours were asked for or ruled out; nothing, if that is left to the terminal.
    pub(crate) fn wants_colour(&self) -> Option<bool> {
        match self.color {
            ColorChoice::Always | ColorChoice::AlwaysAnsi => Some(true),
            ColorChoice::Never => Some(false),
            ColorChoice::Auto => None,
        }
    }

    /// Whether a person sees stderr as it is written.
    pub(crate) fn is_seen(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Writes lines to stderr. An error while writing is ignored, since there is nowhere to report it.
    pub(crate) fn say(&self, text: &str) {
        self.write_report(&shown::lines(text));
    }

    /// Writes text to stderr that the program has styled itself.
    ///
    /// `plain` is the same text without styles. If it holds anything that could fool a terminal, it is written in
    /// place of `styled`, made harmless: an escape sequence in `styled` is then not known to be the program's own.
    pub(crate) fn say_styled(&self, plain: &str, styled: &str) {
        if shown::lines(plain) == plain {
            self.write_report(styled);
        } else {
            self.say(plain);
        }
    }

    pub(crate) fn error(&self, message: &str) {
        let message = shown::paragraph(message);
        self.write_report(&format!("{RED}error{RED:#}{BOLD}: {message}{BOLD:#}"));
    }

    pub(crate) fn warning(&self, message: &str) {
        let message = shown::paragraph(message);
        self.write_report(&format!("{YELLOW}warning{YELLOW:#}{BOLD}: {message}{BOLD:#}"));
    }

    /// The last line of a good end.
    pub(crate) fn success(&self, message: &str) {
        self.write_report(&format!("{GREEN}{}{GREEN:#}", shown::paragraph(message)));
    }

    /// The last line of a bad end.
    pub(crate) fn failure(&self, message: &str) {
        self.write_report(&format!("{RED}{}{RED:#}", shown::paragraph(message)));
    }

    /// Reports a panic as an error. A panic's message can quote foreign text.
    pub(crate) fn report_panic(&self, panic: &PanicHookInfo<'_>) {
        let trace = std::backtrace::Backtrace::capture();
        let traced = trace.status() == std::backtrace::BacktraceStatus::Captured;
        let trace = if traced { format!("\n{trace}") } else { String::new() };
        self.error(&format!("the program failed: {panic}{trace}"));
    }

    /// Writes text for people to stdout: harmless wherever it goes.
    pub(crate) fn print_text(&self, text: &str) -> Result<()> {
        write_stdout(shown::lines(text).as_bytes())
    }

    /// Writes text to stdout that the program has styled itself, as [`Console::say_styled`] does to stderr.
    pub(crate) fn print_styled(&self, plain: &str, styled: &str) -> Result<()> {
        if shown::lines(plain) != plain {
            return self.print_text(plain);
        }
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        let written = stdout.write_all(styled.as_bytes()).and_then(|()| stdout.flush());
        finish(written)
    }

    /// Writes a JSON document to stdout. What could fool a terminal is escaped, which means the same to a program.
    pub(crate) fn print_json(&self, json: &str) -> Result<()> {
        write_stdout(shown::json(json).as_bytes())
    }

    /// Writes data to stdout: exactly as it is into a pipe or a file, made harmless on a terminal.
    pub(crate) fn print_data(&self, data: &[u8]) -> Result<()> {
        if io::stdout().is_terminal() {
            return self.print_text(&String::from_utf8_lossy(data));
        }
        write_stdout(data)
    }

    /// The only place that writes to stderr; what comes here is harmless already.
    fn write_report(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(stderr, "{text}");
    }
}

/// Stdout for a protocol of JSON messages, in which every control character is escaped.
pub(crate) fn protocol_output() -> tokio::io::Stdout {
    tokio::io::stdout()
}

fn write_stdout(data: &[u8]) -> Result<()> {
    let mut stdout = io::stdout().lock();
    finish(stdout.write_all(data).and_then(|()| stdout.flush()))
}

/// A reader that has gone away is no error.
fn finish(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to stdout")
        }
        _ => Ok(()),
    }
}
