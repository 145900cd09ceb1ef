//! When a call that waits for a person does something else: tells its client that it is alive, or stops waiting.

use std::time::Duration;

use tokio::time::Instant;

use super::call::Inner;

/// The first progress notification comes this early, so that a client that counts from its call knows soon that the
/// call is alive.
const FIRST: Duration = Duration::from_secs(1);

/// The times at which a waiting call does something. Without a `progressToken` and a limit there are none, and no timer
/// is made.
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
    /// Starts counting now.
    pub(super) fn new(call: &Inner, limit: Option<Duration>) -> Self {
        let every = call.server.ask.settings.progress_every;
        let progress = call.wants_progress().then(|| Instant::now() + every.min(FIRST));
        WaitTimer { progress, every, limit: limit.map(|limit| Instant::now() + limit) }
    }

    /// Waits for the next time to do something; for ever if there is none. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Tick {
        let (at, tick) = match (self.progress, self.limit) {
            (Some(progress), Some(limit)) if progress < limit => (progress, Tick::Progress),
            (Some(progress), None) => (progress, Tick::Progress),
            (_, Some(limit)) => (limit, Tick::Limit),
            (None, None) => return std::future::pending().await,
        };
        tokio::time::sleep_until(at).await;
        if tick == Tick::Progress {
            self.progress = Some(at + self.every);
        }
        tick
    }
}

/// Waits for something at most so long, and sends progress meanwhile.
pub(super) async fn at_most<T>(call: &Inner, limit: Duration, work: impl Future<Output = T>) -> Option<T> {
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
