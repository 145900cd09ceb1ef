//! The second round trip of a transaction: writes everything, and commits.

use askwell_engine::StoreError;
use askwell_lifecycle::State;
use futures_util::future::join_all;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::batch::{PgBatch, Place};
use super::batch_log;
use super::clock::NOW;
use super::columns::{ClosedColumns, OpenColumns, RecordColumns};
use super::connection::PgConnection;
use super::error::Fault;
use super::options::PgOptions;
use super::outcome;
use super::row::uuid_of;
use super::test_hook::TestHook;
use crate::error::to_sql;
use crate::vault::Keyring;

/// A form is marked as used at most this often, in milliseconds.
const FORM_USE_INTERVAL: i64 = 3_600_000;

const INSERT_FORMS: &str = "INSERT INTO forms AS f (hash, used_at, document)
     SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) ORDER BY 1
     ON CONFLICT (hash) DO UPDATE SET used_at = excluded.used_at WHERE f.used_at < excluded.used_at - $4::bigint";
pub(super) const INSERT_OPEN: &str = "INSERT INTO open
     (id, client, mode, status, audience, person, form, revision, look_at, last_change, record,
      deadline, claimed_by)
     SELECT unnest($1::uuid[]), unnest($2::bytea[]), unnest($3::smallint[]), unnest($4::smallint[]),
         unnest($5::smallint[]), unnest($6::bytea[]), unnest($7::bytea[]), unnest($8::bigint[]), unnest($9::bigint[]),
         unnest($10::bigint[]), unnest($11::bytea[]), unnest($12::bigint[]), unnest($13::bytea[])";
const UPDATE_OPEN: &str = "UPDATE open SET status = u.status, revision = u.revision, look_at = u.look_at,
         last_change = u.last_change, record = u.record, deadline = u.deadline, claimed_by = u.claimed_by,
         audience = u.audience, person = u.person
     FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[],
             $8::bytea[], $9::smallint[], $10::bytea[])
         AS u (id, status, revision, look_at, last_change, record, deadline, claimed_by, audience, person)
     WHERE open.id = u.id";
const DELETE_OPEN: &str = "DELETE FROM open WHERE id = ANY($1)";
const INSERT_CLOSED: &str = "INSERT INTO closed
     (id, client, mode, status, audience, person, closed_at, form, last_change, secrets, secrets_key, record)
     SELECT unnest($1::uuid[]), unnest($2::bytea[]), unnest($3::smallint[]), unnest($4::smallint[]),
         unnest($5::smallint[]), unnest($6::bytea[]), unnest($7::bigint[]), unnest($8::bytea[]), unnest($9::bigint[]),
         unnest($10::bytea[]), unnest($11::bytea[]), unnest($12::bytea[])";
const TOUCH_CLOSED: &str = "UPDATE closed SET last_change = u.last_change
     FROM unnest($1::uuid[], $2::bigint[]) AS u (id, last_change) WHERE closed.id = u.id";
const DELETE_KEYS: &str = "DELETE FROM keys USING unnest($1::bytea[], $2::bytea[]) AS u (client, key)
     WHERE keys.client = u.client AND keys.key = u.key";
const INSERT_KEYS: &str =
    "INSERT INTO keys (client, key, id) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::uuid[])";
const UPSERT_CLIENTS: &str = "INSERT INTO clients (client, open, seen, admitted)
     SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[]) ORDER BY 1
     ON CONFLICT (client) DO UPDATE
     SET open = excluded.open, seen = excluded.seen, admitted = excluded.admitted";
const UPSERT_RECORDS: &str = "INSERT INTO notes (namespace, key, elicitation, revision, value, content_key)
     SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::uuid[], $4::bigint[], $5::bytea[], $6::bytea[])
     ORDER BY 1, 2
     ON CONFLICT (namespace, key) DO UPDATE SET elicitation = excluded.elicitation,
         revision = excluded.revision, value = excluded.value, content_key = excluded.content_key";
