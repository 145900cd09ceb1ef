//! The durable store: beside bare SQLite with the same rows and the same group commit, and how long it takes to
//! open a million.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{Ceiling, Op, Store};
use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{
    Actor, Audience, ClientId, Draft, ElicitationId, Mode, Policy, Question, Surface, Timestamp, create,
};
use askwell_store::SqliteStore;
use rusqlite::{Connection, params};
use tokio::runtime::Builder;

use crate::engine::{small_form, verdict};
use crate::harness::Effort;

const WRITERS: usize = 256;

/// What a row of ours weighs, roughly: a record of an open elicitation and the record of a change.
const RECORD: [u8; 48] = [7; 48];
const CHANGE: [u8; 8] = [7; 8];

const TABLES: &str = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=20000;
    CREATE TABLE open (id BLOB PRIMARY KEY, client TEXT NOT NULL, form INTEGER, record BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE changes (seq INTEGER PRIMARY KEY, id BLOB NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL,
        record BLOB NOT NULL) STRICT;";

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
    let (mut ours, mut bare) = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        ours = ours.min(engine_round(each)?);
        bare = bare.min(bare_round(each)?);
    }
    let rate = |took: Duration| (WRITERS * each) as f64 / took.as_secs_f64();
    let ratio = rate(ours) / rate(bare);
    let met = ratio >= 0.5;
    println!("\ndurable create: {WRITERS} writers at once, acknowledged when on disk");
    println!("  engine and store {:>10.0} a second", rate(ours));
    println!("  bare SQLite      {:>10.0} a second", rate(bare));
    println!("  {:.0} % of bare; target ≥ 50 %  {}", ratio * 100.0, verdict(met));
    Ok(met)
}

fn engine_round(each: usize) -> Result<Duration, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(folder.path())?;
    let form = small_form()?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let took = runtime.block_on(async {
        let engine = Engine::builder().limits(Limits::none()).store(store).start();
        let start = Instant::now();
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                let (engine, form) = (engine.clone(), form.clone());
                tokio::spawn(async move {
                    let actor = Actor::client("bench", Surface::Library);
                    for _ in 0..each {
                        engine.create(&actor, Ask::form(form.clone())).await?;
                    }
                    Ok::<_, askwell_engine::CreateError>(())
                })
            })
            .collect();
        for writer in writers {
            writer.await??;
        }
        Ok::<_, Box<dyn Error>>(start.elapsed())
    })?;
    Ok(took)
}

fn bare_round(each: usize) -> Result<Duration, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let connection = Connection::open(folder.path().join("bare.db"))?;
    connection.execute_batch(TABLES)?;
    let start = Instant::now();
    let mut seq = 0_i64;
    for _ in 0..each {
        connection.execute_batch("BEGIN IMMEDIATE")?;
        let mut open = connection.prepare_cached("INSERT INTO open VALUES (?1, ?2, ?3, ?4)")?;
        let mut changes = connection.prepare_cached("INSERT INTO changes VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for _ in 0..WRITERS {
            seq += 1;
            let id = ElicitationId::new(Timestamp::from_millis(1_700_000_000_000), rand::random()).to_bytes();
            open.execute(params![id, "bench", 1, RECORD])?;
            changes.execute(params![seq, id, "bench", 1_700_000_000_000_i64, CHANGE])?;
        }
        connection.execute_batch("COMMIT")?;
    }
    Ok(start.elapsed())
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
    let draft = Draft {
        id: ElicitationId::new(now, rand::random()),
        client: ClientId::from("bench"),
        mode: Mode::Form,
        question: Question::Form(form.clone()),
        audience: Audience::Anyone,
        terms: Policy::default().terms(Mode::Form, None)?,
    };
    let ceiling = Ceiling { per_client: usize::MAX, total: usize::MAX };
    Ok(Op::Create { elicitation: Arc::new(create(draft, now).next), key: None, ceiling, changes: Vec::new() })
}

/// Reads every row of the same file, as whoever opens it must.
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
