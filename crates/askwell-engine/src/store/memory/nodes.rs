//! The nodes of a memory store: one process, whose handles may be several.

use std::future::ready;
use std::sync::Arc;

use super::MemoryStore;
use crate::clock::Clock;
use crate::store::{LeaseRequest, Node, NodeStore, StoreFuture, StoreLease};

impl NodeStore for MemoryStore {
    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>> {
        let now = self.clock.now();
        self.now(|state| requests.into_iter().map(|request| state.nodes.acquire(request, now)).collect())
    }

    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()> {
        self.now(|state| names.iter().for_each(|name| state.nodes.release(name, &holder)))
    }

    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>> {
        self.now(|state| state.nodes.list(&prefix, after.as_deref(), limit))
    }

    fn announce_node(&self, node: Node) -> StoreFuture<'_, ()> {
        let now = self.clock.now();
        self.now(|state| state.nodes.announce(node, now))
    }

    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()> {
        self.now(|state| state.nodes.remove(&id))
    }

    fn list_nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        self.now(|state| state.nodes.nodes())
    }
}
