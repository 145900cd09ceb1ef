//! Uploads in the database: chunk encryption, reading, and the removal of unfinished ones.

use std::borrow::Cow;

use askwell_engine::StoreError;
use askwell_engine::store::{UPLOAD_CHUNK, UploadPart};
use askwell_lifecycle::ElicitationId;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::{failed, from_sql, to_sql};
use crate::vault::{ContentCipher, Keyring, Subject};

/// Deletes the chunks of all files beside an elicitation.
pub(crate) const DELETE_CHUNKS_OF: &str =
    "DELETE FROM upload_chunks WHERE file IN (SELECT number FROM upload_files WHERE id = ?1)";

/// Deletes the chunks of unfinished files that were last continued before a time.
pub(crate) const DELETE_STALE_CHUNKS: &str =
    "DELETE FROM upload_chunks WHERE file IN (SELECT number FROM upload_files WHERE active_at < ?1)";

/// Returns the bytes to store for a chunk: encrypted, if its file has a cipher.
pub(crate) fn seal_chunk<'b>(
    cipher: Option<&ContentCipher<'_>>,
    position: u64,
    bytes: &'b [u8],
) -> Result<Cow<'b, [u8]>, StoreError> {
    match cipher {
        Some(cipher) => cipher.seal(position, bytes).map(Cow::Owned),
        None => Ok(Cow::Borrowed(bytes)),
    }
}

/// Returns the chunk of stored bytes.
pub(crate) fn open_chunk(
    cipher: Option<&ContentCipher<'_>>,
    position: u64,
    stored: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    match cipher {
        Some(cipher) => cipher.open(position, &stored),
        None => Ok(stored),
    }
}

/// Removes uploads that were unfinished when the last process ended.
pub(crate) fn remove_unfinished(connection: &Connection) -> rusqlite::Result<()> {
    let any = "SELECT EXISTS (SELECT 1 FROM upload_files WHERE active_at IS NOT NULL)";
    if !connection.query_row(any, [], |row| row.get::<_, bool>(0))? {
        return Ok(());
    }
    connection.execute_batch(
        "BEGIN IMMEDIATE;
         DELETE FROM upload_chunks
             WHERE file IN (SELECT number FROM upload_files WHERE active_at IS NOT NULL);
         DELETE FROM upload_files WHERE active_at IS NOT NULL;
         COMMIT;",
    )
}

/// Reads a file from a position to the end of the chunk that contains it.
///
/// Errors when the keyring does not have the file's key, or its bytes were changed or moved.
pub(crate) fn read(
    connection: &Connection,
    keyring: Option<&Keyring>,
    id: ElicitationId,
    name: &str,
    position: u64,
) -> Result<Option<UploadPart>, StoreError> {
    let find = "SELECT number, size, active_at IS NULL, content_key FROM upload_files
                WHERE id = ?1 AND name = ?2";
    let mut find = connection.prepare_cached(find).map_err(failed)?;
    let found = find.query_row(params![id.to_bytes(), name], |row| {
        let size = from_sql(row.get(1)?);
        Ok((row.get::<_, i64>(0)?, size, row.get::<_, bool>(2)?, row.get::<_, Option<Vec<u8>>>(3)?))
    });
    let Some((file, size, is_complete, key)) = found.optional().map_err(failed)? else {
        return read_whole_row(connection, id, name, position);
    };
    if position >= size {
        return Ok(Some(UploadPart { bytes: Vec::new(), size, is_complete }));
    }
    let chunk = "SELECT position, bytes FROM upload_chunks
                 WHERE file = ?1 AND position <= ?2 ORDER BY position DESC LIMIT 1";
    let mut chunk = connection.prepare_cached(chunk).map_err(failed)?;
    let found = chunk.query_row(params![file, to_sql(position)], |row| {
        Ok((from_sql(row.get(0)?), row.get::<_, Vec<u8>>(1)?))
    });
    let missing = || StoreError::Damaged(format!("a file: no bytes at {position} of {size}").into());
    let (start, stored) = found.optional().map_err(failed)?.ok_or_else(missing)?;
    let unwrap_key = |key| ContentCipher::from_wrapped(keyring, Subject::Upload(id, name), key);
    let cipher = key.map(unwrap_key).transpose()?;
    let mut bytes = open_chunk(cipher.as_ref(), start, stored)?;
    let skipped = usize::try_from(position - start).unwrap_or(usize::MAX);
    if skipped >= bytes.len() {
        return Err(missing());
    }
    bytes.drain(..skipped);
    Ok(Some(UploadPart { bytes, size, is_complete }))
}

/// Reads a file of format 1, which is in one row.
fn read_whole_row(
    connection: &Connection,
    id: ElicitationId,
    name: &str,
    position: u64,
) -> Result<Option<UploadPart>, StoreError> {
    let find = "SELECT length(bytes), substr(bytes, ?3 + 1, ?4) FROM uploads WHERE id = ?1 AND name = ?2";
    let mut find = connection.prepare_cached(find).map_err(failed)?;
    let row = params![id.to_bytes(), name, to_sql(position), to_sql(UPLOAD_CHUNK as u64)];
    let found = find.query_row(row, |row| Ok((from_sql(row.get(0)?), row.get(1)?)));
    let part = |(size, bytes)| UploadPart { bytes, size, is_complete: true };
    Ok(found.optional().map_err(failed)?.map(part))
}
