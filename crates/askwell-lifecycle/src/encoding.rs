//! Encodes elicitations as bytes, and decodes them. No other part of this crate knows the format.
//!
//! Each encoding starts with its version. A version never changes, and readers support all of them. Version 1
//! has no optional members; version 2 is version 1 followed by members. The lowest sufficient version is
//! written. Unknown versions and codes are errors that name them.
//!
//! Id, client, form and confidential texts are not part of the encoding: see [`DecodeContext`].

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
use bytes::{DecodeError, Reader, Writer};
use codes::{CANCEL_REASONS, MODES, by_code, code_of};
use confidential::{SEALED_ANSWERS, SEALED_RESULT};
use members::{FreeTexts, Members};

use crate::actor::ClientId;
use crate::elicitation::{Audience, Closed, Elicitation, Mode, OnDisconnect, Open, Question, State};
use crate::id::ElicitationId;
use crate::outcome::{Decline, Outcome};
use crate::person::Person;
use crate::policy::Terms;
use crate::time::Timestamp;

pub use confidential::{Confidential, RedactedElicitation, redact};

/// The version without optional members.
const PLAIN: u8 = 1;

/// The version with optional members.
const WITH_MEMBERS: u8 = 2;

/// A value that is newer than the code tables, so it has no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to write down a new kind of {0}")]
pub struct EncodeError(pub &'static str);

/// What to leave out of an encoding. Answers to secret fields are always left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EncodeOptions {
    /// Leaves out answers, results, decline reasons and metadata, and drops a rejected submission.
    pub omit_answers: bool,
    /// Leaves out the message above the form, for readers that have it.
    pub omit_message: bool,
}

/// What decoding needs beside the bytes.
#[derive(Debug)]
pub struct DecodeContext<'b> {
    /// Its id.
    pub id: ElicitationId,
    /// The client that asks.
    pub client: ClientId,
    /// The form, unless it asks for a page.
    pub form: Option<Form>,
    /// The message, if the encoding was made without it.
    pub message: Option<Arc<str>>,
    /// The confidential texts by name, as [`Confidential::entries`] returned them.
    pub secrets: &'b Secrets,
}

/// Confidential texts by name.
pub type Secrets = [(String, Zeroizing<String>)];

/// Appends the encoding of an elicitation to `record`. Returns the confidential texts, which the caller has
/// to encrypt and store apart.
///
/// # Errors
/// When a value has no code.
pub fn encode<'e>(
    elicitation: &'e Elicitation,
    options: EncodeOptions,
    record: &mut Vec<u8>,
) -> Result<Confidential<'e>, EncodeError> {
    let mut members = Members::of(elicitation);
    let mut texts = FreeTexts::default();
    if options.omit_answers {
        // A rejected submission is an answer, too.
        members.leave_out_attempt();
        members.leave_out_comments();
        texts = members.take_texts();
    }
    if options.omit_message {
        members.leave_out_message();
    }
    let version = if members.is_empty() { PLAIN } else { WITH_MEMBERS };
    let mut writer = Writer::append_to(std::mem::take(record), version);
    let mut confidential = Confidential::default();
    writer.byte(code_of(&MODES, &elicitation.mode).ok_or(EncodeError("mode"))?);
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
            confidential = Confidential::of(outcome, texts, options.omit_answers);
            encode_outcome(&mut writer, outcome, options)?;
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

fn encode_outcome(writer: &mut Writer, outcome: &Outcome, options: EncodeOptions) -> Result<(), EncodeError> {
    match outcome {
        Outcome::Answered(_) if options.omit_answers => writer.byte(SEALED_ANSWERS),
        Outcome::Finished(_) if options.omit_answers => writer.byte(SEALED_RESULT),
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
            writer.byte(code_of(&CANCEL_REASONS, reason).ok_or(EncodeError("reason"))?);
        }
        Outcome::TimedOut => writer.byte(4),
    }
    Ok(())
}

/// Decodes an elicitation. Does not check its answers again.
///
/// # Errors
/// When the bytes or the context cannot be read.
pub fn decode(record: &[u8], context: DecodeContext<'_>) -> Result<Elicitation, DecodeError> {
    let (version, mut reader) = begin(record)?;
    decode_body(version, &mut reader, context)
}

/// Reads the version of an encoding.
fn begin(record: &[u8]) -> Result<(u8, Reader<'_>), DecodeError> {
    Reader::of_versions(record, PLAIN..=WITH_MEMBERS)
}

/// Reads the members, which version 1 does not have, and checks that nothing follows.
fn end<'r>(version: u8, mut reader: Reader<'r>) -> Result<Members<'r>, DecodeError> {
    let members = if version == PLAIN { Members::default() } else { Members::decode(&mut reader)? };
    reader.finish()?;
    Ok(members)
}

/// The parts of an open elicitation that an index needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSummary {
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// When its next warning or timeout is due.
    pub due: Timestamp,
    /// Its deadline.
    pub deadline: Timestamp,
    /// Who can answer.
    pub audience: Audience,
    /// The person who claims it.
    pub claimed_by: Option<Arc<str>>,
}

