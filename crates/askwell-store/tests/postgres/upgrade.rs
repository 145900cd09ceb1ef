//! A rolling upgrade: nodes of the previous format work while the tables are migrated, and beside new nodes.
//!
//! A node of the previous format is this program with the statements of that format. So this shows that those run on
//! the new tables, that both kinds share one log, and that a migration disturbs nobody. That older records and verdicts
//! can be read is shown beside their codecs.

use std::sync::Arc;

use askwell_store::{DatabaseFormat, PgOpenError, TestHook};
use askwell_testkit::postgres::PgServer;

use crate::faults::Cluster;
use crate::history::{CallResult, History, work};
use crate::support::options;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_of_the_previous_format_and_new_ones_work_side_by_side() {
    let database = PgServer::shared().create_database().await;
    let url = database.url();
    options(&url).migrate_to_previous().await.unwrap();
    let refused = options(&url).open().await.unwrap_err();
    assert!(matches!(refused, PgOpenError::NotMigrated { .. }), "a new node needs the new tables: {refused}");
    let mut cluster =
        Cluster::with(database, 2, |url| options(url).test_hook(TestHook::PreviousFormat)).await;
    let (history, mut followers) = (Arc::new(History::default()), cluster.follow());

    // The tables change under load.
    let working = tokio::spawn({
        let (nodes, history) = (cluster.nodes.clone(), Arc::clone(&history));
        async move { work(&nodes, 6, 10, &history).await }
    });
    let before = options(&url).migrate().await.unwrap();
    assert_eq!(before.format + 1, DatabaseFormat::newest().format);
    working.await.unwrap();
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    let so_far = Arc::new(History::default());
    cluster.verify(&history, std::mem::take(&mut followers)).await;

    // Node by node is replaced. New followers see what is written from now on.
    for number in 0..2 {
        work(&cluster.nodes, 6, 3, &so_far).await;
        cluster.nodes[number] = Arc::new(options(&url).open().await.unwrap());
    }
    work(&cluster.nodes, 6, 3, &so_far).await;
    assert_eq!(so_far.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    history.calls.lock().extend(so_far.calls.lock().drain(..));
    cluster.verify(&history, Vec::new()).await;
}
