//! The first round trip of a transaction: takes its locks, and reads what its operations have to know.
//!
//! The order of locks is the same everywhere: head, clients, leases, records. Elicitations are only locked by the writes
//! of the second round trip; until then, the lock on the head keeps other nodes from changing them.

use askwell_engine::store::AdmissionWindow;
use askwell_lifecycle::{ClientId, ElicitationId};
use futures_util::future::{join, join_all, join3};
use hashbrown::{Equivalent, HashSet};
use tokio_postgres::Row;
use uuid::Uuid;

use super::batch::{Head, KnownClient, KnownElicitation, KnownKey, KnownRecord, PgBatch, Place, Wanted};
use super::connection::{Parameters, PgConnection};
use super::error::Fault;
use super::options::PgOptions;
use super::outcome;
use super::row::{damaged_row, form_hash, number, uuid_of};
use super::test_hook::TestHook;
use crate::verdict::KnownState;

const HEAD: &str = "SELECT newest, open_by_mode, timeline, NULL::bigint FROM head FOR UPDATE";
const HEAD_AND_TIMELINE: &str = "SELECT newest, open_by_mode, timeline,
         ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
     FROM head FOR UPDATE";
const BATCH: &str = "SELECT verdicts FROM batches WHERE id = $1";
// Without locks: only holders of the lock on the head change what is read here.
const OPEN: &str = "SELECT id, revision, last_change, form FROM open WHERE id = ANY($1)";
const CLOSED: &str = "SELECT id, last_change, form FROM closed WHERE id = ANY($1)";
// Ids begin with their time. New ones are not looked for if all that are closed are older than the first of them.
const CLOSED_AMONG_NEW: &str = "SELECT id, last_change, form FROM closed
     WHERE (SELECT id FROM closed ORDER BY id DESC LIMIT 1) >= $2 AND id = ANY($1)";
const KEYS: &str = "SELECT k.client, k.key, k.id
     FROM unnest($1::bytea[], $2::bytea[]) AS wanted (client, key) JOIN keys k USING (client, key)";
const CLIENTS: &str =
    "SELECT client, open, seen, admitted FROM clients WHERE client = ANY($1) ORDER BY client FOR UPDATE";
const LEASES: &str = "SELECT name, term FROM leases WHERE name = ANY($1) ORDER BY name FOR UPDATE";
const RECORDS: &str = "SELECT n.namespace, n.key, n.revision
     FROM unnest($1::bytea[], $2::bytea[]) AS wanted (namespace, key) JOIN notes n USING (namespace, key)
     ORDER BY n.namespace, n.key FOR UPDATE OF n";

/// The statements, to prepare them before they are needed.
pub(super) const STATEMENTS: [&str; 8] =
    [BATCH, OPEN, CLOSED, CLOSED_AMONG_NEW, KEYS, CLIENTS, LEASES, RECORDS];

/// How many numbers of the log are left out on a new timeline: more than a server can have lost that its standby had
/// not yet received.
const LEFT_OUT: u64 = 1 << 20;

/// The statement that locks and reads the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeadQuery(&'static str);

impl HeadQuery {
    /// Finds the statement that the server understands: not every database that speaks the protocol has timelines.
    pub(super) async fn prepare(connection: &PgConnection, options: &PgOptions) -> Result<HeadQuery, Fault> {
        if options.has_hook(TestHook::SequenceNumbers) {
            return Ok(HeadQuery("SELECT newest, open_by_mode, NULL::bigint, NULL::bigint FROM head"));
        }
        let probe = "SELECT pg_walfile_name(pg_current_wal_lsn())";
        let query = match connection.query(probe, &[]).await {
            Ok(_) => HeadQuery(HEAD_AND_TIMELINE),
            Err(Fault::Failed(_)) => HeadQuery(HEAD),
            Err(fault) => return Err(fault),
        };
        connection.prepare(query.0).await?;
        Ok(query)
    }
}

/// What the first round trip has found.
#[derive(Debug)]
pub(super) enum Begun<'t> {
    /// The locks are held.
    Open(Box<PgBatch<'t>>),
    /// The batch has been committed by an earlier attempt, with these verdicts.
    Committed(Vec<askwell_engine::store::Verdict>),
}

/// How much a batch reads before it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Takes for granted that no new elicitation has the id of an open one. If one has, the database refuses to insert
    /// it, and the batch fails.
    Usual,
    /// Everything.
    All,
}

