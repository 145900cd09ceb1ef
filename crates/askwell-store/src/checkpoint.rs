//! Moves what is in SQLite's log into its file, in the background.
//!
//! A checkpoint within a commit would stall everybody who waits for it. So a thread of its own does most of
//! the work while commits go on; only when the log has become large does the committer itself, between two
//! transactions, do the little that is left, so that the log can start over.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use askwell_engine::StoreError;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::error::failed;
use crate::schema;

/// When to do what, in pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marks {
    /// With so many to be moved, it is time to move them.
    soon: i64,
    /// With so many in the log, it has to start over.
    too_long: i64,
    /// So few can be moved without anybody noticing.
    few: i64,
}

impl Marks {
    /// A log of 80 MB is worth moving, one of 240 MB has to start over.
    pub(crate) const USUAL: Marks = Marks { soon: 20_000, too_long: 60_000, few: 1_000 };
}

/// Moving goes on while commits do, so it is repeated until little is left, but not for ever.
const ROUNDS: usize = 4;

/// For so long readers may delay the log's starting over, and with it the next commit.
const NOT_LONG: Duration = Duration::from_millis(50);

/// The handle that the committer holds.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    marks: Marks,
    wake: Option<SyncSender<()>>,
    /// The background has just moved what it could.
    settled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How long the log is, and how much of it has been moved, in pages.
#[derive(Debug, Clone, Copy)]
struct Extent {
    length: i64,
    moved: i64,
}

impl Checkpointer {
    pub(crate) fn start(file: &Path, marks: Marks) -> Result<Checkpointer, StoreError> {
        let connection = schema::connect(file).map_err(failed)?;
        schema::prepare(&connection).map_err(failed)?;
        let (wake, woken) = sync_channel(1);
        let settled = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&settled);
        let thread = std::thread::Builder::new()
            .name("askwell-checkpoint".to_owned())
            .spawn(move || work(&connection, &woken, &shared, marks))
            .map_err(StoreError::failed)?;
        Ok(Checkpointer { marks, wake: Some(wake), settled, thread: Some(thread) })
    }

    /// Looks at the log, and does or asks for what is needed.
    pub(crate) fn after_commit(&self, connection: &Connection) {
        let Ok(Extent { length, moved }) = checkpoint(connection, "NOOP") else { return };
        if length - moved > self.marks.soon {
            self.settled.store(false, Ordering::Release);
            // It may be at work already.
            let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
        } else if length > self.marks.too_long
            && self.settled.swap(false, Ordering::AcqRel)
            && let Err(error) = start_over(connection)
        {
            tracing::warn!(%error, "the log could not start over; it will be tried again");
        }
    }

    /// Moves everything and empties the log, which is removed when the connection is closed.
    pub(crate) fn finish(&mut self, connection: &Connection) -> Result<(), StoreError> {
        self.stop();
        checkpoint(connection, "TRUNCATE").map_err(failed)?;
        // Whoever closes the file last removes the log, unless another process still reads.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(failed)?;
        Ok(())
    }

    fn stop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(connection: &Connection, woken: &Receiver<()>, settled: &AtomicBool, marks: Marks) {
    while woken.recv().is_ok() {
        for _ in 0..ROUNDS {
            let moved = checkpoint(connection, "PASSIVE").and_then(|_| checkpoint(connection, "NOOP"));
            match moved {
                Ok(Extent { length, moved }) if length - moved > marks.few => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::warn!(%error, "a checkpoint failed; it will be tried again");
                    break;
                }
            }
        }
        settled.store(true, Ordering::Release);
    }
}

/// Commits wait for this, so it does not wait for long itself: readers that are in the way now are gone later.
fn start_over(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(NOT_LONG)?;
    let started = checkpoint(connection, "RESTART");
    connection.busy_timeout(schema::PATIENCE)?;
    started.map(|_| ())
}

fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<Extent> {
    let mut statement = connection.prepare_cached(&format!("PRAGMA wal_checkpoint({mode})"))?;
    statement.query_row([], |row| Ok(Extent { length: row.get(1)?, moved: row.get(2)? }))
}

#[cfg(test)]
mod tests {
    use super::{Checkpointer, Marks, checkpoint};
    use crate::schema;

    #[test]
    fn the_log_starts_over_while_commits_go_on() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("test.db");
        std::fs::write(&file, "").unwrap();
        let connection = schema::connect(&file).unwrap();
        schema::prepare(&connection).unwrap();
        // What the disk does is not looked at here.
        connection.execute_batch("PRAGMA synchronous = OFF; CREATE TABLE numbers (n)").unwrap();
        let marks = Marks { soon: 50, too_long: 150, few: 10 };
        let mut checkpointer = Checkpointer::start(&file, marks).unwrap();
        let mut started_over = 0;
        let mut before = 0;
        let mut written = 0_i64;
        while started_over < 3 {
            connection.execute("INSERT INTO numbers VALUES (?1)", [written]).unwrap();
            written += 1;
            checkpointer.after_commit(&connection);
            let length = checkpoint(&connection, "NOOP").unwrap().length;
            started_over += usize::from(length < before);
            before = length;
            assert!(written < 1_000_000, "the log never starts over");
        }
        checkpointer.finish(&connection).unwrap();
        assert_eq!(std::fs::metadata(folder.path().join("test.db-wal")).map_or(0, |log| log.len()), 0);
        let sum: i64 = connection.query_row("SELECT sum(n) FROM numbers", [], |row| row.get(0)).unwrap();
        assert_eq!(sum, written * (written - 1) / 2);
    }
}
