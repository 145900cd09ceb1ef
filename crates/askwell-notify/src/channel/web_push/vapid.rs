//! The key by which a push service recognises this service (VAPID, RFC 8292).

use std::fmt;
use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Record, RecordWrite, Records, StoreError};
use askwell_lifecycle::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

const NAMESPACE: &str = "push-key";
const NAME: &str = "1";

/// How long a signed token is valid, in seconds; at most a day is allowed.
const VALID_SECONDS: u64 = 12 * 60 * 60;

/// Why there is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VapidKeyError {
    /// The stored key cannot be read, or the cryptography failed.
    #[error("the key for push services cannot be used")]
    Unusable,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The key pair of this service. Browsers are registered for its public part.
pub struct VapidKey {
    pair: EcdsaKeyPair,
}

impl VapidKey {
    /// Returns the key of the store, and creates it at the first start.
    pub(crate) async fn load(records: &Records) -> Result<VapidKey, VapidKeyError> {
        for _ in 0..8 {
            if let Some(stored) = records.get(NAMESPACE, NAME).await? {
                return VapidKey::read(&stored.value);
            }
            let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
                .map_err(|_| VapidKeyError::Unusable)?;
            let record = Record::new(NAMESPACE, NAME, Arc::<[u8]>::from(fresh.as_ref()));
            let verdicts = records.write(vec![RecordWrite::Put { record, expected: 0 }]).await?;
            if verdicts.first() == Some(&Verdict::Committed) {
                return VapidKey::read(fresh.as_ref());
            }
        }
        Err(VapidKeyError::Store(StoreError::Failed("the key for push services could not be written".into())))
    }

    /// Reads a key in PKCS #8.
    fn read(bytes: &[u8]) -> Result<VapidKey, VapidKeyError> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes, &SystemRandom::new());
        pair.map(|pair| VapidKey { pair }).map_err(|_| VapidKeyError::Unusable)
    }

    /// Returns the public key in base64url.
    #[must_use]
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// Returns the `Authorization` header for a push service.
    pub(crate) fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now: Timestamp,
    ) -> Result<String, VapidKeyError> {
        let head = URL_SAFE_NO_PAD.encode(json!({"typ": "JWT", "alg": "ES256"}).to_string());
        let expires = now.as_millis() / 1000 + VALID_SECONDS;
        let claims =
            URL_SAFE_NO_PAD.encode(json!({"aud": origin, "exp": expires, "sub": contact}).to_string());
        let text = format!("{head}.{claims}");
        let signature =
            self.pair.sign(&SystemRandom::new(), text.as_bytes()).map_err(|_| VapidKeyError::Unusable)?;
        Ok(format!("vapid t={text}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public_key()))
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey(…)")
    }
}
