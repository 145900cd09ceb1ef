//! The durable store: an index of open elicitations in memory, a database file, and one writer thread.

mod contents;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use askwell_engine::StoreError;
use askwell_engine::store::{
    Change, ChangeLog, Changes, ElicitationStore, InboxCounts, InboxPage, InboxQuery, ListPage, Op, Query,
    StoreFuture, Verdict,
};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, Status, Timestamp};
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use crate::checkpoint::{CheckpointThresholds, Checkpointer};
use crate::closed_cache::ClosedCache;
use crate::committer::{
    Committer, CommitterParts, RotationReport, RotationStep, TaskResult, WriteReply, WriteRequest, WriteTask,
};
use crate::folder::Folder;
use crate::forms::FormHashes;
use crate::load::StoreContents;
use crate::open::{OpenError, OpenOptions};
use crate::open_index::OpenIndex;
use crate::prepared::PreparedOp;
use crate::read::{self, ReadContext};
use crate::reader_pool::ReaderPool;
use crate::vault::Keyring;

/// The capacity of the writer's queue. Further requests wait for a place.
const QUEUE_CAPACITY: usize = 4096;

/// A store in one SQLite file within a folder. Acknowledged writes are on disk.
///
/// Dropping it is always safe. [`SqliteStore::close`] also checkpoints, and removes the log.
pub struct SqliteStore {
    /// `None` once the store is dropped.
    requests: Option<mpsc::Sender<WriteRequest>>,
    committer: Option<JoinHandle<()>>,
    readers: ReaderPool,
    open_index: Arc<Mutex<OpenIndex>>,
    closed_cache: ClosedCache,
    context: Arc<ReadContext>,
    hashes: FormHashes,
    newest: watch::Sender<u64>,
    closed: AtomicBool,
}

impl SqliteStore {
    /// Opens a folder with default options, and creates it if it does not exist. Blocks.
    ///
    /// # Errors
    /// When the folder is in use, or its contents cannot be used.
    pub fn open(folder: impl AsRef<Path>) -> Result<SqliteStore, OpenError> {
        OpenOptions::new().open(folder.as_ref())
    }

    pub(crate) fn start(
        folder: Folder,
        connection: Connection,
        contents: StoreContents,
        keyring: Option<Arc<Keyring>>,
    ) -> Result<SqliteStore, StoreError> {
        let readers = ReaderPool::start(&folder.database)?;
        let checkpointer = Checkpointer::start(&folder.database, CheckpointThresholds::DEFAULT)?;
        let open_index = Arc::new(Mutex::new(contents.open_index));
        let newest = watch::Sender::new(contents.newest);
        let (requests, waiting) = mpsc::channel(QUEUE_CAPACITY);
        let committer = Committer::new(CommitterParts {
            folder,
            connection,
            open_index: Arc::clone(&open_index),
            newest: newest.clone(),
            newest_closed: contents.newest_closed,
            keyring: keyring.clone(),
            checkpointer,
        });
        let committer = std::thread::Builder::new()
            .name("askwell-committer".to_owned())
            .spawn(move || committer.run(waiting))
            .map_err(StoreError::failed)?;
        Ok(SqliteStore {
            requests: Some(requests),
            committer: Some(committer),
            readers,
            open_index,
            closed_cache: ClosedCache::default(),
            context: Arc::new(ReadContext { keyring, ..ReadContext::default() }),
            hashes: FormHashes::default(),
            newest,
            closed: AtomicBool::new(false),
        })
    }

    /// Completes queued writes, checkpoints, removes the log, and unlocks the folder. Later calls fail with
    /// [`StoreError::Closed`].
    ///
    /// # Errors
    /// When the checkpoint fails. No data is lost.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.closed.store(true, Ordering::Release);
        let readers = self.readers.release();
        self.send(WriteTask::Close { readers }).await?.done.map(|_| ())
    }

    /// Checks that the keyring has every key that stored data needs. Call it after opening to find a missing
    /// key before data is read. Reads all closed elicitations.
    ///
    /// # Errors
    /// When a key is missing, or is another one of the same name.
    pub async fn check_keys(&self) -> Result<(), StoreError> {
        let context = Arc::clone(&self.context);
        self.read(move |connection| context.check_keys(connection)).await
    }

    /// Wraps all data keys with the current key, and encrypts stored data as [`OpenOptions::encrypt`]
    /// requires. Returns how much was done. Older keys are not needed after this.
    ///
    /// # Errors
    /// When a key is missing, or the store cannot be written. Completed steps stay done; call it again to
    /// continue.
    pub async fn rotate(&self) -> Result<RotationReport, StoreError> {
        let mut total = RotationReport::default();
        let mut step = Some(RotationStep::FIRST);
        while let Some(current) = step {
            let TaskResult::Rotated { rotated, next } = self.send(WriteTask::Rotate(current)).await?.done?
            else {
                return Err(StoreError::Closed);
            };
            total.elicitations += rotated.elicitations;
            total.uploads += rotated.uploads;
            total.records += rotated.records;
            step = next;
        }
        Ok(total)
    }

    /// Sends a task to the writer thread. Once sent it is done, even if the future is dropped.
    async fn send(&self, work: WriteTask) -> Result<WriteReply, StoreError> {
        let (reply, done) = oneshot::channel();
        let requests = self.requests.as_ref().ok_or(StoreError::Closed)?;
        requests.send(WriteRequest { work, reply }).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Closed)
    }

    async fn verdict(&self, work: WriteTask) -> Result<Verdict, StoreError> {
        let WriteReply { done, work } = self.send(work).await?;
        let TaskResult::Verdict(verdict) = done? else { return Err(StoreError::Closed) };
        if let (Verdict::Committed, WriteTask::CommitOne(written)) = (verdict, &work) {
            self.closed_cache.add(written);
        }
        Ok(verdict)
    }

    async fn verdicts(&self, work: WriteTask) -> Result<Vec<Verdict>, StoreError> {
        let WriteReply { done, work } = self.send(work).await?;
        let TaskResult::Verdicts(verdicts) = done? else { return Err(StoreError::Closed) };
        if let WriteTask::Commit(ops) = &work {
            let committed = ops.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Verdict::Committed);
            committed.for_each(|(written, _)| self.closed_cache.add(written));
        }
        Ok(verdicts)
    }

    fn prepare(&self, op: Op) -> Result<PreparedOp, StoreError> {
        PreparedOp::new(op, self.context.keyring.as_deref(), &self.hashes)
    }

    /// Accesses the index of open elicitations, unless the store is closed.
    fn with_open_index<T>(
        &self,
        read: impl FnOnce(&mut OpenIndex) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.closed.load(Ordering::Acquire) {
            Err(StoreError::Closed)
        } else {
            read(&mut self.open_index.lock())
        }
    }

    async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.closed.load(Ordering::Acquire) {
            Err(StoreError::Closed)
        } else {
            self.readers.read(job).await
        }
    }
}

