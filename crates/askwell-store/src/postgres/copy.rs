//! Copying a store between SQLite and PostgreSQL, row by row, and comparing the copy with the original.
//!
//! Records, secrets and file contents are copied as they are stored: both databases encode them alike, and the same
//! keyring opens them. Uploads that are not complete, leases, nodes and rates are not copied.

mod database;
mod file;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::options::{PgOpenError, PgOptions};
use crate::open::OpenError;

/// How many rows are passed on at a time.
const PAGE: usize = 500;

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Null,
    Number(i64),
    Bytes(Vec<u8>),
}

/// A row of a table, with the same columns in both databases.
type CopiedRow = Vec<Value>;

/// The tables, in the order in which they are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Forms,
    Open,
    Closed,
    Keys,
    Changes,
    Files,
    Chunks,
    Records,
    /// The ends of the log, in one row.
    Log,
}

impl Table {
    const ALL: [Table; 9] = [
        Table::Forms,
        Table::Open,
        Table::Closed,
        Table::Keys,
        Table::Changes,
        Table::Files,
        Table::Chunks,
        Table::Records,
        Table::Log,
    ];

    fn name(self) -> &'static str {
        match self {
            Table::Forms => "forms",
            Table::Open => "open elicitations",
            Table::Closed => "closed elicitations",
            Table::Keys => "idempotency keys",
            Table::Changes => "changes",
            Table::Files => "uploaded files",
            Table::Chunks => "chunks of uploaded files",
            Table::Records => "records",
            Table::Log => "ends of the log",
        }
    }
}

/// Rows on their way.
type RowPage = (Table, Vec<CopiedRow>);

/// What was copied, and found equal in the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CopyReport {
    /// Open elicitations.
    pub open: u64,
    /// Closed elicitations.
    pub closed: u64,
    /// Entries of the log.
    pub changes: u64,
    /// Uploaded files.
    pub uploads: u64,
    /// Records of surfaces.
    pub records: u64,
}

