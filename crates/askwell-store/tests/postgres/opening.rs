//! Opening and migrating a database.

use askwell_store::{DatabaseFormat, PgOpenError, PgStore};
use askwell_testkit::postgres::PgServer;

use crate::support::{database, open, options};

#[tokio::test]
async fn database_without_tables_is_refused_with_advice() {
    let empty = PgServer::shared().create_database().await;
    let error = PgStore::open(&empty.url()).await.unwrap_err();
    assert!(matches!(error, PgOpenError::NotMigrated { found: 0, .. }), "{error}");
    assert!(error.to_string().contains("askwell database migrate"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_migrations_succeed() {
    let empty = PgServer::shared().create_database().await;
    let url = empty.url();
    let migrations = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { options(&url).migrate().await })
    });
    for migration in migrations.collect::<Vec<_>>() {
        migration.await.unwrap().unwrap();
    }
    let format = options(&url).format().await.unwrap();
    assert_eq!(format, DatabaseFormat::newest());
    assert!(format.is_usable());
    open(&url).await;
}

#[tokio::test]
async fn database_of_a_later_version_is_refused() {
    let database = database().await;
    database.run("UPDATE askwell.head SET format = 99, readable_from = 99").await;
    let error = PgStore::open(&database.url()).await.unwrap_err();
    assert!(matches!(error, PgOpenError::TooNew { found: 99, .. }), "{error}");
    assert!(options(&database.url()).migrate().await.is_err());
    // The next version, which keeps what this one needs.
    database.run("UPDATE askwell.head SET format = 4, readable_from = 3").await;
    open(&database.url()).await;
}

#[tokio::test]
async fn unreachable_database_is_an_error_with_advice() {
    let error = PgStore::open("postgres://askwell@127.0.0.1:1/none?sslmode=disable").await.unwrap_err();
    assert!(matches!(error, PgOpenError::Unreachable { .. }), "{error}");
    let error = PgStore::open("postgres://").await.unwrap_err();
    assert!(matches!(error, PgOpenError::Url { .. }), "{error}");
}

#[tokio::test]
async fn password_comes_from_a_file_that_may_change() {
    let database = database().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    let missing = options(&database.url()).password_file(&file).open().await.unwrap_err();
    assert!(missing.to_string().contains("password"), "{missing}");
    std::fs::write(&file, "secret\n").unwrap();
    options(&database.url()).password_file(&file).open().await.unwrap();
}
