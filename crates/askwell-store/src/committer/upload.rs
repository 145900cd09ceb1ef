//! Writing uploads: begin, append, finish and abort.

use askwell_engine::StoreError;
use askwell_engine::store::{NewUpload, UPLOAD_CHUNK, Upload, UploadChunk, UploadQuota, Verdict};
use askwell_lifecycle::{ElicitationId, Timestamp};
use rusqlite::types::Null;
use rusqlite::{OptionalExtension as _, Params, params};

use super::batch::Batch;
use crate::error::{failed, from_sql, to_sql};
use crate::uploads::{self, seal_chunk};
use crate::vault::{ContentCipher, Subject};
use crate::verdict::{self, BatchView as _, UploadProgress, UploadUsage};

/// An unfinished upload.
struct UnfinishedUpload {
    number: i64,
    size: u64,
    reserved: u64,
    /// The wrapped data key, if it is encrypted.
    content_key: Option<Vec<u8>>,
}

/// A row of an upload to insert.
struct NewUploadRow<'r> {
    id: ElicitationId,
    name: &'r str,
    size: u64,
    reserved: u64,
    active_at: Option<Timestamp>,
    content_key: Option<&'r [u8]>,
}

impl Batch<'_> {
    /// Stores a whole file, if its elicitation is open and the quota allows it.
    pub(super) fn upload(&mut self, upload: &Upload, quota: UploadQuota) -> Result<Verdict, StoreError> {
        let (id, size) = (upload.id, upload.bytes.len() as u64);
        if let Some(refused) = self.refuse_upload(id, &upload.name, size, quota)? {
            return Ok(refused);
        }
        self.insert_whole(id, &upload.name, &upload.bytes)?;
        Ok(Verdict::Committed)
    }

    /// Inserts a complete file, encrypted if uploads are.
    pub(super) fn insert_whole(
        &self,
        id: ElicitationId,
        name: &str,
        content: &[u8],
    ) -> Result<(), StoreError> {
        let cipher = ContentCipher::create(self.keyring, Subject::Upload(id, name))?;
        let content_key = cipher.as_ref().map(ContentCipher::wrapped_key);
        let size = content.len() as u64;
        let row = NewUploadRow { id, name, size, reserved: 0, active_at: None, content_key };
        let number = self.insert_file(&row)?;
        for (index, bytes) in content.chunks(UPLOAD_CHUNK).enumerate() {
            self.insert_chunk(cipher.as_ref(), number, (index * UPLOAD_CHUNK) as u64, bytes)?;
        }
        Ok(())
    }

    /// Begins an upload, and removes stale ones.
    pub(super) fn begin_upload(
        &mut self,
        upload: &NewUpload,
        quota: UploadQuota,
    ) -> Result<Verdict, StoreError> {
        self.remove_stale(upload.stale_before)?;
        let announced = upload.announced.unwrap_or(0);
        if let Some(refused) = self.refuse_upload(upload.id, &upload.name, announced, quota)? {
            return Ok(refused);
        }
        let (id, name) = (upload.id, &*upload.name);
        let cipher = ContentCipher::create(self.keyring, Subject::Upload(id, name))?;
        let content_key = cipher.as_ref().map(ContentCipher::wrapped_key);
        let active_at = Some(upload.at);
        self.insert_file(&NewUploadRow { id, name, size: 0, reserved: announced, active_at, content_key })?;
        Ok(Verdict::Committed)
    }

    /// Appends to an upload.
    pub(super) fn append_upload(
        &mut self,
        chunk: &UploadChunk,
        quota: UploadQuota,
    ) -> Result<Verdict, StoreError> {
        if let Some(refused) = self.refuse_closed(chunk.id)? {
            return Ok(refused);
        }
        let Some(file) = self.unfinished(chunk.id, &chunk.name)? else { return Ok(Verdict::NotFound) };
        let (progress, bytes) =
            (UploadProgress { size: file.size, reserved: file.reserved }, chunk.bytes.len());
        let used = self.used(chunk.id, &chunk.name)?;
        if let Some(refused) = verdict::refuse_append(progress, chunk.position, bytes as u64, used, quota) {
            return Ok(refused);
        }
        let size = file.size.saturating_add(bytes as u64);
        let subject = Subject::Upload(chunk.id, &chunk.name);
        let unwrap_key = |key| ContentCipher::from_wrapped(self.keyring, subject, key);
        let cipher = file.content_key.map(unwrap_key).transpose()?;
        self.insert_chunk(cipher.as_ref(), file.number, chunk.position, &chunk.bytes)?;
        let update = "UPDATE upload_files SET size = ?2, active_at = ?3 WHERE number = ?1";
        self.run(update, params![file.number, to_sql(size), to_sql(chunk.at.as_millis())])?;
        Ok(Verdict::Committed)
    }

    /// Completes an upload.
    pub(super) fn finish_upload(&mut self, id: ElicitationId, name: &str) -> Result<Verdict, StoreError> {
        let Some(file) = self.unfinished(id, name)? else { return Ok(Verdict::NotFound) };
        if let Some(refused) = self.refuse_closed(id)? {
            return Ok(refused);
        }
        let finish = "UPDATE upload_files SET active_at = NULL, reserved = 0 WHERE number = ?1";
        self.run(finish, params![file.number])?;
        Ok(Verdict::Committed)
    }

    /// Removes an unfinished upload.
    pub(super) fn abort_upload(&mut self, id: ElicitationId, name: &str) -> Result<Verdict, StoreError> {
        let Some(file) = self.unfinished(id, name)? else { return Ok(Verdict::NotFound) };
        self.run("DELETE FROM upload_chunks WHERE file = ?1", params![file.number])?;
        self.run("DELETE FROM upload_files WHERE number = ?1", params![file.number])?;
        Ok(Verdict::Committed)
    }

    fn remove_stale(&mut self, before: Timestamp) -> Result<(), StoreError> {
        let before = params![to_sql(before.as_millis())];
        self.run(uploads::DELETE_STALE_CHUNKS, before)?;
        self.run("DELETE FROM upload_files WHERE active_at < ?1", before)
    }

    /// Returns why an elicitation takes no uploads; `None` if it does.
    fn refuse_closed(&mut self, id: ElicitationId) -> Result<Option<Verdict>, StoreError> {
        Ok(verdict::refuse_closed(self.state(id)?))
    }

    /// Returns why an elicitation takes no upload of this size; `None` if it does.
    fn refuse_upload(
        &mut self,
        id: ElicitationId,
        name: &str,
        size: u64,
        quota: UploadQuota,
    ) -> Result<Option<Verdict>, StoreError> {
        if let Some(refused) = self.refuse_closed(id)? {
            return Ok(Some(refused));
        }
        Ok(verdict::refuse_upload(self.used(id, name)?, size, quota))
    }

    fn used(&self, id: ElicitationId, name: &str) -> Result<UploadUsage, StoreError> {
        let count = "
            SELECT count(*), coalesce(sum(max(size, reserved)), 0), coalesce(max(name = ?2), 0)
            FROM upload_files WHERE id = ?1
            UNION ALL
            SELECT count(*), coalesce(sum(length(bytes)), 0), coalesce(max(name = ?2), 0)
            FROM uploads WHERE id = ?1";
        let mut count = self.connection.prepare_cached(count).map_err(failed)?;
        let rows = count.query_map(params![id.to_bytes(), name], |row| {
            Ok(UploadUsage {
                files: from_sql(row.get(0)?),
                bytes: from_sql(row.get(1)?),
                is_taken: row.get(2)?,
            })
        });
        let mut used = UploadUsage { files: 0, bytes: 0, is_taken: false };
        for row in rows.map_err(failed)? {
            let row = row.map_err(failed)?;
            used.files += row.files;
            used.bytes = used.bytes.saturating_add(row.bytes);
            used.is_taken |= row.is_taken;
        }
        Ok(used)
    }

    fn unfinished(&self, id: ElicitationId, name: &str) -> Result<Option<UnfinishedUpload>, StoreError> {
        let find = "SELECT number, size, reserved, content_key FROM upload_files
                    WHERE id = ?1 AND name = ?2 AND active_at IS NOT NULL";
        let mut find = self.connection.prepare_cached(find).map_err(failed)?;
        let found = find.query_row(params![id.to_bytes(), name], |row| {
            let (size, reserved) = (from_sql(row.get(1)?), from_sql(row.get(2)?));
            Ok(UnfinishedUpload { number: row.get(0)?, size, reserved, content_key: row.get(3)? })
        });
        found.optional().map_err(failed)
    }

    fn insert_file(&self, row: &NewUploadRow<'_>) -> Result<i64, StoreError> {
        let insert = "INSERT INTO upload_files (number, id, name, size, reserved, active_at, content_key)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let NewUploadRow { id, name, size, reserved, active_at, content_key } = *row;
        let active_at = active_at.map(|at| to_sql(at.as_millis()));
        let (size, reserved) = (to_sql(size), to_sql(reserved));
        let row = params![Null, id.to_bytes(), name, size, reserved, active_at, content_key];
        self.connection.prepare_cached(insert).and_then(|mut insert| insert.insert(row)).map_err(failed)
    }

    fn insert_chunk(
        &self,
        cipher: Option<&ContentCipher<'_>>,
        file: i64,
        position: u64,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let insert = "INSERT INTO upload_chunks (number, file, position, bytes) VALUES (?1, ?2, ?3, ?4)";
        let stored = seal_chunk(cipher, position, bytes)?;
        self.run(insert, params![Null, file, to_sql(position), stored])
    }

    pub(super) fn run(&self, sql: &str, row: impl Params) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql).and_then(|mut run| run.execute(row)).map(drop).map_err(failed)
    }
}
