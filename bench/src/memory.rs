//! The size of the process, and a clock that jumps, for measurements of the engine.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use askwell_engine::Clock;
use askwell_lifecycle::Timestamp;
use tokio::sync::Notify;

/// Bytes of memory in use by this process; 0 where the system does not tell.
pub(crate) fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

/// A clock that stands still until it is told to jump.
#[derive(Debug, Clone, Default)]
pub(crate) struct StepClock(Arc<Steps>);

#[derive(Debug, Default)]
struct Steps {
    millis: AtomicU64,
    moved: Notify,
}

impl StepClock {
    pub(crate) fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.0.millis.fetch_add(by, Ordering::SeqCst);
        self.0.moved.notify_waiters();
    }
}

impl Clock for StepClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(1_700_000_000_000 + self.0.millis.load(Ordering::SeqCst))
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let moved = self.0.moved.notified();
            if self.now() < deadline {
                moved.await;
            }
        })
    }
}
