//! The change log.

use askwell_engine::StoreError;
use askwell_engine::store::{Change, ChangeLog, Changes, Follower, StoreFuture};
use askwell_lifecycle::{ElicitationId, Scope};
use tokio::sync::watch;
use tokio_postgres::Row;

use super::error::{Fault, RETRY_AFTER};
use super::row::{number, read_change, uuid_of};
use super::store::PgStore;
use crate::error::to_sql;

/// The most rows that one call scans. A caller that sees few of them continues from there.
const MAX_SCANNED_ROWS: u64 = 20_000;

/// The most rows that one call returns.
const MAX_ROWS: usize = 5_000;

/// How many items a follower may lag behind.
const FOLLOWER_CAPACITY: usize = 1_024;

/// Reads the bounds of the log and a part of it. One statement, so that purging does not interfere. The
/// parameters are: after, the longest stretch, the most rows, the client or null. The stretch begins with the first
/// change that there is, as numbers are left out after a failover.
pub(super) const SINCE: &str = "SELECT c.seq, c.id, c.client, c.at, c.record, h.newest, h.forgotten, h.first
     FROM (SELECT newest, forgotten, coalesce(
             (SELECT seq FROM changes WHERE seq > greatest(least($1::bigint, newest), forgotten)
              ORDER BY seq LIMIT 1), newest + 1) AS first FROM head) h
     LEFT JOIN LATERAL (
         SELECT seq, id, client, at, record FROM changes
         WHERE seq >= h.first AND seq < h.first + $2::bigint
             AND ($4::bytea IS NULL OR client = $4::bytea)
         ORDER BY seq LIMIT $3::bigint) c ON true";

/// Each change refers to the one before it, of the same elicitation.
const HISTORY: &str = "WITH RECURSIVE chain AS (
         SELECT c.seq, c.id, c.client, c.at, c.record, c.previous FROM changes c
         WHERE c.seq = (SELECT last_change FROM open WHERE id = $1 UNION ALL
                        SELECT last_change FROM closed WHERE id = $1 LIMIT 1)
         UNION ALL
         SELECT c.seq, c.id, c.client, c.at, c.record, c.previous FROM changes c, chain
         WHERE c.seq = chain.previous)
     SELECT seq, id, client, at, record FROM chain ORDER BY seq DESC LIMIT $2";

impl ChangeLog for PgStore {
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes> {
        Box::pin(async move {
            let client = match &scope {
                Scope::Client(client) => Some(client.as_str().as_bytes()),
                Scope::Person(_) | Scope::Everything => None,
            };
            let limit = limit.min(MAX_ROWS);
            let (stretch, most) = (to_sql(MAX_SCANNED_ROWS), to_sql(limit as u64));
            let rows = self.reader()?.query(SINCE, &[&to_sql(after), &stretch, &most, &client]).await?;
            read_since(&rows, after, limit, &scope).map_err(|fault| fault.into_error(RETRY_AFTER))
        })
    }

    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>> {
        Box::pin(async move {
            let limit = to_sql(limit as u64);
            let rows = self.reader()?.query(HISTORY, &[&uuid_of(id), &limit]).await?;
            let changes = rows.iter().rev().map(read_change).collect::<Result<Vec<_>, _>>();
            changes.map_err(|fault| -> StoreError { fault.into_error(RETRY_AFTER) })
        })
    }

    fn subscribe(&self) -> watch::Receiver<u64> {
        self.state.newest.subscribe()
    }

    fn follow(&self) -> Option<Follower> {
        let (sender, follower) = Follower::channel(FOLLOWER_CAPACITY);
        self.tail.add(sender);
        Some(follower)
    }
}

/// Reads the rows of [`SINCE`].
pub(super) fn read_since(rows: &[Row], after: u64, limit: usize, scope: &Scope) -> Result<Changes, Fault> {
    let Some(first) = rows.first() else { return Err(super::row::damaged_row("the head")) };
    let (newest, forgotten, first) = (number(first, 5)?, number(first, 6)?, number(first, 7)?);
    // A number beyond the end is of another log; waiting for it would miss all changes up to it.
    let start = after.min(newest).max(forgotten);
    let mut changes = Changes { list: Vec::new(), upto: start, truncated: after != start };
    let mut read = 0;
    for row in rows {
        let seq: Option<i64> = row.try_get(0)?;
        if seq.is_none() {
            break;
        }
        read += 1;
        let change = read_change(row)?;
        changes.upto = change.seq;
        if scope.includes(&change.client, &change.audience) {
            changes.list.push(change);
        }
    }
    if read < limit {
        // All of the stretch was read.
        changes.upto = newest.min(first.saturating_sub(1).saturating_add(MAX_SCANNED_ROWS)).max(changes.upto);
    }
    Ok(changes)
}
