//! The controlling terminal: opens it even when stdin and stdout are pipes, changes its modes and
//! restores them.
//!
//! The modes are restored on every exit: at the end, on an error, on a panic, on a signal.
//! [`change_modes`] returns a guard; the guard and the panic hook restore what [`SAVED`] holds.

pub(crate) mod frame_writer;
pub(crate) mod keys;
pub(crate) mod lines;
pub(crate) mod signals;

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use signal_hook::consts::SIGHUP;
use zeroize::{Zeroize as _, Zeroizing};

use self::keys::KeyParser;
use self::signals::SignalWatch;
use crate::wizard::key::Key;

/// The controlling terminal, independent of the standard streams.
const DEVICE: &str = "/dev/tty";

/// Enters the alternate screen and enables bracketed paste.
const ENTER: &str = "\x1b[?1049h\x1b[?2004h";
/// Resets the style, disables bracketed paste, leaves the alternate screen and shows the cursor.
const LEAVE: &str = "\x1b[0m\x1b[?2004l\x1b[?1049l\x1b[?25h";

/// How long the rest of an escape sequence may take to arrive.
const SEQUENCE_TIME: Duration = Duration::from_millis(40);

/// The state of the terminal before it was changed.
static SAVED: Mutex<Option<SavedTerminal>> = Mutex::new(None);

struct SavedTerminal {
    device: File,
    modes: Termios,
    /// Written after the modes are restored.
    restore_sequence: &'static str,
}

/// Restores the terminal when it is dropped.
#[derive(Debug)]
pub(crate) struct TerminalGuard(());

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    let saved = SAVED.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(SavedTerminal { mut device, modes, restore_sequence }) = saved {
        // A terminal that is gone needs no restoring. The modes come first: a person who sees the
        // normal screen may press Ctrl-C, which must raise a signal again.
        let _ = tcsetattr(&device, OptionalActions::Now, &modes);
        let _ = device.write_all(restore_sequence.as_bytes());
    }
}

/// Changes the modes of a terminal until the guard is dropped. Writes the first sequence now and
/// the second one when the modes are restored.
pub(crate) fn change_modes(
    device: &File,
    (enter_sequence, restore_sequence): (&str, &'static str),
    change: impl FnOnce(&mut Termios),
) -> io::Result<TerminalGuard> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
    });
    let modes = tcgetattr(device)?;
    let saved = SavedTerminal { device: device.try_clone()?, modes: modes.clone(), restore_sequence };
    *SAVED.lock().unwrap_or_else(PoisonError::into_inner) = Some(saved);
    let guard = TerminalGuard(());
    let mut modes = modes;
    change(&mut modes);
    tcsetattr(device, OptionalActions::Now, &modes)?;
    let mut writer = device;
    writer.write_all(enter_sequence.as_bytes())?;
    Ok(guard)
}

/// Opens the controlling terminal for reading and writing.
pub(crate) fn open() -> io::Result<File> {
    File::options().read(true).write(true).open(DEVICE)
}

/// An event from the terminal.
#[derive(Debug)]
pub(crate) enum TerminalEvent {
    Keys(Vec<Key>),
    /// The size may have changed, or the waiting time is over.
    Nothing,
    /// A signal came, or the terminal is gone.
    Signal(i32),
}

/// A terminal in full-screen use.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) device: File,
    /// Dropped before the signal watch, so that no signal leaves the terminal half restored.
    guard: Option<TerminalGuard>,
    watch: SignalWatch,
    parser: KeyParser,
}

impl Screen {
    pub(crate) fn take() -> io::Result<Screen> {
        let device = open()?;
        let watch = SignalWatch::begin()?;
        let mut screen = Screen { device, guard: None, watch, parser: KeyParser::default() };
        screen.resume()?;
        Ok(screen)
    }

    fn resume(&mut self) -> io::Result<()> {
        self.guard = Some(change_modes(&self.device, (ENTER, LEAVE), Termios::make_raw)?);
        Ok(())
    }

    /// Stops the program as Ctrl-Z does in other programs, and restores the screen when it
    /// continues.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        self.guard = None;
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume()
    }

    /// Returns columns and rows; 80 × 24 if the terminal does not tell.
    pub(crate) fn size(&self) -> (u16, u16) {
        match tcgetwinsize(&self.device) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col, size.ws_row),
            _ => (80, 24),
        }
    }

    /// Waits for an event, at most `most`.
    pub(crate) fn wait(&mut self, most: Duration) -> io::Result<TerminalEvent> {
        let most = if self.parser.is_waiting() { SEQUENCE_TIME } else { most };
        let ready = match ready(&self.device, &self.watch, most) {
            Ok(ready) => ready,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ready::Nothing,
            Err(error) => return Err(error),
        };
        if let Some(signal) = self.watch.take_signal() {
            return Ok(TerminalEvent::Signal(signal));
        }
        match ready {
            Ready::Nothing => Ok(TerminalEvent::Nothing),
            Ready::TimedOut => {
                Ok(self.parser.flush().map_or(TerminalEvent::Nothing, |key| TerminalEvent::Keys(vec![key])))
            }
            Ready::Input => {
                let mut bytes = Zeroizing::new([0; 4096]);
                let length = match self.device.read(&mut *bytes) {
                    // The signal of a hang-up may arrive a moment later.
                    Ok(0) | Err(_) => {
                        return Ok(TerminalEvent::Signal(self.watch.take_signal().unwrap_or(SIGHUP)));
                    }
                    Ok(length) => length,
                };
                let keys = self.parser.push(bytes.get(..length).unwrap_or_default());
                bytes.zeroize();
                Ok(TerminalEvent::Keys(keys))
            }
        }
    }
}

/// Why waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ready {
    Input,
    /// A signal came.
    Nothing,
    TimedOut,
}

/// Waits until input is readable, a signal comes, or the time is over.
pub(crate) fn ready(input: &File, watch: &SignalWatch, most: Duration) -> io::Result<Ready> {
    let wake = watch.wake().unwrap_or_else(|| input.as_fd());
    let mut descriptors = [PollFd::new(input, PollFlags::IN), PollFd::from_borrowed_fd(wake, PollFlags::IN)];
    let most = Timespec {
        tv_sec: i64::try_from(most.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: most.subsec_nanos().into(),
    };
    poll(&mut descriptors, Some(&most))?;
    let [input, wake] = descriptors.map(|descriptor| !descriptor.revents().is_empty());
    if wake {
        watch.clear_wake();
    }
    Ok(match (input, wake) {
        (true, _) => Ready::Input,
        (false, true) => Ready::Nothing,
        (false, false) => Ready::TimedOut,
    })
}
