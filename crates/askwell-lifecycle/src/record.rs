//! An elicitation as bytes. Everything is written out here, in both directions: no other part of the lifecycle knows
//! that elicitations are written down.
//!
//! Each record begins with its version. A version is never changed, only followed by the next; readers keep all of
//! them. Version 1 has no optional members; version 2 is version 1 followed by them. The lowest version that holds
//! everything is written. What this program does not know is an error that names it.
//!
//! Beside the record stand its id, its client, its form, and what is confidential: see [`Beside`].

pub mod audience;
pub mod bytes;
pub mod codes;
mod confidential;
mod members;

use std::sync::Arc;
use std::time::Duration;

use askwell_form::json::write_string;
use askwell_form::{Answers, Form};
use zeroize::Zeroizing;

use audience::{admits as audience_admits, decode as decode_audience, encode as encode_audience};
use bytes::{Reader, Unreadable, Writer};
use codes::{CANCEL_REASONS, MODES, by_code, code_of};
use confidential::{SEALED_ANSWERS, SEALED_RESULT};
use members::{Members, Words};

use crate::actor::ClientId;
use crate::elicitation::{Closed, Decline, Elicitation, Mode, OnDisconnect, Open, Outcome, Question, State};
use crate::id::ElicitationId;
use crate::policy::Terms;
use crate::time::Timestamp;

pub use confidential::{Concealed, Confidential, conceal};

/// The record without optional members.
const PLAIN: u8 = 1;

/// The record with them.
const WITH_MEMBERS: u8 = 2;

/// Something newer than the tables of this module, which has no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to write down a new kind of {0}")]
pub struct Unwritable(pub &'static str);

/// What a record leaves out, beside the answers to secret fields, which it never holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Omit {
    /// The answers, the result, and the words that came with them; a submission that did not pass is dropped.
    pub answers: bool,
    /// The message above the form: whoever reads the record knows it.
    pub message: bool,
}

/// What stands beside a record.
#[derive(Debug)]
pub struct Beside<'b> {
    /// Its id.
    pub id: ElicitationId,
    /// Who asks.
    pub client: ClientId,
    /// The form, if it asks one.
    pub form: Option<Form>,
    /// The message, if the record was written without.
    pub message: Option<Arc<str>>,
    /// What is confidential, by name, as [`Confidential::entries`] gave it.
    pub secrets: &'b Secrets,
}

/// Confidential texts by name.
pub type Secrets = [(String, Zeroizing<String>)];

/// Appends the record of an elicitation, and returns what is confidential and has to be kept apart.
///
/// # Errors
/// When something has no number.
pub fn encode<'e>(
    elicitation: &'e Elicitation,
    omit: Omit,
    record: &mut Vec<u8>,
) -> Result<Confidential<'e>, Unwritable> {
    let mut members = Members::of(elicitation);
    let mut words = Words::default();
    if omit.answers {
        // What did not pass is kept in memory alone, for corrections: it is an answer.
        members.leave_out_attempt();
        words = members.take_words();
    }
    if omit.message {
        members.leave_out_message();
    }
    let version = if members.is_empty() { PLAIN } else { WITH_MEMBERS };
    let mut writer = Writer::append_to(std::mem::take(record), version);
    let mut confidential = Confidential::default();
    writer.byte(code_of(&MODES, &elicitation.mode).ok_or(Unwritable("mode"))?);
    encode_audience(&mut writer, &elicitation.audience);
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
            confidential = Confidential::of(outcome, words, omit.answers);
            encode_outcome(&mut writer, outcome, omit)?;
        }
    }
    if !members.is_empty() {
        members.encode(&mut writer);
    }
    *record = writer.finish();
    Ok(confidential)
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

fn encode_outcome(writer: &mut Writer, outcome: &Outcome, omit: Omit) -> Result<(), Unwritable> {
    match outcome {
        Outcome::Answered(_) if omit.answers => writer.byte(SEALED_ANSWERS),
        Outcome::Finished(_) if omit.answers => writer.byte(SEALED_RESULT),
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

/// Reads an elicitation again. Answers are not checked again: they were when they were given.
///
/// # Errors
/// When the record, or what stands beside it, cannot be read.
pub fn decode(record: &[u8], beside: Beside<'_>) -> Result<Elicitation, Unreadable> {
    let (version, mut reader) = begin(record)?;
    decode_body(version, &mut reader, beside)
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
pub struct Peeked {
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// When something is due.
    pub due: Timestamp,
}

/// Reads an open elicitation without keeping it.
///
/// # Errors
/// When it cannot be read, or is closed.
pub fn peek(record: &[u8], has_form: bool) -> Result<Peeked, Unreadable> {
    let (version, mut reader) = begin(record)?;
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    audience_admits(&mut reader, "")?;
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

/// Returns whether a person of this name can answer an elicitation.
///
/// # Errors
/// When the record cannot be read.
pub fn admits(record: &[u8], person: &str) -> Result<bool, Unreadable> {
    let (_, mut reader) = begin(record)?;
    reader.byte()?;
    audience_admits(&mut reader, person)
}

fn decode_body(version: u8, reader: &mut Reader<'_>, beside: Beside<'_>) -> Result<Elicitation, Unreadable> {
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    let audience = decode_audience(reader)?;
    let created_at = Timestamp::from_millis(reader.number()?);
    let revision = reader.number()?;
    let terms = decode_terms(reader)?;
    let question = match reader.byte()? {
        0 => Question::Form(beside.form.ok_or(Unreadable::Missing("form"))?),
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
    let (secrets, words) = confidential::split_words(beside.secrets, members.sealed_words())?;
    members.put_words(words);
    let state = match closed {
        None => State::Open(open.unwrap_or_default()),
        Some((at, mut outcome)) => {
            let outcome = decode_outcome(&mut outcome, &question, secrets)?;
            State::Closed(Closed { at, outcome, metadata: None, extensions: 0, extended_by: Duration::ZERO })
        }
    };
    let mut elicitation = Elicitation {
        id: beside.id,
        client: beside.client,
        mode,
        question,
        message: beside.message,
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
            let (json, secrets) = confidential::split(secrets).ok_or(Unreadable::Missing("answers"))?;
            let Question::Form(form) = question else { return Err(Unreadable::Missing("form")) };
            Outcome::Answered(restore(form, json, secrets).ok_or(Unreadable::Answers)?)
        }
        SEALED_RESULT => {
            let (result, _) = confidential::split(secrets).ok_or(Unreadable::Missing("result"))?;
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
    let mut whole = Zeroizing::new(String::with_capacity(json.len() + room));
    whole.push_str(json.strip_suffix('}')?);
    for (name, secret) in secrets {
        if whole.len() > 1 {
            whole.push(',');
        }
        write_string(&mut whole, name);
        whole.push(':');
        write_string(&mut whole, secret);
    }
    whole.push('}');
    form.restore(whole.as_bytes())
}
