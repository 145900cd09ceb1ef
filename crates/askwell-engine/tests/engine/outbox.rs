//! What follows from changes is stored with the position in the log.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use askwell_engine::store::{Guard, Store, Verdict};
use askwell_engine::{
    Change, Clock, Engine, Outbox, OutboxEntry, OutboxName, OutboxPlanner, Record, RecordWrite, StoreError,
    remove_outbox_position,
};
use askwell_lifecycle::Timestamp;
use askwell_testkit::crash_store::CrashStore;
use tokio::sync::{mpsc, watch};

use crate::support::World;

const SENT: &str = "test-sent";

/// A clock on which every sleep ends at once, at its deadline.
#[derive(Debug, Default)]
struct JumpingClock(AtomicU64);

impl Clock for JumpingClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }

    fn sleep_until(&self, deadline: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.fetch_max(deadline.as_millis(), Ordering::Relaxed);
        Box::pin(ready(()))
    }
}

/// Stores the number of each change.
struct Numbers {
    engine: Engine,
    clock: JumpingClock,
    seen: mpsc::UnboundedSender<(u64, Verdict)>,
}

impl OutboxPlanner for Numbers {
    type Notice = u64;

    const NAME: OutboxName = OutboxName { namespace: "test-log", key: "cursor", subject: "numbers" };

    fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    async fn plan(&self, changes: &[Change]) -> Result<Vec<OutboxEntry<u64>>, StoreError> {
        let entry = |change: &Change| {
            let record = Record::new(SENT, change.seq.to_string(), Vec::new());
            OutboxEntry { write: RecordWrite::Put { record, expected: 0 }, notice: change.seq }
        };
        Ok(changes.iter().map(entry).collect())
    }

    async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        self.engine.records().write_guarded(writes, Guard::None).await
    }

    fn hand_over(&self, entries: Vec<(u64, Verdict)>) {
        for entry in entries {
            self.seen.send(entry).unwrap();
        }
    }
}

/// A running outbox.
struct Running {
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
    seen: mpsc::UnboundedReceiver<(u64, Verdict)>,
}

async fn start(world: &World) -> Running {
    let (sender, seen) = mpsc::unbounded_channel();
    let (stop, stopped) = watch::channel(false);
    let planner = Numbers { engine: world.engine.clone(), clock: JumpingClock::default(), seen: sender };
    let outbox = Outbox::open(&world.engine, planner, stopped).await.unwrap();
    Running { stop, task: tokio::spawn(outbox.run()), seen }
}

impl Running {
    async fn stop(self) {
        self.stop.send_replace(true);
        self.task.await.unwrap();
    }
}

#[tokio::test]
async fn next_run_continues_where_the_last_one_ended() {
    let world = World::new();
    world.ask().await;
    let mut first = start(&world).await;
    world.ask().await;
    assert_eq!(
        first.seen.recv().await,
        Some((2, Verdict::Committed)),
        "the first run starts with new changes"
    );
    first.stop().await;
    world.ask().await;
    let mut second = start(&world).await;
    assert_eq!(second.seen.recv().await, Some((3, Verdict::Committed)));
    second.stop().await;

    remove_outbox_position(&world.engine.records(), Numbers::NAME).await.unwrap();
    world.ask().await;
    let mut third = start(&world).await;
    world.ask().await;
    assert_eq!(
        third.seen.recv().await,
        Some((5, Verdict::Committed)),
        "without a position, only new changes"
    );
    third.stop().await;
}

#[tokio::test]
async fn failed_commit_is_tried_again_and_skips_nothing() {
    let store = CrashStore::new();
    let world = World::over(Arc::new(store.clone()) as Arc<dyn Store>, |builder| builder);
    let mut running = start(&world).await;
    // The commit after the one that asks.
    store.fail_commit(2);
    world.ask().await;
    assert_eq!(running.seen.recv().await, Some((1, Verdict::Committed)));

    store.lose_acknowledgement(2);
    world.ask().await;
    assert_eq!(running.seen.recv().await, Some((2, Verdict::Conflict)), "it is stored, and handed over now");
    world.ask().await;
    assert_eq!(running.seen.recv().await, Some((3, Verdict::Committed)));
    running.stop().await;
    assert_eq!(world.engine.records().list(SENT, None, 10).await.unwrap().len(), 3);
}
