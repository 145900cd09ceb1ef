//! Uploaded files, in chunks. They have a connection of their own, so that large files do not delay commits.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{
    NewUpload, StoreFuture, UploadChunk, UploadPart, UploadQuota, UploadStore, Verdict,
};
use askwell_lifecycle::ElicitationId;
use tokio_postgres::Row;

use super::connection::{Link, PgConnection, STATEMENT_TIMEOUT, within};
use super::error::{Fault, RETRY_AFTER};
use super::row::{number, uuid_of};
use super::store::PgStore;
use crate::error::{from_sql, to_sql};
use crate::uploads::{open_chunk, seal_chunk};
use crate::vault::{ContentCipher, Keyring, Subject};
use crate::verdict::{self, KnownState, UploadProgress, UploadUsage};

const DELETE_STALE: &str = "WITH old AS (DELETE FROM upload_files WHERE active_at < $1 RETURNING number)
     DELETE FROM upload_chunks USING old WHERE file = old.number";

const USED: &str = "SELECT count(*), coalesce(sum(greatest(size, reserved)), 0)::bigint,
         coalesce(bool_or(name = $2), false)
     FROM upload_files WHERE id = $1";

const UNFINISHED: &str = "SELECT number, size, reserved, content_key FROM upload_files
     WHERE id = $1 AND name = $2 AND active_at IS NOT NULL FOR UPDATE";

const READ: &str = "SELECT f.size, f.active_at IS NULL, f.content_key, c.position, c.bytes
     FROM upload_files f LEFT JOIN LATERAL (
         SELECT position, bytes FROM upload_chunks
         WHERE file = f.number AND position <= $3 ORDER BY position DESC LIMIT 1) c ON f.size > $3
     WHERE f.id = $1 AND f.name = $2";

/// Writes files, one transaction after the other.
#[derive(Debug)]
pub(super) struct UploadWriter {
    link: Link,
    turn: tokio::sync::Mutex<()>,
    keyring: Option<Arc<Keyring>>,
}

/// One step of an upload.
#[derive(Debug)]
pub(super) enum UploadStep {
    Begin(NewUpload, UploadQuota),
    Append(UploadChunk, UploadQuota),
    Finish(ElicitationId, Arc<str>),
    Abort(ElicitationId, Arc<str>),
}

/// A file that is not complete.
struct UnfinishedFile {
    number: i64,
    progress: UploadProgress,
    content_key: Option<Vec<u8>>,
}

/// A failure, and whether the step may have been written.
struct StepFault {
    fault: Fault,
    is_in_doubt: bool,
}

impl From<Fault> for StepFault {
    fn from(fault: Fault) -> StepFault {
        StepFault { fault, is_in_doubt: false }
    }
}

impl UploadWriter {
    pub(super) fn new(link: Link, keyring: Option<Arc<Keyring>>) -> UploadWriter {
        UploadWriter { link, turn: tokio::sync::Mutex::default(), keyring }
    }

    pub(super) async fn close(&self) {
        self.link.close().await;
    }

