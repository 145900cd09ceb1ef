//! The handle through which surfaces keep small durable records: links, deliveries, cursors.
//!
//! Records are not elicitations: they have no lifecycle and no audit trail. Access control is up to the
//! surface.

use std::fmt;
use std::sync::Arc;

use crate::store::{Guard, Record, RecordWrite, Store, StoreError, Verdict};

/// The records of an engine's store. Cheap to clone.
#[derive(Clone)]
pub struct Records {
    store: Arc<dyn Store>,
}

impl Records {
    /// Returns the records of a store, for programs that need no engine.
    #[must_use]
    pub fn of(store: Arc<dyn Store>) -> Self {
        Records { store }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn get(
        &self,
        namespace: &'static str,
        key: impl Into<Arc<str>>,
    ) -> Result<Option<Record>, StoreError> {
        self.store.get_record(namespace, key.into()).await
    }

    /// Lists the records of a namespace in the order of their keys, after the given key.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<Record>, StoreError> {
        self.store.list_records(namespace, after, limit).await
    }

    /// Writes records in one commit, and returns a verdict for each when the commit is durable.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        self.store.write_records(writes, Guard::None).await
    }

    /// Writes records in one commit if the guard holds in it; else writes nothing, and each verdict is
    /// [`Verdict::GuardFailed`].
    ///
    /// # Errors
    /// When the store fails.
    pub async fn write_guarded(
        &self,
        writes: Vec<RecordWrite>,
        guard: Guard,
    ) -> Result<Vec<Verdict>, StoreError> {
        self.store.write_records(writes, guard).await
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").finish_non_exhaustive()
    }
}
