//! The shared store beside bare PostgreSQL: the same rows, indices and group commit, with the log ordered by one
//! row as ours is, and unordered.

mod peer;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{Change, CreateQuota, ElicitationStore as _, NodeStore as _, Op, Verdict};
use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{
    Actor, Audience, ClientId, Effect, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect,
    Policy, Question, ShortList, Step, Surface, Timestamp, create, transition,
};
use askwell_store::{PgOptions, PgStore};
use askwell_testkit::postgres::{PgServer, TestDatabase};
use tokio::runtime::Builder;

use crate::engine::{small_form, verdict};
use crate::harness::Effort;
use peer::{LogOrder, Peer};

const WRITERS: usize = 512;

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let names = ["cluster throughput", "cluster single", "cluster wake", "cluster idle"];
    if !names.iter().any(|name| wanted(name)) {
        return Ok(true);
    }
    let server = PgServer::start_with(&["fsync=on", "synchronous_commit=on", "shared_buffers=128MB"]);
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let mut met = true;
        if wanted("cluster throughput") {
            met &= throughput(&server, effort).await?;
        }
        if wanted("cluster single") {
            met &= single(&server, effort).await?;
        }
        if wanted("cluster wake") {
            met &= wake(&server, effort).await?;
        }
        if wanted("cluster idle") {
            met &= idle(&server).await?;
        }
        Ok(met)
    })
}

async fn database(server: &PgServer) -> Result<TestDatabase, Box<dyn Error>> {
    let database = server.create_database().await;
    PgOptions::new(&database.url())?.migrate().await?;
    Ok(database)
}

async fn nodes(database: &TestDatabase, count: usize) -> Result<Vec<Arc<PgStore>>, Box<dyn Error>> {
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(Arc::new(PgStore::open(&database.url()).await?));
    }
    Ok(nodes)
}

/// Operations a second, for creating and for closing.
#[derive(Debug, Clone, Copy, Default)]
struct Rates {
    create: f64,
    close: f64,
    /// Processor time of the database for one operation, in seconds.
    database: f64,
    /// Processor time of this process for one operation, in seconds.
    own: f64,
}

impl Rates {
    fn max(self, other: Rates) -> Rates {
        let least = |one: f64, other: f64| if one == 0.0 { other } else { one.min(other) };
        let (database, own) = (least(self.database, other.database), least(self.own, other.own));
        Rates { create: self.create.max(other.create), close: self.close.max(other.close), database, own }
    }
}

async fn throughput(server: &PgServer, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let (rounds, each) = if effort == Effort::FULL { (3, 60) } else { (1, 4) };
    let (mut one, mut three) = (Rates::default(), Rates::default());
    let (mut ordered, mut unordered) = (Rates::default(), Rates::default());
    for _ in 0..rounds {
        one = one.max(store_round(server, 1, each).await?);
        ordered = ordered.max(peer_round(server, LogOrder::Head, each).await?);
        unordered = unordered.max(peer_round(server, LogOrder::Sequence, each).await?);
        three = three.max(store_round(server, 3, each).await?);
    }
    println!("\ncluster throughput: {WRITERS} writers at once, acknowledged when committed, a second");
    println!("  {:12}{:>10}{:>10}{:>14}{:>14}", "", "1 node", "3 nodes", "bare, ordered", "unordered");
    let mut met = true;
    let row = |name: &str, part: fn(Rates) -> f64| {
        println!(
            "  {name:12}{:>10.0}{:>10.0}{:>14.0}{:>14.0}",
            part(one),
            part(three),
            part(ordered),
            part(unordered)
        );
    };
    row("create", |rates| rates.create);
    row("close", |rates| rates.close);
    row("database µs", |rates| rates.database * 1e6);
    row("client µs", |rates| rates.own * 1e6);
    let least = |of: Rates, to: Rates| (of.create / to.create).min(of.close / to.close);
    for (what, ratio, target) in [
        ("of the ordered peer", least(one, ordered), 0.8),
        ("of the unordered peer", least(one, unordered), 0.5),
        ("three nodes of one", least(three, one), 0.9),
    ] {
        met &= ratio >= target;
        println!(
            "  {:.0} % {what}; target ≥ {:.0} %  {}",
            ratio * 100.0,
            target * 100.0,
            verdict(ratio >= target)
        );
    }
    let (of_one, of_three) = (one.database, three.database);
    let ratio = of_three / of_one.max(1e-9);
    met &= ratio <= 1.15;
    println!(
        "  database time of an operation: {:.0} µs, with three nodes {:.0} µs: ×{ratio:.2}; target ≤ ×1.15  {}",
        of_one * 1e6,
        of_three * 1e6,
        verdict(ratio <= 1.15)
    );
    Ok(met)
}

