//! Limits the memory that clients use: bodies in transfer, cached secrets, open streams.
//!
//! A [`ByteBudget`] has a total for all clients and a share for each. A [`Reservation`] takes bytes
//! from it and returns them when it is dropped. The budget only counts; it allocates nothing.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

/// The default total of all clients, in bytes.
pub const DEFAULT_TOTAL: u64 = 256 << 20;

/// The default share of one client, in bytes.
pub const DEFAULT_PER_CLIENT: u64 = 64 << 20;

/// The key under which memory, requests and streams are counted: the client or person of a key, a
/// page link, or an address where nothing else identifies the sender.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClientKey(Arc<str>);

impl ClientKey {
    /// Returns the key of a client of one `kind`, such as `person`, by name. Keys of different
    /// kinds are never equal. The key is logged, so the name must not be a secret.
    #[must_use]
    pub fn new(kind: &'static str, name: impl fmt::Display) -> ClientKey {
        ClientKey(Arc::from(format!("{kind} {name}")))
    }

    /// Returns the key of all requests from one address.
    #[must_use]
    pub fn of_address(address: Option<IpAddr>) -> ClientKey {
        match address {
            Some(address) => ClientKey::new("address", address),
            None => ClientKey::new("address", "unknown"),
        }
    }
}

impl fmt::Display for ClientKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a request is rejected for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Overload {
    /// The client is at its limit.
    #[error("this client has too many requests, streams or bytes under way; let some of them end first")]
    Client,
    /// All clients together are at the limit of the service.
    #[error("the service has too many requests, streams or bytes under way; try again soon")]
    Service,
}

/// What memory is reserved for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Bodies in transfer, in either direction.
    Transfer,
    /// Cached secrets. They stay for long, so they get at most a quarter of the total and of a
    /// client's share.
    Secret,
    /// Event streams, for the same reason at most half of the total.
    Stream,
}

/// The memory budget of a server. Clones share it.
#[derive(Debug, Clone)]
pub struct ByteBudget(Arc<BudgetState>);

#[derive(Debug)]
struct BudgetState {
    total: u64,
    per_client: u64,
    reserved: Mutex<ReservedBytes>,
}

#[derive(Debug, Default)]
struct ReservedBytes {
    total: u64,
    secrets: u64,
    streams: u64,
    by_client: HashMap<ClientKey, ClientBytes>,
}

#[derive(Debug, Default, Clone, Copy)]
struct ClientBytes {
    bytes: u64,
    secrets: u64,
}

/// Reserved memory. Dropping it returns the memory to the budget.
#[derive(Debug)]
pub struct Reservation {
    budget: ByteBudget,
    client: ClientKey,
    purpose: Purpose,
    bytes: u64,
}

impl Default for ByteBudget {
    fn default() -> Self {
        ByteBudget::new(DEFAULT_TOTAL, DEFAULT_PER_CLIENT)
    }
}

impl ByteBudget {
    /// Returns a budget of `total` bytes for all clients, of which one client gets at most
    /// `per_client`.
    #[must_use]
    pub fn new(total: u64, per_client: u64) -> Self {
        ByteBudget(Arc::new(BudgetState { total, per_client, reserved: Mutex::default() }))
    }

