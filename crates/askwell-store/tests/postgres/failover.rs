//! Losing the primary while its standby has not received everything.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::ChangeLog as _;
use askwell_lifecycle::Scope;
use askwell_testkit::postgres::{PgServer, StopMode};

use crate::history::{CallResult, History, follow_to, work};
use crate::support::{open, options};

/// How many numbers a new timeline leaves out.
const LEFT_OUT: u64 = 1 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn numbers_that_a_lost_primary_has_told_are_not_used_again() {
    let primary = PgServer::start_with(&["wal_level=replica"]);
    let database = primary.create_database().await;
    options(&database.url()).migrate().await.unwrap();
    let standby = primary.start_asynchronous_standby().await;
    let node = Arc::new(open(&database.url_with(&standby)).await);
    let (nodes, history) = ([Arc::clone(&node)], Arc::new(History::default()));
    let newest = || *node.subscribe().borrow();
    work(&nodes, 2, 2, &history).await;
    primary.wait_for_standby_to_catch_up().await;
    let received = newest();
    standby.stop(StopMode::Fast);
    // The standby never receives these.
    work(&nodes, 2, 2, &history).await;
    let told = newest();
    assert!(told > received);
    let follower = node.follow().unwrap();

    primary.stop(StopMode::Immediate);
    standby.restart();
    standby.promote().await;
    let after = Arc::new(History::default());
    let is_acknowledged = |result: &CallResult| matches!(result, CallResult::Verdict(_));
    for _ in 0..100 {
        work(&nodes, 1, 1, &after).await;
        if after.count(is_acknowledged) > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(after.count(is_acknowledged) > 0, "the node writes to the new primary");

    let part = node.changes_since(received, 1_000, Scope::Everything).await.unwrap();
    let numbers: Vec<u64> = part.list.iter().map(|change| change.seq).collect();
    let first = received + LEFT_OUT + 1;
    assert_eq!(numbers, (first..first + numbers.len() as u64).collect::<Vec<_>>(), "no gap but this one");
    assert!(first > told && !numbers.is_empty());
    // A reader that has seen the lost ones continues behind them, at once.
    assert_eq!(node.changes_since(told, 1_000, Scope::Everything).await.unwrap().list, part.list);
    let last = *numbers.last().unwrap();
    let (seen, _) = follow_to(follower, last, Duration::from_secs(30)).await;
    assert_eq!(seen.last().map(|change| change.seq), Some(last));
    // The jump happens once.
    work(&nodes, 1, 1, &after).await;
    assert!(newest() < last + 100, "{} after {last}", newest());
}
