//! When to tell a client that its call is alive.

use std::time::Duration;

use tokio::time::Instant;

use super::call::Inner;

/// The first progress notification comes this early, so that a client that counts from its call knows soon that the
/// call is alive.
const FIRST: Duration = Duration::from_secs(1);

/// The times at which a waiting call sends progress. Without a `progressToken` there are none.
pub(super) struct Heartbeat {
    next: Option<Instant>,
    every: Duration,
}

impl Heartbeat {
    /// Starts counting now: the first beat comes after a second, or sooner if the pause between beats is shorter.
    pub(super) fn of(call: &Inner) -> Self {
        let every = call.server.settings.progress_every;
        let next = call.wants_progress().then(|| Instant::now() + every.min(FIRST));
        Heartbeat { next, every }
    }

    /// Waits for the next time to send progress; for ever if the client wants none. Dropping the future loses nothing.
    pub(super) async fn beat(&mut self) {
        match self.next {
            Some(next) => {
                tokio::time::sleep_until(next).await;
                self.next = Some(next + self.every);
            }
            None => std::future::pending().await,
        }
    }
}