/// A copy that failed. What was written of it is undone, unless the error says otherwise.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// There is no store to copy.
    #[error("there is no store in {}; name the data folder of the service", .folder.display())]
    NoStore {
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// The target is not empty.
    #[error("the target has elicitations or records already; name an empty database or a new folder")]
    NotEmpty,
    /// The folder cannot be opened.
    #[error(transparent)]
    Folder(#[from] OpenError),
    /// The database cannot be opened.
    #[error(transparent)]
    Database(#[from] PgOpenError),
    /// The folder's file cannot be read or written.
    #[error("the file of the store cannot be read or written: {0}")]
    File(#[from] rusqlite::Error),
    /// A row cannot be understood.
    #[error("the store cannot be copied: {0}")]
    Store(#[from] askwell_engine::StoreError),
    /// The copy is not equal to the original. It was written, and must not be used.
    #[error("the copy of the {table} is not equal to the original; delete the copy, and try again")]
    Different {
        /// What differs.
        table: String,
    },
    /// The copy was interrupted.
    #[error("the copy was interrupted")]
    Interrupted,
}

impl From<tokio_postgres::Error> for CopyError {
    fn from(error: tokio_postgres::Error) -> CopyError {
        CopyError::Database(PgOpenError::Database(error))
    }
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopyProgress {
    /// Whether rows are being copied or compared.
    pub stage: CopyStage,
    /// What the rows are, such as `changes`.
    pub table: &'static str,
    /// How many rows of this table were read so far.
    pub rows: u64,
    /// Whether these are all rows of the table.
    pub is_done: bool,
}

/// What a copy does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyStage {
    /// Reads the original, and writes the copy.
    Copying,
    /// Reads the copy, and compares it with the original.
    Comparing,
}

/// Receives the progress of a copy. The default does nothing.
#[derive(Clone)]
pub struct CopyObserver(Arc<dyn Fn(CopyProgress) + Send + Sync>);

impl CopyObserver {
    /// Returns an observer that calls this function after every few hundred rows.
    pub fn new(observe: impl Fn(CopyProgress) + Send + Sync + 'static) -> CopyObserver {
        CopyObserver(Arc::new(observe))
    }
}

impl Default for CopyObserver {
    fn default() -> Self {
        CopyObserver::new(|_| {})
    }
}

impl fmt::Debug for CopyObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CopyObserver")
    }
}

/// A digest of all rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct TableDigest {
    rows: u64,
    digest: Vec<u8>,
}

/// Computes the digests of all tables.
#[derive(Debug)]
struct Digests {
    tables: Vec<TableDigest>,
    current: Option<(Table, u64, Sha256)>,
    stage: CopyStage,
    observer: CopyObserver,
}

impl Digests {
    fn new(stage: CopyStage, observer: &CopyObserver) -> Digests {
        Digests { tables: Vec::new(), current: None, stage, observer: observer.clone() }
    }

    fn report(&self, table: Table, rows: u64, is_done: bool) {
        (self.observer.0)(CopyProgress { stage: self.stage, table: table.name(), rows, is_done });
    }

    fn add(&mut self, table: Table, row: &CopiedRow) {
        if self.current.as_ref().is_none_or(|(current, ..)| *current != table) {
            self.finish_table();
            self.current = Some((table, 0, Sha256::new()));
        }
        let mut reached = 0;
        if let Some((_, rows, hash)) = &mut self.current {
            *rows += 1;
            reached = *rows;
            for value in row {
                match value {
                    Value::Null => hash.update([0]),
                    Value::Number(number) => {
                        hash.update([1]);
                        hash.update(number.to_be_bytes());
                    }
                    Value::Bytes(bytes) => {
                        hash.update([2]);
                        hash.update((bytes.len() as u64).to_be_bytes());
                        hash.update(bytes);
                    }
                }
            }
        }
        if reached % PAGE as u64 == 0 {
            self.report(table, reached, false);
        }
    }

    fn finish_table(&mut self) {
        if let Some((table, rows, hash)) = self.current.take() {
            self.report(table, rows, true);
            self.tables.resize(Table::ALL.len(), TableDigest::default());
            if let Some(place) = self.tables.get_mut(table as usize) {
                *place = TableDigest { rows, digest: hash.finalize().to_vec() };
            }
        }
    }

    fn finish(mut self) -> Vec<TableDigest> {
        self.finish_table();
        self.tables.resize(Table::ALL.len(), TableDigest::default());
        self.tables
    }
}

/// Copies the store in a folder, which no process may use, into an empty database with tables, and compares both.
///
/// # Errors
/// When either cannot be read or written, the database is not empty, or the copy is not equal.
pub async fn copy_to_postgres(
    folder: &Path,
    options: &PgOptions,
    observer: &CopyObserver,
) -> Result<CopyReport, CopyError> {
    let (pages, received) = mpsc::channel(4);
    let (source, seen) = (folder.to_owned(), observer.clone());
    let reading = tokio::task::spawn_blocking(move || file::read(&source, &pages, &seen));
    let written = database::write(options, received).await;
    let original = reading.await.map_err(|_| CopyError::Interrupted)?;
    let original = both(original, written)?;
    compare(&original, &database::digest(options, observer).await?)
}

/// Copies a database, whose nodes cannot write meanwhile, into a new folder, and compares both.
///
/// # Errors
/// When either cannot be read or written, the folder has a store, or the copy is not equal.
pub async fn copy_from_postgres(
    options: &PgOptions,
    folder: &Path,
    observer: &CopyObserver,
) -> Result<CopyReport, CopyError> {
    let (pages, received) = mpsc::channel(4);
    let target = folder.to_owned();
    let writing = tokio::task::spawn_blocking(move || file::write(&target, received));
    let original = database::read(options, &pages, observer).await;
    drop(pages);
    let written = writing.await.map_err(|_| CopyError::Interrupted)?;
    let original = both(original, written)?;
    let (copy, seen) = (folder.to_owned(), observer.clone());
    let digest = tokio::task::spawn_blocking(move || file::digest(&copy, &seen));
    compare(&original, &digest.await.map_err(|_| CopyError::Interrupted)??)
}

/// Returns what was read if it was also written. Of two errors, the one that caused the other.
fn both<T>(read: Result<T, CopyError>, written: Result<(), CopyError>) -> Result<T, CopyError> {
    match (read, written) {
        (Err(CopyError::Interrupted), Err(cause)) | (Err(cause), _) | (Ok(_), Err(cause)) => Err(cause),
        (Ok(read), Ok(())) => Ok(read),
    }
}

fn compare(original: &[TableDigest], copy: &[TableDigest]) -> Result<CopyReport, CopyError> {
    for (table, (original, copy)) in Table::ALL.iter().zip(original.iter().zip(copy)) {
        if original != copy {
            return Err(CopyError::Different { table: table.name().to_owned() });
        }
    }
    let rows = |table: Table| original.get(table as usize).map_or(0, |digest| digest.rows);
    Ok(CopyReport {
        open: rows(Table::Open),
        closed: rows(Table::Closed),
        changes: rows(Table::Changes),
        uploads: rows(Table::Files),
        records: rows(Table::Records),
    })
}
