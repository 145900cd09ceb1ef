//! When keys were last used. A use is noted in memory and written down a few seconds later, many at once, so that a
//! request costs no write. The key file is never rewritten for it: the times are in a file beside it, or in records of
//! their own if nodes share a store.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_engine::store::{Record, RecordWrite, Verdict};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{KeyFileError, KeyRecord, KeySource, KeysState, SharedKeys};
use crate::browser::hex;

/// How long uses are collected before they are written.
const DELAY: Duration = Duration::from_secs(5);

const NAMESPACE: &str = "api-key-usage";
const KEY: &str = "all";
const VERSION: u32 = 1;

/// How often a write is tried when other nodes write at the same time. The next use tries again.
const ATTEMPTS: usize = 8;

/// When keys were last used, in milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyUsage(BTreeMap<String, u64>);

/// The file or record as it is serialised.
#[derive(Debug, Serialize, Deserialize)]
struct StoredUsage {
    version: u32,
    /// By the SHA-256 of the key.
    used_at: BTreeMap<String, u64>,
}

/// The uses that are not written yet.
#[derive(Debug, Default)]
pub(super) struct UsageLog(Mutex<PendingUses>);

#[derive(Debug, Default)]
struct PendingUses {
    used_at: HashMap<[u8; 32], u64>,
    is_scheduled: bool,
}

impl KeyUsage {
    /// Returns when a key was last used; `None` if it is not known to have been.
    #[must_use]
    pub fn of(&self, key: &KeyRecord) -> Option<u64> {
        self.0.get(&hex(&key.sha256)).copied()
    }

    /// Reads the uses beside a key file.
    ///
    /// # Errors
    /// Fails if the file exists and cannot be read. A damaged file counts as none: only times are lost.
    pub fn beside(key_file: &Path) -> Result<KeyUsage, KeyFileError> {
        let file = usage_file(key_file);
        match std::fs::read(&file) {
            Ok(bytes) => Ok(decode(&bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(KeyUsage::default()),
            Err(source) => Err(KeyFileError::File { file, source }),
        }
    }

    /// Reads the uses of keys in a store.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn shared(keys: &SharedKeys) -> Result<KeyUsage, KeyFileError> {
        let found = keys.records.get(NAMESPACE, KEY).await?;
        Ok(found.map_or_else(KeyUsage::default, |record| decode(&record.value)))
    }

    /// Adds uses and keeps the later time of each key. Forgets keys that do not exist any more.
    fn merge(&mut self, uses: &HashMap<[u8; 32], u64>, keys: &[KeyRecord]) {
        for (hash, at) in uses {
            let known = self.0.entry(hex(hash)).or_default();
            *known = (*known).max(*at);
        }
        let known: Vec<String> = keys.iter().map(|key| hex(&key.sha256)).collect();
        self.0.retain(|hash, _| known.contains(hash));
    }
}

fn decode(bytes: &[u8]) -> KeyUsage {
    let stored: Option<StoredUsage> = serde_json::from_slice(bytes).ok();
    stored
        .filter(|stored| stored.version == VERSION)
        .map_or_else(KeyUsage::default, |stored| KeyUsage(stored.used_at))
}

fn encode(usage: &KeyUsage) -> Result<Vec<u8>, StoreError> {
    let stored = StoredUsage { version: VERSION, used_at: usage.0.clone() };
    serde_json::to_vec(&stored).map_err(StoreError::failed)
}

/// Notes a use, and schedules the write if none is.
pub(super) fn note(state: &Arc<KeysState>, hash: [u8; 32], now: u64) {
    let mut pending = state.usage.0.lock();
    pending.used_at.insert(hash, now);
    if pending.is_scheduled {
        return;
    }
    // Outside of a runtime, the next use within one or the end of the service writes.
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    pending.is_scheduled = true;
    let state: Weak<KeysState> = Arc::downgrade(state);
    runtime.spawn(async move {
        tokio::time::sleep(DELAY).await;
        if let Some(state) = state.upgrade() {
            flush(&state).await;
        }
    });
}

/// Writes the uses that are not written yet. A failure is logged, and the uses are kept for the next write.
pub(super) async fn flush(state: &Arc<KeysState>) {
    let uses = {
        let mut pending = state.usage.0.lock();
        pending.is_scheduled = false;
        std::mem::take(&mut pending.used_at)
    };
    if uses.is_empty() {
        return;
    }
    let keys = state.state.lock().keys.clone().unwrap_or_default();
    let written = match &state.source {
        KeySource::None => Ok(()),
        KeySource::File(file) => write_file(file.clone(), uses.clone(), keys).await,
        KeySource::Store(shared) => write_shared(shared, &uses, &keys).await,
    };
    if let Err(error) = written {
        tracing::warn!(%error, "the last use of keys could not be written; it is tried again later");
        let mut pending = state.usage.0.lock();
        for (hash, at) in uses {
            pending.used_at.entry(hash).or_insert(at);
        }
    }
}

async fn write_file(
    key_file: PathBuf,
    uses: HashMap<[u8; 32], u64>,
    keys: Arc<[KeyRecord]>,
) -> Result<(), KeyFileError> {
    let write = move || {
        let mut usage = KeyUsage::beside(&key_file)?;
        usage.merge(&uses, &keys);
        let bytes = encode(&usage)?;
        let (file, fresh) = (usage_file(&key_file), beside(&key_file, ".usage.new"));
        let replace = || {
            match std::fs::remove_file(&fresh) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            super::private_file::create(&fresh)?.write_all(&bytes)?;
            std::fs::rename(&fresh, &file)
        };
        replace().map_err(|source| KeyFileError::File { file: file.clone(), source })
    };
    let written = tokio::task::spawn_blocking(write).await;
    written.map_err(|error| KeyFileError::Store(StoreError::failed(error)))?
}

async fn write_shared(
    shared: &SharedKeys,
    uses: &HashMap<[u8; 32], u64>,
    keys: &[KeyRecord],
) -> Result<(), KeyFileError> {
    for _ in 0..ATTEMPTS {
        let found = shared.records.get(NAMESPACE, KEY).await?;
        let expected = found.as_ref().map_or(0, |record| record.revision);
        let mut usage = found.map_or_else(KeyUsage::default, |record| decode(&record.value));
        usage.merge(uses, keys);
        let record = Record::new(NAMESPACE, KEY, encode(&usage)?);
        let written = shared.records.write(vec![RecordWrite::Put { record, expected }]).await?;
        if written.first() == Some(&Verdict::Committed) {
            return Ok(());
        }
    }
    Err(KeyFileError::Store(StoreError::Failed("other nodes write all the time".into())))
}

/// Returns what is written, with the uses that are not written yet.
pub(super) async fn read(state: &Arc<KeysState>) -> Result<KeyUsage, KeyFileError> {
    let mut usage = match &state.source {
        KeySource::None => KeyUsage::default(),
        KeySource::File(file) => KeyUsage::beside(file)?,
        KeySource::Store(shared) => KeyUsage::shared(shared).await?,
    };
    let keys = state.state.lock().keys.clone().unwrap_or_default();
    let pending = state.usage.0.lock().used_at.clone();
    usage.merge(&pending, &keys);
    Ok(usage)
}

fn usage_file(key_file: &Path) -> PathBuf {
    beside(key_file, ".usage")
}

fn beside(key_file: &Path, ending: &str) -> PathBuf {
    let mut name = key_file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
