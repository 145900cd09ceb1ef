//! Reads and changes the key file. It is locked during a change and replaced atomically.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use askwell_engine::{Limits, StoreError};
use askwell_lifecycle::ClientTimeouts;

use super::plain_key::PlainKey;
use super::private_file::{create, make_folder};
use super::scopes::KeyScopes;
use super::{stored_key, timeouts, unix_millis};
use crate::caller::{LOCAL_CLIENT, Role};

/// The key file.
#[derive(Debug, Clone)]
pub struct KeyFile {
    path: PathBuf,
}

/// The content of the key file.
#[derive(Debug)]
pub struct KeyList {
    /// Every key, the oldest first.
    pub keys: Vec<KeyRecord>,
}

/// A key in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    /// The name of the key.
    pub name: String,
    /// The role of the key.
    pub role: Role,
    /// The client name under which the key asks; `None` means the name of the key.
    pub client: Option<String>,
    /// The person as whom the key answers; `None` means the name of the key.
    pub person: Option<String>,
    /// The SHA-256 of the key.
    pub sha256: [u8; 32],
    /// When the key was created, in milliseconds since 1970.
    pub created_at: u64,
    /// How many elicitations the client may create per rate window; `None` means the limit of the
    /// service.
    pub per_window: Option<u32>,
    /// How many elicitations the client may have open; `None` means the limit of the service.
    pub open: Option<usize>,
    /// The timeouts of the client, in place of those of the service.
    pub timeouts: ClientTimeouts,
    /// From when on the key is invalid, in milliseconds since 1970; `None` means never.
    pub expires_at: Option<u64>,
    /// What the key is limited to, beside its role.
    pub scopes: KeyScopes,
}

/// The settings of a new key.
#[derive(Debug, Clone)]
pub struct KeyRequest {
    /// The name of the key.
    pub name: String,
    /// The role of the key.
    pub role: Role,
    /// The client name under which the key asks; `None` means the name of the key.
    pub client: Option<String>,
    /// The person as whom the key answers; `None` means the name of the key.
    pub person: Option<String>,
    /// How many elicitations the client may create per rate window.
    pub per_window: Option<u32>,
    /// How many elicitations the client may have open.
    pub open: Option<usize>,
    /// The timeouts of the client, in place of those of the service.
    pub timeouts: ClientTimeouts,
    /// From when on the key is invalid, in milliseconds since 1970; `None` means never.
    pub expires_at: Option<u64>,
    /// What the key is limited to, beside its role.
    pub scopes: KeyScopes,
}

impl KeyRequest {
    /// Returns the request for a key with this name and role, the limits of the service, no end and no scopes.
    #[must_use]
    pub fn new(name: impl Into<String>, role: Role) -> KeyRequest {
        KeyRequest {
            name: name.into(),
            role,
            client: None,
            person: None,
            per_window: None,
            open: None,
            timeouts: ClientTimeouts::default(),
            expires_at: None,
            scopes: KeyScopes::default(),
        }
    }
}

/// Why the key file could not be read or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyFileError {
    /// The file cannot be read or written.
    #[error("the key file {} cannot be used: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not a key file.
    #[error("{} is not a key file: {why}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The cause.
        why: String,
    },
    /// A key of this name exists already.
    #[error("there is a key named {0:?} already; revoke it, or choose another name")]
    Exists(String),
    /// There is no key of this name.
    #[error("there is no key named {0:?}")]
    NoSuchKey(String),
    /// The name is not allowed.
    #[error(
        "{0:?} cannot be used as a name: 1 to 64 letters, digits, `-`, `_`, `.` or `@`, and not {LOCAL_CLIENT:?}"
    )]
    Name(String),
    /// The keys in the store cannot be read or written.
    #[error("the keys in the store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The timeouts contradict each other or exceed every limit.
    #[error("the key {name:?} cannot have these timeouts: {why}")]
    Timeouts {
        /// The key's name.
        name: String,
        /// What is wrong.
        why: String,
    },
}

impl KeyRecord {
    /// Returns the client name under which the key asks.
    #[must_use]
    pub fn client_name(&self) -> &str {
        self.client.as_deref().unwrap_or(&self.name)
    }

    /// The person as whom the key answers; `None` means the name of the key.
    #[must_use]
    pub fn person_name(&self) -> &str {
        self.person.as_deref().unwrap_or(&self.name)
    }

    /// Returns whether the key is invalid because of its age.
    #[must_use]
    pub fn has_expired(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|at| now >= at)
    }

    pub(super) fn limits(&self, usual: &Limits) -> Option<Limits> {
        if self.per_window.is_none() && self.open.is_none() && self.timeouts == ClientTimeouts::default() {
            return None;
        }
        Some(Limits {
            per_window: self.per_window.unwrap_or(usual.per_window),
            open_per_client: self.open.unwrap_or(usual.open_per_client),
            timeouts: self.timeouts,
            ..*usual
        })
    }
}

impl KeyFile {
    /// Returns the key file at this path. Does not access it.
    #[must_use]
    pub fn at(path: &Path) -> KeyFile {
        KeyFile { path: path.to_owned() }
    }

