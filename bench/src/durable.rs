//! The durable store: beside bare SQLite with the same rows and the same group commit, and how long it takes to
//! open a million.

use std::collections::VecDeque;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{CreateQuota, ElicitationStore, Op};
use askwell_engine::{Ask, CreateError, Engine, Limits, SubmitError};
use askwell_form::Form;
use askwell_lifecycle::{
    Actor, Audience, ClientId, ElicitationId, Mode, NewElicitation, OnDisconnect, Policy, Question,
    ShortList, Surface, Timestamp, create,
};
use askwell_store::SqliteStore;
use rusqlite::{Connection, params};
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};

use crate::engine::{ANSWER, small_form, verdict};
use crate::harness::Effort;

const WRITERS: usize = 256;

/// What a row of ours weighs, roughly: a record of an open elicitation and the record of a change.
const RECORD: [u8; 48] = [7; 48];
const CHANGE: [u8; 8] = [7; 8];
const ANSWERED: [u8; 110] = [7; 110];

const TABLES: &str = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=20000;
    CREATE TABLE open (id BLOB PRIMARY KEY, client TEXT NOT NULL, form INTEGER, last_change INTEGER NOT NULL,
        record BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE closed (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, client TEXT NOT NULL,
        mode INTEGER NOT NULL, status INTEGER NOT NULL, audience INTEGER NOT NULL, person TEXT, closed_at INTEGER NOT NULL,
        form INTEGER, last_change INTEGER NOT NULL, secrets BLOB, record BLOB NOT NULL) STRICT;
    CREATE INDEX closed_of_client ON closed (client, id);
    CREATE INDEX closed_by_time ON closed (closed_at);
    CREATE TABLE changes (seq INTEGER PRIMARY KEY, id BLOB NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL,
        previous INTEGER NOT NULL, record BLOB NOT NULL) STRICT;";

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    if wanted("durable create") {
        met &= beside_bare_sqlite(effort)?;
    }
    if wanted("durable open") {
        met &= opening(effort)?;
    }
    Ok(met)
}

/// Rounds in turns, the best of each counts.
fn beside_bare_sqlite(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let (rounds, each) = if effort == Effort::FULL { (5, 200) } else { (1, 8) };
    let (mut ours, mut bare) = (RoundTimes::WORST, RoundTimes::WORST);
    for _ in 0..rounds {
        ours = ours.min(engine_round(each)?);
        bare = bare.min(bare_round(each)?);
    }
    println!("\ndurable create: {WRITERS} writers at once, acknowledged when on disk");
    println!("  {:18}{:>14}{:>14}{:>9}", "", "engine, store", "bare SQLite", "");
    let rate = |took: Duration| (WRITERS * each) as f64 / took.as_secs_f64();
    let mut met = true;
    for (name, ours, bare) in
        [("asked a second", ours.create, bare.create), ("answered a second", ours.close, bare.close)]
    {
        let ratio = rate(ours) / rate(bare);
        met &= ratio >= 0.5;
        println!("  {name:18}{:>14.0}{:>14.0}{:>7.0} %", rate(ours), rate(bare), ratio * 100.0);
    }
    println!("  target ≥ 50 %  {}", verdict(met));
    Ok(met)
}

/// How long asking took, and how long answering.
#[derive(Clone, Copy)]
struct RoundTimes {
    create: Duration,
    close: Duration,
}

impl RoundTimes {
    const WORST: RoundTimes = RoundTimes { create: Duration::MAX, close: Duration::MAX };

    fn min(self, other: RoundTimes) -> RoundTimes {
        RoundTimes { create: self.create.min(other.create), close: self.close.min(other.close) }
    }
}

fn engine_round(each: usize) -> Result<RoundTimes, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(folder.path())?;
    let form = small_form()?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let engine = Engine::builder().limits(Limits::none()).store(store).start();
        let start = Instant::now();
        let writers: Vec<_> =
            (0..WRITERS).map(|_| tokio::spawn(ask_many(engine.clone(), form.clone(), each))).collect();
        let mut asked = Vec::with_capacity(WRITERS);
        for writer in writers {
            asked.push(writer.await??);
        }
        let create = start.elapsed();
        let start = Instant::now();
        let writers: Vec<_> =
            asked.into_iter().map(|ids| tokio::spawn(answer_many(engine.clone(), ids))).collect();
        for writer in writers {
            writer.await??;
        }
        Ok(RoundTimes { create, close: start.elapsed() })
    })
}

async fn ask_many(engine: Engine, form: Form, count: usize) -> Result<Vec<ElicitationId>, CreateError> {
    let actor = Actor::client("bench", Surface::Library);
    let mut ids = Vec::with_capacity(count);
    for _ in 0..count {
        ids.push(engine.create(&actor, Ask::form(form.clone())).await?.id);
    }
    Ok(ids)
}

async fn answer_many(engine: Engine, ids: Vec<ElicitationId>) -> Result<(), SubmitError> {
    let actor = Actor::client("bench", Surface::Library);
    for id in ids {
        engine.submit(&actor, id, ANSWER).await?;
    }
    Ok(())
}

