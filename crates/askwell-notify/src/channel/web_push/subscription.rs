//! The browsers that people have registered: endpoint and keys, as records of the store.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Record, RecordWrite, Records, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const NAMESPACE: &str = "push-subscription";

const VERSION: u32 = 1;

/// The most browsers of one person.
const MOST: usize = 16;

/// The longest endpoint, in bytes.
const LONGEST_ENDPOINT: usize = 2048;

/// A browser that can be reached through a push service.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The URL at the push service, which is a secret.
    pub endpoint: String,
    /// The public key of the browser, an uncompressed point of P-256.
    pub public_key: [u8; 65],
    /// The authentication secret of the browser.
    pub auth: [u8; 16],
}

/// Why a browser is not registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubscribeError {
    /// The URL of the push service may not be called.
    #[error("the push service cannot be used: {0}")]
    Endpoint(String),
    /// The subscription is not what a browser sends.
    #[error("this is not the subscription of a browser")]
    Malformed,
    /// The person has too many browsers.
    #[error("a person can register {MOST} browsers; remove one first")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A subscription as browsers write it: `JSON.stringify(subscription)`.
#[derive(Deserialize)]
struct SubscriptionJson {
    endpoint: String,
    keys: SubscriptionKeys,
}

#[derive(Deserialize)]
struct SubscriptionKeys {
    p256dh: String,
    auth: String,
}

/// A subscription as it is stored.
#[derive(Serialize, Deserialize)]
struct SubscriptionRecord {
    version: u32,
    endpoint: String,
    public_key: String,
    auth: String,
}

impl PushSubscription {
    /// Reads the JSON text of a subscription as browsers write it.
    ///
    /// # Errors
    /// When it is something else.
    pub fn from_json(text: &str) -> Result<PushSubscription, SubscribeError> {
        let read: SubscriptionJson = serde_json::from_str(text).map_err(|_| SubscribeError::Malformed)?;
        PushSubscription::new(read.endpoint, &read.keys.p256dh, &read.keys.auth)
            .ok_or(SubscribeError::Malformed)
    }

    fn new(endpoint: String, public_key: &str, auth: &str) -> Option<PushSubscription> {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public_key = decode(public_key)?.try_into().ok()?;
        let auth = decode(auth)?.try_into().ok()?;
        (endpoint.len() <= LONGEST_ENDPOINT).then_some(PushSubscription { endpoint, public_key, auth })
    }
}

impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushSubscription(…)")
    }
}

/// Returns what the keys of a person's records start with.
fn prefix(person: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(person.as_bytes()).into();
    format!("{}/", URL_SAFE_NO_PAD.encode(digest))
}

fn key(person: &str, endpoint: &str) -> Arc<str> {
    let digest: [u8; 32] = Sha256::digest(endpoint.as_bytes()).into();
    Arc::from(format!("{}{}", prefix(person), URL_SAFE_NO_PAD.encode(digest)))
}

/// Returns the browsers of a person.
pub(super) async fn of_person(records: &Records, person: &str) -> Result<Vec<PushSubscription>, StoreError> {
    let prefix = prefix(person);
    let found = records.list(NAMESPACE, Some(Arc::from(prefix.as_str())), MOST).await?;
    let own = found.iter().take_while(|record| record.key.starts_with(&prefix));
    Ok(own.filter_map(read).collect())
}

fn read(record: &Record) -> Option<PushSubscription> {
    let read: SubscriptionRecord = serde_json::from_slice(&record.value).ok()?;
    (read.version == VERSION).then_some(())?;
    PushSubscription::new(read.endpoint, &read.public_key, &read.auth)
}

/// Stores a browser of a person.
pub(super) async fn store(
    records: &Records,
    person: &str,
    subscription: &PushSubscription,
) -> Result<(), SubscribeError> {
    let key = key(person, &subscription.endpoint);
    let expected = records.get(NAMESPACE, Arc::clone(&key)).await?.map_or(0, |record| record.revision);
    if expected == 0 && of_person(records, person).await?.len() >= MOST {
        return Err(SubscribeError::TooMany);
    }
    let record = SubscriptionRecord {
        version: VERSION,
        endpoint: subscription.endpoint.clone(),
        public_key: URL_SAFE_NO_PAD.encode(subscription.public_key),
        auth: URL_SAFE_NO_PAD.encode(subscription.auth),
    };
    // Serialising texts cannot fail.
    let value = serde_json::to_vec(&record).unwrap_or_default();
    let record = Record::new(NAMESPACE, key, value);
    // A conflict means that the same browser was registered a moment ago.
    records.write(vec![RecordWrite::Put { record, expected }]).await?;
    Ok(())
}

/// Removes a browser of a person, and returns whether it was registered.
pub(super) async fn remove(records: &Records, person: &str, endpoint: &str) -> Result<bool, StoreError> {
    let key = key(person, endpoint);
    let Some(record) = records.get(NAMESPACE, Arc::clone(&key)).await? else { return Ok(false) };
    let remove = RecordWrite::Remove { namespace: NAMESPACE, key, expected: record.revision };
    Ok(records.write(vec![remove]).await?.first() == Some(&Verdict::Committed))
}