async fn store_round(server: &PgServer, count: usize, each: usize) -> Result<Rates, Box<dyn Error>> {
    let database = database(server).await?;
    let nodes = nodes(&database, count).await?;
    let form = small_form()?;
    // What a caller does before it has an operation is not the store's.
    let ops: Vec<Vec<_>> = (0..WRITERS).map(|_| (0..each).map(|_| create_op(&form)).collect()).collect();
    let (used, own) = (server.processor_time(), own_processor_time()?);
    let start = Instant::now();
    let mut writers = Vec::with_capacity(WRITERS);
    for (writer, ops) in ops.into_iter().enumerate() {
        let node = Arc::clone(&nodes[writer % count]);
        writers.push(tokio::spawn(async move {
            let mut made = Vec::with_capacity(each);
            for (elicitation, op) in ops {
                if node.commit_one(op).await.is_ok_and(|verdict| verdict == Verdict::Committed) {
                    made.push(elicitation);
                }
            }
            made
        }));
    }
    let mut made = Vec::with_capacity(WRITERS);
    for writer in writers {
        made.push(writer.await?);
    }
    let created = start.elapsed();
    let (used, own) =
        (server.processor_time().saturating_sub(used), own_processor_time()?.saturating_sub(own));
    let ops: Vec<Vec<Op>> =
        made.iter().map(|made| made.iter().map(|made| close_op(made)).collect()).collect();
    let (used_before, own_before) = (server.processor_time(), own_processor_time()?);
    let start = Instant::now();
    let mut writers = Vec::with_capacity(WRITERS);
    for (writer, ops) in ops.into_iter().enumerate() {
        let node = Arc::clone(&nodes[(writer + 1) % count]);
        writers.push(tokio::spawn(async move {
            let mut closed = 0;
            for op in ops {
                let done = node.commit_one(op).await;
                closed += usize::from(done.is_ok_and(|verdict| verdict == Verdict::Committed));
            }
            closed
        }));
    }
    let mut closed = 0;
    for writer in writers {
        closed += writer.await?;
    }
    let took = start.elapsed();
    let used = used + server.processor_time().saturating_sub(used_before);
    let own = own + own_processor_time()?.saturating_sub(own_before);
    for node in nodes {
        node.close().await?;
    }
    if closed != WRITERS * each {
        return Err(format!("{closed} of {} were closed", WRITERS * each).into());
    }
    let rate = |took: Duration| (WRITERS * each) as f64 / took.as_secs_f64();
    let per_operation = |used: Duration| used.as_secs_f64() / (2 * WRITERS * each) as f64;
    let (database, own) = (per_operation(used), per_operation(own));
    Ok(Rates { create: rate(created), close: rate(took), database, own })
}

/// Returns the processor time that this process has used.
fn own_processor_time() -> Result<Duration, Box<dyn Error>> {
    let mut sum = 0;
    for thread in std::fs::read_dir("/proc/self/task")?.flatten() {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        sum += text.split(' ').next().and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
    }
    Ok(Duration::from_nanos(sum))
}

async fn peer_round(server: &PgServer, order: LogOrder, each: usize) -> Result<Rates, Box<dyn Error>> {
    let database = database(server).await?;
    let peer = Arc::new(Peer::start(&database.url(), order).await?);
    let mut rates = Rates::default();
    let (used, own) = (server.processor_time(), own_processor_time()?);
    for is_create in [true, false] {
        let start = Instant::now();
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                let peer = Arc::clone(&peer);
                tokio::spawn(async move {
                    for _ in 0..each {
                        peer.write(is_create).await?;
                    }
                    Some(())
                })
            })
            .collect();
        for writer in writers {
            writer.await?.ok_or("the peer's committer has gone")?;
        }
        let rate = (WRITERS * each) as f64 / start.elapsed().as_secs_f64();
        if is_create { rates.create = rate } else { rates.close = rate }
    }
    let per_operation = |used: Duration| used.as_secs_f64() / (2 * WRITERS * each) as f64;
    rates.database = per_operation(server.processor_time().saturating_sub(used));
    rates.own = per_operation(own_processor_time()?.saturating_sub(own));
    Ok(rates)
}

