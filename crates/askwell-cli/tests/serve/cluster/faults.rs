//! Faults of nodes, connections and the database under load: one outcome, nothing lost, everything told.
//!
//! Half a minute among the other tests; `cargo xtask soak --cluster` sets `ASKWELL_SOAK_SECONDS` for minutes or hours.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use askwell_testkit::postgres::{Fault, HeldConnection, PgServer, StopMode};
use rand::RngExt as _;
use tokio::time::Instant;

use super::checker;
use super::rig::{Rig, blocking};
use super::workload::Workload;
use crate::webhooks::{Receiver, settings};

/// A fault, and how long it lasts.
#[derive(Debug, Clone, Copy)]
enum Disturbance {
    /// The connections of a node to the database break, and new ones are refused.
    Cut(usize),
    /// Nothing of a node arrives at the database, and no one is told.
    Silence(usize),
    /// What the database answers to a node does not arrive.
    OneWay(usize),
    /// The database is 200 ms away from a node.
    Slow(usize),
    /// Connections of all nodes break when a commit has been sent.
    CutCommits,
    /// A node stands still, wherever it is.
    Freeze(usize),
    /// A node is killed, and starts again.
    Kill(usize),
    /// The database crashes, and starts again.
    Crash,
    /// The database ends all connections.
    Terminate,
    /// No connection to the database is left.
    UseUp,
    /// A transaction keeps its snapshot.
    Snapshot,
}

const ALL: [Disturbance; 11] = [
    Disturbance::Snapshot,
    Disturbance::Cut(0),
    Disturbance::Silence(1),
    Disturbance::CutCommits,
    Disturbance::Freeze(2),
    Disturbance::Kill(0),
    Disturbance::Slow(1),
    Disturbance::Crash,
    Disturbance::OneWay(2),
    Disturbance::UseUp,
    Disturbance::Terminate,
];

const LASTS: Duration = Duration::from_millis(1_500);
const PAUSE: Duration = Duration::from_millis(700);

const TERMINATE: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database()";

/// Disturbs the nodes, and makes good again.
async fn disturb(rig: &mut Rig, server: &PgServer, what: Disturbance) -> Option<HeldConnection> {
    let set = |rig: &Rig, number: usize, fault: Fault| rig.proxies[number % 3].set(fault);
    match what {
        Disturbance::Cut(number)
        | Disturbance::Silence(number)
        | Disturbance::OneWay(number)
        | Disturbance::Slow(number) => {
            let fault = match what {
                Disturbance::Cut(_) => Fault::Reset,
                Disturbance::Silence(_) => Fault::Drop,
                Disturbance::OneWay(_) => Fault::DropAnswers,
                _ => Fault::Delay(Duration::from_millis(100)),
            };
            set(rig, number, fault);
            tokio::time::sleep(LASTS).await;
            set(rig, number, Fault::None);
        }
        Disturbance::CutCommits => {
            (0..3).for_each(|number| set(rig, number, Fault::CutAfter(Arc::from(&b"COMMIT"[..]))));
            tokio::time::sleep(LASTS).await;
            (0..3).for_each(|number| set(rig, number, Fault::None));
        }
        Disturbance::Freeze(number) => {
            rig.signal(number, "STOP");
            tokio::time::sleep(2 * LASTS).await;
            rig.signal(number, "CONT");
        }
        Disturbance::Kill(number) => {
            rig.kill(number);
            tokio::time::sleep(LASTS).await;
            rig.revive(number);
        }
        Disturbance::Crash => {
            blocking(|| server.stop(StopMode::Immediate));
            blocking(|| server.restart());
        }
        Disturbance::Terminate => {
            // The connection that ends the others may be refused while no place is left.
            drop(rig.cluster.database.hold(TERMINATE).await);
        }
        Disturbance::UseUp => {
            let held = rig.cluster.database.use_up_connections().await;
            drop(rig.cluster.database.hold(TERMINATE).await);
            // Nodes lose theirs, and find no place for new ones.
            rig.proxies.iter().for_each(askwell_testkit::postgres::Proxy::break_all);
            let more = rig.cluster.database.use_up_connections().await;
            tokio::time::sleep(LASTS).await;
            drop((held, more));
        }
        Disturbance::Snapshot => {
            let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM askwell.head";
            return rig.cluster.database.hold(sql).await;
        }
    }
    None
}

