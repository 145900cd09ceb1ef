//! The file's side of a copy.

use std::path::Path;

use askwell_engine::StoreError;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::mpsc;

use super::{
    CopiedRow, CopyError, CopyObserver, CopyStage, Digests, PAGE, RowPage, Table, TableDigest, Value,
};
use crate::folder::{DATABASE, Folder};
use crate::open::OpenOptions;
use crate::schema;

/// The columns of each table, in the order of its key.
fn select(table: Table) -> &'static str {
    match table {
        Table::Forms => "SELECT hash, document FROM forms ORDER BY hash",
        Table::Open => {
            "SELECT o.id, o.client, f.hash, o.last_change, o.record
             FROM open o LEFT JOIN forms f ON f.number = o.form ORDER BY o.id"
        }
        Table::Closed => {
            "SELECT c.id, c.client, c.mode, c.status, c.audience, c.person, c.closed_at, f.hash, c.last_change,
                 c.secrets, c.record
             FROM closed c LEFT JOIN forms f ON f.number = c.form ORDER BY c.id"
        }
        Table::Keys => "SELECT client, key, id FROM keys ORDER BY client, key",
        Table::Changes => "SELECT seq, id, client, at, previous, record FROM changes ORDER BY seq",
        Table::Files => {
            "SELECT id, name, size, content_key FROM upload_files WHERE active_at IS NULL
             UNION ALL SELECT id, name, length(bytes), NULL FROM uploads ORDER BY 1, 2"
        }
        Table::Chunks => {
            "SELECT f.id, f.name, c.position, c.bytes FROM upload_chunks c JOIN upload_files f ON f.number = c.file
             WHERE f.active_at IS NULL
             UNION ALL SELECT id, name, 0, bytes FROM uploads WHERE length(bytes) > 0 ORDER BY 1, 2, 3"
        }
        Table::Records => {
            "SELECT shelf, key, elicitation, revision, value, content_key FROM notes ORDER BY shelf, key"
        }
        Table::Log => {
            "SELECT max(coalesce((SELECT max(seq) FROM changes), 0), forgotten), forgotten
             FROM (SELECT coalesce((SELECT value FROM meta WHERE name = 'forgotten'), 0) AS forgotten)"
        }
    }
}

fn insert(table: Table) -> &'static str {
    match table {
        Table::Forms => "INSERT INTO forms (hash, uses, document) VALUES (?1, 0, CAST(?2 AS TEXT))",
        Table::Open => {
            "INSERT INTO open (id, client, form, last_change, record)
             VALUES (?1, CAST(?2 AS TEXT), (SELECT number FROM forms WHERE hash = ?3), ?4, ?5)"
        }
        Table::Closed => {
            "INSERT INTO closed
                 (id, client, mode, status, audience, person, closed_at, form, last_change, secrets, record)
             VALUES (?1, CAST(?2 AS TEXT), ?3, ?4, ?5, CAST(?6 AS TEXT), ?7,
                 (SELECT number FROM forms WHERE hash = ?8), ?9, ?10, ?11)"
        }
        Table::Keys => "INSERT INTO keys (client, key, id) VALUES (CAST(?1 AS TEXT), CAST(?2 AS TEXT), ?3)",
        Table::Changes => {
            "INSERT INTO changes (seq, id, client, at, previous, record)
             VALUES (?1, ?2, CAST(?3 AS TEXT), ?4, ?5, ?6)"
        }
        Table::Files => {
            "INSERT INTO upload_files (id, name, size, reserved, content_key)
             VALUES (?1, CAST(?2 AS TEXT), ?3, 0, ?4)"
        }
        Table::Chunks => {
            "INSERT INTO upload_chunks (file, position, bytes)
             VALUES ((SELECT number FROM upload_files WHERE id = ?1 AND name = CAST(?2 AS TEXT)), ?3, ?4)"
        }
        Table::Records => {
            "INSERT INTO notes (shelf, key, elicitation, revision, value, content_key)
             VALUES (CAST(?1 AS TEXT), CAST(?2 AS TEXT), ?3, ?4, ?5, ?6)"
        }
        Table::Log => "INSERT INTO meta (name, value) SELECT 'forgotten', ?2 WHERE ?1 IS NOT NULL AND ?2 > 0",
    }
}

