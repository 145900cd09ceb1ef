//! A clock that follows the time of the tokio runtime, which a test can pause.
//!
//! With `#[tokio::test(start_paused = true)]` tokio advances its time when all tasks wait.
//! Deadlines of an engine with this clock pass in order, together with all other timers of the
//! runtime.
//!
//! ```
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
//! # runtime.block_on(async {
//! use askwell_engine::{Ask, Engine};
//! use askwell_lifecycle::{Actor, Outcome, Surface};
//! use askwell_testkit::{forms, paused_clock::PausedClock};
//!
//! let engine = Engine::builder().clock(PausedClock::new()).start();
//! let client = Actor::client("tests", Surface::Library);
//! let asked = engine.create(&client, Ask::form(forms::minimal())).await.unwrap();
//! assert_eq!(engine.wait(&client, asked.id).await, Ok(Outcome::TimedOut));
//! # });
//! ```

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use askwell_engine::Clock;
use askwell_lifecycle::Timestamp;
use tokio::time::Instant;

/// The start of the clock, in 2027.
const START: Timestamp = Timestamp::from_millis(1_800_000_000_000);

/// A clock that follows the time of the tokio runtime. Clones show the same time.
#[derive(Debug, Clone, Copy)]
pub struct PausedClock {
    started: Instant,
}

impl PausedClock {
    /// Creates a clock that starts now, at a moment in 2027. Must be called within the runtime.
    #[must_use]
    pub fn new() -> Self {
        PausedClock { started: Instant::now() }
    }
}

impl Default for PausedClock {
    fn default() -> Self {
        PausedClock::new()
    }
}

impl Clock for PausedClock {
    fn now(&self) -> Timestamp {
        START + self.elapsed()
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep_until(self.started + START.until(deadline)))
    }
}
