//! Signals that end a program, put off while it has the terminal to itself.
//!
//! While a [`Watch`] lives they only set a flag and wake whoever waits; otherwise they do what they always do. The
//! handlers stay installed, as taking one away would leave the signal without any effect at all.

use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};

/// Signals that end a program.
const ENDING: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

static HANDLERS: OnceLock<Result<Handlers, io::ErrorKind>> = OnceLock::new();

struct Handlers {
    /// Nobody watches: signals do what they always do.
    idle: Arc<AtomicBool>,
    came: [Arc<AtomicBool>; ENDING.len()],
    wake: UnixStream,
}

/// While it lives, signals are put off.
#[derive(Debug)]
pub(crate) struct Watch(());

impl Watch {
    pub(crate) fn begin() -> io::Result<Watch> {
        let handlers = handlers()?;
        for came in &handlers.came {
            came.store(false, Ordering::SeqCst);
        }
        handlers.idle.store(false, Ordering::SeqCst);
        Ok(Watch(()))
    }

    /// A signal that came since this was last asked.
    pub(crate) fn came(&self) -> Option<i32> {
        let handlers = handlers().ok()?;
        let mut signals = ENDING.iter().zip(&handlers.came);
        signals.find(|(_, came)| came.swap(false, Ordering::SeqCst)).map(|(signal, _)| *signal)
    }

    /// Can be read from when a signal came; so it can when the size of the terminal changed.
    pub(crate) fn wake(&self) -> Option<BorrowedFd<'static>> {
        handlers().ok().map(|handlers| handlers.wake.as_fd())
    }

    /// Makes [`Watch::wake`] wait for the next one.
    pub(crate) fn settle(&self) {
        let mut ignored = [0; 64];
        if let Ok(handlers) = handlers() {
            while matches!((&handlers.wake).read(&mut ignored), Ok(1..)) {}
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Ok(handlers) = handlers() {
            handlers.idle.store(true, Ordering::SeqCst);
        }
    }
}

/// Lets a signal that was put off do what it always does: for a program that has put everything in order.
///
/// # Errors
/// If there is no such signal.
pub fn obey(signal: i32) -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal)
}

fn handlers() -> io::Result<&'static Handlers> {
    let handlers = HANDLERS.get_or_init(|| install().map_err(|error| error.kind()));
    handlers.as_ref().map_err(|&kind| io::Error::from(kind))
}

fn install() -> io::Result<Handlers> {
    let (wake, waker) = UnixStream::pair()?;
    wake.set_nonblocking(true)?;
    let idle = Arc::new(AtomicBool::new(true));
    let came = ENDING.map(|_| Arc::new(AtomicBool::new(false)));
    for (signal, came) in ENDING.iter().zip(&came) {
        signal_hook::flag::register_conditional_default(*signal, Arc::clone(&idle))?;
        signal_hook::flag::register(*signal, Arc::clone(came))?;
        signal_hook::low_level::pipe::register(*signal, waker.try_clone()?)?;
    }
    signal_hook::low_level::pipe::register(SIGWINCH, waker)?;
    Ok(Handlers { idle, came, wake })
}
