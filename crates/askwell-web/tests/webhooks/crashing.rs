//! Whatever crashes in between: at least once, with the same id.

use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Engine, Limits, SystemClock};
use askwell_lifecycle::{Actor, Surface};
use askwell_store::SqliteStore;
use askwell_testkit::crash_store::CrashStore;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::Webhooks;
use askwell_web::webhooks::WebhookParts;
use tempfile::TempDir;

use crate::support::{Answer, Receiver, World, endpoint, recorded, settings};

#[tokio::test]
async fn what_happens_while_nobody_delivers_is_told_later() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    let endpoints = vec![endpoint("one", receiver.url())];
    drop(world.webhooks(endpoints.clone()).await);
    let mut asked = [world.answered().await.id.to_string(), world.answered().await.id.to_string()];
    asked.sort();
    let webhooks = world.webhooks(endpoints).await;
    recorded(&webhooks, 2).await;
    let mut told = [receiver.call().await, receiver.call().await]
        .map(|call| call.json()["data"]["elicitationId"].as_str().unwrap().to_owned());
    told.sort();
    assert_eq!(told, asked);
    assert!(receiver.is_quiet());
}

#[tokio::test]
async fn a_delivery_that_nobody_saw_arrive_is_made_again() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script([Answer::Never]);
    let endpoints = vec![endpoint("one", receiver.url())];
    let webhooks = world.webhooks(endpoints.clone()).await;
    world.answered().await;
    let first = receiver.call().await;
    drop(webhooks);
    let webhooks = world.webhooks(endpoints).await;
    let second = receiver.call().await;
    assert_eq!((second.id(), &second.body), (first.id(), &first.body));
    recorded(&webhooks, 1).await;
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty() && receiver.is_quiet());
}

#[tokio::test]
async fn a_store_that_fails_loses_no_delivery() {
    let store = CrashStore::new();
    let world = World::over(Arc::new(store.clone()));
    let mut receiver = Receiver::start().await;
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    let asked = world.ask().await.id;
    // After the answer itself, the delivery cannot be written down; then, that it has arrived cannot.
    store.fail_commit(2);
    store.fail_commit(4);
    world.engine.submit(&world.client, asked, br#"{"name": "Ada"}"#).await.unwrap();
    while store.commits() < 4 {
        tokio::task::yield_now().await;
    }
    assert!(receiver.is_quiet(), "nothing is sent that is not written down");
    let first = loop {
        world.clock.advance(Duration::from_secs(1));
        tokio::select! {
            biased;
            call = receiver.call() => break call,
            () = async { for _ in 0..50 { tokio::task::yield_now().await; } } => {}
        }
    };
    recorded(&webhooks, 1).await;
    let second = loop {
        world.clock.advance(Duration::from_secs(1));
        tokio::select! {
            biased;
            call = receiver.call() => break call,
            () = async { for _ in 0..50 { tokio::task::yield_now().await; } } => {}
        }
    };
    assert_eq!(first.id(), second.id());
    recorded(&webhooks, 2).await;
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty() && receiver.is_quiet());
}

const FOLDER: &str = "ASKWELL_WEBHOOK_FOLDER";
const URL: &str = "ASKWELL_WEBHOOK_URL";

/// Not a test, but the process that is killed: does nothing unless it is told where.
#[test]
fn child() {
    let (Ok(folder), Ok(url)) = (std::env::var(FOLDER), std::env::var(URL)) else { return };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(Path::new(&folder)).unwrap();
        let engine = Engine::builder().store(store).limits(Limits::none()).start();
        let _webhooks = Webhooks::start(WebhookParts {
            engine: engine.clone(),
            clock: Arc::new(SystemClock),
            resolver: Arc::new(ScriptedResolver::new()),
            endpoints: vec![endpoint("one", url)],
            settings: settings(),
        })
        .await
        .unwrap();
        let client = Actor::client("a", Surface::Api);
        let ask = Ask::prompt("Why?").unwrap().idempotency_key("once").timeout(Duration::from_secs(3_600));
        let asked = engine.create(&client, ask).await.unwrap().id;
        // The second child finds it answered.
        let _ = engine.submit(&client, asked, br#""because""#).await;
        std::future::pending::<()>().await;
    });
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_child(folder: &Path, url: &str) -> Killed {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["crashing::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(URL, url)
        .stdout(std::process::Stdio::null())
        .spawn();
    Killed(child.unwrap())
}

#[tokio::test]
async fn a_killed_process_delivers_again_with_the_same_id() {
    let folder = TempDir::new().unwrap();
    let mut receiver = Receiver::start().await;
    receiver.script([Answer::Never, Answer::Never]);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let child = start_child(folder.path(), &receiver.url());
        ids.push(receiver.call().await.id().to_owned());
        drop(child);
    }
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}
