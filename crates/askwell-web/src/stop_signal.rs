//! Telling everything that runs for long that the service is about to stop.

use std::sync::Arc;

use tokio::sync::watch;

/// Says once that it is time to stop. Clones are the same signal.
#[derive(Debug, Clone)]
pub struct StopSignal(Arc<watch::Sender<bool>>);

impl StopSignal {
    /// A signal that has not been given yet.
    #[must_use]
    pub fn new() -> Self {
        StopSignal(Arc::new(watch::Sender::new(false)))
    }

    /// Gives the signal. Again does nothing.
    pub fn trigger(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for it.
    pub async fn triggered(&self) {
        let mut signal = self.0.subscribe();
        // The sender is held by this very value, so it cannot be gone.
        let _ = signal.wait_for(|given| *given).await;
    }
}

impl Default for StopSignal {
    fn default() -> Self {
        StopSignal::new()
    }
}
