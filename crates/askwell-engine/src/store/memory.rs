//! A store in memory. All state is under one lock, and nothing survives the process.

mod list;
mod log;
mod nodes;
mod records;
mod take;
mod uploads;

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::Arc;

use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, State, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::watch;

use log::MemoryLog;
use records::RecordTable;
use take::TransientRetention;
use uploads::MemoryUpload;

use super::dormant::{RecentForms, with_dormant_form};
use super::{
    Change, ChangeLog, Changes, CreateQuota, ElicitationStore, InboxCounts, InboxIndex, InboxKey, InboxPage,
    InboxQuery, ListPage, NewUpload, NodeTable, Op, Query, RateTable, StoreFuture, TryCommit, UploadChunk,
    UploadPart, UploadQuota, UploadStore, Verdict,
};
use crate::clock::{Clock, SystemClock};

/// The default limit on the bytes of all uploads in a memory store.
pub const MAX_UPLOAD_BYTES: u64 = 512 << 20;

/// A store in memory.
#[derive(Debug)]
pub struct MemoryStore {
    state: Mutex<MemoryState>,
    newest: watch::Sender<u64>,
    clock: Arc<dyn Clock>,
}

#[derive(Debug, Default)]
struct MemoryState {
    by_id: BTreeMap<ElicitationId, ElicitationEntry>,
    by_client: HashMap<ClientId, ClientIndex>,
    due: BTreeSet<(Timestamp, ElicitationId)>,
    inbox: InboxIndex,
    closed: BTreeSet<(Timestamp, ElicitationId)>,
    open: usize,
    /// In the order of [`Mode::ALL`].
    open_by_mode: [usize; Mode::ALL.len()],
    log: MemoryLog,
    records: RecordTable,
    rates: RateTable,
    nodes: NodeTable,
    /// The bytes of all uploads.
    upload_bytes: u64,
    /// Elicitations with unfinished uploads.
    uploads_begun: BTreeSet<ElicitationId>,
    max_upload_bytes: Option<u64>,
    recent: RecentForms,
    /// Set for transient stores.
    transient: Option<TransientRetention>,
}

#[derive(Debug)]
struct ElicitationEntry {
    elicitation: Arc<Elicitation>,
    key: Option<Arc<str>>,
    uploads: Vec<MemoryUpload>,
    /// The sequence number of its last change.
    last_change: u64,
}

#[derive(Debug, Default)]
struct ClientIndex {
    all: BTreeSet<ElicitationId>,
    open: usize,
    keys: HashMap<Arc<str>, ElicitationId>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        MemoryStore { state: Mutex::default(), newest: watch::Sender::new(0), clock: Arc::new(SystemClock) }
    }
}

impl MemoryStore {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// Limits the bytes of all uploads together. Beyond the limit, uploads fail with
    /// [`StoreError::Full`](super::StoreError::Full). The default is [`MAX_UPLOAD_BYTES`].
    #[must_use]
    pub fn with_max_upload_bytes(self, bytes: u64) -> Self {
        self.state.lock().max_upload_bytes = Some(bytes);
        self
    }

    /// Sets the clock of the store, which engines on it use, and by which leases expire. The default is the
    /// system clock.
    #[must_use]
    pub fn with_clock(self, clock: impl Clock) -> Self {
        MemoryStore { clock: Arc::new(clock), ..self }
    }

    /// Reads under the lock, and returns a ready future.
    fn now<'s, T: Send + 's>(&'s self, look: impl FnOnce(&mut MemoryState) -> T) -> StoreFuture<'s, T> {
        let found = look(&mut self.state.lock());
        Box::pin(ready(Ok(found)))
    }

    /// Writes under the lock, and notifies subscribers.
    fn write<T>(&self, change: impl FnOnce(&mut MemoryState) -> T) -> T {
        let mut state = self.state.lock();
        let before = state.log.newest();
        let done = change(&mut state);
        let newest = state.log.newest();
        drop(state);
        if newest != before && self.newest.receiver_count() > 0 {
            self.announce(newest);
        }
        done
    }

    /// Notifies subscribers. Writers may arrive here in another order than they wrote.
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
        let verdicts = self.write(|state| ops.into_iter().map(|op| state.apply(op)).collect());
        Box::pin(ready(Ok(verdicts)))
    }

    fn try_commit_now(&self, op: Op) -> TryCommit {
        TryCommit::Done(self.write(|state| state.apply(op)))
    }

    fn get_cached(&self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        self.state.lock().get(id)
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.now(|state| {
            let found = state.get(id);
            found.filter(|found| scope.includes(&found.client, &found.audience))
        })
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        self.now(|state| state.by_client.get(&client)?.keys.get(&key).copied())
    }

