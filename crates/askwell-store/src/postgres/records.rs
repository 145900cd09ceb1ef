//! Records.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Guard, Record, RecordStore, RecordWrite, StoreFuture, Verdict};
use tokio_postgres::Row;
use uuid::Uuid;

use super::committer::Task;
use super::error::{Fault, RETRY_AFTER};
use super::row::{id_of, number, text};
use super::store::PgStore;
use crate::codec::bytes::DecodeError;
use crate::error::damaged;
use crate::vault::{ContentCipher, Keyring, Subject};

impl RecordStore for PgStore {
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(self.write(Task::Records(writes, guard)))
    }

    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>> {
        Box::pin(async move {
            let find = "SELECT key, elicitation, revision, value, content_key FROM notes
                        WHERE namespace = $1 AND key = $2";
            let rows = self.reader()?.query(find, &[&namespace.as_bytes(), &key.as_bytes()]).await?;
            let record = rows.first().map(|row| self.record(namespace, row));
            record.transpose()
        })
    }

    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>> {
        Box::pin(async move {
            let list = "SELECT key, elicitation, revision, value, content_key FROM notes
                        WHERE namespace = $1 AND ($2::bytea IS NULL OR key > $2::bytea) ORDER BY key LIMIT $3";
            let after = after.as_deref().map(str::as_bytes);
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = self.reader()?.query(list, &[&namespace.as_bytes(), &after, &limit]).await?;
            rows.iter().map(|row| self.record(namespace, row)).collect()
        })
    }
}

impl PgStore {
    fn record(&self, namespace: &'static str, row: &Row) -> Result<Record, StoreError> {
        let read = read_record(namespace, row, self.context.keyring.as_deref());
        read.map_err(|fault| fault.into_error(RETRY_AFTER))
    }
}

/// Reads a record, and decrypts it.
fn read_record(namespace: &'static str, row: &Row, keyring: Option<&Keyring>) -> Result<Record, Fault> {
    let owner: Option<Uuid> = row.try_get(1)?;
    let owner = owner.map(id_of);
    let value: &[u8] = row.try_get(3)?;
    let key: Arc<str> = Arc::from(text(row, 0)?);
    let content_key: Option<Vec<u8>> = row.try_get(4)?;
    let value: Arc<[u8]> = match content_key {
        Some(content_key) => {
            let missing = || damaged("a record", DecodeError::Missing("elicitation"));
            let subject = Subject::Record(owner.ok_or_else(missing)?, namespace, &key);
            ContentCipher::from_wrapped(keyring, subject, content_key)?.open(0, value)?.into()
        }
        None => Arc::from(value),
    };
    Ok(Record { namespace, key: Arc::clone(&key), owner, revision: number(row, 2)?, value })
}
