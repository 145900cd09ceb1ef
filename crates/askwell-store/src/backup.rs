//! A copy of a store, made while it is in use, and checked before anybody relies on it.

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

/// What a backup holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backup {
    /// Elicitations that were open.
    pub open: u64,
    /// Elicitations that were closed.
    pub closed: u64,
    /// The size of the copy in bytes.
    pub bytes: u64,
}

/// A backup that was not made. Nothing of it is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// There is no store to copy.
    #[error("there is no store in {}; name the data folder of the service", .folder.display())]
    NoStore {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// The copy would replace something.
    #[error("{} exists already; name a folder that does not", .folder.display())]
    Exists {
        /// What is there.
        folder: PathBuf,
    },
    /// The copy could not be written.
    #[error("the copy cannot be written to {}: {source}", .folder.display())]
    Write {
        /// Where it was to go.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The store could not be read, or the copy could not be written.
    #[error("the store cannot be copied: {0}")]
    Copy(#[from] rusqlite::Error),
    /// The copy is not whole.
    #[error("the copy is not whole ({detail}); the store itself may be damaged: check its disk")]
    NotWhole {
        /// What was found.
        detail: String,
    },
    /// The copy cannot be opened.
    #[error("the copy cannot be opened: {0}")]
    Open(#[from] OpenError),
}

/// Copies the store in `folder` into the new folder `to`, as of one moment, and checks the copy: every page, every
/// record that is open. Blocks.
///
/// The store may be in use meanwhile, by this process or another one: writing goes on. The copy can be opened as a store
/// of its own. It does not have the keyring. If this fails or the process dies, there is no folder `to`.
///
/// # Errors
/// When there is no store, `to` exists, or the copy cannot be made or is not whole.
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
        // Half a copy would be taken for a whole one.
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
    // Reads every record that is open, as a service would. Dropping it leaves a log; closing it takes time that
    // nobody has here, so the log, which is empty, is removed with the lock.
    drop(OpenOptions::new().open(partial)?);
    settle(&target)?;
    let _ = fs::remove_file(partial.join(folder::LOCK));
    folder::sync(partial).map_err(unwritable)?;
    Ok(backup)
}

/// Opens the store to read from it, beside the process that has it. What that process does not leave behind is not left
/// behind here either.
fn source_connection(source: &Path) -> Result<Connection, BackupError> {
    let connection = schema::connect(source)?;
    let mut log = source.as_os_str().to_owned();
    log.push("-wal");
    let in_use = Path::new(&log).exists();
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, in_use)?;
    Ok(connection)
}

/// Checks every page of the copy, and counts what is in it.
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

/// Moves what opening has written into the file, and removes the log.
fn settle(target: &Path) -> Result<(), BackupError> {
    let connection = schema::connect(target)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

/// Counts for each key, by its name, how many elicitations in `folder` need it: for their answers, uploaded files or
/// notes. The store may be in use meanwhile. Blocks, and looks through everything that is encrypted.
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
    // The elicitation that is being counted, and the keys that it was counted for.
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
