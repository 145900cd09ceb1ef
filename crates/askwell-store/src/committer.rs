//! The one thread that writes: whatever many callers want written at the same time shares one transaction,
//! and so one sync of the disk.
//!
//! It takes one request, adds those that are waiting already, and waits for nobody. Nothing is visible
//! before it is durable: memory learns of a transaction when it is committed, callers after that.

mod batch;
mod beside;
mod purge;
mod rotation;
mod statements;
mod taking;
mod upload;

use std::sync::Arc;
use std::thread::JoinHandle;

use askwell_engine::StoreError;
use askwell_engine::store::{Ceiling, Change, NewUpload, NoteWrite, Room, Upload, UploadChunk, Verdict};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Timestamp, UpToTwo};
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use crate::checkpoint::Checkpointer;
use crate::codec::elicitation::Encoded;
use crate::error::{failed, is_failed_sync};
use crate::folder::Folder;
use crate::forms::{self, Hash};
use crate::live::Live;
use crate::vault::Keyring;

use batch::{Batch, News};
pub use rotation::Rotated;
pub(crate) use rotation::RotationStep;

/// So many operations share one transaction at most.
const TOGETHER: usize = 1000;

/// How long the log has become is looked at once in so many transactions: looking takes time, and it may be a little
/// longer.
const LOOKED_AT: u8 = 8;

/// So many bytes of a file count as one operation.
const BYTES_OF_ONE: usize = 4 << 10;

/// Something to do, and whom to tell.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) work: Work,
    pub(crate) reply: oneshot::Sender<Reply>,
}

/// What became of it.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) done: Result<Done, StoreError>,
    /// Given back to whoever made it: the one thread that everybody waits for has enough to do, were it only to
    /// drop it.
    pub(crate) work: Work,
}

/// What can be done.
#[derive(Debug)]
pub(crate) enum Work {
    /// The usual case, which needs no lists.
    CommitOne(Box<Prepared>),
    Commit(Vec<Prepared>),
    /// A whole file.
    Upload(Upload, Room),
    BeginUpload(NewUpload, Room),
    AppendUpload(UploadChunk, Room),
    FinishUpload(ElicitationId, Arc<str>),
    AbortUpload(ElicitationId, Arc<str>),
    Notes(Vec<NoteWrite>),
    Purge {
        closed_before: Timestamp,
        limit: usize,
    },
    /// One step of a rotation.
    Rotate(RotationStep),
    /// Waits for those who read, tidies up and stops.
    Close {
        readers: Vec<JoinHandle<()>>,
    },
}

/// What was done.
#[derive(Debug)]
pub(crate) enum Done {
    Verdict(Verdict),
    Verdicts(Vec<Verdict>),
    Purged(usize),
    /// What a step has encrypted anew, and which is next, unless it was the last.
    Rotated {
        rotated: Rotated,
        next: Option<RotationStep>,
    },
    Closed,
}

/// An operation, encoded by whoever asked for it: that can go on in parallel, writing cannot.
#[derive(Debug)]
pub(crate) enum Prepared {
    State(PreparedState),
    Key(PreparedKey),
}

/// The next state of an elicitation.
#[derive(Debug)]
pub(crate) struct PreparedState {
    pub(crate) elicitation: Arc<Elicitation>,
    pub(crate) encoded: Encoded,
    pub(crate) kind: PreparedKind,
    pub(crate) changes: UpToTwo<PreparedChange>,
}

#[derive(Debug)]
pub(crate) enum PreparedKind {
    Create { key: Option<Arc<str>>, ceiling: Ceiling, form: Option<(Hash, Form)> },
    Transition { expected: u64 },
}

/// A key that is removed from a closed elicitation, or put back.
#[derive(Debug)]
pub(crate) struct PreparedKey {
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) key: Arc<str>,
    pub(crate) is_taken: bool,
    pub(crate) changes: UpToTwo<PreparedChange>,
}

#[derive(Debug)]
pub(crate) struct PreparedChange {
    pub(crate) change: Change,
    pub(crate) record: Vec<u8>,
}

impl Request {
    fn answer(self, done: Result<Done, StoreError>) {
        // Whoever does not wait any more does not mind.
        let _ = self.reply.send(Reply { done, work: self.work });
    }
}

impl Work {
    fn weight(&self) -> usize {
        match self {
            Work::Commit(ops) => ops.len(),
            Work::Notes(writes) => writes.len(),
            // A transaction is not to become much larger than usual by files.
            Work::Upload(Upload { bytes, .. }, _) | Work::AppendUpload(UploadChunk { bytes, .. }, _) => {
                1 + bytes.len() / BYTES_OF_ONE
            }
            _ => 1,
        }
    }
}

