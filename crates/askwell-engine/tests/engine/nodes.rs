//! Several engines on one store, as the nodes of a cluster are.

use std::sync::Arc;

use askwell_engine::store::{
    Change, ChangeLog, Changes, ElicitationStore, NewUpload, Note, NoteWrite, Op, Page, Query, RecordStore,
    Room, StoreFuture, UploadChunk, UploadPart, UploadStore, Verdict,
};
use askwell_engine::{Engine, Limits, MemoryStore};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Outcome, Scope, Status, Timestamp};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::crash_store::CrashStore;
use tokio::sync::watch;

use crate::support::{GOOD, World, client, others_work, secs};

/// One node's view of a shared store: hears of what the other nodes write.
struct Node {
    store: Arc<MemoryStore>,
    own: usize,
    bells: Arc<Vec<watch::Sender<u64>>>,
}

impl Node {
    /// So many views of one store.
    fn cluster(nodes: usize) -> Vec<Node> {
        let store = Arc::new(MemoryStore::new());
        let bells: Arc<Vec<_>> = Arc::new((0..nodes).map(|_| watch::Sender::new(0)).collect());
        (0..nodes).map(|own| Node { store: Arc::clone(&store), own, bells: Arc::clone(&bells) }).collect()
    }
}

impl ElicitationStore for Node {
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(async move {
            let verdicts = self.store.commit(ops).await?;
            for (number, bell) in self.bells.iter().enumerate() {
                if number != self.own {
                    bell.send_modify(|count| *count += 1);
                }
            }
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

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        self.store.list(query)
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

    fn foreign_changes(&self) -> Option<watch::Receiver<u64>> {
        self.bells.get(self.own).map(watch::Sender::subscribe)
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        self.store.history(id, limit)
    }
}

impl UploadStore for Node {
    fn begin_upload(&self, upload: NewUpload, room: Room) -> StoreFuture<'_, Verdict> {
        self.store.begin_upload(upload, room)
    }

    fn append_upload(&self, chunk: UploadChunk, room: Room) -> StoreFuture<'_, Verdict> {
        self.store.append_upload(chunk, room)
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
    fn write_notes(&self, writes: Vec<NoteWrite>) -> StoreFuture<'_, Vec<Verdict>> {
        self.store.write_notes(writes)
    }

    fn get_note(&self, shelf: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Note>> {
        self.store.get_note(shelf, key)
    }

    fn list_notes(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Note>> {
        self.store.list_notes(shelf, after, limit)
    }
}

fn cluster(nodes: usize) -> (ManualClock, Vec<Engine>) {
    let clock = ManualClock::new();
    let start = |node| Engine::builder().clock(clock.clone()).limits(Limits::none()).store(node).start();
    let engines = Node::cluster(nodes).into_iter().map(start).collect();
    (clock, engines)
}

#[tokio::test]
async fn who_waits_on_another_node_hears_of_it() {
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
async fn deadlines_fire_once_on_however_many_nodes() {
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
async fn deadlines_fire_once_when_nodes_really_race() {
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

#[tokio::test]
async fn two_engines_on_one_store_in_memory_decide_once() {
    let world = World::new();
    let second = world.another_engine();
    let asked = world.ask().await.id;
    world.clock.settle().await;
    world.clock.advance_and_settle(secs(300)).await;
    assert_eq!(world.history(asked).await, ["created", "timeout"]);
    assert_eq!(second.wait(&world.client, asked).await, Ok(Outcome::TimedOut));
}

#[tokio::test]
async fn a_node_that_fails_to_give_one_client_up_gives_up_nobody_elses() {
    let clock = ManualClock::new();
    let mut nodes = Node::cluster(2).into_iter().map(|node| CrashStore::around(Arc::new(node)));
    let (failing, sound) = (nodes.next().unwrap(), nodes.next().unwrap());
    let start = |store: &CrashStore| {
        Engine::builder().clock(clock.clone()).limits(Limits::none()).store(store.clone()).start()
    };
    let (here, elsewhere) = (start(&failing), start(&sound));
    let only = || askwell_engine::Ask::form(crate::support::a_form()).client_only();
    let _stays = elsewhere.attend("stays");
    let (goes, also_goes) = (here.attend("goes"), here.attend("also-goes"));
    let kept = elsewhere.create(&client("stays"), only()).await.unwrap().id;
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
    assert_eq!(elsewhere.status(&client("stays"), kept).await.unwrap().status(), Status::Pending);
}
