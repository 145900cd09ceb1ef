//! The records of a memory store.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use askwell_lifecycle::ElicitationId;
use hashbrown::HashMap;

use super::{MemoryState, MemoryStore};
use crate::store::{Guard, Record, RecordStore, RecordWrite, StoreFuture, Verdict};

impl RecordStore for MemoryStore {
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>> {
        self.now(|state| {
            let MemoryState { records, by_id, nodes, .. } = state;
            let holds = match &guard {
                Guard::None => true,
                Guard::Record { namespace, key, revision } => records.revision(namespace, key) == *revision,
                Guard::Lease { name, term } => nodes.is_in_term(name, *term),
            };
            if !holds {
                return vec![Verdict::GuardFailed; writes.len()];
            }
            let exists = |id| by_id.contains_key(&id);
            writes.into_iter().map(|write| records.write(write, exists)).collect()
        })
    }

    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>> {
        self.now(|state| state.records.get(namespace, &key))
    }

    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>> {
        self.now(|state| state.records.list(namespace, after, limit))
    }
}

#[derive(Debug, Default)]
pub(super) struct RecordTable {
    by_namespace: HashMap<&'static str, BTreeMap<Arc<str>, Record>>,
    /// The records to remove with each elicitation.
    by_elicitation: HashMap<ElicitationId, BTreeSet<(&'static str, Arc<str>)>>,
}

impl RecordTable {
    pub(super) fn get(&self, namespace: &'static str, key: &str) -> Option<Record> {
        self.by_namespace.get(namespace)?.get(key).cloned()
    }

    pub(super) fn list(&self, namespace: &'static str, after: Option<Arc<str>>, limit: usize) -> Vec<Record> {
        let Some(records) = self.by_namespace.get(namespace) else { return Vec::new() };
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        records.range((after, Bound::Unbounded)).take(limit).map(|(_, record)| record.clone()).collect()
    }

    pub(super) fn write(&mut self, write: RecordWrite, exists: impl Fn(ElicitationId) -> bool) -> Verdict {
        match write {
            RecordWrite::Put { record, expected } => {
                if self.revision(record.namespace, &record.key) != expected {
                    return Verdict::Conflict;
                }
                if record.owner.is_some_and(|id| !exists(id)) {
                    return Verdict::NotFound;
                }
                self.put(Record { revision: expected + 1, ..record });
            }
            RecordWrite::Remove { namespace, key, expected } => match self.revision(namespace, &key) {
                0 => return Verdict::NotFound,
                found if found != expected => return Verdict::Conflict,
                _ => self.remove(namespace, &key),
            },
        }
        Verdict::Committed
    }

    /// Returns the revision of a record; 0 if there is none.
    fn revision(&self, namespace: &'static str, key: &str) -> u64 {
        self.by_namespace
            .get(namespace)
            .and_then(|records| records.get(key))
            .map_or(0, |record| record.revision)
    }

    fn put(&mut self, record: Record) {
        self.remove(record.namespace, &record.key);
        if let Some(id) = record.owner {
            self.by_elicitation.entry(id).or_default().insert((record.namespace, Arc::clone(&record.key)));
        }
        self.by_namespace.entry(record.namespace).or_default().insert(Arc::clone(&record.key), record);
    }

    fn remove(&mut self, namespace: &'static str, key: &Arc<str>) {
        let Some(record) = self.by_namespace.get_mut(namespace).and_then(|records| records.remove(key))
        else {
            return;
        };
        if let Some(id) = record.owner
            && let Some(places) = self.by_elicitation.get_mut(&id)
        {
            places.remove(&(namespace, record.key));
            if places.is_empty() {
                self.by_elicitation.remove(&id);
            }
        }
    }

    /// Removes the records of an elicitation.
    pub(super) fn forget(&mut self, id: ElicitationId) {
        for (namespace, key) in self.by_elicitation.remove(&id).unwrap_or_default() {
            self.by_namespace.get_mut(namespace).map(|records| records.remove(&key));
        }
    }
}
