//! The first round trip of a transaction: takes its locks, and reads what its operations have to know.
//!
//! The order of locks is the same everywhere: head, elicitations by id, clients, leases, records.

use askwell_engine::store::AdmissionWindow;
use askwell_lifecycle::{ClientId, ElicitationId};
use futures_util::future::{join, join_all, join3};
use hashbrown::Equivalent;
use tokio_postgres::Row;
use uuid::Uuid;

use super::batch::{Head, KnownClient, KnownElicitation, KnownKey, KnownRecord, PgBatch, Place, Wanted};
use super::connection::{Parameters, PgConnection};
use super::error::Fault;
use super::outcome;
use super::row::{damaged_row, form_hash, number, uuid_of};
use crate::verdict::KnownState;

const HEAD: &str = "SELECT newest, open_by_mode FROM head FOR UPDATE";
const BATCH: &str = "SELECT verdicts FROM batches WHERE id = $1";
const OPEN: &str =
    "SELECT id, revision, last_change, form FROM open WHERE id = ANY($1) ORDER BY id FOR UPDATE";
const CLOSED: &str = "SELECT id, last_change, form FROM closed WHERE id = ANY($1) ORDER BY id FOR UPDATE";
const KEYS: &str = "SELECT k.client, k.key, k.id
     FROM unnest($1::bytea[], $2::bytea[]) AS wanted (client, key) JOIN keys k USING (client, key)";
const CLIENTS: &str =
    "SELECT client, open, seen, admitted FROM clients WHERE client = ANY($1) ORDER BY client FOR UPDATE";
const LEASES: &str = "SELECT name, term FROM leases WHERE name = ANY($1) ORDER BY name FOR UPDATE";
const RECORDS: &str = "SELECT n.namespace, n.key, n.revision
     FROM unnest($1::bytea[], $2::bytea[]) AS wanted (namespace, key) JOIN notes n USING (namespace, key)
     ORDER BY n.namespace, n.key FOR UPDATE OF n";

/// The statements, to prepare them before they are needed.
pub(super) const STATEMENTS: [&str; 8] = [HEAD, BATCH, OPEN, CLOSED, KEYS, CLIENTS, LEASES, RECORDS];

/// What the first round trip has found.
#[derive(Debug)]
pub(super) enum Begun<'t> {
    /// The locks are held.
    Open(Box<PgBatch<'t>>),
    /// The batch has been committed by an earlier attempt, with these verdicts.
    Committed(Vec<askwell_engine::store::Verdict>),
}

/// Begins a transaction, and reads. `earlier` is the id of the batch if it may have been committed before.
pub(super) async fn begin<'t>(
    connection: &PgConnection,
    wanted: &Wanted<'t>,
    earlier: Option<Uuid>,
) -> Result<Begun<'t>, Fault> {
    let ids: Vec<Uuid> = wanted.elicitations.iter().map(|id| uuid_of(*id)).collect();
    let (key_clients, keys): (Vec<&[u8]>, Vec<&[u8]>) =
        wanted.keys.iter().map(|(client, key)| (client.as_str().as_bytes(), key.as_bytes())).unzip();
    let clients: Vec<&[u8]> = wanted.clients.iter().map(|client| client.as_str().as_bytes()).collect();
    let leases: Vec<&[u8]> = wanted.leases.iter().map(|name| name.as_bytes()).collect();
    let (namespaces, record_keys): (Vec<&[u8]>, Vec<&[u8]>) =
        wanted.records.iter().map(|(namespace, key)| (namespace.as_bytes(), key.as_bytes())).unzip();

    // All are sent before the first answer arrives, in this order.
    let locks = join(
        async { connection.client().batch_execute("BEGIN").await.map_err(Fault::from) },
        connection.query(HEAD, &[]),
    );
    let earlier_batch = async {
        match &earlier {
            Some(id) => connection.query(BATCH, &[id]).await,
            None => Ok(Vec::new()),
        }
    };
    let by_id: &Parameters<'_> = &[&ids];
    let by_key: &Parameters<'_> = &[&key_clients, &keys];
    let by_client: &Parameters<'_> = &[&clients];
    let by_name: &Parameters<'_> = &[&leases];
    let by_record: &Parameters<'_> = &[&namespaces, &record_keys];
    let tables = join_all([
        read(connection, OPEN, ids.len(), by_id),
        read(connection, CLOSED, ids.len(), by_id),
        read(connection, KEYS, keys.len(), by_key),
        read(connection, CLIENTS, clients.len(), by_client),
        read(connection, LEASES, leases.len(), by_name),
        read(connection, RECORDS, record_keys.len(), by_record),
    ]);
    let ((begun, head), earlier_batch, tables) = join3(locks, earlier_batch, tables).await;
    begun?;
    let head = head?;
    if let Some(row) = earlier_batch?.first() {
        let verdicts: &[u8] = row.try_get(0)?;
        let verdicts = outcome::decode(verdicts).ok_or_else(|| damaged_row("the verdicts of a batch"))?;
        return Ok(Begun::Committed(verdicts));
    }
    let mut batch = PgBatch { head: read_head(&head)?, ..PgBatch::default() };
    let mut tables = tables.into_iter();
    let mut next = || tables.next().unwrap_or_else(|| Ok(Vec::new()));
    add_elicitations(&mut batch, &next()?, Place::Open)?;
    add_elicitations(&mut batch, &next()?, Place::Closed)?;
    add_keys(&mut batch, wanted, &next()?)?;
    add_clients(&mut batch, wanted, &next()?)?;
    for row in &next()? {
        let name: &[u8] = row.try_get(0)?;
        let term = number(row, 1)?;
        batch
            .leases
            .extend(wanted.leases.iter().find(|wanted| wanted.as_bytes() == name).map(|name| (*name, term)));
    }
    add_records(&mut batch, wanted, &next()?)?;
    Ok(Begun::Open(Box::new(batch)))
}

