//! Several engines on one store, as the nodes of a cluster are.

use std::sync::{Arc, Mutex};

use askwell_engine::store::{
    Change, ChangeLog, Changes, ElicitationStore, FollowSender, Followed, Follower, Guard, InboxCounts,
    InboxPage, InboxQuery, LeaseRequest, ListPage, NewUpload, NodeStore, Op, Query, Record, RecordStore,
    RecordWrite, StoreFuture, StoreLease, UploadChunk, UploadPart, UploadQuota, UploadStore, Verdict,
};
use askwell_engine::{Clock, CreateError, Engine, Limit, LimitReached, Limits, MemoryStore, WatchEvent};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Outcome, Scope, Status, Timestamp};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::crash_store::CrashStore;
use futures_util::FutureExt as _;
use tokio::sync::watch;

use crate::support::{GOOD, World, client, others_work, secs};

/// One node's view of a shared store.
struct Node(Arc<Cluster>);

/// A shared store, and the nodes that follow it.
struct Cluster {
    store: MemoryStore,
    followers: Mutex<(u64, Vec<FollowSender>)>,
}

impl Node {
    /// So many views of one store.
    fn cluster(nodes: usize, clock: &ManualClock) -> Vec<Node> {
        let store = MemoryStore::new().with_clock(clock.clone());
        let cluster = Arc::new(Cluster { store, followers: Mutex::default() });
        (0..nodes).map(|_| Node(Arc::clone(&cluster))).collect()
    }
}

impl Cluster {
    /// Tells all nodes what is new.
    fn announce(&self) {
        let mut followers = self.followers.lock().unwrap();
        let (after, senders) = &mut *followers;
        let changes = self.store.changes_since(*after, usize::MAX, Scope::Everything);
        let changes = changes.now_or_never().unwrap().unwrap();
        *after = changes.upto;
        let changes: Arc<[Change]> = Arc::from(changes.list);
        senders.retain(|sender| sender.send(Followed::Changes(Arc::clone(&changes))));
    }
}

impl std::ops::Deref for Node {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        &self.0
    }
}

impl ElicitationStore for Node {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(async move {
            let verdicts = self.store.commit(ops).await?;
            self.announce();
            Ok(verdicts)
        })
    }

    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.store.get_within(id, scope)
    }

    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>> {
        self.store.find_key(client, key)
    }

    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        self.store.claim_due(now, limit)
    }

    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.store.next_due()
    }

    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>> {
        self.store.open_by_mode()
    }

    fn list(&self, query: Query) -> StoreFuture<'_, ListPage> {
        self.store.list(query)
    }

    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage> {
        self.store.list_inbox(query)
    }

    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts> {
        self.store.count_inbox(scope)
    }

    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize> {
        self.store.purge(closed_before, limit)
    }
}

impl ChangeLog for Node {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        self.store.changes_since(after, limit, scope)
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        self.store.subscribe()
    }

    fn follow(&self) -> Option<Follower> {
        let (sender, follower) = Follower::channel(1_000);
        self.followers.lock().unwrap().1.push(sender);
        Some(follower)
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        self.store.history(id, limit)
    }
}

impl UploadStore for Node {
    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        self.store.begin_upload(upload, quota)
    }

    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        self.store.append_upload(chunk, quota)
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        self.store.finish_upload(id, name)
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        self.store.abort_upload(id, name)
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        self.store.read_upload(id, name, position)
    }
}

impl RecordStore for Node {
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>> {
        self.store.write_records(writes, guard)
    }

    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>> {
        self.store.get_record(namespace, key)
    }

    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>> {
        self.store.list_records(namespace, after, limit)
    }
}

impl NodeStore for Node {
    fn clock(&self) -> Arc<dyn Clock> {
        self.store.clock()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }

    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>> {
        self.store.acquire_leases(requests)
    }

    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()> {
        self.store.release_leases(names, holder)
    }

    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>> {
        self.store.list_leases(prefix, after, limit)
    }

    fn announce_node(&self, node: askwell_engine::store::Node) -> StoreFuture<'_, ()> {
        self.store.announce_node(node)
    }

    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()> {
        self.store.remove_node(id)
    }

    fn list_nodes(&self) -> StoreFuture<'_, Vec<askwell_engine::store::Node>> {
        self.store.list_nodes()
    }
}

fn cluster(nodes: usize) -> (ManualClock, Vec<Engine>) {
    cluster_with(nodes, Limits::none())
}

/// The engines use the store's clock.
fn cluster_with(nodes: usize, limits: Limits) -> (ManualClock, Vec<Engine>) {
    let clock = ManualClock::new();
    let start = |node| Engine::builder().limits(limits).store(node).start();
    let engines = Node::cluster(nodes, &clock).into_iter().map(start).collect();
    (clock, engines)
}