    /// Does a step in a transaction, even if the future is dropped.
    async fn run(self: &Arc<Self>, step: UploadStep) -> Result<Verdict, StoreError> {
        let writer = Arc::clone(self);
        let done = tokio::spawn(async move { writer.run_to_end(&step).await });
        done.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn run_to_end(&self, step: &UploadStep) -> Result<Verdict, StoreError> {
        let _turn = self.turn.lock().await;
        let mut attempt = 0;
        loop {
            attempt += 1;
            let connection = self.link.get().await?;
            let StepFault { fault, is_in_doubt } = match self.transact(&connection, step).await {
                Ok(verdict) => return Ok(verdict),
                Err(fault) => fault,
            };
            self.link.discard(&connection).await;
            if is_in_doubt {
                return Err(fault.into_doubt(RETRY_AFTER));
            }
            if attempt > 1 || matches!(fault, Fault::Failed(_)) {
                return Err(fault.into_error(RETRY_AFTER));
            }
        }
    }

    async fn transact(&self, connection: &PgConnection, step: &UploadStep) -> Result<Verdict, StepFault> {
        within(STATEMENT_TIMEOUT, connection.client().batch_execute(connection.begin())).await?;
        let verdict = match step {
            UploadStep::Begin(upload, quota) => self.begin(connection, upload, *quota).await?,
            UploadStep::Append(chunk, quota) => self.append(connection, chunk, *quota).await?,
            UploadStep::Finish(id, name) => finish(connection, *id, name).await?,
            UploadStep::Abort(id, name) => abort(connection, *id, name).await?,
        };
        if verdict == Verdict::Committed {
            let committed = within(STATEMENT_TIMEOUT * 4, connection.client().batch_execute("COMMIT")).await;
            committed.map_err(|fault| StepFault { is_in_doubt: matches!(fault, Fault::Lost(_)), fault })?;
            if connection.take_replication_warning() {
                let fault = Fault::lost("the standby may not have what was committed");
                return Err(StepFault { fault, is_in_doubt: true });
            }
        } else {
            within(STATEMENT_TIMEOUT, connection.client().batch_execute("ROLLBACK")).await?;
        }
        Ok(verdict)
    }

    async fn begin(
        &self,
        connection: &PgConnection,
        upload: &NewUpload,
        quota: UploadQuota,
    ) -> Result<Verdict, Fault> {
        connection.execute(DELETE_STALE, &[&to_sql(upload.stale_before.as_millis())]).await?;
        if let Some(refused) = verdict::refuse_closed(lock(connection, upload.id).await?) {
            return Ok(refused);
        }
        let announced = upload.announced.unwrap_or(0);
        let used = used(connection, upload.id, &upload.name).await?;
        if let Some(refused) = verdict::refuse_upload(used, announced, quota) {
            return Ok(refused);
        }
        let subject = Subject::Upload(upload.id, &upload.name);
        let cipher = ContentCipher::create(self.keyring.as_deref(), subject)?;
        let content_key = cipher.as_ref().map(ContentCipher::wrapped_key);
        let insert = "INSERT INTO upload_files (id, name, size, reserved, active_at, content_key)
                      VALUES ($1, $2, 0, $3, $4, $5)";
        let (id, name) = (uuid_of(upload.id), upload.name.as_bytes());
        let (reserved, at) = (to_sql(announced), to_sql(upload.at.as_millis()));
        connection.execute(insert, &[&id, &name, &reserved, &at, &content_key]).await?;
        Ok(Verdict::Committed)
    }

    async fn append(
        &self,
        connection: &PgConnection,
        chunk: &UploadChunk,
        quota: UploadQuota,
    ) -> Result<Verdict, Fault> {
        if let Some(refused) = verdict::refuse_closed(lock(connection, chunk.id).await?) {
            return Ok(refused);
        }
        let Some(file) = unfinished(connection, chunk.id, &chunk.name).await? else {
            return Ok(Verdict::NotFound);
        };
        let used = used(connection, chunk.id, &chunk.name).await?;
        let bytes = chunk.bytes.len() as u64;
        if let Some(refused) = verdict::refuse_append(file.progress, chunk.position, bytes, used, quota) {
            return Ok(refused);
        }
        let subject = Subject::Upload(chunk.id, &chunk.name);
        let unwrap_key = |key| ContentCipher::from_wrapped(self.keyring.as_deref(), subject, key);
        let cipher = file.content_key.map(unwrap_key).transpose()?;
        let stored = seal_chunk(cipher.as_ref(), chunk.position, &chunk.bytes)?;
        let insert = "INSERT INTO upload_chunks (file, position, bytes) VALUES ($1, $2, $3)";
        connection.execute(insert, &[&file.number, &to_sql(chunk.position), &&*stored]).await?;
        let update = "UPDATE upload_files SET size = $2, active_at = $3 WHERE number = $1";
        let size = to_sql(chunk.position.saturating_add(bytes));
        connection.execute(update, &[&file.number, &size, &to_sql(chunk.at.as_millis())]).await?;
        Ok(Verdict::Committed)
    }
}

async fn finish(connection: &PgConnection, id: ElicitationId, name: &str) -> Result<Verdict, Fault> {
    let state = lock(connection, id).await?;
    let Some(file) = unfinished(connection, id, name).await? else { return Ok(Verdict::NotFound) };
    if let Some(refused) = verdict::refuse_closed(state) {
        return Ok(refused);
    }
    let finish = "UPDATE upload_files SET active_at = NULL, reserved = 0 WHERE number = $1";
    connection.execute(finish, &[&file.number]).await?;
    Ok(Verdict::Committed)
}

async fn abort(connection: &PgConnection, id: ElicitationId, name: &str) -> Result<Verdict, Fault> {
    let Some(file) = unfinished(connection, id, name).await? else { return Ok(Verdict::NotFound) };
    connection.execute("DELETE FROM upload_chunks WHERE file = $1", &[&file.number]).await?;
    connection.execute("DELETE FROM upload_files WHERE number = $1", &[&file.number]).await?;
    Ok(Verdict::Committed)
}

/// Returns the state of an elicitation, which stays open until the end of the transaction if it is open.
async fn lock(connection: &PgConnection, id: ElicitationId) -> Result<KnownState, Fault> {
    let open =
        connection.query("SELECT revision FROM open WHERE id = $1 FOR UPDATE", &[&uuid_of(id)]).await?;
    if let Some(row) = open.first() {
        return Ok(KnownState::Open { revision: number(row, 0)? });
    }
    let closed = connection.query("SELECT 1 FROM closed WHERE id = $1", &[&uuid_of(id)]).await?;
    Ok(if closed.is_empty() { KnownState::Missing } else { KnownState::Closed })
}

async fn used(connection: &PgConnection, id: ElicitationId, name: &str) -> Result<UploadUsage, Fault> {
    let rows = connection.query(USED, &[&uuid_of(id), &name.as_bytes()]).await?;
    let row = rows.first().ok_or_else(|| super::row::damaged_row("uploads"))?;
    Ok(UploadUsage { files: number(row, 0)?, bytes: number(row, 1)?, is_taken: row.try_get(2)? })
}

async fn unfinished(
    connection: &PgConnection,
    id: ElicitationId,
    name: &str,
) -> Result<Option<UnfinishedFile>, Fault> {
    let rows = connection.query(UNFINISHED, &[&uuid_of(id), &name.as_bytes()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let progress = UploadProgress { size: number(row, 1)?, reserved: number(row, 2)? };
    Ok(Some(UnfinishedFile { number: row.try_get(0)?, progress, content_key: row.try_get(3)? }))
}

impl UploadStore for PgStore {
    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(async move { self.upload_writer()?.run(UploadStep::Begin(upload, quota)).await })
    }

    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(async move { self.upload_writer()?.run(UploadStep::Append(chunk, quota)).await })
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        Box::pin(async move { self.upload_writer()?.run(UploadStep::Finish(id, name)).await })
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.upload_writer()?.run(UploadStep::Abort(id, name)).await.map(drop) })
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        Box::pin(async move {
            let at = to_sql(position);
            let rows = self.reader()?.query(READ, &[&uuid_of(id), &name.as_bytes(), &at]).await?;
            let Some(row) = rows.first() else { return Ok(None) };
            let part = read_part(row, self.context.keyring.as_deref(), id, &name, position);
            part.map(Some).map_err(|fault| fault.into_error(RETRY_AFTER))
        })
    }
}

