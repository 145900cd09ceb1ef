//! Elicitations as stored: their encoding, and their confidential texts, encrypted.

use askwell_engine::StoreError;
use askwell_form::Form;
use askwell_lifecycle::encoding::{self, DecodeContext, EncodeOptions};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId};

use crate::error::damaged;
use crate::vault::{self, Encrypt, Keyring};

pub(crate) use askwell_lifecycle::encoding::{OpenSummary, admits, summarize_open};

/// An elicitation as it is stored.
#[derive(Debug)]
pub(crate) struct EncodedElicitation {
    pub(crate) record: Vec<u8>,
    /// The confidential texts, encrypted.
    pub(crate) secrets: Option<Vec<u8>>,
}

/// The columns of an elicitation beside `record`.
#[derive(Debug)]
pub(crate) struct ElicitationColumns<'c> {
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) form: Option<Form>,
    pub(crate) secrets: Option<&'c [u8]>,
}

/// Encodes the columns `record` and `secrets`.
pub(crate) fn encode(
    elicitation: &Elicitation,
    keyring: Option<&Keyring>,
) -> Result<EncodedElicitation, StoreError> {
    let answers = keyring.is_some_and(|keyring| keyring.encrypt() == Encrypt::Answers);
    let mut record = Vec::with_capacity(64);
    let confidential = encoding::encode(
        elicitation,
        EncodeOptions { omit_answers: answers, ..EncodeOptions::default() },
        &mut record,
    )?;
    let entries = confidential.entries();
    let secrets =
        if entries.is_empty() { None } else { Some(vault::seal(keyring, elicitation.id, &entries)?) };
    Ok(EncodedElicitation { record, secrets })
}

/// Decodes an elicitation.
pub(crate) fn decode(
    columns: ElicitationColumns<'_>,
    record: &[u8],
    keyring: Option<&Keyring>,
) -> Result<Elicitation, StoreError> {
    let ElicitationColumns { id, client, form, secrets } = columns;
    let secrets = secrets.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let beside = DecodeContext { id, client, form, message: None, secrets: &secrets };
    encoding::decode(record, beside).map_err(|error| damaged(id, error))
}

/// The columns `record` and `secrets`.
pub(crate) type SealedRecord = (Vec<u8>, Vec<u8>);

/// Encrypts the answers, the result and the free texts that a stored elicitation has in the clear; `None` if
/// it has none.
pub(crate) fn encrypt_record(
    id: ElicitationId,
    record: &[u8],
    sealed: Option<&[u8]>,
    keyring: Option<&Keyring>,
) -> Result<Option<SealedRecord>, StoreError> {
    let Some(concealed) = encoding::redact(record).map_err(|error| damaged(id, error))? else {
        return Ok(None);
    };
    let secrets = sealed.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let sealed = vault::seal(keyring, id, &concealed.entries(&secrets))?;
    Ok(Some((concealed.record, sealed)))
}

#[cfg(test)]
mod tests;