/// What the committer knows beyond what is open.
#[derive(Debug)]
struct Ledger {
    /// The sequence number of the newest change.
    newest: u64,
    /// No closed elicitation has a later id, so that new ids need not be looked up among them.
    newest_closed: Option<ElicitationId>,
    /// Forms by hash, with their numbers in the file.
    forms: HashMap<Hash, (i64, Form)>,
}

/// The writing end.
pub(crate) struct Committer {
    connection: Connection,
    live: Arc<Mutex<Live>>,
    ledger: Ledger,
    keyring: Option<Arc<Keyring>>,
    newest: watch::Sender<u64>,
    checkpointer: Checkpointer,
    /// Transactions since the log was looked at.
    unlooked: u8,
    /// The disk has failed to sync: what it says from then on is not to be relied upon.
    failed_sync: Option<StoreError>,
    /// Last, so that the folder stays locked until all else is closed.
    _folder: Folder,
}

/// What a committer is made of.
pub(crate) struct Parts {
    pub(crate) folder: Folder,
    pub(crate) connection: Connection,
    pub(crate) live: Arc<Mutex<Live>>,
    pub(crate) newest: watch::Sender<u64>,
    pub(crate) newest_closed: Option<ElicitationId>,
    pub(crate) keyring: Option<Arc<Keyring>>,
    pub(crate) checkpointer: Checkpointer,
}

impl Committer {
    pub(crate) fn new(parts: Parts) -> Self {
        let newest = *parts.newest.borrow();
        Committer {
            connection: parts.connection,
            live: parts.live,
            ledger: Ledger { newest, newest_closed: parts.newest_closed, forms: HashMap::new() },
            keyring: parts.keyring,
            newest: parts.newest,
            checkpointer: parts.checkpointer,
            unlooked: 0,
            failed_sync: None,
            _folder: parts.folder,
        }
    }

    /// Works until it is told to close, or nobody is left who could ask.
    pub(crate) fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        while let Some(first) = requests.blocking_recv() {
            let mut weight = first.work.weight();
            let mut together = Vec::with_capacity(TOGETHER.min(requests.len() + 1));
            together.push(first);
            let mut close = None;
            while weight < TOGETHER {
                let Ok(request) = requests.try_recv() else { break };
                weight += request.work.weight();
                together.push(request);
            }
            if let Some(at) = together.iter().position(|request| matches!(request.work, Work::Close { .. })) {
                // What comes after closing is refused by dropping it.
                together.truncate(at + 1);
                close = together.pop();
            }
            self.serve(together);
            if let Some(mut request) = close {
                requests.close();
                if let Work::Close { readers } = &mut request.work {
                    // The log is removed by whoever closes the file last.
                    for thread in readers.drain(..) {
                        let _ = thread.join();
                    }
                }
                let closed = match self.failed_sync.take() {
                    None => self.checkpointer.finish(&self.connection),
                    Some(error) => Err(error),
                };
                drop(self);
                request.answer(closed.map(|()| Done::Closed));
                return;
            }
            self.unlooked += 1;
            if self.unlooked >= LOOKED_AT {
                self.unlooked = 0;
                self.checkpointer.after_commit(&self.connection);
            }
        }
    }

    /// One transaction for all; if it fails, one for each, so that nobody pays for what others want.
    fn serve(&mut self, requests: Vec<Request>) {
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

    fn transaction<'w>(&mut self, work: impl Iterator<Item = &'w Work>) -> Result<Vec<Done>, StoreError> {
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
        let written = Batch::new(connection, &self.live, &self.ledger, self.keyring.as_deref(), size)
            .and_then(|batch| batch.write(work))
            .and_then(|written| commit().map(|()| written));
        match written {
            Ok((news, done)) => {
                self.publish(news);
                Ok(done)
            }
            Err(error) => {
                // Some failures have rolled back already.
                if !connection.is_autocommit() {
                    let _ = connection.execute_batch("ROLLBACK");
                }
                Err(error)
            }
        }
    }

    /// What has been committed becomes visible.
    fn publish(&mut self, news: News) {
        let mut live = self.live.lock();
        news.touched.into_values().for_each(|written| live.publish(written));
        drop(live);
        self.ledger.newest_closed = news.newest_closed;
        for (hash, form) in news.forms {
            forms::remember(&mut self.ledger.forms, hash, form);
        }
        if !news.forms_gone.is_empty() {
            self.ledger.forms.retain(|_, (number, _)| !news.forms_gone.contains(number));
        }
        if news.newest != self.ledger.newest {
            self.ledger.newest = news.newest;
            self.newest.send_replace(news.newest);
        }
    }
}