/// Reads a file from a position to the end of the chunk that contains it.
fn read_part(
    row: &Row,
    keyring: Option<&Keyring>,
    id: ElicitationId,
    name: &str,
    position: u64,
) -> Result<UploadPart, Fault> {
    let (size, is_complete) = (number(row, 0)?, row.try_get(1)?);
    if position >= size {
        return Ok(UploadPart { bytes: Vec::new(), size, is_complete });
    }
    let missing = || StoreError::Damaged(format!("a file: no bytes at {position} of {size}").into());
    let (start, stored): (Option<i64>, Option<Vec<u8>>) = (row.try_get(3)?, row.try_get(4)?);
    let (start, stored) = start.zip(stored).ok_or_else(missing)?;
    let start = from_sql(start);
    let key: Option<Vec<u8>> = row.try_get(2)?;
    let unwrap_key = |key| ContentCipher::from_wrapped(keyring, Subject::Upload(id, name), key);
    let cipher = key.map(unwrap_key).transpose()?;
    let mut bytes = open_chunk(cipher.as_ref(), start, stored)?;
    let skipped = usize::try_from(position.saturating_sub(start)).unwrap_or(usize::MAX);
    if skipped >= bytes.len() {
        return Err(missing().into());
    }
    bytes.drain(..skipped);
    Ok(UploadPart { bytes, size, is_complete })
}