    fn find_key_now(&self, client: &ClientId, key: &str) -> Option<Option<ElicitationId>> {
        let state = self.state.lock();
        Some(state.by_client.get(client).and_then(|client| client.keys.get(key).copied()))
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        self.now(|state| {
            let due = state.due.iter().take_while(|(at, _)| *at <= now).take(limit);
            let due =
                due.filter_map(|(_, id)| state.by_id.get(id)).map(|entry| Arc::clone(&entry.elicitation));
            let due: Vec<_> = due.collect();
            due.iter().for_each(|elicitation| state.track_read(elicitation));
            due
        })
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.now(|state| state.due.first().map(|(at, _)| *at))
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        self.now(|state| Mode::ALL.into_iter().map(|(_, mode)| mode).zip(state.open_by_mode).collect())
    }

    fn list(&self, query: Query) -> StoreFuture<'_, ListPage> {
        self.now(|state| {
            let page = state.list(&query);
            page.items.iter().for_each(|elicitation| state.track_read(elicitation));
            page
        })
    }

    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage> {
        self.now(|state| {
            let page = state.list_inbox(&query);
            page.items.iter().for_each(|elicitation| state.track_read(elicitation));
            page
        })
    }

    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts> {
        self.now(|state| state.inbox.count(&scope))
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        self.now(|state| state.purge(closed_before, limit))
    }
}

impl ChangeLog for MemoryStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        self.now(|state| state.log.since(after, limit, &scope))
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        self.now(|state| {
            let last = state.by_id.get(&id).map(|entry| entry.last_change);
            last.map(|last| state.log.chain(last, limit)).unwrap_or_default()
        })
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        let receiver = self.newest.subscribe();
        let newest = self.state.lock().log.newest();
        self.announce(newest);
        receiver
    }
}

impl UploadStore for MemoryStore {
    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        let begun = self.state.lock().begin_upload(upload, quota);
        Box::pin(ready(begun))
    }

    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        let appended = self.state.lock().append_upload(chunk, quota);
        Box::pin(ready(appended))
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        self.now(|state| state.finish_upload(id, &name))
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        self.now(|state| state.abort_upload(id, &name))
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        self.now(|state| state.read_upload(id, &name, position))
    }
}

impl MemoryState {
    fn apply(&mut self, op: Op) -> Verdict {
        match op {
            Op::Create { elicitation, key, quota, changes } => {
                if let Some(refused) = self.refuse_create(&elicitation, key.as_ref(), quota) {
                    return refused;
                }
                if let Some(rate) = quota.rate
                    && let Err(retry_at) = self.rates.admit(&elicitation.client, rate, elicitation.created_at)
                {
                    return Verdict::TooFast { retry_at };
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
                let unused = self.recent.track_written(&elicitation);
                unused.into_iter().for_each(|id| self.make_dormant(id));
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
        quota: CreateQuota,
    ) -> Option<Verdict> {
        // Ids sort by time, so a new one is nearly always the last.
        let may_exist = self.by_id.last_key_value().is_some_and(|(newest, _)| *newest >= elicitation.id);
        if may_exist && self.by_id.contains_key(&elicitation.id) {
            return Some(Verdict::Conflict);
        }
        let client = self.by_client.get(&elicitation.client);
        if let Some(id) = client.zip(key).and_then(|(client, key)| client.keys.get(key)) {
            return Some(Verdict::Exists(*id));
        }
        if client.map_or(0, |client| client.open) >= quota.per_client {
            return Some(Verdict::ClientFull);
        }
        (self.open >= quota.total).then_some(Verdict::TotalFull)
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
        self.inbox.replace(None, InboxKey::of(&elicitation));
        let unused = self.recent.track_written(&elicitation);
        self.by_id.insert(id, ElicitationEntry { elicitation, key, uploads: Vec::new(), last_change });
        unused.into_iter().for_each(|id| self.make_dormant(id));
    }

    fn get(&mut self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        let found = Arc::clone(&self.by_id.get(&id)?.elicitation);
        self.track_read(&found);
        Some(found)
    }

    fn track_read(&mut self, read: &Elicitation) {
        if let Some(unused) = self.recent.track_read(read) {
            self.make_dormant(unused);
        }
    }

    /// Replaces the form of an elicitation with its packed text.
    fn make_dormant(&mut self, id: ElicitationId) {
        if let Some(entry) = self.by_id.get_mut(&id)
            && let Some(dormant) = with_dormant_form(&entry.elicitation)
        {
            entry.elicitation = dormant;
        }
    }

    fn reschedule(&mut self, before: &Elicitation, after: &Elicitation) {
        let (was, is) = (before.next_due(), after.next_due());
        if was != is {
            was.map(|due| self.due.remove(&(due, before.id)));
            is.map(|due| self.due.insert((due, after.id)));
        }
        self.inbox.replace(InboxKey::of(before), InboxKey::of(after));
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

    /// Removes a closed elicitation with its uploads, key and records.
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
        self.records.forget(id);
    }
}
