//! Reads records of a store beside the process that has it open, for commands that report on a running service.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_engine::store::Record;
use rusqlite::{Connection, OpenFlags};

use crate::folder::DATABASE;

/// Records that could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadRecordsError {
    /// There is no store.
    #[error("there is no store in {}; name the data folder", .folder.display())]
    NoStore {
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// The store could not be read.
    #[error("the store in {} cannot be read: {source}", .folder.display())]
    Read {
        /// The folder.
        folder: PathBuf,
        /// The underlying error.
        source: io::Error,
    },
}

/// Returns all records of a namespace that belong to no elicitation, in the order of their keys. The store may be in use
/// by this or another process, and is not changed. Blocks.
///
/// # Errors
/// When there is no store, or it cannot be read.
pub fn read_records(folder: &Path, namespace: &'static str) -> Result<Vec<Record>, ReadRecordsError> {
    let file = folder.join(DATABASE);
    if !file.is_file() {
        return Err(ReadRecordsError::NoStore { folder: folder.to_owned() });
    }
    list(&file, namespace).map_err(|error| {
        let source = io::Error::other(error);
        ReadRecordsError::Read { folder: folder.to_owned(), source }
    })
}

fn list(file: &Path, namespace: &'static str) -> rusqlite::Result<Vec<Record>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    let sql = "SELECT key, revision, value FROM notes WHERE shelf = ?1 AND elicitation IS NULL ORDER BY key";
    let mut list = connection.prepare(sql)?;
    let rows = list.query_map([namespace], |row| {
        let revision: i64 = row.get(1)?;
        Ok(Record {
            namespace,
            key: row.get(0)?,
            owner: None,
            revision: u64::try_from(revision).unwrap_or_default(),
            value: Arc::from(row.get_ref(2)?.as_blob()?),
        })
    })?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use askwell_engine::Engine;
    use askwell_engine::store::{Record, RecordWrite};

    use super::{ReadRecordsError, read_records};
    use crate::SqliteStore;

    #[tokio::test]
    async fn records_are_read_while_the_store_is_in_use_and_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read_records(folder.path(), "log"), Err(ReadRecordsError::NoStore { .. })));
        let store = SqliteStore::open(folder.path()).unwrap();
        let engine = Engine::builder().store(store).start();
        for key in ["b", "a"] {
            let record = Record::new("log", key, key.as_bytes().to_vec());
            engine.records().write(vec![RecordWrite::Put { record, expected: 0 }]).await.unwrap();
        }
        let keys = || -> Vec<String> {
            read_records(folder.path(), "log").unwrap().iter().map(|record| record.key.to_string()).collect()
        };
        assert_eq!(keys(), ["a", "b"]);
        assert_eq!(read_records(folder.path(), "other").unwrap(), Vec::new());
        drop(engine);
        assert_eq!(keys(), ["a", "b"]);
    }
}
