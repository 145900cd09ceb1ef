//! API keys in the store, for nodes that share one: a key that one node creates or revokes counts on
//! all of them within a second.

use std::sync::{Arc, Weak};

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Records, StoreError};

use super::file::{add, check, import, remove};
use super::{KeyFileError, KeyRecord, KeyRequest, KeysState, PlainKey, REFRESH_INTERVAL, stored_key};

const NAMESPACE: &str = "api-keys";
const KEY: &str = "all";

/// The keys in a store. They have the format of the key file.
#[derive(Debug, Clone)]
pub struct SharedKeys {
    pub(super) records: Records,
}

/// What [`SharedKeys::read`] found.
pub(super) struct KeyRevision {
    /// 0 if there never was a key.
    pub(super) revision: u64,
    /// `None` if there never was a key.
    pub(super) keys: Option<Vec<KeyRecord>>,
}

impl SharedKeys {
    /// Returns the keys in this store.
    #[must_use]
    pub fn of(records: Records) -> SharedKeys {
        SharedKeys { records }
    }

    /// Returns all keys, the oldest first; `None` if there never was one.
    ///
    /// # Errors
    /// Fails if the store fails, or another version of this program wrote the keys.
    pub async fn list(&self) -> Result<Option<Vec<KeyRecord>>, KeyFileError> {
        Ok(self.read().await?.keys)
    }

    /// Creates a key and returns it in the clear, which is the only time that it is known.
    ///
    /// # Errors
    /// Fails if the name exists or is not allowed, the timeouts contradict each other, or the store
    /// fails.
    pub async fn create(&self, request: KeyRequest) -> Result<PlainKey, KeyFileError> {
        check(&request)?;
        self.change(|keys| add(keys, request.clone())).await
    }

    /// Revokes a key and returns how many are left.
    ///
    /// # Errors
    /// Fails if there is no such key or the store fails.
    pub async fn revoke(&self, name: &str) -> Result<usize, KeyFileError> {
        self.change(|keys| remove(keys, name).map(|()| keys.len())).await
    }

    /// Adds keys from a key file, as they are. Returns how many; a key whose name exists is left out.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn import(&self, found: &[KeyRecord]) -> Result<usize, KeyFileError> {
        self.change(|keys| Ok(import(keys, found))).await
    }

    pub(super) async fn read(&self) -> Result<KeyRevision, KeyFileError> {
        let Some(record) = self.records.get(NAMESPACE, KEY).await? else {
            return Ok(KeyRevision { revision: 0, keys: None });
        };
        let unreadable = |why: String| KeyFileError::Store(StoreError::Damaged(why.into()));
        let text = std::str::from_utf8(&record.value).map_err(|error| unreadable(error.to_string()))?;
        let keys = stored_key::decode(text).map_err(unreadable)?;
        Ok(KeyRevision { revision: record.revision, keys: Some(keys) })
    }

    /// Changes the list, again if another node changed it meanwhile.
    async fn change<T>(
        &self,
        change: impl Fn(&mut Vec<KeyRecord>) -> Result<T, KeyFileError>,
    ) -> Result<T, KeyFileError> {
        loop {
            let KeyRevision { revision, keys } = self.read().await?;
            let mut keys = keys.unwrap_or_default();
            let result = change(&mut keys)?;
            let text = stored_key::encode(&keys).map_err(StoreError::failed)?;
            let record = Record::new(NAMESPACE, KEY, text.into_bytes());
            let write = RecordWrite::Put { record, expected: revision };
            if self.records.write(vec![write]).await?.first() == Some(&Verdict::Committed) {
                return Ok(result);
            }
        }
    }
}

/// Keeps the keys of a service up to date until the service is gone. If the store fails, the last
/// good keys stay valid and no others.
pub(super) async fn refresh(keys: SharedKeys, state: Weak<KeysState>, mut known: u64) {
    let mut is_failing = false;
    loop {
        tokio::time::sleep(REFRESH_INTERVAL).await;
        let read = keys.read().await;
        let Some(state) = state.upgrade() else { return };
        match read {
            Ok(found) => {
                is_failing = false;
                if found.revision == known {
                    continue;
                }
                known = found.revision;
                let mut loaded = state.state.lock();
                // A list that existed stays required, so that losing it opens nothing.
                let keys = found.keys.unwrap_or_default();
                tracing::info!(keys = keys.len(), "keys loaded");
                loaded.keys = Some(Arc::from(keys));
                loaded.changes += 1;
            }
            Err(error) if !is_failing => {
                is_failing = true;
                tracing::error!(%error, "the keys stay as they were");
            }
            Err(_) => {}
        }
    }
}
