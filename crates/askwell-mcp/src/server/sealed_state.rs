//! Elicitations inside `requestState`: the record travels with the client, and the same transition
//! function decides as in an engine.
//!
//! For modern calls of servers without an engine and pages. Form, message and principal do not
//! travel: the handler asks the question again, and the state is bound to the request. A record is
//! pinned to its question, so that an answer cannot serve a question that the person did not read.

mod ask;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use askwell_engine::{Checker, CreateError, StepRecorder};
use askwell_form::Form;
use askwell_lifecycle::encoding::bytes::{DecodeError, Reader, Writer};
use askwell_lifecycle::encoding::{self, DecodeContext, EncodeOptions};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Timestamp};
use sha2::{Digest, Sha256};

use super::residence::ClientInput;

pub(super) use self::ask::{apply, ask};

/// The entry of a state for one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StateEntry {
    /// An elicitation in the state.
    Sealed(SealedElicitation),
    /// An elicitation in the engine.
    Stored(StoredElicitation),
    /// The result of a request that is no elicitation, as JSON text.
    ClientResult(Box<str>),
}

/// An elicitation that lives in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SealedElicitation {
    id: ElicitationId,
    /// The digest of form and message.
    question: [u8; 16],
    /// Whether the handler asked another question under the same key before.
    is_changed: bool,
    /// When it ends, if it is open.
    open_until: Option<Timestamp>,
    record: Vec<u8>,
}

/// An elicitation in the engine, as the state refers to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredElicitation {
    pub(super) id: ElicitationId,
    /// Whether the client was sent to a page instead of shown a dialog.
    pub(super) is_url: bool,
    /// Whether its answer was delivered to this call.
    pub(super) is_taken: bool,
    /// Whether the handler asked another question under the same key before.
    pub(super) is_changed: bool,
    /// When it ends.
    pub(super) open_until: Timestamp,
}

impl StateEntry {
    /// Returns when the question ends, if it is open.
    pub(super) fn open_until(&self) -> Option<Timestamp> {
        match self {
            StateEntry::Sealed(sealed) => sealed.open_until,
            StateEntry::Stored(stored) => Some(stored.open_until),
            StateEntry::ClientResult(_) => None,
        }
    }
}

const SEALED: u8 = 1;
const STORED: u8 = 2;
const CLIENT_RESULT: u8 = 3;

/// Encodes the entries of a state.
pub(super) fn write(entries: &[(Box<str>, StateEntry)]) -> Vec<u8> {
    let mut out = Writer::of_member();
    for (key, entry) in entries {
        out.byte(match entry {
            StateEntry::Sealed(_) => SEALED,
            StateEntry::Stored(_) => STORED,
            StateEntry::ClientResult(_) => CLIENT_RESULT,
        });
        out.text(key);
        match entry {
            StateEntry::Sealed(sealed) => {
                out.raw(&sealed.id.to_bytes());
                out.raw(&sealed.question);
                out.byte(u8::from(sealed.is_changed));
                out.option(sealed.open_until, |out, until| out.number(until.as_millis()));
                out.bytes(&sealed.record);
            }
            StateEntry::Stored(stored) => {
                out.raw(&stored.id.to_bytes());
                out.byte(u8::from(stored.is_url));
                out.byte(u8::from(stored.is_taken));
                out.byte(u8::from(stored.is_changed));
                out.number(stored.open_until.as_millis());
            }
            StateEntry::ClientResult(result) => out.text(result),
        }
    }
    out.finish()
}

/// Decodes the entries of a state.
///
/// # Errors
/// When the bytes cannot be decoded.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<(Box<str>, StateEntry)>, DecodeError> {
    let mut reader = Reader::of_member(bytes);
    let mut entries = Vec::new();
    while !reader.rest().is_empty() {
        let kind = reader.byte()?;
        let key = reader.text()?.into();
        let entry = match kind {
            SEALED => StateEntry::Sealed(SealedElicitation {
                id: ElicitationId::from_bytes(reader.raw()?),
                question: reader.raw()?,
                is_changed: reader.truth()?,
                open_until: reader.option(|reader| reader.number().map(Timestamp::from_millis))?,
                record: reader.bytes()?.to_vec(),
            }),
            STORED => StateEntry::Stored(StoredElicitation {
                id: ElicitationId::from_bytes(reader.raw()?),
                is_url: reader.truth()?,
                is_taken: reader.truth()?,
                is_changed: reader.truth()?,
                open_until: Timestamp::from_millis(reader.number()?),
            }),
            CLIENT_RESULT => StateEntry::ClientResult(reader.text()?.into()),
            code => return Err(DecodeError::Code { what: "entry", code }),
        };
        entries.push((key, entry));
    }
    Ok(entries)
}

impl SealedElicitation {
    /// Encodes an elicitation.
    ///
    /// # Errors
    /// When it holds a value that records cannot represent.
    fn encode(elicitation: &Elicitation, question: [u8; 16], is_changed: bool) -> Result<Self, CreateError> {
        let mut record = Vec::with_capacity(128);
        // Form mode has no secrets, so none are stored separately.
        encoding::encode(
            elicitation,
            EncodeOptions { omit_message: true, ..EncodeOptions::default() },
            &mut record,
        )
        .map_err(|error| CreateError::Store(askwell_engine::StoreError::failed(error)))?;
        let open_until = elicitation.deadline();
        Ok(SealedElicitation { id: elicitation.id, question, is_changed, open_until, record })
    }

    /// Decodes the elicitation of a question.
    ///
    /// # Errors
    /// When the record cannot be decoded, or does not fit the form.
    fn decode(&self, client: ClientId, form: &Form, message: &str) -> Result<Elicitation, DecodeError> {
        let message = Some(Arc::from(message));
        encoding::decode(
            &self.record,
            DecodeContext { id: self.id, client, form: Some(form.clone()), message, secrets: &[] },
        )
    }
}

/// An elicitation that ended in this round. It is encoded only if the call needs another round;
/// most do not.
pub(super) struct EndedElicitation {
    elicitation: Elicitation,
    question: [u8; 16],
    is_changed: bool,
}

impl EndedElicitation {
    /// Returns the entry for the state.
    ///
    /// # Errors
    /// When it holds a value that records cannot represent.
    pub(super) fn to_entry(&self) -> Result<StateEntry, CreateError> {
        SealedElicitation::encode(&self.elicitation, self.question, self.is_changed).map(StateEntry::Sealed)
    }
}

/// Returns the digest that a record is pinned to.
fn digest_of(form: &[u8; 32], message: &str) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::new().chain_update(form).chain_update(message).finalize().into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    half
}

/// Decodes arbitrary bytes as the entries of a state and applies answers to their elicitations, for
/// fuzzing.
#[doc(hidden)]
pub(crate) async fn fuzz(bytes: &[u8], form: &Form, now: Timestamp) {
    let Ok(entries) = read(bytes) else { return };
    assert_eq!(read(&write(&entries)).as_ref(), Ok(&entries));
    for (_, entry) in entries {
        let StateEntry::Sealed(sealed) = entry else { continue };
        let Ok(before) = sealed.decode(ClientId::from("fuzz"), form, "") else { continue };
        for input in [ClientInput::Submit(None), ClientInput::Decline] {
            let (after, _) = apply(&before, &Checker::default(), &input, now, &StepRecorder::default()).await;
            let again = SealedElicitation::encode(&after, sealed.question, sealed.is_changed);
            let again = again.map(|again| again.decode(ClientId::from("fuzz"), form, ""));
            assert!(matches!(again, Ok(Ok(again)) if again.status() == after.status()));
        }
    }
}
