//! The database's side of a copy.

use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode};
use futures_util::{StreamExt as _, pin_mut};
use hashbrown::HashMap;
use tokio::sync::mpsc;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};
use uuid::Uuid;

use super::{
    CopiedRow, CopyError, CopyObserver, CopyStage, Digests, PAGE, RowPage, Table, TableDigest, Value,
};
use crate::codec::elicitation::{self, ElicitationColumns};
use crate::error::damaged;
use crate::postgres::columns::OpenColumns;
use crate::postgres::connection::{PgConnection, connect};
use crate::postgres::migrations::{self, FORMAT};
use crate::postgres::options::{PgOpenError, PgOptions, unreachable};
use crate::vault::{self, Subject};

/// The columns of each table, as the file has them, in the order of its key.
fn select(table: Table) -> &'static str {
    match table {
        Table::Forms => {
            "SELECT hash, document FROM forms
             WHERE hash IN (SELECT form FROM open UNION SELECT form FROM closed) ORDER BY hash"
        }
        Table::Open => "SELECT id, client, form, last_change, record FROM open ORDER BY id",
        Table::Closed => {
            "SELECT id, client, mode::bigint, status::bigint, audience::bigint, person, closed_at, form, last_change,
                 secrets, record
             FROM closed ORDER BY id"
        }
        Table::Keys => "SELECT client, key, id FROM keys ORDER BY client, key",
        Table::Changes => "SELECT seq, id, client, at, previous, record FROM changes ORDER BY seq",
        Table::Files => {
            "SELECT id, name, size, content_key FROM upload_files WHERE active_at IS NULL ORDER BY id, name"
        }
        Table::Chunks => {
            "SELECT f.id, f.name, c.position, c.bytes FROM upload_chunks c JOIN upload_files f ON f.number = c.file
             WHERE f.active_at IS NULL ORDER BY f.id, f.name, c.position"
        }
        Table::Records => {
            "SELECT namespace, key, elicitation, revision, value, content_key FROM notes ORDER BY namespace, key"
        }
        Table::Log => "SELECT newest, forgotten FROM head",
    }
}

/// Connects, and locks the database against commits until the connection ends.
async fn begin(options: &PgOptions) -> Result<PgConnection, CopyError> {
    let connection = connect(options).await.map_err(unreachable)?;
    let client = connection.client();
    let format = migrations::read_format(client).await?;
    if !format.is_usable() {
        return Err(PgOpenError::NotMigrated { found: format.format, known: FORMAT }.into());
    }
    client
        .batch_execute("SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT 1 FROM head FOR UPDATE")
        .await?;
    Ok(connection)
}

/// Reads all tables, and passes the rows on.
pub(super) async fn read(
    options: &PgOptions,
    pages: &mpsc::Sender<RowPage>,
    observer: &CopyObserver,
) -> Result<Vec<TableDigest>, CopyError> {
    let connection = begin(options).await?;
    let digests = Digests::new(CopyStage::Copying, observer);
    visit(connection.client(), digests, Some(pages)).await
}

/// Computes the digests of all tables.
pub(super) async fn digest(
    options: &PgOptions,
    observer: &CopyObserver,
) -> Result<Vec<TableDigest>, CopyError> {
    let connection = begin(options).await?;
    visit(connection.client(), Digests::new(CopyStage::Comparing, observer), None).await
}

async fn visit(
    client: &Client,
    mut digests: Digests,
    pages: Option<&mpsc::Sender<RowPage>>,
) -> Result<Vec<TableDigest>, CopyError> {
    for table in Table::ALL {
        let none: [&(dyn ToSql + Sync); 0] = [];
        let rows = client.query_raw(select(table), none).await?;
        pin_mut!(rows);
        let mut page = Vec::with_capacity(PAGE);
        while let Some(row) = rows.next().await {
            let row = read_row(&row?)?;
            digests.add(table, &row);
            page.push(row);
            if page.len() >= PAGE || table == Table::Chunks {
                pass_on(pages, (table, std::mem::take(&mut page))).await?;
            }
        }
        if !page.is_empty() {
            pass_on(pages, (table, page)).await?;
        }
    }
    Ok(digests.finish())
}

async fn pass_on(pages: Option<&mpsc::Sender<RowPage>>, page: RowPage) -> Result<(), CopyError> {
    match pages {
        Some(pages) => pages.send(page).await.map_err(|_| CopyError::Interrupted),
        None => Ok(()),
    }
}

fn read_row(row: &Row) -> Result<CopiedRow, CopyError> {
    let mut values = Vec::with_capacity(row.len());
    for (place, column) in row.columns().iter().enumerate() {
        values.push(match *column.type_() {
            Type::UUID => {
                row.try_get::<_, Option<Uuid>>(place)?.map(|id| Value::Bytes(id.into_bytes().to_vec()))
            }
            Type::INT8 => row.try_get::<_, Option<i64>>(place)?.map(Value::Number),
            _ => row.try_get::<_, Option<Vec<u8>>>(place)?.map(Value::Bytes),
        });
    }
    Ok(values.into_iter().map(|value| value.unwrap_or(Value::Null)).collect())
}

