//! A store that fails on request, to test how your code handles errors.
//!
//! It cannot lose data that the inner store has acknowledged: to test that, kill a process.

use std::fmt;
use std::sync::Arc;

use askwell_engine::store::{
    Change, ChangeLog, Changes, ElicitationStore, Follower, Guard, InboxCounts, InboxPage, InboxQuery,
    LeaseRequest, ListPage, NewUpload, Node, NodeStore, Op, Query, Record, RecordStore, RecordWrite, Store,
    StoreError, StoreFuture, StoreLease, UploadChunk, UploadPart, UploadQuota, UploadStore, Verdict,
};
use askwell_engine::{Clock, MemoryStore};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, Timestamp};
use parking_lot::Mutex;
use tokio::sync::watch;

/// Wraps a store and injects faults. Clones share both.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// use askwell_engine::{Ask, CreateError, Engine};
/// use askwell_lifecycle::{Actor, Surface};
/// use askwell_testkit::{crash_store::CrashStore, forms};
///
/// let store = CrashStore::new();
/// let engine = Engine::builder().store(store.clone()).start();
/// let client = Actor::client("tests", Surface::Library);
///
/// store.fail_commit(1);
/// let failed = engine.create(&client, Ask::form(forms::minimal())).await;
/// assert!(matches!(failed, Err(CreateError::Store(_))));
/// assert!(engine.create(&client, Ask::form(forms::minimal())).await.is_ok());
/// # }
/// ```
#[derive(Clone)]
pub struct CrashStore {
    beneath: Arc<dyn Store>,
    plan: Arc<Plan>,
}

struct Plan {
    faults: Mutex<InjectedFaults>,
    /// Whether acknowledgements are held back.
    held: watch::Sender<bool>,
}

#[derive(Default)]
struct InjectedFaults {
    commits: u64,
    /// By the number of the commit.
    refused: Vec<u64>,
    unacknowledged: Vec<u64>,
    broken: bool,
}

/// What happens to one commit.
enum CommitFate {
    Works,
    Refused,
    Unacknowledged,
}

impl CrashStore {
    /// Wraps a store in memory.
    #[must_use]
    pub fn new() -> Self {
        CrashStore::around(Arc::new(MemoryStore::new()))
    }

    /// Wraps this store.
    #[must_use]
    pub fn around(beneath: Arc<dyn Store>) -> Self {
        let plan = Plan { faults: Mutex::default(), held: watch::Sender::new(false) };
        CrashStore { beneath, plan: Arc::new(plan) }
    }

    /// Lets the nth commit from now on (1 is the next) fail without writing. Writing notes is a
    /// commit, too.
    pub fn fail_commit(&self, nth: u64) {
        let mut faults = self.plan.faults.lock();
        let number = faults.commits + nth;
        faults.refused.push(number);
    }

    /// Lets the nth commit from now on be written but report an error.
    pub fn lose_acknowledgement(&self, nth: u64) {
        let mut faults = self.plan.faults.lock();
        let number = faults.commits + nth;
        faults.unacknowledged.push(number);
    }

    /// Lets all operations fail, including reads, until it is repaired.
    pub fn break_down(&self) {
        self.plan.faults.lock().broken = true;
    }

    /// Ends [`break_down`](Self::break_down).
    pub fn repair(&self) {
        self.plan.faults.lock().broken = false;
    }

    /// Lets commits be written without acknowledgement until [`release`](Self::release).
    pub fn hold_acknowledgements(&self) {
        self.plan.held.send_replace(true);
    }

    /// Acknowledges the held commits.
    pub fn release(&self) {
        self.plan.held.send_replace(false);
    }

