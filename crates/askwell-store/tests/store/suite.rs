//! The store on disk does what every store has to do.

use std::sync::Arc;

use askwell_engine::Store;
use askwell_store::{Keyring, OpenOptions, SqliteStore};
use askwell_testkit::store_suite::{self, Nodes};
use tempfile::TempDir;

const KEY: &str = "suite:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

fn open(folder: &TempDir) -> SqliteStore {
    let keyring = Keyring::parse(KEY).unwrap();
    OpenOptions::new().keyring(keyring).open(folder.path()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes() {
    let folders = parking_lot::Mutex::new(Vec::new());
    store_suite::run(async || {
        let folder = TempDir::new().unwrap();
        let store = open(&folder);
        folders.lock().push(folder);
        Nodes::one(store)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn store_suite_passes_with_two_handles() {
    let folders = parking_lot::Mutex::new(Vec::new());
    store_suite::run(async || {
        let folder = TempDir::new().unwrap();
        let store: Arc<dyn Store> = Arc::new(open(&folder));
        folders.lock().push(folder);
        Nodes::shared(vec![Arc::clone(&store), store])
    })
    .await;
}