/// Writes rows into an empty database, in one transaction.
pub(super) async fn write(options: &PgOptions, mut pages: mpsc::Receiver<RowPage>) -> Result<(), CopyError> {
    let connection = begin(options).await?;
    let client = connection.client();
    let used = "SELECT newest > 0 OR EXISTS (SELECT 1 FROM notes) OR EXISTS (SELECT 1 FROM open)
                    OR EXISTS (SELECT 1 FROM closed) FROM head";
    if client.query_one(used, &[]).await?.try_get(0)? {
        return Err(CopyError::NotEmpty);
    }
    let mut forms = HashMap::new();
    let mut open_by_mode = vec![0_i64; Mode::ALL.len()];
    let mut is_whole = false;
    while let Some((table, rows)) = pages.recv().await {
        match table {
            Table::Forms => write_forms(client, &rows, &mut forms).await?,
            Table::Open => write_open(client, &rows, &forms, &mut open_by_mode).await?,
            Table::Closed => write_closed(client, rows).await?,
            Table::Log => {
                let row = rows.into_iter().next().unwrap_or_default();
                let (newest, forgotten) = (number(&row, 0)?, number(&row, 1)?);
                let update = "UPDATE head SET newest = $1, forgotten = $2, open_by_mode = $3";
                client.execute(update, &[&newest, &forgotten, &open_by_mode]).await?;
                is_whole = true;
            }
            other => write_rows(client, other, rows).await?,
        }
    }
    if !is_whole {
        return Err(CopyError::Interrupted);
    }
    let clients =
        "INSERT INTO clients (client, open, seen) SELECT client, count(*), 0 FROM open GROUP BY client";
    client.batch_execute(clients).await?;
    client.batch_execute("COMMIT").await?;
    Ok(())
}

/// Inserts rows whose columns are as they are.
async fn write_rows(client: &Client, table: Table, rows: Vec<CopiedRow>) -> Result<(), CopyError> {
    let (sql, types) = match table {
        Table::Keys => {
            ("INSERT INTO keys (client, key, id) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::uuid[])", "bbu")
        }
        Table::Changes => (
            "INSERT INTO changes (seq, id, client, at, previous, record)
             SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bytea[])",
            "nubnnb",
        ),
        Table::Files => (
            "INSERT INTO upload_files (id, name, size, reserved, content_key)
             SELECT id, name, size, 0, content_key
             FROM unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::bytea[]) AS u (id, name, size, content_key)",
            "ubnb",
        ),
        Table::Chunks => (
            "INSERT INTO upload_chunks (file, position, bytes)
             SELECT f.number, u.position, u.bytes
             FROM unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::bytea[]) AS u (id, name, position, bytes)
             JOIN upload_files f USING (id, name)",
            "ubnb",
        ),
        _ => (
            "INSERT INTO notes (namespace, key, elicitation, revision, value, content_key)
             SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::uuid[], $4::bigint[], $5::bytea[], $6::bytea[])",
            "bbunbb",
        ),
    };
    insert(client, sql, types, rows).await
}

/// Inserts rows as one array per column. `types` has a letter for each: bytes, number, uuid.
async fn insert(client: &Client, sql: &str, types: &str, rows: Vec<CopiedRow>) -> Result<(), CopyError> {
    let mut columns: Vec<Vec<Value>> = types.chars().map(|_| Vec::with_capacity(rows.len())).collect();
    for row in rows {
        for (column, value) in columns.iter_mut().zip(row) {
            column.push(value);
        }
    }
    let mut parameters: Vec<Box<dyn ToSql + Sync + Send>> = Vec::new();
    for (kind, column) in types.chars().zip(columns) {
        let column = column.into_iter();
        parameters.push(match kind {
            'n' => Box::new(column.map(|value| as_number(&value)).collect::<Vec<Option<i64>>>()),
            'u' => Box::new(column.map(|value| as_uuid(&value)).collect::<Vec<Option<Uuid>>>()),
            _ => Box::new(column.map(into_bytes).collect::<Vec<Option<Vec<u8>>>>()),
        });
    }
    let parameters: Vec<&(dyn ToSql + Sync)> =
        parameters.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
    client.execute(sql, &parameters).await?;
    Ok(())
}

