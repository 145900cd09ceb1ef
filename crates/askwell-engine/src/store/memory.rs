//! A store in memory: everything under one lock, nothing survives the process.

mod log;
mod notes;
mod taking;
mod uploads;

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::ops::Bound;
use std::sync::Arc;

use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, State, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::watch;

use log::Log;
use notes::Shelves;
use taking::Transient;
use uploads::MemoryUpload;

use super::rest::{RecentForms, at_rest};
use super::{
    AtOnce, Ceiling, Change, ChangeLog, Changes, ElicitationStore, NewUpload, Note, NoteWrite, Op, Page,
    Query, RecordStore, Room, StoreFuture, UploadChunk, UploadPart, UploadStore, Verdict,
};

/// The bytes of all files that a store in memory keeps, unless it is told otherwise.
pub const MOST_UPLOAD_BYTES: u64 = 512 << 20;

/// Keeps elicitations in memory.
#[derive(Debug)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
    newest: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Kept {
    by_id: BTreeMap<ElicitationId, Entry>,
    by_client: HashMap<ClientId, OfClient>,
    due: BTreeSet<(Timestamp, ElicitationId)>,
    closed: BTreeSet<(Timestamp, ElicitationId)>,
    open: usize,
    /// In the order of [`Mode::ALL`].
    open_by_mode: [usize; Mode::ALL.len()],
    log: Log,
    notes: Shelves,
    /// The bytes of all files, and how many there may be.
    upload_bytes: u64,
    /// Elicitations with files that are not complete.
    uploads_begun: BTreeSet<ElicitationId>,
    most_upload_bytes: Option<u64>,
    recent: RecentForms,
    /// For stores that keep only the newest.
    transient: Option<Transient>,
}

#[derive(Debug)]
struct Entry {
    elicitation: Arc<Elicitation>,
    key: Option<Arc<str>>,
    uploads: Vec<MemoryUpload>,
    /// The sequence number of its last change.
    last_change: u64,
}

#[derive(Debug, Default)]
struct OfClient {
    all: BTreeSet<ElicitationId>,
    open: usize,
    keys: HashMap<Arc<str>, ElicitationId>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        MemoryStore { kept: Mutex::default(), newest: watch::Sender::new(0) }
    }
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// Limits the bytes of all files together: beyond that, files are refused as if a disk were full. The default is
    /// [`MOST_UPLOAD_BYTES`].
    #[must_use]
    pub fn with_most_upload_bytes(self, bytes: u64) -> Self {
        self.kept.lock().most_upload_bytes = Some(bytes);
        self
    }

    /// Answers at once with what is found under the lock.
    fn now<'s, T: Send + 's>(&'s self, look: impl FnOnce(&mut Kept) -> T) -> StoreFuture<'s, T> {
        let found = look(&mut self.kept.lock());
        Box::pin(ready(Ok(found)))
    }

    /// Changes something, and tells those who watch.
    fn write<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        let mut kept = self.kept.lock();
        let before = kept.log.newest();
        let done = change(&mut kept);
        let newest = kept.log.newest();
        drop(kept);
        if newest != before && self.newest.receiver_count() > 0 {
            self.announce(newest);
        }
        done
    }

    /// Tells those who watch. Writers may get here in another order than they wrote.
    fn announce(&self, newest: u64) {
        self.newest.send_if_modified(|known| {
            let news = newest > *known;
            *known = newest.max(*known);
            news
        });
    }
}

impl ElicitationStore for MemoryStore {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        let verdicts = self.write(|kept| ops.into_iter().map(|op| kept.apply(op)).collect());
        Box::pin(ready(Ok(verdicts)))
    }

    fn commit_at_once(&self, op: Op) -> AtOnce {
        AtOnce::Done(self.write(|kept| kept.apply(op)))
    }

    fn at_hand(&self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        self.kept.lock().get(id)
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.now(|kept| {
            let found = kept.get(id);
            found.filter(|found| scope.includes(&found.client, &found.audience))
        })
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        self.now(|kept| kept.by_client.get(&client)?.keys.get(&key).copied())
    }

    fn find_key_now(&self, client: &ClientId, key: &str) -> Option<Option<ElicitationId>> {
        let kept = self.kept.lock();
        Some(kept.by_client.get(client).and_then(|client| client.keys.get(key).copied()))
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        self.now(|kept| {
            let due = kept.due.iter().take_while(|(at, _)| *at <= now).take(limit);
            let due =
                due.filter_map(|(_, id)| kept.by_id.get(id)).map(|entry| Arc::clone(&entry.elicitation));
            let due: Vec<_> = due.collect();
            due.iter().for_each(|elicitation| kept.note_read(elicitation));
            due
        })
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.now(|kept| kept.due.first().map(|(at, _)| *at))
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        self.now(|kept| Mode::ALL.into_iter().map(|(_, mode)| mode).zip(kept.open_by_mode).collect())
    }

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        self.now(|kept| {
            let page = kept.list(&query);
            page.items.iter().for_each(|elicitation| kept.note_read(elicitation));
            page
        })
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        self.now(|kept| kept.purge(closed_before, limit))
    }
}

