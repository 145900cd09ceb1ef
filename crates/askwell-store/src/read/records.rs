//! Reading records, and decrypting them.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Record;
use askwell_lifecycle::ElicitationId;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::ReadContext;
use crate::codec::bytes::DecodeError;
use crate::error::{damaged, failed, from_sql, to_sql};
use crate::vault::{ContentCipher, Subject};

/// A record as it is stored, and its wrapped data key.
type StoredRecord = (Record, Option<Vec<u8>>);

impl ReadContext {
    pub(crate) fn record(
        &self,
        connection: &Connection,
        namespace: &'static str,
        key: &Arc<str>,
    ) -> Result<Option<Record>, StoreError> {
        let find = "SELECT key, elicitation, revision, value, content_key FROM notes
                    WHERE shelf = ?1 AND key = ?2";
        let mut find = connection.prepare_cached(find).map_err(failed)?;
        let found = find
            .query_row([namespace, &**key], |row| read_record(namespace, row))
            .optional()
            .map_err(failed)?;
        found.map(|found| self.open_record(found)).transpose()
    }

    /// Lists the records of a namespace after a key.
    pub(crate) fn records(
        &self,
        connection: &Connection,
        namespace: &'static str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Record>, StoreError> {
        let list = "SELECT key, elicitation, revision, value, content_key FROM notes
                    WHERE shelf = ?1 AND key > ?2 ORDER BY key LIMIT ?3";
        let from_the_start = "SELECT key, elicitation, revision, value, content_key FROM notes
                              WHERE shelf = ?1 AND key >= ?2 ORDER BY key LIMIT ?3";
        let sql = if after.is_some() { list } else { from_the_start };
        let mut list = connection.prepare_cached(sql).map_err(failed)?;
        let bounds = params![namespace, after.unwrap_or_default(), to_sql(limit as u64)];
        let rows = list.query_map(bounds, |row| read_record(namespace, row)).map_err(failed)?;
        rows.map(|row| row.map_err(failed).and_then(|stored| self.open_record(stored))).collect()
    }

    fn open_record(&self, (mut record, content_key): StoredRecord) -> Result<Record, StoreError> {
        if let Some(content_key) = content_key {
            let id = record.owner.ok_or_else(|| damaged("a record", DecodeError::Missing("elicitation")))?;
            let subject = Subject::Record(id, record.namespace, &record.key);
            let cipher = ContentCipher::from_wrapped(self.keyring.as_deref(), subject, content_key)?;
            record.value = cipher.open(0, &record.value)?.into();
        }
        Ok(record)
    }
}

fn read_record(namespace: &'static str, row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let owner: Option<[u8; 16]> = row.get(1)?;
    let record = Record {
        namespace,
        key: row.get(0)?,
        owner: owner.map(ElicitationId::from_bytes),
        revision: from_sql(row.get(2)?),
        value: Arc::from(row.get_ref(3)?.as_blob()?),
    };
    Ok((record, row.get(4)?))
}
