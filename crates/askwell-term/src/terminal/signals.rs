//! Signals that end a program, put off while it has the terminal to itself.
//!
//! While a [`Watch`] or a [`PutOff`] lives they only set a flag and wake whoever waits; otherwise they do what they always
//! do. The handlers stay installed, as taking one away would leave the signal without any effect at all.

use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};

/// Signals that end a program.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

static HANDLERS: OnceLock<Result<Handlers, io::ErrorKind>> = OnceLock::new();

struct Handlers {
    /// Nobody puts them off: signals do what they always do.
    idle: Arc<AtomicBool>,
    /// How many put them off.
    holders: Mutex<usize>,
    came: [Arc<AtomicBool>; ENDING.len()],
    wake: UnixStream,
}

/// While it lives, the signals that end a program have no effect of their own, also between two forms: for a program
/// that waits for them itself, as it has more to put in order than a terminal.
#[derive(Debug)]
#[must_use = "signals are put off only while it lives"]
pub struct PutOff(());

/// Puts signals off until what it gives is dropped. Then [`obey`] lets one take effect.
///
/// # Errors
/// If the handlers cannot be installed.
pub fn put_off() -> io::Result<PutOff> {
    let handlers = handlers()?;
    let mut holders = handlers.holders.lock().unwrap_or_else(PoisonError::into_inner);
    *holders += 1;
    handlers.idle.store(false, Ordering::SeqCst);
    Ok(PutOff(()))
}

impl Drop for PutOff {
    fn drop(&mut self) {
        if let Ok(handlers) = handlers() {
            handlers.release();
        }
    }
}

impl Handlers {
    /// One less puts them off; says whether nobody does any more.
    fn release(&self) -> bool {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        *holders = holders.saturating_sub(1);
        self.idle.store(*holders == 0, Ordering::SeqCst);
        *holders == 0
    }

    /// A signal that came since this was last asked.
    fn came(&self) -> Option<i32> {
        let mut signals = ENDING.iter().zip(&self.came);
        signals.find(|(_, came)| came.swap(false, Ordering::SeqCst)).map(|(signal, _)| *signal)
    }
}

/// While it lives, signals are put off and can be asked for. One that nobody has asked for takes effect at its end.
#[derive(Debug)]
pub(crate) struct Watch(());

impl Watch {
    pub(crate) fn begin() -> io::Result<Watch> {
        let put_off = put_off()?;
        for came in &handlers()?.came {
            came.store(false, Ordering::SeqCst);
        }
        // From here on the watch holds in its place.
        std::mem::forget(put_off);
        Ok(Watch(()))
    }

    /// A signal that came since this was last asked.
    pub(crate) fn came(&self) -> Option<i32> {
        handlers().ok()?.came()
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
        let Ok(handlers) = handlers() else { return };
        if handlers.release()
            && let Some(signal) = handlers.came()
        {
            // It came too late for the form, not for the program.
            let _ = obey(signal);
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
    Ok(Handlers { idle, holders: Mutex::new(0), came, wake })
}
