//! The store: connections, tasks, and the writing half of the traits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use askwell_engine::store::{
    CLAIM_DURATION, ElicitationStore, InboxCounts, InboxPage, InboxQuery, ListPage, Op, Query, StoreFuture,
    Verdict,
};
use askwell_engine::{Clock as _, StoreError};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, Timestamp};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::clock::PgClock;
use super::committer::{PgCommitter, PgCommitterState, Request, Task};
use super::connection::{Link, connect};
use super::error::RETRY_AFTER;
use super::migrations::{self, FORMAT};
use super::options::{PgOpenError, PgOptions, unreachable};
use super::pooling::{self, PoolMode};
use super::purge::SWEEP;
use super::row::{OPEN_COLUMNS, RowContext, id_of};
use super::tail::{self, TailState};
use super::test_hook::TestHook;
use super::uploads::UploadWriter;
use crate::error::to_sql;
use crate::forms::FormHashes;
use crate::prepared::PreparedOp;

/// Connections for reading. Each carries any number of queries at once.
const READERS: usize = 4;

/// The capacity of the writer's queue. Further requests wait for a place.
const QUEUE_CAPACITY: usize = 4096;

/// How often forms and clients that nobody uses are swept, by one node.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// The lease of sweeping.
const SWEEP_LEASE: &str = "askwell/sweep";

/// The longest time that a batch may take before the node is not ready.
const COMMITTER_LIMIT: Duration = Duration::from_secs(2);

/// The longest time without word of the log before the node is not ready.
const TAIL_LIMIT: Duration = Duration::from_secs(5);

/// The longest age of a sample of the clock.
const CLOCK_LIMIT: Duration = Duration::from_secs(30);

/// A store in PostgreSQL that any number of nodes share. Acknowledged writes are committed in the database.
///
/// Dropping it closes its connections; [`NodeStore::close`](askwell_engine::store::NodeStore::close) also completes
/// queued writes.
pub struct PgStore {
    pub(super) readers: Vec<Link>,
    next_reader: AtomicUsize,
    uploads: Arc<UploadWriter>,
    pub(super) context: RowContext,
    hashes: FormHashes,
    pub(super) options: Arc<PgOptions>,
    requests: mpsc::Sender<Request>,
    pub(super) state: Arc<PgCommitterState>,
    pub(super) clock: PgClock,
    pub(super) tail: Arc<TailState>,
    tasks: Vec<JoinHandle<()>>,
    is_closed: AtomicBool,
}

impl PgStore {
    /// Opens the database of a URL with default options.
    ///
    /// # Errors
    /// When the URL cannot be read, the database cannot be reached, or its tables are of another version.
    pub async fn open(url: &str) -> Result<PgStore, PgOpenError> {
        PgOptions::new(url)?.open().await
    }

    pub(super) async fn start(options: PgOptions) -> Result<PgStore, PgOpenError> {
        let connection = connect(&options).await.map_err(unreachable)?;
        if options.pool_mode == PoolMode::Transaction {
            pooling::check(connection.client(), &options.schema).await.map_err(unreachable)?;
        }
        let format = migrations::read_format(connection.client()).await?;
        let own = if options.has_hook(TestHook::PreviousFormat) { migrations::PREVIOUS } else { FORMAT };
        if format.format < own {
            return Err(PgOpenError::NotMigrated { found: format.format, known: FORMAT });
        }
        if !format.is_usable_by(own) {
            return Err(PgOpenError::TooNew { found: format.format, known: FORMAT });
        }
        let clock = PgClock::new();
        let newest = tail::sample(&connection, &clock).await.map_err(unreachable)?;
        for _ in 0..2 {
            tail::sample(&connection, &clock).await.map_err(unreachable)?;
        }
        drop(connection);
        let options = Arc::new(options);
        let channel: Arc<str> = Arc::from(format!("{}_changes", options.schema));
        let state = Arc::new(PgCommitterState::new(newest));
        let tail_state = Arc::new(TailState::new(newest));
        let (requests, waiting) = mpsc::channel(QUEUE_CAPACITY);
        let committer = PgCommitter::new(Arc::clone(&options), Arc::clone(&state), Arc::clone(&channel));
        let follow = tail::Tail {
            options: Arc::clone(&options),
            channel,
            clock: clock.clone(),
            state: Arc::clone(&tail_state),
            committer: Arc::clone(&state),
        };
        Ok(PgStore {
            readers: (0..READERS).map(|_| Link::new(Arc::clone(&options))).collect(),
            next_reader: AtomicUsize::new(0),
            uploads: Arc::new(UploadWriter::new(Link::new(Arc::clone(&options)), options.keyring.clone())),
            context: RowContext::new(options.keyring.clone()),
            hashes: FormHashes::default(),
            options,
            requests,
            state,
            clock,
            tail: tail_state,
            tasks: vec![tokio::spawn(committer.run(waiting)), tokio::spawn(follow.run())],
            is_closed: AtomicBool::new(false),
        })
    }

