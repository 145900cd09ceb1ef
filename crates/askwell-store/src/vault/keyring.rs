//! The keyring: keys that wrap data keys, one to write with and others to read with. Stored apart from the
//! data.

mod file;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::DataKey;

/// Keys by name. The first is the current one, which encrypts new data. The others only decrypt.
///
/// As text: entries separated by commas or line breaks, each a base64 key of 32 bytes, with a name in front
/// (`2026:q83v…`) or without (then it is named by its fingerprint). `#` starts a comment.
#[derive(Clone)]
pub struct Keyring {
    current: (String, DataKey),
    older: Vec<(String, DataKey)>,
    /// What is encrypted in new data.
    encrypt: Encrypt,
}

/// What a store encrypts at rest. Reading does not depend on it: stored data says how it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encrypt {
    /// The answers to secret fields.
    #[default]
    Secrets,
    /// All answers, the results of pages, uploaded files, and records of elicitations.
    Answers,
}

/// A keyring that cannot be used. No message contains any part of a key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyringError {
    /// The keyring has no key.
    #[error("the keyring is empty; a key is 32 random bytes in base64, as `openssl rand -base64 32` makes")]
    Empty,
    /// An entry is not a key.
    #[error("entry {number} of the keyring is not a key: {why}")]
    Entry {
        /// Its number, starting at 1.
        number: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Two keys have the same name.
    #[error("the keyring has two keys named {0:?}")]
    Twice(String),
    /// The environment variable is missing or not text.
    #[error("the environment variable {0} does not hold a keyring")]
    Variable(String),
    /// Other users can read the file.
    #[error("{} can be read by others (mode {mode:o}); make it yours alone: chmod 600", .file.display())]
    Exposed {
        /// The file.
        file: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The file could not be read or created.
    #[error("the key file {} cannot be used: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The underlying error.
        source: io::Error,
    },
}

impl Keyring {
    /// Reads a keyring from text.
    ///
    /// # Errors
    /// When an entry is not a key, or there is none.
    pub fn parse(text: &str) -> Result<Keyring, KeyringError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let entries = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|entry| !entry.is_empty());
        let mut keys: Vec<(String, DataKey)> = Vec::new();
        for (index, entry) in entries.enumerate() {
            let (id, key) = parse_key(entry).map_err(|why| KeyringError::Entry { number: index + 1, why })?;
            if keys.iter().any(|(other, _)| *other == id) {
                return Err(KeyringError::Twice(id));
            }
            keys.push((id, key));
        }
        let mut keys = keys.into_iter();
        let current = keys.next().ok_or(KeyringError::Empty)?;
        Ok(Keyring { current, older: keys.collect(), encrypt: Encrypt::default() })
    }

    /// Reads a keyring from an environment variable.
    ///
    /// # Errors
    /// When the variable is not there or does not hold a keyring.
    pub fn from_env(variable: &str) -> Result<Keyring, KeyringError> {
        let text = std::env::var(variable).map_err(|_| KeyringError::Variable(variable.to_owned()))?;
        Keyring::parse(&Zeroizing::new(text))
    }

    /// Reads a keyring from a file that only its owner can read.
    ///
    /// # Errors
    /// When the file does not exist, other users can read it, or it does not hold a keyring.
    pub fn from_file(file: &Path) -> Result<Keyring, KeyringError> {
        let unusable = |source| KeyringError::File { file: file.to_owned(), source };
        if let Some(mode) = exposure(&fs::metadata(file).map_err(unusable)?) {
            return Err(KeyringError::Exposed { file: file.to_owned(), mode });
        }
        Keyring::parse(&Zeroizing::new(fs::read_to_string(file).map_err(unusable)?))
    }

    /// Reads a keyring from a file, and creates the file with a new key if it does not exist.
    ///
    /// # Errors
    /// When the file can be neither read nor created.
    pub fn from_file_or_new(file: &Path) -> Result<Keyring, KeyringError> {
        match create(file) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(KeyringError::File { file: file.to_owned(), source }),
        }
        Keyring::from_file(file)
    }

    /// Sets what is encrypted in new data.
    pub(crate) fn encrypting(self, encrypt: Encrypt) -> Keyring {
        Keyring { encrypt, ..self }
    }

    /// Returns what is encrypted in new data.
    pub(crate) fn encrypt(&self) -> Encrypt {
        self.encrypt
    }

    /// Returns the name of each key with a value that shows whether another keyring has the same key. The
    /// values do not reveal keys.
    #[must_use]
    pub fn check_values(&self) -> Vec<(String, String)> {
        let keys = iter::once(&self.current).chain(&self.older);
        keys.map(|(name, key)| {
            let digest =
                Sha256::new().chain_update(b"askwell keyring check 1").chain_update(**key).finalize();
            let value = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
            (name.clone(), value)
        })
        .collect()
    }

    /// Returns a key for another purpose, derived from each key of the keyring, the current one first. Two
    /// programs with the same keyring get the same keys. Derived keys reveal neither the keyring nor each
    /// other.
    #[must_use]
    pub fn derive_keys(&self, purpose: &str) -> Vec<Zeroizing<[u8; 32]>> {
        let derive = |key: &DataKey| {
            let hash = Sha256::new().chain_update(b"askwell derived key 1");
            let hash = hash.chain_update((purpose.len() as u64).to_be_bytes()).chain_update(purpose);
            Zeroizing::new(hash.chain_update(**key).finalize().into())
        };
        self.all().map(|(_, key)| derive(key)).collect()
    }

    /// Returns the current key and its name.
    pub(super) fn current(&self) -> (&str, &DataKey) {
        (&self.current.0, &self.current.1)
    }

    pub(super) fn find(&self, id: &str) -> Option<&DataKey> {
        self.all().find(|(other, _)| other == id).map(|(_, key)| key)
    }

    fn all(&self) -> impl Iterator<Item = &(String, DataKey)> {
        iter::once(&self.current).chain(&self.older)
    }
}

