//! The store: memory for what is open, the file for everything, one thread that writes.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use askwell_engine::StoreError;
use askwell_engine::store::{
    Change, ChangeLog, Changes, ElicitationStore, NewUpload, Note, NoteWrite, Op, Page, Query, RecordStore,
    Room, StoreFuture, Upload, UploadChunk, UploadPart, UploadStore, Verdict,
};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, Status, Timestamp, UpToTwo};
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use crate::checkpoint::{Checkpointer, Marks};
use crate::codec::{change, elicitation};
use crate::committer::{
    Committer, Done, Parts, Prepared, PreparedChange, PreparedKey, PreparedKind, PreparedState, Reply,
    Request, Rotated, RotationStep, Work,
};
use crate::folder::Folder;
use crate::forms::Hashes;
use crate::just_closed::JustClosed;
use crate::live::Live;
use crate::load::Contents;
use crate::open::{OpenError, OpenOptions};
use crate::read::{self, Library};
use crate::readers::Readers;
use crate::uploads;
use crate::vault::Keyring;

/// So many requests wait for the committer; further ones wait for a place.
const WAITING: usize = 4096;

/// Keeps elicitations in a folder, in one SQLite file. What it has acknowledged is on disk.
///
/// Dropping it is safe at any time; [`SqliteStore::close`] also leaves the folder tidy.
pub struct SqliteStore {
    /// Taken away when the store is dropped.
    requests: Option<mpsc::Sender<Request>>,
    committer: Option<JoinHandle<()>>,
    readers: Readers,
    live: Arc<Mutex<Live>>,
    just_closed: JustClosed,
    library: Arc<Library>,
    hashes: Hashes,
    newest: watch::Sender<u64>,
    closed: AtomicBool,
}

impl SqliteStore {
    /// Opens a folder with the defaults, and makes it if it is not there. Blocks.
    ///
    /// # Errors
    /// When the folder is in use, or what is in it cannot be used.
    pub fn open(folder: impl AsRef<Path>) -> Result<SqliteStore, OpenError> {
        OpenOptions::new().open(folder.as_ref())
    }

    pub(crate) fn start(
        folder: Folder,
        connection: Connection,
        contents: Contents,
        keyring: Option<Arc<Keyring>>,
    ) -> Result<SqliteStore, StoreError> {
        let readers = Readers::start(&folder.database)?;
        let checkpointer = Checkpointer::start(&folder.database, Marks::USUAL)?;
        let live = Arc::new(Mutex::new(contents.live));
        let newest = watch::Sender::new(contents.newest);
        let (requests, waiting) = mpsc::channel(WAITING);
        let committer = Committer::new(Parts {
            folder,
            connection,
            live: Arc::clone(&live),
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
            live,
            just_closed: JustClosed::default(),
            library: Arc::new(Library { keyring, ..Library::default() }),
            hashes: Hashes::default(),
            newest,
            closed: AtomicBool::new(false),
        })
    }

