//! Secrets are never in the file as they are, and only the right key brings them back.

use askwell_engine::StoreError;
use askwell_engine::store::ElicitationStore;
use askwell_lifecycle::{Event, Scope};
use askwell_store::RotationReport;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::helpers::{
    KEY, SECOND_KEY, all_bytes, answer, answers_of, at, created, holds, listed, moved, open, open_with, put,
    secret_form, shown,
};

const SECRET: &str = "correct horse battery staple";
const ANSWER: &str = r#"{"user":"ops","password":"correct horse battery staple"}"#;

#[tokio::test]
async fn secrets_are_not_in_the_files() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    let answered = put(&store, answer(&made, ANSWER)).await;
    assert_eq!(answers_of(&store.get(made.id).await.unwrap().unwrap()), ANSWER);
    let bytes = all_bytes(folder.path());
    assert!(holds(&bytes, "ops"), "the rest of the answer is there, and so would be the secret");
    assert!(!holds(&bytes, SECRET) && !holds(&bytes, "horse"));
    store.close().await.unwrap();
    assert!(!holds(&all_bytes(folder.path()), "horse"));

    let store = open_with(folder.path(), KEY);
    let found = store.get(answered.id).await.unwrap().unwrap();
    assert_eq!(answers_of(&found), ANSWER);
    assert!(!shown(&found).contains("horse"), "nor in what one sees of it");
    assert_eq!(answers_of(&listed(&store).await[0]), ANSWER);
}

#[tokio::test]
async fn secret_form_without_a_keyring_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let (_, op) = created(&secret_form(), None);
    let refused = store.commit(vec![op]).await.unwrap_err();
    assert!(
        matches!(&refused, StoreError::NoKey(why) if why.contains("no keyring is configured")),
        "{refused}"
    );
    assert!(listed(&store).await.is_empty());
    drop(store);

    // Asked with a key, answered without.
    let store = open_with(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    drop(store);
    let store = open(folder.path());
    let (_, op) = answer(&made, ANSWER);
    assert!(matches!(store.commit(vec![op]).await, Err(StoreError::NoKey(_))));
    assert!(!holds(&all_bytes(folder.path()), "horse"));
    // Without the secret, there is nothing to encrypt; and one can always say no.
    put(&store, moved(&made, Event::Open, at(1))).await;
    let made = store.get(made.id).await.unwrap().unwrap();
    put(&store, answer(&made, r#"{"user":"ops"}"#)).await;
}

#[tokio::test]
async fn missing_key_is_named_in_the_error() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let made = put(&store, created(&secret_form(), None)).await;
    put(&store, answer(&made, ANSWER)).await;
    drop(store);
    let store = open_with(folder.path(), SECOND_KEY);
    for error in [store.get(made.id).await.unwrap_err(), store.check_keys().await.unwrap_err()] {
        assert!(matches!(&error, StoreError::NoKey(why) if why.contains("\"first\"")), "{error}");
        // An actor that may not see it does not learn from an error that it exists.
        let stranger = Scope::Client("stranger".into());
        assert!(matches!(store.get_within(made.id, stranger).await, Ok(None)));
    }
    drop(store);
    let error = open(folder.path()).get(made.id).await.unwrap_err();
    assert!(matches!(&error, StoreError::NoKey(why) if why.contains("\"first\"")), "{error}");
    // Another key under the same name.
    let store = open_with(folder.path(), &SECOND_KEY.replace("second", "first"));
    for error in [store.get(made.id).await.unwrap_err(), store.check_keys().await.unwrap_err()] {
        assert!(matches!(&error, StoreError::Damaged(why) if why.contains("another one")), "{error}");
    }
    drop(store);
    assert_eq!(open_with(folder.path(), &format!("{SECOND_KEY}\n{KEY}")).check_keys().await, Ok(()));
}

#[tokio::test]
async fn rotation_makes_the_old_key_unnecessary() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let (mut ids, mut ops) = (Vec::new(), Vec::new());
    // More than are wrapped in one transaction.
    for _ in 0..501 {
        let (made, create) = created(&secret_form(), None);
        let (_, submit) = answer(&made, ANSWER);
        ops.extend([create, submit]);
        ids.push(made.id);
    }
    store.commit(ops).await.unwrap();
    assert_eq!(store.rotate().await, Ok(RotationReport::default()), "nothing to do");
    drop(store);

    let both = format!("{SECOND_KEY}\n{KEY}");
    let store = open_with(folder.path(), &both);
    let made = put(&store, created(&secret_form(), None)).await;
    ids.push(put(&store, answer(&made, ANSWER)).await.id);
    assert_eq!(store.rotate().await.unwrap().elicitations, 501);
    assert_eq!(store.rotate().await, Ok(RotationReport::default()));
    drop(store);

    let store = open_with(folder.path(), SECOND_KEY);
    for id in ids {
        assert_eq!(answers_of(&store.get(id).await.unwrap().unwrap()), ANSWER);
    }
    drop(store);
    // Rotating without the old key changes nothing.
    let store = open_with(folder.path(), KEY);
    assert!(matches!(store.rotate().await, Err(StoreError::NoKey(why)) if why.contains("\"second\"")));
}

#[tokio::test]
async fn moved_secrets_are_refused() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let mut ids = Vec::new();
    for password in ["first secret", "second secret"] {
        let made = put(&store, created(&secret_form(), None)).await;
        let json = format!(r#"{{"user":"ops","password":"{password}"}}"#);
        ids.push(put(&store, answer(&made, &json)).await.id);
    }
    store.close().await.unwrap();
    Connection::open(folder.path().join("askwell.db"))
        .unwrap()
        .execute_batch(
            "UPDATE closed SET secrets = (SELECT secrets FROM closed WHERE number = 1) WHERE number = 2",
        )
        .unwrap();
    let store = open_with(folder.path(), KEY);
    assert!(store.get(ids[0]).await.is_ok());
    let error = store.get(ids[1]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Damaged(why) if why.contains("changed or moved")), "{error}");
    assert!(!error.to_string().contains("secret\"") && !format!("{error:?}").contains("first secret"));
}
