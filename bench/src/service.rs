//! The service over loopback HTTP: beside a bare axum handler that parses and echoes the same bodies, beside the engine
//! without HTTP, with ten thousand event streams, and idle with ten thousand open elicitations.

mod client;
mod process;

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Surface};
use askwell_store::SqliteStore;
use askwell_web::{HttpSettings, Keys, Rpc, RpcParts, Service, ServiceParts, StopSignal};
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::post;
use tokio::runtime::{Builder, Runtime};

use crate::engine::{ANSWER, small_form, verdict};
use crate::harness::Effort;
use client::{Cycle, Load};

pub(crate) use process::be_the_server;

/// Connections against the bare handler.
const FEW: usize = 32;

/// Connections with the durable store.
const MANY: usize = 256;

/// Calls in a batch.
const BATCH: usize = 10;

/// One call a request: half of the engine cannot be had on two cores, where echoing alone takes as much. So it is held
/// to a share of what can be had.
const SHARE_OF_BOTH: f64 = 0.6;

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    if wanted("service memory") {
        met &= beside_bare_axum(effort)?;
    }
    if wanted("service durable") {
        met &= beside_the_engine(effort)?;
    }
    if wanted("service streams") {
        met &= process::streams(effort)?;
    }
    if wanted("service idle") {
        met &= process::idle(effort)?;
    }
    Ok(met)
}

fn two_cores() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

fn load(effort: Effort, connections: usize) -> Load {
    let time = if effort == Effort::FULL { Duration::from_secs(2) } else { Duration::from_millis(200) };
    Load { connections, batch: 1, time }
}

/// Create, submit and wait are three requests; the bare handler gets the same three bodies.
fn beside_bare_axum(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let rounds = if effort == Effort::FULL { 5 } else { 1 };
    let (mut ours, mut bare) = (0.0_f64, 0.0_f64);
    for _ in 0..rounds {
        ours = ours.max(two_cores()?.block_on(async {
            let engine = Engine::builder().limits(Limits::none()).retention(Duration::from_secs(1)).start();
            let (address, stop) = start(engine).await?;
            let rate = load(effort, FEW).run(address, Cycle::Real).await;
            stop.trigger();
            rate
        })?);
        bare = bare.max(two_cores()?.block_on(async {
            let address = start_echo().await?;
            load(effort, FEW).run(address, Cycle::Echo).await
        })?);
    }
    let ratio = ours / bare;
    let met = ratio >= 0.4;
    println!("\nservice memory: create, submit, wait over loopback HTTP, {FEW} connections, in memory");
    println!("  the service    {ours:>10.0} requests/s");
    println!("  bare axum echo {bare:>10.0} requests/s");
    println!("  {:.0} %; target ≥ 40 %  {}", ratio * 100.0, verdict(met));
    Ok(met)
}

/// The same cycle with and without HTTP, on disk.
///
/// Three requests cost twice what the engine needs for a cycle, even when nothing but axum answers them.
fn beside_the_engine(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let rounds = if effort == Effort::FULL { 5 } else { 1 };
    let single = load(effort, MANY);
    let batches = Load { batch: BATCH, ..single };
    let (mut ours, mut batched, mut bare, mut engine) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..rounds {
        ours = ours.max(over_http(single)?);
        batched = batched.max(over_http(batches)?);
        bare = bare.max(two_cores()?.block_on(async { single.run(start_echo().await?, Cycle::Echo).await })?);
        let folder = tempfile::tempdir()?;
        let store = SqliteStore::open(folder.path())?;
        engine = engine.max(two_cores()?.block_on(async {
            let engine = Engine::builder().limits(Limits::none()).store(store).start();
            without_http(&engine, single).await
        })?);
    }
    // What there would be if echoing and the engine were all there is to do.
    let both = 1.0 / (1.0 / bare + 1.0 / engine);
    let met = (batched / engine >= 0.5, ours / both >= SHARE_OF_BOTH);
    println!("\nservice durable: create, submit, wait, {MANY} at once, on disk");
    for (name, rate) in [
        ("the engine", engine),
        ("over HTTP, ten calls a request", batched),
        ("over HTTP, one call a request", ours),
        ("bare axum echo, one call a request", bare),
        ("that echo and the engine, together", both),
    ] {
        println!("  {name:<36} {:>10.0} cycles/s {:>4.0} %", rate / 3.0, rate / engine * 100.0);
    }
    println!("  ten calls a request: target ≥ 50 % of the engine  {}", verdict(met.0));
    let (share, least) = (ours / both * 100.0, SHARE_OF_BOTH * 100.0);
    println!(
        "  one call a request: {share:.0} % of echo and engine together, target ≥ {least:.0} %  {}",
        verdict(met.1)
    );
    Ok(met.0 && met.1)
}