    /// Finishes what was asked for, empties and removes the log, and gives the folder back. Whatever comes later is refused.
    ///
    /// # Errors
    /// When the log could not be emptied; nothing is lost by that.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.closed.store(true, Ordering::Release);
        let readers = self.readers.release();
        self.ask(Work::Close { readers }).await?.done.map(|_| ())
    }

    /// Looks whether the keyring has every key that secrets were encrypted with. Whoever would rather know that at once
    /// than when somebody reads them asks for it after opening; it looks through everything that is closed.
    ///
    /// # Errors
    /// When a key is missing, or is another one of the same name.
    pub async fn check_keys(&self) -> Result<(), StoreError> {
        let library = Arc::clone(&self.library);
        self.look(move |connection| library.check_keys(connection)).await
    }

    /// Wraps the data keys of all that is encrypted with the current key of the keyring, encrypts what is in the clear and
    /// should not be ([`OpenOptions::encrypt`]), and returns how much that was. Afterwards no older key is needed any more.
    ///
    /// # Errors
    /// When a key is missing, or nothing can be written. What was done stays done: try again.
    pub async fn rotate(&self) -> Result<Rotated, StoreError> {
        let mut total = Rotated::default();
        let mut step = Some(RotationStep::FIRST);
        while let Some(current) = step {
            let Done::Rotated { rotated, next } = self.ask(Work::Rotate(current)).await?.done? else {
                return Err(StoreError::Closed);
            };
            total.elicitations += rotated.elicitations;
            total.uploads += rotated.uploads;
            total.notes += rotated.notes;
            step = next;
        }
        Ok(total)
    }

    /// Hands work to the committer. Once it is handed over it is done, whether or not somebody waits.
    async fn ask(&self, work: Work) -> Result<Reply, StoreError> {
        let (reply, done) = oneshot::channel();
        let requests = self.requests.as_ref().ok_or(StoreError::Closed)?;
        requests.send(Request { work, reply }).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Closed)
    }

    async fn verdict(&self, work: Work) -> Result<Verdict, StoreError> {
        let Reply { done, work } = self.ask(work).await?;
        let Done::Verdict(verdict) = done? else { return Err(StoreError::Closed) };
        if let (Verdict::Committed, Work::CommitOne(written)) = (verdict, &work) {
            self.just_closed.add(written);
        }
        Ok(verdict)
    }

    async fn verdicts(&self, work: Work) -> Result<Vec<Verdict>, StoreError> {
        let Reply { done, work } = self.ask(work).await?;
        let Done::Verdicts(verdicts) = done? else { return Err(StoreError::Closed) };
        if let Work::Commit(ops) = &work {
            let committed = ops.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Verdict::Committed);
            committed.for_each(|(written, _)| self.just_closed.add(written));
        }
        Ok(verdicts)
    }

    fn prepare(&self, op: Op) -> Result<Prepared, StoreError> {
        let keyring = self.library.keyring.as_deref();
        let prepare =
            |change| Ok::<_, StoreError>(PreparedChange { record: change::encode(&change)?, change });
        let (elicitation, kind, changes) = match op {
            Op::Create { elicitation, key, ceiling, changes } => {
                let form = elicitation.form();
                // Better to refuse the question than to have somebody type what cannot be kept.
                if keyring.is_none() && form.is_some_and(askwell_form::Form::has_secrets) {
                    let why = "the form has secret fields, which are only kept encrypted, and no keyring is configured";
                    return Err(StoreError::NoKey(why.into()));
                }
                let form = form.map(|form| (self.hashes.of(form), form.clone()));
                (elicitation, PreparedKind::Create { key, ceiling, form }, changes)
            }
            Op::Transition { elicitation, expected, changes } => {
                (elicitation, PreparedKind::Transition { expected }, changes)
            }
            Op::Take { id, client, key, changes } => {
                let changes = changes.try_map(prepare)?;
                return Ok(Prepared::Key(PreparedKey { id, client, key, is_taken: true, changes }));
            }
            Op::GiveBack { id, client, key } => {
                let changes = UpToTwo::none();
                return Ok(Prepared::Key(PreparedKey { id, client, key, is_taken: false, changes }));
            }
        };
        let encoded = elicitation::encode(&elicitation, keyring)?;
        let changes = changes.try_map(prepare)?;
        Ok(Prepared::State(PreparedState { elicitation, encoded, kind, changes }))
    }

    /// What is in memory is there as long as the folder is ours.
    fn live<T>(&self, look: impl FnOnce(&mut Live) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.closed.load(Ordering::Acquire) {
            Err(StoreError::Closed)
        } else {
            look(&mut self.live.lock())
        }
    }

    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.closed.load(Ordering::Acquire) {
            Err(StoreError::Closed)
        } else {
            self.readers.look(look).await
        }
    }
}

