//! Opening a folder: who may, whether the file is ours and whole, and what is in it.
//!
//! Every refusal says what to do. Nothing is repaired: that is for a person to decide, on a copy.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_engine::StoreError;
use rusqlite::{Connection, Error, ErrorCode};

use crate::error::{failed, from_sql};
use crate::folder::Folder;
use crate::load::{self, Contents};
use crate::schema::{self, APPLICATION, FORMAT, OLDEST_SQLITE, TABLES};
use crate::sqlite_store::SqliteStore;
use crate::vault::Keyring;

/// After a crash, files up to this size are looked through before they are used: it takes less than a second.
const LOOKED_THROUGH: u64 = 64 << 20;

/// How to open a folder.
#[must_use = "nothing is opened until `open` is called"]
#[derive(Default)]
pub struct OpenOptions {
    keyring: Option<Keyring>,
    progress: Option<Box<dyn FnMut(Progress) + Send>>,
    largest_size: Option<u64>,
}

/// How far opening has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Open elicitations read so far.
    pub read: u64,
    /// Out of so many.
    pub total: u64,
}

/// A folder that was not opened, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder cannot be made, read or written.
    #[error("the folder {} cannot be used: {source}; check that it exists and that you may write there", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process has it.
    #[error(
        "the folder {} is in use by another process{}; stop that one, or name another folder",
        .folder.display(), .process.map(|id| format!(" (id {id})")).unwrap_or_default()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// That process, if it says.
        process: Option<u32>,
    },
    /// The file is something else.
    #[error("{} is not a store of Askwell; move it away, or name another folder", .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file comes from a later version.
    #[error(
        "{} was written by a newer Askwell (format {found}; this one knows up to {known}); use that version, or name \
         another folder",
        .file.display()
    )]
    TooNew {
        /// The file.
        file: PathBuf,
        /// Its format.
        found: i32,
        /// The newest format known here.
        known: i32,
    },
    /// The file is ours, and broken.
    #[error(
        "{} is damaged: {detail}; keep a copy of its folder, then restore a backup, or save what can be read with \
         `sqlite3 {} .recover`",
        .file.display(), .file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What was found.
        detail: String,
    },
    /// A record that this program cannot read, or cannot read without a key.
    #[error("{} cannot be opened: {source}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// SQLite itself is too old to be trusted.
    #[error("this program was built with SQLite {found}; it needs 3.51.3 or later")]
    OldSqlite {
        /// What it was built with.
        found: &'static str,
    },
}

impl OpenOptions {
    /// With the defaults: no keys, no progress, as large as the disk.
    pub fn new() -> Self {
        OpenOptions::default()
    }

    /// The keys for secrets. Without, forms with secret fields are refused.
    pub fn keyring(mut self, keyring: Keyring) -> Self {
        self.keyring = Some(keyring);
        self
    }

    /// Hears now and then how far opening has come, if it takes longer than a second.
    pub fn progress(mut self, progress: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// The database does not grow beyond so many bytes: new work is refused as if the disk were full.
    pub fn largest_size(mut self, bytes: u64) -> Self {
        self.largest_size = Some(bytes);
        self
    }

    /// Opens a folder, and makes it if it is not there. Blocks: it reads everything that is open.
    ///
    /// # Errors
    /// When the folder is in use, or what is in it cannot be used.
    pub fn open(self, folder: &Path) -> Result<SqliteStore, OpenError> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(OpenError::OldSqlite { found: rusqlite::version() });
        }
        let folder = Folder::take(folder)?;
        let file = folder.database.clone();
        check_header(&file)?;
        let unclean = fs::metadata(folder.log()).is_ok_and(|log| log.len() > 0);
        let connection = schema::writer(&file).map_err(|error| refusal(&file, error))?;
        check_format(&connection, &file, unclean)?;
        if let Some(bytes) = self.largest_size {
            limit_size(&connection, bytes).map_err(|error| refusal(&file, error))?;
        }
        let mut progress = self.progress.unwrap_or_else(|| Box::new(|_| {}));
        let contents = load::load(&connection, &mut progress);
        let contents: Contents = contents.map_err(|error| unreadable(&file, error))?;
        SqliteStore::start(folder, connection, contents, self.keyring.map(Arc::new))
            .map_err(|error| unreadable(&file, error))
    }
}

/// The first bytes say whether it is a database at all; an empty file is going to be one.
fn check_header(file: &Path) -> Result<(), OpenError> {
    let mut header = Vec::new();
    let read = fs::File::open(file).and_then(|opened| opened.take(16).read_to_end(&mut header));
    read.map_err(|source| OpenError::Folder { folder: file.to_owned(), source })?;
    let ours = header.is_empty() || header == b"SQLite format 3\0";
    if ours { Ok(()) } else { Err(OpenError::Foreign { file: file.to_owned() }) }
}

fn check_format(connection: &Connection, file: &Path, unclean: bool) -> Result<(), OpenError> {
    let failed = |error| refusal(file, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let application = number("application_id").map_err(failed)?;
    let format = number("user_version").map_err(failed)?;
    let tables = tables(connection).map_err(failed)?;
    match (application, format) {
        (0, 0) if tables.is_empty() => return schema::upgrade(connection, 0).map_err(failed),
        (APPLICATION, FORMAT) => {}
        (APPLICATION, found) if found > FORMAT => {
            return Err(OpenError::TooNew { file: file.to_owned(), found, known: FORMAT });
        }
        (APPLICATION, found) if found > 0 => schema::upgrade(connection, found).map_err(failed)?,
        _ => return Err(OpenError::Foreign { file: file.to_owned() }),
    }
    if let Some(missing) = TABLES.iter().find(|table| !tables.iter().any(|found| found == *table)) {
        return Err(damaged(file, format!("the table {missing} is missing")));
    }
    check_size(connection, file, unclean)
}

/// A file that lost its end is found at once; other damage by looking through, where that is quick, and
/// otherwise by whoever stumbles upon it.
fn check_size(connection: &Connection, file: &Path, unclean: bool) -> Result<(), OpenError> {
    let failed = |error| refusal(file, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0).map(from_sql));
    let expected = number("page_count").map_err(failed)? * number("page_size").map_err(failed)?;
    let found = fs::metadata(file).map_or(0, |metadata| metadata.len());
    // While there is a log, the newest pages may be in there only.
    if !unclean && found < expected {
        return Err(damaged(file, format!("it has {found} bytes where {expected} should be")));
    }
    if unclean && expected <= LOOKED_THROUGH {
        let answer: String =
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
        if answer != "ok" {
            return Err(damaged(file, answer));
        }
    }
    Ok(())
}

fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let names = statement.query_map([], |row| row.get(0))?;
    names.collect()
}

fn limit_size(connection: &Connection, bytes: u64) -> rusqlite::Result<()> {
    let page: u64 = connection.pragma_query_value(None, "page_size", |row| row.get(0).map(from_sql))?;
    let pages = (bytes / page.max(1)).clamp(1, 0xffff_fffe);
    connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
}

fn damaged(file: &Path, detail: String) -> OpenError {
    OpenError::Damaged { file: file.to_owned(), detail }
}

fn refusal(file: &Path, error: Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::Foreign { file: file.to_owned() },
        _ => unreadable(file, failed(error)),
    }
}

fn unreadable(file: &Path, error: StoreError) -> OpenError {
    match error {
        StoreError::Damaged(detail) => damaged(file, detail),
        source => OpenError::Unreadable { file: file.to_owned(), source },
    }
}
