//! API keys: their file, their hashes, and the callers that they identify.
//!
//! A key is 256 random bits and is shown once. The file contains only its SHA-256, so reading the
//! file gives no access. While there is no file, every caller is the local client. If the file
//! breaks or disappears while the service runs, the last good keys stay valid and no others.

mod file;
mod plain_key;
mod timeouts;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use askwell_engine::Limits;
use askwell_lifecycle::{Actor, Surface};
use parking_lot::Mutex;
use subtle::ConstantTimeEq as _;

use crate::caller::{Caller, Role};

pub(crate) use file::is_person_name;
pub use file::{KeyFile, KeyFileError, KeyRecord, KeyRequest};
pub use plain_key::PlainKey;

/// How often the file is checked for changes.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The keys of a running service. Clones share the state.
#[derive(Debug, Clone)]
pub struct Keys(Arc<KeysState>);

#[derive(Debug)]
struct KeysState {
    file: Option<PathBuf>,
    limits: Limits,
    state: Mutex<LoadedKeys>,
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
        Keys(Arc::new(KeysState { file: None, limits: Limits::default(), state: Mutex::default() }))
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
        Ok(Keys(Arc::new(KeysState { file: Some(file), limits, state: Mutex::new(state) })))
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
        let Some(keys) = keys else {
            // A caller that sends a key expects an identity, which a service without keys cannot
            // give.
            return shown.is_none().then(|| (Caller::local(), VerifiedKey { hash: None, changes }));
        };
        let hash = PlainKey::hash_of(shown.unwrap_or_default());
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
            (Some(keys), Some(hash)) => find(&keys, &hash).is_some(),
            _ => false,
        }
    }

    /// Returns the keys of the file, or the last good ones, and how often they have changed.
    fn current(&self) -> (Option<Arc<[KeyRecord]>>, u64) {
        let mut state = self.0.state.lock();
        let Some(file) = &self.0.file else { return (None, 0) };
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