const DELETE_RECORDS: &str = "DELETE FROM notes USING unnest($1::bytea[], $2::bytea[]) AS u (namespace, key)
     WHERE notes.namespace = u.namespace AND notes.key = u.key";
/// Everything that each batch with changes writes, in one statement: the log, the verdicts, the head, and the hint for
/// all nodes.
const WRITE_LOG: &str = "WITH logged AS (INSERT INTO changes (seq, id, client, at, previous, record)
         SELECT unnest($1::bigint[]), unnest($2::uuid[]), unnest($3::bytea[]), unnest($4::bigint[]),
             unnest($5::bigint[]), unnest($6::bytea[])),
     judged AS (INSERT INTO batches (id, at, verdicts@columns) VALUES ($7, @now, $8@values)),
     counted AS (UPDATE head SET newest = greatest(newest, $9), open_by_mode = $10,
         timeline = coalesce($11::bigint, timeline))
     SELECT pg_notify($12, $13)";

/// The statements, to prepare them before they are needed.
pub(super) fn statements(options: &PgOptions) -> Vec<String> {
    let mut all: Vec<String> = [
        INSERT_FORMS,
        INSERT_OPEN,
        UPDATE_OPEN,
        DELETE_OPEN,
        INSERT_CLOSED,
        TOUCH_CLOSED,
        DELETE_KEYS,
        INSERT_KEYS,
        UPSERT_CLIENTS,
        UPSERT_RECORDS,
        DELETE_RECORDS,
    ]
    .map(str::to_owned)
    .to_vec();
    all.push(insert_batch());
    all.push(write_log(options));
    all
}

fn write_log(options: &PgOptions) -> String {
    let is_previous = options.has_hook(TestHook::PreviousFormat);
    let (columns, values) = if is_previous { ("", "") } else { (", newest, log", ", $9, $14") };
    WRITE_LOG.replace("@now", NOW).replace("@columns", columns).replace("@values", values)
}

fn insert_batch() -> String {
    format!("INSERT INTO batches (id, at, verdicts) VALUES ($1, {NOW}, $2)")
}

type Value<'b> = Box<dyn ToSql + Sync + Send + 'b>;

/// A statement with its parameters.
struct Write<'b> {
    sql: String,
    parameters: Vec<Value<'b>>,
}

/// All writes of a batch.
pub(super) struct Writes<'b>(Vec<Write<'b>>);

impl<'b> Writes<'b> {
    fn add(&mut self, sql: &str, parameters: Vec<Value<'b>>) {
        self.0.push(Write { sql: sql.to_owned(), parameters });
    }

