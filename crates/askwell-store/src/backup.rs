//! Backups: consistent copies of a store that is in use, checked before they are published.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use askwell_lifecycle::ElicitationId;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::folder::{self, DATABASE};
use crate::key_use;
use crate::open::{OpenError, OpenOptions};
use crate::schema;
use crate::vault;

/// The contents of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backup {
    /// Open elicitations.
    pub open: u64,
    /// Closed elicitations.
    pub closed: u64,
    /// The size of the copy in bytes.
    pub bytes: u64,
}

/// A backup that failed. Nothing of it is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// There is no store to copy.
    #[error("there is no store in {}; name the data folder of the service", .folder.display())]
    NoStore {
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// The target exists.
    #[error("{} exists already; name a folder that does not", .folder.display())]
    Exists {
        /// The target.
        folder: PathBuf,
    },
    /// The copy could not be written.
    #[error("the copy cannot be written to {}: {source}", .folder.display())]
    Write {
        /// The target.
        folder: PathBuf,
        /// The underlying error.
        source: io::Error,
    },
    /// The store could not be read, or the copy could not be written.
    #[error("the store cannot be copied: {0}")]
    Copy(#[from] rusqlite::Error),
    /// The copy is damaged.
    #[error("the copy is not whole ({detail}); the store itself may be damaged: check its disk")]
    NotWhole {
        /// The result of the integrity check.
        detail: String,
    },
    /// The copy cannot be opened.
    #[error("the copy cannot be opened: {0}")]
    Open(#[from] OpenError),
}

/// Copies the store in `folder` into the new folder `to` as of one moment, and checks every page and every
/// open elicitation of the copy. Blocks.
///
/// The store may be in use by this or another process, and writing continues. The copy can be opened as a
/// store. It does not contain the keyring. If this function fails or the process ends, the folder `to` does
/// not exist.
///
/// # Errors
/// When there is no store, `to` exists, or the copy cannot be written or is damaged.
pub fn backup(folder: &Path, to: &Path) -> Result<Backup, BackupError> {
    let source = folder.join(DATABASE);
    if !source.is_file() {
        return Err(BackupError::NoStore { folder: folder.to_owned() });
    }
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists { folder: to.to_owned() });
    }
    let mut partial = to.as_os_str().to_owned();
    partial.push(format!(".partial-{}", std::process::id()));
    let partial = PathBuf::from(partial);
    let made = copy(&source, &partial).and_then(|backup| {
        let written = fs::rename(&partial, to).and_then(|()| sync_parent(to));
        written.map_err(|source| BackupError::Write { folder: to.to_owned(), source })?;
        Ok(backup)
    });
    if made.is_err() {
        // A partial copy could be mistaken for a backup.
        let _ = fs::remove_dir_all(&partial);
    }
    made
}

fn copy(source: &Path, partial: &Path) -> Result<Backup, BackupError> {
    let unwritable = |source| BackupError::Write { folder: partial.to_owned(), source };
    folder::make(partial).map_err(unwritable)?;
    let target = partial.join(DATABASE);
    // SQLite writes into a file that is empty, and leaves its permissions as they are.
    folder::private_file(&target).map_err(unwritable)?;
    {
        let connection = source_connection(source)?;
        connection.execute("VACUUM INTO ?1", [target.to_string_lossy().as_ref()])?;
    }
    fs::File::open(&target).and_then(|file| file.sync_all()).map_err(unwritable)?;
    let backup = check(&target)?;
    // Opening reads every open elicitation. Dropping leaves an empty log, which is removed below, as closing
    // would take longer.
    drop(OpenOptions::new().open(partial)?);
    settle(&target)?;
    let _ = fs::remove_file(partial.join(folder::LOCK));
    folder::sync(partial).map_err(unwritable)?;
    Ok(backup)
}

/// Opens the store for reading, beside the process that has it open. Keeps the log of a store in use, and
/// removes it otherwise.
fn source_connection(source: &Path) -> Result<Connection, BackupError> {
    let connection = schema::connect(source)?;
    let mut log = source.as_os_str().to_owned();
    log.push("-wal");
    let in_use = Path::new(&log).exists();
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, in_use)?;
    Ok(connection)
}

/// Checks every page of the copy, and counts its contents.
fn check(target: &Path) -> Result<Backup, BackupError> {
    let connection = schema::connect(target)?;
    let answer: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if answer != "ok" {
        return Err(BackupError::NotWhole { detail: answer });
    }
    let count = |table: &str| -> Result<u64, rusqlite::Error> {
        let count: i64 =
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or_default())
    };
    let bytes = fs::metadata(target).map_or(0, |file| file.len());
    Ok(Backup { open: count("open")?, closed: count("closed")?, bytes })
}

/// Checkpoints what opening has written, and removes the log.
fn settle(target: &Path) -> Result<(), BackupError> {
    let connection = schema::connect(target)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

/// Counts for each key, by name, how many elicitations in `folder` need it for answers, uploads or records.
/// The store may be in use. Blocks, and reads everything that is encrypted.
///
/// # Errors
/// When there is no store, or it cannot be read.
pub fn key_uses(folder: &Path) -> Result<BTreeMap<String, u64>, BackupError> {
    let source = folder.join(DATABASE);
    if !source.is_file() {
        return Ok(BTreeMap::new());
    }
    let connection = source_connection(&source)?;
    let mut uses = BTreeMap::new();
    // The current elicitation, and the keys that it was counted for.
    let mut current: (Option<ElicitationId>, Vec<String>) = (None, Vec::new());
    let counted = key_use::visit(&connection, &mut |subject, sealed| {
        let name = vault::key_name(subject, sealed)?;
        if current.0 != Some(subject.id()) {
            current = (Some(subject.id()), Vec::new());
        }
        if !current.1.iter().any(|counted| counted == name) {
            current.1.push(name.to_owned());
            *uses.entry(name.to_owned()).or_insert(0) += 1;
        }
        Ok(())
    });
    counted.map_err(|error| BackupError::NotWhole { detail: error.to_string() })?;
    Ok(uses)
}

fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => folder::sync(parent),
        None => folder::sync(Path::new(".")),
    }
}
