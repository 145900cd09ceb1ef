//! Stores on fresh databases.

use std::sync::Arc;

use askwell_engine::Store;
use askwell_store::{Keyring, PgOptions, PgStore};
use askwell_testkit::postgres::{PgServer, TestDatabase};
use askwell_testkit::store_suite::Nodes;

pub(crate) const KEY: &str = "suite:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

pub(crate) fn options(url: &str) -> PgOptions {
    PgOptions::new(url).unwrap().keyring(Keyring::parse(KEY).unwrap())
}

/// Returns a database with tables.
pub(crate) async fn database() -> TestDatabase {
    let database = PgServer::shared().create_database().await;
    options(&database.url()).migrate().await.unwrap();
    database
}

pub(crate) async fn open(url: &str) -> PgStore {
    options(url).open().await.unwrap()
}

/// Returns so many nodes of a fresh database.
pub(crate) async fn nodes(count: usize, hints: bool) -> Nodes {
    let database = database().await;
    let mut handles: Vec<Arc<dyn Store>> = Vec::new();
    for _ in 0..count {
        handles.push(Arc::new(options(&database.url()).hints(hints).open().await.unwrap()));
    }
    Nodes::shared(handles)
}
