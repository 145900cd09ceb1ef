//! The real terminal: opened even when stdin and stdout are pipes, taken over, and given back as it was.
//!
//! It is given back on every way out: at the end, on an error, on a panic, on a signal. Whoever takes it over gets a
//! guard; the guard, and the panic hook, put back what [`SAVED`] holds.

pub(crate) mod frames;
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

use self::keys::Parser;
use self::signals::Watch;
use crate::wizard::key::Key;

/// The terminal that this program belongs to, whatever its streams are.
const DEVICE: &str = "/dev/tty";

/// Alternate screen, bracketed paste.
const ENTER: &str = "\x1b[?1049h\x1b[?2004h";
/// And back, with the cursor shown and no colours left over.
const LEAVE: &str = "\x1b[0m\x1b[?2004l\x1b[?1049l\x1b[?25h";

/// How long the rest of an escape sequence may take to arrive.
const SEQUENCE_TIME: Duration = Duration::from_millis(40);

/// How the terminal was before it was changed.
static SAVED: Mutex<Option<Saved>> = Mutex::new(None);

struct Saved {
    device: File,
    modes: Termios,
    /// What to write besides.
    farewell: &'static str,
}

/// The terminal is changed while this lives.
#[derive(Debug)]
pub(crate) struct Changed(());

impl Drop for Changed {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    let saved = SAVED.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Saved { mut device, modes, farewell }) = saved {
        // A terminal that is gone needs nothing put back. The modes come first: whoever sees that the screen is back
        // may press Ctrl-C, and it must be a signal again.
        let _ = tcsetattr(&device, OptionalActions::Now, &modes);
        let _ = device.write_all(farewell.as_bytes());
    }
}

/// Changes the modes of a terminal until the guard is dropped.
pub(crate) fn change(
    device: &File,
    (greeting, farewell): (&str, &'static str),
    change: impl FnOnce(&mut Termios),
) -> io::Result<Changed> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
    });
    let modes = tcgetattr(device)?;
    let saved = Saved { device: device.try_clone()?, modes: modes.clone(), farewell };
    *SAVED.lock().unwrap_or_else(PoisonError::into_inner) = Some(saved);
    let changed = Changed(());
    let mut modes = modes;
    change(&mut modes);
    tcsetattr(device, OptionalActions::Now, &modes)?;
    let mut writer = device;
    writer.write_all(greeting.as_bytes())?;
    Ok(changed)
}

/// Opens the terminal for reading and writing.
pub(crate) fn open() -> io::Result<File> {
    File::options().read(true).write(true).open(DEVICE)
}

/// What the terminal brings.
#[derive(Debug)]
pub(crate) enum Input {
    Keys(Vec<Key>),
    /// The size may be another, or time has passed.
    Nothing,
    /// A signal; also if the terminal is gone without one.
    Signal(i32),
}

/// A terminal that a full-screen program has to itself.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) device: File,
    /// Put back before signals do what they always do, so that none leaves the terminal half restored.
    changed: Option<Changed>,
    watch: Watch,
    parser: Parser,
}

impl Screen {
    pub(crate) fn take() -> io::Result<Screen> {
        let device = open()?;
        let watch = Watch::begin()?;
        let mut screen = Screen { device, changed: None, watch, parser: Parser::default() };
        screen.resume()?;
        Ok(screen)
    }

    fn resume(&mut self) -> io::Result<()> {
        self.changed = Some(change(&self.device, (ENTER, LEAVE), Termios::make_raw)?);
        Ok(())
    }

    /// Stops the program until it is told to go on, as Ctrl-Z does elsewhere.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        self.changed = None;
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume()
    }

    /// Columns and rows; never none, however the terminal is squeezed.
    pub(crate) fn size(&self) -> (u16, u16) {
        match tcgetwinsize(&self.device) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col, size.ws_row),
            _ => (80, 24),
        }
    }

    /// Waits for something to happen, at most so long.
    pub(crate) fn wait(&mut self, most: Duration) -> io::Result<Input> {
        let most = if self.parser.is_waiting() { SEQUENCE_TIME } else { most };
        let ready = match ready(&self.device, &self.watch, most) {
            Ok(ready) => ready,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ready::Nothing,
            Err(error) => return Err(error),
        };
        if let Some(signal) = self.watch.came() {
            return Ok(Input::Signal(signal));
        }
        match ready {
            Ready::Nothing => Ok(Input::Nothing),
            Ready::TimedOut => Ok(self.parser.flush().map_or(Input::Nothing, |key| Input::Keys(vec![key]))),
            Ready::Input => {
                let mut bytes = Zeroizing::new([0; 4096]);
                let length = match self.device.read(&mut *bytes) {
                    // A terminal that hangs up says so by a signal, too, which may come a moment later.
                    Ok(0) | Err(_) => return Ok(Input::Signal(self.watch.came().unwrap_or(SIGHUP))),
                    Ok(length) => length,
                };
                let keys = self.parser.push(bytes.get(..length).unwrap_or_default());
                bytes.zeroize();
                Ok(Input::Keys(keys))
            }
        }
    }
}

/// What can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ready {
    Input,
    /// A signal came.
    Nothing,
    TimedOut,
}

/// Waits until something can be read, a signal comes, or time is up.
pub(crate) fn ready(input: &File, watch: &Watch, most: Duration) -> io::Result<Ready> {
    let wake = watch.wake().unwrap_or_else(|| input.as_fd());
    let mut descriptors = [PollFd::new(input, PollFlags::IN), PollFd::from_borrowed_fd(wake, PollFlags::IN)];
    let most = Timespec {
        tv_sec: i64::try_from(most.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: most.subsec_nanos().into(),
    };
    poll(&mut descriptors, Some(&most))?;
    let [input, wake] = descriptors.map(|descriptor| !descriptor.revents().is_empty());
    if wake {
        watch.settle();
    }
    Ok(match (input, wake) {
        (true, _) => Ready::Input,
        (false, true) => Ready::Nothing,
        (false, false) => Ready::TimedOut,
    })
}
