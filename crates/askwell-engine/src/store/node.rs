//! The nodes that share a store: their clock, leases, registry and readiness.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::Timestamp;

use super::{StoreError, StoreFuture};
use crate::clock::{Clock, SystemClock};

/// What the nodes of a store have in common. A store of one process has one node, and can keep leases and the
/// registry in memory: [`NodeTable`] does it.
pub trait NodeStore: Send + Sync + 'static {
    /// Returns the clock by which deadlines, rates and leases are measured. The clocks of all nodes that
    /// share a store agree within milliseconds, however their machines' clocks are set.
    fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    /// Returns whether other processes can write to the store. If so,
    /// [`ChangeLog::follow`](super::ChangeLog::follow) returns a follower.
    fn is_shared(&self) -> bool {
        false
    }

    /// Returns whether the store can read and write now, without asking it.
    ///
    /// # Errors
    /// Why not, and for [`StoreError::Unavailable`] when to ask again.
    fn ready(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Completes the writes that have begun, and gives up what the store holds: files, connections, leases.
    /// Later calls fail with [`StoreError::Closed`], except for a store that holds nothing.
    fn close(&self) -> StoreFuture<'_, ()>;

    /// Acquires leases, or renews those that their holder has, each for a time from now on by the store's
    /// clock. Returns the lease as it is after that: the holder of the request, if it was granted, else the
    /// holder that has it until it expires.
    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>>;

    /// Releases leases that a holder has, so that others need not wait until they expire.
    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()>;

    /// Lists leases whose name starts with `prefix`, in the order of their names (by bytes), after a name;
    /// expired ones, too.
    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>>;

    /// Adds a node to the registry, or updates it. The store sets [`Node::seen`] to its time.
    fn announce_node(&self, node: Node) -> StoreFuture<'_, ()>;

    /// Removes a node from the registry.
    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()>;

    /// Lists the registry by id. A node that crashed stays in it: see [`Node::seen`].
    fn list_nodes(&self) -> StoreFuture<'_, Vec<Node>>;
}

/// A request for a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRequest {
    /// Its name.
    pub name: Arc<str>,
    /// Who wants it. Several nodes can use the same holder, if any of them may renew it.
    pub holder: Arc<str>,
    /// How long from now.
    pub duration: Duration,
}

/// A lease: until it expires, no other holder gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreLease {
    /// Its name.
    pub name: Arc<str>,
    /// Who has it.
    pub holder: Arc<str>,
    /// The number of the term: renewing keeps it, and no other term of any lease has it. A
    /// [`Guard::Lease`](super::Guard::Lease) with this number fails once another holder has got the lease.
    pub term: u64,
    /// When it expires, by the store's clock.
    pub until: Timestamp,
}

/// An entry of the registry of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its id, unique for each start of a process.
    pub id: Arc<str>,
    /// Where other nodes reach it.
    pub address: Arc<str>,
    /// Its version, and what else others should know of it.
    pub version: Arc<str>,
    /// When it was last announced, by the store's clock; the store sets it.
    pub seen: Timestamp,
}

/// Leases and nodes in memory, for stores of one process.
#[derive(Debug, Default)]
pub struct NodeTable {
    leases: BTreeMap<Arc<str>, StoreLease>,
    nodes: BTreeMap<Arc<str>, Node>,
    /// The number of terms of all leases.
    terms: u64,
}

impl NodeTable {
    /// Acquires or renews a lease: see [`NodeStore::acquire_leases`].
    pub fn acquire(&mut self, request: LeaseRequest, now: Timestamp) -> StoreLease {
        let LeaseRequest { name, holder, duration } = request;
        let before = self.leases.get(&name);
        if let Some(other) = before.filter(|lease| lease.holder != holder && lease.until > now) {
            return other.clone();
        }
        let (term, until) = match before {
            Some(own) if own.holder == holder => (own.term, own.until.max(now + duration)),
            _ => (self.terms + 1, now + duration),
        };
        self.terms = self.terms.max(term);
        let lease = StoreLease { name: Arc::clone(&name), holder, term, until };
        self.leases.insert(name, lease.clone());
        lease
    }

    /// Releases a lease: see [`NodeStore::release_leases`].
    pub fn release(&mut self, name: &str, holder: &str) {
        if self.leases.get(name).is_some_and(|lease| &*lease.holder == holder) {
            self.leases.remove(name);
        }
    }

    /// Lists leases: see [`NodeStore::list_leases`].
    #[must_use]
    pub fn list(&self, prefix: &str, after: Option<&str>, limit: usize) -> Vec<StoreLease> {
        let start = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        let found = self.leases.range::<str, _>((start, Bound::Unbounded)).map(|(_, lease)| lease);
        found.take_while(|lease| lease.name.starts_with(prefix)).take(limit).cloned().collect()
    }

    /// Returns whether a lease is in a term.
    #[must_use]
    pub fn is_in_term(&self, name: &str, term: u64) -> bool {
        self.leases.get(name).is_some_and(|lease| lease.term == term)
    }

    /// Adds or updates a node.
    pub fn announce(&mut self, node: Node, now: Timestamp) {
        self.nodes.insert(Arc::clone(&node.id), Node { seen: now, ..node });
    }

    /// Removes a node.
    pub fn remove(&mut self, id: &str) {
        self.nodes.remove(id);
    }

    /// Lists all nodes.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        self.nodes.values().cloned().collect()
    }
}
