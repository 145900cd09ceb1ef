//! What breaks between nodes and database must not lose, double or invent anything.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_engine::store::{ChangeLog as _, NodeStore as _, Verdict};
use askwell_store::{PgOptions, PgStore};
use askwell_testkit::postgres::{Fault, PgServer, Proxy, StopMode, TestDatabase};

use crate::history::{CallResult, History, check, follow_to, read_log, work};
use crate::support::{database, open, options};

/// How long a follower is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A cluster: each node has its own proxy to the database.
pub(crate) struct Cluster {
    pub(crate) database: TestDatabase,
    pub(crate) proxies: Vec<Proxy>,
    pub(crate) nodes: Vec<Arc<PgStore>>,
}

impl Cluster {
    async fn start(count: usize) -> Cluster {
        Cluster::on(database().await, count).await
    }

    async fn on(database: TestDatabase, count: usize) -> Cluster {
        Cluster::with(database, count, options).await
    }

    /// Starts nodes with options of their own.
    pub(crate) async fn with(
        database: TestDatabase,
        count: usize,
        options: impl Fn(&str) -> PgOptions,
    ) -> Cluster {
        let (mut proxies, mut nodes) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let proxy = Proxy::start(database.address()).await;
            nodes.push(Arc::new(options(&database.url_through(&proxy)).open().await.unwrap()));
            proxies.push(proxy);
        }
        Cluster { database, proxies, nodes }
    }

    /// Compares the history with the database, through a node without faults, and the log with what followers
    /// have seen. Returns what is wrong.
    pub(crate) async fn check(
        &self,
        history: &History,
        followers: Vec<askwell_engine::store::Follower>,
        patience: Duration,
    ) -> Vec<String> {
        let sound = open(&self.database.url()).await;
        let mut wrong = check(&sound, history).await;
        let log = read_log(&sound).await;
        let end = log.last().map_or(0, |change| change.seq);
        for follower in followers {
            let (seen, has_gap) = follow_to(follower, end, patience).await;
            if !has_gap && seen != log {
                wrong.push(format!("a follower has seen {} of {} changes", seen.len(), log.len()));
            }
        }
        wrong
    }

    /// Insists that nothing is wrong, and that everything is counted.
    pub(crate) async fn verify(&self, history: &History, followers: Vec<askwell_engine::store::Follower>) {
        assert_eq!(self.check(history, followers, PATIENCE).await, Vec::<String>::new());
        let counts = "DO $$ BEGIN
            IF (SELECT sum(n) FROM askwell.head, unnest(open_by_mode) n) <> (SELECT count(*) FROM askwell.open) THEN
                RAISE EXCEPTION 'the head counts wrongly'; END IF;
            IF EXISTS (SELECT 1 FROM askwell.clients c WHERE open <>
                (SELECT count(*) FROM askwell.open o WHERE o.client = c.client)) THEN
                RAISE EXCEPTION 'a client is counted wrongly'; END IF;
            END $$";
        self.database.run(counts).await;
    }

    pub(crate) fn follow(&self) -> Vec<askwell_engine::store::Follower> {
        self.nodes.iter().map(|node| node.follow().unwrap()).collect()
    }
}

pub(crate) fn commit() -> Arc<[u8]> {
    Arc::from(&b"COMMIT\0"[..])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn undisturbed_nodes_keep_every_promise() {
    let cluster = Cluster::start(3).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    work(&cluster.nodes, 8, 10, &history).await;
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    cluster.verify(&history, followers).await;
}

/// The answer to a commit is lost: the node finds out what became of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commits_whose_answer_is_lost_are_resolved() {
    let cluster = Cluster::start(3).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    let working = tokio::spawn({
        let (nodes, history) = (cluster.nodes.clone(), Arc::clone(&history));
        async move { work(&nodes, 8, 15, &history).await }
    });
    for round in 0..6 {
        let proxy = &cluster.proxies[round % 2];
        proxy.set(Fault::CutAfter(commit()));
        proxy.wait_for_cuts(round / 2 + 1).await;
        proxy.set(Fault::None);
    }
    working.await.unwrap();
    assert_eq!(history.count(|result| *result == CallResult::Unknown), 0, "none is left in doubt");
    assert_eq!(history.count(|result| *result == CallResult::Refused), 0, "none fails");
    cluster.verify(&history, followers).await;
}

