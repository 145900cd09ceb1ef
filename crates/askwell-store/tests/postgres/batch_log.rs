//! The copies of changes beside their rows.

use std::sync::Arc;

use askwell_engine::store::{ChangeLog as _, ElicitationStore as _};
use askwell_lifecycle::Timestamp;

use crate::history::{History, work};
use crate::support::{database, open};

const COPIES: &str = "SELECT count(*) FROM askwell.batches WHERE log IS NOT NULL";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purged_changes_are_not_kept_with_their_commits() {
    let database = database().await;
    let nodes = [Arc::new(open(&database.url()).await)];
    work(&nodes, 4, 4, &Arc::new(History::default())).await;
    assert!(database.count(COPIES).await > 0, "commits have copies of their changes");
    let newest = *nodes[0].subscribe().borrow();
    while nodes[0].purge(Timestamp::from_millis(1 << 50), 1_000).await.unwrap() > 0 {}
    let forgotten = database.count("SELECT forgotten FROM askwell.head").await;
    assert_eq!(u64::try_from(forgotten).unwrap(), newest, "all are closed, and purged");
    assert_eq!(database.count(COPIES).await, 0);
}