#[tokio::test]
async fn rate_limit_holds_across_nodes() {
    let (clock, engines) = cluster_with(3, Limits::default());
    let actor = client("a");
    let ask = || askwell_engine::Ask::form(crate::support::a_form());
    for engine in engines.iter().cycle().take(10) {
        engine.create(&actor, ask()).await.unwrap();
    }
    for engine in engines.iter().cycle().take(6) {
        let refused = engine.create(&actor, ask()).await.unwrap_err();
        let CreateError::Limited(LimitReached { what, retry_after, .. }) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!((what, retry_after), (Limit::Rate, secs(60)));
    }
    clock.advance(secs(60));
    // What the store has refused does not count on any node.
    for _ in 0..10 {
        engines[1].create(&actor, ask()).await.unwrap();
    }
    assert!(engines[0].create(&actor, ask()).await.is_err());
}

#[tokio::test]
async fn watches_of_all_nodes_see_all_changes() {
    let (_clock, engines) = cluster(3);
    let actor = client("a");
    let mut watches = Vec::new();
    for engine in &engines {
        watches.push(engine.watch(&actor, None).await.unwrap());
    }
    let asked = engines[0].create(&actor, askwell_engine::Ask::form(crate::support::a_form())).await.unwrap();
    engines[1].submit(&actor, asked.id, GOOD).await.unwrap();
    for (watch, engine) in watches.iter_mut().zip(&engines) {
        for name in ["created", "complete"] {
            let WatchEvent::Change(change) = watch.next().await.unwrap() else { panic!("missed") };
            assert_eq!((change.id, change.effect.name()), (asked.id, name));
            let found = engine.elicitation_of(&actor, &change).await.unwrap();
            assert!(found.revision >= change.revision);
        }
    }
    // Resuming from before what the tail has kept reads the store.
    let mut resumed = engines[2].watch(&actor, Some(0)).await.unwrap();
    let WatchEvent::Change(first) = resumed.next().await.unwrap() else { panic!("missed") };
    assert_eq!(first.seq, 1);
}

#[tokio::test]
async fn waiter_on_another_node_gets_the_outcome() {
    let (_clock, engines) = cluster(3);
    let [a, b, c] = &engines[..] else { panic!("three") };
    let actor = client("a");
    let asked = a.create(&actor, askwell_engine::Ask::form(crate::support::a_form())).await.unwrap().id;
    let waiting = tokio::spawn({
        let (b, actor) = (b.clone(), actor.clone());
        async move { b.wait(&actor, asked).await.unwrap() }
    });
    others_work().await;
    assert!(!waiting.is_finished());
    c.submit(&actor, asked, GOOD).await.unwrap();
    assert_eq!(waiting.await.unwrap().status(), Status::Completed);
}