impl ChangeLog for MemoryStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        self.now(|kept| kept.log.since(after, limit, &scope))
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        self.now(|kept| {
            let last = kept.by_id.get(&id).map(|entry| entry.last_change);
            last.map(|last| kept.log.chain(last, limit)).unwrap_or_default()
        })
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        let receiver = self.newest.subscribe();
        let newest = self.kept.lock().log.newest();
        self.announce(newest);
        receiver
    }
}

impl UploadStore for MemoryStore {
    fn begin_upload(&self, upload: NewUpload, room: Room) -> StoreFuture<'_, Verdict> {
        let begun = self.kept.lock().begin_upload(upload, room);
        Box::pin(ready(begun))
    }

    fn append_upload(&self, chunk: UploadChunk, room: Room) -> StoreFuture<'_, Verdict> {
        let appended = self.kept.lock().append_upload(chunk, room);
        Box::pin(ready(appended))
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        self.now(|kept| kept.finish_upload(id, &name))
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        self.now(|kept| kept.abort_upload(id, &name))
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        self.now(|kept| kept.read_upload(id, &name, position))
    }
}

impl RecordStore for MemoryStore {
    fn write_notes(&self, writes: Vec<NoteWrite>) -> StoreFuture<'_, Vec<Verdict>> {
        self.now(|kept| {
            let Kept { notes, by_id, .. } = kept;
            let exists = |id| by_id.contains_key(&id);
            writes.into_iter().map(|write| notes.write(write, exists)).collect()
        })
    }

    fn get_note(&self, shelf: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Note>> {
        self.now(|kept| kept.notes.get(shelf, &key))
    }

    fn list_notes(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Note>> {
        self.now(|kept| kept.notes.list(shelf, after, limit))
    }
}

impl Kept {
    fn apply(&mut self, op: Op) -> Verdict {
        match op {
            Op::Create { elicitation, key, ceiling, changes } => {
                if let Some(refused) = self.refuse_create(&elicitation, key.as_ref(), ceiling) {
                    return refused;
                }
                let last_change = self.log.record(changes, 0);
                self.insert(elicitation, key, last_change);
            }
            Op::Transition { elicitation, expected, changes } => {
                let Some(entry) = self.by_id.get_mut(&elicitation.id) else { return Verdict::NotFound };
                if entry.elicitation.revision != expected {
                    return Verdict::Conflict;
                }
                let before = std::mem::replace(&mut entry.elicitation, Arc::clone(&elicitation));
                entry.last_change = self.log.record(changes, entry.last_change);
                self.reschedule(&before, &elicitation);
                let unused = self.recent.note_written(&elicitation);
                unused.into_iter().for_each(|id| self.rest(id));
            }
            Op::Take { id, client, key, changes } => return self.take(id, &client, &key, changes),
            Op::GiveBack { id, client, key } => return self.give_back(id, &client, key),
        }
        self.forget_untaken();
        Verdict::Committed
    }

    fn refuse_create(
        &self,
        elicitation: &Elicitation,
        key: Option<&Arc<str>>,
        ceiling: Ceiling,
    ) -> Option<Verdict> {
        // Names sort by time, so a new one is nearly always the last, and need not be looked for.
        let may_exist = self.by_id.last_key_value().is_some_and(|(newest, _)| *newest >= elicitation.id);
        if may_exist && self.by_id.contains_key(&elicitation.id) {
            return Some(Verdict::Conflict);
        }
        let client = self.by_client.get(&elicitation.client);
        if let Some(id) = client.zip(key).and_then(|(client, key)| client.keys.get(key)) {
            return Some(Verdict::Exists(*id));
        }
        if client.map_or(0, |client| client.open) >= ceiling.per_client {
            return Some(Verdict::ClientFull);
        }
        (self.open >= ceiling.total).then_some(Verdict::TotalFull)
    }

    fn insert(&mut self, elicitation: Arc<Elicitation>, key: Option<Arc<str>>, last_change: u64) {
        let id = elicitation.id;
        let client = self.by_client.entry_ref(&elicitation.client).or_default();
        client.all.insert(id);
        client.open += 1;
        if let Some(key) = &key {
            client.keys.insert(Arc::clone(key), id);
        }
        self.open += 1;
        if let Some(open) = self.open_by_mode.get_mut(elicitation.mode as usize) {
            *open += 1;
        }
        if let Some(due) = elicitation.next_due() {
            self.due.insert((due, id));
        }
        let unused = self.recent.note_written(&elicitation);
        self.by_id.insert(id, Entry { elicitation, key, uploads: Vec::new(), last_change });
        unused.into_iter().for_each(|id| self.rest(id));
    }

    fn get(&mut self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        let found = Arc::clone(&self.by_id.get(&id)?.elicitation);
        self.note_read(&found);
        Some(found)
    }

    fn note_read(&mut self, read: &Elicitation) {
        if let Some(unused) = self.recent.note_read(read) {
            self.rest(unused);
        }
    }

    /// Keeps the form of an elicitation as text from now on.
    fn rest(&mut self, id: ElicitationId) {
        if let Some(entry) = self.by_id.get_mut(&id)
            && let Some(resting) = at_rest(&entry.elicitation)
        {
            entry.elicitation = resting;
        }
    }

    fn reschedule(&mut self, before: &Elicitation, after: &Elicitation) {
        let (was, is) = (before.next_due(), after.next_due());
        if was != is {
            was.map(|due| self.due.remove(&(due, before.id)));
            is.map(|due| self.due.insert((due, after.id)));
        }
        if let (State::Open(_), State::Closed(closed)) = (&before.state, &after.state) {
            self.closed.insert((closed.at, after.id));
            self.open = self.open.saturating_sub(1);
            if let Some(open) = self.open_by_mode.get_mut(after.mode as usize) {
                *open = open.saturating_sub(1);
            }
            if let Some(client) = self.by_client.get_mut(&after.client) {
                client.open = client.open.saturating_sub(1);
            }
        }
    }

    fn list(&self, query: &Query) -> Page {
        let empty = BTreeSet::new();
        let older = (Bound::Unbounded, query.before.map_or(Bound::Unbounded, Bound::Excluded));
        let ids: Box<dyn DoubleEndedIterator<Item = &ElicitationId>> = match &query.scope {
            Scope::Everything | Scope::Person(_) => Box::new(self.by_id.range(older).map(|(id, _)| id)),
            Scope::Client(client) => {
                Box::new(self.by_client.get(client).map_or(&empty, |client| &client.all).range(older))
            }
        };
        let matches = |elicitation: &&Arc<Elicitation>| {
            query.scope.includes(&elicitation.client, &elicitation.audience)
                && query.mode.is_none_or(|mode| elicitation.mode == mode)
                && (query.statuses.is_empty() || query.statuses.contains(&elicitation.status()))
        };
        let found = ids.rev().filter_map(|id| self.by_id.get(id)).map(|entry| &entry.elicitation);
        let mut items: Vec<Arc<Elicitation>> =
            found.filter(matches).take(query.limit.saturating_add(1)).cloned().collect();
        let more = items.len() > query.limit;
        items.truncate(query.limit);
        let next = items.last().filter(|_| more).map(|last| last.id);
        Page { items, next }
    }

    fn purge(&mut self, closed_before: Timestamp, limit: usize) -> usize {
        let mut purged = 0;
        while purged < limit {
            let Some(&(_, id)) = self.closed.first().filter(|(at, _)| *at < closed_before) else { break };
            self.forget(id);
            purged += 1;
        }
        self.log.forget(closed_before);
        purged
    }

    /// Forgets a closed elicitation with all that is beside it.
    fn forget(&mut self, id: ElicitationId) {
        let Some(entry) = self.by_id.remove(&id) else { return };
        if let State::Closed(closed) = &entry.elicitation.state {
            self.closed.remove(&(closed.at, id));
        }
        let freed: u64 = entry.uploads.iter().map(MemoryUpload::size).sum();
        self.upload_bytes = self.upload_bytes.saturating_sub(freed);
        if let Some(client) = self.by_client.get_mut(&entry.elicitation.client) {
            client.all.remove(&id);
            entry.key.map(|key| client.keys.remove(&key));
            if client.all.is_empty() {
                self.by_client.remove(&entry.elicitation.client);
            }
        }
        self.notes.forget(id);
    }
}
