//! Bounds the open connections of a server: when there are too many, the one that has been idle the longest is closed.
//!
//! A connection that sends a request slowly counts as idle, so that thousands of them cannot keep others out. Fewer
//! requests are under way than there are connections ([`crate::load`]), and an overflow comes on top of them: there is
//! always a connection that can be evicted, and a health check is always answered.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::budget::{ByteBudget, ClientKey, Overload};
use crate::load::{Admission, Load, LoadLimits, Work};

/// While nearly all connections are busy, this many more are accepted: for health checks, and for requests that wait
/// until others have ended.
const OVERFLOW: usize = 64;

/// The limits of all connections of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Open connections.
    pub connections: usize,
    /// Requests of one client under way, streams included.
    pub requests_per_client: usize,
    /// Event streams of one client.
    pub streams_per_client: usize,
    /// Bytes of memory for all clients together.
    pub buffer_bytes: u64,
    /// Bytes of memory for one client.
    pub buffer_bytes_per_client: u64,
    /// How long a body with files may take.
    pub upload_timeout: Duration,
}

/// All connections of a server. Clones share them.
#[derive(Debug, Clone)]
pub struct ConnectionPool(Arc<PoolState>);

#[derive(Debug)]
struct PoolState {
    slots: Mutex<Vec<Arc<Slot>>>,
    most: usize,
    opened: Instant,
    load: Load,
    budget: ByteBudget,
    upload_timeout: Duration,
}

/// The place of one connection in the pool. It is free again when the connection has dropped it.
#[derive(Debug)]
pub struct Slot {
    /// Requests being worked on.
    busy: AtomicUsize,
    /// When the last request ended, in milliseconds since the pool was opened.
    last_used: AtomicU64,
    /// The peer's address.
    address: Option<IpAddr>,
    pool: ConnectionPool,
    eviction: Notify,
}

/// A request being worked on. While it is held, its connection is not evicted.
#[derive(Debug)]
pub struct BusyGuard {
    slot: Arc<Slot>,
    _admission: Admission,
}

impl ConnectionPool {
    /// A pool without connections.
    #[must_use]
    pub fn new(limits: &ConnectionLimits) -> Self {
        let ConnectionLimits { connections, requests_per_client, streams_per_client, .. } = *limits;
        ConnectionPool(Arc::new(PoolState {
            slots: Mutex::default(),
            most: connections.max(1),
            opened: Instant::now(),
            load: Load::new(LoadLimits::new(connections, requests_per_client, streams_per_client)),
            budget: ByteBudget::new(limits.buffer_bytes, limits.buffer_bytes_per_client),
            upload_timeout: limits.upload_timeout,
        }))
    }

    /// Returns a slot for a new connection, if need be that of the longest idle one, which is evicted; `None` if all
    /// connections are busy, the overflow included.
    #[must_use]
    pub fn acquire(&self, address: Option<IpAddr>) -> Option<Arc<Slot>> {
        let inner = &self.0;
        let mut slots = inner.slots.lock();
        if slots.len() >= inner.most {
            // Only this list still holds the slots of connections that have ended.
            slots.retain(|slot| Arc::strong_count(slot) > 1);
        }
        if slots.len() >= inner.most {
            let is_busy = |slot: &&Arc<Slot>| slot.busy.load(Ordering::Relaxed) > 0;
            // While nearly all are busy, a new connection needs the time to send its request.
            let busy = slots.iter().filter(is_busy).count();
            let is_crowded = busy >= inner.most - inner.most / 8;
            let limit = inner.most.saturating_add(if is_crowded { OVERFLOW } else { 0 });
            if slots.len() >= limit {
                let idle = slots.iter().enumerate().filter(|(_, slot)| !is_busy(slot));
                let longest = idle.min_by_key(|(_, slot)| slot.last_used.load(Ordering::Relaxed));
                let longest = longest.map(|(index, _)| index)?;
                slots.swap_remove(longest).eviction.notify_one();
            }
        }
        let slot = Arc::new(Slot {
            busy: AtomicUsize::new(0),
            last_used: AtomicU64::new(millis_since(inner.opened)),
            address,
            pool: self.clone(),
            eviction: Notify::new(),
        });
        slots.push(Arc::clone(&slot));
        Some(slot)
    }
}

