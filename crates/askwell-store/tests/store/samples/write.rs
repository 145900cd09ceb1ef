//! Makes a sample: a store with one of everything that is kept, as this build writes it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{NewUpload, Record, RecordWrite, UploadChunk, UploadQuota, UploadStore, Verdict};
use askwell_engine::{Ask, Engine, Submission, SubmitError, TakeResult};
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{CancelReason, Decline, ElicitationId, OnDisconnect, Outcome};
use askwell_store::SqliteStore;
use askwell_testkit::clock::ManualClock;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::{
    ALL_KINDS, ask_key, client, decision_form, engine_on, every_kind_form, file_form, member, person, quorum,
};
use crate::encryption::open_encrypting;
use crate::helpers::{KEY, at, name_form, open_with, secret_form};

const HOUR: Duration = Duration::from_secs(3_600);

/// Fills a new store in `folder`: first with only secrets encrypted, then with all answers encrypted.
pub(super) async fn fill(folder: &Path) {
    let clock = ManualClock::at(at(0));
    let store = Arc::new(open_with(folder, KEY));
    let engine = engine_on(&store, &clock);
    // The short-lived one first: the others do not exist yet when its time runs out.
    let short = Ask::form(name_form()).timeout(Duration::from_secs(2));
    let timed_out = create(&engine, "timed out", short).await;
    clock.advance_and_settle(Duration::from_secs(2)).await;
    assert_eq!(engine.wait(&client(), timed_out).await, Ok(Outcome::TimedOut));
    open_elicitations(&engine).await;
    closed_elicitations(&engine).await;
    uploads(&engine, &store, "upload").await;
    write_record(&engine, Record::new("cursor", "position", &b"1:42"[..])).await;
    drop(engine);
    store.close().await.unwrap();

    let store = Arc::new(open_encrypting(folder, KEY));
    let engine = engine_on(&store, &clock);
    let id = create(&engine, "encrypted answer", Ask::form(secret_form())).await;
    let submission = Submission::whole(br#"{"user":"ops","password":"battery staple"}"#);
    engine.submit_with(&person(), id, submission.metadata(r#"{"page":2}"#)).await.unwrap();
    let id = create(&engine, "encrypted decline", Ask::form(name_form())).await;
    engine.decline_with(&person(), id, Decline::because("not my server")).await.unwrap();
    uploads(&engine, &store, "encrypted upload").await;
    drop(engine);
    store.close().await.unwrap();
}

async fn create(engine: &Engine, key: &str, ask: Ask) -> ElicitationId {
    engine.create(&client(), ask.idempotency_key(key)).await.unwrap().id
}

async fn open_elicitations(engine: &Engine) {
    let ask = || Ask::form(name_form()).timeout(HOUR);
    let members = ask().message("Who are you?").answer_limit(512).on_disconnect(OnDisconnect::Abandon);
    create(engine, "pending", members.for_person("ops")).await;
    create(engine, "link holder", ask().for_link_holder()).await;
    create(engine, "signed in", ask().for_signed_in()).await;
    let id =
        create(engine, "quorum", Ask::form(decision_form()).for_group("ops").quorum(quorum()).timeout(HOUR))
            .await;
    engine.submit(&member("ada"), id, br#"{"approved":true,"comment":"Go."}"#).await.unwrap();
    create(engine, "prompt", Ask::prompt("Which city?").unwrap().timeout(HOUR)).await;
    let id = create(engine, "claimed", ask()).await;
    engine.open(&person(), id).await.unwrap();
    engine.extend(&person(), id, Some(Duration::from_secs(60))).await.unwrap();
    engine.claim(&person(), id).await.unwrap();
    let id = create(engine, "rejected", Ask::form(every_kind_form()).timeout(HOUR)).await;
    let wrong = ALL_KINDS.replace("2.5", "\"many\"");
    let rejected = engine.submit(&person(), id, wrong.as_bytes()).await;
    assert!(matches!(rejected, Err(SubmitError::Invalid { .. })), "{rejected:?}");
}

async fn closed_elicitations(engine: &Engine) {
    let id = create(engine, "every kind", Ask::form(every_kind_form())).await;
    engine.submit(&person(), id, ALL_KINDS.as_bytes()).await.unwrap();
    let id = create(engine, "secret", Ask::form(secret_form())).await;
    let submission = Submission::whole(br#"{"user":"ops","password":"correct horse"}"#);
    engine.submit_with(&person(), id, submission.metadata(r#"{"page":1}"#)).await.unwrap();
    let id = create(engine, "voted", Ask::form(decision_form()).for_group("ops").quorum(quorum())).await;
    engine.submit(&member("ada"), id, br#"{"approved":true}"#).await.unwrap();
    engine.submit(&member("grace"), id, br#"{"approved":false,"comment":"No."}"#).await.unwrap();
    let id = create(engine, "declined", Ask::form(name_form())).await;
    engine.decline_with(&person(), id, Decline::because("ask my manager")).await.unwrap();
    let id = create(engine, "cancelled", Ask::form(name_form())).await;
    engine.cancel(&client(), id, CancelReason::FormInvalidated).await.unwrap();
    let page = Ask::page("https://example.com/sign-in", "Sign in there", &UrlPolicy::default()).unwrap();
    let id = create(engine, "page", page).await;
    engine.submit(&client(), id, br#"{"ok":true}"#).await.unwrap();
    for (digest, is_taken) in [(1, true), (2, false)] {
        let key = ask_key(digest);
        let handle = engine.create_or_join(&client(), Ask::form(name_form()), &key, HOUR).await.unwrap();
        let id = handle.elicitation().id;
        engine.submit(&person(), id, br#"{"name":"Ada"}"#).await.unwrap();
        if is_taken {
            assert_eq!(engine.take(&client(), id, &key).await, Ok(TakeResult::Taken));
        }
    }
}

/// Keeps a file with a record of its name, and begins another one.
async fn uploads(engine: &Engine, store: &SqliteStore, key: &str) {
    let id = create(engine, key, Ask::form(file_form()).timeout(HOUR)).await;
    let content = b"the plan\n".to_vec();
    let location = engine.upload(&person(), id, "plan", "plan.txt", "text/plain", content).await.unwrap();
    write_record(engine, Record::new("upload", key, location.into_bytes()).owned_by(id)).await;
    let name: Arc<str> = Arc::from("unfinished");
    let quota = UploadQuota { files: 10, bytes: 1_000 };
    let begin = NewUpload { id, name: Arc::clone(&name), announced: Some(9), at: at(1), stale_before: at(0) };
    assert_eq!(store.begin_upload(begin, quota).await, Ok(Verdict::Committed));
    let chunk = UploadChunk { id, name, position: 0, bytes: b"half".to_vec(), at: at(1) };
    assert_eq!(store.append_upload(chunk, quota).await, Ok(Verdict::Committed));
}

async fn write_record(engine: &Engine, record: Record) {
    let writes = vec![RecordWrite::Put { record, expected: 0 }];
    assert_eq!(engine.records().write(writes).await, Ok(vec![Verdict::Committed]));
}

/// Returns the SQL that makes a database like this one.
pub(super) fn dump(file: &Path) -> String {
    let connection = Connection::open(file).unwrap();
    let pragma = |name: &str| -> i64 {
        connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).unwrap()
    };
    let mut sql = format!(
        "BEGIN;\nPRAGMA application_id = {};\nPRAGMA user_version = {};\n",
        pragma("application_id"),
        pragma("user_version")
    );
    let objects = "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%' \
                   ORDER BY type = 'index', name";
    let mut statement = connection.prepare(objects).unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let (kind, name, create): (String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        sql.push_str(&format!("{create};\n"));
        if kind == "table" {
            dump_rows(&connection, &name, &mut sql);
        }
    }
    sql.push_str("DELETE FROM sqlite_sequence;\n");
    dump_rows(&connection, "sqlite_sequence", &mut sql);
    sql.push_str("COMMIT;\n");
    sql
}

fn dump_rows(connection: &Connection, table: &str, sql: &mut String) {
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let values: Vec<String> = (0..columns).map(|at| literal(row.get_ref(at).unwrap())).collect();
        sql.push_str(&format!("INSERT INTO {table} VALUES({});\n", values.join(",")));
    }
}

fn literal(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => format!("'{}'", String::from_utf8_lossy(text).replace('\'', "''")),
        ValueRef::Blob(bytes) => {
            format!("X'{}'", bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>())
        }
    }
}
