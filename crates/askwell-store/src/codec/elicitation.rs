//! An elicitation as a record, with its secrets apart.
//!
//! Version 1 has no optional members; version 2 is version 1 followed by them. The lowest version that holds everything
//! is written.

mod members;
mod sealed;

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_form::{Answers, Form};
use askwell_lifecycle::{
    ClientId, Closed, Decline, Elicitation, ElicitationId, Mode, OnDisconnect, Open, Outcome, Question,
    State, Terms, Timestamp,
};
use zeroize::Zeroizing;

use members::{Members, Words};

use super::Unwritable;
use super::audience;
use super::bytes::{Reader, Unreadable, Writer};
use super::codes::{CANCEL_REASONS, MODES, by_code, code_of};
use crate::error::damaged;
use crate::vault::{self, Encrypt, Keyring};

pub(crate) use sealed::encrypt_record;
use sealed::{SEALED_ANSWERS, SEALED_RESULT, seal};

/// The record without optional members.
const PLAIN: u8 = 1;

/// The record with them.
const WITH_MEMBERS: u8 = 2;

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
    let encrypt = keyring.map(Keyring::encrypt).unwrap_or_default();
    let mut members = Members::of(elicitation);
    if encrypt == Encrypt::Answers {
        // What did not pass stays in memory, for corrections; it is an answer, and has no place in the clear.
        members.leave_out_attempt();
    }
    let words = if encrypt == Encrypt::Answers { members.take_words() } else { Words::default() };
    let mut writer = Writer::new(if members.is_empty() { PLAIN } else { WITH_MEMBERS });
    let mut secrets = None;
    writer.byte(code_of(&MODES, &elicitation.mode).ok_or(Unwritable("mode"))?);
    audience::encode(&mut writer, &elicitation.audience);
    writer.number(elicitation.created_at.as_millis());
    writer.number(elicitation.revision);
    encode_terms(&mut writer, &elicitation.terms);
    match &elicitation.question {
        Question::Form(_) => writer.byte(0),
        Question::Page { url, message } => {
            writer.byte(1);
            writer.text(url);
            writer.text(message);
        }
    }
    match &elicitation.state {
        State::Open(open) => {
            writer.byte(0);
            encode_open(&mut writer, open);
        }
        State::Closed(Closed { at, outcome, .. }) => {
            writer.byte(1);
            writer.number(at.as_millis());
            secrets = seal(elicitation.id, outcome, words, keyring)?;
            encode_outcome(&mut writer, outcome, encrypt)?;
        }
    }
    if !members.is_empty() {
        members.encode(&mut writer);
    }
    Ok(Encoded { record: writer.finish(), secrets })
}

fn encode_terms(writer: &mut Writer, terms: &Terms) {
    writer.duration(terms.timeout);
    writer.byte(terms.retry_limit);
    writer.duration(terms.extension);
    writer.byte(terms.max_extensions);
    writer.duration(terms.warn_before);
}

fn encode_open(writer: &mut Writer, open: &Open) {
    writer.option(open.opened_at, |writer, at| writer.number(at.as_millis()));
    writer.byte(open.rejected);
    writer.byte(open.extensions);
    writer.duration(open.extended_by);
    writer.byte(u8::from(open.warned));
    writer.option(open.claimed_by.as_deref(), Writer::text);
}

fn encode_outcome(writer: &mut Writer, outcome: &Outcome, encrypt: Encrypt) -> Result<(), Unwritable> {
    match outcome {
        Outcome::Answered(_) if encrypt == Encrypt::Answers => writer.byte(SEALED_ANSWERS),
        Outcome::Finished(_) if encrypt == Encrypt::Answers => writer.byte(SEALED_RESULT),
        Outcome::Answered(answers) => {
            writer.byte(0);
            writer.text(&answers.to_json_without_secrets());
        }
        Outcome::Finished(result) => {
            writer.byte(1);
            writer.text(result);
        }
        Outcome::Declined(_) => writer.byte(2),
        Outcome::Cancelled(reason) => {
            writer.byte(3);
            writer.byte(code_of(&CANCEL_REASONS, reason).ok_or(Unwritable("reason"))?);
        }
        Outcome::TimedOut => writer.byte(4),
    }
    Ok(())
}

