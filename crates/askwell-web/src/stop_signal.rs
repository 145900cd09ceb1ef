//! A signal that ends long-running work when the service stops.

use std::sync::Arc;

use tokio::sync::watch;

/// A one-time stop signal. Clones share it.
#[derive(Debug, Clone)]
pub struct StopSignal(Arc<watch::Sender<bool>>);

impl StopSignal {
    /// Returns a signal that is not triggered.
    #[must_use]
    pub fn new() -> Self {
        StopSignal(Arc::new(watch::Sender::new(false)))
    }

    /// Triggers the signal. Further calls do nothing.
    pub fn trigger(&self) {
        self.0.send_replace(true);
    }

    /// Returns whether the signal is triggered.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the signal is triggered. Cancel-safe.
    pub async fn triggered(&self) {
        let mut signal = self.0.subscribe();
        // This value holds the sender, so the channel cannot be closed.
        let _ = signal.wait_for(|given| *given).await;
    }
}

impl Default for StopSignal {
    fn default() -> Self {
        StopSignal::new()
    }
}
