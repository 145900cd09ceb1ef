//! The task that writes. Requests that arrive at the same time share one transaction, and so one commit.
//!
//! It takes one request, adds those that are already queued, and does not wait for more. A transaction has two
//! round trips: the first takes the locks and reads, the second writes and commits. While other nodes write, it takes
//! the lock on the head by itself first, and adds what is queued by then: nodes that take turns have large batches,
//! too. If the connection breaks
//! before the commit is sent, nothing was written, and the batch is repeated on a new connection. If it breaks
//! after that, the batch is in doubt: the next attempt waits for the lock that the lost transaction holds, and
//! finds in `batches` whether it was committed. While the database is away, requests fail at once, and the task
//! connects again with growing pauses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_engine::store::{Guard, RecordWrite, Verdict};
use askwell_lifecycle::Timestamp;
use futures_util::FutureExt as _;
use futures_util::future::join;
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_postgres::Row;
use uuid::Uuid;

use super::batch::Wanted;
use super::committer_connection;
use super::connection::{self, Backoff, PgConnection, within};
use super::error::{Fault, RETRY_AFTER};
use super::options::PgOptions;
use super::purge;
use super::read_batch::{self, Begun, HeadQuery, Reading};
use super::test_hook::{self, TestHook};
use super::write_batch::Writes;
use crate::error::to_sql;
use crate::prepared::PreparedOp;

/// The most operations of one transaction.
const MAX_BATCH: usize = 1000;

/// How often callers that the last commit has woken get a turn to send their next request.
const TURNS: usize = 2;

/// A longer wait for the lock on the head means that other nodes hold it.
const CONTENDED_AFTER: Duration = Duration::from_millis(1);

/// How long the answer to a commit is awaited before the batch counts as in doubt. A commit may wait for a
/// standby; a lost connection is noticed earlier.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a batch is tried before its callers are told that the store is away.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a batch in doubt is tried.
const DOUBT_PATIENCE: Duration = Duration::from_secs(15);

/// What a caller wants to be written.
#[derive(Debug)]
pub(super) enum Task {
    Ops(Vec<PreparedOp>),
    Records(Vec<RecordWrite>, Guard),
}

/// A request to the task.
#[derive(Debug)]
pub(super) enum Request {
    Write(Task, oneshot::Sender<Result<Vec<Verdict>, StoreError>>),
    Purge { closed_before: Timestamp, limit: usize, reply: oneshot::Sender<Result<usize, StoreError>> },
    Close(oneshot::Sender<()>),
}

impl Task {
    fn len(&self) -> usize {
        match self {
            Task::Ops(ops) => ops.len(),
            Task::Records(writes, _) => writes.len(),
        }
    }
}

/// A write, and its caller.
type Waiting = (Task, oneshot::Sender<Result<Vec<Verdict>, StoreError>>);

/// What the task shares with the store.
#[derive(Debug)]
pub(super) struct PgCommitterState {
    /// The newest change that is known to be committed.
    pub(super) newest: watch::Sender<u64>,
    /// Why it cannot write now.
    pub(super) down: Mutex<Option<StoreError>>,
    /// When the batch that is being written began, in milliseconds since `started`, plus one; 0 if there is none.
    pub(super) busy_since: AtomicU64,
    pub(super) started: Instant,
}

impl PgCommitterState {
    pub(super) fn new(newest: u64) -> Self {
        PgCommitterState {
            newest: watch::Sender::new(newest),
            down: Mutex::new(None),
            busy_since: AtomicU64::new(0),
            started: Instant::now(),
        }
    }

    /// Announces a newer change.
    pub(super) fn announce(&self, newest: u64) {
        self.newest.send_if_modified(|known| {
            let is_new = newest > *known;
            *known = newest.max(*known);
            is_new
        });
    }

    /// Marks the begin of a batch.
    fn begin_batch(&self) {
        let since = self.started.elapsed().as_millis();
        self.busy_since.store(u64::try_from(since).unwrap_or(0) + 1, Ordering::Release);
    }

    /// Returns for how long the current batch has been written.
    pub(super) fn busy_for(&self) -> Duration {
        match self.busy_since.load(Ordering::Acquire) {
            0 => Duration::ZERO,
            since => self.started.elapsed().saturating_sub(Duration::from_millis(since - 1)),
        }
    }
}