/// One writer, one operation after the other.
async fn single(server: &PgServer, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let times = if effort == Effort::FULL { 400 } else { 20 };
    let database = database(server).await?;
    let node = PgStore::open(&database.url()).await?;
    let form = small_form()?;
    let bare = peer::CompareAndSet::start(&database.url()).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..times {
        let (elicitation, op) = create_op(&form);
        node.commit_one(op).await?;
        let start = Instant::now();
        node.commit_one(close_op(&elicitation)).await?;
        ours.push(start.elapsed());
        let start = Instant::now();
        bare.run().await?;
        theirs.push(start.elapsed());
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("\ncluster single: one operation at a time, the median");
    println!("  our close {ours:.1?}, a bare compare-and-set with a log row {theirs:.1?}");
    println!("  ×{ratio:.2}; target ≤ ×2  {}", verdict(ratio <= 2.0));
    Ok(ratio <= 2.0)
}

/// A waiter on one node, an answer on another.
async fn wake(server: &PgServer, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let times = if effort == Effort::FULL { 300 } else { 10 };
    let database = database(server).await?;
    let mut engines = Vec::new();
    for _ in 0..2 {
        let store = PgStore::open(&database.url()).await?;
        engines.push(Engine::builder().limits(Limits::none()).store(store).start());
    }
    let [here, there] = &engines[..] else { return Err("two engines".into()) };
    let actor = Actor::client("bench", Surface::Library);
    let bare = peer::Listener::start(&database.url()).await?;
    let form = small_form()?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..times {
        let asked = here.create(&actor, Ask::form(form.clone())).await?.id;
        let waiting = tokio::spawn({
            let (there, actor) = (there.clone(), actor.clone());
            async move { there.wait(&actor, asked).await.map(|_| Instant::now()) }
        });
        // The waiter has read that it is open.
        while there.store().get(asked).await?.is_none() {}
        here.decline(&actor, asked).await?;
        let acknowledged = Instant::now();
        let woken = waiting.await??;
        ours.push(woken.saturating_duration_since(acknowledged));
        theirs.push(bare.run().await?);
    }
    let slowest = percentile(&mut ours, 99);
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64().max(1e-9);
    let met = ratio <= 2.0 && slowest <= Duration::from_millis(20);
    println!("\ncluster wake: from the acknowledgement on one node to the waiter on another");
    println!("  ours p50 {ours:.1?}, p99 {slowest:.1?}; bare NOTIFY and SELECT p50 {theirs:.1?}");
    println!("  ×{ratio:.2}; target ≤ ×2 and p99 ≤ 20 ms  {}", verdict(met));
    Ok(met)
}

/// Statements of an idle node with many waiters and watches.
async fn idle(server: &PgServer) -> Result<bool, Box<dyn Error>> {
    const SECONDS: u32 = 20;
    // A connection that has nothing to do reports what it has done within ten seconds.
    const CALM_READS: usize = 5;
    let database = database(server).await?;
    let engine =
        Engine::builder().limits(Limits::none()).store(PgStore::open(&database.url()).await?).start();
    let actor = Actor::client("bench", Surface::Library);
    let form = small_form()?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..1_000 {
        let asked = engine.create(&actor, Ask::form(form.clone())).await?.id;
        for _ in 0..10 {
            let (engine, actor) = (engine.clone(), actor.clone());
            tasks.spawn(async move { drop(engine.wait(&actor, asked).await) });
        }
        let mut watch = engine.watch(&actor, None).await?;
        tasks.spawn(async move { while watch.next().await.is_ok() {} });
    }
    let counter = peer::TransactionCounter::start(&database.url()).await?;
    // All waiters have read what they wait for, and all statistics of that have been written.
    let (mut before, mut calm) = (counter.read().await?, 0);
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_secs(3)).await;
        let now = counter.read().await?;
        calm = if now - std::mem::replace(&mut before, now) < 100 { calm + 1 } else { 0 };
        if calm == CALM_READS {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(SECONDS.into())).await;
    let rate = (counter.read().await? - before) as f64 / f64::from(SECONDS);
    tasks.abort_all();
    println!("\ncluster idle: a node with 10,000 waiters and 1,000 watches");
    println!("  {rate:.1} statements a second; target ≤ 6  {}", verdict(rate <= 6.0));
    Ok(rate <= 6.0)
}

fn median(times: &mut [Duration]) -> Duration {
    percentile(times, 50)
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
}

fn create_op(form: &Form) -> (Arc<Elicitation>, Op) {
    let now = Timestamp::from_millis(1_800_000_000_000);
    let draft = NewElicitation {
        id: ElicitationId::new(now, rand::random()),
        client: ClientId::from("bench"),
        mode: Mode::Form,
        question: Question::Form(form.clone()),
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms: Policy::default()
            .terms(Mode::Form, None)
            .unwrap_or_else(|_| unreachable!("defaults are valid")),
    };
    let Step { next, effects } = create(draft, now);
    let changes = changes(&next, effects, now);
    let elicitation = Arc::new(next);
    let op =
        Op::Create { elicitation: Arc::clone(&elicitation), key: None, quota: CreateQuota::NONE, changes };
    (elicitation, op)
}

fn close_op(before: &Elicitation) -> Op {
    let now = Timestamp::from_millis(1_800_000_000_001);
    let moved = transition(before, Event::decline(), now).unwrap_or_else(|_| unreachable!("it is open"));
    let changes = changes(&moved.step.next, moved.step.effects, now);
    Op::Transition { elicitation: Arc::new(moved.step.next), expected: before.revision, changes }
}

fn changes(elicitation: &Elicitation, effects: ShortList<Effect>, at: Timestamp) -> ShortList<Change> {
    effects.map(|effect| Change {
        seq: 0,
        id: elicitation.id,
        client: elicitation.client.clone(),
        mode: elicitation.mode,
        audience: elicitation.audience.clone(),
        at,
        effect,
        revision: elicitation.revision,
        person: None,
        surface: Surface::Api,
    })
}
