//! Signals that end a call: the server is shut down first, also while a question is shown.

use std::io;

use askwell_term::SignalDeferral;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signal of Ctrl-C.
pub(super) const INTERRUPT: i32 = SignalKind::interrupt().as_raw_value();

/// Waits for signals. They have no default effect while it lives.
#[derive(Debug)]
pub(super) struct Signals {
    interrupt: Signal,
    quit: Signal,
    terminate: Signal,
    hangup: Signal,
    _put_off: SignalDeferral,
}

impl Signals {
    /// Starts to wait. Must be called within a runtime.
    pub(super) fn start() -> io::Result<Self> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            _put_off: askwell_term::defer_signals()?,
        })
    }

    /// Waits for the next signal.
    pub(super) async fn next(&mut self) -> i32 {
        let kind = tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.quit.recv() => SignalKind::quit(),
            _ = self.terminate.recv() => SignalKind::terminate(),
            _ = self.hangup.recv() => SignalKind::hangup(),
        };
        kind.as_raw_value()
    }

    /// Waits for the next signal that asks to exit immediately. A hang-up does not: the terminal's
    /// input reports it as well, so the signal may be the same event.
    pub(super) async fn next_urgent(&mut self) -> i32 {
        loop {
            let signal = self.next().await;
            if signal != SignalKind::hangup().as_raw_value() {
                return signal;
            }
        }
    }
}