    /// Collects the writes of a batch.
    pub(super) fn of(
        batch: &'b PgBatch<'_>,
        id: Uuid,
        channel: &'b str,
        options: &PgOptions,
    ) -> Result<Writes<'b>, StoreError> {
        let mut writes = Writes(Vec::new());
        writes.add_forms(batch);
        writes.add_elicitations(batch)?;
        writes.add_keys(batch);
        writes.add_clients(batch);
        writes.add_records(batch, options.keyring.as_deref())?;
        if batch.changes.is_empty() {
            writes.add(&insert_batch(), vec![Box::new(id), Box::new(outcome::encode(&batch.verdicts))]);
        } else {
            writes.add_log(batch, id, channel, options);
        }
        Ok(writes)
    }

    fn add_forms(&mut self, batch: &'b PgBatch<'_>) {
        if batch.forms.is_empty() {
            return;
        }
        let (mut hashes, mut used_at, mut documents) = (Vec::new(), Vec::new(), Vec::new());
        for (hash, (form, at)) in &batch.forms {
            hashes.push(&hash[..]);
            used_at.push(to_sql(at.as_millis()));
            documents.push(form.to_json().as_bytes());
        }
        let interval = FORM_USE_INTERVAL;
        self.add(
            INSERT_FORMS,
            vec![Box::new(hashes), Box::new(used_at), Box::new(documents), Box::new(interval)],
        );
    }

    fn add_elicitations(&mut self, batch: &'b PgBatch<'_>) -> Result<(), StoreError> {
        let (mut inserted, mut updated, mut closed) =
            (OpenColumns::default(), OpenColumns::default(), ClosedColumns::default());
        let (mut deleted, mut touched, mut touched_at) = (Vec::new(), Vec::new(), Vec::new());
        // In the order of their indices, which is faster than any other one.
        let mut elicitations: Vec<_> = batch.elicitations.iter().collect();
        elicitations.sort_unstable_by_key(|(id, _)| **id);
        for (id, known) in elicitations {
            let last_change = to_sql(known.last_change);
            let Some(op) = known.written else {
                if known.is_touched {
                    touched.push(uuid_of(*id));
                    touched_at.push(last_change);
                }
                continue;
            };
            let form = known.form.as_ref().map(|hash| &hash[..]);
            match (&op.elicitation.state, known.stored) {
                (State::Open(_), Place::Open) => {
                    updated.add(&op.elicitation, form, last_change, &op.encoded.record)?;
                }
                (State::Open(_), _) => {
                    inserted.add(&op.elicitation, form, last_change, &op.encoded.record)?;
                }
                (State::Closed(state), stored) => {
                    if stored == Place::Open {
                        deleted.push(uuid_of(*id));
                    }
                    let secrets = op.encoded.secrets.as_deref();
                    closed.add(&op.elicitation, state, form, last_change, secrets, &op.encoded.record)?;
                }
            }
        }
        if !deleted.is_empty() {
            self.add(DELETE_OPEN, vec![Box::new(deleted)]);
        }
        if !inserted.ids.is_empty() {
            self.add(
                INSERT_OPEN,
                vec![
                    Box::new(inserted.ids),
                    Box::new(inserted.clients),
                    Box::new(inserted.modes),
                    Box::new(inserted.statuses),
                    Box::new(inserted.audiences),
                    Box::new(inserted.people),
                    Box::new(inserted.forms),
                    Box::new(inserted.revisions),
                    Box::new(inserted.look_at),
                    Box::new(inserted.last_changes),
                    Box::new(inserted.records),
                    Box::new(inserted.deadlines),
                    Box::new(inserted.claims),
                ],
            );
        }
        if !updated.ids.is_empty() {
            self.add(
                UPDATE_OPEN,
                vec![
                    Box::new(updated.ids),
                    Box::new(updated.statuses),
                    Box::new(updated.revisions),
                    Box::new(updated.look_at),
                    Box::new(updated.last_changes),
                    Box::new(updated.records),
                    Box::new(updated.deadlines),
                    Box::new(updated.claims),
                    Box::new(updated.audiences),
                    Box::new(updated.people),
                ],
            );
        }
        if !closed.ids.is_empty() {
            self.add(
                INSERT_CLOSED,
                vec![
                    Box::new(closed.ids),
                    Box::new(closed.clients),
                    Box::new(closed.modes),
                    Box::new(closed.statuses),
                    Box::new(closed.audiences),
                    Box::new(closed.people),
                    Box::new(closed.closed_at),
                    Box::new(closed.forms),
                    Box::new(closed.last_changes),
                    Box::new(closed.secrets),
                    Box::new(closed.secrets_keys),
                    Box::new(closed.records),
                ],
            );
        }
        if !touched.is_empty() {
            self.add(TOUCH_CLOSED, vec![Box::new(touched), Box::new(touched_at)]);
        }
        Ok(())
    }

    fn add_keys(&mut self, batch: &'b PgBatch<'_>) {
        let changed = || batch.keys.iter().filter(|(_, known)| known.stored != known.owner);
        let (old_clients, old_keys): (Vec<&[u8]>, Vec<&[u8]>) = changed()
            .filter(|(_, known)| known.stored.is_some())
            .map(|((client, key), _)| (client.as_str().as_bytes(), key.as_bytes()))
            .unzip();
        if !old_keys.is_empty() {
            self.add(DELETE_KEYS, vec![Box::new(old_clients), Box::new(old_keys)]);
        }
        let (mut clients, mut keys, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for ((client, key), known) in changed() {
            if let Some(owner) = known.owner {
                clients.push(client.as_str().as_bytes());
                keys.push(key.as_bytes());
                ids.push(uuid_of(owner));
            }
        }
        if !keys.is_empty() {
            self.add(INSERT_KEYS, vec![Box::new(clients), Box::new(keys), Box::new(ids)]);
        }
    }

    fn add_clients(&mut self, batch: &'b PgBatch<'_>) {
        let (mut clients, mut open, mut seen, mut admitted) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (client, known) in batch.clients.iter().filter(|(_, known)| known.is_changed) {
            clients.push(client.as_str().as_bytes());
            open.push(to_sql(known.open));
            seen.push(to_sql(known.seen));
            admitted.push(known.admitted.as_ref().map(askwell_engine::store::AdmissionWindow::encode));
        }
        if !clients.is_empty() {
            self.add(
                UPSERT_CLIENTS,
                vec![Box::new(clients), Box::new(open), Box::new(seen), Box::new(admitted)],
            );
        }
    }

    fn add_records(&mut self, batch: &'b PgBatch<'_>, keyring: Option<&Keyring>) -> Result<(), StoreError> {
        let mut rows = RecordColumns::default();
        let (mut gone_namespaces, mut gone_keys) = (Vec::new(), Vec::new());
        for ((namespace, key), known) in &batch.records {
            match known.written {
                None => {}
                Some(None) => {
                    gone_namespaces.push(namespace.as_bytes());
                    gone_keys.push(key.as_bytes());
                }
                Some(Some(record)) => rows.add(record, known.revision, keyring)?,
            }
        }
        if !gone_keys.is_empty() {
            self.add(DELETE_RECORDS, vec![Box::new(gone_namespaces), Box::new(gone_keys)]);
        }
        if !rows.keys.is_empty() {
            self.add(
                UPSERT_RECORDS,
                vec![
                    Box::new(rows.namespaces),
                    Box::new(rows.keys),
                    Box::new(rows.owners),
                    Box::new(rows.revisions),
                    Box::new(rows.values),
                    Box::new(rows.content_keys),
                ],
            );
        }
        Ok(())
    }

    fn add_log(&mut self, batch: &'b PgBatch<'_>, id: Uuid, channel: &'b str, options: &PgOptions) {
        let (mut seqs, mut ids, mut clients) = (Vec::new(), Vec::new(), Vec::new());
        let (mut times, mut previous, mut records) = (Vec::new(), Vec::new(), Vec::new());
        for new in &batch.changes {
            seqs.push(to_sql(new.seq));
            ids.push(uuid_of(new.change.change.id));
            clients.push(new.change.change.client.as_str().as_bytes());
            times.push(to_sql(new.change.change.at.as_millis()));
            previous.push(to_sql(new.previous));
            records.push(&new.change.record[..]);
        }
        let newest = to_sql(batch.head.newest);
        let mut parameters: Vec<Value<'b>> = vec![
            Box::new(seqs),
            Box::new(ids),
            Box::new(clients),
            Box::new(times),
            Box::new(previous),
            Box::new(records),
            Box::new(id),
            Box::new(outcome::encode(&batch.verdicts)),
            Box::new(newest),
            Box::new(batch.head.open_by_mode.clone()),
            Box::new(batch.head.timeline),
            Box::new(channel),
            Box::new(newest.to_string()),
        ];
        if !options.has_hook(TestHook::PreviousFormat) {
            parameters.push(Box::new(batch_log::encode(&batch.changes)));
        }
        self.add(&write_log(options), parameters);
    }

    /// Sends all writes without waiting in between. Returns the first failure.
    pub(super) async fn send(&self, connection: &PgConnection) -> Result<(), Fault> {
        let sent = self.0.iter().map(|write| async {
            let parameters: Vec<&(dyn ToSql + Sync)> =
                write.parameters.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
            connection.execute(&write.sql, &parameters).await
        });
        for result in join_all(sent).await {
            result?;
        }
        Ok(())
    }
}
