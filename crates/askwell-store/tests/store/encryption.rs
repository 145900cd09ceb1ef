//! All answers encrypted at rest, rotation of what is there, and copies of a store in use.

use askwell_engine::store::ElicitationStore;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use askwell_lifecycle::{Decline, Elicitation, Event};
use askwell_store::{
    BackupError, Encrypt, Keyring, OpenOptions, RotationReport, SqliteStore, backup, key_uses,
};
use tempfile::TempDir;

use crate::helpers::{
    KEY, SECOND_KEY, all_bytes, answer, answers_of, at, created, holds, listed, moved, open, open_with, put,
    secret_form, shown,
};

const ANSWER: &str = r#"{"user":"unmistakable","password":"correct horse battery staple"}"#;

pub(crate) fn open_encrypting(folder: &Path, keys: &str) -> SqliteStore {
    let options = OpenOptions::new().keyring(Keyring::parse(keys).unwrap());
    options.encrypt(Encrypt::Answers).open(folder).unwrap()
}

#[tokio::test]
async fn no_answer_is_in_the_clear_with_all_answers_encrypted() {
    let folder = TempDir::new().unwrap();
    let store = open_encrypting(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    put(&store, answer(&made, ANSWER)).await;
    store.close().await.unwrap();
    let bytes = all_bytes(folder.path());
    assert!(!holds(&bytes, "unmistakable") && !holds(&bytes, "horse"));
    // Reading does not depend on the setting, but on the key.
    for open in [open_encrypting, open_with] {
        let store = open(folder.path(), KEY);
        assert_eq!(answers_of(&store.get(made.id).await.unwrap().unwrap()), ANSWER);
        store.close().await.unwrap();
    }
    assert!(open(folder.path()).get(made.id).await.is_err());
}

#[tokio::test]
async fn encrypting_all_answers_needs_a_keyring() {
    let folder = TempDir::new().unwrap();
    let refused = OpenOptions::new().encrypt(Encrypt::Answers).open(folder.path()).unwrap_err();
    assert!(refused.to_string().contains("no keyring is configured"), "{refused}");
}

#[tokio::test]
async fn rotation_encrypts_answers_in_the_clear() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    put(&store, answer(&made, ANSWER)).await;
    store.close().await.unwrap();
    assert!(holds(&all_bytes(folder.path()), "unmistakable"));
    assert_eq!(key_uses(folder.path()).unwrap(), BTreeMap::from([("first".to_owned(), 1)]));

    let store = open_encrypting(folder.path(), &format!("{SECOND_KEY},{KEY}"));
    assert_eq!(store.rotate().await.unwrap().elicitations, 1);
    assert_eq!(store.rotate().await, Ok(RotationReport::default()), "done already");
    store.close().await.unwrap();
    assert_eq!(key_uses(folder.path()).unwrap(), BTreeMap::from([("second".to_owned(), 1)]));
    let store = open_with(folder.path(), SECOND_KEY);
    assert_eq!(answers_of(&store.get(made.id).await.unwrap().unwrap()), ANSWER);
}

/// One elicitation that was declined with a reason, and one that was answered with metadata.
async fn close_with_words(store: &SqliteStore) -> [Arc<Elicitation>; 2] {
    let made = put(store, created(&secret_form(), None)).await;
    let declined = Event::Decline(Decline::because("unmistakable reason"));
    let declined = put(store, moved(&made, declined, at(1))).await;
    let made = put(store, created(&secret_form(), None)).await;
    let answers = made.form().unwrap().check_json(ANSWER.as_bytes()).unwrap();
    let metadata = Some(Arc::from(r#"{"seen":"unmistakable metadata"}"#));
    let answered = put(store, moved(&made, Event::Submit { answers, metadata }, at(1))).await;
    [declined, answered]
}

async fn assert_same(store: &SqliteStore, expected: &[Arc<Elicitation>]) {
    for one in expected {
        let found = store.get(one.id).await.unwrap().unwrap();
        assert_eq!(shown(&found), shown(one));
    }
    assert_eq!(answers_of(&store.get(expected[1].id).await.unwrap().unwrap()), ANSWER);
}

#[tokio::test]
async fn reason_and_metadata_are_encrypted_with_the_answers() {
    let folder = TempDir::new().unwrap();
    let store = open_encrypting(folder.path(), KEY);
    let closed = close_with_words(&store).await;
    store.close().await.unwrap();
    assert!(!holds(&all_bytes(folder.path()), "unmistakable"));
    for open in [open_encrypting, open_with] {
        let store = open(folder.path(), KEY);
        assert_same(&store, &closed).await;
        store.close().await.unwrap();
    }
    let store = open_encrypting(folder.path(), &format!("{SECOND_KEY},{KEY}"));
    assert_eq!(store.rotate().await.unwrap().elicitations, 2);
    store.close().await.unwrap();
    assert_same(&open_with(folder.path(), SECOND_KEY), &closed).await;
}

#[tokio::test]
async fn rotation_encrypts_reason_and_metadata_that_were_in_the_clear() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let closed = close_with_words(&store).await;
    store.close().await.unwrap();
    let bytes = all_bytes(folder.path());
    assert!(holds(&bytes, "unmistakable reason") && holds(&bytes, "unmistakable metadata"));
    let store = open_encrypting(folder.path(), KEY);
    assert_eq!(store.rotate().await.unwrap().elicitations, 2);
    assert_eq!(store.rotate().await, Ok(RotationReport::default()), "done already");
    store.close().await.unwrap();
    assert!(!holds(&all_bytes(folder.path()), "unmistakable"));
    assert_same(&open_with(folder.path(), KEY), &closed).await;
}

#[tokio::test]
async fn closing_leaves_no_log_behind() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    assert!(store.get(made.id).await.unwrap().is_some());
    assert!(folder.path().join("askwell.db-wal").exists());
    store.close().await.unwrap();
    for name in ["askwell.db-wal", "askwell.db-shm"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}

#[tokio::test]
async fn backup_of_a_store_in_use_is_consistent() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let store = open_with(&data, KEY);
    let answered = put(&store, created(&secret_form(), None)).await;
    put(&store, answer(&answered, ANSWER)).await;
    let waiting = put(&store, created(&secret_form(), None)).await;
    let made = backup(&data, &copy).unwrap();
    assert_eq!((made.open, made.closed), (1, 1));
    // The store goes on, and the copy does not follow.
    put(&store, answer(&waiting, ANSWER)).await;
    let names: Vec<_> = fs::read_dir(&copy).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["askwell.db"], "nothing but the file");
    let restored = open_with(&copy, KEY);
    assert_eq!(listed(&restored).await.len(), 2);
    assert_eq!(answers_of(&restored.get(answered.id).await.unwrap().unwrap()), ANSWER);
    assert!(restored.get(waiting.id).await.unwrap().unwrap().outcome().is_none());

    assert!(matches!(backup(&data, &copy), Err(BackupError::Exists { .. })));
    let nowhere = folder.path().join("nowhere");
    assert!(matches!(backup(&nowhere, &folder.path().join("b")), Err(BackupError::NoStore { .. })));
    assert!(!folder.path().join("b").exists());
}

#[tokio::test]
async fn backup_of_a_damaged_store_is_refused_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let store = open_with(&data, KEY);
    for _ in 0..50 {
        put(&store, created(&secret_form(), None)).await;
    }
    store.close().await.unwrap();
    let mut bytes = fs::read(data.join("askwell.db")).unwrap();
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0xa5);
    fs::write(data.join("askwell.db"), bytes).unwrap();
    assert!(backup(&data, &copy).is_err());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["data"]);
}
