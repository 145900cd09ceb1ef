//! Files that earlier versions wrote are opened, and nothing in them is lost.

use askwell_engine::store::{ChangeLog, ElicitationStore, RecordStore, UploadStore};
use std::path::Path;
use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_lifecycle::{
    Attempt, CancelReason, Decline, ElicitationId, Event, Outcome, Scope, State, Status,
};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::helpers::{
    KEY, answer, answers_of, at, created, listed, moved, name_form, open, open_with, put, shown,
};

fn tables(file: &Path) -> Vec<(String, String)> {
    let connection = Connection::open(file).unwrap();
    let mut statement =
        connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY 1").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[tokio::test]
async fn store_of_format_1_opens() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("askwell.db");
    Connection::open(&file).unwrap().execute_batch(include_str!("data/format-1.sql")).unwrap();
    let store = open_with(folder.path(), KEY);

    let all = listed(&store).await;
    let statuses: Vec<_> = all.iter().map(|one| one.status()).collect();
    assert_eq!(statuses, [Status::Cancelled, Status::Completed, Status::Active, Status::Pending]);
    let [cancelled, answered, active, pending] = &all[..] else { panic!("{all:?}") };
    assert_eq!(cancelled.outcome(), Some(&Outcome::Cancelled(CancelReason::SessionExpired)));
    assert_eq!(answers_of(answered), r#"{"user":"ops","password":"correct horse"}"#);
    assert_eq!((active.revision, active.deadline()), (3, Some(at(90_000))));
    assert!(matches!(&active.state, State::Open(state) if state.opened_at == Some(at(5))));
    assert_eq!(store.next_due().await, Ok(Some(at(50_000))));
    assert_eq!(pending.form(), Some(&name_form()));

    for (key, one) in [("pending", pending), ("answered", answered)] {
        assert_eq!(store.find_key("a".into(), Arc::from(key)).await, Ok(Some(one.id)));
    }
    let upload = store.get_upload(pending.id, Arc::from("file")).await.unwrap().unwrap();
    assert_eq!(upload.bytes, [1, 2, 3]);
    let record = store.get_record("link", Arc::from("k")).await.unwrap().unwrap();
    assert_eq!((record.owner, record.revision, &*record.value), (Some(pending.id), 3, &[1, 2][..]));
    let history = store.history(active.id, 100).await.unwrap();
    let names: Vec<_> = history.iter().map(|change| change.effect.name()).collect();
    assert_eq!(names, ["created", "opened", "extended"]);
    let changes = store.changes_since(0, 100, Scope::Everything).await.unwrap();
    assert!(changes.truncated);
    assert_eq!((changes.list.len(), changes.list[0].seq, changes.upto), (8, 3, 10));
    let names: Vec<_> = changes.list.iter().map(|change| change.effect.name()).collect();
    let expected =
        ["created", "created", "opened", "extended", "created", "complete", "created", "cancelled"];
    assert_eq!(names, expected);

    // And life goes on.
    put(&store, answer(pending, r#"{"name": "Ops"}"#)).await;
    assert_eq!(
        store.commit_one(created(&name_form(), Some("pending")).1).await,
        Ok(Verdict::Exists(pending.id))
    );
    assert_eq!(store.purge(at(1_000), 100).await, Ok(3));
}

/// Records of the first version are followed by later ones in the same file.
#[tokio::test]
async fn elicitation_of_the_first_format_takes_members_and_keeps_them() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("askwell.db");
    Connection::open(&file).unwrap().execute_batch(include_str!("data/format-1.sql")).unwrap();
    let version = |id: ElicitationId| -> u8 {
        let sql = "SELECT record FROM open WHERE id = ?1 UNION ALL SELECT record FROM closed WHERE id = ?1";
        let record: Vec<u8> =
            Connection::open(&file).unwrap().query_row(sql, [id.to_bytes()], |row| row.get(0)).unwrap();
        record[0]
    };
    let store = open_with(folder.path(), KEY);
    let all = listed(&store).await;
    let [_, answered, active, pending] = &all[..] else { panic!("{all:?}") };
    let attempt = Attempt::new(None, r#"{"name":1}"#);
    let rejected = put(&store, moved(pending, Event::Reject { attempt }, at(10))).await;
    let declined = put(&store, moved(active, Event::Decline(Decline::because("no")), at(10))).await;
    drop(store);
    assert_eq!([answered, &rejected, &declined].map(|one| version(one.id)), [1, 2, 2]);
    let store = open_with(folder.path(), KEY);
    for expected in [rejected, declined] {
        let found = store.get(expected.id).await.unwrap().unwrap();
        assert_eq!(shown(&found), shown(&expected));
    }
}

/// A change of the tables needs a new format number, and an upgrade of old files.
#[test]
fn schema_matches_the_recorded_format() {
    let folder = TempDir::new().unwrap();
    drop(open(folder.path()));
    let recorded = folder.path().join("recorded.db");
    write_format_3(&recorded);
    assert_eq!(tables(&folder.path().join("askwell.db")), tables(&recorded));
    let upgraded = TempDir::new().unwrap();
    let file = upgraded.path().join("askwell.db");
    Connection::open(&file).unwrap().execute_batch(include_str!("data/format-1.sql")).unwrap();
    drop(open_with(upgraded.path(), KEY));
    assert_eq!(tables(&file), tables(&recorded), "an upgraded file is like a new one");
}

fn write_format_2(file: &Path) {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(include_str!("data/format-1.sql")).unwrap();
    connection.execute_batch(include_str!("data/format-2.sql")).unwrap();
}

fn write_format_3(file: &Path) {
    write_format_2(file);
    Connection::open(file).unwrap().execute_batch(include_str!("data/format-3.sql")).unwrap();
}

/// Encrypted files and notes are read.
#[tokio::test]
async fn store_of_format_3_opens() {
    let folder = TempDir::new().unwrap();
    write_format_3(&folder.path().join("askwell.db"));
    let store = open_with(folder.path(), KEY);
    let id = "elic_01a3185c500070008000000000000002".parse().unwrap();
    for (name, bytes) in [("chunked", &[1, 2, 3, 4, 5][..]), ("sealed", b"content")] {
        let found = store.get_upload(id, Arc::from(name)).await.unwrap().unwrap();
        assert_eq!(found.bytes, bytes, "{name}");
    }
    let record = store.get_record("upload", Arc::from("sealed")).await.unwrap().unwrap();
    assert_eq!((record.owner, &*record.value), (Some(id), &b"plan.txt"[..]));
}

/// Files of both formats are read; what was not finished when the process ended is removed.
#[tokio::test]
async fn store_of_format_2_opens() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("askwell.db");
    write_format_2(&file);
    let store = open_with(folder.path(), KEY);
    let id = "elic_01a3185c500070008000000000000002".parse().unwrap();
    for (name, bytes) in [("file", &[1, 2, 3][..]), ("chunked", &[1, 2, 3, 4, 5])] {
        let found = store.get_upload(id, Arc::from(name)).await.unwrap().unwrap();
        assert_eq!(found.bytes, bytes, "{name}");
    }
    let part = store.read_upload(id, Arc::from("chunked"), 1).await.unwrap().unwrap();
    assert_eq!((&part.bytes[..], part.size, part.is_complete), (&[2, 3][..], 5, true));
    assert_eq!(store.read_upload(id, Arc::from("unfinished"), 0).await, Ok(None));
    store.close().await.unwrap();
    drop(store);
    let left: i64 = Connection::open(&file)
        .unwrap()
        .query_row("SELECT count(*) FROM upload_chunks WHERE file = 2", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0, "its bytes are gone, too");
}