/// The commit does not reach the database: the node repeats it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commits_that_are_lost_on_the_way_are_repeated() {
    let cluster = Cluster::start(2).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    let working = tokio::spawn({
        let (nodes, history) = (cluster.nodes.clone(), Arc::clone(&history));
        async move { work(&nodes, 8, 15, &history).await }
    });
    for round in 0..4 {
        let proxy = &cluster.proxies[round % 2];
        proxy.set(Fault::CutBefore(commit()));
        proxy.wait_for_cuts(round / 2 + 1).await;
        proxy.set(Fault::None);
    }
    working.await.unwrap();
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    cluster.verify(&history, followers).await;
}

/// The database crashes under load, and recovers.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn crash_of_the_database_loses_nothing_that_was_acknowledged() {
    let server = PgServer::start_with(&["fsync=on"]);
    let database = server.create_database().await;
    options(&database.url()).migrate().await.unwrap();
    let cluster = Cluster::on(database, 3).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    let working = tokio::spawn({
        let (nodes, history) = (cluster.nodes.clone(), Arc::clone(&history));
        async move { work(&nodes, 8, 40, &history).await }
    });
    for _ in 0..2 {
        // Crashes in the middle of the work, not before it.
        let before = history.calls.lock().len();
        while history.calls.lock().len() < before + 40 && !working.is_finished() {
            tokio::task::yield_now().await;
        }
        server.stop(StopMode::Immediate);
        server.restart();
    }
    working.await.unwrap();
    cluster.verify(&history, followers).await;
    let acknowledged = |result: &CallResult| *result == CallResult::Verdict(Verdict::Committed);
    assert!(history.count(acknowledged) > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn killed_connections_are_replaced() {
    let cluster = Cluster::start(2).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    for _ in 0..3 {
        work(&cluster.nodes, 4, 3, &history).await;
        cluster.database.run(kill).await;
    }
    work(&cluster.nodes, 4, 3, &history).await;
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    cluster.verify(&history, followers).await;
}

/// While the database is away, calls fail with an error that says when to try again, and recover by themselves.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn node_without_a_database_fails_fast_and_recovers() {
    let cluster = Cluster::start(1).await;
    let history = Arc::new(History::default());
    let node = &cluster.nodes[0];
    work(&cluster.nodes, 2, 2, &history).await;
    node.ready().unwrap();
    cluster.proxies[0].set(Fault::Reset);
    let started = Instant::now();
    work(&cluster.nodes, 4, 2, &history).await;
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(history.count(|result| *result == CallResult::Refused) > 0);
    let error = node.ready().unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert!(error.retry_after().is_some_and(|after| after <= Duration::from_secs(5)), "{error}");
    cluster.proxies[0].set(Fault::None);
    let healed = Instant::now();
    while node.ready().is_err() {
        assert!(healed.elapsed() < Duration::from_secs(15), "not ready: {:?}", node.ready());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    work(&cluster.nodes, 2, 2, &history).await;
    cluster.verify(&history, Vec::new()).await;
}

/// A network that swallows everything is noticed, and what was under way is not guessed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn silent_network_is_noticed() {
    let cluster = Cluster::start(2).await;
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    work(&cluster.nodes, 4, 2, &history).await;
    cluster.proxies[0].set(Fault::DropAnswers);
    work(&cluster.nodes, 4, 1, &history).await;
    cluster.proxies[0].set(Fault::None);
    cluster.proxies[0].break_all();
    let healed = Instant::now();
    while cluster.nodes[0].ready().is_err() {
        assert!(healed.elapsed() < Duration::from_secs(20), "not ready: {:?}", cluster.nodes[0].ready());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    work(&cluster.nodes, 4, 2, &history).await;
    cluster.verify(&history, followers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn slow_database_delays_and_breaks_nothing() {
    let cluster = Cluster::start(2).await;
    cluster.proxies[0].set(Fault::Delay(Duration::from_millis(100)));
    let (history, followers) = (Arc::new(History::default()), cluster.follow());
    work(&cluster.nodes, 4, 3, &history).await;
    assert_eq!(history.count(|result| !matches!(result, CallResult::Verdict(_))), 0);
    cluster.verify(&history, followers).await;
}
