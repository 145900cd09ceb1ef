//! Who can answer, as part of a record: a number, and for a person the name.

use std::sync::Arc;

use crate::elicitation::Audience;

use super::bytes::{Reader, Unreadable, Writer};

const ANYONE: u8 = 0;
const CLIENT_ONLY: u8 = 1;
const PERSON: u8 = 2;
const LINK_HOLDER: u8 = 3;

/// An audience as columns: its number, and the name of a person.
#[must_use]
pub fn columns(audience: &Audience) -> (u8, Option<&str>) {
    match audience {
        Audience::Anyone => (ANYONE, None),
        Audience::ClientOnly => (CLIENT_ONLY, None),
        Audience::Person(name) => (PERSON, Some(name)),
        Audience::LinkHolder => (LINK_HOLDER, None),
    }
}

/// Writes an audience.
pub fn encode(writer: &mut Writer, audience: &Audience) {
    let (code, person) = columns(audience);
    writer.byte(code);
    if let Some(person) = person {
        writer.text(person);
    }
}

/// Reads an audience.
///
/// # Errors
/// When it is cut short or unknown.
pub fn decode(reader: &mut Reader<'_>) -> Result<Audience, Unreadable> {
    Ok(match reader.byte()? {
        ANYONE => Audience::Anyone,
        CLIENT_ONLY => Audience::ClientOnly,
        PERSON => Audience::Person(Arc::from(reader.text()?)),
        LINK_HOLDER => Audience::LinkHolder,
        code => return Err(Unreadable::Code { what: "audience", code }),
    })
}

/// Reads on behind it; says whether a person of this name can answer.
///
/// # Errors
/// When it is cut short or unknown.
pub fn admits(reader: &mut Reader<'_>, person: &str) -> Result<bool, Unreadable> {
    Ok(match reader.byte()? {
        ANYONE => true,
        CLIENT_ONLY | LINK_HOLDER => false,
        PERSON => reader.text()? == person,
        code => return Err(Unreadable::Code { what: "audience", code }),
    })
}
