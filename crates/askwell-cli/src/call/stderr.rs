//! Shows the standard error of a server process as safe lines, never while a question is on the
//! screen.

use std::io::{self, BufRead as _, BufReader, PipeReader, PipeWriter, Read as _, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::console::Console;

/// A longer line is shown in parts.
const LONGEST_LINE: u64 = 8 << 10;

/// Limit of lines kept while a question is on the screen. The newest are shown.
const MOST_HELD: usize = 200;

/// How long to wait for the last lines after the server has exited: a process that it started may
/// keep the pipe open.
const LAST_LINES: Duration = Duration::from_secs(1);

/// Forwards a server's standard error to the console.
pub(super) struct ServerStderr {
    /// The write end for the server. Forwarding ends when every copy is closed.
    pub(super) pipe: PipeWriter,
    pub(super) end: LinesEnd,
}

/// Signals that the last line has been shown.
pub(super) struct LinesEnd(Receiver<()>);

impl ServerStderr {
    /// Starts to show lines. Holds them back while `is_asking` returns true.
    pub(super) fn start(
        console: Console,
        is_asking: impl Fn() -> bool + Send + 'static,
    ) -> Result<ServerStderr> {
        let (reader, pipe) = pipe().context("cannot make a pipe for the server")?;
        let (running, ended) = channel();
        std::thread::spawn(move || {
            // A read error ends the lines like their end does.
            let _ = show(reader, console, is_asking);
            drop(running);
        });
        Ok(ServerStderr { pipe, end: LinesEnd(ended) })
    }
}

impl LinesEnd {
    /// Waits until the last line is shown, for a moment at most.
    pub(super) fn wait(self) {
        let _ = self.0.recv_timeout(LAST_LINES);
    }
}

fn show(reader: PipeReader, console: Console, is_asking: impl Fn() -> bool) -> io::Result<()> {
    let mut reader = BufReader::new(reader);
    let mut held: Vec<String> = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let ended = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0;
        if !ended {
            held.push(String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
        }
        if ended || !is_asking() {
            held.drain(..).for_each(|line| console.print_report(&line));
        } else if held.len() > MOST_HELD {
            held.remove(0);
        }
        if ended {
            return Ok(());
        }
    }
}