impl ElicitationStore for SqliteStore {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(async move {
            let prepared = ops.into_iter().map(|op| self.prepare(op)).collect::<Result<Vec<_>, _>>()?;
            self.verdicts(Work::Commit(prepared)).await
        })
    }

    fn commit_one(&self, op: Op) -> StoreFuture<'_, Verdict> {
        Box::pin(async move { self.verdict(Work::CommitOne(Box::new(self.prepare(op)?))).await })
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        Box::pin(async move {
            let at_hand = self.live(|live| live.get(id))?.or_else(|| self.just_closed.get(id));
            match at_hand.filter(|found| scope.includes(&found.client, &found.audience)) {
                Some(found) => Ok(Some(found)),
                None => {
                    let library = Arc::clone(&self.library);
                    self.look(move |connection| library.get(connection, id, &scope)).await
                }
            }
        })
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        Box::pin(self.look(move |connection| read::find_key(connection, &client, &key)))
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        Box::pin(async move { self.live(|live| live.due(now, limit)) })
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(async move { self.live(|live| Ok(live.next_due())) })
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        Box::pin(async move { self.live(|live| Ok(live.by_mode())) })
    }

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        Box::pin(async move {
            let limit = query.limit.saturating_add(1);
            let wants = |open| {
                query.statuses.is_empty() || query.statuses.iter().any(|one| Status::is_open(*one) == open)
            };
            let (open, closed) = (wants(true), wants(false));
            // Memory first: what is closed in the meantime is then in both, never in neither.
            let from_memory = if open { self.live(|live| live.list(&query, limit))? } else { Vec::new() };
            let from_file = if closed {
                let (library, query) = (Arc::clone(&self.library), query.clone());
                self.look(move |connection| library.list(connection, &query, limit)).await?
            } else {
                Vec::new()
            };
            Ok(page(from_file, from_memory, query.limit))
        })
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            self.just_closed.forget(closed_before);
            match self.ask(Work::Purge { closed_before, limit }).await?.done? {
                Done::Purged(count) => Ok(count),
                _ => Err(StoreError::Closed),
            }
        })
    }
}

impl ChangeLog for SqliteStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        let published = *self.newest.borrow();
        Box::pin(self.look(move |connection| read::log::since(connection, after, published, limit, &scope)))
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        let published = *self.newest.borrow();
        Box::pin(self.look(move |connection| read::log::history(connection, id, published, limit)))
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}

impl UploadStore for SqliteStore {
    fn put_upload(&self, upload: Upload, room: Room) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(Work::Upload(upload, room)))
    }

    fn begin_upload(&self, upload: NewUpload, room: Room) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(Work::BeginUpload(upload, room)))
    }

    fn append_upload(&self, chunk: UploadChunk, room: Room) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(Work::AppendUpload(chunk, room)))
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(Work::FinishUpload(id, name)))
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.verdict(Work::AbortUpload(id, name)).await.map(drop) })
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        let keyring = self.library.keyring.clone();
        Box::pin(
            self.look(move |connection| uploads::read(connection, keyring.as_deref(), id, &name, position)),
        )
    }
}

impl RecordStore for SqliteStore {
    fn write_notes(&self, writes: Vec<NoteWrite>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(self.verdicts(Work::Notes(writes)))
    }

    fn get_note(&self, shelf: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Note>> {
        let library = Arc::clone(&self.library);
        Box::pin(self.look(move |connection| library.note(connection, shelf, &key)))
    }

    fn list_notes(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Note>> {
        let library = Arc::clone(&self.library);
        Box::pin(self.look(move |connection| library.notes(connection, shelf, after.as_deref(), limit)))
    }
}

/// Puts two lists together, each sorted with the newest first. Of what is in both, the first list has the
/// later state.
fn page(later: Vec<Arc<Elicitation>>, earlier: Vec<Arc<Elicitation>>, limit: usize) -> Page {
    let mut items: Vec<Arc<Elicitation>> = later.into_iter().chain(earlier).collect();
    // Stable, so that of two with the same id the later state stays first.
    items.sort_by_key(|elicitation| std::cmp::Reverse(elicitation.id));
    items.dedup_by_key(|elicitation| elicitation.id);
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| last.id);
    Page { items, next }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // With nobody left to ask, the committer finishes what it has and goes.
        self.requests = None;
        if let Some(committer) = self.committer.take() {
            let _ = committer.join();
        }
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("open", &self.live.lock().total()).finish_non_exhaustive()
    }
}
