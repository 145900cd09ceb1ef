//! A signal that ends long-running work when the service stops, and tells load balancers before.

use std::sync::Arc;

use tokio::sync::watch;

/// A one-time stop signal. Clones share it.
#[derive(Debug, Clone)]
pub struct StopSignal(Arc<watch::Sender<Phase>>);

/// How far the stop is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Running,
    /// Still serves everything, and says that it is not ready.
    Announced,
    Triggered,
}

impl StopSignal {
    /// Returns a signal that is not triggered.
    #[must_use]
    pub fn new() -> Self {
        StopSignal(Arc::new(watch::Sender::new(Phase::Running)))
    }

    /// Announces the stop: `/readyz` tells load balancers to send requests to other nodes.
    pub fn announce(&self) {
        self.0.send_if_modified(|phase| {
            let is_first = *phase == Phase::Running;
            *phase = Phase::Announced.max(*phase);
            is_first
        });
    }

    /// Triggers the signal. Further calls do nothing.
    pub fn trigger(&self) {
        self.0.send_replace(Phase::Triggered);
    }

    /// Returns whether the stop is announced or triggered.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        *self.0.borrow() >= Phase::Announced
    }

    /// Returns whether the signal is triggered.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        *self.0.borrow() == Phase::Triggered
    }

    /// Waits until the signal is triggered. Cancel-safe.
    pub async fn triggered(&self) {
        let mut signal = self.0.subscribe();
        // This value holds the sender, so the channel cannot be closed.
        let _ = signal.wait_for(|phase| *phase == Phase::Triggered).await;
    }
}

impl Default for StopSignal {
    fn default() -> Self {
        StopSignal::new()
    }
}