/// Shows names, never keys.
impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.all().map(|(id, _)| id)).finish()
    }
}

fn parse_key(entry: &str) -> Result<(String, DataKey), &'static str> {
    let (id, encoded) = match entry.split_once(':') {
        Some((id, encoded)) => (Some(id.trim()), encoded.trim()),
        None => (None, entry),
    };
    let named_well = |id: &str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    if !id.is_none_or(named_well) {
        return Err("its name must be 1 to 64 letters, digits, `-`, `_` or `.`");
    }
    let bytes = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| "it is not base64")?);
    let mut key = DataKey::default();
    if bytes.len() != key.len() {
        return Err("it does not have 32 bytes");
    }
    key.copy_from_slice(&bytes);
    let id = id.map_or_else(|| fingerprint(&key), str::to_owned);
    Ok((id, key))
}

/// Returns the name for a key without one: enough of its hash to tell keys apart, too little to find one.
fn fingerprint(key: &DataKey) -> String {
    let hash = Sha256::new().chain_update(b"askwell key name").chain_update(**key).finalize();
    let digits = hash.iter().take(6).map(|byte| format!("{byte:02x}"));
    digits.collect()
}

/// Returns the permissions of a file that other users can access; `None` if they cannot.
#[cfg(unix)]
fn exposure(metadata: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = metadata.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

#[cfg(not(unix))]
fn exposure(_metadata: &fs::Metadata) -> Option<u32> {
    None
}

/// Creates a file with a new key, for its owner only. Fails if the file exists.
fn create(file: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut made = options.open(file)?;
    let mut key = DataKey::default();
    getrandom::fill(&mut *key).map_err(|error| io::Error::other(error.to_string()))?;
    let encoded = Zeroizing::new(STANDARD.encode(*key));
    let written = writeln!(made, "{}:{}", fingerprint(&key), *encoded).and_then(|()| made.sync_all());
    if let Err(error) = written {
        // A partial key would block the next attempt.
        let _ = fs::remove_file(file);
        return Err(error);
    }
    // The directory entry must survive a power failure, or all encrypted data is lost.
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => crate::folder::sync(folder),
        None => crate::folder::sync(Path::new(".")),
    }
}

#[cfg(test)]
mod tests;