/// The task.
pub(super) struct PgCommitter {
    pub(super) options: Arc<PgOptions>,
    pub(super) state: Arc<PgCommitterState>,
    pub(super) channel: Arc<str>,
    connection: Option<PgConnection>,
    head: Option<HeadQuery>,
    /// The head, if its lock was taken before the batch was complete.
    locked: Option<Vec<Row>>,
    /// How long the last lock on the head took.
    lock_wait: Duration,
    /// Whether other nodes write at the same time.
    is_contended: bool,
    /// The newest change of this node.
    last_own: u64,
    backoff: Backoff,
}

impl PgCommitter {
    pub(super) fn new(options: Arc<PgOptions>, state: Arc<PgCommitterState>, channel: Arc<str>) -> Self {
        PgCommitter {
            options,
            state,
            channel,
            connection: None,
            head: None,
            locked: None,
            lock_wait: Duration::ZERO,
            is_contended: false,
            last_own: 0,
            backoff: Backoff::default(),
        }
    }

    /// Runs until it is closed, or all senders are dropped.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        loop {
            let first = if self.connection.as_ref().is_some_and(|connection| !connection.is_closed()) {
                requests.recv().await
            } else {
                // Recovers by itself, so that the node is ready again before it is asked.
                tokio::select! {
                    biased;
                    first = requests.recv() => first,
                    () = tokio::time::sleep(self.backoff.wait()) => {
                        let _ = self.connect().await;
                        continue;
                    }
                }
            };
            let mut queue = Vec::new();
            let (mut weight, mut turns) = (0, 0);
            let mut next = first;
            loop {
                match next {
                    None if weight == 0 => return,
                    None => break,
                    Some(Request::Write(task, reply)) => {
                        weight += task.len().max(1);
                        queue.push((task, reply));
                    }
                    Some(Request::Purge { closed_before, limit, reply }) => {
                        self.write(std::mem::take(&mut queue)).await;
                        let purged = self.purge(closed_before, limit).await;
                        let _ = reply.send(purged);
                        break;
                    }
                    Some(Request::Close(reply)) => {
                        self.write(queue).await;
                        requests.close();
                        drop(self);
                        let _ = reply.send(());
                        return;
                    }
                }
                if weight >= MAX_BATCH {
                    break;
                }
                next = requests.try_recv().ok();
                while next.is_none() && turns < TURNS {
                    turns += 1;
                    if turns == 1 && self.is_contended {
                        self.lock_head().await;
                    } else {
                        tokio::task::yield_now().await;
                    }
                    next = requests.try_recv().ok();
                }
                if next.is_none() {
                    break;
                }
            }
            self.write(queue).await;
        }
    }

    /// Begins a transaction and takes the lock on the head. If that fails, the batch is begun as usual.
    async fn lock_head(&mut self) {
        let (Some(connection), Some(head)) = (&self.connection, self.head) else { return };
        self.state.begin_batch();
        let began = Instant::now();
        match read_batch::lock(connection, head).await {
            Ok(rows) => self.locked = Some(rows),
            Err(Fault::Failed(_) | Fault::Conflict(_)) => self.rollback().await,
            Err(Fault::Lost(_)) => self.connection = None,
        }
        self.lock_wait = began.elapsed();
    }

    /// Connects, and prepares all statements.
    async fn connect(&mut self) -> Result<(), StoreError> {
        if self.connection.as_ref().is_some_and(|connection| !connection.is_closed()) {
            return Ok(());
        }
        self.connection = None;
        self.locked = None;
        self.backoff.check()?;
        match committer_connection::connect(&self.options).await {
            Ok((connection, head)) => {
                self.connection = Some(connection);
                self.head = Some(head);
                self.backoff.succeed();
                if self.state.down.lock().take().is_some() {
                    tracing::info!("the database is back; writing goes on");
                }
                Ok(())
            }
            Err(fault) => {
                let error = self.backoff.fail(fault);
                if self.state.down.lock().replace(error.clone()).is_none() {
                    tracing::warn!(%error, "the database cannot be reached; trying again");
                }
                Err(error)
            }
        }
    }

    /// Writes all requests in one transaction. If it fails, writes each in its own, so that one request does not
    /// fail others.
    async fn write(&mut self, requests: Vec<Waiting>) {
        if requests.is_empty() {
            return;
        }
        self.state.begin_batch();
        let tasks: Vec<&Task> = requests.iter().map(|(task, _)| task).collect();
        let written = self.commit(&tasks).await;
        match written {
            Ok(mut verdicts) => {
                for (task, reply) in requests {
                    let rest = verdicts.split_off(task.len().min(verdicts.len()));
                    // The caller may have stopped waiting.
                    let _ = reply.send(Ok(std::mem::replace(&mut verdicts, rest)));
                }
            }
            Err(error @ (StoreError::Unavailable { .. } | StoreError::InDoubt { .. })) => {
                for (_, reply) in requests {
                    let _ = reply.send(Err(error.clone()));
                }
            }
            Err(_) if requests.len() > 1 => {
                for (task, reply) in requests {
                    let verdicts = self.commit(&[&task]).await;
                    let _ = reply.send(verdicts);
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a transaction failed; nothing of it is kept");
                for (_, reply) in requests {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
        self.state.busy_since.store(0, Ordering::Release);
    }

    /// Commits tasks, however often the connection breaks, as long as callers have patience.
    async fn commit(&mut self, tasks: &[&Task]) -> Result<Vec<Verdict>, StoreError> {
        let id = Uuid::from_bytes(random_id()?);
        let began = Instant::now();
        // Only those who were there when the connection broke wait for a new one.
        let was_down = self.state.down.lock().is_some();
        let mut in_doubt = false;
        let mut reading = Reading::Usual;
        loop {
            let patience = match (in_doubt, was_down) {
                (true, _) => DOUBT_PATIENCE,
                (false, true) => Duration::ZERO,
                (false, false) => PATIENCE,
            };
            let fault = match self.connect().await {
                Ok(()) => match self.attempt(tasks, id, in_doubt, reading).await {
                    Ok(verdicts) => return Ok(verdicts),
                    Err(AttemptFault { fault, doubt }) => {
                        in_doubt = match doubt {
                            Doubt::Unchanged => in_doubt,
                            Doubt::Resolved => false,
                            Doubt::New => true,
                        };
                        fault
                    }
                },
                Err(StoreError::Unavailable { cause, .. }) => Fault::Lost(cause),
                Err(error) => Fault::Failed(error),
            };
            match &fault {
                // An id may exist already, which only reading everything can tell from other failures.
                Fault::Failed(StoreError::Failed(_)) if !in_doubt && reading == Reading::Usual => {
                    self.rollback().await;
                    reading = Reading::All;
                    continue;
                }
                // The server has answered, so that nothing of this attempt was committed.
                Fault::Failed(_) if !in_doubt => {
                    self.rollback().await;
                    return Err(fault.into_error(RETRY_AFTER));
                }
                Fault::Conflict(_) if began.elapsed() < patience => {
                    self.rollback().await;
                    continue;
                }
                _ => {}
            }
            self.connection = None;
            if began.elapsed() >= patience {
                let retry_after = self.backoff.wait().max(RETRY_AFTER);
                return Err(if in_doubt {
                    tracing::error!("a commit is in doubt, and could not be resolved in time");
                    fault.into_doubt(retry_after)
                } else {
                    fault.into_error(retry_after)
                });
            }
            tokio::time::sleep(self.backoff.wait()).await;
        }
    }

    async fn rollback(&mut self) {
        if let Some(connection) = &self.connection
            && within(connection::STATEMENT_TIMEOUT, connection.client().batch_execute("ROLLBACK"))
                .await
                .is_err()
        {
            self.connection = None;
        }
    }

    /// Tries to commit once.
    async fn attempt(
        &mut self,
        tasks: &[&Task],
        id: Uuid,
        in_doubt: bool,
        reading: Reading,
    ) -> Result<Vec<Verdict>, AttemptFault> {
        let before = |fault| AttemptFault { fault, doubt: Doubt::Unchanged };
        // With the lock on the head, no earlier attempt can still be committed.
        let resolved = |fault| AttemptFault { fault, doubt: Doubt::Resolved };
        let (Some(connection), Some(head)) = (&self.connection, self.head) else {
            return Err(before(Fault::lost("not connected")));
        };
        let wanted = Wanted::of(tasks.iter().copied());
        let earlier = in_doubt.then_some(id);
        let locked = self.locked.take();
        let (was_locked, began) = (locked.is_some(), Instant::now());
        let begun = read_batch::begin(connection, head, locked, &wanted, reading, earlier);
        let begun = begun.await.map_err(before)?;
        if !was_locked {
            self.lock_wait = began.elapsed();
        }
        let mut batch = match begun {
            Begun::Open(batch) => batch,
            Begun::Committed(verdicts) => {
                // A commit of this transaction confirms the earlier one on the standby, too.
                let confirm = "UPDATE batches SET at = at + 1 WHERE id = $1";
                connection.execute(confirm, &[&id]).await.map_err(before)?;
                within(COMMIT_TIMEOUT, connection.client().batch_execute("COMMIT")).await.map_err(before)?;
                tracing::info!("a commit in doubt turned out to be committed");
                return Ok(verdicts);
            }
        };
        self.is_contended = batch.head.newest != self.last_own && self.lock_wait > CONTENDED_AFTER;
        batch.decide(tasks.iter().copied()).map_err(|error| resolved(error.into()))?;
        if batch.is_empty() {
            let ended = connection.client().batch_execute("ROLLBACK");
            within(connection::STATEMENT_TIMEOUT, ended).await.map_err(resolved)?;
            return Ok(batch.verdicts);
        }
        if self.options.has_hook(TestHook::SequenceNumbers) {
            let count = to_sql(batch.changes.len() as u64);
            let rows = connection.query(test_hook::SEQUENCE, &[&count]).await.map_err(resolved)?;
            batch.renumber(rows.first().map_or(0, |row| crate::error::from_sql(row.get(0))));
        }
        let writes = Writes::of(&batch, id, &self.channel, &self.options);
        let writes = writes.map_err(|error| resolved(error.into()))?;
        let _ = connection.take_replication_warning();
        let commit = within(COMMIT_TIMEOUT, connection.client().batch_execute("COMMIT"));
        if self.options.has_hook(TestHook::EarlyAcknowledgement) {
            writes.send(connection).await.map_err(resolved)?;
            // Sends it, and does not wait for the answer.
            let _ = commit.now_or_never();
            return Ok(batch.verdicts.clone());
        }
        let (written, committed) = join(writes.send(connection), commit).await;
        drop(writes);
        match (written, committed) {
            (Ok(()), Ok(())) if connection.take_replication_warning() => {
                let fault = Fault::lost("the commit was not confirmed by the standby");
                Err(AttemptFault { fault, doubt: Doubt::New })
            }
            (Ok(()), Ok(())) => {
                self.last_own = batch.head.newest;
                if !batch.changes.is_empty() {
                    self.state.announce(batch.head.newest);
                }
                Ok(batch.verdicts)
            }
            // The server refused a write, so that the commit was a rollback.
            (Err(fault @ (Fault::Failed(_) | Fault::Conflict(_))), _) => Err(resolved(fault)),
            (Err(fault), _) | (_, Err(fault)) => Err(AttemptFault { fault, doubt: Doubt::New }),
        }
    }

    async fn purge(&mut self, closed_before: Timestamp, limit: usize) -> Result<usize, StoreError> {
        self.connect().await?;
        let Some(connection) = &self.connection else { return Err(StoreError::Closed) };
        match purge::purge(connection, closed_before, limit).await {
            Ok(purged) => Ok(purged),
            Err(fault) => {
                // Whether it was done does not matter: the next call does the rest.
                self.connection = None;
                Err(fault.into_error(RETRY_AFTER))
            }
        }
    }
}

/// A failure of one attempt.
struct AttemptFault {
    fault: Fault,
    doubt: Doubt,
}

/// Whether an attempt may have been committed.
enum Doubt {
    /// This one was not; an earlier one is as it was.
    Unchanged,
    /// None was.
    Resolved,
    /// This one may have been.
    New,
}

fn random_id() -> Result<[u8; 16], StoreError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Failed(format!("no randomness: {error}").into()))?;
    Ok(bytes)
}
