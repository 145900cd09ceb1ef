//! API keys: who may call, kept as hashes in one file, looked at again when it changes.
//!
//! A key is 256 random bits that are shown once. The file holds their SHA-256, so that whoever reads it has no key.
//! As long as there is no file, there is one local client. A file that breaks or goes away while the service runs
//! opens nothing: the keys that were good stay good, and no others.

mod file;
mod secret;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use askwell_engine::Limits;
use askwell_lifecycle::{Actor, Surface};
use parking_lot::Mutex;
use subtle::ConstantTimeEq as _;

use crate::caller::{Caller, Role};

pub use file::{KeyFile, KeyFileError, KeyRecord, KeyRequest};
pub use secret::PlainKey;

/// How long a look at the file is good for.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The keys of a running service. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Keys(Arc<Known>);

#[derive(Debug)]
struct Known {
    file: Option<PathBuf>,
    limits: Limits,
    state: Mutex<Loaded>,
}

#[derive(Debug, Default)]
struct Loaded {
    looked: Option<Instant>,
    stamp: Option<(SystemTime, u64)>,
    /// `None` as long as there is no file.
    keys: Option<Arc<[KeyRecord]>>,
}

/// Names a key that was good when it was shown. To see whether it still is: [`Keys::still_good`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credential(Option<[u8; 32]>);

impl Keys {
    /// No keys: everybody who can connect is the one local client.
    #[must_use]
    pub fn none() -> Keys {
        Keys(Arc::new(Known { file: None, limits: Limits::default(), state: Mutex::default() }))
    }

    /// The keys of a file that may not be there yet. `limits` are for keys that have none of their own.
    ///
    /// # Errors
    /// When there is a file and it cannot be used.
    pub fn load(file: PathBuf, limits: Limits) -> Result<Keys, KeyFileError> {
        let found = KeyFile::at(&file).read()?;
        let state = Loaded {
            looked: Some(Instant::now()),
            stamp: stamp(&file),
            keys: found.map(|found| Arc::from(found.keys)),
        };
        Ok(Keys(Arc::new(Known { file: Some(file), limits, state: Mutex::new(state) })))
    }

    /// Whether somebody without a key gets in.
    #[must_use]
    pub fn are_needed(&self) -> bool {
        self.current().is_some()
    }

    /// Whether there is a key that somebody could have.
    #[must_use]
    pub fn any(&self) -> bool {
        self.current().is_some_and(|keys| !keys.is_empty())
    }

    /// Who shows this key; nobody, if it is not one of ours. Takes the same time either way.
    #[must_use]
    pub fn caller(&self, shown: Option<&str>) -> Option<(Caller, Credential)> {
        let Some(keys) = self.current() else {
            // Somebody who shows a key means to be somebody; here nobody is.
            return shown.is_none().then(|| (Caller::local(), Credential(None)));
        };
        let hash = PlainKey::hash_of(shown.unwrap_or_default());
        let found = find(&keys, &hash)?;
        let actor = match found.role {
            Role::Answers => Actor::person(found.person_name(), Surface::Api),
            Role::Operates => Actor::operator(Surface::Api).with_person(found.person_name()),
            Role::Asks | Role::Local => Actor::client(found.client_name(), Surface::Api),
        };
        let limits = found.limits(&self.0.limits);
        Some((Caller { actor, role: found.role, limits }, Credential(Some(hash))))
    }

    /// Whether a credential would still be accepted.
    #[must_use]
    pub fn still_good(&self, credential: &Credential) -> bool {
        match (self.current(), credential.0) {
            (None, None) => true,
            (Some(keys), Some(hash)) => find(&keys, &hash).is_some(),
            _ => false,
        }
    }

    /// The keys as the file has them now, or had them when it was last good.
    fn current(&self) -> Option<Arc<[KeyRecord]>> {
        let mut state = self.0.state.lock();
        let Some(file) = &self.0.file else { return None };
        if state.looked.is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN) {
            state.looked = Some(Instant::now());
            let found = stamp(file);
            if found != state.stamp {
                state.stamp = found;
                match KeyFile::at(file).read() {
                    Ok(Some(found)) => {
                        tracing::info!(keys = found.keys.len(), "keys loaded");
                        state.keys = Some(Arc::from(found.keys));
                    }
                    Ok(None) => tracing::warn!("the key file is gone; the keys it had stay in force"),
                    Err(error) => {
                        let error = &error as &dyn std::error::Error;
                        tracing::error!(error, "the keys stay as they were");
                    }
                }
            }
        }
        state.keys.clone()
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