#[tokio::test]
async fn deadlines_fire_once_across_nodes() {
    let (clock, engines) = cluster(3);
    let actor = client("a");
    let mut asked = Vec::new();
    for engine in engines.iter().cycle().take(900) {
        let ask = askwell_engine::Ask::form(crate::support::a_form());
        asked.push(engine.create(&actor, ask).await.unwrap().id);
    }
    let waiting: Vec<_> = asked
        .iter()
        .zip(engines.iter().cycle().skip(1))
        .map(|(id, engine)| {
            let (engine, actor, id) = (engine.clone(), actor.clone(), *id);
            tokio::spawn(async move { engine.wait(&actor, id).await.unwrap() })
        })
        .collect();
    clock.settle().await;
    clock.advance_and_settle(secs(240)).await;
    clock.advance_and_settle(secs(60)).await;
    for waiter in waiting {
        assert_eq!(waiter.await.unwrap(), Outcome::TimedOut);
    }
    for id in asked {
        let last = engines[0].status(&actor, id).await.unwrap();
        assert_eq!((last.status(), last.revision), (Status::Timeout, 3), "asked, warned of, over");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn deadlines_fire_once_when_nodes_race() {
    let (clock, engines) = cluster(4);
    let actor = client("a");
    let mut asked = Vec::new();
    for engine in engines.iter().cycle().take(400) {
        let ask = askwell_engine::Ask::form(crate::support::a_form()).timeout(secs(30));
        asked.push(engine.create(&actor, ask).await.unwrap().id);
    }
    clock.advance(secs(30));
    for (id, engine) in asked.iter().zip(engines.iter().cycle()) {
        assert_eq!(engine.wait(&actor, *id).await.unwrap(), Outcome::TimedOut);
        assert_eq!(engine.status(&actor, *id).await.unwrap().revision, 2);
    }
}

/// Advances the clock in steps in which drivers and leases keep up.
async fn pass(clock: &ManualClock, seconds: u64) {
    for _ in 0..seconds {
        clock.advance_and_settle(secs(1)).await;
    }
}

fn depending() -> askwell_engine::Ask {
    let ask = askwell_engine::Ask::form(crate::support::a_form()).timeout(secs(600));
    ask.on_disconnect(askwell_lifecycle::OnDisconnect::Abandon)
}

#[tokio::test]
async fn elicitations_of_clients_of_a_lost_node_are_abandoned() {
    let (clock, mut engines) = cluster(2);
    let actor = client("a");
    let lost = engines.remove(0);
    let lease = lost.lease_presence("a");
    let asked = lost.create(&actor, depending()).await.unwrap().id;
    pass(&clock, 60).await;
    let kept = &engines[0];
    assert_eq!(kept.status(&actor, asked).await.unwrap().status(), Status::Pending);
    // The lease in the store stays: the node ends without a word.
    drop((lease, lost));
    pass(&clock, 15).await;
    assert_eq!(kept.status(&actor, asked).await.unwrap().status(), Status::Pending);
    pass(&clock, 45).await;
    assert_eq!(kept.status(&actor, asked).await.unwrap().status(), Status::Cancelled);
    assert!(kept.store().list_leases("".into(), None, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn elicitations_of_a_client_that_moves_to_another_node_are_kept() {
    let (clock, engines) = cluster(2);
    let [a, b] = &engines[..] else { panic!("two") };
    let actor = client("a");
    let first = a.lease_presence("a");
    let asked = a.create(&actor, depending()).await.unwrap().id;
    pass(&clock, 5).await;
    let second = b.lease_presence("a");
    drop(first);
    pass(&clock, 120).await;
    assert_eq!(a.status(&actor, asked).await.unwrap().status(), Status::Pending);
    drop(second);
    pass(&clock, 60).await;
    assert_eq!(a.status(&actor, asked).await.unwrap().status(), Status::Cancelled);
}

#[tokio::test]
async fn two_engines_on_one_memory_store_close_once() {
    let world = World::new();
    let second = world.another_engine();
    let asked = world.ask().await.id;
    world.clock.settle().await;
    world.clock.advance_and_settle(secs(300)).await;
    assert_eq!(world.history(asked).await, ["created", "timeout"]);
    assert_eq!(second.wait(&world.client, asked).await, Ok(Outcome::TimedOut));
}

#[tokio::test]
async fn failed_abandon_of_one_client_does_not_abandon_others() {
    let clock = ManualClock::new();
    let mut nodes = Node::cluster(2, &clock).into_iter().map(|node| CrashStore::around(Arc::new(node)));
    let (failing, sound) = (nodes.next().unwrap(), nodes.next().unwrap());
    let start = |store: &CrashStore| {
        Engine::builder().clock(clock.clone()).limits(Limits::none()).store(store.clone()).start()
    };
    let (here, other) = (start(&failing), start(&sound));
    let only = || askwell_engine::Ask::form(crate::support::a_form()).client_only();
    let _stays = other.lease_presence("stays");
    let (goes, also_goes) = (here.lease_presence("goes"), here.lease_presence("also-goes"));
    let kept = other.create(&client("stays"), only()).await.unwrap().id;
    let lost = here.create(&client("goes"), only()).await.unwrap().id;
    let also_lost = here.create(&client("also-goes"), only()).await.unwrap().id;
    clock.settle().await;
    drop((goes, also_goes));
    others_work().await;
    failing.fail_commit(1);
    clock.advance_and_settle(secs(30)).await;
    clock.advance_and_settle(secs(1)).await;
    for (who, id) in [("goes", lost), ("also-goes", also_lost)] {
        assert_eq!(here.status(&client(who), id).await.unwrap().status(), Status::Cancelled, "{who}");
    }
    assert_eq!(other.status(&client("stays"), kept).await.unwrap().status(), Status::Pending);
}

/// A node that starts after the clock has jumped learns of it before it purges anything.
#[tokio::test]
async fn jump_of_the_clock_does_not_make_a_new_node_purge_early() {
    let clock = ManualClock::new();
    let mut nodes = Node::cluster(2, &clock);
    let start = |node| Engine::builder().limits(Limits::none()).retention(secs(3600)).store(node).start();
    let late = nodes.pop().unwrap();
    let first = start(nodes.pop().unwrap());
    let actor = client("a");
    let ask = || askwell_engine::Ask::form(crate::support::a_form());
    let closed = first.create(&actor, ask()).await.unwrap().id;
    first.submit(&actor, closed, GOOD).await.unwrap();
    let tick = async |times: usize| {
        for _ in 0..times {
            others_work().await;
            clock.advance(secs(2));
        }
        others_work().await;
    };
    tick(60).await;
    // A year passes on the clock of the database, and something is written before any node has looked at it.
    clock.set(clock.now() + secs(365 * 24 * 3600));
    first.create(&actor, ask()).await.unwrap();
    let second = start(late);
    tick(60).await;
    assert!(second.status(&actor, closed).await.is_ok(), "it was closed minutes ago");
    // It goes when its time is over.
    tick(1_800).await;
    assert!(second.status(&actor, closed).await.is_err());
}
