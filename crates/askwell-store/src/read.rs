//! Reading closed elicitations and keys from the database. The change log and records are in submodules.

pub(crate) mod log;
mod records;

use std::collections::HashSet;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Query;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Scope};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::codec::bytes::DecodeError;
use crate::codec::codes::{MODES, STATUSES, code_of};
use crate::codec::elicitation;
use crate::error::{damaged, failed, id_from, to_sql};
use crate::forms::FormCache;
use crate::key_use;
use crate::vault::{self, Keyring};

const COLUMNS: &str = "id, client, form, secrets, record";

/// What decoding stored rows needs: cached forms and the keyring.
#[derive(Debug, Default)]
pub(crate) struct ReadContext {
    pub(crate) forms: FormCache,
    pub(crate) keyring: Option<Arc<Keyring>>,
}

impl ReadContext {
    pub(crate) fn get(
        &self,
        connection: &Connection,
        id: ElicitationId,
        scope: &Scope,
    ) -> Result<Option<Arc<Elicitation>>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM closed WHERE id = ?2 AND {}", within(scope));
        let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
        let unused: Option<i64> = None;
        let parameters = params![whose(scope), id.to_bytes(), unused, groups_of(scope)];
        let mut rows = statement.query(parameters).map_err(failed)?;
        let row = rows.next().map_err(failed)?;
        row.map(|row| self.elicitation(connection, row)).transpose()
    }

    /// Lists closed elicitations that match, newest first.
    pub(crate) fn list(
        &self,
        connection: &Connection,
        query: &Query,
        limit: usize,
    ) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let sql = list_sql(query);
        let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
        let before = query.before.map(ElicitationId::to_bytes);
        let whose = whose(&query.scope);
        let parameters = params![whose, before, to_sql(limit as u64), groups_of(&query.scope)];
        let mut rows = statement.query(parameters).map_err(failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            found.push(self.elicitation(connection, row)?);
        }
        Ok(found)
    }

    /// Tries every key that is needed once.
    pub(crate) fn check_keys(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut tried = HashSet::new();
        key_use::visit(connection, &mut |subject, sealed| {
            let name = vault::key_name(subject, sealed)?;
            if !tried.contains(name) {
                vault::try_key(self.keyring.as_deref(), subject, sealed)?;
                tried.insert(name.to_owned());
            }
            Ok(())
        })
    }

    fn elicitation(&self, connection: &Connection, row: &Row<'_>) -> Result<Arc<Elicitation>, StoreError> {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("a closed elicitation", DecodeError::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let client = ClientId::from(column(1)?.as_str().map_err(unreadable)?);
        let form = column(2)?.as_i64_or_null().map_err(unreadable)?;
        let form = form.map(|number| self.forms.get(connection, number)).transpose()?;
        let secrets = column(3)?.as_blob_or_null().map_err(unreadable)?;
        let record = column(4)?.as_blob().map_err(unreadable)?;
        let columns = elicitation::ElicitationColumns { id, client, form, secrets };
        elicitation::decode(columns, record, self.keyring.as_deref()).map(Arc::new)
    }
}

/// Returns the SQL condition of a scope. [`whose`] is its first parameter, and [`groups_of`] its fourth.
fn within(scope: &Scope) -> &'static str {
    match scope {
        Scope::Client(_) => "client = ?1 AND ?4 IS NULL",
        // The codes are those of the encoding: anyone, signed in, a person, a group.
        Scope::Person(person) if person.groups().is_none() => {
            "(audience IN (0, 4, 5) OR (audience = 2 AND person = ?1)) AND ?4 IS NULL"
        }
        Scope::Person(_) => {
            "(audience IN (0, 5) OR (audience = 2 AND person = ?1) \
             OR (audience = 4 AND person IN (SELECT value FROM json_each(?4))))"
        }
        Scope::Everything => "?1 IS NULL AND ?4 IS NULL",
    }
}

fn whose(scope: &Scope) -> Option<&str> {
    match scope {
        Scope::Client(client) => Some(client.as_str()),
        Scope::Person(person) => Some(person.as_str()),
        Scope::Everything => None,
    }
}

/// Returns the groups of a person as a JSON list.
fn groups_of(scope: &Scope) -> Option<String> {
    match scope {
        Scope::Person(person) => {
            let groups = person.groups()?.iter().map(|group| serde_json::Value::from(&**group));
            Some(serde_json::Value::from_iter(groups).to_string())
        }
        Scope::Client(_) | Scope::Everything => None,
    }
}

fn list_sql(query: &Query) -> String {
    let mut sql = format!("SELECT {COLUMNS} FROM closed WHERE {}", within(&query.scope));
    if query.before.is_some() {
        sql.push_str(" AND id < ?2");
    }
    if let Some(mode) = query.mode {
        // A mode without a code has no rows.
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
