//! The store does what every store has to do, with one node or several.

use askwell_testkit::store_suite;

use crate::support::nodes;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes() {
    store_suite::run(|| nodes(1, true)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes_with_two_nodes() {
    store_suite::run(|| nodes(2, true)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes_with_three_nodes() {
    store_suite::run(|| nodes(3, true)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn changes_are_followed_without_hints() {
    store_suite::following(&nodes(3, false).await).await;
    store_suite::log_under_load(&nodes(2, false).await).await;
}
