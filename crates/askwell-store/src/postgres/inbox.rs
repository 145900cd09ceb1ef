//! Reading inboxes: open elicitations by deadline. Each audience is one range of an index; the ranges are merged.

use askwell_engine::StoreError;
use askwell_engine::store::{InboxCounts, InboxPage, InboxPart, InboxQuery, MOST_COUNTED};
use askwell_lifecycle::Scope;
use tokio_postgres::types::ToSql;

use super::read::{groups_of, whose, within};
use super::row::{OPEN_COLUMNS, uuid_of};
use super::store::PgStore;
use crate::codec::codes::{MODES, code_of};
use crate::error::to_sql;

/// The deadline; of rows that a program of format 1 wrote, the time of their next warning or timeout.
const DEADLINE: &str = "coalesce(deadline, look_at)";

/// The most items of a page, even if the caller asks for more.
const LARGEST_PAGE: usize = 100_000;

/// Rows that are in order in an index.
enum Range {
    /// Those with this condition.
    Rows(String),
    /// Those of each group of the person.
    EachGroup,
}

impl Range {
    /// Returns the first rows of the range, as a part of a query.
    fn first(&self, columns: &str, more: &str, limit: &str) -> String {
        let ordered = format!("ORDER BY {DEADLINE}, id LIMIT {limit}");
        match self {
            Range::Rows(condition) => {
                format!("(SELECT {columns} FROM open WHERE {condition}{more} {ordered})")
            }
            Range::EachGroup => format!(
                "(SELECT {columns} FROM unnest($2::bytea[]) AS own (name) CROSS JOIN LATERAL
                  (SELECT * FROM open WHERE audience = 4 AND person = own.name{more} {ordered}) AS open)"
            ),
        }
    }
}

impl PgStore {
    pub(super) async fn read_inbox(&self, query: &InboxQuery) -> Result<InboxPage, StoreError> {
        let most = query.limit.min(LARGEST_PAGE);
        let limit = i64::try_from(most + 1).unwrap_or(i64::MAX);
        let (after, id) = match query.after {
            Some(after) => (Some(to_sql(after.deadline.as_millis())), Some(uuid_of(after.id))),
            None => (None, None),
        };
        let mut more = match query.after {
            Some(_) => format!(" AND ({DEADLINE}, id) > ($4::bigint, $5::uuid)"),
            None => String::new(),
        };
        if let Some(mode) = query.mode {
            // A mode without a code has no rows.
            more.push_str(&format!(" AND mode = {}", code_of(&MODES, &mode).unwrap_or(u8::MAX)));
        }
        let columns = format!("{OPEN_COLUMNS}, {DEADLINE} AS due");
        let ranges = ranges(&query.scope, query.part);
        let parts: Vec<String> = ranges.iter().map(|range| range.first(&columns, &more, "$3")).collect();
        if parts.is_empty() {
            return Ok(InboxPage::default());
        }
        let sql = format!(
            "SELECT * FROM ({}) AS parts WHERE {UNUSED} ORDER BY due, id LIMIT $3",
            parts.join(" UNION ALL ")
        );
        let (name, groups) = (whose(&query.scope), groups_of(&query.scope));
        let parameters: [&(dyn ToSql + Sync); 5] = [&name, &groups, &limit, &after, &id];
        let reader = self.reader()?;
        let rows = reader.query(&sql, &parameters).await?;
        let items = self.context.decode(reader, &rows).await?;
        Ok(InboxPage::of(items, most))
    }

    pub(super) async fn read_inbox_counts(&self, scope: &Scope) -> Result<InboxCounts, StoreError> {
        let most = MOST_COUNTED.to_string();
        let count = |part| {
            let ranges = ranges(scope, part);
            if ranges.is_empty() {
                return "0::bigint".to_owned();
            }
            let parts: Vec<String> = ranges.iter().map(|range| range.first("1", "", &most)).collect();
            format!("(SELECT count(*) FROM ({}) AS part)", parts.join(" UNION ALL "))
        };
        let sql = format!(
            "SELECT {}, {}, {} WHERE $1::bytea IS NULL OR $2::bytea[] IS NULL OR true",
            count(InboxPart::Own),
            count(InboxPart::Groups),
            count(InboxPart::Taken)
        );
        let rows = self.reader()?.query(&sql, &[&whose(scope), &groups_of(scope)]).await?;
        let number = |index| {
            let counted: i64 = rows.first().map(|row| row.get(index)).unwrap_or_default();
            usize::try_from(counted).unwrap_or_default()
        };
        Ok(InboxCounts { own: number(0), groups: number(1), taken: number(2) })
    }
}

/// Always true. A statement has to use all its parameters, so that their types are known.
const UNUSED: &str =
    "($1::bytea IS NULL OR $2::bytea[] IS NULL OR $4::bigint IS NULL OR $5::uuid IS NULL OR true)";

/// Returns the ranges that a part of an inbox consists of. The name is the first parameter of the statement, and the
/// groups are the second. The codes are those of the encoding.
fn ranges(scope: &Scope, part: InboxPart) -> Vec<Range> {
    let rows = |condition: &str| Range::Rows(condition.to_owned());
    let Scope::Person(person) = scope else {
        return match part {
            InboxPart::All => vec![Range::Rows(within(scope, "$2"))],
            _ => Vec::new(),
        };
    };
    let own = || {
        [
            rows("audience = 0 AND person IS NULL"),
            rows("audience = 5 AND person IS NULL"),
            rows("audience = 2 AND person = $1::bytea"),
        ]
    };
    let groups = || if person.groups().is_none() { rows("audience = 4") } else { Range::EachGroup };
    match part {
        InboxPart::All => own().into_iter().chain([groups()]).collect(),
        InboxPart::Own => own().into(),
        InboxPart::Groups => vec![groups()],
        InboxPart::Taken => {
            vec![Range::Rows(format!("claimed_by = $1::bytea AND {}", within(scope, "$2")))]
        }
    }
}