/// Reads it again.
pub(crate) fn decode(
    columns: Columns<'_>,
    record: &[u8],
    keyring: Option<&Keyring>,
) -> Result<Elicitation, StoreError> {
    let id = columns.id;
    let unreadable = |error| damaged(id, error);
    let (version, mut reader) = begin(record).map_err(unreadable)?;
    let secrets = columns.secrets.map(|sealed| vault::open(keyring, id, sealed)).transpose()?;
    decode_body(version, &mut reader, columns, secrets.as_deref().unwrap_or_default()).map_err(unreadable)
}

/// Reads the version.
fn begin(record: &[u8]) -> Result<(u8, Reader<'_>), Unreadable> {
    Reader::of_versions(record, PLAIN..=WITH_MEMBERS)
}

/// Reads the members, of which a record of the first version has none, and insists that nothing follows.
fn end<'r>(version: u8, mut reader: Reader<'r>) -> Result<Members<'r>, Unreadable> {
    let members = if version == PLAIN { Members::default() } else { Members::decode(&mut reader)? };
    reader.finish()?;
    Ok(members)
}

/// What is to be known of an open elicitation without keeping it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Peeked {
    pub(crate) mode: Mode,
    /// When something is due.
    pub(crate) due: Timestamp,
}

/// Reads an open elicitation without keeping it, or says why it cannot be read.
pub(crate) fn peek(record: &[u8], has_form: bool) -> Result<Peeked, Unreadable> {
    let (version, mut reader) = begin(record)?;
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    audience::admits(&mut reader, "")?;
    let created_at = Timestamp::from_millis(reader.number()?);
    reader.number()?;
    let terms = decode_terms(&mut reader)?;
    match reader.byte()? {
        0 if has_form => {}
        0 => return Err(Unreadable::Missing("form")),
        1 => {
            reader.text()?;
            reader.text()?;
        }
        code => return Err(Unreadable::Code { what: "question", code }),
    }
    let 0 = reader.byte()? else { return Err(Unreadable::Missing("open state")) };
    let open = decode_open(&mut reader)?;
    end(version, reader)?;
    Ok(Peeked { mode, due: open.next_due(created_at, &terms) })
}

/// Whether a person of this name can answer an elicitation.
pub(crate) fn admits(record: &[u8], person: &str) -> Result<bool, Unreadable> {
    let (_, mut reader) = begin(record)?;
    reader.byte()?;
    audience::admits(&mut reader, person)
}

type Secrets = [(String, Zeroizing<String>)];

fn decode_body(
    version: u8,
    reader: &mut Reader<'_>,
    columns: Columns<'_>,
    secrets: &Secrets,
) -> Result<Elicitation, Unreadable> {
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    let audience = audience::decode(reader)?;
    let created_at = Timestamp::from_millis(reader.number()?);
    let revision = reader.number()?;
    let terms = decode_terms(reader)?;
    let question = match reader.byte()? {
        0 => Question::Form(columns.form.ok_or(Unreadable::Missing("form"))?),
        1 => Question::Page { url: Arc::from(reader.text()?), message: Arc::from(reader.text()?) },
        code => return Err(Unreadable::Code { what: "question", code }),
    };
    let (open, closed) = match reader.byte()? {
        0 => (Some(decode_open(reader)?), None),
        1 => {
            let at = Timestamp::from_millis(reader.number()?);
            let outcome = *reader;
            skip_outcome(reader)?;
            (None, Some((at, outcome)))
        }
        code => return Err(Unreadable::Code { what: "state", code }),
    };
    // The members say how to read what is encrypted beside the outcome.
    let mut members = end(version, *reader)?;
    let (secrets, words) = sealed::split_words(secrets, members.sealed_words())?;
    members.put_words(words);
    let state = match closed {
        None => State::Open(open.unwrap_or_default()),
        Some((at, mut outcome)) => {
            let outcome = decode_outcome(&mut outcome, &question, secrets)?;
            State::Closed(Closed { at, outcome, metadata: None, extensions: 0, extended_by: Duration::ZERO })
        }
    };
    let mut elicitation = Elicitation {
        id: columns.id,
        client: columns.client,
        mode,
        question,
        message: None,
        audience,
        terms,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        created_at,
        revision,
        state,
    };
    members.apply(&mut elicitation);
    Ok(elicitation)
}

