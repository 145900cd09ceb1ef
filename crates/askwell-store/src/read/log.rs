//! Reading the change log.

use askwell_engine::StoreError;
use askwell_engine::store::{Change, Changes};
use askwell_lifecycle::{ClientId, ElicitationId, Scope, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::codec::bytes::DecodeError;
use crate::codec::change;
use crate::error::{damaged, failed, from_sql, id_from, to_sql};

/// The most rows that one call scans. A caller that sees few of them continues from there.
const MAX_SCANNED_ROWS: u64 = 20_000;

/// Reads changes after `after` and up to `published`, the newest change whose elicitation can be read at that
/// revision. Later rows are committed, but the index does not have them yet.
pub(crate) fn since(
    connection: &Connection,
    after: u64,
    published: u64,
    limit: usize,
    scope: &Scope,
) -> Result<Changes, StoreError> {
    // Both queries must see the same snapshot.
    let moment = connection.unchecked_transaction().map_err(failed)?;
    let forgotten = moment
        .query_row("SELECT value FROM meta WHERE name = 'forgotten'", [], |row| row.get(0))
        .optional()
        .map_err(failed)?
        .map_or(0, from_sql);
    // A number beyond the end is of another log; waiting for it would miss all changes up to it.
    let start = after.min(published).max(forgotten);
    let mut changes = Changes { list: Vec::new(), upto: start, truncated: after != start };
    let mut statement = moment
        .prepare_cached(
            "SELECT seq, id, client, at, record, previous FROM changes
             WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3",
        )
        .map_err(failed)?;
    let mut rows = statement.query([start, published, MAX_SCANNED_ROWS].map(to_sql)).map_err(failed)?;
    while changes.list.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        changes.upto = from_sql(row.get(0).map_err(failed)?);
        if let Some(change) = visible_change(row, changes.upto, scope)? {
            changes.list.push(change);
        }
    }
    Ok(changes)
}

/// Reads the changes of one elicitation up to `published`, oldest first. Each row refers to the one before
/// it.
pub(crate) fn history(
    connection: &Connection,
    id: ElicitationId,
    published: u64,
    limit: usize,
) -> Result<Vec<Change>, StoreError> {
    // One snapshot, so that purging does not interfere.
    let moment = connection.unchecked_transaction().map_err(failed)?;
    let last = "SELECT last_change FROM open WHERE id = ?1 UNION ALL
                SELECT last_change FROM closed WHERE id = ?1 LIMIT 1";
    let mut last = moment.prepare_cached(last).map_err(failed)?;
    let last: Option<i64> = last.query_row([id.to_bytes()], |row| row.get(0)).optional().map_err(failed)?;
    let mut next = last.map_or(0, from_sql);
    let one = "SELECT seq, id, client, at, record, previous FROM changes WHERE seq = ?1";
    let mut one = moment.prepare_cached(one).map_err(failed)?;
    let mut changes = Vec::new();
    while changes.len() < limit {
        let mut rows = one.query([to_sql(next)]).map_err(failed)?;
        // No earlier change exists, or it was purged.
        let Some(row) = rows.next().map_err(failed)? else { break };
        if next <= published {
            changes.push(read(row, next)?);
        }
        next = from_sql(row.get(5).map_err(failed)?);
    }
    changes.reverse();
    Ok(changes)
}

fn visible_change(row: &Row<'_>, seq: u64, scope: &Scope) -> Result<Option<Change>, StoreError> {
    // Changes of other clients are skipped without decoding.
    let client = row.get_ref(2).map_err(failed)?.as_str();
    if matches!((scope, client), (Scope::Client(own), Ok(client)) if own.as_str() != client) {
        return Ok(None);
    }
    let change = read(row, seq)?;
    Ok(scope.includes(&change.client, &change.audience).then_some(change))
}

fn read(row: &Row<'_>, seq: u64) -> Result<Change, StoreError> {
    let column = |index| row.get_ref(index).map_err(failed);
    let unreadable = |why| damaged(format_args!("change {seq}"), why);
    let columns = |_| unreadable(DecodeError::Columns);
    let id = id_from(column(1)?.as_blob().map_err(columns)?)?;
    let client = ClientId::from(column(2)?.as_str().map_err(columns)?);
    let at = Timestamp::from_millis(from_sql(column(3)?.as_i64().map_err(columns)?));
    let record = column(4)?.as_blob().map_err(columns)?;
    change::decode(change::ChangeColumns { seq, id, client, at }, record).map_err(unreadable)
}
