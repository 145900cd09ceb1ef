//! What was acknowledged is there when the folder is opened again.

use askwell_engine::store::{ChangeLog, ElicitationStore, RecordStore, UploadStore};
use std::sync::Arc;

use askwell_engine::store::{
    CreateQuota, Guard, Op, Query, Record, RecordWrite, Upload, UploadQuota, Verdict,
};
use askwell_lifecycle::{Event, Scope, Status};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::helpers::{
    answer, answers_of, at, created, created_by, everything, listed, moved, name_form, open, put, shown,
};

const ROOM: UploadQuota = UploadQuota { files: 10, bytes: 1000 };

/// Fills a store, goes away in some way, and looks again.
async fn comes_back(leave: impl AsyncFnOnce(askwell_store::SqliteStore)) {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let waiting = put(&store, created(&name_form(), Some("waiting"))).await;
    let made = put(&store, created(&name_form(), Some("open"))).await;
    let opened = put(&store, moved(&made, Event::Open, at(5))).await;
    let extended = put(&store, moved(&opened, Event::Extend(None), at(6))).await;
    let made = put(&store, created(&name_form(), Some("answered"))).await;
    let answered = put(&store, answer(&made, r#"{"name": "Ops"}"#)).await;
    let made = put(&store, created(&name_form(), None)).await;
    let declined = put(&store, moved(&made, Event::decline(), at(7))).await;
    let upload = Upload { id: waiting.id, name: Arc::from("file"), bytes: vec![1, 2, 3] };
    assert_eq!(store.put_upload(upload.clone(), ROOM).await, Ok(Verdict::Committed));
    let record =
        |owner, key: &str| Record { owner, revision: 1, ..Record::new("namespace", key, &b"value"[..]) };
    let records = vec![record(None, "alone"), record(Some(answered.id), "beside")];
    let put_note = |record: &Record| RecordWrite::Put { record: record.clone(), expected: 0 };
    let verdicts = store.write_records(records.iter().map(put_note).collect(), Guard::None).await;
    assert_eq!(verdicts, Ok(vec![Verdict::Committed; 2]));
    let changes = store.changes_since(0, 100, Scope::Everything).await.unwrap();
    let history = store.history(extended.id, 100).await.unwrap();
    let due = store.next_due().await.unwrap();
    leave(store).await;

    let store = open(folder.path());
    for expected in [&waiting, &extended, &answered, &declined] {
        let found = store.get(expected.id).await.unwrap().unwrap();
        assert_eq!(shown(&found), shown(expected));
        let own = Scope::Client(found.client.clone());
        for (scope, sees) in [(own, true), (Scope::Client("stranger".into()), false)] {
            let found = store.get_within(expected.id, scope).await.unwrap();
            assert_eq!(found.is_some(), sees);
        }
    }
    assert_eq!(answers_of(&store.get(answered.id).await.unwrap().unwrap()), r#"{"name":"Ops"}"#);
    assert_eq!(listed(&store).await.len(), 4);
    assert_eq!(store.next_due().await.unwrap(), due);
    assert_eq!(store.claim_due(at(1_000_000), 10).await.unwrap().len(), 2);
    assert_eq!(store.changes_since(0, 100, Scope::Everything).await.unwrap(), changes);
    assert_eq!(*store.subscribe().borrow(), changes.upto);
    let found = store.get_upload(waiting.id, Arc::from("file")).await.unwrap().unwrap();
    assert_eq!(*found, upload);
    assert_eq!(store.history(extended.id, 100).await.unwrap(), history);
    assert_eq!(store.list_records("namespace", None, 10).await.unwrap(), records);
    put(&store, moved(&extended, Event::Claim(Arc::from("reviewer")), at(8))).await;
    let names: Vec<_> =
        store.history(extended.id, 100).await.unwrap().iter().map(|one| one.effect.name()).collect();
    assert_eq!(names, ["created", "opened", "extended", "claimed"], "the chain goes on where it was");
    let changes = store.changes_since(0, 100, Scope::Everything).await.unwrap();
    for (key, expected) in [("waiting", &waiting), ("answered", &answered)] {
        let (_, again) = created(&name_form(), Some(key));
        assert_eq!(store.commit_one(again).await, Ok(Verdict::Exists(expected.id)));
    }
    // Life goes on where it was.
    let answered = put(&store, answer(&waiting, r#"{"name": "Night"}"#)).await;
    assert_eq!(
        store.changes_since(changes.upto, 9, Scope::Everything).await.unwrap().list[0].seq,
        changes.upto + 1
    );
    drop(store);
    let store = open(folder.path());
    assert_eq!(answers_of(&store.get(answered.id).await.unwrap().unwrap()), r#"{"name":"Night"}"#);
    assert_eq!(store.claim_due(at(1_000_000), 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn contents_are_the_same_after_closing() {
    comes_back(async |store| {
        store.close().await.unwrap();
        let (_, op) = created(&name_form(), None);
        assert!(store.commit(vec![op]).await.is_err(), "closed is closed");
        assert!(store.next_due().await.is_err());
    })
    .await;
}

#[tokio::test]
async fn contents_are_the_same_after_dropping() {
    comes_back(async |store| drop(store)).await;
}

#[tokio::test]
async fn close_unlocks_the_folder_and_removes_the_log() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    put(&store, created(&name_form(), None)).await;
    store.close().await.unwrap();
    let log = std::fs::metadata(folder.path().join("askwell.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0);
    let second = open(folder.path());
    assert_eq!(listed(&second).await.len(), 1);
}

#[tokio::test]
async fn queued_writes_are_done_when_dropped() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    for _ in 0..100 {
        let (_, op) = created(&name_form(), None);
        let mut commit = store.commit(vec![op]);
        std::future::poll_fn(|context| {
            let _ = commit.as_mut().poll(context);
            std::task::Poll::Ready(())
        })
        .await;
    }
    drop(store);
    assert_eq!(listed(&open(folder.path())).await.len(), 100);
}

#[tokio::test]
async fn form_is_stored_once_and_deleted_with_its_last_use() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    for round in 0..3 {
        // The same document, made anew each time.
        let made = put(&store, created(&name_form(), None)).await;
        if round > 0 {
            put(&store, moved(&made, Event::decline(), at(round))).await;
        }
    }
    let uses = || -> Vec<i64> {
        let reader = Connection::open(folder.path().join("askwell.db")).unwrap();
        let mut statement = reader.prepare("SELECT uses FROM forms").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(uses(), [3]);
    assert_eq!(store.purge(at(100), 10).await, Ok(2));
    assert_eq!(uses(), [1]);
    let last = listed(&store).await;
    put(&store, moved(&last[0], Event::decline(), at(200))).await;
    assert_eq!(store.purge(at(1_000), 10).await, Ok(1));
    assert!(uses().is_empty());
    let made = put(&store, created(&name_form(), None)).await;
    assert_eq!(uses(), [1]);
    put(&store, moved(&made, Event::decline(), at(2_000))).await;
    drop(store);
    let store = open(folder.path());
    assert_eq!(listed(&store).await[0].form().unwrap().to_json(), name_form().to_json());
}

/// Elicitations from before are read, listed and changed like any other, in any order.
#[tokio::test]
async fn many_clients_are_loaded() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let (mut made, mut ops) = (Vec::new(), Vec::new());
    for number in 0..300 {
        let (elicitation, op) = created_by(&format!("client {}", number % 7), &name_form());
        made.push(elicitation);
        ops.push(op);
    }
    store.commit(ops).await.unwrap();
    drop(store);
    for round in 0..3 {
        let store = open(folder.path());
        let mut expected: Vec<_> =
            made.iter().filter(|one| one.client.as_str() == "client 3").map(|one| one.id).collect();
        expected.reverse();
        let query = Query {
            scope: Scope::Client("client 3".into()),
            statuses: vec![Status::Pending],
            ..everything(1000)
        };
        let found = store.list(query).await.unwrap().items;
        assert_eq!(found.iter().map(|one| one.id).collect::<Vec<_>>(), expected);
        assert_eq!(store.claim_due(at(1_000_000), 1000).await.unwrap().len(), made.len());
        // Every third is closed, some of them without having been looked at.
        let (closing, staying): (Vec<_>, Vec<_>) =
            made.into_iter().enumerate().partition(|(number, _)| number % 3 == round);
        let ops = closing.iter().map(|(_, one)| moved(one, Event::decline(), at(5)).1).collect();
        assert!(store.commit(ops).await.unwrap().iter().all(|verdict| *verdict == Verdict::Committed));
        made = staying.into_iter().map(|(_, one)| one).collect();
        assert_eq!(store.claim_due(at(1_000_000), 1000).await.unwrap().len(), made.len());
        let quota = CreateQuota {
            per_client: made.iter().filter(|one| one.client.as_str() == "client 3").count(),
            total: 1000,
            rate: None,
        };
        let (_, op) = created_by("client 3", &name_form());
        let Op::Create { elicitation, key, changes, .. } = op else { panic!("not a create") };
        let op = Op::Create { elicitation, key, quota, changes };
        assert_eq!(store.commit_one(op).await, Ok(Verdict::ClientFull), "counted right");
    }
    assert_eq!(listed(&open(folder.path())).await.len(), 300);
}
