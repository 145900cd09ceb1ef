//! A power cut leaves the log cut off somewhere, or with noise at its end: what was acknowledged before that
//! point is there, and what was not whole is not there at all.

use askwell_engine::store::{ChangeLog, ElicitationStore};
use std::fs;
use std::sync::Arc;

use askwell_lifecycle::{Scope, Status};
use tempfile::TempDir;

use crate::helpers::{answer, created, listed, name_form, open};

#[tokio::test]
async fn truncated_log_contains_whole_transactions() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("askwell.db-wal");
    let store = open(folder.path());
    // After each acknowledgement: how long the log was. Each commit makes two and answers one.
    let mut acknowledged = Vec::new();
    for _ in 0..40 {
        let (first, create) = created(&name_form(), None);
        let (_, other) = created(&name_form(), None);
        let (answered, submit) = answer(&first, r#"{"name": "Ops"}"#);
        store.commit(vec![create, other, submit]).await.unwrap();
        acknowledged.push((fs::metadata(&log).unwrap().len(), answered.id));
    }
    let (database, whole) = (fs::read(folder.path().join("askwell.db")).unwrap(), fs::read(&log).unwrap());
    drop(store);

    let length = whole.len();
    for cut in (0..60).map(|step| length * step / 60).chain([length - 1, length]) {
        for noise in [&[][..], &[0xa5; 5000]] {
            let copy = TempDir::new().unwrap();
            fs::write(copy.path().join("askwell.db"), &database).unwrap();
            let torn = [&whole[..cut], noise].concat();
            fs::write(copy.path().join("askwell.db-wal"), torn).unwrap();
            let store = open(copy.path());
            let found = listed(&store).await;
            let expected: Vec<_> = acknowledged.iter().filter(|(upto, _)| *upto <= cut as u64).collect();
            assert!(found.len().is_multiple_of(2), "whole transactions only");
            assert!(found.len() / 2 >= expected.len(), "{} of {}", found.len() / 2, expected.len());
            for (_, id) in expected {
                let one: Arc<_> = store.get(*id).await.unwrap().unwrap();
                assert_eq!(one.status(), Status::Completed);
            }
            let changes = store.changes_since(0, 1000, Scope::Everything).await.unwrap();
            assert_eq!(changes.list.len(), found.len() / 2 * 3, "changes come with what changed");
        }
    }
}