    /// Returns a connection for reading.
    pub(super) fn reader(&self) -> Result<&Link, StoreError> {
        if self.is_closed.load(Ordering::Acquire) {
            return Err(StoreError::Closed);
        }
        let next = self.next_reader.fetch_add(1, Ordering::Relaxed) % self.readers.len().max(1);
        self.readers.get(next).ok_or(StoreError::Closed)
    }

    /// Returns the writer of uploads.
    pub(super) fn upload_writer(&self) -> Result<&Arc<UploadWriter>, StoreError> {
        if self.is_closed.load(Ordering::Acquire) { Err(StoreError::Closed) } else { Ok(&self.uploads) }
    }

    /// Sends a task to the writer. Once sent it is done, even if the future is dropped.
    pub(super) async fn write(&self, task: Task) -> Result<Vec<Verdict>, StoreError> {
        let (reply, done) = oneshot::channel();
        self.send(Request::Write(task, reply)).await?;
        done.await.map_err(|_| StoreError::Closed)?
    }

    async fn send(&self, request: Request) -> Result<(), StoreError> {
        if self.is_closed.load(Ordering::Acquire) {
            return Err(StoreError::Closed);
        }
        self.requests.send(request).await.map_err(|_| StoreError::Closed)
    }

    fn prepare(&self, op: Op) -> Result<PreparedOp, StoreError> {
        PreparedOp::new(op, self.context.keyring.as_deref(), &self.hashes)
    }

    /// Returns why the node should get no requests; `Ok` if it should.
    pub(super) fn readiness(&self) -> Result<(), StoreError> {
        if self.is_closed.load(Ordering::Acquire) {
            return Err(StoreError::Closed);
        }
        if let Some(error) = self.state.down.lock().clone() {
            return Err(error);
        }
        let late = |what: &str| Err(StoreError::Unavailable { cause: what.into(), retry_after: RETRY_AFTER });
        if self.state.busy_for() > COMMITTER_LIMIT {
            return late("a commit takes long");
        }
        if self.tail.age() > TAIL_LIMIT {
            return late("the log cannot be followed");
        }
        if self.clock.age().is_none_or(|age| age > CLOCK_LIMIT) {
            return late("the database's clock is not known");
        }
        Ok(())
    }

    pub(super) async fn shut_down(&self) -> Result<(), StoreError> {
        let (reply, done) = oneshot::channel();
        let sent = self.send(Request::Close(reply)).await;
        self.is_closed.store(true, Ordering::Release);
        if sent.is_ok() {
            let _ = done.await;
        }
        self.tasks.iter().for_each(JoinHandle::abort);
        for link in &self.readers {
            link.close().await;
        }
        self.uploads.close().await;
        self.tail.close();
        Ok(())
    }

