//! What of an outcome is encrypted, beside the record: the answers to secret fields, or all of it and the words that came
//! with it.

use askwell_engine::StoreError;
use askwell_form::Answer;
use askwell_lifecycle::{ElicitationId, Outcome};
use zeroize::Zeroizing;

use super::members::{Words, hide_words};
use super::{Secrets, audience, begin, decode_terms, skip_outcome};
use crate::codec::bytes::Unreadable;
use crate::error::damaged;
use crate::vault::{self, Encrypt, Keyring};

/// The outcomes whose answers or result are encrypted. In the clear they have the codes 0 and 1.
pub(super) const SEALED_ANSWERS: u8 = 5;
pub(super) const SEALED_RESULT: u8 = 6;

/// The name under which all that is not secret is encrypted. No field has it.
const WHOLE: &str = "";

/// The names of words. A field may have them, too: words stand after all fields, and the record says which there are.
const DECLINE_REASON: &str = "decline reason";
const METADATA: &str = "metadata";

/// Encrypts what has to be; nothing, if nothing has to.
pub(super) fn seal(
    id: ElicitationId,
    outcome: &Outcome,
    words: Words<'_>,
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
    entries.extend(named(words));
    if entries.is_empty() { Ok(None) } else { vault::seal(keyring, id, &entries).map(Some) }
}

/// Words by the names under which they are encrypted, after everything else.
fn named(words: Words<'_>) -> impl Iterator<Item = (&str, &str)> {
    let reason = words.decline_reason.map(|reason| (DECLINE_REASON, reason));
    let metadata = words.metadata.map(|metadata| (METADATA, metadata));
    reason.into_iter().chain(metadata)
}

/// Splits off the words, of which the record says which there are.
pub(super) fn split_words(
    entries: &Secrets,
    (has_reason, has_metadata): (bool, bool),
) -> Result<(&Secrets, Words<'_>), Unreadable> {
    let mut words = Words::default();
    let (entries, metadata) = split_last(entries, METADATA, has_metadata)?;
    words.metadata = metadata;
    let (entries, reason) = split_last(entries, DECLINE_REASON, has_reason)?;
    words.decline_reason = reason;
    Ok((entries, words))
}

fn split_last<'e>(
    entries: &'e Secrets,
    expected: &'static str,
    is_there: bool,
) -> Result<(&'e Secrets, Option<&'e str>), Unreadable> {
    match entries.split_last() {
        _ if !is_there => Ok((entries, None)),
        Some(((name, word), before)) if name == expected => Ok((before, Some(word.as_str()))),
        _ => Err(Unreadable::Missing(expected)),
    }
}

/// What is not secret, and the secrets.
pub(super) fn split(entries: &Secrets) -> Option<(&str, &Secrets)> {
    let ((name, whole), secrets) = entries.split_first()?;
    (name == WHOLE).then_some((whole.as_str(), secrets))
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
    let unreadable = |error| damaged(id, error);
    let Some(parts) = take_apart(record).map_err(unreadable)? else { return Ok(None) };
    let hidden = match parts.members {
        [] => None,
        members => hide_words(members).map_err(unreadable)?,
    };
    if parts.clear.is_none() && hidden.is_none() {
        return Ok(None);
    }
    let (members, words) = hidden.unwrap_or_else(|| (parts.members.to_vec(), Words::default()));
    let secrets = sealed.map(|sealed| vault::open(keyring, id, sealed)).transpose()?.unwrap_or_default();
    let secrets = secrets.iter().map(|(name, secret)| (name.as_str(), secret.as_str()));
    let whole = parts.clear.map(|(_, text)| (WHOLE, text));
    let entries: Vec<(&str, &str)> = whole.into_iter().chain(secrets).chain(named(words)).collect();
    let sealed = vault::seal(keyring, id, &entries)?;
    let code = parts.clear.map(|(code, _)| [code]);
    let outcome = code.as_ref().map_or(parts.outcome, |code| &code[..]);
    Ok(Some(([parts.before, outcome, &members].concat(), sealed)))
}

/// A closed record in parts.
struct Parts<'r> {
    before: &'r [u8],
    outcome: &'r [u8],
    /// The answers or the result, if they are in the clear, and the code of the outcome once they are not.
    clear: Option<(u8, &'r str)>,
    members: &'r [u8],
}

/// Finds the parts of a record; nothing, if it is open.
fn take_apart(record: &[u8]) -> Result<Option<Parts<'_>>, Unreadable> {
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
    let (before, outcome) = record.split_at(record.len() - reader.rest().len());
    let mut text = reader;
    let clear = match text.byte()? {
        0 => Some((SEALED_ANSWERS, text.text()?)),
        1 => Some((SEALED_RESULT, text.text()?)),
        _ => None,
    };
    skip_outcome(&mut reader)?;
    let members = reader.rest();
    let outcome = outcome.strip_suffix(members).unwrap_or(outcome);
    Ok(Some(Parts { before, outcome, clear, members }))
}
