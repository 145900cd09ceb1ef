//! API keys: who may call, kept as hashes in one file, looked at again when it changes.
//!
//! A key is 256 random bits that are shown once. The file holds their SHA-256, so that whoever reads it has no key.
//! As long as there is no file, there is one local client. A file that breaks or goes away while the service runs
//! opens nothing: the keys that were good stay good, and no others.

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

/// How long a look at the file is good for.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The keys of a running service. Cheap to clone.
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
    /// `None` as long as there is no file.
    keys: Option<Arc<[KeyRecord]>>,
    /// How often they have changed.
    changes: u64,
}

/// Names a key that was good when it was shown. To see whether it still is: [`Keys::is_still_valid`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedKey {
    /// Nothing, if it was good to show none.
    hash: Option<[u8; 32]>,
    /// How often keys had changed until then.
    changes: u64,
}

impl Keys {
    /// No keys: everybody who can connect is the one local client.
    #[must_use]
    pub fn none() -> Keys {
        Keys(Arc::new(KeysState { file: None, limits: Limits::default(), state: Mutex::default() }))
    }

    /// The keys of a file that may not be there yet. `limits` are for keys that have none of their own.
    ///
    /// # Errors
    /// When there is a file and it cannot be used.
    pub fn load(file: PathBuf, limits: Limits) -> Result<Keys, KeyFileError> {
        // First when it was written, then what: what is written in between is noticed at the next look.
        let stamp = stamp(&file);
        let keys = KeyFile::at(&file).read()?.map(|found| Arc::from(found.keys));
        let state = LoadedKeys { checked_at: Some(Instant::now()), stamp, keys, changes: 0 };
        Ok(Keys(Arc::new(KeysState { file: Some(file), limits, state: Mutex::new(state) })))
    }

    /// Whether somebody without a key gets in.
    #[must_use]
    pub fn are_required(&self) -> bool {
        self.current().0.is_some()
    }

    /// Whether there is a key that somebody could have.
    #[must_use]
    pub fn has_keys(&self) -> bool {
        self.current().0.is_some_and(|keys| !keys.is_empty())
    }

    /// Who shows this key; nobody, if it is not one of ours. Takes the same time either way.
    #[must_use]
    pub fn caller(&self, shown: Option<&str>) -> Option<(Caller, VerifiedKey)> {
        let (keys, changes) = self.current();
        let Some(keys) = keys else {
            // Somebody who shows a key means to be somebody; here nobody is.
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

    /// Whether a credential would still be accepted.
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

    /// The keys as the file has them now, or had them when it was last good; and how often they have changed.
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
                        // A file that cannot be read today may be the same one that can be tomorrow.
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

/// Looks at every key, whichever fits.
fn find<'k>(keys: &'k [KeyRecord], hash: &[u8; 32]) -> Option<&'k KeyRecord> {
    keys.iter().fold(None, |found, key| if bool::from(key.sha256.ct_eq(hash)) { Some(key) } else { found })
}

fn stamp(file: &std::path::Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests;
