//! `askwell call` in a terminal: the expected screens, and the keys that a person presses.

use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::case::ACCEPTED;
use super::process::Program;

/// Wide enough for results to stay on one line.
const SIZE: (u16, u16) = (140, 30);

/// How long something may take to appear. A busy machine starts an interpreter slowly.
const PATIENCE: Duration = Duration::from_secs(120);

/// A text that must appear on the screen, and the keys that follow.
type ScreenStep = (&'static str, &'static str);

/// A call of a tool: how a person answers, and the expected result of the tool.
pub(super) struct TerminalSession {
    pub(super) tool: &'static str,
    pub(super) about: &'static str,
    steps: &'static [ScreenStep],
    result: &'static str,
}

/// Both kinds of question, answered and not. Wrong answers never leave the terminal.
pub(super) const TERMINAL_SESSIONS: [TerminalSession; 4] = [
    TerminalSession {
        tool: "register",
        about: "a form filled in, with mistakes",
        steps: &[
            ("Which project should be registered?", ""),
            ("1 of 4", "h\r"),
            ("must have at least 2 characters", "arbour\r"),
            ("2 of 4", "\x1b[B\r"),
            ("3 of 4", "1000\r"),
            ("must be at most 100", "\x1512\r"),
            ("4 of 4", "person@example.com\r"),
            ("Review", "\r"),
        ],
        result: ACCEPTED,
    },
    TerminalSession {
        tool: "register",
        about: "a form declined",
        steps: &[("F1 help", "\x1b"), ("Leave this form?", "d\r")],
        result: "decline",
    },
    TerminalSession {
        tool: "connect",
        about: "a page agreed to",
        steps: &[
            ("Connect your account.", ""),
            ("Address: https://accounts.example.com/connect?flow=interop", ""),
            ("Host: accounts.example.com", ""),
            ("Open this page? (required)", ""),
            ("Answer:", "y\r"),
            ("Open this page in your browser: https://accounts.example.com/connect?flow=interop", ""),
        ],
        result: "accept",
    },
    TerminalSession {
        tool: "connect",
        about: "a page left alone",
        steps: &[("Open this page? (required)", ""), ("Answer:", "!cancel\r")],
        result: "cancel",
    },
];

impl TerminalSession {
    /// Runs the program on a terminal of its own, and answers what it asks.
    pub(super) fn hold(&self, program: &Program) -> Result<()> {
        let mut terminal = Terminal::start(program)?;
        for (seen, keys) in self.steps {
            terminal.wait_for(seen)?;
            terminal.keyboard.write_all(keys.as_bytes())?;
            terminal.keyboard.flush()?;
        }
        terminal.finish(self.result)
    }
}

/// A program on a terminal.
struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keyboard: Box<dyn std::io::Write + Send>,
    written: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Terminal {
    fn start(program: &Program) -> Result<Terminal> {
        let (columns, rows) = SIZE;
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair =
            native_pty_system().openpty(size).map_err(|error| anyhow::anyhow!("no terminal: {error}"))?;
        let (name, arguments) = program.words().split_first().context("a program has a name")?;
        let mut command = CommandBuilder::new(name);
        command.args(arguments);
        command.env("TERM", "xterm");
        command.env("LANG", "C.UTF-8");
        for variable in ["NO_COLOR", "ACCESSIBLE", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(variable);
        }
        let unusable = |error| anyhow::anyhow!("cannot use the terminal: {error}");
        let child = pair.slave.spawn_command(command).map_err(unusable)?;
        drop(pair.slave);
        let keyboard = pair.master.take_writer().map_err(unusable)?;
        let mut reader = pair.master.try_clone_reader().map_err(unusable)?;
        let (sender, written) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes.get(..read).unwrap_or_default().to_vec()).is_err() {
                    return;
                }
            }
        });
        let (Some(rows), Some(columns)) = (NonZero::new(rows), NonZero::new(columns)) else {
            bail!("no size")
        };
        Ok(Terminal { child, keyboard, written, screen: vt100::Parser::new(rows, columns, 0) })
    }

    fn wait_for(&mut self, text: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while !self.screen.screen().contents().contains(text) {
            match self.written.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => bail!("waited for {text:?}, and saw:\n{}", self.screen.screen().contents()),
            }
        }
        Ok(())
    }

    /// Waits for the end; the last line on the screen is the result.
    fn finish(mut self, result: &str) -> Result<()> {
        loop {
            match self.written.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    bail!("it does not end:\n{}", self.screen.screen().contents());
                }
            }
        }
        let status = self.child.wait()?;
        let contents = self.screen.screen().contents();
        if !status.success() || contents.trim_end().lines().last() != Some(result) {
            bail!("it ended with {status}, and on the screen is:\n{contents}");
        }
        Ok(())
    }
}
