//! The encoding of an audience: a code, and the name of a person or a group.

use std::sync::Arc;

use crate::elicitation::Audience;
use crate::person::Person;

use super::bytes::{DecodeError, Reader, Writer};

const ANYONE: u8 = 0;
const CLIENT_ONLY: u8 = 1;
const PERSON: u8 = 2;
const LINK_HOLDER: u8 = 3;
const GROUP: u8 = 4;
const SIGNED_IN: u8 = 5;

/// Returns an audience as columns: its code, and the name of a person or a group.
#[must_use]
pub fn columns(audience: &Audience) -> (u8, Option<&str>) {
    match audience {
        Audience::Anyone => (ANYONE, None),
        Audience::ClientOnly => (CLIENT_ONLY, None),
        Audience::Person(name) => (PERSON, Some(name)),
        Audience::LinkHolder => (LINK_HOLDER, None),
        Audience::Group(name) => (GROUP, Some(name)),
        Audience::SignedIn => (SIGNED_IN, None),
    }
}

/// Encodes an audience.
pub fn encode(writer: &mut Writer, audience: &Audience) {
    let (code, name) = columns(audience);
    writer.byte(code);
    if let Some(name) = name {
        writer.text(name);
    }
}

/// Decodes an audience.
///
/// # Errors
/// When it is cut short or unknown.
pub fn decode(reader: &mut Reader<'_>) -> Result<Audience, DecodeError> {
    Ok(match reader.byte()? {
        ANYONE => Audience::Anyone,
        CLIENT_ONLY => Audience::ClientOnly,
        PERSON => Audience::Person(Arc::from(reader.text()?)),
        LINK_HOLDER => Audience::LinkHolder,
        GROUP => Audience::Group(Arc::from(reader.text()?)),
        SIGNED_IN => Audience::SignedIn,
        code => return Err(DecodeError::Code { what: "audience", code }),
    })
}

/// Skips an audience.
///
/// # Errors
/// When it is cut short or unknown.
pub(super) fn skip(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    match reader.byte()? {
        ANYONE | CLIENT_ONLY | LINK_HOLDER | SIGNED_IN => Ok(()),
        PERSON | GROUP => reader.text().map(drop),
        code => Err(DecodeError::Code { what: "audience", code }),
    }
}

/// Skips an audience, and returns whether this person can answer.
///
/// # Errors
/// When it is cut short or unknown.
pub fn admits(reader: &mut Reader<'_>, person: &Person) -> Result<bool, DecodeError> {
    Ok(match reader.byte()? {
        ANYONE | SIGNED_IN => true,
        CLIENT_ONLY | LINK_HOLDER => false,
        PERSON => reader.text()? == person.as_str(),
        GROUP => person.is_in(reader.text()?),
        code => return Err(DecodeError::Code { what: "audience", code }),
    })
}