/// Begins a transaction, and takes the lock on the head. Returns its row.
pub(super) async fn lock(connection: &PgConnection, head: HeadQuery) -> Result<Vec<Row>, Fault> {
    // Both are sent before the first answer arrives.
    let begin = async { connection.client().batch_execute(connection.begin()).await.map_err(Fault::from) };
    let (begun, rows) = join(begin, connection.query(head.0, &[])).await;
    begun?;
    rows
}

/// Begins a transaction unless the head is `locked`, and reads. `earlier` is the id of the batch if it may have been
/// committed before.
pub(super) async fn begin<'t>(
    connection: &PgConnection,
    head: HeadQuery,
    locked: Option<Vec<Row>>,
    wanted: &Wanted<'t>,
    reading: Reading,
    earlier: Option<Uuid>,
) -> Result<Begun<'t>, Fault> {
    let uuids = |ids: &HashSet<ElicitationId>| ids.iter().map(|id| uuid_of(*id)).collect::<Vec<Uuid>>();
    let (created, referenced) = (uuids(&wanted.created), uuids(&wanted.referenced));
    let mut open = uuids(&wanted.changed);
    open.extend(&referenced);
    if reading == Reading::All {
        open.extend(&created);
    }
    let first_created = created.iter().min().copied().unwrap_or_default();
    let (key_clients, keys): (Vec<&[u8]>, Vec<&[u8]>) =
        wanted.keys.iter().map(|(client, key)| (client.as_str().as_bytes(), key.as_bytes())).unzip();
    let clients: Vec<&[u8]> = wanted.clients.iter().map(|client| client.as_str().as_bytes()).collect();
    let leases: Vec<&[u8]> = wanted.leases.iter().map(|name| name.as_bytes()).collect();
    let (namespaces, record_keys): (Vec<&[u8]>, Vec<&[u8]>) =
        wanted.records.iter().map(|(namespace, key)| (namespace.as_bytes(), key.as_bytes())).unzip();

    // All are sent before the first answer arrives, in this order.
    let locks = async {
        match locked {
            Some(rows) => Ok(rows),
            None => lock(connection, head).await,
        }
    };
    let earlier_batch = async {
        match &earlier {
            Some(id) => connection.query(BATCH, &[id]).await,
            None => Ok(Vec::new()),
        }
    };
    let by_id: &Parameters<'_> = &[&open];
    let by_reference: &Parameters<'_> = &[&referenced];
    let by_new_id: &Parameters<'_> = &[&created, &first_created];
    let by_key: &Parameters<'_> = &[&key_clients, &keys];
    let by_client: &Parameters<'_> = &[&clients];
    let by_name: &Parameters<'_> = &[&leases];
    let by_record: &Parameters<'_> = &[&namespaces, &record_keys];
    let tables = join_all([
        read(connection, OPEN, open.len(), by_id),
        read(connection, CLOSED, referenced.len(), by_reference),
        read(connection, CLOSED_AMONG_NEW, created.len(), by_new_id),
        read(connection, KEYS, keys.len(), by_key),
        read(connection, CLIENTS, clients.len(), by_client),
        read(connection, LEASES, leases.len(), by_name),
        read(connection, RECORDS, record_keys.len(), by_record),
    ]);
    let (head, earlier_batch, tables) = join3(locks, earlier_batch, tables).await;
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
    // What is to change is open, as a rule. Only if not, it may be closed.
    let is_missing = |id: &&ElicitationId| !batch.elicitations.contains_key(*id);
    let missing: Vec<Uuid> = wanted.changed.iter().filter(is_missing).map(|id| uuid_of(*id)).collect();
    let closed = read(connection, CLOSED, missing.len(), &[&missing]).await?;
    add_elicitations(&mut batch, &closed, Place::Closed)?;
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
    let (known, timeline): (Option<i64>, Option<i64>) = (row.try_get(2)?, row.try_get(3)?);
    let mut newest = number(row, 0)?;
    if let (Some(known), Some(now)) = (known, timeline)
        && known != now
    {
        // The server before this one may have acknowledged changes that this one never received. Their numbers have
        // been told, and must not name others.
        newest = newest.saturating_add(LEFT_OUT);
        tracing::warn!(timeline = now, newest, "another server has taken over; the log leaves numbers out");
    }
    Ok(Head { newest, open_by_mode: row.try_get(1)?, timeline })
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