    /// Deletes forms and clients that nobody uses, if no other node has done it within the hour.
    async fn sweep(&self, unused_since: Timestamp) -> Result<(), StoreError> {
        let holder = Arc::from(format!("{:x}", self.clock.now().as_millis()));
        let request = askwell_engine::store::LeaseRequest {
            name: Arc::from(SWEEP_LEASE),
            holder: Arc::clone(&holder),
            duration: SWEEP_INTERVAL,
        };
        let got = self.acquire(vec![request]).await?;
        if got.first().is_none_or(|lease| lease.holder != holder) {
            return Ok(());
        }
        let before = to_sql(unused_since.as_millis());
        for sql in SWEEP {
            self.reader()?.query(sql, &[&before]).await?;
        }
        Ok(())
    }
}

impl Drop for PgStore {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl fmt::Debug for PgStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgStore").field("newest", &*self.state.newest.borrow()).finish_non_exhaustive()
    }
}

impl ElicitationStore for PgStore {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(async move {
            let prepared = ops.into_iter().map(|op| self.prepare(op)).collect::<Result<Vec<_>, _>>()?;
            self.write(Task::Ops(prepared)).await
        })
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        Box::pin(async move { self.read_one(id, &scope).await })
    }

    fn get_many(&self, ids: Vec<ElicitationId>) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        Box::pin(async move { self.read_many(&ids).await })
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        Box::pin(async move {
            let find = "SELECT id FROM keys WHERE client = $1 AND key = $2";
            let rows = self.reader()?.query(find, &[&client.as_str().as_bytes(), &key.as_bytes()]).await?;
            Ok(rows.first().map(|row| id_of(row.get(0))))
        })
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        Box::pin(async move {
            let claim = format!(
                "WITH due AS MATERIALIZED (
                     SELECT id FROM open WHERE look_at <= $1 ORDER BY look_at LIMIT $2 FOR UPDATE SKIP LOCKED)
                 UPDATE open SET look_at = $3 FROM due WHERE open.id = due.id
                 RETURNING {}",
                OPEN_COLUMNS.replace("id,", "open.id,")
            );
            let until = to_sql((now + CLAIM_DURATION).as_millis());
            let now = to_sql(now.as_millis());
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let reader = self.reader()?;
            // A repeated claim after a lost connection finds the first one after the time of a claim.
            let rows = reader.query(&claim, &[&now, &limit, &until]).await?;
            let mut found = self.context.decode(reader, &rows).await?;
            found.sort_by_key(|elicitation| elicitation.next_due());
            Ok(found)
        })
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(async move {
            let rows = self.reader()?.query("SELECT min(look_at) FROM open", &[]).await?;
            let due: Option<i64> = rows.first().and_then(|row| row.get(0));
            Ok(due
                .filter(|due| *due != i64::MAX)
                .map(|due| Timestamp::from_millis(crate::error::from_sql(due))))
        })
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        Box::pin(async move {
            let rows = self.reader()?.query("SELECT open_by_mode FROM head", &[]).await?;
            let counts: Vec<i64> = rows.first().map(|row| row.get(0)).unwrap_or_default();
            let counts = counts.into_iter().map(|count| usize::try_from(count).unwrap_or_default());
            Ok(Mode::ALL.into_iter().map(|(_, mode)| mode).zip(counts).collect())
        })
    }

    fn list(&self, query: Query) -> StoreFuture<'_, ListPage> {
        Box::pin(async move { self.read_list(&query).await })
    }

    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage> {
        Box::pin(async move { self.read_inbox(&query).await })
    }

    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts> {
        Box::pin(async move { self.read_inbox_counts(&scope).await })
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            let (reply, done) = oneshot::channel();
            self.send(Request::Purge { closed_before, limit, reply }).await?;
            let purged = done.await.map_err(|_| StoreError::Closed)??;
            if purged > 0
                && let Err(error) = self.sweep(closed_before).await
            {
                tracing::warn!(%error, "unused forms could not be swept");
            }
            Ok(purged)
        })
    }
}
