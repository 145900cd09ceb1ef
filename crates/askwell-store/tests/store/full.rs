//! A disk without room: new work is refused, what is there stays, and with room everything goes on.

use askwell_engine::store::{ChangeLog, ElicitationStore, UploadStore};
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Upload, UploadQuota, Verdict};
use askwell_lifecycle::{Event, Scope};
use askwell_store::OpenOptions;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::helpers::{answer, at, created, listed, moved, name_form, put, shown};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_store_refuses_writes_until_space_is_free() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(OpenOptions::new().largest_size(200 << 10).open(folder.path()).unwrap());
    let mut kept = Vec::new();
    let mut changes = 0_u64;
    let error = loop {
        let (made, op) = created(&name_form(), None);
        if let Err(error) = store.commit_one(op).await {
            break error;
        }
        changes += 1;
        // Every other one is closed.
        let (closed, op) = moved(&made, Event::decline(), at(1));
        if !changes.is_multiple_of(3) || store.commit_one(op).await.is_err() {
            kept.push(made);
        } else {
            changes += 1;
            kept.push(closed);
        }
        assert!(kept.len() < 100_000, "never full");
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    let log = store.changes_since(0, usize::MAX, Scope::Everything).await.unwrap();
    assert_eq!(log.upto, changes, "nothing of what was refused is in the log");

    // Many at once, and a file that is too large among them.
    let open: Vec<_> = kept.iter().filter(|one| one.status().is_open()).map(|one| one.id).collect();
    let mut refused = JoinSet::new();
    for number in 0..50 {
        let store = Arc::clone(&store);
        let id = open[number % open.len()];
        refused.spawn(async move {
            if number == 25 {
                let file = Upload { id, name: Arc::from("f"), bytes: vec![1; 1 << 20] };
                return store.put_upload(file, UploadQuota { files: 1, bytes: u64::MAX }).await;
            }
            store.commit_one(created(&name_form(), None).1).await
        });
    }
    let verdicts = refused.join_all().await;
    let taken = verdicts.iter().filter(|verdict| verdict.is_ok()).count();
    assert!(
        verdicts.iter().all(|verdict| matches!(verdict, Ok(Verdict::Committed) | Err(StoreError::Full(_))))
    );

    assert_eq!(listed(&store).await.len(), kept.len() + taken);
    for one in kept.iter().step_by(7) {
        assert_eq!(shown(&store.get(one.id).await.unwrap().unwrap()), shown(one));
    }
    // Forgetting makes room.
    assert!(store.purge(at(2), 1000).await.unwrap() > 10);
    let made = put(&store, created(&name_form(), None)).await;
    put(&store, answer(&made, r#"{"name": "Ops"}"#)).await;

    // So does more room, in the same folder.
    Arc::into_inner(store).unwrap().close().await.unwrap();
    let store = OpenOptions::new().largest_size(400 << 10).open(folder.path()).unwrap();
    let ops = (0..200).map(|_| created(&name_form(), None).1).collect();
    assert!(store.commit(ops).await.unwrap().iter().all(|verdict| *verdict == Verdict::Committed));
}
