//! Defers the signals that end a program while it uses the terminal.
//!
//! While a [`SignalWatch`] or a [`SignalDeferral`] lives, signals only set a flag and wake the
//! waiting thread; at other times they have their default effect. The handlers stay installed,
//! because removing one would leave the signal without any effect.

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
    /// Set while no signal is deferred: signals have their default effect.
    idle: Arc<AtomicBool>,
    /// How many guards defer signals.
    holders: Mutex<usize>,
    came: [Arc<AtomicBool>; ENDING.len()],
    wake: UnixStream,
}

/// Defers the signals that end a program while it lives, also between two forms.
///
/// For a program that waits for signals itself because it has more to clean up than the terminal.
#[derive(Debug)]
#[must_use = "signals are put off only while it lives"]
pub struct SignalDeferral(());

/// Defers signals until the returned guard is dropped. Call [`deliver_signal`] afterwards to let
/// one take effect.
///
/// # Errors
/// Returns an error if the handlers cannot be installed.
pub fn defer_signals() -> io::Result<SignalDeferral> {
    let handlers = handlers()?;
    let mut holders = handlers.holders.lock().unwrap_or_else(PoisonError::into_inner);
    *holders += 1;
    handlers.idle.store(false, Ordering::SeqCst);
    Ok(SignalDeferral(()))
}

impl Drop for SignalDeferral {
    fn drop(&mut self) {
        if let Ok(handlers) = handlers() {
            handlers.release();
        }
    }
}

impl Handlers {
    /// Removes one guard. Returns whether it was the last one.
    fn release(&self) -> bool {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        *holders = holders.saturating_sub(1);
        self.idle.store(*holders == 0, Ordering::SeqCst);
        *holders == 0
    }

    /// Takes a signal that came since the last call.
    fn take_signal(&self) -> Option<i32> {
        let mut signals = ENDING.iter().zip(&self.came);
        signals.find(|(_, came)| came.swap(false, Ordering::SeqCst)).map(|(signal, _)| *signal)
    }
}

/// Defers signals while it lives and reports them. A signal that was not taken takes effect on
/// drop.
#[derive(Debug)]
pub(crate) struct SignalWatch(());

impl SignalWatch {
    pub(crate) fn begin() -> io::Result<SignalWatch> {
        let defer_signals = defer_signals()?;
        for came in &handlers()?.came {
            came.store(false, Ordering::SeqCst);
        }
        // From here on the watch defers signals in its place.
        std::mem::forget(defer_signals);
        Ok(SignalWatch(()))
    }

    /// Takes a signal that came since the last call.
    pub(crate) fn take_signal(&self) -> Option<i32> {
        handlers().ok()?.take_signal()
    }

    /// Returns a descriptor that is readable after a signal, including a change of the terminal's
    /// size.
    pub(crate) fn wake(&self) -> Option<BorrowedFd<'static>> {
        handlers().ok().map(|handlers| handlers.wake.as_fd())
    }

    /// Drains the descriptor of [`SignalWatch::wake`].
    pub(crate) fn clear_wake(&self) {
        let mut ignored = [0; 64];
        if let Ok(handlers) = handlers() {
            while matches!((&handlers.wake).read(&mut ignored), Ok(1..)) {}
        }
    }
}

impl Drop for SignalWatch {
    fn drop(&mut self) {
        let Ok(handlers) = handlers() else { return };
        if handlers.release()
            && let Some(signal) = handlers.take_signal()
        {
            // It came too late for the form, but not for the program.
            let _ = deliver_signal(signal);
        }
    }
}

/// Gives a deferred signal its default effect. Call it after cleaning up.
///
/// # Errors
/// Returns an error if there is no such signal.
pub fn deliver_signal(signal: i32) -> io::Result<()> {
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
