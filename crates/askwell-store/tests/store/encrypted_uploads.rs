//! Uploaded files and notes beside elicitations are encrypted with all answers, and rotated with them.

use askwell_engine::store::{Guard, RecordStore, UploadStore};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{
    NewUpload, Record, RecordWrite, UPLOAD_CHUNK, Upload, UploadChunk, UploadQuota, Verdict,
};
use askwell_lifecycle::{Elicitation, ElicitationId};
use askwell_store::{RotationReport, SqliteStore, key_uses};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::encryption::open_encrypting;
use crate::helpers::{
    KEY, SECOND_KEY, all_bytes, answer, at, created, holds, name_form, open, open_with, put,
};

const ROOM: UploadQuota = UploadQuota { files: 10, bytes: 1 << 30 };
const LINE: &str = "a line of the uploaded file\n";
const FILENAME: &str = "salaries-2026.csv";

/// Three chunks of one size, so that they could be swapped.
fn content() -> Vec<u8> {
    let lines = LINE.repeat(3 * UPLOAD_CHUNK / LINE.len() + 1);
    lines.as_bytes()[..3 * UPLOAD_CHUNK].to_vec()
}

/// Keeps a file in one go, the same in chunks, and a note with its name.
async fn fill(store: &SqliteStore) -> Arc<Elicitation> {
    let made = put(store, created(&name_form(), None)).await;
    let id = made.id;
    let upload = Upload { id, name: Arc::from("whole"), bytes: content() };
    assert_eq!(store.put_upload(upload, ROOM).await, Ok(Verdict::Committed));
    let name: Arc<str> = Arc::from("chunked");
    let begin = NewUpload { id, name: Arc::clone(&name), announced: None, at: at(1), stale_before: at(0) };
    assert_eq!(store.begin_upload(begin, ROOM).await, Ok(Verdict::Committed));
    for (index, bytes) in content().chunks(UPLOAD_CHUNK).enumerate() {
        let position = (index * UPLOAD_CHUNK) as u64;
        let chunk = UploadChunk { id, name: Arc::clone(&name), position, bytes: bytes.to_vec(), at: at(1) };
        assert_eq!(store.append_upload(chunk, ROOM).await, Ok(Verdict::Committed));
    }
    assert_eq!(store.finish_upload(id, name).await, Ok(Verdict::Committed));
    write_record(store, Record::new("upload", "chunked", FILENAME.as_bytes()).owned_by(id)).await;
    made
}

async fn write_record(store: &SqliteStore, record: Record) {
    let write = RecordWrite::Put { record, expected: 0 };
    assert_eq!(store.write_records(vec![write], Guard::None).await, Ok(vec![Verdict::Committed]));
}

/// Everything can be read that [`fill`] has written.
async fn assert_readable(store: &SqliteStore, id: ElicitationId) {
    for name in ["whole", "chunked"] {
        let found = store.get_upload(id, Arc::from(name)).await.unwrap().unwrap();
        assert!(found.bytes == content(), "{name}");
    }
    let part = store.read_upload(id, Arc::from("chunked"), UPLOAD_CHUNK as u64 + 5).await.unwrap().unwrap();
    assert!(part.bytes == content()[UPLOAD_CHUNK + 5..2 * UPLOAD_CHUNK] && part.is_complete);
    let record = store.get_record("upload", Arc::from("chunked")).await.unwrap().unwrap();
    assert_eq!((&*record.value, record.owner), (FILENAME.as_bytes(), Some(id)));
    assert_eq!(store.list_records("upload", None, 10).await, Ok(vec![record]));
}

fn is_clear(folder: &Path) -> [bool; 2] {
    let bytes = all_bytes(folder);
    [LINE, FILENAME].map(|text| holds(&bytes, text))
}

fn change(folder: &Path, sql: &str) {
    Connection::open(folder.join("askwell.db")).unwrap().execute_batch(sql).unwrap();
}

fn uses(name: &str, count: u64) -> BTreeMap<String, u64> {
    BTreeMap::from([(name.to_owned(), count)])
}

