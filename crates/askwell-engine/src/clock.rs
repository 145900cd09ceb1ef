//! What time it is, and waiting for it. Tests bring a clock of their own.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use askwell_lifecycle::Timestamp;

/// A source of time.
pub trait Clock: Debug + Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Timestamp;

    /// Returns how long this clock has run since a fixed moment. It never goes back, and stays the same when the wall
    /// clock is set. Unless a clock says otherwise it follows [`Clock::now`], which is right for one that nobody sets.
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.now().as_millis())
    }

    /// Returns at `deadline` or somewhat before: whoever waits looks at the time again.
    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The clock of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// Wall clocks are set, so nobody sleeps for longer than this without looking.
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
