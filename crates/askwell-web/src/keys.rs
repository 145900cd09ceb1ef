//! API keys: their file, their hashes, and the callers that they identify.
//!
//! A key is 256 random bits and is shown once. The file contains only its SHA-256, so reading the
//! file gives no access. While there is no file, every caller is the local client. If the file
//! breaks or disappears while the service runs, the last good keys stay valid and no others. Nodes
//! that share a store keep their keys in it, in the same format.

mod file;
mod plain_key;
mod private_file;
mod shared;
mod stored_key;
mod timeouts;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use askwell_engine::Limits;
use askwell_lifecycle::{Actor, Surface};
use parking_lot::Mutex;
use subtle::ConstantTimeEq as _;

use crate::caller::{Caller, Role};

pub(crate) use file::is_person_name;
pub use file::{KeyFile, KeyFileError, KeyRecord, KeyRequest};
pub use plain_key::PlainKey;
pub use shared::SharedKeys;

/// How often the file is checked for changes.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The keys of a running service. Clones share the state.
#[derive(Debug, Clone)]
pub struct Keys(Arc<KeysState>);

#[derive(Debug)]
struct KeysState {
    source: KeySource,
    /// The hash of the key for programs of the service's own user.
    local_key: OnceLock<[u8; 32]>,
    limits: Limits,
    state: Mutex<LoadedKeys>,
}

#[derive(Debug)]
enum KeySource {
    /// No key is ever required.
    None,
    File(PathBuf),
    /// The store, which a task reads.
    Store,
}

#[derive(Debug, Default)]
struct LoadedKeys {
    checked_at: Option<Instant>,
    stamp: Option<(SystemTime, u64)>,
    /// `None` while there is no file.
    keys: Option<Arc<[KeyRecord]>>,
    /// How often the keys have changed.
    changes: u64,
}

/// A key that was valid when it was shown. [`Keys::is_still_valid`] checks whether it still is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedKey {
    /// `None` if no key was needed.
    hash: Option<[u8; 32]>,
    /// The number of changes when it was checked.
    changes: u64,
}

impl Keys {
    /// Returns keys that are never required: every caller is the local client.
    #[must_use]
    pub fn none() -> Keys {
        Keys::from(KeySource::None, Limits::default(), LoadedKeys::default())
    }

    fn from(source: KeySource, limits: Limits, loaded: LoadedKeys) -> Keys {
        let (local_key, state) = (OnceLock::new(), Mutex::new(loaded));
        Keys(Arc::new(KeysState { source, local_key, limits, state }))
    }

    /// Loads the keys of a file, which need not exist yet. `limits` apply to keys without limits of
    /// their own.
    ///
    /// # Errors
    /// Fails if the file exists and cannot be read or is not a key file.
    pub fn load(file: PathBuf, limits: Limits) -> Result<Keys, KeyFileError> {
        // The stamp is read before the content: a write in between is noticed at the next check.
        let stamp = stamp(&file);
        let keys = KeyFile::at(&file).read()?.map(|found| Arc::from(found.keys));
        let state = LoadedKeys { checked_at: Some(Instant::now()), stamp, keys, changes: 0 };
        Ok(Keys::from(KeySource::File(file), limits, state))
    }

    /// Loads the keys in a store, and loads them again every second while they are in use. `limits`
    /// apply to keys without limits of their own.
    ///
    /// # Errors
    /// Fails if the store fails, or another version of this program wrote the keys.
    pub async fn load_shared(shared: SharedKeys, limits: Limits) -> Result<Keys, KeyFileError> {
        let found = shared.read().await?;
        let loaded = LoadedKeys { keys: found.keys.map(Arc::from), ..LoadedKeys::default() };
        let keys = Keys::from(KeySource::Store, limits, loaded);
        tokio::spawn(shared::refresh(shared, Arc::downgrade(&keys.0), found.revision));
        Ok(keys)
    }

