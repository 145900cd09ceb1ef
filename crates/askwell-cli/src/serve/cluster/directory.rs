//! The addresses of the nodes that run, as the registry has them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::Store;
use tokio::sync::Mutex;

use super::running_nodes;

/// How long the addresses are used without another look.
const FRESH: Duration = Duration::from_secs(5);

/// How long an unknown node stays unknown without another look.
const UNKNOWN: Duration = Duration::from_secs(1);

/// Where a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Whereabouts {
    At(Arc<str>),
    /// The node does not run any more.
    Gone,
    /// The registry cannot be read.
    Unknown,
}

/// A cache of the registry. All requests share its looks.
pub(super) struct Directory {
    store: Arc<dyn Store>,
    cached: Mutex<Cached>,
}

#[derive(Default)]
struct Cached {
    addresses: HashMap<Arc<str>, Arc<str>>,
    looked: Option<Instant>,
    is_known: bool,
}

impl Directory {
    pub(super) fn new(store: Arc<dyn Store>) -> Directory {
        Directory { store, cached: Mutex::default() }
    }

    /// Returns where a node is, by a look that is a few seconds old at most.
    pub(super) async fn find(&self, node: &str) -> Whereabouts {
        let mut cached = self.cached.lock().await;
        let longest = if cached.addresses.contains_key(node) { FRESH } else { UNKNOWN };
        if cached.looked.is_none_or(|looked| looked.elapsed() >= longest) {
            cached.looked = Some(Instant::now());
            match running_nodes(&*self.store).await {
                Ok(nodes) => {
                    cached.addresses = nodes.into_iter().map(|node| (node.id, node.address)).collect();
                    cached.is_known = true;
                }
                Err(error) => {
                    tracing::debug!(%error, "the registry of nodes cannot be read");
                    cached.is_known = false;
                }
            }
        }
        match cached.addresses.get(node) {
            Some(address) => Whereabouts::At(Arc::clone(address)),
            None if cached.is_known => Whereabouts::Gone,
            None => Whereabouts::Unknown,
        }
    }

    /// Waits until a node does not run any more. While the registry cannot be read, it is supposed to run.
    pub(super) async fn wait_until_lost(&self, node: &str, look_every: Duration) {
        loop {
            tokio::time::sleep(look_every).await;
            if self.find(node).await == Whereabouts::Gone {
                return;
            }
        }
    }
}
