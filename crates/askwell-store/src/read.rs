//! What is read from the file: closed elicitations, the log, keys, uploads.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Change, Changes, Query, Upload};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Scope, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::codec::bytes::Unreadable;
use crate::codec::codes::{MODES, STATUSES, code_of};
use crate::codec::{change, elicitation};
use crate::error::{damaged, failed, from_sql, id_from, to_sql};
use crate::forms::Shelf;
use crate::vault::Keyring;

/// Of the log, so much is looked through at once: somebody who sees little of it asks again from there on.
const LOOKED_THROUGH: u64 = 20_000;

const COLUMNS: &str = "id, client, form, secrets, record";

/// What reading closed elicitations takes.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) shelf: Shelf,
    pub(crate) keyring: Option<Arc<Keyring>>,
}

impl Library {
    pub(crate) fn get(
        &self,
        connection: &Connection,
        id: ElicitationId,
    ) -> Result<Option<Arc<Elicitation>>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM closed WHERE id = ?1");
        let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
        let mut rows = statement.query([id.to_bytes()]).map_err(failed)?;
        let row = rows.next().map_err(failed)?;
        row.map(|row| self.elicitation(connection, row)).transpose()
    }

    /// Closed ones that match, the newest first.
    pub(crate) fn list(
        &self,
        connection: &Connection,
        query: &Query,
        limit: usize,
    ) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let sql = list_sql(query);
        let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
        let before = query.before.map(ElicitationId::to_bytes);
        let client = if let Scope::Client(client) = &query.scope { Some(client.as_str()) } else { None };
        let mut rows = statement.query(params![client, before, to_sql(limit as u64)]).map_err(failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            found.push(self.elicitation(connection, row)?);
        }
        Ok(found)
    }

    fn elicitation(&self, connection: &Connection, row: &Row<'_>) -> Result<Arc<Elicitation>, StoreError> {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("a closed elicitation", Unreadable::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let client = ClientId::from(column(1)?.as_str().map_err(unreadable)?);
        let form = column(2)?.as_i64_or_null().map_err(unreadable)?;
        let form = form.map(|number| self.shelf.get(connection, number)).transpose()?;
        let secrets = column(3)?.as_blob_or_null().map_err(unreadable)?;
        let record = column(4)?.as_blob().map_err(unreadable)?;
        let columns = elicitation::Columns { id, client, form, secrets };
        elicitation::decode(columns, record, self.keyring.as_deref()).map(Arc::new)
    }
}

fn list_sql(query: &Query) -> String {
    let mut sql = format!("SELECT {COLUMNS} FROM closed WHERE ");
    sql.push_str(if matches!(query.scope, Scope::Client(_)) { "client = ?1" } else { "?1 IS NULL" });
    if query.before.is_some() {
        sql.push_str(" AND id < ?2");
    }
    if let Some(mode) = query.mode {
        // A mode that has no number has no rows.
        sql.push_str(&format!(" AND mode = {}", code_of(&MODES, &mode).unwrap_or(u8::MAX)));
    }
    if !query.statuses.is_empty() {
        let codes = query.statuses.iter().filter_map(|status| code_of(&STATUSES, status));
        let codes: Vec<String> = codes.map(|code| code.to_string()).collect();
        sql.push_str(&format!(" AND status IN ({})", codes.join(",")));
    }
    sql.push_str(" ORDER BY id DESC LIMIT ?3");
    sql
}

pub(crate) fn find_key(
    connection: &Connection,
    client: &ClientId,
    key: &str,
) -> Result<Option<ElicitationId>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM keys WHERE client = ?1 AND key = ?2").map_err(failed)?;
    let id: Option<[u8; 16]> =
        statement.query_row([client.as_str(), key], |row| row.get(0)).optional().map_err(failed)?;
    Ok(id.map(ElicitationId::from_bytes))
}

pub(crate) fn upload(
    connection: &Connection,
    id: ElicitationId,
    name: &Arc<str>,
) -> Result<Option<Arc<Upload>>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT bytes FROM uploads WHERE id = ?1 AND name = ?2").map_err(failed)?;
    let bytes = statement.query_row(params![id.to_bytes(), &**name], |row| row.get(0)).optional();
    let upload = |bytes| Arc::new(Upload { id, name: Arc::clone(name), bytes });
    Ok(bytes.map_err(failed)?.map(upload))
}

/// A stretch of the log.
pub(crate) fn changes_since(
    connection: &Connection,
    after: u64,
    limit: usize,
    scope: &Scope,
) -> Result<Changes, StoreError> {
    // Both looks have to see the same moment.
    let moment = connection.unchecked_transaction().map_err(failed)?;
    let forgotten = moment
        .query_row("SELECT value FROM meta WHERE name = 'forgotten'", [], |row| row.get(0))
        .optional()
        .map_err(failed)?
        .map_or(0, from_sql);
    let start = after.max(forgotten);
    let mut changes = Changes { list: Vec::new(), upto: start, truncated: after < start };
    let mut statement = moment
        .prepare_cached(
            "SELECT seq, id, client, at, record FROM changes WHERE seq > ?1 ORDER BY seq LIMIT ?2",
        )
        .map_err(failed)?;
    let mut rows = statement.query([to_sql(start), to_sql(LOOKED_THROUGH)]).map_err(failed)?;
    while changes.list.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        changes.upto = from_sql(row.get(0).map_err(failed)?);
        if let Some(change) = visible_change(row, changes.upto, scope)? {
            changes.list.push(change);
        }
    }
    Ok(changes)
}

fn visible_change(row: &Row<'_>, seq: u64, scope: &Scope) -> Result<Option<Change>, StoreError> {
    let column = |index| row.get_ref(index).map_err(failed);
    let unreadable = |why| damaged(format_args!("change {seq}"), why);
    let columns = |_| unreadable(Unreadable::Columns);
    let client = column(2)?.as_str().map_err(columns)?;
    if matches!(scope, Scope::Client(own) if own.as_str() != client) {
        return Ok(None);
    }
    let id = id_from(column(1)?.as_blob().map_err(columns)?)?;
    let at = Timestamp::from_millis(from_sql(column(3)?.as_i64().map_err(columns)?));
    let record = column(4)?.as_blob().map_err(columns)?;
    let columns = change::Columns { seq, id, client: ClientId::from(client), at };
    change::decode(columns, record).map(Some).map_err(unreadable)
}