/// Reads the summary of an open elicitation, and checks that all of it can be decoded.
///
/// # Errors
/// When it cannot be decoded, or is closed.
pub fn summarize_open(record: &[u8], has_form: bool) -> Result<OpenSummary, DecodeError> {
    let (version, mut reader) = begin(record)?;
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    let audience = decode_audience(&mut reader)?;
    let created_at = Timestamp::from_millis(reader.number()?);
    reader.number()?;
    let terms = decode_terms(&mut reader)?;
    match reader.byte()? {
        0 if has_form => {}
        0 => return Err(DecodeError::Missing("form")),
        1 => {
            reader.text()?;
            reader.text()?;
        }
        code => return Err(DecodeError::Code { what: "question", code }),
    }
    let 0 = reader.byte()? else { return Err(DecodeError::Missing("open state")) };
    let open = decode_open(&mut reader)?;
    let members = end(version, reader)?;
    let deadline = open.deadline(created_at, &terms);
    let follow_up = members.follow_up().and_then(|follow_up| follow_up.next_due(created_at, deadline));
    let due = follow_up.into_iter().fold(open.next_due(created_at, &terms), Timestamp::min);
    Ok(OpenSummary { mode, due, deadline, audience, claimed_by: open.claimed_by })
}

/// Returns whether this person can answer an elicitation.
///
/// # Errors
/// When the record cannot be read.
pub fn admits(record: &[u8], person: &Person) -> Result<bool, DecodeError> {
    let (_, mut reader) = begin(record)?;
    reader.byte()?;
    audience_admits(&mut reader, person)
}

fn decode_body(
    version: u8,
    reader: &mut Reader<'_>,
    context: DecodeContext<'_>,
) -> Result<Elicitation, DecodeError> {
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    let audience = decode_audience(reader)?;
    let created_at = Timestamp::from_millis(reader.number()?);
    let revision = reader.number()?;
    let terms = decode_terms(reader)?;
    let question = match reader.byte()? {
        0 => Question::Form(context.form.ok_or(DecodeError::Missing("form"))?),
        1 => Question::Page { url: Arc::from(reader.text()?), message: Arc::from(reader.text()?) },
        code => return Err(DecodeError::Code { what: "question", code }),
    };
    let (open, closed) = match reader.byte()? {
        0 => (Some(decode_open(reader)?), None),
        1 => {
            let at = Timestamp::from_millis(reader.number()?);
            let outcome = *reader;
            skip_outcome(reader)?;
            (None, Some((at, outcome)))
        }
        code => return Err(DecodeError::Code { what: "state", code }),
    };
    // The members say how to read what is encrypted.
    let mut members = end(version, *reader)?;
    let (secrets, texts) = confidential::split_texts(context.secrets, members.sealed_texts())?;
    members.put_texts(texts);
    let state = match closed {
        None => State::Open(open.unwrap_or_default()),
        Some((at, mut outcome)) => {
            let outcome = decode_outcome(&mut outcome, &question, secrets)?;
            State::Closed(Closed { at, outcome, metadata: None, extensions: 0, extended_by: Duration::ZERO })
        }
    };
    let mut elicitation = Elicitation {
        id: context.id,
        client: context.client,
        mode,
        question,
        message: context.message,
        audience,
        quorum: None,
        votes: Vec::new(),
        terms,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        follow_up: None,
        created_at,
        revision,
        state,
    };
    members.apply(&mut elicitation);
    Ok(elicitation)
}

fn decode_terms(reader: &mut Reader<'_>) -> Result<Terms, DecodeError> {
    Ok(Terms {
        timeout: reader.duration()?,
        retry_limit: reader.byte()?,
        extension: reader.duration()?,
        max_extensions: reader.byte()?,
        warn_before: reader.duration()?,
    })
}

fn decode_open(reader: &mut Reader<'_>) -> Result<Open, DecodeError> {
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

/// Skips an outcome.
fn skip_outcome(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    match reader.byte()? {
        0 | 1 => reader.text().map(drop),
        3 => reader.byte().map(drop),
        2 | 4 | SEALED_ANSWERS | SEALED_RESULT => Ok(()),
        code => Err(DecodeError::Code { what: "outcome", code }),
    }
}

fn decode_outcome(
    reader: &mut Reader<'_>,
    question: &Question,
    secrets: &Secrets,
) -> Result<Outcome, DecodeError> {
    Ok(match reader.byte()? {
        0 => {
            let json = reader.text()?;
            let Question::Form(form) = question else { return Err(DecodeError::Missing("form")) };
            Outcome::Answered(restore(form, json, secrets).ok_or(DecodeError::Answers)?)
        }
        1 => Outcome::Finished(Arc::from(reader.text()?)),
        2 => Outcome::Declined(Decline::default()),
        3 => Outcome::Cancelled(by_code(&CANCEL_REASONS, reader.byte()?, "reason")?),
        4 => Outcome::TimedOut,
        SEALED_ANSWERS => {
            let (json, secrets) = confidential::split(secrets).ok_or(DecodeError::Missing("answers"))?;
            let Question::Form(form) = question else { return Err(DecodeError::Missing("form")) };
            Outcome::Answered(restore(form, json, secrets).ok_or(DecodeError::Answers)?)
        }
        SEALED_RESULT => {
            let (result, _) = confidential::split(secrets).ok_or(DecodeError::Missing("result"))?;
            Outcome::Finished(Arc::from(result))
        }
        code => return Err(DecodeError::Code { what: "outcome", code }),
    })
}

/// Restores answers from their JSON text and their secrets.
fn restore(form: &Form, json: &str, secrets: &Secrets) -> Option<Answers> {
    if secrets.is_empty() {
        return form.restore(json.as_bytes());
    }
    // Allocated once, so that growing leaves no copies behind: an escape takes six bytes.
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
