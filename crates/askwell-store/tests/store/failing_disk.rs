//! A disk that fails to sync, and loses what it was to sync: nothing that was acknowledged depends on it.
//!
//! A child process has its C library's functions replaced (`data/failing_disk.c`), so that all else is as it is for
//! users.

use askwell_engine::store::{ElicitationStore, Guard, RecordStore};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Record, RecordWrite};
use askwell_lifecycle::{ElicitationId, Status};
use askwell_store::SqliteStore;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::helpers::{answer, answers_of, created, listed, name_form, open, put};

const FOLDER: &str = "ASKWELL_DISK_FOLDER";
/// While the file of this name is there, syncing fails.
const FAILS: &str = "DISK_FAILS";

/// Not a test, but the process whose disk fails: does nothing unless it is told where.
#[test]
fn child() {
    let (Ok(folder), Ok(fails)) = (std::env::var(FOLDER), std::env::var(FAILS)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Arc::new(SqliteStore::open(Path::new(&folder)).unwrap());
        for number in 0..30 {
            let made = put(&store, created(&name_form(), None)).await;
            if number % 3 == 0 {
                println!("\nopen {}", made.id);
            } else {
                put(&store, answer(&made, r#"{"name": "kept"}"#)).await;
                println!("\nanswered {}", made.id);
            }
        }
        fs::write(&fails, "").unwrap();
        let mut refused = JoinSet::new();
        for _ in 0..20 {
            let store = Arc::clone(&store);
            refused.spawn(async move { store.commit_one(created(&name_form(), None).1).await });
        }
        for verdict in refused.join_all().await {
            assert!(matches!(&verdict, Err(StoreError::Failed(why)) if why.contains("I/O")), "{verdict:?}");
        }
        // What is there can be read, and what was refused is not there.
        assert_eq!(listed(&store).await.len(), 30);
        // A disk that works again may still have lost data.
        fs::remove_file(&fails).unwrap();
        let late = store.commit_one(created(&name_form(), None).1).await;
        assert!(
            matches!(&late, Err(StoreError::Failed(why)) if why.contains("until the store is opened again")),
            "{late:?}"
        );
        let write = RecordWrite::Put { record: Record::new("namespace", "late", &b""[..]), expected: 0 };
        assert!(store.write_records(vec![write], Guard::None).await.is_err());
        assert!(store.write_records(Vec::new(), Guard::None).await.is_err(), "that is how others find out");
        assert!(store.close().await.is_err());
        println!("\nrefused everything");
    });
    // Without any tidying up.
    std::process::abort();
}

/// The same for a disk that fails when the store is closed, and its log is to be emptied.
#[test]
fn closing_child() {
    let (Ok(folder), Ok(fails)) = (std::env::var(FOLDER), std::env::var(FAILS)) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(Path::new(&folder)).unwrap();
        for _ in 0..30 {
            println!("\nopen {}", put(&store, created(&name_form(), None)).await.id);
        }
        fs::write(&fails, "").unwrap();
        assert!(store.close().await.is_err());
        println!("\nrefused to close");
    });
    std::process::abort();
}

/// Builds the replacement. SQLite was built here, so there is a compiler.
fn failing_disk(folder: &Path) -> std::path::PathBuf {
    let source = folder.join("failing_disk.c");
    let library = folder.join("failing_disk.so");
    fs::write(&source, include_str!("data/failing_disk.c")).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let built = Command::new(compiler)
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .args(["-ldl", "-lpthread"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library
}

/// Runs a child on a disk that fails; gives the lines that it said.
fn run(child: &str, folder: &Path, beside: &Path) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([child, "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(FAILS, beside.join("fails"))
        .env("LD_PRELOAD", failing_disk(beside))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\nrefused "), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said.lines().map(str::to_owned).collect()
}

/// Everything that a child has said it kept is there, and nothing else.
async fn check(folder: &Path, said: &[String]) {
    let store = open(folder);
    let mut kept = 0;
    for line in said {
        let Some((state, id)) = line.split_once(' ') else { continue };
        let Ok(id) = id.parse::<ElicitationId>() else { continue };
        let found = store.get(id).await.unwrap().unwrap();
        match state {
            "open" => assert_eq!(found.status(), Status::Pending),
            _ => assert_eq!(answers_of(&found), r#"{"name":"kept"}"#),
        }
        kept += 1;
    }
    let all = listed(&store).await;
    assert_eq!((kept, all.len()), (30, 30));
    let waiting = all.iter().find(|one| one.status().is_open()).unwrap();
    put(&store, answer(waiting, r#"{"name": "life goes on"}"#)).await;
}

#[tokio::test]
async fn no_write_is_acknowledged_after_a_failed_sync() {
    let (folder, beside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let said = run("failing_disk::child", folder.path(), beside.path());
    check(folder.path(), &said).await;
}

#[tokio::test]
async fn nothing_is_lost_when_closing_fails() {
    let (folder, beside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let said = run("failing_disk::closing_child", folder.path(), beside.path());
    check(folder.path(), &said).await;
}