/// The same rows from as many writers through one committer, and nothing else.
fn bare_round(each: usize) -> Result<RoundTimes, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let connection = Connection::open(folder.path().join("bare.db"))?;
    connection.execute_batch(TABLES)?;
    let (sender, requests) = mpsc::channel(1024);
    let committer = std::thread::spawn(move || commit_in_groups(&connection, requests));
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let took = runtime.block_on(async {
        let mut took = RoundTimes::WORST;
        for row in [Row::Open, Row::Closed] {
            let start = Instant::now();
            let writers: Vec<_> =
                (0..WRITERS).map(|_| tokio::spawn(write_many(sender.clone(), row, each))).collect();
            for writer in writers {
                writer.await?.ok_or("the committer has gone")?;
            }
            match row {
                Row::Open => took.create = start.elapsed(),
                Row::Closed => took.close = start.elapsed(),
            }
        }
        Ok::<_, Box<dyn Error>>(took)
    })?;
    drop(sender);
    committer.join().map_err(|_| "the committer panicked")??;
    Ok(took)
}

/// What a writer wants written.
#[derive(Clone, Copy)]
enum Row {
    Open,
    Closed,
}

type Request = (Row, oneshot::Sender<()>);

async fn write_many(sender: mpsc::Sender<Request>, row: Row, count: usize) -> Option<()> {
    for _ in 0..count {
        let (reply, acknowledged) = oneshot::channel();
        sender.send((row, reply)).await.ok()?;
        acknowledged.await.ok()?;
    }
    Some(())
}

fn commit_in_groups(connection: &Connection, mut requests: mpsc::Receiver<Request>) -> rusqlite::Result<()> {
    let mut open = connection.prepare("INSERT INTO open VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut gone = connection.prepare("DELETE FROM open WHERE id = ?1")?;
    let mut closed =
        connection.prepare("INSERT INTO closed VALUES (NULL, ?1, ?2, 0, 2, 0, NULL, ?3, 1, ?4, NULL, ?5)")?;
    let mut changes = connection.prepare("INSERT INTO changes VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let (mut ids, mut seq) = (VecDeque::new(), 0_i64);
    while let Some(first) = requests.blocking_recv() {
        let mut replies = Vec::new();
        let mut next = Some(first);
        connection.execute_batch("BEGIN IMMEDIATE")?;
        while let Some((row, reply)) = next {
            seq += 1;
            let at = 1_700_000_000_000 + seq;
            let (id, previous) = match row {
                Row::Open => {
                    // Names that sort by time, as ours do: a tree likes that.
                    let now = Timestamp::from_millis(at.unsigned_abs());
                    let id = ElicitationId::new(now, rand::random()).to_bytes();
                    open.execute(params![id, "bench", 1, seq, RECORD])?;
                    ids.push_back((id, seq));
                    (id, 0)
                }
                Row::Closed => {
                    let (id, previous) = ids.pop_front().unwrap_or_default();
                    gone.execute(params![id])?;
                    closed.execute(params![id, "bench", at, seq, ANSWERED])?;
                    (id, previous)
                }
            };
            changes.execute(params![seq, id, "bench", at, previous, CHANGE])?;
            replies.push(reply);
            next = requests.try_recv().ok().filter(|_| replies.len() < 1000);
        }
        connection.execute_batch("COMMIT")?;
        replies.into_iter().for_each(|reply| _ = reply.send(()));
    }
    Ok(())
}

fn opening(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let count = if effort == Effort::FULL { 1_000_000 } else { 20_000 };
    let folder = tempfile::tempdir()?;
    fill(folder.path(), count)?;
    let (mut ours, mut bare) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let start = Instant::now();
        drop(SqliteStore::open(folder.path())?);
        ours = ours.min(start.elapsed());
        bare = bare.min(bare_scan(folder.path())?);
    }
    let ratio = ours.as_secs_f64() / bare.as_secs_f64();
    let met = ratio <= 3.0;
    println!("\ndurable open: a folder with {count} open elicitations");
    println!("  our open   {ours:>12.1?}");
    println!("  bare scan  {bare:>12.1?}");
    println!("  ×{ratio:.2}; target ≤ ×3  {}", verdict(met));
    Ok(met)
}

fn fill(folder: &Path, count: usize) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open(folder)?;
    let form = small_form()?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        for first in (0..count).step_by(1000) {
            let ops = (first..count.min(first + 1000)).map(|number| an_op(&form, number));
            store.commit(ops.collect::<Result<_, _>>()?).await?;
        }
        Ok::<_, Box<dyn Error>>(())
    })
}

fn an_op(form: &Form, number: usize) -> Result<Op, Box<dyn Error>> {
    let now = Timestamp::from_millis(1_700_000_000_000 + number as u64);
    let draft = NewElicitation {
        id: ElicitationId::new(now, rand::random()),
        client: ClientId::from("bench"),
        mode: Mode::Form,
        question: Question::Form(form.clone()),
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms: Policy::default().terms(Mode::Form, None)?,
    };
    Ok(Op::Create {
        elicitation: Arc::new(create(draft, now).next),
        key: None,
        quota: CreateQuota::NONE,
        changes: ShortList::none(),
    })
}

/// Reads every row of the same file, as every program that opens it must.
fn bare_scan(folder: &Path) -> Result<Duration, Box<dyn Error>> {
    let mut files = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let is_database = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "db");
    let file = files.find(is_database).ok_or("no database")?;
    let start = Instant::now();
    let connection = Connection::open(file)?;
    let mut rows = connection.prepare("SELECT * FROM open")?;
    let columns = rows.column_count();
    let mut rows = rows.query([])?;
    let mut bytes = 0;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            bytes += match row.get_ref(column)? {
                rusqlite::types::ValueRef::Blob(blob) | rusqlite::types::ValueRef::Text(blob) => blob.len(),
                _ => 8,
            };
        }
    }
    std::hint::black_box(bytes);
    Ok(start.elapsed())
}
