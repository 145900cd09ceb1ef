//! Removes records that have expired, some at a time.

use std::sync::Arc;

use askwell_engine::store::{Record, RecordWrite};
use askwell_engine::{Records, StoreError};

use crate::browser::hex;

/// How many records are checked at a time.
const CHECKED: usize = 100;

/// Removes the records of a namespace that are over, among a hundred from a random key on. The keys are digests, so
/// every record is checked sooner or later, also if many others stay.
pub(super) async fn remove_expired(
    records: &Records,
    namespace: &'static str,
    is_over: impl Fn(&Record) -> bool,
) -> Result<(), StoreError> {
    let start: [u8; 32] = rand::random();
    let mut found = records.list(namespace, Some(Arc::from(hex(&start))), CHECKED).await?;
    if found.len() < CHECKED {
        // From the beginning again; records that were found already are removed once.
        found.extend(records.list(namespace, None, CHECKED - found.len()).await?);
    }
    let over = found.into_iter().filter(is_over).map(|old| RecordWrite::Remove {
        namespace,
        key: old.key,
        expected: old.revision,
    });
    let writes: Vec<RecordWrite> = over.collect();
    if !writes.is_empty() {
        // A record that has changed meanwhile stays for the next time.
        records.write(writes).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_engine::Records;
    use askwell_engine::store::memory::MemoryStore;
    use askwell_engine::store::{Record, RecordWrite};

    use super::remove_expired;

    #[tokio::test]
    async fn expired_records_behind_many_others_are_removed() {
        let records = Records::of(Arc::new(MemoryStore::default()));
        let put = |key: String, value: &[u8]| RecordWrite::Put {
            record: Record::new("personal-link", Arc::<str>::from(key), value.to_vec()),
            expected: 0,
        };
        let stay = (0..120).map(|number| put(format!("00{number:062x}"), b"stays"));
        let over = (0..30).map(|number| put(format!("ff{number:062x}"), b"over"));
        records.write(stay.chain(over).collect()).await.unwrap();
        for _ in 0..20 {
            remove_expired(&records, "personal-link", |record| *record.value == *b"over").await.unwrap();
        }
        let left = records.list("personal-link", None, 1000).await.unwrap();
        assert_eq!(left.len(), 120, "{left:?}");
        assert!(left.iter().all(|record| *record.value == *b"stays"));
    }
}
