//! The folder of a store, and the lock that keeps other processes out.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::open::OpenError;

/// The name of the database within the folder.
pub(crate) const DATABASE: &str = "askwell.db";
/// The name of the lock file.
pub(crate) const LOCK: &str = "lock";

/// A locked folder. Dropping it unlocks it.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) database: PathBuf,
    /// Closing the file unlocks it. It is not removed, as that could remove another process's lock.
    _lock: File,
}

impl Folder {
    /// Creates the folder if it does not exist, and locks it.
    pub(crate) fn lock(folder: &Path) -> Result<Folder, OpenError> {
        let unusable = |source| OpenError::Folder { folder: folder.to_owned(), source };
        make(folder).map_err(unusable)?;
        let mut lock = private_file(&folder.join(LOCK)).map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = lock.read_to_string(&mut holder);
                return Err(OpenError::InUse {
                    folder: folder.to_owned(),
                    process: holder.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(unusable(source)),
        }
        // Informs other processes; writing it may fail without harm.
        let _ = lock.set_len(0).and_then(|()| lock.seek(SeekFrom::Start(0)));
        let _ = write!(lock, "{}", std::process::id());
        let database = folder.join(DATABASE);
        // SQLite gives its other files the permissions of this one.
        private_file(&database).map_err(unusable)?;
        sync(folder).map_err(unusable)?;
        Ok(Folder { database, _lock: lock })
    }

    /// Returns the path of the write-ahead log.
    pub(crate) fn log(&self) -> PathBuf {
        let mut name = self.database.clone().into_os_string();
        name.push("-wal");
        PathBuf::from(name)
    }
}

/// Opens a file for reading and writing; creates it for its owner only.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// Creates a folder for its owner only. Leaves an existing one as it is.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Syncs the directory, so that its entries are durable.
#[cfg(unix)]
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync(_folder: &Path) -> io::Result<()> {
    Ok(())
}
