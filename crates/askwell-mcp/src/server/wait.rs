//! Timers of a call that waits for a person: sends progress, and ends the wait.

use std::time::Duration;

use tokio::time::Instant;

use super::call::CallState;

/// When the first progress is sent: early, so that the client knows soon that the call is alive.
const FIRST: Duration = Duration::from_secs(1);

/// The timer of a waiting call. Without a `progressToken` and a limit it never fires.
pub(super) struct WaitTimer {
    progress: Option<Instant>,
    every: Duration,
    limit: Option<Instant>,
}

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tick {
    /// Send progress.
    Progress,
    /// Stop waiting.
    Limit,
}

impl WaitTimer {
    /// Starts the timer.
    pub(super) fn new(call: &CallState, limit: Option<Duration>) -> Self {
        let every = call.server.ask.settings.progress_interval;
        let progress = call.wants_progress().then(|| Instant::now() + every.min(FIRST));
        WaitTimer { progress, every, limit: limit.map(|limit| Instant::now() + limit) }
    }

    /// Waits for the next tick; for ever if there is none. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Tick {
        let (at, tick) = match (self.progress, self.limit) {
            (Some(progress), Some(limit)) if progress < limit => (progress, Tick::Progress),
            (Some(progress), None) => (progress, Tick::Progress),
            (_, Some(limit)) => (limit, Tick::Limit),
            (None, None) => return std::future::pending().await,
        };
        // Boxed: most calls have no timer, and there may be many calls.
        Box::pin(tokio::time::sleep_until(at)).await;
        if tick == Tick::Progress {
            self.progress = Some(at + self.every);
        }
        tick
    }
}

/// Waits for a future at most this long, and sends progress meanwhile.
pub(super) async fn at_most<T>(
    call: &CallState,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    tokio::pin!(work);
    let mut timer = WaitTimer::new(call, Some(limit));
    loop {
        tokio::select! {
            biased;
            done = &mut work => return Some(done),
            tick = timer.next() => match tick {
                Tick::Progress => call.still_waiting(),
                Tick::Limit => return None,
            }
        }
    }
}