fn decode_terms(reader: &mut Reader<'_>) -> Result<Terms, Unreadable> {
    Ok(Terms {
        timeout: reader.duration()?,
        retry_limit: reader.byte()?,
        extension: reader.duration()?,
        max_extensions: reader.byte()?,
        warn_before: reader.duration()?,
    })
}

fn decode_open(reader: &mut Reader<'_>) -> Result<Open, Unreadable> {
    Ok(Open {
        opened_at: reader.option(|reader| reader.number().map(Timestamp::from_millis))?,
        rejected: reader.byte()?,
        extensions: reader.byte()?,
        extended_by: reader.duration()?,
        warned: reader.truth()?,
        claimed_by: reader.option(|reader| reader.text().map(Arc::from))?,
        attempt: None,
    })
}

/// Reads past an outcome.
fn skip_outcome(reader: &mut Reader<'_>) -> Result<(), Unreadable> {
    match reader.byte()? {
        0 | 1 => reader.text().map(drop),
        3 => reader.byte().map(drop),
        2 | 4 | SEALED_ANSWERS | SEALED_RESULT => Ok(()),
        code => Err(Unreadable::Code { what: "outcome", code }),
    }
}

fn decode_outcome(
    reader: &mut Reader<'_>,
    question: &Question,
    secrets: &Secrets,
) -> Result<Outcome, Unreadable> {
    Ok(match reader.byte()? {
        0 => {
            let json = reader.text()?;
            let Question::Form(form) = question else { return Err(Unreadable::Missing("form")) };
            Outcome::Answered(restore(form, json, secrets).ok_or(Unreadable::Answers)?)
        }
        1 => Outcome::Finished(Arc::from(reader.text()?)),
        2 => Outcome::Declined(Decline::default()),
        3 => Outcome::Cancelled(by_code(&CANCEL_REASONS, reader.byte()?, "reason")?),
        4 => Outcome::TimedOut,
        SEALED_ANSWERS => {
            let (json, secrets) = sealed::split(secrets).ok_or(Unreadable::Missing("answers"))?;
            let Question::Form(form) = question else { return Err(Unreadable::Missing("form")) };
            Outcome::Answered(restore(form, json, secrets).ok_or(Unreadable::Answers)?)
        }
        SEALED_RESULT => {
            let (result, _) = sealed::split(secrets).ok_or(Unreadable::Missing("result"))?;
            Outcome::Finished(Arc::from(result))
        }
        code => return Err(Unreadable::Code { what: "outcome", code }),
    })
}

/// Puts the secrets back among the other answers.
fn restore(form: &Form, json: &str, secrets: &Secrets) -> Option<Answers> {
    if secrets.is_empty() {
        return form.restore(json.as_bytes());
    }
    // As long as it will get, so that no part of it is left behind by growing: an escape takes six bytes.
    let room: usize = secrets.iter().map(|(name, secret)| 6 * (name.len() + secret.len()) + 6).sum();
    let mut whole = Zeroizing::new(Vec::with_capacity(json.len() + room));
    whole.extend_from_slice(json.strip_suffix('}')?.as_bytes());
    for (name, secret) in secrets {
        if whole.len() > 1 {
            whole.push(b',');
        }
        serde_json::to_writer(&mut *whole, name).ok()?;
        whole.push(b':');
        serde_json::to_writer(&mut *whole, &**secret).ok()?;
    }
    whole.push(b'}');
    form.restore(&whole)
}

#[cfg(test)]
mod tests;
