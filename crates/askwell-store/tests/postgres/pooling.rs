//! Nodes behind a real pgbouncer that gives each transaction another server connection.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::ChangeLog as _;
use askwell_testkit::postgres::{PgServer, TestDatabase};
use askwell_testkit::store_suite::{self, Nodes};

use crate::history::{CallResult, History, check, follow_to, read_log, work};
use crate::support::{database, open, options};

/// Fewer than the nodes have connections, so that transactions share them.
const SERVER_CONNECTIONS: usize = 4;

/// Makes a schema the default of a database.
async fn set_default_schema(database: &TestDatabase, schema: &str) {
    database.run(&format!("ALTER DATABASE {} SET search_path = {schema}", database.name())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_behind_a_transaction_pool_keep_every_promise() {
    let (database, server) = (database().await, PgServer::shared());
    set_default_schema(&database, "public").await;
    let pool = server.start_transaction_pool(SERVER_CONNECTIONS);
    let url = database.url_through_pool(&pool);
    let refused = options(&url).open().await.unwrap_err().to_string();
    assert!(refused.contains("SET search_path"), "the schema is not the default: {refused}");
    set_default_schema(&database, "askwell").await;
    drop(pool);
    let pool = server.start_transaction_pool(SERVER_CONNECTIONS);
    let url = database.url_through_pool(&pool);

    // One node hears notifications by a way of its own, the other one asks.
    let listens = options(&url).listen_url(&database.url()).unwrap().open().await.unwrap();
    let asks = options(&url).open().await.unwrap();
    let nodes = [Arc::new(listens), Arc::new(asks)];
    let history = Arc::new(History::default());
    let followers: Vec<_> = nodes.iter().map(|node| node.follow().unwrap()).collect();
    work(&nodes, 8, 8, &history).await;
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    let direct = open(&database.url()).await;
    assert_eq!(check(&direct, &history).await, Vec::<String>::new());
    let log = read_log(&direct).await;
    for follower in followers {
        let (seen, has_gap) = follow_to(follower, log.len() as u64, Duration::from_secs(30)).await;
        assert!(!has_gap && seen == log, "a follower has seen {} of {} changes", seen.len(), log.len());
    }
}

/// All that the store does, records, leases, uploads and rotation included, passes the pool.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes_behind_a_transaction_pool() {
    let pool = Arc::new(PgServer::shared().start_transaction_pool(SERVER_CONNECTIONS));
    store_suite::run(|| {
        let pool = Arc::clone(&pool);
        async move {
            let database = database().await;
            set_default_schema(&database, "askwell").await;
            let url = database.url_through_pool(&pool);
            let store = options(&url).listen_url(&database.url()).unwrap().open().await.unwrap();
            Nodes::shared(vec![Arc::new(store)])
        }
    })
    .await;
}
