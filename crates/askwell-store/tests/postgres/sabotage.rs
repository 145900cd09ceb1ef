//! Nodes that make a mistake on purpose: the checker has to find it.

use std::sync::Arc;
use std::time::Duration;

use askwell_store::TestHook;
use askwell_testkit::postgres::Fault;

use crate::faults::{Cluster, commit};
use crate::history::{History, work};
use crate::support::{database, options};

async fn cluster(hook: TestHook) -> Cluster {
    Cluster::with(database().await, 3, |url| options(url).test_hook(hook)).await
}

/// Numbers from a sequence become visible in another order than they are taken, so that followers skip some. That
/// needs two commits in the wrong order while a follower reads, so the work is repeated until it happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn log_that_is_numbered_by_a_sequence_is_found_out() {
    for _ in 0..20 {
        let cluster = cluster(TestHook::SequenceNumbers).await;
        cluster.database.run("CREATE SEQUENCE askwell.test_numbers").await;
        // One node is further from the database: it takes numbers, and others commit before it.
        cluster.proxies[0].set(Fault::Delay(Duration::from_millis(50)));
        let (history, followers) = (Arc::new(History::default()), cluster.follow());
        work(&cluster.nodes, 8, 6, &history).await;
        let wrong = cluster.check(&history, followers, Duration::from_secs(3)).await;
        if wrong.iter().any(|wrong| wrong.contains("a follower has seen")) {
            return;
        }
    }
    panic!("no follower skipped a number");
}

/// A commit that does not arrive was acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn acknowledgement_before_the_commit_is_found_out() {
    let cluster = cluster(TestHook::EarlyAcknowledgement).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    cluster.proxies[0].set(Fault::CutBefore(commit()));
    let mut working = tokio::spawn({
        let (nodes, history) = (cluster.nodes.clone(), Arc::clone(&history));
        async move { work(&nodes, 8, 10, &history).await }
    });
    for cuts in 1..=2 {
        tokio::select! {
            () = cluster.proxies[0].wait_for_cuts(cuts) => {}
            worked = &mut working => {
                // A call to the cut node may have failed after the last of the others.
                worked.unwrap();
                break;
            }
        }
        cluster.proxies[0].set(if cuts == 1 { Fault::CutBefore(commit()) } else { Fault::None });
    }
    cluster.proxies[0].set(Fault::None);
    if !working.is_finished() {
        working.await.unwrap();
    }
    let wrong = cluster.check(&history, followers, Duration::from_secs(3)).await;
    let is_found =
        |wrong: &String| wrong.contains("was acknowledged and is lost") || wrong.contains("and is Some");
    assert!(wrong.iter().any(is_found), "{wrong:?}");
}

/// Nobody who waits is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn node_that_does_not_follow_the_log_is_found_out() {
    let cluster = cluster(TestHook::DeafTail).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    work(&cluster.nodes, 4, 2, &history).await;
    let wrong = cluster.check(&history, followers, Duration::from_secs(2)).await;
    assert_eq!(wrong.len(), 3, "each of the followers: {wrong:?}");
    assert!(wrong.iter().all(|wrong| wrong.contains("a follower has seen 0 of")), "{wrong:?}");
}