/// Finds a pair of references that live longer than these.
#[derive(Hash)]
struct Pair<'p, T: ?Sized>(&'p T, &'p str);

impl<'t, T: Eq + ?Sized> Equivalent<(&'t T, &'t str)> for Pair<'_, T> {
    fn equivalent(&self, other: &(&'t T, &'t str)) -> bool {
        (self.0, self.1) == *other
    }
}

/// Runs a query, unless there is nothing to look for.
async fn read(
    connection: &PgConnection,
    sql: &str,
    wanted: usize,
    parameters: &Parameters<'_>,
) -> Result<Vec<Row>, Fault> {
    if wanted == 0 { Ok(Vec::new()) } else { connection.query(sql, parameters).await }
}

fn read_head(rows: &[Row]) -> Result<Head, Fault> {
    let row = rows.first().ok_or_else(|| damaged_row("the head"))?;
    Ok(Head { newest: number(row, 0)?, open_by_mode: row.try_get(1)? })
}

fn add_elicitations(batch: &mut PgBatch<'_>, rows: &[Row], stored: Place) -> Result<(), Fault> {
    for row in rows {
        let id: Uuid = row.try_get(0)?;
        let (state, last_change, form) = match stored {
            Place::Open => (KnownState::Open { revision: number(row, 1)? }, number(row, 2)?, row.try_get(3)?),
            _ => (KnownState::Closed, number(row, 1)?, row.try_get(2)?),
        };
        let form: Option<&[u8]> = form;
        let form = form.map(form_hash).transpose()?;
        let known = KnownElicitation { state, last_change, form, stored, written: None, is_touched: false };
        batch.elicitations.insert(ElicitationId::from_bytes(id.into_bytes()), known);
    }
    Ok(())
}

fn add_keys<'t>(batch: &mut PgBatch<'t>, wanted: &Wanted<'t>, rows: &[Row]) -> Result<(), Fault> {
    for row in rows {
        let (client, key): (&[u8], &[u8]) = (row.try_get(0)?, row.try_get(1)?);
        let id: Uuid = row.try_get(2)?;
        let owner = Some(ElicitationId::from_bytes(id.into_bytes()));
        let (Ok(client), Ok(key)) = (std::str::from_utf8(client), std::str::from_utf8(key)) else { continue };
        let client = ClientId::from(client);
        if let Some(place) = wanted.keys.get(&Pair(&client, key)) {
            batch.keys.insert(*place, KnownKey { stored: owner, owner });
        }
    }
    Ok(())
}

fn add_clients<'t>(batch: &mut PgBatch<'t>, wanted: &Wanted<'t>, rows: &[Row]) -> Result<(), Fault> {
    for client in &wanted.clients {
        batch.clients.insert(client, KnownClient::default());
    }
    for row in rows {
        let client: &[u8] = row.try_get(0)?;
        let Ok(client) = std::str::from_utf8(client) else { continue };
        let admitted: Option<&[u8]> = row.try_get(3)?;
        let known = KnownClient {
            open: number(row, 1)?,
            seen: number(row, 2)?,
            // A window that cannot be read counts as empty.
            admitted: admitted.and_then(AdmissionWindow::decode),
            is_changed: false,
        };
        if let Some(client) = wanted.clients.get(&ClientId::from(client)) {
            batch.clients.insert(client, known);
        }
    }
    Ok(())
}

fn add_records<'t>(batch: &mut PgBatch<'t>, wanted: &Wanted<'t>, rows: &[Row]) -> Result<(), Fault> {
    for row in rows {
        let (namespace, key): (&[u8], &[u8]) = (row.try_get(0)?, row.try_get(1)?);
        let (Ok(namespace), Ok(key)) = (std::str::from_utf8(namespace), std::str::from_utf8(key)) else {
            continue;
        };
        if let Some(place) = wanted.records.get(&Pair(namespace, key)) {
            batch.records.insert(*place, KnownRecord { revision: number(row, 2)?, written: None });
        }
    }
    Ok(())
}
