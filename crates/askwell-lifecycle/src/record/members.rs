//! The optional members that version 2 of the record adds: how many, then for each its tag, its length and its bytes.
//!
//! A new member needs a new tag and no new version. A reader skips a tag that it does not know, unless the tag is
//! [`REQUIRED`] or above: such a member changes the meaning of the rest, so a record that has one is an error.

use std::sync::Arc;
use std::time::Duration;

use super::bytes::{Reader, Unreadable, Writer};
use crate::attempt::Attempt;
use crate::elicitation::{Decline, Elicitation, OnDisconnect, Outcome, State};

/// The first tag of the members that a reader must know.
const REQUIRED: u8 = 128;

const MESSAGE: u8 = 1;
const ANSWER_LIMIT: u8 = 2;
const ON_DISCONNECT: u8 = 3;
const DECLINE_REASON: u8 = 4;
const METADATA: u8 = 5;
const ATTEMPT: u8 = 6;
const EXTENDED: u8 = 7;
const SEALED_WORDS: u8 = REQUIRED;

/// Which words are encrypted beside the record, as bits of [`SEALED_WORDS`].
const REASON_SEALED: u8 = 1;
const METADATA_SEALED: u8 = 2;

/// What a person or a program said beside the answers: encrypted where the answers are.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Words<'w> {
    pub(super) decline_reason: Option<&'w str>,
    pub(super) metadata: Option<&'w str>,
}

impl Words<'_> {
    fn bits(self) -> u8 {
        let bit = |word: Option<&str>, bit| if word.is_some() { bit } else { 0 };
        bit(self.decline_reason, REASON_SEALED) | bit(self.metadata, METADATA_SEALED)
    }
}

/// The members of one record, borrowed from an elicitation or from its bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Members<'m> {
    message: Option<&'m str>,
    answer_limit: Option<u32>,
    on_disconnect: OnDisconnect,
    decline_reason: Option<&'m str>,
    metadata: Option<&'m str>,
    /// Who submitted it, and what.
    attempt: Option<(Option<&'m str>, &'m str)>,
    /// Of a closed one: extensions used, and by how much they moved the deadline.
    extended: Option<(u8, Duration)>,
    /// Which words are encrypted beside the record.
    sealed_words: u8,
}

impl<'m> Members<'m> {
    /// Collects the members of an elicitation.
    pub(super) fn of(elicitation: &'m Elicitation) -> Self {
        let mut members = Members {
            message: elicitation.message.as_deref(),
            answer_limit: elicitation.answer_limit,
            on_disconnect: elicitation.on_disconnect,
            ..Members::default()
        };
        match &elicitation.state {
            State::Open(open) => {
                let author = |attempt: &'m Attempt| attempt.by().map(|name| &**name);
                members.attempt = open.attempt.as_ref().map(|attempt| (author(attempt), attempt.as_json()));
            }
            State::Closed(closed) => {
                members.metadata = closed.metadata.as_deref();
                members.extended = (closed.extensions > 0).then_some((closed.extensions, closed.extended_by));
                if let Outcome::Declined(Decline { reason, .. }) = &closed.outcome {
                    members.decline_reason = reason.as_deref();
                }
            }
        }
        members
    }

    /// Leaves out the message.
    pub(super) fn leave_out_message(&mut self) {
        self.message = None;
    }

    /// Leaves out the submission that did not pass.
    pub(super) fn leave_out_attempt(&mut self) {
        self.attempt = None;
    }

