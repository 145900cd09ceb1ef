//! The encoding of change log entries. Sequence number, elicitation, client and time are columns; the rest is
//! the column `record`.
//!
//! Version 2 adds the possible extension to a warning. A warning of version 1 is read as one without an
//! extension left.

use std::sync::Arc;

use askwell_engine::Change;
use askwell_lifecycle::{ClientId, Effect, ElicitationId, Timestamp};

use super::EncodeError;
use super::audience;
use super::bytes::{DecodeError, Reader, Writer};
use super::codes::{MODES, REASONS, STATUSES, SURFACES, by_code, code_of};

/// The version that is written.
const VERSION: u8 = 2;

/// The columns of a change beside `record`.
#[derive(Debug)]
pub(crate) struct ChangeColumns {
    pub(crate) seq: u64,
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) at: Timestamp,
}

/// Encodes the column `record`.
pub(crate) fn encode(change: &Change) -> Result<Vec<u8>, EncodeError> {
    let mut writer = Writer::new(VERSION);
    writer.byte(code_of(&MODES, &change.mode).ok_or(EncodeError("mode"))?);
    writer.byte(code_of(&SURFACES, &change.surface).ok_or(EncodeError("surface"))?);
    audience::encode(&mut writer, &change.audience);
    writer.number(change.revision);
    writer.option(change.person.as_deref(), Writer::text);
    match &change.effect {
        Effect::Created => writer.byte(0),
        Effect::Opened => writer.byte(1),
        Effect::Rejected { count, limit } => {
            writer.byte(2);
            writer.byte(*count);
            writer.byte(*limit);
        }
        Effect::Warned { remaining, extension } => {
            writer.byte(3);
            writer.duration(*remaining);
            writer.option(*extension, Writer::duration);
        }
        Effect::Extended { deadline, left } => {
            writer.byte(4);
            writer.number(deadline.as_millis());
            writer.byte(*left);
        }
        Effect::Claimed { by } => {
            writer.byte(6);
            writer.text(by);
        }
        Effect::Released => writer.byte(7),
        Effect::Taken => writer.byte(8),
        Effect::Voted { by, approved, approvals, needed } => {
            writer.byte(9);
            writer.text(by);
            writer.byte(u8::from(*approved));
            writer.byte(*approvals);
            writer.byte(*needed);
        }
        Effect::Reminded { remaining } => {
            writer.byte(16);
            writer.duration(*remaining);
        }
        Effect::Escalated { to } => {
            writer.byte(17);
            audience::encode(&mut writer, to);
        }
        Effect::Delegated { to } => {
            writer.byte(18);
            audience::encode(&mut writer, to);
        }
        Effect::Closed { status, reason } => {
            writer.byte(5);
            writer.byte(code_of(&STATUSES, status).ok_or(EncodeError("status"))?);
            let reason = reason.map(|reason| code_of(&REASONS, &reason).ok_or(EncodeError("reason")));
            writer.option(reason.transpose()?, Writer::byte);
        }
        _ => return Err(EncodeError("effect")),
    }
    Ok(writer.finish())
}

