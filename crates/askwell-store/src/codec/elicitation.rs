//! An elicitation as a record, with what is confidential encrypted beside it.

use askwell_engine::StoreError;
use askwell_form::Form;
use askwell_lifecycle::record::{self, Beside, Omit};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId};

use crate::error::damaged;
use crate::vault::{self, Encrypt, Keyring};

pub(crate) use askwell_lifecycle::record::{Peeked, admits, peek};

/// An elicitation as it is kept.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub(crate) record: Vec<u8>,
    /// The answers to secret fields, encrypted.
    pub(crate) secrets: Option<Vec<u8>>,
}

/// The columns beside the record.
#[derive(Debug)]
pub(crate) struct Columns<'c> {
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) form: Option<Form>,
    pub(crate) secrets: Option<&'c [u8]>,
}

/// Writes what no column holds.
pub(crate) fn encode(elicitation: &Elicitation, keyring: Option<&Keyring>) -> Result<Encoded, StoreError> {
    let answers = keyring.is_some_and(|keyring| keyring.encrypt() == Encrypt::Answers);
    let mut record = Vec::with_capacity(64);
    let confidential = record::encode(elicitation, Omit { answers, message: false }, &mut record)?;
    let entries = confidential.entries();
    let secrets =
        if entries.is_empty() { None } else { Some(vault::seal(keyring, elicitation.id, &entries)?) };
    Ok(Encoded { record, secrets })
}

/// Reads it again.
pub(crate) fn decode(
    columns: Columns<'_>,
    record: &[u8],
    keyring: Option<&Keyring>,
) -> Result<Elicitation, StoreError> {
    let Columns { id, client, form, secrets } = columns;
    let secrets = secrets.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let beside = Beside { id, client, form, message: None, secrets: &secrets };
    record::decode(record, beside).map_err(|error| damaged(id, error))
}

/// A record and what is encrypted beside it.
pub(crate) type SealedRecord = (Vec<u8>, Vec<u8>);

/// Encrypts the answers, the result and the words that a record has in the clear; nothing, if it has none.
pub(crate) fn encrypt_record(
    id: ElicitationId,
    record: &[u8],
    sealed: Option<&[u8]>,
    keyring: Option<&Keyring>,
) -> Result<Option<SealedRecord>, StoreError> {
    let Some(concealed) = record::conceal(record).map_err(|error| damaged(id, error))? else {
        return Ok(None);
    };
    let secrets = sealed.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let sealed = vault::seal(keyring, id, &concealed.entries(&secrets))?;
    Ok(Some((concealed.record, sealed)))
}

#[cfg(test)]
mod tests;
