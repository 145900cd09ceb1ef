//! Purging old elicitations with all that belongs to them.

use askwell_lifecycle::Timestamp;
use uuid::Uuid;

use super::clock::NOW;
use super::connection::{PgConnection, STATEMENT_TIMEOUT, within};
use super::error::Fault;
use super::row::number;
use crate::error::to_sql;

/// How many changes are purged per elicitation of the limit. The rest is purged by the next call.
const CHANGES_EACH: i64 = 16;

/// How long the verdicts of a batch are kept, in milliseconds: longer than any batch is in doubt.
const BATCHES_KEPT: i64 = 3_600_000;

/// Whether there is anything to do, so that an idle node asks one question and takes no lock.
const ANY: &str = "SELECT EXISTS (SELECT 1 FROM closed WHERE closed_at < $1)
     OR coalesce((SELECT at < $1 FROM changes ORDER BY seq LIMIT 1), false)";

/// The changes from the start of the log up to the first that is recent enough.
const OLD_CHANGES: &str = "WITH first AS (SELECT seq, at FROM changes ORDER BY seq LIMIT $2),
     recent AS (SELECT min(seq) AS seq FROM first WHERE at >= $1)
     DELETE FROM changes USING first WHERE changes.seq = first.seq
         AND first.seq < coalesce((SELECT seq FROM recent), 9223372036854775807)
     RETURNING changes.seq";

/// Deletes elicitations with their keys, uploads, records and changes, oldest first. Returns how many.
pub(super) async fn purge(
    connection: &PgConnection,
    closed_before: Timestamp,
    limit: usize,
) -> Result<usize, Fault> {
    let before = to_sql(closed_before.as_millis());
    let any = connection.query(ANY, &[&before]).await?;
    if !any.first().is_some_and(|row| row.get(0)) {
        return Ok(0);
    }
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    within(STATEMENT_TIMEOUT, connection.client().batch_execute(connection.begin())).await?;
    connection.query("SELECT newest FROM head FOR UPDATE", &[]).await?;
    let old = "WITH old AS (SELECT id FROM closed WHERE closed_at < $1 ORDER BY closed_at LIMIT $2)
               DELETE FROM closed USING old WHERE closed.id = old.id RETURNING closed.id";
    let old = connection.query(old, &[&before, &limit]).await?;
    let ids: Vec<Uuid> = old.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    if !ids.is_empty() {
        connection.execute("DELETE FROM keys WHERE id = ANY($1)", &[&ids]).await?;
        connection.execute("DELETE FROM notes WHERE elicitation = ANY($1)", &[&ids]).await?;
        let files = "WITH old AS (DELETE FROM upload_files WHERE id = ANY($1) RETURNING number)
                     DELETE FROM upload_chunks USING old WHERE file = old.number";
        connection.execute(files, &[&ids]).await?;
    }
    let most = limit.saturating_mul(CHANGES_EACH).min(100_000);
    let forgotten = connection.query(OLD_CHANGES, &[&before, &most]).await?;
    let numbers: Vec<u64> = forgotten.iter().map(|row| number(row, 0)).collect::<Result<_, _>>()?;
    if let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) {
        let (first, last) = (to_sql(*first), to_sql(*last));
        connection.execute("UPDATE head SET forgotten = $1", &[&last]).await?;
        let copies = "UPDATE batches SET log = NULL WHERE newest BETWEEN $1 AND $2";
        connection.execute(copies, &[&first, &last]).await?;
    }
    let batches = format!("DELETE FROM batches WHERE at < {NOW} - $1::bigint");
    connection.execute(&batches, &[&BATCHES_KEPT]).await?;
    within(STATEMENT_TIMEOUT, connection.client().batch_execute("COMMIT")).await?;
    Ok(ids.len())
}

/// Deletes forms that no elicitation uses, and clients without open elicitations, both unused since a time. Takes
/// no lock on the head: a commit that uses a form marks it as used, and then it is not deleted.
pub(super) const SWEEP: [&str; 2] = [
    "DELETE FROM forms WHERE used_at < $1
         AND NOT EXISTS (SELECT 1 FROM open WHERE open.form = forms.hash)
         AND NOT EXISTS (SELECT 1 FROM closed WHERE closed.form = forms.hash)",
    "DELETE FROM clients WHERE seen < $1 AND open = 0",
];
