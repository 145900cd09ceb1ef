//! A process that is killed in the middle of its work loses nothing that it acknowledged.
//!
//! A child asks and answers from many tasks and says what was acknowledged; it is killed after a random number of
//! acknowledgements, and the folder is opened again, round after round. `ASKWELL_CRASH_ROUNDS` sets how many.

use askwell_engine::store::{ChangeLog, ElicitationStore};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use askwell_engine::{Ask, Clock as _, Engine, Limits, Store, SystemClock};
use askwell_lifecycle::{Actor, Effect, ElicitationId, Outcome, Scope, Status, Surface};
use askwell_store::SqliteStore;
use askwell_testkit::clock::ManualClock;
use tempfile::TempDir;

use crate::helpers::{answers_of, listed, name_form};

const FOLDER: &str = "ASKWELL_CRASH_FOLDER";
const ROUND: &str = "ASKWELL_CRASH_ROUND";
const ROUNDS: &str = "ASKWELL_CRASH_ROUNDS";
const TASKS: usize = 64;

fn client() -> Actor {
    Actor::client("crash", Surface::Library)
}

/// What one child has acknowledged.
#[derive(Default)]
struct Acknowledged {
    asked: BTreeMap<String, ElicitationId>,
    answered: Vec<String>,
}

/// Not a test, but the process that is killed: does nothing unless it is told where.
#[test]
fn child() {
    let (Ok(folder), Ok(round)) = (std::env::var(FOLDER), std::env::var(ROUND)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(Path::new(&folder)).unwrap();
        let engine = Engine::builder().store(store).limits(Limits::none()).start();
        let count = Arc::new(AtomicU64::new(0));
        let tasks: Vec<_> = (0..TASKS)
            .map(|_| tokio::spawn(work(engine.clone(), Arc::clone(&count), round.clone())))
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

async fn work(engine: Engine, count: Arc<AtomicU64>, round: String) {
    loop {
        let number = count.fetch_add(1, Ordering::Relaxed);
        let key = format!("{round}-{number}");
        let timeout = Duration::from_secs(if number.is_multiple_of(7) { 1 } else { 600 });
        let ask = Ask::form(name_form()).timeout(timeout).idempotency_key(&key);
        let asked = engine.create(&client(), ask).await.unwrap();
        say(&format!("asked {key} {}", asked.id));
        if !number.is_multiple_of(5) {
            let answer = format!(r#"{{"name":"{key}"}}"#);
            // Those with little time may come too late.
            if engine.submit(&client(), asked.id, answer.as_bytes()).await.is_ok() {
                say(&format!("answered {key}"));
            }
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{line}.\n").as_bytes()).and_then(|()| out.flush()).unwrap();
}

/// Runs a child until it has acknowledged so much, and kills it.
fn kill_after(folder: &Path, round: usize, lines: usize) -> Acknowledged {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["crash::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(ROUND, round.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut acknowledged = Acknowledged::default();
    let mut seen = 0;
    // What is in the pipe when the child is killed was said before: it counts.
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        // A line that was cut short says nothing.
        let Some(line) = line.strip_suffix('.') else { continue };
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["asked", key, id] => {
                acknowledged.asked.insert(key.to_owned(), id.parse().unwrap());
            }
            ["answered", key] => acknowledged.answered.push(key.to_owned()),
            _ => continue,
        }
        seen += 1;
        if seen == lines {
            child.kill().unwrap();
        }
    }
    let status = child.wait().unwrap();
    assert!(seen >= lines && !status.success(), "the child went by itself: {status}");
    acknowledged
}

#[tokio::test]
async fn killed_process_loses_no_acknowledged_write() {
    let rounds = std::env::var(ROUNDS).ok().map_or(5, |rounds| rounds.parse().unwrap());
    let folder = TempDir::new().unwrap();
    for round in 0..rounds {
        let lines = rand::random_range(1..1_500);
        let acknowledged = kill_after(folder.path(), round, lines);
        check(folder.path(), &acknowledged).await;
    }
}

async fn check(folder: &Path, acknowledged: &Acknowledged) {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    for (key, id) in &acknowledged.asked {
        let found = store.find_key("crash".into(), Arc::from(key.as_str())).await.unwrap();
        assert_eq!(found, Some(*id), "the one that was acknowledged, and no other");
        assert!(store.get(*id).await.unwrap().is_some());
    }
    for key in &acknowledged.answered {
        let found = store.get(acknowledged.asked[key]).await.unwrap().unwrap();
        assert_eq!(answers_of(&found), format!(r#"{{"name":"{key}"}}"#));
    }
    let open: Vec<_> = listed(&store).await.into_iter().filter(|one| one.status().is_open()).collect();
    // Deadlines passed while no engine ran: they fire now.
    let clock = ManualClock::at(SystemClock.now() + Duration::from_secs(3_600));
    let shared: Arc<dyn Store> = store.clone();
    let engine = Engine::builder().shared_store(shared).clock(clock.clone()).limits(Limits::none()).start();
    clock.settle().await;
    for one in &open {
        assert_eq!(engine.wait(&client(), one.id).await, Ok(Outcome::TimedOut));
    }
    let all = listed(&store).await;
    assert!(all.iter().all(|one| !one.status().is_open()));
    check_log(&store, all.iter().map(|one| (one.id, one.status())).collect()).await;
    store.close().await.unwrap();
}

/// Everything is in the log: made once, ended once, in the way that it says.
async fn check_log(store: &SqliteStore, statuses: BTreeMap<ElicitationId, Status>) {
    let (mut after, mut made, mut ended) = (0, BTreeMap::new(), BTreeMap::new());
    loop {
        let stretch = store.changes_since(after, 10_000, Scope::Everything).await.unwrap();
        assert!(!stretch.truncated);
        for change in &stretch.list {
            after += 1;
            assert_eq!(change.seq, after, "no gaps");
            match change.effect {
                Effect::Created => assert!(made.insert(change.id, ()).is_none(), "made once"),
                Effect::Closed { status, .. } => {
                    assert!(ended.insert(change.id, status).is_none(), "ended once");
                }
                _ => {}
            }
        }
        if stretch.list.is_empty() {
            break;
        }
    }
    assert_eq!(made.len(), statuses.len());
    assert_eq!(ended, statuses);
}
