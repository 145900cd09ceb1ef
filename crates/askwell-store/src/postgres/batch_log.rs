//! The changes of a commit in one value, beside their rows. Nodes that follow the log read that value, and not row by row.
//!
//! It is a copy that may be missing: nodes of the previous version write none, and neither do commits with very many
//! changes. Without it, a node reads the rows of that part of the log.

use askwell_engine::store::Change;
use askwell_lifecycle::{ClientId, ElicitationId, Timestamp};
use tokio_postgres::Row;

use super::batch::NewChange;
use super::error::Fault;
use super::row::{damaged_row, number};
use crate::codec::bytes::{DecodeError, Reader, Writer};
use crate::codec::change::{self, ChangeColumns};
use crate::error::damaged;

/// The version of the encoding.
const VERSION: u8 = 1;

/// The longest copy that is written, in bytes.
const MAX_BYTES: usize = 256 * 1024;

/// How many commits are read at once.
pub(super) const MAX_COMMITS: i64 = 8;

/// Reads the commits after a change, and the ends of the log, in one statement. The parameters are: after, the most
/// commits.
pub(super) const COMMITS_SINCE: &str = "SELECT b.newest, b.log, h.newest, h.forgotten
     FROM head h LEFT JOIN LATERAL (
         SELECT newest, log FROM batches WHERE newest > $1::bigint ORDER BY newest LIMIT $2::bigint) b ON true";

/// A part of the log.
#[derive(Debug, Default)]
pub(super) struct LogPart {
    pub(super) list: Vec<Change>,
    /// The number up to which the log was read.
    pub(super) upto: u64,
    /// Whether the log goes on. If nothing was read, its rows have to be.
    pub(super) has_more: bool,
}

/// Encodes changes with consecutive numbers; `None` if they are too many.
pub(super) fn encode(changes: &[NewChange<'_>]) -> Option<Vec<u8>> {
    let mut writer = Writer::append_to(Vec::with_capacity(16 + changes.len() * 48), VERSION);
    writer.number(changes.len() as u64);
    for new in changes {
        let change = &new.change.change;
        writer.raw(&change.id.to_bytes());
        writer.text(change.client.as_str());
        writer.number(change.at.as_millis());
        writer.bytes(&new.change.record);
    }
    Some(writer.finish()).filter(|bytes| bytes.len() <= MAX_BYTES)
}

/// Decodes the changes that end with `newest`, and adds those after `upto` to `list`. Returns false, and adds
/// nothing, if there are changes between `upto` and the first of them.
fn decode(bytes: &[u8], newest: u64, upto: u64, list: &mut Vec<Change>) -> Result<bool, DecodeError> {
    let mut reader = Reader::new(bytes, VERSION)?;
    let count = reader.number()?;
    let before = newest.checked_sub(count).ok_or(DecodeError::TooLarge)?;
    if before > upto {
        return Ok(false);
    }
    for seq in before + 1..=newest {
        let id = ElicitationId::from_bytes(reader.raw()?);
        let client = ClientId::from(reader.text()?);
        let at = Timestamp::from_millis(reader.number()?);
        let record = reader.bytes()?;
        if seq > upto {
            list.push(change::decode(ChangeColumns { seq, id, client, at }, record)?);
        }
    }
    reader.finish()?;
    Ok(true)
}

/// Reads the rows of [`COMMITS_SINCE`], up to the first that has no copy of its changes.
pub(super) fn read(rows: &[Row], after: u64) -> Result<LogPart, Fault> {
    let head = rows.first().ok_or_else(|| damaged_row("the head"))?;
    let (newest, forgotten) = (number(head, 2)?, number(head, 3)?);
    let mut part = LogPart { upto: after, ..LogPart::default() };
    // Changes have been purged before they were read, or the number is of another log: the rows tell.
    if after < forgotten || after > newest {
        part.has_more = true;
        return Ok(part);
    }
    for row in rows {
        let (Some(last), Some(log)): (Option<i64>, Option<&[u8]>) = (row.try_get(0)?, row.try_get(1)?) else {
            break;
        };
        let last = crate::error::from_sql(last);
        let read = decode(log, last, part.upto, &mut part.list);
        if !read.map_err(|error| Fault::Failed(damaged(format_args!("the changes up to {last}"), error)))? {
            break;
        }
        part.upto = last;
    }
    part.has_more = part.upto < newest;
    Ok(part)
}

#[cfg(test)]
mod tests {
    use askwell_engine::store::Change;
    use askwell_lifecycle::{Audience, ClientId, Effect, ElicitationId, Mode, Surface, Timestamp};

    use super::{MAX_BYTES, decode, encode};
    use crate::codec::change;
    use crate::postgres::batch::NewChange;
    use crate::prepared::PreparedChange;

    fn change(seq: u64) -> PreparedChange {
        let at = Timestamp::from_millis(1_800_000_000_000 + seq);
        let id = ElicitationId::new(at, [7; 10]);
        let (client, audience) = (ClientId::from("program\0"), Audience::Person("ada".into()));
        let (mode, effect, surface) = (Mode::Form, Effect::Opened, Surface::Api);
        let change = Change {
            seq,
            id,
            client,
            mode,
            audience,
            at,
            effect,
            revision: 2,
            person: Some("ada".into()),
            surface,
        };
        PreparedChange { record: change::encode(&change).unwrap(), change }
    }

    #[test]
    fn changes_of_a_commit_round_trip_from_any_number_on() {
        let prepared: Vec<PreparedChange> = (41..=43).map(change).collect();
        let new: Vec<NewChange<'_>> =
            prepared.iter().map(|change| NewChange { seq: change.change.seq, previous: 0, change }).collect();
        let bytes = encode(&new).unwrap();
        for (upto, expected) in [(40, 0), (41, 1), (43, 3)] {
            let mut list = Vec::new();
            assert!(decode(&bytes, 43, upto, &mut list).unwrap());
            let expected: Vec<&Change> =
                prepared.iter().skip(expected).map(|change| &change.change).collect();
            assert_eq!(list.iter().collect::<Vec<_>>(), expected);
        }
        let mut list = Vec::new();
        assert!(!decode(&bytes, 43, 39, &mut list).unwrap(), "change 40 is missing");
        assert_eq!(list, []);
        for broken in [&bytes[..bytes.len() - 1], &[], &[2], &[1, 44]] {
            decode(broken, 43, 42, &mut list).unwrap_err();
        }
    }

    #[test]
    fn a_commit_with_very_many_changes_has_no_copy() {
        let one = change(1);
        let new: Vec<NewChange<'_>> =
            (0..MAX_BYTES / 16).map(|_| NewChange { seq: 1, previous: 0, change: &one }).collect();
        assert_eq!(encode(&new), None);
    }
}
