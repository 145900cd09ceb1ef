//! On a store that several nodes share, one node at a time reads the log and sends deliveries.
//!
//! Operators may use any node: the leader reads again what other nodes have replayed or enabled.

use std::sync::Arc;

use askwell_engine::store::Guard;
use askwell_engine::{LeaderFuture, LeaderWork, NodeRole, StoreError};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::endpoint_state::WorkerCommand;
use super::worker::pending_page;
use super::{WebhooksState, spawn_tasks};

/// The work of sending webhooks.
pub(super) struct WebhookWork {
    shared: Arc<WebhooksState>,
    /// Where to read on among the pending deliveries of each endpoint.
    read_after: Mutex<Vec<Option<Arc<str>>>>,
}

impl WebhookWork {
    pub(super) fn new(shared: Arc<WebhooksState>) -> WebhookWork {
        let read_after = Mutex::new(vec![None; shared.endpoints.len()]);
        WebhookWork { shared, read_after }
    }

    /// Reads what other nodes have changed: disabled endpoints, and replayed deliveries.
    async fn read_changes(&self, role: NodeRole) {
        for (place, state) in self.shared.endpoints.iter().enumerate() {
            let refreshed = async {
                state.refresh(&self.shared.engine.records()).await?;
                if role == NodeRole::Follower {
                    return Ok(());
                }
                let after = self.read_after.lock().get_mut(place).and_then(Option::take);
                let page = pending_page(&self.shared, state, after).await?;
                if let Some(after) = self.read_after.lock().get_mut(place) {
                    *after = page.next;
                }
                for (number, due) in page.deliveries {
                    state.send(WorkerCommand::Deliver(number, due));
                }
                Ok::<(), StoreError>(())
            };
            if let Err(error) = refreshed.await {
                tracing::warn!(%error, endpoint = state.endpoint.name(), "the endpoint cannot be read");
                return;
            }
        }
    }
}

impl LeaderWork for WebhookWork {
    fn name(&self) -> &'static str {
        "webhooks"
    }

    fn start(
        &self,
        guard: Guard,
        stop: watch::Receiver<bool>,
    ) -> LeaderFuture<'_, Result<JoinSet<()>, StoreError>> {
        Box::pin(async move {
            *self.shared.guard.lock() = guard;
            self.read_after.lock().iter_mut().for_each(|after| *after = None);
            let mut tasks = JoinSet::new();
            spawn_tasks(&self.shared, &stop, &mut tasks).await?;
            Ok(tasks)
        })
    }

    fn refresh(&self, role: NodeRole) -> LeaderFuture<'_, ()> {
        Box::pin(self.read_changes(role))
    }
}