    /// Accepts a further key, whose holder is the local client, also while callers need keys. It is
    /// meant for programs of the service's own user, which find it in the service descriptor. Only
    /// the first key counts.
    pub fn accept_local_key(&self, key: &PlainKey) {
        let _ = self.0.local_key.set(PlainKey::hash_of(key.reveal()));
    }

    /// Returns whether callers need a key.
    #[must_use]
    pub fn are_required(&self) -> bool {
        self.current().0.is_some()
    }

    /// Returns whether there is at least one key.
    #[must_use]
    pub fn has_keys(&self) -> bool {
        self.current().0.is_some_and(|keys| !keys.is_empty())
    }

    /// Returns the caller with this key, or `None` if the key is invalid. Takes the same time in
    /// both cases.
    #[must_use]
    pub fn caller(&self, shown: Option<&str>) -> Option<(Caller, VerifiedKey)> {
        let (keys, changes) = self.current();
        let hash = PlainKey::hash_of(shown.unwrap_or_default());
        if shown.is_some() && self.is_local_key(&hash) {
            return Some((Caller::local(), VerifiedKey { hash: Some(hash), changes }));
        }
        let Some(keys) = keys else {
            // A caller that sends a key expects an identity, which a service without keys cannot
            // give.
            return shown.is_none().then(|| (Caller::local(), VerifiedKey { hash: None, changes }));
        };
        let found = find(&keys, &hash)?;
        let actor = match found.role {
            Role::Answers => Actor::person(found.person_name(), Surface::Api),
            Role::Operates => Actor::operator(Surface::Api).with_person(found.person_name()),
            Role::Asks | Role::Local => Actor::client(found.client_name(), Surface::Api),
        };
        let limits = found.limits(&self.0.limits);
        Some((Caller { actor, role: found.role, limits }, VerifiedKey { hash: Some(hash), changes }))
    }

    /// Returns whether a key that was valid is still valid.
    #[must_use]
    pub fn is_still_valid(&self, credential: &VerifiedKey) -> bool {
        let (keys, changes) = self.current();
        match (keys, credential.hash) {
            _ if changes == credential.changes => true,
            (None, None) => true,
            (_, Some(hash)) if self.is_local_key(&hash) => true,
            (Some(keys), Some(hash)) => find(&keys, &hash).is_some(),
            _ => false,
        }
    }

    fn is_local_key(&self, hash: &[u8; 32]) -> bool {
        self.0.local_key.get().is_some_and(|local| bool::from(local.ct_eq(hash)))
    }

    /// Returns the keys of the file, or the last good ones, and how often they have changed.
    fn current(&self) -> (Option<Arc<[KeyRecord]>>, u64) {
        let mut state = self.0.state.lock();
        let file = match &self.0.source {
            KeySource::None => return (None, 0),
            KeySource::Store => return (state.keys.clone(), state.changes),
            KeySource::File(file) => file,
        };
        if state.checked_at.is_none_or(|checked_at| checked_at.elapsed() >= REFRESH_INTERVAL) {
            state.checked_at = Some(Instant::now());
            let found = stamp(file);
            if found != state.stamp {
                state.stamp = found;
                match KeyFile::at(file).read() {
                    Ok(Some(found)) => {
                        tracing::info!(keys = found.keys.len(), "keys loaded");
                        state.keys = Some(Arc::from(found.keys));
                        state.changes += 1;
                    }
                    Ok(None) => tracing::warn!("the key file is gone; the keys it had stay in force"),
                    Err(error) => {
                        tracing::error!(%error, "the keys stay as they were");
                        // A file that cannot be read now may be readable later without a change.
                        if let KeyFileError::File { .. } = error {
                            state.stamp = None;
                        }
                    }
                }
            }
        }
        (state.keys.clone(), state.changes)
    }
}

/// Compares the hash with every key, so that the time does not depend on the match.
fn find<'k>(keys: &'k [KeyRecord], hash: &[u8; 32]) -> Option<&'k KeyRecord> {
    keys.iter().fold(None, |found, key| if bool::from(key.sha256.ct_eq(hash)) { Some(key) } else { found })
}

fn stamp(file: &std::path::Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests;