fn millis_since(opened: Instant) -> u64 {
    u64::try_from(opened.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl Slot {
    /// Waits until the slot is given to another connection. The connection has to end then.
    pub async fn evicted(&self) {
        self.eviction.notified().await;
    }

    /// Begins the work on a request. To be called when the request has arrived in full: a connection that is still
    /// receiving one can be evicted.
    ///
    /// # Errors
    /// When the client, or all of them together, have too much under way.
    pub fn admit(self: &Arc<Self>, client: &ClientKey, work: Work) -> Result<BusyGuard, Overload> {
        let admission = self.pool.0.load.admit(client, work)?;
        self.busy.fetch_add(1, Ordering::Relaxed);
        Ok(BusyGuard { slot: Arc::clone(self), _admission: admission })
    }

    /// Returns the peer's address.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Returns the memory budget that all connections of the pool share.
    #[must_use]
    pub fn budget(&self) -> &ByteBudget {
        &self.pool.0.budget
    }

    /// Returns how long a body with files may take.
    #[must_use]
    pub fn upload_timeout(&self) -> Duration {
        self.pool.0.upload_timeout
    }
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        let slot = &self.slot;
        slot.last_used.store(millis_since(slot.pool.0.opened), Ordering::Relaxed);
        slot.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{BusyGuard, ConnectionLimits, ConnectionPool, OVERFLOW, Slot};
    use crate::budget::ClientKey;
    use crate::load::Work;

    fn pool(connections: usize) -> ConnectionPool {
        ConnectionPool::new(&ConnectionLimits {
            connections,
            requests_per_client: 4_096,
            streams_per_client: 1_024,
            buffer_bytes: 1 << 20,
            buffer_bytes_per_client: 1 << 20,
            upload_timeout: Duration::from_secs(600),
        })
    }

    fn admit(slot: &Arc<Slot>, client: &str) -> BusyGuard {
        slot.admit(&ClientKey::new("person", client), Work::Call).unwrap()
    }

    #[tokio::test]
    async fn longest_idle_connection_is_evicted() {
        let pool = pool(2);
        let acquire = || pool.acquire(None).unwrap();
        let (first, second) = (acquire(), acquire());
        let busy = admit(&first, "a");
        second.last_used.store(1_000_000, std::sync::atomic::Ordering::Relaxed);
        let third = acquire();
        second.evicted().await;
        drop(busy);
        let fourth = acquire();
        first.evicted().await;
        drop((first, second));
        let busy = (admit(&third, "a"), admit(&fourth, "b"));
        let fifth = acquire();
        assert_eq!(pool.0.slots.lock().len(), 3, "no busy connection is evicted");
        drop((third, fourth, fifth, busy));
        let sixth = acquire();
        assert_eq!((pool.0.slots.lock().len(), Arc::strong_count(&sixth)), (1, 2));
    }

    #[test]
    fn overflow_connection_is_accepted_but_admits_no_request() {
        let pool = pool(16);
        let mut busy = Vec::new();
        for number in 0..16 {
            busy.push(admit(&pool.acquire(None).unwrap(), &number.to_string()));
        }
        let more: Vec<_> = (0..10 * OVERFLOW).map(|_| pool.acquire(None).unwrap()).collect();
        assert_eq!(pool.0.slots.lock().len(), 16 + OVERFLOW, "the first ones were evicted");
        let late = more.last().unwrap().admit(&ClientKey::new("person", "late"), Work::Call);
        assert!(late.is_err(), "nothing more is begun");
        busy.pop();
        assert!(more.last().unwrap().admit(&ClientKey::new("person", "late"), Work::Call).is_ok());
    }
}