/// Reads all tables of the store in a folder, and passes the rows on.
pub(super) fn read(
    folder: &Path,
    pages: &mpsc::Sender<RowPage>,
    observer: &CopyObserver,
) -> Result<Vec<TableDigest>, CopyError> {
    if !folder.join(DATABASE).is_file() {
        return Err(CopyError::NoStore { folder: folder.to_owned() });
    }
    // Upgrades an older format, and checks that the store can be opened.
    drop(OpenOptions::new().open(folder)?);
    let locked = Folder::lock(folder)?;
    let connection = schema::connect(&locked.database)?;
    let pass_on = |page| pages.blocking_send(page).map_err(|_| CopyError::Interrupted);
    visit(&connection, Digests::new(CopyStage::Copying, observer), pass_on)
}

/// Computes the digests of the store in a folder.
pub(super) fn digest(folder: &Path, observer: &CopyObserver) -> Result<Vec<TableDigest>, CopyError> {
    drop(OpenOptions::new().open(folder)?);
    let locked = Folder::lock(folder)?;
    let digests = Digests::new(CopyStage::Comparing, observer);
    visit(&schema::connect(&locked.database)?, digests, |_| Ok(()))
}

fn visit(
    connection: &Connection,
    mut digests: Digests,
    mut pass_on: impl FnMut(RowPage) -> Result<(), CopyError>,
) -> Result<Vec<TableDigest>, CopyError> {
    for table in Table::ALL {
        let mut statement = connection.prepare(select(table))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        let mut page = Vec::with_capacity(PAGE);
        while let Some(row) = rows.next()? {
            let read = (0..columns).map(|column| {
                Ok(match row.get_ref(column)? {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => Value::Number(number),
                    ValueRef::Blob(bytes) | ValueRef::Text(bytes) => Value::Bytes(bytes.to_vec()),
                    ValueRef::Real(_) => return Err(rusqlite::Error::InvalidQuery),
                })
            });
            let row: CopiedRow = read.collect::<Result<_, _>>()?;
            digests.add(table, &row);
            page.push(row);
            // Chunks of files are large.
            if page.len() >= PAGE || table == Table::Chunks {
                pass_on((table, std::mem::take(&mut page)))?;
            }
        }
        if !page.is_empty() {
            pass_on((table, page))?;
        }
    }
    Ok(digests.finish())
}

/// Writes rows into a new store, in one transaction.
pub(super) fn write(folder: &Path, mut pages: mpsc::Receiver<RowPage>) -> Result<(), CopyError> {
    let store = OpenOptions::new().open(folder)?;
    drop(store);
    let locked = Folder::lock(folder)?;
    let connection = schema::connect(&locked.database)?;
    let used = "SELECT EXISTS (SELECT 1 FROM changes) OR EXISTS (SELECT 1 FROM notes) OR EXISTS (SELECT 1 FROM open)";
    if connection.query_row(used, [], |row| row.get::<_, bool>(0))? {
        return Err(CopyError::NotEmpty);
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut is_whole = false;
    while let Some((table, rows)) = pages.blocking_recv() {
        let mut statement = connection.prepare_cached(insert(table))?;
        for row in rows {
            statement.execute(params_from_iter(row.into_iter().map(|value| match value {
                Value::Null => rusqlite::types::Value::Null,
                Value::Number(number) => rusqlite::types::Value::Integer(number),
                Value::Bytes(bytes) => rusqlite::types::Value::Blob(bytes),
            })))?;
        }
        is_whole |= table == Table::Log;
    }
    if !is_whole {
        connection.execute_batch("ROLLBACK")?;
        return Err(CopyError::Interrupted);
    }
    connection.execute_batch(
        "UPDATE forms SET uses = (SELECT count(*) FROM open WHERE form = number)
             + (SELECT count(*) FROM closed WHERE form = number);
         COMMIT;",
    )?;
    let lost =
        connection.query_row("SELECT count(*) FROM upload_chunks WHERE file IS NULL", [], |row| row.get(0));
    let lost: i64 = lost?;
    if lost > 0 { Err(StoreError::Damaged("chunks without a file".into()).into()) } else { Ok(()) }
}
