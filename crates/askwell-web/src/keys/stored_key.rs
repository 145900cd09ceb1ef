//! The key file as JSON: a version and the keys.

use std::time::Duration;

use askwell_lifecycle::ClientTimeouts;
use serde::{Deserialize, Serialize};

use super::file::KeyRecord;
use super::scopes::KeyScopes;
use super::timeouts;
use crate::caller::Role;

/// The version of the format.
const VERSION: u32 = 1;

/// The file as it is serialised.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredKeyFile {
    version: u32,
    keys: Vec<StoredKey>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredKey {
    name: String,
    role: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    client: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    person: Option<String>,
    sha256: String,
    created_at: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    per_window: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    open: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    timeout_min_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    timeout_max_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    timeout_default_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    expires_at: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    scopes: Vec<String>,
}

/// Returns the keys in the text of a key file, or why it is none.
pub(super) fn decode(text: &str) -> Result<Vec<KeyRecord>, String> {
    let StoredKeyFile { version, keys } = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if version != VERSION {
        return Err(format!("version {version} is unknown; this program knows {VERSION}"));
    }
    keys.into_iter().map(record).collect()
}

/// Returns the text of a key file.
pub(super) fn encode(keys: &[KeyRecord]) -> serde_json::Result<String> {
    let keys = keys.iter().map(stored).collect();
    serde_json::to_string_pretty(&StoredKeyFile { version: VERSION, keys })
}

fn record(key: StoredKey) -> Result<KeyRecord, String> {
    let role = Role::OF_KEYS.iter().find(|(name, _)| *name == key.role).map(|(_, role)| *role);
    let role = role
        .ok_or_else(|| format!("the key {:?} has the role {:?}, which does not exist", key.name, key.role))?;
    let sha256 =
        from_hex(&key.sha256).ok_or_else(|| format!("the key {:?} has no SHA-256 of 64 digits", key.name))?;
    let timeouts = ClientTimeouts {
        min: key.timeout_min_ms.map(Duration::from_millis),
        max: key.timeout_max_ms.map(Duration::from_millis),
        default: key.timeout_default_ms.map(Duration::from_millis),
    };
    timeouts::check(&timeouts).map_err(|why| format!("the key {:?} has timeouts where {why}", key.name))?;
    let scopes = KeyScopes::stored(key.scopes);
    let StoredKey { name, client, person, created_at, per_window, open, expires_at, .. } = key;
    Ok(KeyRecord {
        name,
        role,
        client,
        person,
        sha256,
        created_at,
        per_window,
        open,
        timeouts,
        expires_at,
        scopes,
    })
}

fn stored(key: &KeyRecord) -> StoredKey {
    StoredKey {
        name: key.name.clone(),
        role: key.role.as_str().to_owned(),
        client: key.client.clone(),
        person: key.person.clone(),
        sha256: key.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
        created_at: key.created_at,
        per_window: key.per_window,
        open: key.open,
        timeout_min_ms: key.timeouts.min.map(timeouts::millis),
        timeout_max_ms: key.timeouts.max.map(timeouts::millis),
        timeout_default_ms: key.timeouts.default.map(timeouts::millis),
        expires_at: key.expires_at,
        scopes: key.scopes.names().to_vec(),
    }
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(bytes)
}
