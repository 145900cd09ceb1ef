//! Copies between a folder and a database.

use std::path::Path;
use std::sync::Arc;

use askwell_engine::store::{Guard, Record, RecordWrite, Store, Upload, UploadQuota, Verdict};
use askwell_engine::{Ask, Engine, Limits};
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, ElicitationId, Status, Surface};
use askwell_store::{
    CopyError, CopyObserver, Keyring, OpenOptions, SqliteStore, copy_from_postgres, copy_to_postgres,
};

use crate::support::{KEY, database, open, options};

fn open_folder(folder: &Path) -> SqliteStore {
    OpenOptions::new().keyring(Keyring::parse(KEY).unwrap()).open(folder).unwrap()
}

/// Fills a store with one of everything. Returns an open elicitation, and one that was answered with a secret.
async fn fill(store: Arc<dyn Store>) -> [ElicitationId; 2] {
    let engine = Engine::builder().shared_store(Arc::clone(&store)).limits(Limits::none()).start();
    let actor = Actor::client("nul\0 and ü", Surface::Library);
    let login = form("login", "Log in").field(text("password", "Password").secret()).build().unwrap();
    let mut ids = Vec::new();
    for number in 0..700 {
        let ask = Ask::prompt(&format!("Number {}?", number % 7)).unwrap();
        let asked = engine.create(&actor, ask.idempotency_key(&format!("key {number}"))).await.unwrap();
        if number % 2 == 0 {
            engine.decline(&actor, asked.id).await.unwrap();
        }
        ids.push(asked.id);
    }
    let secret = engine.create(&actor, Ask::form(login)).await.unwrap().id;
    engine.submit(&actor, secret, br#"{"password": "hunter2"}"#).await.unwrap();
    let quota = UploadQuota { files: 10, bytes: 10 << 20 };
    for (name, size) in [("empty", 0), ("small", 10), ("large", 600_000)] {
        let upload = Upload { id: ids[1], name: Arc::from(name), bytes: vec![7; size] };
        assert_eq!(store.put_upload(upload, quota).await, Ok(Verdict::Committed));
    }
    let record = |key: &str| Record::new("copied", key, &b"\0value"[..]);
    let writes = vec![
        RecordWrite::Put { record: record("a\0b"), expected: 0 },
        RecordWrite::Put { record: record("owned").owned_by(ids[1]), expected: 0 },
    ];
    assert_eq!(store.write_records(writes, Guard::None).await, Ok(vec![Verdict::Committed; 2]));
    [ids[1], secret]
}

/// Insists that a store has what [`fill`] wrote, and goes on with it.
async fn expect(store: Arc<dyn Store>, [open, secret]: [ElicitationId; 2]) {
    let engine = Engine::builder().shared_store(Arc::clone(&store)).limits(Limits::none()).start();
    let actor = Actor::client("nul\0 and ü", Surface::Library);
    let answered = engine.status(&actor, secret).await.unwrap();
    let answers = format!("{:?}", answered.outcome().unwrap());
    assert!(!answers.contains("hunter2"), "secrets are not shown");
    assert_eq!(answered.status(), Status::Completed);
    let file = store.get_upload(open, Arc::from("large")).await.unwrap().unwrap();
    assert_eq!(file.bytes, vec![7; 600_000]);
    assert_eq!(engine.history(&actor, open).await.unwrap().len(), 1);
    let found = store.find_key(actor_client(&actor), Arc::from("key 1")).await.unwrap();
    assert_eq!(found, Some(open));
    let counted: usize = store.open_by_mode().await.unwrap().iter().map(|(_, count)| count).sum();
    assert_eq!(counted, 350);
    assert!(store.get_record("copied", Arc::from("a\0b")).await.unwrap().is_some());
}

fn actor_client(actor: &Actor) -> askwell_lifecycle::ClientId {
    let askwell_lifecycle::Scope::Client(client) = &actor.scope else { unreachable!("a client") };
    client.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn store_is_copied_to_a_database_and_back() {
    let folders = tempfile::tempdir().unwrap();
    let (first, second) = (folders.path().join("first"), folders.path().join("second"));
    let store = Arc::new(open_folder(&first));
    let ids = fill(Arc::clone(&store) as Arc<dyn Store>).await;
    store.close().await.unwrap();
    drop(store);
    let database = database().await;
    let report = copy_to_postgres(&first, &options(&database.url()), &CopyObserver::default()).await.unwrap();
    assert_eq!((report.open, report.closed, report.uploads), (350, 351, 3));
    let again =
        copy_to_postgres(&first, &options(&database.url()), &CopyObserver::default()).await.unwrap_err();
    assert!(matches!(again, CopyError::NotEmpty), "{again}");

    assert_eq!(
        copy_from_postgres(&options(&database.url()), &second, &CopyObserver::default()).await.unwrap(),
        report
    );
    let shared = open(&database.url()).await;
    shared.check_keys().await.unwrap();
    expect(Arc::new(shared), ids).await;
    expect(Arc::new(open_folder(&second)), ids).await;
    let missing =
        copy_to_postgres(&folders.path().join("none"), &options(&database.url()), &CopyObserver::default())
            .await
            .unwrap_err();
    assert!(matches!(missing, CopyError::NoStore { .. }), "{missing}");
}
