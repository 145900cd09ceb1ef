//! Programs that ask with this library, on a real terminal.
//!
//! A test runs itself again on a terminal of its own; what it does there is in a test beside it, which does nothing
//! otherwise.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

mod mcp_client;
mod panic;

use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const SIZE: (u16, u16) = (100, 30);

/// Says to a test that it is on a terminal, and what to do there.
const TASK: &str = "ON_A_TERMINAL";

/// What this run has to do, if it is one on a terminal.
fn task() -> Option<String> {
    std::env::var(TASK).ok()
}

/// Runs a test on a terminal, between two looks at its modes, and types what is to be typed once something is seen.
fn on_terminal(test: &str, task: &str, folder: &Path, steps: &[(&str, &str)]) -> vt100::Parser {
    let script = format!(
        "before=$(stty -a); \"$PROGRAM\" --exact {test} --nocapture; code=$?; after=$(stty -a); \
         [ \"$before\" = \"$after\" ] && echo SAME MODES, CODE $code"
    );
    let (columns, rows) = SIZE;
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", &script]);
    command.cwd(folder);
    for (name, value) in [(TASK, task), ("TERM", "xterm"), ("LANG", "C.UTF-8"), ("RUST_BACKTRACE", "0")] {
        command.env(name, value);
    }
    command.env("PROGRAM", std::env::current_exe().unwrap());
    for variable in ["ACCESSIBLE", "NO_COLOR", "LC_ALL", "LC_CTYPE"] {
        command.env_remove(variable);
    }
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut keyboard = pair.master.take_writer().unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    let some = |number| NonZero::new(number).unwrap();
    let mut parser = vt100::Parser::new(some(rows), some(columns), 0);
    let mut bytes = [0; 4096];
    let mut steps = steps.iter().peekable();
    while let Ok(read @ 1..) = reader.read(&mut bytes) {
        parser.process(&bytes[..read]);
        while let Some((_, keys)) = steps.next_if(|(seen, _)| parser.screen().contents().contains(seen)) {
            keyboard.write_all(keys.as_bytes()).unwrap();
        }
    }
    child.wait().unwrap();
    assert_eq!(steps.next(), None, "never visited:\n{}", parser.screen().contents());
    parser
}
