//! Telling everything that runs for long that the service is about to stop.

use std::sync::Arc;

use tokio::sync::watch;

/// Says once that it is time to stop. Clones are the same signal.
#[derive(Debug, Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// A signal that has not been given yet.
    #[must_use]
    pub fn new() -> Self {
        Stop(Arc::new(watch::Sender::new(false)))
    }

    /// Gives the signal. Again does nothing.
    pub fn signal(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for it.
    pub async fn given(&self) {
        let mut signal = self.0.subscribe();
        // The sender is held by this very value, so it cannot be gone.
        let _ = signal.wait_for(|given| *given).await;
    }
}

impl Default for Stop {
    fn default() -> Self {
        Stop::new()
    }
}