async fn write_forms(
    client: &Client,
    rows: &[CopiedRow],
    forms: &mut HashMap<Vec<u8>, Form>,
) -> Result<(), CopyError> {
    for row in rows {
        let (Some(Value::Bytes(hash)), Some(Value::Bytes(document))) = (row.first(), row.get(1)) else {
            return Err(unreadable("a form"));
        };
        let text = std::str::from_utf8(document).map_err(|_| unreadable("a form"))?;
        let form = Form::reparse(text).map_err(|defects| damaged("a form", defects))?;
        forms.insert(hash.clone(), form);
    }
    let sql = "INSERT INTO forms (hash, used_at, document)
               SELECT hash, 0, document FROM unnest($1::bytea[], $2::bytea[]) AS u (hash, document)";
    insert(client, sql, "bb", rows.to_vec()).await
}

/// An open elicitation, the hash of its form, its last change and its record.
type DecodedRow<'r> = (Arc<Elicitation>, Option<&'r [u8]>, i64, &'r [u8]);

/// Decodes open elicitations, as the database has more columns of them.
async fn write_open(
    client: &Client,
    rows: &[CopiedRow],
    forms: &HashMap<Vec<u8>, Form>,
    open_by_mode: &mut [i64],
) -> Result<(), CopyError> {
    let mut decoded: Vec<DecodedRow<'_>> = Vec::with_capacity(rows.len());
    for row in rows {
        let (Some(Value::Bytes(client)), Some(Value::Bytes(record))) = (row.get(1), row.get(4)) else {
            return Err(unreadable("an open elicitation"));
        };
        let client = std::str::from_utf8(client).map_err(|_| unreadable("an open elicitation"))?;
        let hash = match row.get(2) {
            Some(Value::Bytes(hash)) => Some(&hash[..]),
            _ => None,
        };
        let form = hash.and_then(|hash| forms.get(hash)).cloned();
        let columns =
            ElicitationColumns { id: id(row)?, client: ClientId::from(client), form, secrets: None };
        let elicitation = Arc::new(elicitation::decode(columns, record, None)?);
        if let Some(count) = open_by_mode.get_mut(elicitation.mode as usize) {
            *count += 1;
        }
        decoded.push((elicitation, hash, number(row, 3)?, record));
    }
    let mut columns = OpenColumns::default();
    for (elicitation, hash, last_change, record) in &decoded {
        columns.add(elicitation, *hash, *last_change, record)?;
    }
    let sql = crate::postgres::write_batch::INSERT_OPEN;
    let OpenColumns {
        ids,
        clients,
        modes,
        statuses,
        audiences,
        people,
        forms,
        revisions,
        look_at,
        last_changes,
        records,
        deadlines,
        claims,
    } = columns;
    let parameters: [&(dyn ToSql + Sync); 13] = [
        &ids,
        &clients,
        &modes,
        &statuses,
        &audiences,
        &people,
        &forms,
        &revisions,
        &look_at,
        &last_changes,
        &records,
        &deadlines,
        &claims,
    ];
    client.execute(sql, &parameters).await?;
    Ok(())
}

async fn write_closed(client: &Client, rows: Vec<CopiedRow>) -> Result<(), CopyError> {
    let mut with_keys = Vec::with_capacity(rows.len());
    for mut row in rows {
        let key = match row.get(9) {
            Some(Value::Bytes(secrets)) => {
                let name = vault::key_name(Subject::Answers(id(&row)?), secrets)?;
                Value::Bytes(name.as_bytes().to_vec())
            }
            _ => Value::Null,
        };
        row.push(key);
        with_keys.push(row);
    }
    let sql = "INSERT INTO closed (id, client, mode, status, audience, person, closed_at, form, last_change, secrets,
                   record, secrets_key)
               SELECT id, client, mode::smallint, status::smallint, audience::smallint, person, closed_at, form,
                   last_change, secrets, record, secrets_key
               FROM unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
                   $7::bigint[], $8::bytea[], $9::bigint[], $10::bytea[], $11::bytea[], $12::bytea[])
                   AS u (id, client, mode, status, audience, person, closed_at, form, last_change, secrets, record,
                       secrets_key)";
    insert(client, sql, "ubnnnbnbnbbb", with_keys).await
}

fn id(row: &CopiedRow) -> Result<ElicitationId, CopyError> {
    let bytes = row.first().and_then(as_uuid).ok_or_else(|| unreadable("an id"))?;
    Ok(ElicitationId::from_bytes(bytes.into_bytes()))
}

fn number(row: &CopiedRow, column: usize) -> Result<i64, CopyError> {
    row.get(column).and_then(as_number).ok_or_else(|| unreadable("a number"))
}

fn as_number(value: &Value) -> Option<i64> {
    if let Value::Number(number) = value { Some(*number) } else { None }
}

fn as_uuid(value: &Value) -> Option<Uuid> {
    if let Value::Bytes(bytes) = value { Uuid::from_slice(bytes).ok() } else { None }
}

fn into_bytes(value: Value) -> Option<Vec<u8>> {
    if let Value::Bytes(bytes) = value { Some(bytes) } else { None }
}

fn unreadable(what: &str) -> CopyError {
    CopyError::Store(damaged(what, "a column is not what it should be"))
}
