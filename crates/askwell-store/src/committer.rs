//! The writer thread. Requests that arrive at the same time share one transaction, and so one sync to disk.
//!
//! It takes one request, adds those that are already queued, and does not wait for more. Nothing is visible
//! before it is durable: memory is updated after the commit, and callers are notified after that.

mod batch;
mod nodes;
mod purge;
mod records;
mod rotation;
mod statements;
mod take;
mod upload;

use std::sync::Arc;
use std::thread::JoinHandle;

use askwell_engine::StoreError;
use askwell_engine::store::{
    Guard, LeaseRequest, NewUpload, Node, NodeTable, RateTable, RecordWrite, StoreLease, Upload, UploadChunk,
    UploadQuota, Verdict,
};
use askwell_form::Form;
use askwell_lifecycle::{ElicitationId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use crate::checkpoint::Checkpointer;
use crate::error::{failed, is_failed_sync};
use crate::folder::Folder;
use crate::forms::{self, FormHash};
use crate::open_index::OpenIndex;
use crate::prepared::PreparedOp;
use crate::vault::Keyring;

use batch::{Batch, BatchEffects};
pub use rotation::RotationReport;
pub(crate) use rotation::RotationStep;

/// The largest weight of one transaction.
const MAX_BATCH_WEIGHT: usize = 1000;

/// The log's length is checked once in this many transactions, as the check takes time.
const CHECKPOINT_CHECK_INTERVAL: u8 = 8;

/// This many bytes of an upload weigh as much as one operation.
const BYTES_PER_WEIGHT: usize = 4 << 10;

/// A task, and the channel for its result.
#[derive(Debug)]
pub(crate) struct WriteRequest {
    pub(crate) work: WriteTask,
    pub(crate) reply: oneshot::Sender<WriteReply>,
}

/// The result of a task.
#[derive(Debug)]
pub(crate) struct WriteReply {
    pub(crate) done: Result<TaskResult, StoreError>,
    /// Returned so that the caller drops it: the writer thread should do as little as possible.
    pub(crate) work: WriteTask,
}

/// A task of the writer thread.
#[derive(Debug)]
pub(crate) enum WriteTask {
    /// The usual case, without a list.
    CommitOne(Box<PreparedOp>),
    Commit(Vec<PreparedOp>),
    /// Stores a whole file.
    Upload(Upload, UploadQuota),
    BeginUpload(NewUpload, UploadQuota),
    AppendUpload(UploadChunk, UploadQuota),
    FinishUpload(ElicitationId, Arc<str>),
    AbortUpload(ElicitationId, Arc<str>),
    Records(Vec<RecordWrite>, Guard),
    /// Leases and the registry, which are in memory: this process has the folder to itself.
    Nodes(NodeTask),
    Purge {
        closed_before: Timestamp,
        limit: usize,
    },
    /// Does one step of a key rotation.
    Rotate(RotationStep),
    /// Joins the readers, checkpoints, and stops.
    Close {
        readers: Vec<JoinHandle<()>>,
    },
}

/// A task on leases or the registry of nodes. The writer thread does it, so that a guarded write and the end
/// of its lease have an order.
#[derive(Debug)]
pub(crate) enum NodeTask {
    Acquire(Vec<LeaseRequest>),
    Release(Vec<Arc<str>>, Arc<str>),
    ListLeases { prefix: Arc<str>, after: Option<Arc<str>>, limit: usize },
    Announce(Node),
    Remove(Arc<str>),
    ListNodes,
}

/// The result of a task that succeeded.
#[derive(Debug)]
pub(crate) enum TaskResult {
    Leases(Vec<StoreLease>),
    Nodes(Vec<Node>),
    Verdict(Verdict),
    Verdicts(Vec<Verdict>),
    Purged(usize),
    /// What a step has encrypted, and the next step, if there is one.
    Rotated {
        rotated: RotationReport,
        next: Option<RotationStep>,
    },
    Closed,
}

impl WriteRequest {
    fn answer(self, done: Result<TaskResult, StoreError>) {
        // The caller may have stopped waiting.
        let _ = self.reply.send(WriteReply { done, work: self.work });
    }
}

impl WriteTask {
    fn weight(&self) -> usize {
        match self {
            WriteTask::Commit(ops) => ops.len(),
            WriteTask::Records(writes, _) => writes.len(),
            // Keeps transactions with uploads at the usual size.
            WriteTask::Upload(Upload { bytes, .. }, _)
            | WriteTask::AppendUpload(UploadChunk { bytes, .. }, _) => 1 + bytes.len() / BYTES_PER_WEIGHT,
            _ => 1,
        }
    }
}

/// What the committer keeps in memory besides the index of open elicitations.
#[derive(Debug)]
struct CommitterState {
    /// The sequence number of the newest change.
    newest: u64,
    /// The newest id of a closed elicitation: newer ids need no lookup.
    newest_closed: Option<ElicitationId>,
    /// Forms and their row numbers by hash.
    forms: HashMap<FormHash, (i64, Form)>,
    /// Shared with the transaction that is being written.
    memory: Mutex<ProcessMemory>,
}

/// What ends with the process, as it has the folder to itself.
#[derive(Debug, Default)]
struct ProcessMemory {
    nodes: NodeTable,
    rates: RateTable,
}

/// The writer thread's state.
pub(crate) struct Committer {
    connection: Connection,
    open_index: Arc<Mutex<OpenIndex>>,
    state: CommitterState,
    keyring: Option<Arc<Keyring>>,
    newest: watch::Sender<u64>,
    checkpointer: Checkpointer,
    /// Transactions since the last check of the log.
    commits_since_check: u8,
    /// Set once a sync has failed: nothing that the disk reports after that can be relied upon.
    failed_sync: Option<StoreError>,
    /// Last, so that it is dropped, and the folder unlocked, after all else.
    _folder: Folder,
}

/// The parts of a committer.
pub(crate) struct CommitterParts {
    pub(crate) folder: Folder,
    pub(crate) connection: Connection,
    pub(crate) open_index: Arc<Mutex<OpenIndex>>,
    pub(crate) newest: watch::Sender<u64>,
    pub(crate) newest_closed: Option<ElicitationId>,
    pub(crate) keyring: Option<Arc<Keyring>>,
    pub(crate) checkpointer: Checkpointer,
}

impl Committer {
    pub(crate) fn new(parts: CommitterParts) -> Self {
        let newest = *parts.newest.borrow();
        Committer {
            connection: parts.connection,
            open_index: parts.open_index,
            state: CommitterState {
                newest,
                newest_closed: parts.newest_closed,
                forms: HashMap::new(),
                memory: Mutex::default(),
            },
            keyring: parts.keyring,
            newest: parts.newest,
            checkpointer: parts.checkpointer,
            commits_since_check: 0,
            failed_sync: None,
            _folder: parts.folder,
        }
    }

    /// Runs until it is closed, or all senders are dropped.
    pub(crate) fn run(mut self, mut requests: mpsc::Receiver<WriteRequest>) {
        while let Some(first) = requests.blocking_recv() {
            let mut weight = first.work.weight();
            let mut together = Vec::with_capacity(MAX_BATCH_WEIGHT.min(requests.len() + 1));
            together.push(first);
            let mut close = None;
            while weight < MAX_BATCH_WEIGHT {
                let Ok(request) = requests.try_recv() else { break };
                weight += request.work.weight();
                together.push(request);
            }
            if let Some(at) =
                together.iter().position(|request| matches!(request.work, WriteTask::Close { .. }))
            {
                // Requests after a close are dropped, which refuses them.
                together.truncate(at + 1);
                close = together.pop();
            }
            self.serve(together);
            if let Some(mut request) = close {
                requests.close();
                if let WriteTask::Close { readers } = &mut request.work {
                    // The last connection to close removes the log.
                    for thread in readers.drain(..) {
                        let _ = thread.join();
                    }
                }
                let closed = match self.failed_sync.take() {
                    None => self.checkpointer.finish(&self.connection),
                    Some(error) => Err(error),
                };
                drop(self);
                request.answer(closed.map(|()| TaskResult::Closed));
                return;
            }
            self.commits_since_check += 1;
            if self.commits_since_check >= CHECKPOINT_CHECK_INTERVAL {
                self.commits_since_check = 0;
                self.checkpointer.after_commit(&self.connection);
            }
        }
    }

    /// Runs all requests in one transaction. If it fails, runs each in its own, so that one request does not
    /// fail others.
    fn serve(&mut self, requests: Vec<WriteRequest>) {
        if requests.is_empty() {
            return;
        }
        match self.transaction(requests.iter().map(|request| &request.work)) {
            Ok(done) => {
                requests.into_iter().zip(done).for_each(|(request, done)| request.answer(Ok(done)));
            }
            Err(_) if requests.len() > 1 && self.failed_sync.is_none() => {
                requests.into_iter().for_each(|request| self.serve(vec![request]));
            }
            Err(error) => {
                tracing::warn!(%error, "a transaction failed; nothing of it is kept");
                requests.into_iter().for_each(|request| request.answer(Err(error.clone())));
            }
        }
    }

    fn transaction<'w>(
        &mut self,
        work: impl Iterator<Item = &'w WriteTask>,
    ) -> Result<Vec<TaskResult>, StoreError> {
        if let Some(error) = &self.failed_sync {
            return Err(error.clone());
        }
        let size = work.size_hint().0;
        let connection = &self.connection;
        let mut commit = || {
            connection.execute_batch("COMMIT").map_err(|error| {
                if is_failed_sync(&error) {
                    let what =
                        "nothing more is written until the store is opened again, with a disk that works";
                    self.failed_sync = Some(StoreError::Failed(format!("{error}; {what}").into()));
                }
                failed(error)
            })
        };
        connection.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
        let written = Batch::new(connection, &self.open_index, &self.state, self.keyring.as_deref(), size)
            .and_then(|batch| batch.write(work))
            .and_then(|written| commit().map(|()| written));
        match written {
            Ok((effects, done)) => {
                self.publish(effects);
                Ok(done)
            }
            Err(error) => {
                // Some failures roll back by themselves.
                if !connection.is_autocommit() {
                    let _ = connection.execute_batch("ROLLBACK");
                }
                Err(error)
            }
        }
    }

    /// Applies the effects of a committed transaction to memory.
    fn publish(&mut self, effects: BatchEffects) {
        let mut open_index = self.open_index.lock();
        effects.touched.into_values().for_each(|written| open_index.publish(written));
        drop(open_index);
        self.state.newest_closed = effects.newest_closed;
        for (hash, form) in effects.forms {
            forms::remember(&mut self.state.forms, hash, form);
        }
        if !effects.forms_gone.is_empty() {
            self.state.forms.retain(|_, (number, _)| !effects.forms_gone.contains(number));
        }
        if effects.newest != self.state.newest {
            self.state.newest = effects.newest;
            self.newest.send_replace(effects.newest);
        }
    }
}