impl ElicitationStore for SqliteStore {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(async move {
            let prepared = ops.into_iter().map(|op| self.prepare(op)).collect::<Result<Vec<_>, _>>()?;
            self.verdicts(WriteTask::Commit(prepared)).await
        })
    }

    fn commit_one(&self, op: Op) -> StoreFuture<'_, Verdict> {
        Box::pin(async move { self.verdict(WriteTask::CommitOne(Box::new(self.prepare(op)?))).await })
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        Box::pin(async move {
            let cached = self.with_open_index(|index| index.get(id))?.or_else(|| self.closed_cache.get(id));
            match cached.filter(|found| scope.includes(&found.client, &found.audience)) {
                Some(found) => Ok(Some(found)),
                None => {
                    let context = Arc::clone(&self.context);
                    self.read(move |connection| context.get(connection, id, &scope)).await
                }
            }
        })
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        Box::pin(self.read(move |connection| read::find_key(connection, &client, &key)))
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        Box::pin(async move { self.with_open_index(|index| index.due(now, limit)) })
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(async move { self.with_open_index(|index| Ok(index.next_due())) })
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        Box::pin(async move { self.with_open_index(|index| Ok(index.by_mode())) })
    }

    fn list(&self, query: Query) -> StoreFuture<'_, ListPage> {
        Box::pin(async move {
            let limit = query.limit.saturating_add(1);
            let wants = |open| {
                query.statuses.is_empty() || query.statuses.iter().any(|one| Status::is_open(*one) == open)
            };
            let (open, closed) = (wants(true), wants(false));
            // Memory first: an elicitation that is closed meanwhile is then in both lists, never in neither.
            let from_memory =
                if open { self.with_open_index(|index| index.list(&query, limit))? } else { Vec::new() };
            let from_file = if closed {
                let (context, query) = (Arc::clone(&self.context), query.clone());
                self.read(move |connection| context.list(connection, &query, limit)).await?
            } else {
                Vec::new()
            };
            Ok(page(from_file, from_memory, query.limit))
        })
    }

    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage> {
        Box::pin(async move { self.with_open_index(|index| index.list_inbox(&query)) })
    }

    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts> {
        Box::pin(async move { self.with_open_index(|index| Ok(index.count_inbox(&scope))) })
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            self.closed_cache.forget(closed_before);
            match self.send(WriteTask::Purge { closed_before, limit }).await?.done? {
                TaskResult::Purged(count) => Ok(count),
                _ => Err(StoreError::Closed),
            }
        })
    }
}

impl ChangeLog for SqliteStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        let published = *self.newest.borrow();
        Box::pin(self.read(move |connection| read::log::since(connection, after, published, limit, &scope)))
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        let published = *self.newest.borrow();
        Box::pin(self.read(move |connection| read::log::history(connection, id, published, limit)))
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}

/// Merges two lists, newest first. For elicitations in both, the first list has the later state.
fn page(later: Vec<Arc<Elicitation>>, earlier: Vec<Arc<Elicitation>>, limit: usize) -> ListPage {
    let mut items: Vec<Arc<Elicitation>> = later.into_iter().chain(earlier).collect();
    // The sort is stable, so the later state comes first.
    items.sort_by_key(|elicitation| std::cmp::Reverse(elicitation.id));
    items.dedup_by_key(|elicitation| elicitation.id);
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| last.id);
    ListPage { items, next }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Without senders, the writer thread completes its queue and ends.
        self.requests = None;
        if let Some(committer) = self.committer.take() {
            let _ = committer.join();
        }
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("open", &self.open_index.lock().total()).finish_non_exhaustive()
    }
}
