//! The optional members of version 2: their number, then for each its tag, length and bytes.
//!
//! A new member needs a new tag and no new version. A reader skips unknown tags below [`REQUIRED`]. Unknown
//! tags from there on are errors, as such members change the meaning of the rest.

use std::sync::Arc;
use std::time::Duration;

use super::audience;
use super::bytes::{DecodeError, Reader, Writer};
use crate::attempt::Attempt;
use crate::elicitation::{Elicitation, OnDisconnect, State};
use crate::follow_up::{Escalation, FollowUp, FollowUpState};
use crate::outcome::{Decline, Outcome};
use crate::quorum::{OnRejection, Quorum, Vote};
use crate::time::Timestamp;

/// The first tag of the members that a reader must know.
const REQUIRED: u8 = 128;

const MESSAGE: u8 = 1;
const ANSWER_LIMIT: u8 = 2;
const ON_DISCONNECT: u8 = 3;
const DECLINE_REASON: u8 = 4;
const METADATA: u8 = 5;
const ATTEMPT: u8 = 6;
const EXTENDED: u8 = 7;
const FOLLOW_UP: u8 = 16;
/// A reader that does not know it says what happens without an answer in general words.
const WITHOUT_ANSWER: u8 = 17;
const SEALED_TEXTS: u8 = REQUIRED;
/// A reader that does not know quorums would close the elicitation with the first answer.
const QUORUM: u8 = REQUIRED + 1;

/// Which free texts are encrypted, as bits of the member [`SEALED_TEXTS`].
const REASON_SEALED: u8 = 1;
const METADATA_SEALED: u8 = 2;

/// The free texts beside the answers, which are encrypted if the answers are.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct FreeTexts<'w> {
    pub(super) decline_reason: Option<&'w str>,
    pub(super) metadata: Option<&'w str>,
}

impl FreeTexts<'_> {
    fn bits(self) -> u8 {
        let bit = |word: Option<&str>, bit| if word.is_some() { bit } else { 0 };
        bit(self.decline_reason, REASON_SEALED) | bit(self.metadata, METADATA_SEALED)
    }
}

/// The members of one elicitation, borrowed from it or from its encoding.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Members<'m> {
    message: Option<&'m str>,
    answer_limit: Option<u32>,
    on_disconnect: OnDisconnect,
    decline_reason: Option<&'m str>,
    metadata: Option<&'m str>,
    /// The person who submitted it, and its JSON text.
    attempt: Option<(Option<&'m str>, &'m str)>,
    /// Of a closed elicitation: extensions used, and by how much they moved the deadline.
    extended: Option<(u8, Duration)>,
    follow_up: Option<FollowUpState>,
    without_answer: Option<&'m str>,
    /// Which free texts are encrypted.
    sealed_texts: u8,
    quorum: Option<Quorum>,
    votes: Vec<Vote>,
}