/// Calls a second of a service with a store on disk.
fn over_http(load: Load) -> Result<f64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(folder.path())?;
    two_cores()?.block_on(async {
        let engine = Engine::builder().limits(Limits::none()).store(store).start();
        let (address, stop) = start(engine).await?;
        let rate = load.run(address, Cycle::Real).await;
        stop.trigger();
        rate
    })
}

async fn without_http(engine: &Engine, load: Load) -> Result<f64, Box<dyn Error>> {
    let form = small_form()?;
    let (start, until) = (Instant::now(), Instant::now() + load.time);
    let tasks: Vec<_> =
        (0..load.connections).map(|_| tokio::spawn(cycles(engine.clone(), form.clone(), until))).collect();
    let mut count = 0;
    for task in tasks {
        count += task.await?;
    }
    Ok(f64::from(count) * 3.0 / start.elapsed().as_secs_f64())
}

async fn cycles(engine: Engine, form: Form, until: Instant) -> u32 {
    let actor = Actor::client("bench", Surface::Library);
    let mut count = 0;
    while Instant::now() < until {
        let Ok(asked) = engine.create(&actor, Ask::form(form.clone())).await else { break };
        if engine.submit(&actor, asked.id, ANSWER).await.is_err()
            || engine.wait(&actor, asked.id).await.is_err()
        {
            break;
        }
        count += 1;
    }
    count
}

/// One client takes as much as it likes: it is the service that is measured, not its limits.
fn generous() -> HttpSettings {
    let (requests_per_client, streams_per_client) = (usize::MAX, usize::MAX);
    let (buffer_bytes, buffer_bytes_per_client) = (4 << 30, 4 << 30);
    HttpSettings {
        requests_per_client,
        streams_per_client,
        buffer_bytes,
        buffer_bytes_per_client,
        ..HttpSettings::default()
    }
}

/// The service as a library: unlike `askwell serve`, nobody collects its logs and metrics, and no pages are mounted.
async fn start(engine: Engine) -> Result<(SocketAddr, StopSignal), Box<dyn Error>> {
    let stop = StopSignal::new();
    let rpc = Rpc::new(engine.clone(), RpcParts { stop: stop.clone(), ..RpcParts::default() });
    let parts = ServiceParts {
        instance: None,
        engine,
        rpc,
        keys: Keys::none(),
        settings: generous(),
        metrics: None,
        trace: None,
        more_api: Router::new(),
        pages: Router::new(),
        stop: stop.clone(),
    };
    let listener = askwell_web::listen(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let service = Service::new(listener, parts)?;
    let address = service.address();
    tokio::spawn(service.run());
    Ok((address, stop))
}

/// What anybody would write first.
async fn start_echo() -> Result<SocketAddr, Box<dyn Error>> {
    let router = Router::new().route(
        "/rpc",
        post(|body: Bytes| async move {
            let parsed: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
            ([(CONTENT_TYPE, "application/json")], parsed.to_string()).into_response()
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}
