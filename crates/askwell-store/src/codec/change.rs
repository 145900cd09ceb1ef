//! Entries of the log. Place, elicitation, client and time are columns; the rest is the record.
//!
//! Version 2 adds to a warning whether the deadline could be extended at that moment. A warning of version 1 does not
//! say, and is read as one after which no extension was left.

use std::sync::Arc;

use askwell_engine::Change;
use askwell_lifecycle::{ClientId, Effect, ElicitationId, Timestamp};

use super::Unwritable;
use super::audience;
use super::bytes::{Reader, Unreadable, Writer};
use super::codes::{MODES, REASONS, STATUSES, SURFACES, by_code, code_of};

/// The version that is written.
const VERSION: u8 = 2;

/// The columns beside the record.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) seq: u64,
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) at: Timestamp,
}

/// Writes what no column holds.
pub(crate) fn encode(change: &Change) -> Result<Vec<u8>, Unwritable> {
    let mut writer = Writer::new(VERSION);
    writer.byte(code_of(&MODES, &change.mode).ok_or(Unwritable("mode"))?);
    writer.byte(code_of(&SURFACES, &change.surface).ok_or(Unwritable("surface"))?);
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
        Effect::Closed { status, reason } => {
            writer.byte(5);
            writer.byte(code_of(&STATUSES, status).ok_or(Unwritable("status"))?);
            let reason = reason.map(|reason| code_of(&REASONS, &reason).ok_or(Unwritable("reason")));
            writer.option(reason.transpose()?, Writer::byte);
        }
        _ => return Err(Unwritable("effect")),
    }
    Ok(writer.finish())
}

/// Reads it again.
pub(crate) fn decode(columns: Columns, record: &[u8]) -> Result<Change, Unreadable> {
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
        code => return Err(Unreadable::Code { what: "effect", code }),
    };
    reader.finish()?;
    let Columns { seq, id, client, at } = columns;
    Ok(Change { seq, id, client, mode, audience, at, effect, revision, person, surface })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use askwell_engine::Change;
    use askwell_lifecycle::{Audience, ClientId, Effect, ElicitationId, Mode, Status, Surface, Timestamp};

    use super::{Columns, decode, encode};

    /// The bytes are the format: what was written once must be read for ever.
    #[test]
    fn every_effect_comes_back_from_bytes_that_never_change() {
        let remaining = Duration::from_millis(60_500);
        let cases: [(Effect, &[u8]); 11] = [
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
        ];
        let audiences: [(Audience, &[u8]); 4] = [
            (Audience::Anyone, &[0]),
            (Audience::ClientOnly, &[1]),
            (Audience::Person(Arc::from("me")), &[2, 2, b'm', b'e']),
            (Audience::LinkHolder, &[3]),
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
            let columns = || Columns { seq: 7, id: change.id, client: change.client.clone(), at: change.at };
            assert_eq!(decode(columns(), &record), Ok(change.clone()));
            for end in 0..record.len() {
                assert!(decode(columns(), &record[..end]).is_err(), "{end} of {record:?}");
            }
        }
    }

    /// A store of an earlier version has warnings that do not say whether an extension was left.
    #[test]
    fn record_of_version_1_is_read() {
        let columns = || Columns {
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
