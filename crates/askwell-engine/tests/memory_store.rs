//! The store in memory does what every store has to do.

use std::sync::Arc;

use askwell_engine::{MemoryStore, Store};
use askwell_testkit::store_suite::{self, Nodes};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes() {
    store_suite::run(async || Nodes::one(MemoryStore::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes_with_two_handles() {
    store_suite::run(async || {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        Nodes::shared(vec![Arc::clone(&store), store])
    })
    .await;
}
