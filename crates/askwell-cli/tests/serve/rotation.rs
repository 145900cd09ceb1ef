//! `askwell keyring rotate` that is killed in the middle, and `--resume`.

use askwell_engine::store::ElicitationStore;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;

use askwell_engine::{Ask, Engine, Limits, Store};
use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Outcome, Surface};
use askwell_store::{Keyring, OpenOptions, SqliteStore, key_uses};
use futures_util::stream::{self, StreamExt as _};
use serde_json::json;
use tempfile::TempDir;

use crate::server::{Server, data_in, program};

/// How many elicitations there are: enough for a rotation of several transactions.
const MANY: usize = 4_000;

/// How often a rotation is started until it is caught in the middle.
const ATTEMPTS: usize = 20;

fn run(data: &Path, arguments: &[&str]) -> Output {
    program(Path::new("/")).args(arguments).arg("--data").arg(data).output().unwrap()
}

fn open(data: &Path) -> Arc<SqliteStore> {
    let keyring = Keyring::from_file(&data.with_extension("keyring")).unwrap();
    Arc::new(OpenOptions::new().keyring(keyring).open(data).unwrap())
}

/// Answers elicitations with a secret each, directly in the store.
async fn fill(data: &Path) -> Vec<ElicitationId> {
    let store = open(data);
    let shared: Arc<dyn Store> = Arc::clone(&store) as Arc<dyn Store>;
    let engine = Engine::builder().shared_store(shared).limits(Limits::none()).start();
    let field = r#"{"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}}"#;
    let form = Form::parse(&format!(r#"{{"id": "f", "title": "F", "fields": [{field}]}}"#)).unwrap();
    let client = Actor::client("c", Surface::Library);
    let answered = stream::iter(0..MANY).map(|number| {
        let (engine, client, form) = (&engine, &client, form.clone());
        async move {
            let id = engine.create(client, Ask::form(form)).await.unwrap().id;
            let answer = json!({"key": format!("hidden {number}")});
            engine.submit(client, id, answer.to_string().as_bytes()).await.unwrap();
            id
        }
    });
    let ids = answered.buffered(500).collect().await;
    store.close().await.unwrap();
    ids
}

async fn assert_readable(data: &Path, ids: &[ElicitationId]) {
    let store = open(data);
    for (number, id) in ids.iter().enumerate() {
        let found = store.get(*id).await.unwrap().unwrap();
        match found.outcome() {
            Some(Outcome::Answered(answers)) => {
                assert_eq!(answers.to_value(), json!({"key": format!("hidden {number}")}));
            }
            other => panic!("{number} is not answered: {other:?}"),
        }
    }
    store.close().await.unwrap();
}

/// Starts a rotation and kills it as soon as a part is done. Returns whether another part was not.
fn interrupt_rotation(data: &Path) -> bool {
    let before = key_uses(data).unwrap();
    let mut rotation = program(Path::new("/"));
    rotation.args(["keyring", "rotate", "--data"]).arg(data).stderr(Stdio::null());
    let mut rotation = rotation.spawn().unwrap();
    while key_uses(data).is_ok_and(|uses| uses == before) && rotation.try_wait().unwrap().is_none() {}
    rotation.kill().unwrap();
    rotation.wait().unwrap();
    key_uses(data).unwrap().len() > 1
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_rotation_continues_with_resume() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (data_in(&folder), folder.path().join("copy"));
    // The service makes the keyring.
    Server::on_disk(&data).stop();
    let ids = fill(&data).await;
    assert!((0..ATTEMPTS).any(|_| interrupt_rotation(&data)), "no rotation was caught in the middle");
    assert_readable(&data, &ids).await;

    // A copy of that moment needs both keys, and has them if the keyring was copied, too.
    let made = run(&data, &["backup", copy.to_str().unwrap()]);
    assert!(made.status.success(), "{made:?}");
    std::fs::copy(data.with_extension("keyring"), copy.with_extension("keyring")).unwrap();
    assert_readable(&copy, &ids).await;

    let resumed = run(&data, &["keyring", "rotate", "--resume"]);
    assert!(resumed.status.success(), "{resumed:?}");
    let current = Keyring::from_file(&data.with_extension("keyring")).unwrap();
    let current = current.names().next().unwrap().to_owned();
    assert_eq!(key_uses(&data).unwrap(), BTreeMap::from([(current, MANY as u64)]));
    let retired = run(&data, &["keyring", "retire"]);
    assert!(retired.status.success(), "{retired:?}");
    assert_readable(&data, &ids).await;
}
