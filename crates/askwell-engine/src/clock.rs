//! Sources of time. Tests use their own.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use askwell_lifecycle::Timestamp;

/// A source of time.
pub trait Clock: Debug + Send + Sync + 'static {
    /// Returns the current time.
    fn now(&self) -> Timestamp;

    /// Returns the time since a fixed moment. It never decreases, and setting the wall clock does not change
    /// it. The default follows [`Clock::now`], which suits clocks that are never set.
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.now().as_millis())
    }

    /// Waits until `deadline`. May return early, so callers check the time again.
    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// The longest sleep without checking the wall clock again, as it can be set.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    fn elapsed(&self) -> Duration {
        static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
        STARTED.elapsed()
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let left = self.now().until(deadline).min(LONGEST_SLEEP);
        Box::pin(tokio::time::sleep(left))
    }
}
