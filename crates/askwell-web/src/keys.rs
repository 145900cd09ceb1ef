//! API keys: their file, their hashes, and the callers that they identify.
//!
//! A key is 256 random bits and is shown once. The file contains only its SHA-256, so reading the
//! file gives no access. While there is no file, every caller is the local client. If the file
//! breaks or disappears while the service runs, the last good keys stay valid and no others. Nodes
//! that share a store keep their keys in it, in the same format.

mod file;
mod plain_key;
mod private_file;
mod scopes;
mod shared;
mod stored_key;
mod timeouts;
mod usage;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use askwell_engine::{Limits, StoreError};
use askwell_lifecycle::{Actor, Surface};
use parking_lot::Mutex;
use subtle::ConstantTimeEq as _;

use crate::caller::{Caller, Role};

pub(crate) use file::is_person_name;
pub use file::{KeyFile, KeyFileError, KeyRecord, KeyRequest};
pub use plain_key::PlainKey;
#[cfg(feature = "sign-in")]
pub(crate) use scopes::SESSIONS_SCOPE;
pub(crate) use scopes::{AUDIT_SCOPE, EVENTS_SCOPE, MCP_SCOPE, METRICS_SCOPE, PAGES_SCOPE, UPLOADS_SCOPE};
pub use scopes::{ENTRY_POINTS, InvalidScope, KeyScopes};
pub use shared::SharedKeys;
pub use usage::KeyUsage;

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
    usage: usage::UsageLog,
}

#[derive(Debug)]
enum KeySource {
    /// No key is ever required.
    None,
    File(PathBuf),
    /// The store, which a task reads.
    Store(SharedKeys),
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
    /// When the key expires, in milliseconds since 1970.
    expires_at: Option<u64>,
}

impl Keys {
    /// Returns keys that are never required: every caller is the local client.
    #[must_use]
    pub fn none() -> Keys {
        Keys::from(KeySource::None, Limits::default(), LoadedKeys::default())
    }

    fn from(source: KeySource, limits: Limits, loaded: LoadedKeys) -> Keys {
        let (local_key, state) = (OnceLock::new(), Mutex::new(loaded));
        Keys(Arc::new(KeysState { source, local_key, limits, state, usage: usage::UsageLog::default() }))
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
        let keys = Keys::from(KeySource::Store(shared.clone()), limits, loaded);
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
            return Some((Caller::local(), VerifiedKey { hash: Some(hash), changes, expires_at: None }));
        }
        let Some(keys) = keys else {
            // A caller that sends a key expects an identity, which a service without keys cannot
            // give.
            let verified = VerifiedKey { hash: None, changes, expires_at: None };
            return shown.is_none().then(|| (Caller::local(), verified));
        };
        let now = unix_millis();
        let found = find(&keys, &hash).filter(|found| !found.has_expired(now))?;
        usage::note(&self.0, hash, now);
        let actor = match found.role {
            Role::Answers => Actor::person(found.person_name(), Surface::Api),
            Role::Operates | Role::Administers => {
                Actor::operator(Surface::Api).with_person(found.person_name())
            }
            Role::Asks | Role::Local => Actor::client(found.client_name(), Surface::Api),
        };
        let limits = found.limits(&self.0.limits);
        let scopes = found.scopes.clone();
        let verified = VerifiedKey { hash: Some(hash), changes, expires_at: found.expires_at };
        Some((Caller { actor, role: found.role, limits, scopes }, verified))
    }

    /// Returns whether a key that was valid is still valid.
    #[must_use]
    pub fn is_still_valid(&self, credential: &VerifiedKey) -> bool {
        let (keys, changes) = self.current();
        match (keys, credential.hash) {
            _ if credential.expires_at.is_some_and(|at| unix_millis() >= at) => false,
            _ if changes == credential.changes => true,
            (None, None) => true,
            (_, Some(hash)) if self.is_local_key(&hash) => true,
            (Some(keys), Some(hash)) => {
                find(&keys, &hash).is_some_and(|found| !found.has_expired(unix_millis()))
            }
            _ => false,
        }
    }

    /// Returns all keys; none while callers need no key.
    #[must_use]
    pub fn list(&self) -> Vec<KeyRecord> {
        self.current().0.map(|keys| keys.to_vec()).unwrap_or_default()
    }

    /// Revokes a key, for this service at once and for other nodes within a second. Returns how many are left.
    ///
    /// # Errors
    /// Fails if there is no such key, or the file or store cannot be changed.
    pub async fn revoke(&self, name: &str) -> Result<usize, KeyFileError> {
        let left = match &self.0.source {
            KeySource::None => return Err(KeyFileError::NoSuchKey(name.to_owned())),
            KeySource::File(file) => {
                let (file, name) = (KeyFile::at(file), name.to_owned());
                let revoked = tokio::task::spawn_blocking(move || file.revoke(&name)).await;
                revoked.map_err(|error| KeyFileError::Store(StoreError::failed(error)))??
            }
            KeySource::Store(shared) => shared.revoke(name).await?,
        };
        let mut state = self.0.state.lock();
        let kept = state.keys.iter().flat_map(|keys| keys.iter()).filter(|key| key.name != name);
        let kept: Vec<KeyRecord> = kept.cloned().collect();
        state.keys = Some(Arc::from(kept));
        state.changes += 1;
        Ok(left)
    }

    /// Returns when each key was last used, as far as it is known here or was written down.
    ///
    /// # Errors
    /// Fails if the file or store cannot be read.
    pub async fn usage(&self) -> Result<KeyUsage, KeyFileError> {
        usage::read(&self.0).await
    }

    /// Writes down when keys were last used. A service does this every few seconds while keys are used, and must do it
    /// when it stops.
    pub async fn record_usage(&self) {
        usage::flush(&self.0).await;
    }

    fn is_local_key(&self, hash: &[u8; 32]) -> bool {
        self.0.local_key.get().is_some_and(|local| bool::from(local.ct_eq(hash)))
    }

    /// Returns the keys of the file, or the last good ones, and how often they have changed.
    fn current(&self) -> (Option<Arc<[KeyRecord]>>, u64) {
        let mut state = self.0.state.lock();
        let file = match &self.0.source {
            KeySource::None => return (None, 0),
            KeySource::Store(_) => return (state.keys.clone(), state.changes),
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

/// Returns the time in milliseconds since 1970.
fn unix_millis() -> u64 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

fn stamp(file: &std::path::Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests;
