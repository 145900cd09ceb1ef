//! What of an outcome is encrypted, beside the record: the answers to secret fields, or all of it.

use askwell_engine::StoreError;
use askwell_form::Answer;
use askwell_lifecycle::{ElicitationId, Outcome};
use zeroize::Zeroizing;

use super::{Secrets, audience, begin, decode_terms};
use crate::codec::bytes::Unreadable;
use crate::error::damaged;
use crate::vault::{self, Encrypt, Keyring};

/// The outcomes whose answers or result are encrypted. In the clear they have the codes 0 and 1.
pub(super) const SEALED_ANSWERS: u8 = 5;
pub(super) const SEALED_RESULT: u8 = 6;

/// The name under which all that is not secret is encrypted. No field has it.
const WHOLE: &str = "";

/// Encrypts what has to be; nothing, if nothing has to.
pub(super) fn seal(
    id: ElicitationId,
    outcome: &Outcome,
    keyring: Option<&Keyring>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let all = keyring.is_some_and(|keyring| keyring.encrypt() == Encrypt::Answers);
    let whole = match outcome {
        Outcome::Answered(answers) if all => Some(Zeroizing::new(answers.to_json_without_secrets())),
        Outcome::Finished(result) if all => Some(Zeroizing::new(result.to_string())),
        _ => None,
    };
    let mut entries: Vec<(&str, &str)> = whole.iter().map(|whole| (WHOLE, whole.as_str())).collect();
    if let Outcome::Answered(answers) = outcome {
        entries.extend(answers.iter().filter_map(|(field, answer)| match answer {
            Answer::Secret(secret) => Some((field.property(), secret.reveal())),
            _ => None,
        }));
    }
    if entries.is_empty() { Ok(None) } else { vault::seal(keyring, id, &entries).map(Some) }
}

/// What is not secret, and the secrets.
pub(super) fn split(entries: &Secrets) -> Option<(&str, &Secrets)> {
    let ((name, whole), secrets) = entries.split_first()?;
    (name == WHOLE).then_some((whole.as_str(), secrets))
}

/// A record and what is encrypted beside it.
pub(crate) type SealedRecord = (Vec<u8>, Vec<u8>);

/// Encrypts the outcome of a record that has it in the clear; nothing, if it has none in the clear.
pub(crate) fn encrypt_outcome(
    id: ElicitationId,
    record: &[u8],
    sealed: Option<&[u8]>,
    keyring: Option<&Keyring>,
) -> Result<Option<SealedRecord>, StoreError> {
    let Some(outcome) = find_outcome(record).map_err(|error| damaged(id, error))? else { return Ok(None) };
    let secrets = sealed.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let secrets = secrets.iter().map(|(name, secret)| (name.as_str(), secret.as_str()));
    let entries: Vec<(&str, &str)> = [(WHOLE, outcome.text)].into_iter().chain(secrets).collect();
    let sealed = vault::seal(keyring, id, &entries)?;
    let record = [outcome.before, &[outcome.sealed_code], outcome.after].concat();
    Ok(Some((record, sealed)))
}

/// An outcome in the clear, and what stands around it.
struct ClearOutcome<'r> {
    before: &'r [u8],
    sealed_code: u8,
    text: &'r str,
    after: &'r [u8],
}

fn find_outcome(record: &[u8]) -> Result<Option<ClearOutcome<'_>>, Unreadable> {
    let (_, mut reader) = begin(record)?;
    reader.byte()?;
    audience::admits(&mut reader, "")?;
    reader.number()?;
    reader.number()?;
    decode_terms(&mut reader)?;
    if reader.byte()? == 1 {
        reader.text()?;
        reader.text()?;
    }
    if reader.byte()? != 1 {
        return Ok(None);
    }
    reader.number()?;
    let before = record.get(..record.len() - reader.rest().len()).unwrap_or_default();
    let sealed_code = match reader.byte()? {
        0 => SEALED_ANSWERS,
        1 => SEALED_RESULT,
        _ => return Ok(None),
    };
    let text = reader.text()?;
    Ok(Some(ClearOutcome { before, sealed_code, text, after: reader.rest() }))
}
