//! Signals that end a call: the server is left in good order first, whether a question is up or not.

use std::io;

use askwell_term::SignalDeferral;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a shell calls Ctrl-C.
pub(super) const INTERRUPT: i32 = SignalKind::interrupt().as_raw_value();

/// Waits for signals. While it lives they have no effect of their own.
#[derive(Debug)]
pub(super) struct Signals {
    interrupt: Signal,
    quit: Signal,
    terminate: Signal,
    hangup: Signal,
    _put_off: SignalDeferral,
}

impl Signals {
    /// Begins to wait; within a runtime only.
    pub(super) fn expect() -> io::Result<Self> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            _put_off: askwell_term::defer_signals()?,
        })
    }

    /// The next one.
    pub(super) async fn next(&mut self) -> i32 {
        let kind = tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.quit.recv() => SignalKind::quit(),
            _ = self.terminate.recv() => SignalKind::terminate(),
            _ = self.hangup.recv() => SignalKind::hangup(),
        };
        kind.as_raw_value()
    }

    /// The next one that means at once. A hang-up does not: a terminal that goes away is noticed by its input as well,
    /// and then its signal is the same news told again.
    pub(super) async fn hurry(&mut self) -> i32 {
        loop {
            let signal = self.next().await;
            if signal != SignalKind::hangup().as_raw_value() {
                return signal;
            }
        }
    }
}
