//! Changing a key file: adds a new key in front, and removes old ones. The file is replaced atomically.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::Zeroizing;

use super::{Keyring, KeyringError, fingerprint, parse_key};
use crate::vault::DataKey;

impl Keyring {
    /// Returns the names of the keys, the current one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all().map(|(name, _)| name.as_str())
    }

    /// Adds a new key in front of those in a file, and returns its name. It becomes the current key; all
    /// others stay.
    ///
    /// # Errors
    /// When the file does not hold a keyring, other users can read it, or it cannot be replaced. Then it is
    /// unchanged.
    pub fn add_key(file: &Path) -> Result<String, KeyringError> {
        Keyring::from_file(file)?;
        let unusable = |source| KeyringError::File { file: file.to_owned(), source };
        let before = Zeroizing::new(fs::read_to_string(file).map_err(unusable)?);
        let mut key = DataKey::default();
        getrandom::fill(&mut *key).map_err(|error| unusable(io::Error::other(error.to_string())))?;
        let name = fingerprint(&key);
        let encoded = Zeroizing::new(STANDARD.encode(*key));
        let text = Zeroizing::new(format!("{name}:{}\n{}", *encoded, *before));
        replace(file, &text).map_err(unusable)?;
        Ok(name)
    }

    /// Removes keys from a file by their names. The current key always stays.
    ///
    /// # Errors
    /// When the file does not hold a keyring or cannot be replaced. Then it is unchanged.
    pub fn remove_keys(file: &Path, names: &[String]) -> Result<(), KeyringError> {
        let keyring = Keyring::from_file(file)?;
        let current = keyring.current().0.to_owned();
        let unusable = |source| KeyringError::File { file: file.to_owned(), source };
        let before = Zeroizing::new(fs::read_to_string(file).map_err(unusable)?);
        let goes = |entry: &str| {
            let name = parse_key(entry.trim()).map(|(name, _)| name);
            name.is_ok_and(|name| name != current && names.contains(&name))
        };
        let mut text = Zeroizing::new(String::with_capacity(before.len()));
        for line in before.lines() {
            let (entries, comment) = line.split_once('#').unwrap_or((line, ""));
            if entries.split(',').any(goes) {
                let kept: Vec<&str> = entries.split(',').filter(|entry| !goes(entry)).collect();
                if kept.iter().any(|entry| !entry.trim().is_empty()) {
                    text.push_str(&Zeroizing::new(kept.join(",")));
                    if !comment.is_empty() {
                        text.push_str(" #");
                        text.push_str(comment);
                    }
                    text.push('\n');
                }
            } else {
                text.push_str(line);
                text.push('\n');
            }
        }
        replace(file, &text).map_err(unusable)
    }
}

/// Replaces a file atomically, for its owner only.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(format!(".new-{}", std::process::id()));
    let beside = Path::new(&beside);
    let written = write_private(beside, text).and_then(|()| fs::rename(beside, file));
    if written.is_err() {
        let _ = fs::remove_file(beside);
    }
    written?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    crate::folder::sync(folder.unwrap_or(Path::new(".")))
}

fn write_private(file: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut made = options.open(file)?;
    made.write_all(text.as_bytes())?;
    made.sync_all()
}
