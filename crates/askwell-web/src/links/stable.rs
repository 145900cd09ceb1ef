//! Links that are the same for every call, for programs that ask again with the same idempotency
//! key.
//!
//! Token and code are derived from the elicitation's id and 256 random bits that are generated once
//! and stored. A reader of the store can therefore compute the links of open elicitations that were
//! created with an idempotency key; other links are stored as digests only.

use std::sync::Arc;

use askwell_engine::store::{Record, Verdict};
use askwell_engine::{Engine, StoreError};
use askwell_lifecycle::ElicitationId;
use zeroize::Zeroizing;

use super::{ATTEMPTS, LinkProtection, NewLink, code_from, keep, written};
use crate::browser::{Secret, digest, encode_secret, random_secret};

/// The namespace of the secret that stable links are derived from.
const SECRETS: &str = "link-secret";

/// The key of the secret in that namespace.
const NAME: &str = "1";

/// Creates the stable link of an elicitation, or returns the existing one.
pub(crate) async fn make_stable(
    engine: &Engine,
    id: ElicitationId,
    protection: LinkProtection,
) -> Result<NewLink, StoreError> {
    let secret = secret(engine).await?;
    let of_id = |purpose: &[u8]| Zeroizing::new(digest(&[purpose, &*secret, &id.to_bytes()]));
    let code = match protection {
        LinkProtection::None => None,
        LinkProtection::Code => of_id(b"askwell stable code").first_chunk().copied().map(code_from),
    };
    let made = NewLink { token: encode_secret(&of_id(b"askwell stable link")), code };
    match keep(engine, id, &made).await? {
        // A conflict means that the link exists, perhaps bound to a browser by now.
        Verdict::Committed | Verdict::Conflict => Ok(made),
        Verdict::NotFound => Err(StoreError::Failed(format!("there is no {id} to make a link to").into())),
        other => Err(StoreError::Failed(format!("the link was not kept: {other:?}").into())),
    }
}

/// Returns the secret, and creates it on the first call.
async fn secret(engine: &Engine) -> Result<Secret, StoreError> {
    for _ in 0..ATTEMPTS {
        if let Some(stored) = engine.records().get(SECRETS, NAME).await? {
            let bytes: [u8; 32] = (&*stored.value).try_into().map_err(|_| {
                StoreError::Damaged("the secret that links are derived from is not 32 bytes long".into())
            })?;
            return Ok(Zeroizing::new(bytes));
        }
        let fresh = random_secret();
        let stored = Record::new(SECRETS, NAME, Arc::<[u8]>::from(fresh.as_slice()));
        if written(engine, stored, 0).await? == Verdict::Committed {
            return Ok(fresh);
        }
    }
    Err(StoreError::Failed("the secret that links are derived from could not be written".into()))
}
