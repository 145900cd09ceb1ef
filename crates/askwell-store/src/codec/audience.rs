//! Who can answer, as part of a record: a number, and for a person the name.

use std::sync::Arc;

use askwell_lifecycle::Audience;

use super::bytes::{Reader, Unreadable, Writer};

const ANYONE: u8 = 0;
const CLIENT_ONLY: u8 = 1;
const PERSON: u8 = 2;

/// An audience as columns: its number, and the name of a person.
pub(crate) fn columns(audience: &Audience) -> (u8, Option<&str>) {
    match audience {
        Audience::Anyone => (ANYONE, None),
        Audience::ClientOnly => (CLIENT_ONLY, None),
        Audience::Person(name) => (PERSON, Some(name)),
    }
}

pub(super) fn encode(writer: &mut Writer, audience: &Audience) {
    let (code, person) = columns(audience);
    writer.byte(code);
    if let Some(person) = person {
        writer.text(person);
    }
}

pub(super) fn decode(reader: &mut Reader<'_>) -> Result<Audience, Unreadable> {
    Ok(match reader.byte()? {
        ANYONE => Audience::Anyone,
        CLIENT_ONLY => Audience::ClientOnly,
        PERSON => Audience::Person(Arc::from(reader.text()?)),
        code => return Err(Unreadable::Code { what: "audience", code }),
    })
}

/// Reads on behind it; says whether a person of this name can answer.
pub(super) fn admits(reader: &mut Reader<'_>, person: &str) -> Result<bool, Unreadable> {
    Ok(match reader.byte()? {
        ANYONE => true,
        CLIENT_ONLY => false,
        PERSON => reader.text()? == person,
        code => return Err(Unreadable::Code { what: "audience", code }),
    })
}