impl<'m> Members<'m> {
    /// Collects the members of an elicitation.
    pub(super) fn of(elicitation: &'m Elicitation) -> Self {
        let mut members = Members {
            message: elicitation.message.as_deref(),
            answer_limit: elicitation.answer_limit,
            on_disconnect: elicitation.on_disconnect,
            quorum: elicitation.quorum.clone(),
            votes: elicitation.votes.clone(),
            follow_up: elicitation.follow_up.clone(),
            without_answer: elicitation
                .follow_up
                .as_ref()
                .and_then(|follow_up| follow_up.plan.words())
                .map(|words| &**words),
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

    /// Leaves out the rejected submission.
    pub(super) fn leave_out_attempt(&mut self) {
        self.attempt = None;
    }

    /// Leaves out the comments of votes. That of the vote that decided is part of the answers.
    pub(super) fn leave_out_comments(&mut self) {
        self.votes.iter_mut().for_each(|vote| vote.comment = None);
    }

    /// Removes and returns the free texts to encrypt, and records which there are.
    pub(super) fn take_texts(&mut self) -> FreeTexts<'m> {
        let texts = FreeTexts { decline_reason: self.decline_reason.take(), metadata: self.metadata.take() };
        self.sealed_texts = texts.bits();
        texts
    }

    /// Returns whether the decline reason and the metadata are encrypted.
    pub(super) fn sealed_texts(&self) -> (bool, bool) {
        (self.sealed_texts & REASON_SEALED != 0, self.sealed_texts & METADATA_SEALED != 0)
    }

    /// Puts decrypted texts back.
    pub(super) fn put_texts(&mut self, texts: FreeTexts<'m>) {
        self.decline_reason = self.decline_reason.or(texts.decline_reason);
        self.metadata = self.metadata.or(texts.metadata);
    }

    /// Returns whether version 1 suffices.
    pub(super) fn is_empty(&self) -> bool {
        *self == Members::default()
    }

    /// Encodes the members in the order of their tags.
    pub(super) fn encode(&self, writer: &mut Writer) {
        let texts = [self.message, self.decline_reason, self.metadata, self.without_answer];
        let abandons = self.on_disconnect == OnDisconnect::Abandon;
        let count = texts.iter().flatten().count()
            + usize::from(self.answer_limit.is_some())
            + usize::from(self.attempt.is_some())
            + usize::from(self.extended.is_some())
            + usize::from(self.follow_up.is_some())
            + usize::from(self.sealed_texts != 0)
            + usize::from(self.quorum.is_some())
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
        if let Some(follow_up) = &self.follow_up {
            writer.byte(FOLLOW_UP);
            writer.nested(|inner| encode_follow_up(inner, follow_up));
        }
        text(WITHOUT_ANSWER, self.without_answer, writer);
        if self.sealed_texts != 0 {
            writer.byte(SEALED_TEXTS);
            writer.bytes(&[self.sealed_texts]);
        }
        if let Some(quorum) = &self.quorum {
            writer.byte(QUORUM);
            writer.nested(|inner| encode_quorum(inner, quorum, &self.votes));
        }
    }

    /// Decodes the members.
    pub(super) fn decode(reader: &mut Reader<'m>) -> Result<Self, DecodeError> {
        let mut members = Members::default();
        for _ in 0..reader.number()? {
            let (tag, bytes) = (reader.byte()?, reader.bytes()?);
            match tag {
                MESSAGE => members.message = Some(text(bytes)?),
                ANSWER_LIMIT => {
                    let limit = bytes.try_into().map_err(|_| DecodeError::Missing("answer limit"))?;
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
                QUORUM => {
                    let mut inner = Reader::of_member(bytes);
                    let (quorum, votes) = decode_quorum(&mut inner)?;
                    inner.finish()?;
                    (members.quorum, members.votes) = (Some(quorum), votes);
                }
                FOLLOW_UP => members.follow_up = Some(decode_follow_up(bytes)?),
                WITHOUT_ANSWER => members.without_answer = Some(text(bytes)?),
                SEALED_TEXTS => members.sealed_texts = sealed_texts(bytes)?,
                code if code >= REQUIRED => return Err(DecodeError::Code { what: "member", code }),
                _ => {}
            }
        }
        Ok(members)
    }

    /// Returns reminders and escalation.
    pub(super) fn follow_up(&self) -> Option<&FollowUpState> {
        self.follow_up.as_ref()
    }

    /// Sets the members on an elicitation.
    pub(super) fn apply(self, elicitation: &mut Elicitation) {
        elicitation.message = self.message.map(Arc::from).or(elicitation.message.take());
        elicitation.answer_limit = self.answer_limit;
        elicitation.on_disconnect = self.on_disconnect;
        (elicitation.quorum, elicitation.votes) = (self.quorum, self.votes);
        elicitation.follow_up = self.follow_up.map(|state| with_words(state, self.without_answer));
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

fn encode_quorum(writer: &mut Writer, quorum: &Quorum, votes: &[Vote]) {
    writer.byte(quorum.approvals);
    writer.byte(quorum.on_rejection as u8);
    writer.option(quorum.requester.as_deref(), Writer::text);
    writer.number(votes.len() as u64);
    for vote in votes {
        writer.text(&vote.by);
        writer.byte(u8::from(vote.approved));
        writer.option(vote.comment.as_deref(), Writer::text);
        writer.number(vote.at.as_millis());
    }
}

fn decode_quorum(reader: &mut Reader<'_>) -> Result<(Quorum, Vec<Vote>), DecodeError> {
    let approvals = reader.byte()?;
    let on_rejection = match reader.byte()? {
        0 => OnRejection::Close,
        1 => OnRejection::Continue,
        code => return Err(DecodeError::Code { what: "choice for a rejection", code }),
    };
    let requester = reader.option(Reader::text)?.map(Arc::from);
    let mut votes = Vec::new();
    for _ in 0..reader.number()? {
        let by = Arc::from(reader.text()?);
        let approved = match reader.byte()? {
            0 => false,
            1 => true,
            code => return Err(DecodeError::Code { what: "vote", code }),
        };
        let comment = reader.option(Reader::text)?.map(Arc::from);
        votes.push(Vote { by, approved, comment, at: Timestamp::from_millis(reader.number()?) });
    }
    Ok((Quorum { approvals, on_rejection, requester }, votes))
}

fn encode_follow_up(writer: &mut Writer, follow_up: &FollowUpState) {
    writer.byte(follow_up.reminded);
    writer.byte(u8::from(follow_up.escalated));
    let plan = &follow_up.plan;
    writer.number(plan.reminders().len() as u64);
    plan.reminders().iter().for_each(|before| writer.duration(*before));
    writer.option(plan.escalation(), |writer, escalation| {
        writer.duration(escalation.after);
        audience::encode(writer, &escalation.to);
    });
}

/// Adds the words about what happens without an answer. Words that are not valid any more are left out.
fn with_words(state: FollowUpState, words: Option<&str>) -> FollowUpState {
    let plan = words.and_then(|words| FollowUp::clone(&state.plan).with_words(words).ok());
    plan.map(|plan| FollowUpState { plan: Arc::new(plan), ..state.clone() }).unwrap_or(state)
}

fn decode_follow_up(bytes: &[u8]) -> Result<FollowUpState, DecodeError> {
    let mut reader = Reader::of_member(bytes);
    let (reminded, escalated) = (reader.byte()?, reader.byte()? != 0);
    let mut reminders = Vec::new();
    for _ in 0..reader.number()?.min(FollowUp::MOST_REMINDERS as u64) {
        reminders.push(reader.duration()?);
    }
    let escalation = reader
        .option(|reader| Ok(Escalation { after: reader.duration()?, to: audience::decode(reader)? }))?;
    reader.finish()?;
    let plan = FollowUp::new(reminders, escalation).map_err(|_| DecodeError::Missing("follow-up"))?;
    Ok(FollowUpState { plan: Arc::new(plan), reminded, escalated })
}

fn text(bytes: &[u8]) -> Result<&str, DecodeError> {
    std::str::from_utf8(bytes).map_err(|_| DecodeError::NotText)
}

/// Returns encoded members without the free texts, and these texts; `None` if there are none. Keeps unknown
/// members.
pub(super) fn redact_texts(encoded: &[u8]) -> Result<Option<(Vec<u8>, FreeTexts<'_>)>, DecodeError> {
    let mut reader = Reader::of_member(encoded);
    let mut texts = FreeTexts::default();
    let mut kept = Vec::new();
    for _ in 0..reader.number()? {
        let (tag, bytes) = (reader.byte()?, reader.bytes()?);
        match tag {
            DECLINE_REASON => texts.decline_reason = Some(text(bytes)?),
            METADATA => texts.metadata = Some(text(bytes)?),
            SEALED_TEXTS => return Ok(None),
            _ => kept.push((tag, bytes)),
        }
    }
    reader.finish()?;
    if texts == FreeTexts::default() {
        return Ok(None);
    }
    let bits = [texts.bits()];
    let mut writer = Writer::of_member();
    writer.number(kept.len() as u64 + 1);
    for (tag, bytes) in kept.into_iter().chain([(SEALED_TEXTS, &bits[..])]) {
        writer.byte(tag);
        writer.bytes(bytes);
    }
    Ok(Some((writer.finish(), texts)))
}

fn sealed_texts(bytes: &[u8]) -> Result<u8, DecodeError> {
    match bytes {
        [bits] if *bits <= (REASON_SEALED | METADATA_SEALED) => Ok(*bits),
        _ => Err(DecodeError::Code {
            what: "list of encrypted texts",
            code: bytes.first().copied().unwrap_or_default(),
        }),
    }
}

fn on_disconnect(bytes: &[u8]) -> Result<OnDisconnect, DecodeError> {
    match bytes {
        [0] => Ok(OnDisconnect::Keep),
        [1] => Ok(OnDisconnect::Abandon),
        _ => Err(DecodeError::Code {
            what: "choice for a disconnect",
            code: bytes.first().copied().unwrap_or_default(),
        }),
    }
}
