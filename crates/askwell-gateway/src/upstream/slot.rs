//! The place of one server in a client's link: connects when it is needed, and again after a crash,
//! with growing pauses.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_mcp::client::ConnectError;
use askwell_mcp::wire::{Era, Limits};
use parking_lot::RwLock;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::handshake::{self, Hello};
use super::{ServerEvents, Upstream};
use crate::spec::ServerSpec;

/// The first pause before a server that failed twice is tried again, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
/// A connection that lasted this long was sound: the next failure counts as the first.
const SOUND_AFTER: Duration = Duration::from_secs(60);

/// The place of one server in a client's link.
pub(crate) struct ServerSlot {
    pub(crate) spec: Arc<ServerSpec>,
    /// The connection, for the frequent case that there is one.
    current: RwLock<Option<Arc<Upstream>>>,
    restart: Mutex<RestartState>,
    /// Locked while the connection is being closed.
    closing: Mutex<()>,
    /// The era that the server is known to speak: 0 unknown, 1 legacy, 2 modern.
    known_era: AtomicU8,
}

#[derive(Default)]
struct RestartState {
    failures: u32,
    connected_at: Option<Instant>,
    not_before: Option<Instant>,
    last_error: Option<ConnectError>,
}

/// The reason why a server cannot be used now.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum SlotError {
    #[error("the server `{server}` cannot be reached: {error}")]
    Connect {
        server: Arc<str>,
        #[source]
        error: ConnectError,
    },
    #[error("the server `{server}` failed {failures} times in a row and is tried again in {seconds} s{}", last.as_ref().map(|error| format!(": {error}")).unwrap_or_default())]
    Paused { server: Arc<str>, failures: u32, seconds: u64, last: Option<ConnectError> },
}

impl ServerSlot {
    pub(crate) fn new(spec: Arc<ServerSpec>) -> Self {
        ServerSlot {
            spec,
            current: RwLock::default(),
            restart: Mutex::default(),
            closing: Mutex::default(),
            known_era: AtomicU8::new(0),
        }
    }

    /// Returns the connection if there is one.
    pub(crate) fn current(&self) -> Option<Arc<Upstream>> {
        self.current.read().clone().filter(|upstream| !upstream.is_closed())
    }

    /// Returns the connection; connects first if there is none.
    pub(crate) async fn connection(
        &self,
        hello: &Hello,
        events: Weak<dyn ServerEvents>,
        limits: Limits,
    ) -> Result<Arc<Upstream>, SlotError> {
        if let Some(upstream) = self.current() {
            return Ok(upstream);
        }
        let mut restart = self.restart.lock().await;
        if let Some(upstream) = self.current() {
            return Ok(upstream);
        }
        let now = Instant::now();
        if let Some(connected) = restart.connected_at.take() {
            // It was there and is gone: a crash.
            restart.failures = if now - connected > SOUND_AFTER { 1 } else { restart.failures + 1 };
            restart.not_before = pause(restart.failures).map(|pause| now + pause);
            tracing::warn!(server = &*self.spec.name, failures = restart.failures, "the server is gone");
        }
        if let Some(not_before) = restart.not_before.filter(|not_before| *not_before > now) {
            return Err(SlotError::Paused {
                server: Arc::clone(&self.spec.name),
                failures: restart.failures,
                seconds: (not_before - now).as_secs() + 1,
                last: restart.last_error.clone(),
            });
        }
        let era = match self.known_era.load(Ordering::Relaxed) {
            1 => Era::Legacy,
            2 => Era::Modern,
            _ => hello.era,
        };
        match handshake::connect(&self.spec, hello, era, events, limits).await {
            Ok(upstream) => {
                if upstream.era() != hello.era {
                    let era = if upstream.era() == Era::Legacy { 1 } else { 2 };
                    self.known_era.store(era, Ordering::Relaxed);
                }
                restart.connected_at = Some(Instant::now());
                restart.not_before = None;
                restart.last_error = None;
                *self.current.write() = Some(Arc::clone(&upstream));
                Ok(upstream)
            }
            Err(error) => {
                restart.failures += 1;
                restart.not_before = pause(restart.failures).map(|pause| Instant::now() + pause);
                restart.last_error = Some(error.clone());
                tracing::warn!(server = &*self.spec.name, %error, "the server cannot be reached");
                Err(SlotError::Connect { server: Arc::clone(&self.spec.name), error })
            }
        }
    }

    /// Closes the connection in good order. Waits until it is closed, also if another task closes it.
    pub(crate) async fn close(&self) {
        let _closing = self.closing.lock().await;
        let upstream = self.current.write().take();
        if let Some(upstream) = upstream {
            upstream.close().await;
        }
    }
}

/// Returns the pause after a number of failures; none after the first.
fn pause(failures: u32) -> Option<Duration> {
    let doublings = failures.checked_sub(2)?;
    Some(BACKOFF.0.saturating_mul(2_u32.saturating_pow(doublings)).min(BACKOFF.1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::pause;

    #[test]
    fn pauses_grow_from_none_to_a_minute() {
        let pauses: Vec<_> = (1..=9).map(|failures| pause(failures).map(|pause| pause.as_secs())).collect();
        let expected = [None, Some(1), Some(2), Some(4), Some(8), Some(16), Some(32), Some(60), Some(60)];
        assert_eq!(pauses, expected);
        assert_eq!(pause(u32::MAX), Some(Duration::from_secs(60)));
    }
}
