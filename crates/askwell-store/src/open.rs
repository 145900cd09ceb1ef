//! Opening a folder: locks it, checks its file, and loads its contents.
//!
//! Every error says what to do. Nothing is repaired: that is a decision for a person, on a copy.

use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_engine::StoreError;
use rusqlite::{Connection, Error, ErrorCode};

use crate::error::{failed, from_sql};
use crate::folder::{DATABASE, Folder};
use crate::load::{self, StoreContents};
use crate::schema::{self, APPLICATION, FORMAT, OLDEST_SQLITE, TABLES};
use crate::sqlite_store::SqliteStore;
use crate::uploads;
use crate::vault::{Encrypt, Keyring, KeyringError};

/// The largest file that is checked after a crash, which takes less than a second.
const QUICK_CHECK_BYTES: u64 = 64 << 20;

/// Options for opening a folder.
#[must_use = "nothing is opened until `open` is called"]
#[derive(Default)]
pub struct OpenOptions {
    keyring: Option<Keyring>,
    encrypt: Encrypt,
    progress: Option<Box<dyn FnMut(Progress) + Send>>,
    largest_size: Option<u64>,
}

/// The progress of opening a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Open elicitations read so far.
    pub read: u64,
    /// All open elicitations.
    pub total: u64,
}

/// An error of opening a folder, which says what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder cannot be created, read or written.
    #[error("the folder {} cannot be used: {source}; check that it exists and that you may write there", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The underlying error.
        source: io::Error,
    },
    /// Another process has the folder open.
    #[error(
        "the folder {} is in use by another process{}; stop that one, or name another folder",
        .folder.display(), .process.map(|id| format!(" (id {id})")).unwrap_or_default()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The id of that process, if known.
        process: Option<u32>,
    },
    /// The file is not an Askwell store.
    #[error("{} is not a store of Askwell; move it away, or name another folder", .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file was written by a later version.
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
        /// The newest format that this version supports.
        known: i32,
    },
    /// The file is a damaged store.
    #[error(
        "{} is damaged: {detail}; keep a copy of its folder, then restore a backup, or save what can be read with \
         `sqlite3 {} .recover`",
        .file.display(), .file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is damaged.
        detail: String,
    },
    /// Stored data that this version cannot read, or cannot read without a key.
    #[error("{} cannot be opened: {source}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// The key file cannot be used.
    #[error(transparent)]
    Keyring(#[from] KeyringError),
    /// The keys do not decrypt the secrets in the folder.
    #[error("the keyring does not open the secrets that are kept in {}; put back the one that does", .folder.display())]
    WrongKeyring {
        /// The folder.
        folder: PathBuf,
        /// Which key is missing.
        source: StoreError,
    },
    /// SQLite is too old to be safe.
    #[error("this program was built with SQLite {found}; it needs 3.51.3 or later")]
    OldSqlite {
        /// The version of SQLite.
        found: &'static str,
    },
}

impl fmt::Debug for OpenOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpenOptions { keyring, encrypt, progress: _, largest_size } = self;
        f.debug_struct("OpenOptions")
            .field("keyring", keyring)
            .field("encrypt", encrypt)
            .field("largest_size", largest_size)
            .finish_non_exhaustive()
    }
}

impl OpenOptions {
    /// Creates options with the defaults: no keyring, no progress, no size limit.
    pub fn new() -> Self {
        OpenOptions::default()
    }

    /// Sets the keyring. Without one, forms with secret fields are refused.
    pub fn keyring(mut self, keyring: Keyring) -> Self {
        self.keyring = Some(keyring);
        self
    }

    /// Sets what new data is encrypted; [`Encrypt::Secrets`] by default. Stored data stays as it is until
    /// [`SqliteStore::rotate`]. [`Encrypt::Answers`] needs a keyring.
    pub fn encrypt(mut self, encrypt: Encrypt) -> Self {
        self.encrypt = encrypt;
        self
    }

