//! Writing records.

use askwell_engine::StoreError;
use askwell_engine::store::{RecordWrite, Verdict};
use askwell_lifecycle::ElicitationId;
use rusqlite::{OptionalExtension as _, params};

use super::batch::Batch;
use crate::error::{failed, from_sql, to_sql};
use crate::vault::{ContentCipher, Subject};
use crate::verdict;

impl Batch<'_> {
    pub(super) fn write_record(&mut self, write: &RecordWrite) -> Result<Verdict, StoreError> {
        if let Some(refused) = verdict::refuse_record(self, write)? {
            return Ok(refused);
        }
        match write {
            RecordWrite::Put { record, expected } => {
                let put = "INSERT INTO notes (shelf, key, elicitation, revision, value, content_key)
                           VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                           ON CONFLICT (shelf, key) DO UPDATE SET
                           elicitation = excluded.elicitation, revision = excluded.revision,
                           value = excluded.value, content_key = excluded.content_key";
                let owner = record.owner.map(ElicitationId::to_bytes);
                let create = |id| {
                    ContentCipher::create(self.keyring, Subject::Record(id, record.namespace, &record.key))
                };
                let cipher = record.owner.map(create).transpose()?.flatten();
                let sealed = cipher.as_ref().map(|cipher| cipher.seal(0, &record.value)).transpose()?;
                let value = sealed.as_deref().unwrap_or(&record.value);
                let content_key = cipher.as_ref().map(ContentCipher::wrapped_key);
                let row =
                    params![record.namespace, &*record.key, owner, to_sql(expected + 1), value, content_key];
                self.connection.prepare_cached(put).and_then(|mut put| put.execute(row)).map_err(failed)?;
            }
            RecordWrite::Remove { namespace, key, .. } => {
                let remove = "DELETE FROM notes WHERE shelf = ?1 AND key = ?2";
                let mut remove = self.connection.prepare_cached(remove).map_err(failed)?;
                remove.execute([namespace, &**key]).map_err(failed)?;
            }
        }
        Ok(Verdict::Committed)
    }

    /// Returns the revision of a record; 0 if there is none.
    pub(super) fn find_revision(&self, namespace: &str, key: &str) -> Result<u64, StoreError> {
        let find = "SELECT revision FROM notes WHERE shelf = ?1 AND key = ?2";
        let mut find = self.connection.prepare_cached(find).map_err(failed)?;
        let found = find.query_row([namespace, key], |row| row.get(0)).optional().map_err(failed)?;
        Ok(found.map_or(0, from_sql))
    }
}