/// How long faults go on: each once among the tests, at random for as long as the soak says.
fn schedule() -> impl Iterator<Item = Disturbance> {
    let seconds = std::env::var("ASKWELL_SOAK_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let more = std::iter::repeat_with(|| {
        let number = rand::rng().random_range(0..3);
        match ALL[rand::rng().random_range(1..ALL.len())] {
            Disturbance::Cut(_) => Disturbance::Cut(number),
            Disturbance::Silence(_) => Disturbance::Silence(number),
            Disturbance::OneWay(_) => Disturbance::OneWay(number),
            Disturbance::Slow(_) => Disturbance::Slow(number),
            Disturbance::Freeze(_) => Disturbance::Freeze(number),
            Disturbance::Kill(_) => Disturbance::Kill(number),
            other => other,
        }
    });
    ALL.into_iter().chain(more.take_while(move |_| Instant::now() < end))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_under_load_leave_one_outcome_that_everyone_is_told() {
    let server: &'static PgServer = Box::leak(Box::new(PgServer::start_with(&["max_connections=60"])));
    let receiver = Receiver::start();
    let mut rig = Rig::start_with_files(server, &["timeouts.min_ms=500"], |folder| {
        settings(folder, &receiver, "events = [\"elicitation.complete\", \"elicitation.timeout\"]");
    })
    .await;
    let run = Arc::new(Workload::default());
    let client = rig.client();
    let streams = run.start_streams(&client, 3);
    let callers = run.start_callers(&client, 10);
    let mut snapshot = None;
    let mut count = 0;
    for what in schedule() {
        tokio::time::sleep(PAUSE).await;
        println!("{what:?}");
        snapshot = disturb(&mut rig, server, what).await.or(snapshot);
        count += 1;
    }
    drop(snapshot);
    run.is_over.store(true, Ordering::Relaxed);
    // All is well again: every caller gets its answer.
    let healed = Instant::now();
    let finished = tokio::time::timeout(Duration::from_secs(60), callers.join_all()).await;
    assert!(finished.is_ok(), "some callers never got an answer: {}", rig.log(0));
    println!("the last caller had its answer {:?} after the last fault", healed.elapsed());
    let expected = run.questions.lock().values().filter(|question| !question.ids.is_empty()).count();
    run.settle_streams(expected).await;
    let deadline = Instant::now() + Duration::from_secs(30);
    let distinct = || {
        let heard = receiver.heard_text();
        heard.iter().map(|(id, _)| id.clone()).collect::<std::collections::BTreeSet<_>>().len()
    };
    while distinct() < expected && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let wrong = checker::check(&client, &run, &receiver.heard_text()).await;
    drop(streams);
    let questions = run.questions.lock().len();
    println!(
        "{count} faults, {questions} questions, {} streams resumed",
        run.resumed.load(Ordering::Relaxed)
    );
    assert!(wrong.is_empty(), "{} of {questions} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(questions > 20, "the nodes had something to do: {questions}");
    drop(rig);
    blocking(|| server.stop(StopMode::Immediate));
}

/// What a broken rule does to the database, and what the checker has to say about it.
const SABOTAGE: [(&str, &str, &str); 3] = [
    (
        "a change is not written",
        "CREATE FUNCTION askwell.lose() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN IF NEW.seq % 7 = 0 THEN RETURN NULL; END IF; RETURN NEW; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON askwell.changes FOR EACH ROW EXECUTE FUNCTION askwell.lose();
         CREATE FUNCTION askwell.lose_copy() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN NEW.log = NULL; RETURN NEW; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON askwell.batches FOR EACH ROW EXECUTE FUNCTION askwell.lose_copy()",
        "has event",
    ),
    (
        "an acknowledged question is not written",
        "CREATE FUNCTION askwell.lose() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN IF get_byte(uuid_send(NEW.id), 15) % 5 = 0 THEN RETURN NULL; END IF; RETURN NEW; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON askwell.open FOR EACH ROW EXECUTE FUNCTION askwell.lose()",
        "was acknowledged",
    ),
    (
        "an idempotency key is not written",
        "CREATE FUNCTION askwell.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON askwell.keys FOR EACH ROW EXECUTE FUNCTION askwell.lose()",
        "names [",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checker_finds_broken_rules() {
    for (what, sql, expected) in SABOTAGE {
        let rig = Rig::start(PgServer::shared(), &["timeouts.min_ms=500"]).await;
        rig.cluster.database.run(sql).await;
        let (run, client) = (Arc::new(Workload::default()), rig.client());
        let mut streams = run.start_streams(&client, 2);
        let mut callers = run.start_callers(&client, 6);
        let enough = Instant::now() + Duration::from_secs(20);
        while run.questions.lock().len() < 24 && Instant::now() < enough {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        run.is_over.store(true, Ordering::Relaxed);
        // Callers of lost questions fail or wait for ever.
        let _ = tokio::time::timeout(Duration::from_secs(3), async {
            while callers.join_next().await.is_some() {}
        })
        .await;
        callers.abort_all();
        streams.abort_all();
        let checked =
            tokio::time::timeout(Duration::from_secs(20), checker::check_unfinished(&client, &run)).await;
        let wrong = checked.unwrap_or_default();
        assert!(wrong.iter().any(|wrong| wrong.contains(expected)), "{what}: {wrong:?}");
    }
}
