//! Opens a store with its keyring in a file beside it, and creates what is missing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::open::{OpenError, OpenOptions};
use crate::sqlite_store::SqliteStore;
use crate::vault::{Keyring, KeyringError};

/// Returns the default file for the keyring of a data folder: beside the folder, so that a copy of the data does not
/// include the keys.
#[must_use]
pub fn keyring_file(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".keyring");
    PathBuf::from(name)
}

impl OpenOptions {
    /// Opens a folder with the keys in a file. Creates the folder, and the file with a new key in it, if they do not
    /// exist. Must be called within a tokio runtime; opening runs on a blocking thread. Dropping the future lets it
    /// finish there.
    ///
    /// # Errors
    /// Fails as [`OpenOptions::open`] does, if the key file cannot be used, or if the folder holds secrets that its
    /// keys do not decrypt. A key file that was created by this call is then removed, because it would hide that the
    /// right one is missing.
    pub async fn open_with_keyring_file(self, folder: &Path, file: &Path) -> Result<SqliteStore, OpenError> {
        let is_new = !file.exists();
        if let Some(parent) = file.parent().filter(|parent| is_new && !parent.as_os_str().is_empty()) {
            let unusable = |source| KeyringError::File { file: file.to_owned(), source };
            fs::create_dir_all(parent).map_err(unusable)?;
        }
        let keyring = Keyring::from_file_or_new(file)?;
        let place = folder.to_owned();
        let opening = tokio::task::spawn_blocking(move || self.keyring(keyring).open(&place));
        let opened = opening.await.unwrap_or_else(|error| {
            Err(OpenError::Folder { folder: folder.to_owned(), source: std::io::Error::other(error) })
        });
        let store = opened?;
        if let Err(source) = store.check_keys().await {
            if is_new {
                let _ = fs::remove_file(file);
            }
            return Err(OpenError::WrongKeyring { folder: folder.to_owned(), source });
        }
        Ok(store)
    }
}