    /// Reserves bytes for a client.
    ///
    /// # Errors
    /// Fails if the client, or all clients together, would exceed the limit. Nothing is reserved
    /// then.
    pub fn reserve(&self, client: &ClientKey, purpose: Purpose, bytes: u64) -> Result<Reservation, Overload> {
        let mut reservation = Reservation { budget: self.clone(), client: client.clone(), purpose, bytes: 0 };
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// Returns the bytes that are reserved at this moment.
    #[must_use]
    pub fn reserved(&self) -> u64 {
        self.0.reserved.lock().total
    }
}

impl ReservedBytes {
    fn of(&mut self, purpose: Purpose) -> Option<&mut u64> {
        match purpose {
            Purpose::Transfer => None,
            Purpose::Secret => Some(&mut self.secrets),
            Purpose::Stream => Some(&mut self.streams),
        }
    }
}

impl Reservation {
    /// Reserves more bytes.
    ///
    /// # Errors
    /// Fails like [`ByteBudget::reserve`]. The reservation is unchanged then.
    pub fn grow(&mut self, more: u64) -> Result<(), Overload> {
        let inner = &self.budget.0;
        let mut reserved = inner.reserved.lock();
        let mut client_bytes = reserved.by_client.get(&self.client).copied().unwrap_or_default();
        client_bytes.bytes = client_bytes.bytes.saturating_add(more);
        if self.purpose == Purpose::Secret {
            client_bytes.secrets = client_bytes.secrets.saturating_add(more);
        }
        if client_bytes.bytes > inner.per_client || client_bytes.secrets > inner.per_client / 4 {
            return Err(Overload::Client);
        }
        let total = reserved.total.saturating_add(more);
        let most = match self.purpose {
            Purpose::Transfer => inner.total,
            Purpose::Secret => inner.total / 4,
            Purpose::Stream => inner.total / 2,
        };
        let of_purpose =
            reserved.of(self.purpose).map_or(total, |of_purpose| of_purpose.saturating_add(more));
        if total > inner.total || of_purpose > most {
            return Err(Overload::Service);
        }
        reserved.total = total;
        if let Some(reserved) = reserved.of(self.purpose) {
            *reserved = of_purpose;
        }
        reserved.by_client.insert(self.client.clone(), client_bytes);
        self.bytes = self.bytes.saturating_add(more);
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut reserved = self.budget.0.reserved.lock();
        reserved.total = reserved.total.saturating_sub(self.bytes);
        if let Some(reserved) = reserved.of(self.purpose) {
            *reserved = reserved.saturating_sub(self.bytes);
        }
        if let Some(client_bytes) = reserved.by_client.get_mut(&self.client) {
            client_bytes.bytes = client_bytes.bytes.saturating_sub(self.bytes);
            if self.purpose == Purpose::Secret {
                client_bytes.secrets = client_bytes.secrets.saturating_sub(self.bytes);
            }
            if client_bytes.bytes == 0 {
                reserved.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteBudget, ClientKey, Overload, Purpose};

    #[test]
    fn reservations_are_limited_per_client_and_in_total() {
        let budget = ByteBudget::new(100, 60);
        let [a, b] = ["a", "b"].map(|name| ClientKey::new("person", name));
        let mut first = budget.reserve(&a, Purpose::Transfer, 50).unwrap();
        assert_eq!(first.grow(11), Err(Overload::Client));
        first.grow(10).unwrap();
        assert_eq!(budget.reserve(&b, Purpose::Transfer, 41).unwrap_err(), Overload::Service);
        let second = budget.reserve(&b, Purpose::Transfer, 40).unwrap();
        drop(first);
        assert_eq!(budget.reserved(), 40);
        drop(second);
        assert_eq!((budget.reserved(), budget.0.reserved.lock().by_client.len()), (0, 0));
    }

    #[test]
    fn secrets_and_streams_leave_budget_for_transfers() {
        let budget = ByteBudget::new(100, 400);
        let a = ClientKey::new("person", "a");
        let secrets = budget.reserve(&a, Purpose::Secret, 25).unwrap();
        assert_eq!(budget.reserve(&a, Purpose::Secret, 1).unwrap_err(), Overload::Service);
        let streams = budget.reserve(&a, Purpose::Stream, 50).unwrap();
        assert_eq!(budget.reserve(&a, Purpose::Stream, 1).unwrap_err(), Overload::Service);
        let _transfers = budget.reserve(&a, Purpose::Transfer, 25).unwrap();
        drop((secrets, streams));
        let _more = budget.reserve(&a, Purpose::Stream, 50).unwrap();
    }

    #[test]
    fn keys_of_different_kinds_differ() {
        assert_ne!(ClientKey::new("person", "a"), ClientKey::new("client", "a"));
        assert_eq!(ClientKey::of_address("127.0.0.1".parse().ok()).to_string(), "address 127.0.0.1");
        assert_eq!(ClientKey::of_address(None).to_string(), "address unknown");
    }
}
