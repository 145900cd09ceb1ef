//! Purging old elicitations with all that belongs to them.

use askwell_engine::StoreError;
use askwell_lifecycle::{ElicitationId, Timestamp};
use rusqlite::{Row, params};

use super::batch::Batch;
use crate::error::{failed, to_sql};
use crate::uploads;

/// How many changes are purged per elicitation of the limit. The rest is purged by the next call.
const CHANGES_EACH: usize = 16;

/// The columns of an elicitation that purging needs.
struct PurgeRow {
    number: i64,
    id: ElicitationId,
    form: Option<i64>,
}

impl Batch<'_> {
    /// Deletes elicitations with their keys, uploads, records and changes, oldest first.
    pub(super) fn purge(&mut self, closed_before: Timestamp, limit: usize) -> Result<usize, StoreError> {
        let old = self.closed_before(closed_before, limit)?;
        for PurgeRow { number, id, form } in &old {
            let run = |sql, row: &[&dyn rusqlite::ToSql]| {
                let mut statement = self.connection.prepare_cached(sql)?;
                statement.execute(row)
            };
            run("DELETE FROM closed WHERE number = ?1", &[number]).map_err(failed)?;
            run("DELETE FROM uploads WHERE id = ?1", &[&id.to_bytes()]).map_err(failed)?;
            run(uploads::DELETE_CHUNKS_OF, &[&id.to_bytes()]).map_err(failed)?;
            run("DELETE FROM upload_files WHERE id = ?1", &[&id.to_bytes()]).map_err(failed)?;
            run("DELETE FROM notes WHERE elicitation = ?1", &[&id.to_bytes()]).map_err(failed)?;
            run("DELETE FROM keys WHERE id = ?1", &[&id.to_bytes()]).map_err(failed)?;
            if let Some(form) = form {
                *self.effects.form_uses.entry(*form).or_default() -= 1;
            }
            self.effects.touched.remove(id);
        }
        self.forget_changes(closed_before, limit.saturating_mul(CHANGES_EACH))?;
        Ok(old.len())
    }

    fn closed_before(&self, closed_before: Timestamp, limit: usize) -> Result<Vec<PurgeRow>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT number, id, form FROM closed WHERE closed_at < ?1 ORDER BY closed_at LIMIT ?2",
            )
            .map_err(failed)?;
        let read = |row: &Row<'_>| {
            let id = ElicitationId::from_bytes(row.get(1)?);
            Ok(PurgeRow { number: row.get(0)?, id, form: row.get(2)? })
        };
        let bounds = params![to_sql(closed_before.as_millis()), to_sql(limit as u64)];
        let rows = statement.query_map(bounds, read).map_err(failed)?;
        rows.collect::<Result<_, _>>().map_err(failed)
    }

    /// Deletes changes from the start of the log, up to the first that is recent enough.
    fn forget_changes(&mut self, before: Timestamp, limit: usize) -> Result<(), StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT seq, at FROM changes ORDER BY seq LIMIT ?1")
            .map_err(failed)?;
        let mut rows = statement.query([to_sql(limit as u64)]).map_err(failed)?;
        let mut last = None;
        while let Some(row) = rows.next().map_err(failed)? {
            let (seq, at): (i64, i64) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
            if at >= to_sql(before.as_millis()) {
                break;
            }
            last = Some(seq);
        }
        let Some(last) = last else { return Ok(()) };
        self.connection.execute("DELETE FROM changes WHERE seq <= ?1", [last]).map_err(failed)?;
        let remember = "INSERT INTO meta (name, value) VALUES ('forgotten', ?1)
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.connection.execute(remember, [last]).map_err(failed)?;
        Ok(())
    }
}
