//! Key rotation: wraps data keys with the current key, and encrypts content that should be encrypted.
//!
//! Each step is a transaction of its own, so that other writes go in between, and an interrupted rotation
//! keeps what it has done.

use askwell_engine::StoreError;
use rusqlite::{Row, params};

use super::TaskResult;
use super::batch::Batch;
use crate::codec::elicitation;
use crate::error::{failed, from_sql, id_from, to_sql};
use crate::uploads::seal_chunk;
use crate::vault::{self, ContentCipher, Encrypt, Subject};

/// How many data keys are wrapped in one transaction.
const REWRAP_BATCH: usize = 500;

/// A transaction encrypts no further file after this many bytes.
const ENCRYPT_BATCH_BYTES: u64 = 16 << 20;

/// How much a rotation has encrypted or wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RotationReport {
    /// Elicitations whose answers were.
    pub elicitations: usize,
    /// Uploaded files.
    pub uploads: usize,
    /// Records of elicitations, such as the names of uploaded files.
    pub records: usize,
}

/// The position of a rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RotationStep {
    /// Closed elicitations after this row.
    Answers(i64),
    /// Files of format 1, each in one row.
    FormatOneUploads,
    /// Files after this row.
    Uploads(i64),
    /// Records after this namespace and key.
    Records(String, String),
}

impl RotationStep {
    /// The first step.
    pub(crate) const FIRST: RotationStep = RotationStep::Answers(i64::MIN);
}

/// Number, id, secrets and record of a closed elicitation.
type ClosedRow = (i64, Vec<u8>, Option<Vec<u8>>, Vec<u8>);

/// Number, id, name, size and wrapped data key of a file.
type UploadRow = (i64, Vec<u8>, String, i64, Option<Vec<u8>>);

/// Namespace, key, elicitation, value and wrapped data key of a record.
type RecordRow = (String, String, Vec<u8>, Vec<u8>, Option<Vec<u8>>);

