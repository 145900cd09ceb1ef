//! A killed process: every acknowledged change is delivered by a later run, with one id.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use askwell_engine::{Ask, Engine, Limits};
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Surface};
use askwell_store::SqliteStore;
use askwell_web::Webhooks;
use askwell_web::webhooks::{Endpoint, WebhookSettings};

use crate::fixture::named;
use crate::receiver::Receiver;

const FOLDER: &str = "ASKWELL_WEBHOOKS_FOLDER";
const URL: &str = "ASKWELL_WEBHOOKS_URL";

/// How many changes are acknowledged in each round before the kill.
const ROUNDS: [usize; 3] = [1, 40, 200];

async fn start(folder: &Path, url: &str) -> (Arc<SqliteStore>, Engine, Webhooks) {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    let engine = Engine::builder().shared_store(store.clone()).limits(Limits::none()).start();
    let endpoint = Endpoint::new(named("crm", url.to_owned())).unwrap();
    let webhooks = Webhooks::start(&engine, vec![endpoint], WebhookSettings::default()).await.unwrap();
    (store, engine, webhooks)
}

/// Not a test, but the child process: does nothing without its environment variable.
#[test]
fn child() {
    let (Ok(folder), Ok(url)) = (std::env::var(FOLDER), std::env::var(URL)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let (_store, engine, _webhooks) = start(Path::new(&folder), &url).await;
        let tasks: Vec<_> = (0..8).map(|_| tokio::spawn(work(engine.clone()))).collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

async fn work(engine: Engine) {
    let client = Actor::client("a", Surface::Library);
    let form = form("name", "Your name").field(text("name", "Name").required()).build().unwrap();
    loop {
        let asked = engine.create(&client, Ask::form(form.clone())).await.unwrap();
        engine.submit(&client, asked.id, br#"{"name": "db1"}"#).await.unwrap();
        let mut out = std::io::stdout().lock();
        out.write_all(format!("\nanswered {}.\n", asked.id).as_bytes()).and_then(|()| out.flush()).unwrap();
    }
}

/// Runs a child until it has acknowledged so much, and kills it; tells what it acknowledged.
fn kill_after(folder: &Path, url: &str, lines: usize) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["killed_process::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(URL, url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answered = Vec::new();
    // What is in the pipe when the child is killed was said before: it counts.
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some(id) = line.strip_prefix("answered ").and_then(|rest| rest.strip_suffix('.')) else {
            continue;
        };
        answered.push(id.to_owned());
        if answered.len() == lines {
            child.kill().unwrap();
        }
    }
    let status = child.wait().unwrap();
    assert!(answered.len() >= lines && !status.success(), "the child went by itself: {status}");
    answered
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_delivers_everything_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = Receiver::new().await;
    let mut heard = BTreeMap::<String, BTreeSet<String>>::new();
    let mut answered = BTreeSet::new();
    for lines in ROUNDS {
        let (place, url) = (folder.path().to_owned(), receiver.url());
        let killed = tokio::task::spawn_blocking(move || kill_after(&place, &url, lines));
        answered.extend(killed.await.unwrap());
    }
    let (store, _engine, webhooks) = start(folder.path(), &receiver.url()).await;
    while answered.iter().any(|id| !heard.contains_key(id)) {
        let arrived = receiver.next().await;
        heard.entry(arrived.news().1).or_default().insert(arrived.id().to_owned());
    }
    webhooks.stop().await;
    while !receiver.is_empty() {
        let arrived = receiver.next().await;
        heard.entry(arrived.news().1).or_default().insert(arrived.id().to_owned());
    }
    let several = heard.iter().find(|(_, names)| names.len() > 1);
    assert_eq!(several, None, "one message, one name");
    store.close().await.unwrap();
}
