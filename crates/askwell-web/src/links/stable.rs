//! Links that are the same each time: for programs that ask again under the same idempotency key.
//!
//! Token and code follow from the elicitation's id and 256 random bits that are made once and kept in the store. Who reads
//! the store can thus work out the links of open questions that were asked with a key; other links are kept as digests.

use std::sync::Arc;

use askwell_engine::store::{Note, Verdict};
use askwell_engine::{Engine, StoreError};
use askwell_lifecycle::ElicitationId;
use zeroize::Zeroizing;

use super::{ATTEMPTS, LinkProtection, NewLink, code_from, keep, written};
use crate::browser::{Secret, digest, encode_secret, random_secret};

/// The namespace of the secret that stable links are derived from.
const SECRETS: &str = "link-secret";

/// Its name there.
const NAME: &str = "1";

/// Makes the stable link of an elicitation, or finds it.
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
        // A conflict: it is there already, perhaps bound to a browser by now.
        Verdict::Committed | Verdict::Conflict => Ok(made),
        Verdict::NotFound => Err(StoreError::Failed(format!("there is no {id} to make a link to").into())),
        other => Err(StoreError::Failed(format!("the link was not kept: {other:?}").into())),
    }
}

/// Reads the secret, or makes it.
async fn secret(engine: &Engine) -> Result<Secret, StoreError> {
    for _ in 0..ATTEMPTS {
        if let Some(note) = engine.notes().get(SECRETS, NAME).await? {
            let bytes: [u8; 32] = (&*note.value).try_into().map_err(|_| {
                StoreError::Damaged("the secret that links are derived from is not 32 bytes long".into())
            })?;
            return Ok(Zeroizing::new(bytes));
        }
        let fresh = random_secret();
        let note = Note::new(SECRETS, NAME, Arc::<[u8]>::from(fresh.as_slice()));
        if written(engine, note, 0).await? == Verdict::Committed {
            return Ok(fresh);
        }
    }
    Err(StoreError::Failed("the secret that links are derived from could not be written".into()))
}