    /// Returns the number of commits, including failed ones.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.plan.faults.lock().commits
    }

    /// Returns what happens to the next commit.
    fn next_fate(&self) -> CommitFate {
        let mut faults = self.plan.faults.lock();
        faults.commits += 1;
        let number = faults.commits;
        if faults.broken || take(&mut faults.refused, number) {
            CommitFate::Refused
        } else if take(&mut faults.unacknowledged, number) {
            CommitFate::Unacknowledged
        } else {
            CommitFate::Works
        }
    }

    /// Writes, and applies the injected fault to the acknowledgement.
    fn commit_with_fate<T: Send + 'static>(
        &self,
        write: impl FnOnce(&dyn Store) -> StoreFuture<'_, T>,
    ) -> StoreFuture<'_, T> {
        let fate = self.next_fate();
        if let CommitFate::Refused = fate {
            return Box::pin(std::future::ready(Err(failure())));
        }
        // Written at once, whether or not anybody waits for the acknowledgement.
        let written = write(&*self.beneath);
        let mut held = self.plan.held.subscribe();
        Box::pin(async move {
            let verdicts = written.await?;
            let _ = held.wait_for(|held| !held).await;
            match fate {
                CommitFate::Unacknowledged => Err(failure()),
                CommitFate::Works | CommitFate::Refused => Ok(verdicts),
            }
        })
    }

    /// Returns the inner store, or an error if this one has broken down.
    fn unless_broken<T: Send + 'static>(
        &self,
        call: impl FnOnce(&dyn Store) -> StoreFuture<'_, T>,
    ) -> StoreFuture<'_, T> {
        if self.plan.faults.lock().broken {
            return Box::pin(std::future::ready(Err(failure())));
        }
        call(&*self.beneath)
    }
}

fn take(numbers: &mut Vec<u64>, number: u64) -> bool {
    let before = numbers.len();
    numbers.retain(|other| *other != number);
    numbers.len() < before
}

fn failure() -> StoreError {
    StoreError::Failed("as the test has ordered".into())
}

impl ElicitationStore for CrashStore {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        self.commit_with_fate(|store| store.commit(ops))
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.unless_broken(|store| store.get_within(id, scope))
    }

    fn get_many(&self, ids: Vec<ElicitationId>) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        self.unless_broken(|store| store.get_many(ids))
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        self.unless_broken(|store| store.find_key(client, key))
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        self.unless_broken(|store| store.claim_due(now, limit))
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.unless_broken(|store| store.next_due())
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        self.unless_broken(|store| store.open_by_mode())
    }

    fn list(&self, query: Query) -> StoreFuture<'_, ListPage> {
        self.unless_broken(|store| store.list(query))
    }

    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage> {
        self.unless_broken(|store| store.list_inbox(query))
    }

    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts> {
        self.unless_broken(|store| store.count_inbox(scope))
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        self.unless_broken(|store| store.purge(closed_before, limit))
    }
}

impl ChangeLog for CrashStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        self.unless_broken(|store| store.changes_since(after, limit, scope))
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        self.unless_broken(|store| store.history(id, limit))
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        self.beneath.subscribe()
    }

    fn follow(&self) -> Option<Follower> {
        self.beneath.follow()
    }
}

impl UploadStore for CrashStore {
    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        self.unless_broken(|store| store.begin_upload(upload, quota))
    }

    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        self.unless_broken(|store| store.append_upload(chunk, quota))
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        self.unless_broken(|store| store.finish_upload(id, name))
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        self.unless_broken(|store| store.abort_upload(id, name))
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        self.unless_broken(|store| store.read_upload(id, name, position))
    }
}

impl RecordStore for CrashStore {
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>> {
        self.commit_with_fate(|store| store.write_records(writes, guard))
    }

    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>> {
        self.unless_broken(|store| store.get_record(namespace, key))
    }

    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>> {
        self.unless_broken(|store| store.list_records(namespace, after, limit))
    }
}

impl NodeStore for CrashStore {
    fn clock(&self) -> Arc<dyn Clock> {
        self.beneath.clock()
    }

    fn is_shared(&self) -> bool {
        self.beneath.is_shared()
    }

    fn ready(&self) -> Result<(), StoreError> {
        if self.plan.faults.lock().broken { Err(failure()) } else { self.beneath.ready() }
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.beneath.close()
    }

    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>> {
        self.unless_broken(|store| store.acquire_leases(requests))
    }

    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()> {
        self.unless_broken(|store| store.release_leases(names, holder))
    }

    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>> {
        self.unless_broken(|store| store.list_leases(prefix, after, limit))
    }

    fn announce_node(&self, node: Node) -> StoreFuture<'_, ()> {
        self.unless_broken(|store| store.announce_node(node))
    }

    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()> {
        self.unless_broken(|store| store.remove_node(id))
    }

    fn list_nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        self.unless_broken(|store| store.list_nodes())
    }
}

impl Default for CrashStore {
    fn default() -> Self {
        CrashStore::new()
    }
}

impl fmt::Debug for CrashStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CrashStore").field("commits", &self.commits()).finish_non_exhaustive()
    }
}
