//! What of an outcome is kept apart from the record: the answers to secret fields, or all of it and the words that came
//! with it.

use askwell_form::Answer;
use zeroize::Zeroizing;

use super::bytes::Unreadable;
use super::members::{Words, hide_words};
use super::{Secrets, audience_admits, begin, decode_terms, skip_outcome};
use crate::elicitation::Outcome;

/// The outcomes whose answers or result are encrypted. In the clear they have the codes 0 and 1.
pub(super) const SEALED_ANSWERS: u8 = 5;
pub(super) const SEALED_RESULT: u8 = 6;

/// The name under which all that is not secret is encrypted. No field has it.
const WHOLE: &str = "";

/// The names of words. A field may have them, too: words stand after all fields, and the record says which there are.
const DECLINE_REASON: &str = "decline reason";
const METADATA: &str = "metadata";

/// What a record does not hold, for its owner to encrypt and keep beside it. Does not show its texts.
#[derive(Default)]
pub struct Confidential<'e> {
    whole: Option<Zeroizing<String>>,
    secrets: Vec<(&'e str, &'e str)>,
    words: Words<'e>,
}

impl<'e> Confidential<'e> {
    /// Collects what is confidential of an outcome: secrets, and with `all` everything else.
    pub(super) fn of(outcome: &'e Outcome, words: Words<'e>, all: bool) -> Self {
        let whole = match outcome {
            Outcome::Answered(answers) if all => Some(Zeroizing::new(answers.to_json_without_secrets())),
            Outcome::Finished(result) if all => Some(Zeroizing::new(result.to_string())),
            _ => None,
        };
        let mut secrets = Vec::new();
        if let Outcome::Answered(answers) = outcome {
            secrets.extend(answers.iter().filter_map(|(field, answer)| match answer {
                Answer::Secret(secret) => Some((field.property(), secret.reveal())),
                _ => None,
            }));
        }
        Confidential { whole, secrets, words }
    }

    /// Returns the texts by name, in the order in which [`decode`](super::decode) needs them; nothing is confidential if
    /// there are none.
    #[must_use]
    pub fn entries(&self) -> Vec<(&str, &str)> {
        let whole = self.whole.iter().map(|whole| (WHOLE, whole.as_str()));
        whole.chain(self.secrets.iter().copied()).chain(named(self.words)).collect()
    }
}

impl std::fmt::Debug for Confidential<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Confidential([{} texts])", self.entries().len())
    }
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

/// A record without its answers, and what of it is confidential now.
pub struct Concealed<'r> {
    /// The record.
    pub record: Vec<u8>,
    whole: Option<&'r str>,
    words: Words<'r>,
}

impl<'r> Concealed<'r> {
    /// Returns the texts by name, with the secrets that were kept beside the record before.
    pub fn entries(&self, secrets: &'r Secrets) -> Vec<(&'r str, &'r str)> {
        let secrets = secrets.iter().map(|(name, secret)| (name.as_str(), secret.as_str()));
        let whole = self.whole.map(|whole| (WHOLE, whole));
        whole.into_iter().chain(secrets).chain(named(self.words)).collect()
    }
}

/// Takes the answers, the result and the words out of a closed record; nothing, if it has none of them.
///
/// # Errors
/// When the record cannot be read.
pub fn conceal(record: &[u8]) -> Result<Option<Concealed<'_>>, Unreadable> {
    let Some(parts) = take_apart(record)? else { return Ok(None) };
    let hidden = match parts.members {
        [] => None,
        members => hide_words(members)?,
    };
    if parts.clear.is_none() && hidden.is_none() {
        return Ok(None);
    }
    let (members, words) = hidden.unwrap_or_else(|| (parts.members.to_vec(), Words::default()));
    let code = parts.clear.map(|(code, _)| [code]);
    let outcome = code.as_ref().map_or(parts.outcome, |code| &code[..]);
    let record = [parts.before, outcome, &members].concat();
    Ok(Some(Concealed { record, whole: parts.clear.map(|(_, text)| text), words }))
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
    audience_admits(&mut reader, "")?;
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
