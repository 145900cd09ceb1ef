//! Reading elicitations. One statement reads both tables, so that one that is being closed is found once.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{ListPage, Query};
use askwell_lifecycle::{Elicitation, ElicitationId, Scope, Status};
use uuid::Uuid;

use super::row::{CLOSED_COLUMNS, OPEN_COLUMNS, uuid_of};
use super::store::PgStore;
use crate::codec::codes::{MODES, STATUSES, code_of};

/// The most items of a page, even if the caller asks for more.
const LARGEST_PAGE: usize = 100_000;

impl PgStore {
    pub(super) async fn read_one(
        &self,
        id: ElicitationId,
        scope: &Scope,
    ) -> Result<Option<Arc<Elicitation>>, StoreError> {
        let within = within(scope, "$3");
        let sql = format!(
            "SELECT {OPEN_COLUMNS} FROM open WHERE id = $2 AND {within}
             UNION ALL SELECT {CLOSED_COLUMNS} FROM closed WHERE id = $2 AND {within}"
        );
        let reader = self.reader()?;
        let rows = reader.query(&sql, &[&whose(scope), &uuid_of(id), &groups_of(scope)]).await?;
        Ok(self.context.decode(reader, &rows).await?.pop())
    }

    pub(super) async fn read_many(&self, ids: &[ElicitationId]) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| uuid_of(*id)).collect();
        let sql = format!(
            "SELECT {OPEN_COLUMNS} FROM open WHERE id = ANY($1)
             UNION ALL SELECT {CLOSED_COLUMNS} FROM closed WHERE id = ANY($1)"
        );
        let reader = self.reader()?;
        let rows = reader.query(&sql, &[&ids]).await?;
        self.context.decode(reader, &rows).await
    }

    pub(super) async fn read_list(&self, query: &Query) -> Result<ListPage, StoreError> {
        let wants = |open| {
            query.statuses.is_empty() || query.statuses.iter().any(|one| Status::is_open(*one) == open)
        };
        let conditions = conditions(query);
        let part = |columns: &str, table: &str| {
            format!("(SELECT {columns} FROM {table} WHERE {conditions} ORDER BY id DESC LIMIT $3)")
        };
        let sql = match (wants(true), wants(false)) {
            (true, true) => {
                let (open, closed) = (part(OPEN_COLUMNS, "open"), part(CLOSED_COLUMNS, "closed"));
                format!("{open} UNION ALL {closed} ORDER BY id DESC LIMIT $3")
            }
            (true, false) => part(OPEN_COLUMNS, "open"),
            (false, _) => part(CLOSED_COLUMNS, "closed"),
        };
        let most = query.limit.min(LARGEST_PAGE);
        let limit = i64::try_from(most + 1).unwrap_or(i64::MAX);
        let reader = self.reader()?;
        let before = query.before.map(uuid_of);
        let rows =
            reader.query(&sql, &[&whose(&query.scope), &before, &limit, &groups_of(&query.scope)]).await?;
        let mut items = self.context.decode(reader, &rows).await?;
        let more = items.len() > most;
        items.truncate(most);
        let next = items.last().filter(|_| more).map(|last| last.id);
        Ok(ListPage { items, next })
    }
}

/// Returns the SQL condition of a scope. [`whose`] is its first parameter; `groups` names the one for [`groups_of`].
pub(super) fn within(scope: &Scope, groups: &str) -> String {
    match scope {
        Scope::Client(_) => format!("client = $1::bytea AND {groups}::bytea[] IS NULL"),
        // The codes are those of the encoding: anyone, signed in, a person, a group.
        Scope::Person(person) if person.groups().is_none() => {
            format!(
                "(audience IN (0, 4, 5) OR (audience = 2 AND person = $1::bytea)) AND {groups}::bytea[] IS NULL"
            )
        }
        Scope::Person(_) => format!(
            "(audience IN (0, 5) OR (audience = 2 AND person = $1::bytea)
              OR (audience = 4 AND person = ANY({groups}::bytea[])))"
        ),
        Scope::Everything => format!("$1::bytea IS NULL AND {groups}::bytea[] IS NULL"),
    }
}

/// Returns the groups of a person.
pub(super) fn groups_of(scope: &Scope) -> Option<Vec<&[u8]>> {
    match scope {
        Scope::Person(person) => Some(person.groups()?.iter().map(|group| group.as_bytes()).collect()),
        Scope::Client(_) | Scope::Everything => None,
    }
}

pub(super) fn whose(scope: &Scope) -> Option<&[u8]> {
    match scope {
        Scope::Client(client) => Some(client.as_str().as_bytes()),
        Scope::Person(person) => Some(person.as_str().as_bytes()),
        Scope::Everything => None,
    }
}

fn conditions(query: &Query) -> String {
    let mut sql = within(&query.scope, "$4");
    sql.push_str(" AND ($2::uuid IS NULL OR id < $2::uuid)");
    if let Some(mode) = query.mode {
        // A mode without a code has no rows.
        sql.push_str(&format!(" AND mode = {}", code_of(&MODES, &mode).unwrap_or(u8::MAX)));
    }
    if !query.statuses.is_empty() {
        let codes = query.statuses.iter().filter_map(|status| code_of(&STATUSES, status));
        let codes: Vec<String> = codes.map(|code| code.to_string()).collect();
        sql.push_str(&format!(" AND status IN ({})", codes.join(",")));
    }
    sql
}