#[tokio::test]
async fn uploads_and_their_names_are_encrypted_with_all_answers() {
    let folder = TempDir::new().unwrap();
    let store = open_encrypting(folder.path(), KEY);
    let made = fill(&store).await;
    assert_readable(&store, made.id).await;
    assert_eq!(is_clear(folder.path()), [false, false], "the log has them neither");
    store.close().await.unwrap();
    assert_eq!(is_clear(folder.path()), [false, false]);
    assert_eq!(
        key_uses(folder.path()).unwrap(),
        uses("first", 1),
        "one elicitation, for all that is beside it"
    );

    // Reading does not depend on the setting, but on the key.
    let store = open_with(folder.path(), KEY);
    assert_readable(&store, made.id).await;
    assert_eq!(store.check_keys().await, Ok(()));
    store.close().await.unwrap();
    for keys in [None, Some(SECOND_KEY)] {
        let store = keys.map_or_else(|| open(folder.path()), |keys| open_with(folder.path(), keys));
        let refused = [
            store.read_upload(made.id, Arc::from("whole"), 0).await.unwrap_err(),
            store.get_record("upload", Arc::from("chunked")).await.unwrap_err(),
            store.check_keys().await.unwrap_err(),
        ];
        for error in refused {
            assert!(matches!(&error, StoreError::NoKey(why) if why.contains("\"first\"")), "{error}");
        }
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn files_stay_in_the_clear_when_only_secrets_are_encrypted() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let made = fill(&store).await;
    assert_eq!(store.rotate().await, Ok(RotationReport::default()));
    assert_readable(&store, made.id).await;
    store.close().await.unwrap();
    assert_eq!(is_clear(folder.path()), [true, true]);
    assert_eq!(key_uses(folder.path()).unwrap(), BTreeMap::new());
}

#[tokio::test]
async fn swapped_chunks_keys_and_records_are_refused() {
    let swaps = [
        "UPDATE upload_chunks SET position = 262144 - position WHERE file = 2 AND position <= 262144",
        "UPDATE upload_chunks SET file = 3 - file WHERE position = 0",
        "UPDATE upload_files SET content_key = (SELECT content_key FROM upload_files WHERE number = 1)
            WHERE number = 2",
        "UPDATE upload_files SET name = CASE name WHEN 'whole' THEN 'chunked' ELSE 'whole' END",
    ];
    for swap in swaps {
        let folder = TempDir::new().unwrap();
        let store = open_encrypting(folder.path(), KEY);
        let made = fill(&store).await;
        write_record(&store, Record::new("upload", "other", "x".as_bytes()).owned_by(made.id)).await;
        store.close().await.unwrap();
        // Copies have no unique columns, so that rows can change places in one statement.
        let swap = swap.replace("upload_files", "files").replace("upload_chunks", "chunks");
        change(
            folder.path(),
            &format!(
                "CREATE TABLE files AS SELECT * FROM upload_files;
                 CREATE TABLE chunks AS SELECT * FROM upload_chunks;
                 {swap};
                 DELETE FROM upload_files;
                 DELETE FROM upload_chunks;
                 INSERT INTO upload_files SELECT * FROM files;
                 INSERT INTO upload_chunks SELECT * FROM chunks;
                 DROP TABLE files;
                 DROP TABLE chunks;
                 UPDATE notes SET value = (SELECT value FROM notes WHERE key = 'other'),
                     content_key = (SELECT content_key FROM notes WHERE key = 'other') WHERE key = 'chunked'"
            ),
        );
        let store = open_encrypting(folder.path(), KEY);
        let read = store.read_upload(made.id, Arc::from("chunked"), 0).await;
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{swap}: {read:?}");
        let record = store.get_record("upload", Arc::from("chunked")).await;
        assert!(matches!(record, Err(StoreError::Damaged(_))), "{record:?}");
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn rotation_encrypts_files_for_the_new_key_and_clear_ones_too() {
    let folder = TempDir::new().unwrap();
    let store = open_with(folder.path(), KEY);
    let clear = fill(&store).await;
    store.close().await.unwrap();
    assert_eq!(is_clear(folder.path()), [true, true]);

    let store = open_encrypting(folder.path(), KEY);
    let other = put(&store, created(&name_form(), None)).await;
    let upload = Upload { id: other.id, name: Arc::from("sealed"), bytes: content() };
    assert_eq!(store.put_upload(upload, ROOM).await, Ok(Verdict::Committed));
    put(&store, answer(&other, r#"{"name":"Ops"}"#)).await;
    store.close().await.unwrap();
    assert_eq!(key_uses(folder.path()).unwrap(), uses("first", 1));

    let store = open_encrypting(folder.path(), &format!("{SECOND_KEY},{KEY}"));
    let rotated = store.rotate().await.unwrap();
    assert_eq!((rotated.elicitations, rotated.uploads, rotated.records), (1, 3, 1));
    assert_eq!(store.rotate().await, Ok(RotationReport::default()), "done already");
    assert_readable(&store, clear.id).await;
    store.close().await.unwrap();
    assert_eq!(is_clear(folder.path()), [false, false], "not even in pages that are free now");
    assert_eq!(key_uses(folder.path()).unwrap(), uses("second", 2));

    let store = open_with(folder.path(), SECOND_KEY);
    assert_eq!(store.check_keys().await, Ok(()));
    assert_readable(&store, clear.id).await;
    let found = store.get_upload(other.id, Arc::from("sealed")).await.unwrap().unwrap();
    assert!(found.bytes == content());
}

#[tokio::test]
async fn rotation_without_the_old_key_of_a_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = open_encrypting(folder.path(), KEY);
    fill(&store).await;
    store.close().await.unwrap();
    let store = open_encrypting(folder.path(), SECOND_KEY);
    let refused = store.rotate().await.unwrap_err();
    assert!(matches!(&refused, StoreError::NoKey(why) if why.contains("\"first\"")), "{refused}");
}

/// A file of the first format is in one row; rotation moves it into encrypted chunks.
#[tokio::test]
async fn rotation_encrypts_files_of_the_first_format() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("askwell.db");
    Connection::open(&file).unwrap().execute_batch(include_str!("data/format-1.sql")).unwrap();
    assert_eq!(key_uses(folder.path()).unwrap(), uses("first", 1), "without an upgrade");
    let id = "elic_01a3185c500070008000000000000002".parse().unwrap();
    let count = |table: &str| -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        Connection::open(&file).unwrap().query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    let before = count("uploads");
    assert!(before > 0);
    let store = open_encrypting(folder.path(), KEY);
    assert_eq!(store.rotate().await.unwrap().uploads, usize::try_from(before).unwrap());
    let found = store.get_upload(id, Arc::from("file")).await.unwrap().unwrap();
    assert_eq!(found.bytes, [1, 2, 3]);
    store.close().await.unwrap();
    assert_eq!((count("uploads"), count("upload_files WHERE content_key IS NOT NULL")), (0, before));
}
