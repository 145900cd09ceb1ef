//! The tables, and the upgrade of older formats.
//!
//! `docs/store-format.md` explains the layout.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Result};

/// The application id in the file header: "Askw".
pub(crate) const APPLICATION: i32 = 0x4173_6b77;

/// The format that this version writes. It reads earlier ones by upgrading them.
pub(crate) const FORMAT: i32 = 3;

/// Earlier versions can damage a file when the log restarts.
pub(crate) const OLDEST_SQLITE: i32 = 3_051_003;

/// All tables, and the format that introduced each.
pub(crate) const TABLES: [(&str, i32); 10] = [
    ("changes", 1),
    ("closed", 1),
    ("forms", 1),
    ("keys", 1),
    ("meta", 1),
    ("notes", 1),
    ("open", 1),
    ("upload_chunks", 2),
    ("upload_files", 2),
    ("uploads", 1),
];

/// Format 2: files in chunks. Files of format 1 stay in `uploads` until they are purged.
const CREATE_UPLOAD_CHUNKS: &str = "
CREATE TABLE upload_files (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    active_at INTEGER,
    UNIQUE (id, name)
) STRICT;
CREATE INDEX upload_files_unfinished ON upload_files (active_at) WHERE active_at IS NOT NULL;
CREATE TABLE upload_chunks (
    number INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    position INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (file, position)
) STRICT;
";

/// Format 3: the wrapped data key of an encrypted file or record; null if it is in the clear.
const ADD_CONTENT_KEYS: &str = "
ALTER TABLE upload_files ADD COLUMN content_key BLOB;
ALTER TABLE notes ADD COLUMN content_key BLOB;
";

const CREATE: &str = "
CREATE TABLE forms (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    uses INTEGER NOT NULL,
    document TEXT NOT NULL
) STRICT;
CREATE TABLE open (
    id BLOB PRIMARY KEY,
    client TEXT NOT NULL,
    form INTEGER,
    last_change INTEGER NOT NULL,
    record BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE closed (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    client TEXT NOT NULL,
    mode INTEGER NOT NULL,
    status INTEGER NOT NULL,
    audience INTEGER NOT NULL,
    person TEXT,
    closed_at INTEGER NOT NULL,
    form INTEGER,
    last_change INTEGER NOT NULL,
    secrets BLOB,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX closed_of_client ON closed (client, id);
CREATE INDEX closed_by_time ON closed (closed_at);
CREATE TABLE keys (
    client TEXT NOT NULL,
    key TEXT NOT NULL,
    id BLOB NOT NULL,
    PRIMARY KEY (client, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_elicitation ON keys (id);
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    client TEXT NOT NULL,
    at INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE TABLE uploads (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (id, name)
) STRICT;
CREATE TABLE notes (
    shelf TEXT NOT NULL,
    key TEXT NOT NULL,
    elicitation BLOB,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of_elicitation ON notes (elicitation) WHERE elicitation IS NOT NULL;
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// How long a connection waits for a lock. Checkpoints and commits take turns.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens a connection without changing the file, which has to be checked first.
pub(crate) fn connect(file: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Checkpoints run in the background or when the store is closed, not when a connection is dropped.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Prepares a connection for writing. Every commit syncs the log.
pub(crate) fn prepare(connection: &Connection) -> Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON;
         PRAGMA checkpoint_fullfsync = ON;
         PRAGMA wal_autocheckpoint = 0;
         PRAGMA journal_size_limit = 83886080;
         PRAGMA secure_delete = FAST;
         PRAGMA trusted_schema = OFF;",
    )
}

/// Enlarges the cache of a connection. Called after loading, which would only fill it.
pub(crate) fn enlarge_cache(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "cache_size", -65_536)
}

/// Opens a read-only connection.
pub(crate) fn reader(file: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch("PRAGMA cache_size = -16384; PRAGMA trusted_schema = OFF;")?;
    Ok(connection)
}

/// Upgrades a file of an earlier format, or an empty one, in one transaction.
pub(crate) fn upgrade(connection: &Connection, from: i32) -> Result<()> {
    let steps = [(1, CREATE), (2, CREATE_UPLOAD_CHUNKS), (3, ADD_CONTENT_KEYS)];
    let steps: String = steps.iter().filter(|(format, _)| *format > from).map(|(_, step)| *step).collect();
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE;
         {steps}
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {FORMAT};
         COMMIT;"
    ))
}
