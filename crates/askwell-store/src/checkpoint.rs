//! Checkpoints the write-ahead log (WAL) in the background.
//!
//! A checkpoint within a commit would delay all callers. A background thread does most of the work while
//! commits continue. Only when the log has become long does the committer, between two transactions, finish
//! the checkpoint so that the log can restart.

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

/// When to checkpoint, in pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CheckpointThresholds {
    /// Above this many pages to checkpoint, the background thread starts.
    start_at: i64,
    /// Above this many pages in the log, the log has to restart.
    restart_at: i64,
    /// At most this many pages may be left when the background thread stops.
    small_rest: i64,
}

impl CheckpointThresholds {
    /// Checkpoints start at 80 MB, and the log restarts at 240 MB.
    pub(crate) const DEFAULT: CheckpointThresholds =
        CheckpointThresholds { start_at: 20_000, restart_at: 60_000, small_rest: 1_000 };
}

/// The most rounds of one background checkpoint, as commits continue meanwhile.
const MAX_ROUNDS: usize = 4;

/// How long a restart of the log waits for readers. The next commit waits as well.
const RESTART_WAIT: Duration = Duration::from_millis(50);

/// The committer's handle to the background thread.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    thresholds: CheckpointThresholds,
    wake: Option<SyncSender<()>>,
    /// Whether the background thread has finished a checkpoint.
    settled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The length of the log, and how much of it is checkpointed, in pages.
#[derive(Debug, Clone, Copy)]
struct WalExtent {
    length: i64,
    moved: i64,
}

impl Checkpointer {
    pub(crate) fn start(file: &Path, thresholds: CheckpointThresholds) -> Result<Checkpointer, StoreError> {
        let connection = schema::connect(file).map_err(failed)?;
        schema::prepare(&connection).map_err(failed)?;
        let (wake, woken) = sync_channel(1);
        let settled = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&settled);
        let thread = std::thread::Builder::new()
            .name("askwell-checkpoint".to_owned())
            .spawn(move || work(&connection, &woken, &shared, thresholds))
            .map_err(StoreError::failed)?;
        Ok(Checkpointer { thresholds, wake: Some(wake), settled, thread: Some(thread) })
    }

    /// Starts a checkpoint or restarts the log, if needed.
    pub(crate) fn after_commit(&self, connection: &Connection) {
        let Ok(WalExtent { length, moved }) = checkpoint(connection, "NOOP") else { return };
        if length - moved > self.thresholds.start_at {
            self.settled.store(false, Ordering::Release);
            // The thread may be running already.
            let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
        } else if length > self.thresholds.restart_at
            && self.settled.swap(false, Ordering::AcqRel)
            && let Err(error) = start_over(connection)
        {
            tracing::warn!(%error, "the log could not start over; it will be tried again");
        }
    }

    /// Checkpoints everything and truncates the log, which is removed when the connection is closed.
    pub(crate) fn finish(&mut self, connection: &Connection) -> Result<(), StoreError> {
        self.stop();
        checkpoint(connection, "TRUNCATE").map_err(failed)?;
        // The last connection to close removes the log, unless another process still reads.
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

fn work(
    connection: &Connection,
    woken: &Receiver<()>,
    settled: &AtomicBool,
    thresholds: CheckpointThresholds,
) {
    while woken.recv().is_ok() {
        for _ in 0..MAX_ROUNDS {
            let moved = checkpoint(connection, "PASSIVE").and_then(|_| checkpoint(connection, "NOOP"));
            match moved {
                Ok(WalExtent { length, moved }) if length - moved > thresholds.small_rest => {}
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

/// Waits only briefly for readers, as commits wait for this.
fn start_over(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(RESTART_WAIT)?;
    let started = checkpoint(connection, "RESTART");
    connection.busy_timeout(schema::BUSY_TIMEOUT)?;
    started.map(|_| ())
}

fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<WalExtent> {
    let mut statement = connection.prepare_cached(&format!("PRAGMA wal_checkpoint({mode})"))?;
    statement.query_row([], |row| Ok(WalExtent { length: row.get(1)?, moved: row.get(2)? }))
}

#[cfg(test)]
mod tests {
    use super::{CheckpointThresholds, Checkpointer, checkpoint};
    use crate::schema;

    #[test]
    fn log_restarts_while_commits_continue() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("test.db");
        std::fs::write(&file, "").unwrap();
        let connection = schema::connect(&file).unwrap();
        schema::prepare(&connection).unwrap();
        // Durability does not matter here.
        connection.execute_batch("PRAGMA synchronous = OFF; CREATE TABLE numbers (n)").unwrap();
        let thresholds = CheckpointThresholds { start_at: 50, restart_at: 150, small_rest: 10 };
        let mut checkpointer = Checkpointer::start(&file, thresholds).unwrap();
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
