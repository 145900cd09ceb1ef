//! The two ways out: reports on stderr, data on stdout.
//!
//! Colours are for terminals: `NO_COLOR` and `--color` are respected. A reader that has gone away (`| head`) is
//! no error.

use std::io::{self, Write as _};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, Result};

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

    /// Says something on stderr. If nobody can hear it, nobody can be told so either.
    pub(crate) fn say(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(stderr, "{text}");
    }

    pub(crate) fn error(&self, message: &str) {
        self.say(&format!("{RED}error{RED:#}{BOLD}: {message}{BOLD:#}"));
    }

    pub(crate) fn warning(&self, message: &str) {
        self.say(&format!("{YELLOW}warning{YELLOW:#}{BOLD}: {message}{BOLD:#}"));
    }

    /// The last line of a good end.
    pub(crate) fn success(&self, message: &str) {
        self.say(&format!("{GREEN}{message}{GREEN:#}"));
    }

    /// The last line of a bad end.
    pub(crate) fn failure(&self, message: &str) {
        self.say(&format!("{RED}{message}{RED:#}"));
    }

    /// Writes data to stdout.
    pub(crate) fn print(&self, data: &[u8]) -> Result<()> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(data).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("cannot write to stdout")
            }
            _ => Ok(()),
        }
    }
}
