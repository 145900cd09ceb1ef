//! The engine in memory: beside a bare map with the same validation, under two busy cores, and with a million
//! questions open at once.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use askwell_engine::{Ask, Engine, Limits};
use askwell_form::build::{boolean, form, number, select, text};
use askwell_form::{Answers, Form};
use askwell_lifecycle::{Actor, Outcome, Surface};
use tokio::runtime::{Builder, Runtime};

use crate::harness::{Contender, Effort, Race, compare};
use crate::memory;

pub(crate) const ANSWER: &[u8] = br#"{"host":"example.com","port":443,"tls":true,"zone":"b"}"#;

/// So many cycles are run in one go.
const TOGETHER: u32 = 64;

/// A form of four fields.
pub(crate) fn small_form() -> Result<Form, Box<dyn Error>> {
    let form = form("server", "A new server")
        .field(text("host", "Host").required())
        .field(number("port", "Port").range(1, 65535).default(8080))
        .field(boolean("tls", "TLS"))
        .field(select("zone", "Zone").options(["a", "b", "c"]))
        .build()?;
    Ok(form)
}

fn quiet_engine() -> Engine {
    Engine::builder().limits(Limits::none()).retention(Duration::from_millis(1)).start()
}

async fn cycle(engine: &Engine, actor: &Actor, form: &Form) -> Option<Outcome> {
    let asked = engine.create(actor, Ask::form(form.clone())).await.ok()?;
    engine.submit(actor, asked.id, ANSWER).await.ok()?;
    engine.wait(actor, asked.id).await.ok()
}

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    if wanted("engine cycle") {
        met &= beside_a_map(effort)?;
    }
    if wanted("engine latency") {
        met &= latency(effort)?;
    }
    if wanted("engine million") {
        met &= a_million(effort)?;
    }
    Ok(met)
}

fn single_thread() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// What the engine adds to what any program would have to do: keep the question, check the answer, hand it on.
fn beside_a_map(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let form = small_form()?;
    let runtime = single_thread()?;
    let _inside = runtime.enter();
    let engine = quiet_engine();
    let actor = Actor::client("bench", Surface::Library);
    let bare = BareMap::default();
    let mut race = Race {
        name: "engine cycle",
        about: "create, submit, wait: one at a time in memory, one core",
        contenders: vec![
            // Entering the runtime is the harness's business, so it is shared by many cycles.
            Contender::new("engine", || {
                runtime.block_on(async {
                    for _ in 0..TOGETHER {
                        black_box(cycle(&engine, &actor, &form).await);
                    }
                });
            })
            .for_units(TOGETHER.into()),
            Contender::new("bare map and the same check", || bare.cycle(&form)).within(3.0),
            // 300,000 a second.
            Contender::new("the limit that was set", || {
                let start = Instant::now();
                while start.elapsed() < Duration::from_nanos(3_333) {
                    std::hint::spin_loop();
                }
            })
            .beaten_by(1.0),
        ],
    };
    Ok(compare(&mut race, effort))
}

/// What any program would have to keep: entries under unguessable names, by name and by deadline.
#[derive(Default)]
struct BareMap {
    kept: Mutex<MapContents>,
}

#[derive(Default)]
struct MapContents {
    by_id: HashMap<u128, Box<Entry>>,
    due: BTreeSet<(u64, u128)>,
}

/// As large as an elicitation of ours.
struct Entry {
    form: Form,
    answers: Option<Answers>,
    _rest: [u64; 24],
}

impl BareMap {
    fn cycle(&self, form: &Form) -> Option<Answers> {
        let id = rand::random();
        {
            let mut kept = self.kept.lock().ok()?;
            kept.by_id.insert(id, Box::new(Entry { form: form.clone(), answers: None, _rest: [0; 24] }));
            kept.due.insert((1, id));
        }
        let form = self.kept.lock().ok()?.by_id.get(&id)?.form.clone();
        let answers = form.check_json(black_box(ANSWER)).ok()?;
        {
            let mut kept = self.kept.lock().ok()?;
            kept.due.remove(&(1, id));
            kept.by_id.get_mut(&id)?.answers = Some(answers);
        }
        // Stays for a while, so that a late caller learns the same.
        self.kept.lock().ok()?.by_id.get(&id)?.answers.clone()
    }
}

/// How long single calls take while both cores do nothing but ask and answer.
fn latency(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let form = small_form()?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let times = if effort == Effort::FULL { 200_000 } else { 5_000 };
    let mut all = runtime.block_on(async {
        let engine = quiet_engine();
        let tasks: Vec<_> = (0..2)
            .map(|number| {
                let (engine, form) = (engine.clone(), form.clone());
                let actor = Actor::client(format!("bench-{number}").as_str(), Surface::Library);
                tokio::spawn(async move {
                    let mut took = Vec::with_capacity(times);
                    for _ in 0..times {
                        let start = Instant::now();
                        black_box(cycle(&engine, &actor, &form).await);
                        took.push(start.elapsed());
                        tokio::task::yield_now().await;
                    }
                    took
                })
            })
            .collect();
        let mut all = Vec::new();
        for task in tasks {
            all.extend(task.await.unwrap_or_default());
        }
        all
    });
    all.sort_unstable();
    let at = |share: f64| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index into a list")]
        let index = (all.len() as f64 * share) as usize;
        all.get(index).copied().unwrap_or_default()
    };
    let met = at(0.99) < Duration::from_millis(1);
    println!("\nengine latency: a whole cycle, two tasks on two busy cores");
    println!(
        "  p50 {:?}, p99 {:?}, p99.9 {:?}; target p99 < 1 ms  {}",
        at(0.5),
        at(0.99),
        at(0.999),
        verdict(met)
    );
    Ok(met)
}

/// What an open question costs, and what it costs when all of them expire.
fn a_million(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let most = if effort == Effort::FULL { 1_000_000 } else { 20_000 };
    let form = small_form()?;
    let mut met = true;
    println!("\nengine million: open at once, then all expire");
    let mut per_unit = Vec::new();
    for count in [most / 4, most] {
        let runtime = single_thread()?;
        let (bytes, expiry) = runtime.block_on(open_and_expire(&form, count))?;
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let each = (bytes as f64 / count as f64, expiry.as_nanos() as f64 / count as f64);
        println!("  {count:>9} open: {:.0} bytes each; expiring took {:.0} ns each", each.0, each.1);
        met &= each.0 <= 1024.0;
        per_unit.push(each.1);
    }
    let growth = per_unit.last().zip(per_unit.first()).map_or(1.0, |(last, first)| last / first);
    met &= growth <= 3.0;
    println!(
        "  target ≤ 1024 bytes each, expiry linear (×{growth:.2} for four times as many)  {}",
        verdict(met)
    );
    Ok(met)
}

async fn open_and_expire(form: &Form, count: usize) -> Result<(usize, Duration), Box<dyn Error>> {
    let clock = memory::StepClock::default();
    let engine = Engine::builder().limits(Limits::none()).clock(clock.clone()).start();
    let actor = Actor::client("bench", Surface::Library);
    let before = memory::resident();
    for _ in 0..count {
        engine.create(&actor, Ask::form(form.clone())).await?;
    }
    let bytes = memory::resident().saturating_sub(before);
    let last = engine.create(&actor, Ask::form(form.clone())).await?.id;
    let start = Instant::now();
    // First the warnings, then the deadlines: both belong to expiring.
    clock.advance(Duration::from_secs(600));
    engine.wait(&actor, last).await?;
    Ok((bytes, start.elapsed()))
}

pub(crate) fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
