//! Nodes whose clocks differ by hours: deadlines are those of the database, and fire once.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use askwell_testkit::postgres::PgServer;

use super::checker;
use super::rig::Rig;
use super::workload::Workload;
use crate::clock::Clock;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_with_wrong_clocks_agree_on_deadlines() {
    let folders: Vec<tempfile::TempDir> = (0..3).map(|_| tempfile::TempDir::new().unwrap()).collect();
    let clocks: Vec<Clock> = folders.iter().map(|folder| Clock::new(folder.path())).collect();
    for (clock, seconds) in clocks.iter().zip([0, -3_600, 3_600]) {
        clock.set(seconds);
    }
    let rig = Rig::start_with_clocks(PgServer::shared(), &["timeouts.min_ms=500"], &clocks).await;
    let (run, client) = (Arc::new(Workload::default()), rig.client());
    let mut streams = run.start_streams(&client, 3);
    let callers = run.start_callers(&client, 6);
    let enough = async {
        // A fifth of the questions time out.
        while run.questions.lock().len() < 60 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Clocks are set while nodes run, too.
        clocks.iter().zip([7_200, 0, -7_200]).for_each(|(clock, seconds)| clock.set(seconds));
        while run.questions.lock().len() < 120 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), enough).await.expect("the nodes work");
    run.is_over.store(true, Ordering::Relaxed);
    tokio::time::timeout(Duration::from_secs(60), callers.join_all()).await.expect("all are answered");
    let expected = run.questions.lock().values().filter(|question| !question.ids.is_empty()).count();
    run.settle_streams(expected).await;
    let wrong = checker::check(&client, &run, &[]).await;
    streams.abort_all();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
