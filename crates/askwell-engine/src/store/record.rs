//! Records: small durable values that surfaces keep by namespace and key.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::ElicitationId;

use super::{StoreFuture, Verdict};

/// Stores records.
pub trait RecordStore: Send + Sync + 'static {
    /// Writes several records in one commit, in order, each with its own verdict. Returns when everything
    /// committed is durable. If the guard does not hold in that commit, writes nothing, and each verdict is
    /// [`Verdict::GuardFailed`].
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>>;

    /// Reads a record.
    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>>;

    /// Lists the records of a namespace in the order of their keys (by bytes), after the given key.
    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>>;
}

/// A small durable value, identified by namespace and key. Its meaning is up to its writer. `Debug` does not
/// show the value.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// The namespace: each kind of record has its own.
    pub namespace: &'static str,
    /// The key within the namespace.
    pub key: Arc<str>,
    /// The elicitation that it belongs to, with which it is purged.
    pub owner: Option<ElicitationId>,
    /// How often it was written, starting at 1; the store sets it.
    pub revision: u64,
    /// The value.
    pub value: Arc<[u8]>,
}

impl Record {
    /// Creates a record that stays until it is removed.
    pub fn new(namespace: &'static str, key: impl Into<Arc<str>>, value: impl Into<Arc<[u8]>>) -> Record {
        Record { namespace, key: key.into(), owner: None, revision: 0, value: value.into() }
    }

    /// Makes the record belong to an elicitation, with which it is purged.
    #[must_use]
    pub fn owned_by(mut self, id: ElicitationId) -> Record {
        self.owner = Some(id);
        self
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { namespace, key, owner: _, revision, value } = self;
        write!(f, "Record({namespace}/{key} {revision}: {} bytes)", value.len())
    }
}

/// A conditional write of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordWrite {
    /// Writes a record. [`Conflict`](super::Verdict::Conflict): the revision is not the expected one.
    /// [`NotFound`](super::Verdict::NotFound): its elicitation does not exist.
    Put {
        /// The record.
        record: Record,
        /// The current revision; 0 if there must be no record.
        expected: u64,
    },
    /// Removes a record. [`Conflict`](super::Verdict::Conflict): the revision is not the expected one.
    /// [`NotFound`](super::Verdict::NotFound): there is no record.
    Remove {
        /// The namespace.
        namespace: &'static str,
        /// The key.
        key: Arc<str>,
        /// The current revision.
        expected: u64,
    },
}

/// What must hold for records to be written. Checked inside the commit: a node that lags behind cannot
/// overwrite what its successor has written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Guard {
    /// Nothing.
    #[default]
    None,
    /// A record has this revision; 0 if there must be no record.
    Record {
        /// Its namespace.
        namespace: &'static str,
        /// Its key.
        key: Arc<str>,
        /// Its revision.
        revision: u64,
    },
    /// A lease is in this term: no other holder has acquired it, even if it has expired.
    Lease {
        /// Its name.
        name: Arc<str>,
        /// [`StoreLease::term`](super::StoreLease::term).
        term: u64,
    },
}