impl Batch<'_> {
    /// Does one step, and returns the next one.
    pub(super) fn rotate(&mut self, step: &RotationStep) -> Result<TaskResult, StoreError> {
        // Freed pages must not keep what was in the clear.
        self.set_secure_delete("ON")?;
        let mut rotated = RotationReport::default();
        let next = match step {
            RotationStep::Answers(after) => self.rotate_answers(*after, &mut rotated)?,
            RotationStep::FormatOneUploads => self.rotate_whole_row(&mut rotated)?,
            RotationStep::Uploads(after) => self.rotate_uploads(*after, &mut rotated)?,
            RotationStep::Records(namespace, key) => self.rotate_records(namespace, key, &mut rotated)?,
        };
        self.set_secure_delete("FAST")?;
        Ok(TaskResult::Rotated { rotated, next })
    }

    fn set_secure_delete(&self, value: &str) -> Result<(), StoreError> {
        self.connection.pragma_update_and_check(None, "secure_delete", value, |_| Ok(())).map_err(failed)
    }

    fn encrypts_answers(&self) -> bool {
        self.keyring.is_some_and(|keyring| keyring.encrypt() == Encrypt::Answers)
    }

    fn rotate_answers(
        &mut self,
        after: i64,
        rotated: &mut RotationReport,
    ) -> Result<Option<RotationStep>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT number, id, secrets, record FROM closed
                 WHERE number > ?1 AND (?3 OR secrets IS NOT NULL) ORDER BY number LIMIT ?2",
            )
            .map_err(failed)?;
        let all = self.encrypts_answers();
        let bounds = params![after, to_sql(REWRAP_BATCH as u64), all];
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let rows = statement.query_map(bounds, read).map_err(failed)?;
        let rows: Vec<ClosedRow> = rows.collect::<Result<_, _>>().map_err(failed)?;
        for (number, id, sealed, record) in &rows {
            let id = id_from(id)?;
            let hidden = match all {
                true => elicitation::encrypt_record(id, record, sealed.as_deref(), self.keyring)?,
                false => None,
            };
            if let Some((record, sealed)) = hidden {
                let update = "UPDATE closed SET secrets = ?2, record = ?3 WHERE number = ?1";
                self.run(update, params![number, sealed, record])?;
                rotated.elicitations += 1;
            } else if let Some(sealed) = sealed
                && let Some(rewrapped) = vault::rewrap(self.keyring, Subject::Answers(id), sealed)?
            {
                self.run("UPDATE closed SET secrets = ?2 WHERE number = ?1", params![number, rewrapped])?;
                rotated.elicitations += 1;
            }
        }
        let last = rows.last().map(|(number, ..)| *number).filter(|_| rows.len() == REWRAP_BATCH);
        let next = if self.encrypts_answers() {
            RotationStep::FormatOneUploads
        } else {
            RotationStep::Uploads(i64::MIN)
        };
        Ok(Some(last.map_or(next, RotationStep::Answers)))
    }

    /// Moves a file of format 1 into chunks, which are encrypted.
    fn rotate_whole_row(&mut self, rotated: &mut RotationReport) -> Result<Option<RotationStep>, StoreError> {
        let find = "SELECT number, id, name, bytes FROM uploads ORDER BY number LIMIT 1";
        let mut statement = self.connection.prepare_cached(find).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let Some(row) = rows.next().map_err(failed)? else {
            return Ok(Some(RotationStep::Uploads(i64::MIN)));
        };
        let read = || Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let (number, id, name, bytes): (i64, Vec<u8>, String, Vec<u8>) = read().map_err(failed)?;
        self.insert_whole(id_from(&id)?, &name, &bytes)?;
        drop(rows);
        self.run("DELETE FROM uploads WHERE number = ?1", params![number])?;
        rotated.uploads += 1;
        Ok(Some(RotationStep::FormatOneUploads))
    }

    fn rotate_uploads(
        &mut self,
        after: i64,
        rotated: &mut RotationReport,
    ) -> Result<Option<RotationStep>, StoreError> {
        let list = "SELECT number, id, name, size, content_key FROM upload_files
                    WHERE number > ?1 AND (?3 OR content_key IS NOT NULL) ORDER BY number LIMIT ?2";
        let mut statement = self.connection.prepare_cached(list).map_err(failed)?;
        let bounds = params![after, to_sql(REWRAP_BATCH as u64), self.encrypts_answers()];
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        let rows = statement.query_map(bounds, read).map_err(failed)?;
        let rows: Vec<UploadRow> = rows.collect::<Result<_, _>>().map_err(failed)?;
        let (mut last, mut encrypted) = (None, 0);
        for (number, id, name, size, content_key) in &rows {
            let subject = Subject::Upload(id_from(id)?, name);
            let key = match content_key {
                Some(key) => vault::rewrap(self.keyring, subject, key)?,
                None => {
                    encrypted += from_sql(*size);
                    self.encrypt_chunks(*number, subject)?
                }
            };
            if let Some(key) = key {
                self.run("UPDATE upload_files SET content_key = ?2 WHERE number = ?1", params![number, key])?;
                rotated.uploads += 1;
            }
            last = Some(*number);
            if encrypted >= ENCRYPT_BATCH_BYTES {
                break;
            }
        }
        Ok(Some(last.map_or(RotationStep::Records(String::new(), String::new()), RotationStep::Uploads)))
    }

    /// Encrypts the chunks of a file that is in the clear, and returns its data key, wrapped.
    fn encrypt_chunks(&self, file: i64, subject: Subject<'_>) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(cipher) = ContentCipher::create(self.keyring, subject)? else { return Ok(None) };
        let list = "SELECT number FROM upload_chunks WHERE file = ?1";
        let mut list = self.connection.prepare_cached(list).map_err(failed)?;
        let chunks = list.query_map([file], |row| row.get(0)).map_err(failed)?;
        let chunks: Vec<i64> = chunks.collect::<Result<_, _>>().map_err(failed)?;
        for number in chunks {
            let find = "SELECT position, bytes FROM upload_chunks WHERE number = ?1";
            let mut find = self.connection.prepare_cached(find).map_err(failed)?;
            let found =
                find.query_row([number], |row| Ok((from_sql(row.get(0)?), row.get::<_, Vec<u8>>(1)?)));
            let (position, bytes) = found.map_err(failed)?;
            let stored = seal_chunk(Some(&cipher), position, &bytes)?;
            self.run("UPDATE upload_chunks SET bytes = ?2 WHERE number = ?1", params![number, stored])?;
        }
        Ok(Some(cipher.wrapped_key().to_vec()))
    }

    fn rotate_records(
        &mut self,
        namespace: &str,
        key: &str,
        rotated: &mut RotationReport,
    ) -> Result<Option<RotationStep>, StoreError> {
        let list = "SELECT shelf, key, elicitation, value, content_key FROM notes
                    WHERE (shelf, key) > (?1, ?2) AND elicitation IS NOT NULL
                    AND (?4 OR content_key IS NOT NULL) ORDER BY shelf, key LIMIT ?3";
        let mut statement = self.connection.prepare_cached(list).map_err(failed)?;
        let bounds = params![namespace, key, to_sql(REWRAP_BATCH as u64), self.encrypts_answers()];
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        let rows = statement.query_map(bounds, read).map_err(failed)?;
        let mut rows: Vec<RecordRow> = rows.collect::<Result<_, _>>().map_err(failed)?;
        for (namespace, key, id, value, content_key) in &rows {
            let subject = Subject::Record(id_from(id)?, namespace, key);
            let update = "UPDATE notes SET value = ?3, content_key = ?4 WHERE shelf = ?1 AND key = ?2";
            if let Some(sealed) = content_key {
                let Some(rewrapped) = vault::rewrap(self.keyring, subject, sealed)? else { continue };
                self.run(update, params![namespace, key, value, rewrapped])?;
            } else {
                let Some(cipher) = ContentCipher::create(self.keyring, subject)? else { continue };
                self.run(update, params![namespace, key, cipher.seal(0, value)?, cipher.wrapped_key()])?;
            }
            rotated.records += 1;
        }
        let full = rows.len() == REWRAP_BATCH;
        Ok(rows.pop().filter(|_| full).map(|(namespace, key, ..)| RotationStep::Records(namespace, key)))
    }
}