/// Decodes a change.
pub(crate) fn decode(columns: ChangeColumns, record: &[u8]) -> Result<Change, DecodeError> {
    let (version, mut reader) = Reader::of_versions(record, 1..=VERSION)?;
    let mode = by_code(&MODES, reader.byte()?, "mode")?;
    let surface = by_code(&SURFACES, reader.byte()?, "surface")?;
    let audience = audience::decode(&mut reader)?;
    let revision = reader.number()?;
    let person = reader.option(|reader| reader.text().map(Arc::from))?;
    let effect = match reader.byte()? {
        0 => Effect::Created,
        1 => Effect::Opened,
        2 => Effect::Rejected { count: reader.byte()?, limit: reader.byte()? },
        3 => Effect::Warned {
            remaining: reader.duration()?,
            extension: if version < 2 { None } else { reader.option(Reader::duration)? },
        },
        4 => Effect::Extended { deadline: Timestamp::from_millis(reader.number()?), left: reader.byte()? },
        5 => Effect::Closed {
            status: by_code(&STATUSES, reader.byte()?, "status")?,
            reason: reader.option(|reader| by_code(&REASONS, reader.byte()?, "reason"))?,
        },
        6 => Effect::Claimed { by: Arc::from(reader.text()?) },
        7 => Effect::Released,
        8 => Effect::Taken,
        9 => Effect::Voted {
            by: Arc::from(reader.text()?),
            approved: reader.byte()? == 1,
            approvals: reader.byte()?,
            needed: reader.byte()?,
        },
        16 => Effect::Reminded { remaining: reader.duration()? },
        17 => Effect::Escalated { to: audience::decode(&mut reader)? },
        18 => Effect::Delegated { to: audience::decode(&mut reader)? },
        code => return Err(DecodeError::Code { what: "effect", code }),
    };
    reader.finish()?;
    let ChangeColumns { seq, id, client, at } = columns;
    Ok(Change { seq, id, client, mode, audience, at, effect, revision, person, surface })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use askwell_engine::Change;
    use askwell_lifecycle::{Audience, ClientId, Effect, ElicitationId, Mode, Status, Surface, Timestamp};

    use super::{ChangeColumns, decode, encode};

    /// Pins the format: these bytes must stay readable.
    #[test]
    fn every_effect_round_trips_with_stable_bytes() {
        let remaining = Duration::from_millis(60_500);
        let cases: [(Effect, &[u8]); 15] = [
            (Effect::Reminded { remaining }, &[16, 60, 128, 202, 181, 238, 1]),
            (Effect::Escalated { to: Audience::Group(Arc::from("x")) }, &[17, 4, 1, b'x']),
            (Effect::Delegated { to: Audience::Person(Arc::from("x")) }, &[18, 2, 1, b'x']),
            (Effect::Created, &[0]),
            (Effect::Opened, &[1]),
            (Effect::Rejected { count: 2, limit: 3 }, &[2, 2, 3]),
            (Effect::Warned { remaining, extension: None }, &[3, 60, 128, 202, 181, 238, 1, 0]),
            (
                Effect::Warned { remaining, extension: Some(Duration::from_secs(300)) },
                &[3, 60, 128, 202, 181, 238, 1, 1, 172, 2, 0],
            ),
            (Effect::Extended { deadline: Timestamp::from_millis(300), left: 1 }, &[4, 172, 2, 1]),
            (Effect::Closed { status: Status::Completed, reason: None }, &[5, 2, 0]),
            (Effect::Closed { status: Status::Timeout, reason: Some("timeout") }, &[5, 5, 1, 5]),
            (Effect::Claimed { by: Arc::from("ü") }, &[6, 2, 0xc3, 0xbc]),
            (Effect::Released, &[7]),
            (Effect::Taken, &[8]),
            (
                Effect::Voted { by: Arc::from("me"), approved: true, approvals: 1, needed: 2 },
                &[9, 2, b'm', b'e', 1, 1, 2],
            ),
        ];
        let audiences: [(Audience, &[u8]); 6] = [
            (Audience::Anyone, &[0]),
            (Audience::ClientOnly, &[1]),
            (Audience::Person(Arc::from("me")), &[2, 2, b'm', b'e']),
            (Audience::LinkHolder, &[3]),
            (Audience::Group(Arc::from("me")), &[4, 2, b'm', b'e']),
            (Audience::SignedIn, &[5]),
        ];
        for ((effect, tail), (audience, who)) in
            cases.into_iter().flat_map(|case| audiences.clone().map(|audience| (case.clone(), audience)))
        {
            let change = Change {
                seq: 7,
                id: ElicitationId::from_bytes([3; 16]),
                client: ClientId::from("a"),
                mode: Mode::Terminal,
                audience,
                at: Timestamp::from_millis(12),
                effect,
                revision: 300,
                person: Some(Arc::from("ops")),
                surface: Surface::Web,
            };
            let record = encode(&change).unwrap();
            assert_eq!(record, [&[2, 3, 3], who, &[172, 2, 1, 3, b'o', b'p', b's'], tail].concat());
            let columns =
                || ChangeColumns { seq: 7, id: change.id, client: change.client.clone(), at: change.at };
            assert_eq!(decode(columns(), &record), Ok(change.clone()));
            for end in 0..record.len() {
                assert!(decode(columns(), &record[..end]).is_err(), "{end} of {record:?}");
            }
        }
    }

    /// Warnings of version 1 do not have the extension.
    #[test]
    fn change_of_version_1_is_decoded() {
        let columns = || ChangeColumns {
            seq: 7,
            id: ElicitationId::from_bytes([3; 16]),
            client: ClientId::from("a"),
            at: Timestamp::from_millis(12),
        };
        let head = [1, 3, 3, 0, 172, 2, 0];
        let warned = decode(columns(), &[&head[..], &[3, 60, 0]].concat()).unwrap();
        assert_eq!(warned.effect, Effect::Warned { remaining: Duration::from_secs(60), extension: None });
        assert_eq!((warned.mode, warned.revision), (Mode::Terminal, 300));
        assert_eq!(decode(columns(), &[&head[..], &[0]].concat()).unwrap().effect, Effect::Created);
        for version in [0, 3] {
            let unknown = [&[version], &head[1..], &[0]].concat();
            assert!(decode(columns(), &unknown).is_err(), "{version}");
        }
    }
}