    /// Sets a callback for progress, called repeatedly if opening takes longer than a second.
    pub fn progress(mut self, progress: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Limits the size of the database. Writes beyond it fail as if the disk were full.
    pub fn largest_size(mut self, bytes: u64) -> Self {
        self.largest_size = Some(bytes);
        self
    }

    /// Opens a folder, and creates it if it does not exist. Blocks while it loads all open elicitations.
    ///
    /// # Errors
    /// When the folder is in use, or its contents cannot be used.
    pub fn open(self, folder: &Path) -> Result<SqliteStore, OpenError> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(OpenError::OldSqlite { found: rusqlite::version() });
        }
        if self.encrypt == Encrypt::Answers && self.keyring.is_none() {
            let why = "all answers are to be encrypted, and no keyring is configured";
            return Err(unreadable(&folder.join(DATABASE), StoreError::NoKey(why.into())));
        }
        let folder = Folder::lock(folder)?;
        let file = folder.database.clone();
        // A store that was closed leaves no log.
        let unclean = fs::metadata(folder.log()).is_ok_and(|log| log.len() > 0);
        check_header(&file, unclean)?;
        let failed = |error| refusal(&file, error);
        let connection = schema::connect(&file).map_err(failed)?;
        let format = check_format(&connection, &file)?;
        schema::prepare(&connection).map_err(failed)?;
        if format < FORMAT {
            schema::upgrade(&connection, format).map_err(failed)?;
        }
        if unclean {
            quick_check(&connection, &file)?;
        }
        uploads::remove_unfinished(&connection).map_err(failed)?;
        if let Some(bytes) = self.largest_size {
            limit_size(&connection, bytes).map_err(failed)?;
        }
        let mut progress = self.progress.unwrap_or_else(|| Box::new(|_| {}));
        let contents = load::load(&connection, &mut progress);
        let contents: StoreContents = contents.map_err(|error| unreadable(&file, error))?;
        schema::enlarge_cache(&connection).map_err(failed)?;
        let keyring = self.keyring.map(|keyring| Arc::new(keyring.encrypting(self.encrypt)));
        SqliteStore::start(folder, connection, contents, keyring).map_err(|error| unreadable(&file, error))
    }
}

/// Checks the file header: whether it is a database, and whether it has the expected size. An empty file is
/// accepted.
fn check_header(file: &Path, unclean: bool) -> Result<(), OpenError> {
    let mut header = Vec::new();
    let read = fs::File::open(file).and_then(|opened| {
        (&opened).take(100).read_to_end(&mut header)?;
        opened.metadata()
    });
    let found = read.map_err(|source| OpenError::Folder { folder: file.to_owned(), source })?.len();
    if header.is_empty() {
        return Ok(());
    }
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(OpenError::Foreign { file: file.to_owned() });
    }
    // With a log, the newest pages may only be there.
    match expected_size(&header) {
        Some(expected) if unclean || expected <= found => Ok(()),
        Some(expected) => Err(damaged(file, format!("it has {found} bytes where {expected} should be"))),
        None => Err(damaged(file, format!("it has only {found} bytes"))),
    }
}

/// Returns the size of a database by its header: page size times pages.
fn expected_size(header: &[u8]) -> Option<u64> {
    let size = u16::from_be_bytes(*header.get(16..)?.first_chunk()?);
    let pages = u32::from_be_bytes(*header.get(28..)?.first_chunk()?);
    // The value 1 stands for the largest page size.
    let size = if size == 1 { 65_536 } else { u64::from(size) };
    Some(size * u64::from(pages))
}

/// Checks that the file is a store, and returns its format; 0 for an empty file.
fn check_format(connection: &Connection, file: &Path) -> Result<i32, OpenError> {
    let failed = |error| refusal(file, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let application = number("application_id").map_err(failed)?;
    let format = number("user_version").map_err(failed)?;
    let tables = tables(connection).map_err(failed)?;
    if (application, format) == (0, 0) && tables.is_empty() {
        return Ok(0);
    }
    if application != APPLICATION || format <= 0 {
        return Err(OpenError::Foreign { file: file.to_owned() });
    }
    if format > FORMAT {
        return Err(OpenError::TooNew { file: file.to_owned(), found: format, known: FORMAT });
    }
    let is_missing =
        |(table, since): &&(&str, i32)| *since <= format && !tables.iter().any(|found| found == table);
    match TABLES.iter().find(is_missing) {
        Some((missing, _)) => Err(damaged(file, format!("the table {missing} is missing"))),
        None => Ok(format),
    }
}

/// Checks a small file after a crash for damage that loading would not find.
fn quick_check(connection: &Connection, file: &Path) -> Result<(), OpenError> {
    let failed = |error| refusal(file, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0).map(from_sql));
    let size = number("page_count").map_err(failed)? * number("page_size").map_err(failed)?;
    if size > QUICK_CHECK_BYTES {
        return Ok(());
    }
    let answer: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if answer == "ok" { Ok(()) } else { Err(damaged(file, answer)) }
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
        StoreError::Damaged(detail) => damaged(file, detail.to_string()),
        source => OpenError::Unreadable { file: file.to_owned(), source },
    }
}
