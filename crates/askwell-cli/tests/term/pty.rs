//! A program on a terminal of its own: keys go in, and what is on the screen can be waited for.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Long enough for a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// When screens are written anew, a screen is taken for final if nothing has changed for so long.
const REST: Duration = Duration::from_millis(700);

pub(crate) struct Tty {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Seen>,
}

struct Seen {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    /// Everything that was ever written.
    raw: Vec<u8>,
    ended: bool,
}

/// The program, ready to run on a terminal in this folder.
pub(crate) fn askwell(folder: &Path, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_askwell"));
    command.args(arguments);
    in_folder(command, folder)
}

/// A shell on a terminal, with the program at hand as `$ASKWELL`.
pub(crate) fn shell(folder: &Path, script: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", script]);
    command.env("ASKWELL", env!("CARGO_BIN_EXE_askwell"));
    in_folder(command, folder)
}

fn in_folder(mut command: CommandBuilder, folder: &Path) -> CommandBuilder {
    command.cwd(folder);
    for variable in
        ["NO_COLOR", "ACCESSIBLE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANGUAGE", "COLUMNS", "LINES"]
    {
        command.env_remove(variable);
    }
    command.env("TERM", "xterm");
    command.env("LANG", "C.UTF-8");
    command
}

impl Tty {
    pub(crate) fn start(command: CommandBuilder, (columns, rows): (u16, u16)) -> Tty {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let state =
            State { parser: vt100::Parser::new(some(rows), some(columns), 0), raw: Vec::new(), ended: false };
        let seen = Arc::new(Seen { state: Mutex::new(state), changed: Condvar::new() });
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                let mut state = shared.state.lock().unwrap();
                if read == 0 {
                    state.ended = true;
                    shared.changed.notify_all();
                    return;
                }
                state.parser.process(&bytes[..read]);
                state.raw.extend_from_slice(&bytes[..read]);
                shared.changed.notify_all();
            }
        });
        Tty { master: pair.master, writer, child, seen }
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    pub(crate) fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.seen.state.lock().unwrap().parser.screen_mut().set_size(some(rows), some(columns));
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).unwrap();
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Sends a signal, by its short name.
    pub(crate) fn signal(&self, name: &str) {
        let sent =
            std::process::Command::new("/bin/kill").args(["-s", name, &self.pid().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait_until(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut state = self.seen.state.lock().unwrap();
        while !wanted(state.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !state.ended,
                "waited for {what}:\n{}",
                picture(state.parser.screen())
            );
            state = self.seen.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the countdown shows that so many minutes are left, or a few fewer: a busy machine takes its time.
    pub(crate) fn wait_for_countdown(&self, minutes: u32) {
        self.wait_until(&format!("a countdown from {minutes} minutes"), |screen| {
            (minutes - 4..=minutes).any(|left| screen.contents().contains(&format!(" {left}:")))
        });
    }

    /// Waits until the screen is the one in the file of this name.
    ///
    /// To write the files anew after a change: `ASKWELL_UPDATE_SCREENS=1 cargo test -p askwell-cli --test term`.
    pub(crate) fn wait_for_screen(&self, name: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/term/screens/{name}.txt"));
        if std::env::var_os("ASKWELL_UPDATE_SCREENS").is_some() {
            let mut state = self.seen.state.lock().unwrap();
            loop {
                let (next, timeout) = self.seen.changed.wait_timeout(state, REST).unwrap();
                state = next;
                if timeout.timed_out() {
                    break;
                }
            }
            std::fs::write(&path, picture(state.parser.screen())).unwrap();
            return;
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        self.wait_until(&format!("screen {name}:\n{expected}\nbut saw"), |screen| {
            picture(screen) == expected
        });
    }

    pub(crate) fn raw(&self) -> Vec<u8> {
        self.seen.state.lock().unwrap().raw.clone()
    }

    /// Waits for the end, and gives every byte that was written.
    pub(crate) fn finish_raw(self) -> (ExitStatus, String) {
        let seen = Arc::clone(&self.seen);
        let (status, _) = self.finish();
        let raw = String::from_utf8_lossy(&seen.state.lock().unwrap().raw).into_owned();
        (status, raw)
    }

    /// Waits for the end, and gives what is on the screen then.
    pub(crate) fn finish(mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let mut state = self.seen.state.lock().unwrap();
        while !state.ended {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let screen = picture(state.parser.screen());
                self.child.kill().unwrap();
                assert!(screen.is_empty(), "it does not end:\n{screen}");
            }
            state = self.seen.changed.wait_timeout(state, left).unwrap().0;
        }
        let screen = state.parser.screen().contents();
        drop(state);
        (self.child.wait().unwrap(), screen)
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // A test that failed must not leave a process behind.
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            let _ = self.child.kill();
        }
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// Runs a program until it has said something, then takes its terminal away, and gives how it ended.
pub(crate) fn hang_up_after(command: CommandBuilder, text: &str) -> ExitStatus {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut parser = vt100::Parser::new(some(24), some(80), 0);
    let mut bytes = [0; 4096];
    while !parser.screen().contents().contains(text) {
        let read = reader.read(&mut bytes).unwrap();
        parser.process(&bytes[..read]);
    }
    drop((reader, pair.master));
    child.wait().unwrap()
}

/// Asserts that nothing but lines and styles was written to a terminal: no other control character, and nothing that
/// hides or turns text around.
pub(crate) fn assert_harmless(raw: &str) {
    let mut rest = raw.to_owned();
    while let Some(start) = rest.find("\u{1b}[") {
        let parameters = rest[start + 2..].find(|c: char| c != ';' && !c.is_ascii_digit());
        let end = start + 2 + parameters.unwrap();
        assert_eq!(&rest[end..=end], "m", "an escape that is no style: {raw:?}");
        rest.replace_range(start..=end, "");
    }
    let rest = rest.replace("\r\n", "\n");
    let harmful = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    assert_eq!(rest.chars().find(|&c| harmful(c)), None, "{raw:?}");
}

/// The screen as text, with where the cursor is.
fn picture(screen: &vt100::Screen) -> String {
    let (_, columns) = screen.size();
    let rows: Vec<String> = screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
    let cursor = match (screen.hide_cursor(), screen.cursor_position()) {
        (true, _) => "no cursor".to_owned(),
        (false, (row, column)) => format!("cursor at column {}, row {}", column + 1, row + 1),
    };
    format!("{}\n--- {cursor}\n", rows.join("\n"))
}
