//! The confidential texts of an outcome, which are stored apart from the encoding: the answers to secret
//! fields, or all answers with the decline reason and the metadata.

use askwell_form::Answer;
use zeroize::Zeroizing;

use super::audience::skip as skip_audience;
use super::bytes::DecodeError;
use super::members::{FreeTexts, redact_texts};
use super::{Secrets, begin, decode_terms, skip_outcome};
use crate::outcome::Outcome;

/// The codes of outcomes whose answers or result are encrypted. In the clear they have the codes 0 and 1.
pub(super) const SEALED_ANSWERS: u8 = 5;
pub(super) const SEALED_RESULT: u8 = 6;

/// The name of the text that holds all answers that are not secret. No field has it.
const WHOLE: &str = "";

/// The names of the free texts. A field may have the same name: free texts come after all fields, and a
/// member says which exist.
const DECLINE_REASON: &str = "decline reason";
const METADATA: &str = "metadata";

/// The texts that an encoding leaves out, for the caller to encrypt and store. `Debug` does not show them.
#[derive(Default)]
pub struct Confidential<'e> {
    whole: Option<Zeroizing<String>>,
    secrets: Vec<(&'e str, &'e str)>,
    texts: FreeTexts<'e>,
}

impl<'e> Confidential<'e> {
    /// Collects the confidential texts of an outcome: the secrets, or everything if `all` is set.
    pub(super) fn of(outcome: &'e Outcome, texts: FreeTexts<'e>, all: bool) -> Self {
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
        Confidential { whole, secrets, texts }
    }

    /// Returns the texts by name, in the order that [`decode`](super::decode) needs; empty if nothing is
    /// confidential.
    #[must_use]
    pub fn entries(&self) -> Vec<(&str, &str)> {
        let whole = self.whole.iter().map(|whole| (WHOLE, whole.as_str()));
        whole.chain(self.secrets.iter().copied()).chain(named(self.texts)).collect()
    }
}

impl std::fmt::Debug for Confidential<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Confidential([{} texts])", self.entries().len())
    }
}

/// Returns the free texts with the names under which they are encrypted.
fn named(texts: FreeTexts<'_>) -> impl Iterator<Item = (&str, &str)> {
    let reason = texts.decline_reason.map(|reason| (DECLINE_REASON, reason));
    let metadata = texts.metadata.map(|metadata| (METADATA, metadata));
    reason.into_iter().chain(metadata)
}

/// Splits off the free texts that exist.
pub(super) fn split_texts(
    entries: &Secrets,
    (has_reason, has_metadata): (bool, bool),
) -> Result<(&Secrets, FreeTexts<'_>), DecodeError> {
    let mut texts = FreeTexts::default();
    let (entries, metadata) = split_last(entries, METADATA, has_metadata)?;
    texts.metadata = metadata;
    let (entries, reason) = split_last(entries, DECLINE_REASON, has_reason)?;
    texts.decline_reason = reason;
    Ok((entries, texts))
}

fn split_last<'e>(
    entries: &'e Secrets,
    expected: &'static str,
    is_there: bool,
) -> Result<(&'e Secrets, Option<&'e str>), DecodeError> {
    match entries.split_last() {
        _ if !is_there => Ok((entries, None)),
        Some(((name, word), before)) if name == expected => Ok((before, Some(word.as_str()))),
        _ => Err(DecodeError::Missing(expected)),
    }
}

/// Splits the text of all other answers from the secrets.
pub(super) fn split(entries: &Secrets) -> Option<(&str, &Secrets)> {
    let ((name, whole), secrets) = entries.split_first()?;
    (name == WHOLE).then_some((whole.as_str(), secrets))
}

/// The encoding of a closed elicitation without its answers, and the texts that were removed, which
/// `Debug` does not show.
pub struct RedactedElicitation<'r> {
    /// The encoding.
    pub record: Vec<u8>,
    whole: Option<&'r str>,
    texts: FreeTexts<'r>,
}

impl std::fmt::Debug for RedactedElicitation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RedactedElicitation([{} bytes])", self.record.len())
    }
}

impl<'r> RedactedElicitation<'r> {
    /// Returns the texts by name, together with the secrets that were stored before.
    pub fn entries(&self, secrets: &'r Secrets) -> Vec<(&'r str, &'r str)> {
        let secrets = secrets.iter().map(|(name, secret)| (name.as_str(), secret.as_str()));
        let whole = self.whole.map(|whole| (WHOLE, whole));
        whole.into_iter().chain(secrets).chain(named(self.texts)).collect()
    }
}

/// Removes the answers, the result and the free texts from the encoding of a closed elicitation; `None` if it
/// has none of them.
///
/// # Errors
/// When the bytes cannot be decoded.
pub fn redact(record: &[u8]) -> Result<Option<RedactedElicitation<'_>>, DecodeError> {
    let Some(parts) = split_closed(record)? else { return Ok(None) };
    let hidden = match parts.members {
        [] => None,
        members => redact_texts(members)?,
    };
    if parts.clear.is_none() && hidden.is_none() {
        return Ok(None);
    }
    let (members, texts) = hidden.unwrap_or_else(|| (parts.members.to_vec(), FreeTexts::default()));
    let code = parts.clear.map(|(code, _)| [code]);
    let outcome = code.as_ref().map_or(parts.outcome, |code| &code[..]);
    let record = [parts.before, outcome, &members].concat();
    Ok(Some(RedactedElicitation { record, whole: parts.clear.map(|(_, text)| text), texts }))
}

/// The encoding of a closed elicitation in parts.
struct ClosedParts<'r> {
    before: &'r [u8],
    outcome: &'r [u8],
    /// The answers or the result in the clear, and the code of the outcome once they are encrypted.
    clear: Option<(u8, &'r str)>,
    members: &'r [u8],
}

/// Splits the encoding of a closed elicitation; `None` if it is open.
fn split_closed(record: &[u8]) -> Result<Option<ClosedParts<'_>>, DecodeError> {
    let (_, mut reader) = begin(record)?;
    reader.byte()?;
    skip_audience(&mut reader)?;
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
    Ok(Some(ClosedParts { before, outcome, clear, members }))
}