    /// Takes out the words that are to be encrypted, and notes which there are.
    pub(super) fn take_words(&mut self) -> Words<'m> {
        let words = Words { decline_reason: self.decline_reason.take(), metadata: self.metadata.take() };
        self.sealed_words = words.bits();
        words
    }

    /// Returns whether the decline reason and the metadata are encrypted beside the record.
    pub(super) fn sealed_words(&self) -> (bool, bool) {
        (self.sealed_words & REASON_SEALED != 0, self.sealed_words & METADATA_SEALED != 0)
    }

    /// Puts decrypted words back.
    pub(super) fn put_words(&mut self, words: Words<'m>) {
        self.decline_reason = self.decline_reason.or(words.decline_reason);
        self.metadata = self.metadata.or(words.metadata);
    }

    /// Returns whether version 1 of the record holds everything.
    pub(super) fn is_empty(&self) -> bool {
        *self == Members::default()
    }

    /// Writes them in the order of their tags.
    pub(super) fn encode(&self, writer: &mut Writer) {
        let texts = [self.message, self.decline_reason, self.metadata];
        let abandons = self.on_disconnect == OnDisconnect::Abandon;
        let count = texts.iter().flatten().count()
            + usize::from(self.answer_limit.is_some())
            + usize::from(self.attempt.is_some())
            + usize::from(self.extended.is_some())
            + usize::from(self.sealed_words != 0)
            + usize::from(abandons);
        writer.number(count as u64);
        let text = |tag, text: Option<&str>, writer: &mut Writer| {
            if let Some(text) = text {
                writer.byte(tag);
                writer.text(text);
            }
        };
        text(MESSAGE, self.message, writer);
        if let Some(limit) = self.answer_limit {
            writer.byte(ANSWER_LIMIT);
            writer.bytes(&limit.to_be_bytes());
        }
        if abandons {
            writer.byte(ON_DISCONNECT);
            writer.bytes(&[OnDisconnect::Abandon as u8]);
        }
        text(DECLINE_REASON, self.decline_reason, writer);
        text(METADATA, self.metadata, writer);
        if let Some((by, json)) = self.attempt {
            writer.byte(ATTEMPT);
            writer.nested(|inner| {
                inner.option(by, Writer::text);
                inner.text(json);
            });
        }
        if let Some((extensions, by)) = self.extended {
            writer.byte(EXTENDED);
            writer.nested(|inner| {
                inner.byte(extensions);
                inner.duration(by);
            });
        }
        if self.sealed_words != 0 {
            writer.byte(SEALED_WORDS);
            writer.bytes(&[self.sealed_words]);
        }
    }

    /// Reads them.
    pub(super) fn decode(reader: &mut Reader<'m>) -> Result<Self, Unreadable> {
        let mut members = Members::default();
        for _ in 0..reader.number()? {
            let (tag, bytes) = (reader.byte()?, reader.bytes()?);
            match tag {
                MESSAGE => members.message = Some(text(bytes)?),
                ANSWER_LIMIT => {
                    let limit = bytes.try_into().map_err(|_| Unreadable::Missing("answer limit"))?;
                    members.answer_limit = Some(u32::from_be_bytes(limit));
                }
                ON_DISCONNECT => members.on_disconnect = on_disconnect(bytes)?,
                DECLINE_REASON => members.decline_reason = Some(text(bytes)?),
                METADATA => members.metadata = Some(text(bytes)?),
                ATTEMPT => {
                    let mut inner = Reader::of_member(bytes);
                    members.attempt = Some((inner.option(Reader::text)?, inner.text()?));
                    inner.finish()?;
                }
                EXTENDED => {
                    let mut inner = Reader::of_member(bytes);
                    members.extended = Some((inner.byte()?, inner.duration()?));
                    inner.finish()?;
                }
                SEALED_WORDS => members.sealed_words = sealed_words(bytes)?,
                code if code >= REQUIRED => return Err(Unreadable::Code { what: "member", code }),
                _ => {}
            }
        }
        Ok(members)
    }

    /// Puts them where they belong.
    pub(super) fn apply(self, elicitation: &mut Elicitation) {
        elicitation.message = self.message.map(Arc::from).or(elicitation.message.take());
        elicitation.answer_limit = self.answer_limit;
        elicitation.on_disconnect = self.on_disconnect;
        match &mut elicitation.state {
            State::Open(open) => {
                open.attempt = self.attempt.and_then(|(by, json)| Attempt::new(by.map(Arc::from), json));
            }
            State::Closed(closed) => {
                closed.metadata = self.metadata.map(Arc::from);
                (closed.extensions, closed.extended_by) = self.extended.unwrap_or_default();
                if let (Outcome::Declined(decline), Some(reason)) = (&mut closed.outcome, self.decline_reason)
                {
                    *decline = Decline::because(reason);
                }
            }
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, Unreadable> {
    std::str::from_utf8(bytes).map_err(|_| Unreadable::NotText)
}

/// Returns encoded members without the words that are in the clear, and these words; nothing, if there are none. Keeps
/// members that this program does not know.
pub(super) fn hide_words(encoded: &[u8]) -> Result<Option<(Vec<u8>, Words<'_>)>, Unreadable> {
    let mut reader = Reader::of_member(encoded);
    let mut words = Words::default();
    let mut kept = Vec::new();
    for _ in 0..reader.number()? {
        let (tag, bytes) = (reader.byte()?, reader.bytes()?);
        match tag {
            DECLINE_REASON => words.decline_reason = Some(text(bytes)?),
            METADATA => words.metadata = Some(text(bytes)?),
            SEALED_WORDS => return Ok(None),
            _ => kept.push((tag, bytes)),
        }
    }
    reader.finish()?;
    if words == Words::default() {
        return Ok(None);
    }
    let bits = [words.bits()];
    let mut writer = Writer::of_member();
    writer.number(kept.len() as u64 + 1);
    for (tag, bytes) in kept.into_iter().chain([(SEALED_WORDS, &bits[..])]) {
        writer.byte(tag);
        writer.bytes(bytes);
    }
    Ok(Some((writer.finish(), words)))
}

fn sealed_words(bytes: &[u8]) -> Result<u8, Unreadable> {
    match bytes {
        [bits] if *bits <= (REASON_SEALED | METADATA_SEALED) => Ok(*bits),
        _ => Err(Unreadable::Code {
            what: "list of encrypted words",
            code: bytes.first().copied().unwrap_or_default(),
        }),
    }
}

fn on_disconnect(bytes: &[u8]) -> Result<OnDisconnect, Unreadable> {
    match bytes {
        [0] => Ok(OnDisconnect::Keep),
        [1] => Ok(OnDisconnect::Abandon),
        _ => Err(Unreadable::Code {
            what: "choice for a disconnect",
            code: bytes.first().copied().unwrap_or_default(),
        }),
    }
}