    /// Reads the file. Returns `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the file exists and cannot be read or is not a key file.
    pub fn read(&self) -> Result<Option<KeyList>, KeyFileError> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|source| self.failed(source))?,
        };
        let keys = stored_key::decode(&text)
            .map_err(|why| KeyFileError::Unreadable { file: self.path.clone(), why })?;
        Ok(Some(KeyList { keys }))
    }

    /// Creates a key and returns it in the clear, which is the only time that it is known.
    ///
    /// # Errors
    /// Fails if the name exists or is not allowed, the timeouts contradict each other, or the file
    /// cannot be written.
    pub fn create(&self, request: KeyRequest) -> Result<PlainKey, KeyFileError> {
        check(&request)?;
        let _lock = self.lock()?;
        let mut keys = self.read()?.map_or_else(Vec::new, |list| list.keys);
        let key = add(&mut keys, request)?;
        self.write(&keys)?;
        Ok(key)
    }

    /// Revokes a key and returns how many are left.
    ///
    /// # Errors
    /// Fails if there is no such key or the file cannot be written.
    pub fn revoke(&self, name: &str) -> Result<usize, KeyFileError> {
        let _lock = self.lock()?;
        let mut keys = self.read()?.map_or_else(Vec::new, |list| list.keys);
        remove(&mut keys, name)?;
        self.write(&keys)?;
        Ok(keys.len())
    }

    /// Adds keys from another place, as they are. Returns how many; a key whose name exists is left
    /// out.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub fn import(&self, found: &[KeyRecord]) -> Result<usize, KeyFileError> {
        let _lock = self.lock()?;
        let mut keys = self.read()?.map_or_else(Vec::new, |list| list.keys);
        let added = import(&mut keys, found);
        self.write(&keys)?;
        Ok(added)
    }

    fn failed(&self, source: io::Error) -> KeyFileError {
        KeyFileError::File { file: self.path.clone(), source }
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Locks the file against concurrent changes until the returned handle is dropped.
    fn lock(&self) -> Result<fs::File, KeyFileError> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(|source| self.failed(source))?;
        }
        let path = self.beside(".lock");
        let lock = match create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                fs::OpenOptions::new().write(true).open(&path)
            }
            created => created,
        };
        let lock = lock.map_err(|source| self.failed(source))?;
        lock.lock().map_err(|source| self.failed(source))?;
        Ok(lock)
    }

    /// Makes the rename durable: without it, a revoked key could be back after a power failure.
    #[cfg(unix)]
    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync_folder(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, keys: &[KeyRecord]) -> Result<(), KeyFileError> {
        let text = stored_key::encode(keys).map_err(|error| self.failed(error.into()))?;
        let fresh = self.beside(".new");
        let replace = || {
            match fs::remove_file(&fresh) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = create(&fresh)?;
            file.write_all(text.as_bytes())?;
            file.write_all(b"\n")?;
            file.sync_all()?;
            fs::rename(&fresh, &self.path)?;
            self.sync_folder()
        };
        replace().map_err(|source| self.failed(source))
    }
}

/// Checks the names and timeouts of a new key.
pub(super) fn check(request: &KeyRequest) -> Result<(), KeyFileError> {
    let names = [Some(&request.name), request.client.as_ref(), request.person.as_ref()];
    if let Some(bad) = names.into_iter().flatten().find(|name| !is_name(name)) {
        return Err(KeyFileError::Name(bad.clone()));
    }
    let name = || request.name.clone();
    timeouts::check(&request.timeouts).map_err(|why| KeyFileError::Timeouts { name: name(), why })
}

/// Adds a new key to a list, and returns it in the clear.
pub(super) fn add(keys: &mut Vec<KeyRecord>, request: KeyRequest) -> Result<PlainKey, KeyFileError> {
    if keys.iter().any(|key| key.name == request.name) {
        return Err(KeyFileError::Exists(request.name));
    }
    let key = PlainKey::new();
    keys.push(KeyRecord {
        name: request.name,
        role: request.role,
        client: request.client,
        person: request.person,
        sha256: PlainKey::hash_of(key.reveal()),
        created_at: unix_millis(),
        per_window: request.per_window,
        open: request.open,
        timeouts: request.timeouts,
        expires_at: request.expires_at,
        scopes: request.scopes,
    });
    Ok(key)
}

/// Adds the keys whose names are new. Returns how many.
pub(super) fn import(keys: &mut Vec<KeyRecord>, found: &[KeyRecord]) -> usize {
    let before = keys.len();
    for key in found {
        if !keys.iter().any(|known| known.name == key.name) {
            keys.push(key.clone());
        }
    }
    keys.len() - before
}

/// Removes a key from a list.
pub(super) fn remove(keys: &mut Vec<KeyRecord>, name: &str) -> Result<(), KeyFileError> {
    let before = keys.len();
    keys.retain(|key| key.name != name);
    if keys.len() == before {
        return Err(KeyFileError::NoSuchKey(name.to_owned()));
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    is_person_name(name) && name != LOCAL_CLIENT
}

/// Returns whether a person may have this name: the rules of key names, and `local` is allowed.
pub(crate) fn is_person_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'@');
    (1..=64).contains(&name.len()) && name.bytes().all(plain)
}
