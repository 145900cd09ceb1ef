//! Memory that is lent to clients: what they send and read, secrets between two pages, open streams.
//!
//! One budget for all clients together, and a part of it that one client can have. Each loan is given back when its
//! [`Reservation`] is dropped.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use askwell_lifecycle::Scope;
use parking_lot::Mutex;

use crate::browser::{digest, hex};
use crate::caller::{Caller, Role};

/// The bytes of all clients together, unless settings say otherwise.
pub(crate) const USUAL_BYTES: u64 = 256 << 20;

/// The bytes of one client, unless settings say otherwise.
pub(crate) const USUAL_BYTES_PER_CLIENT: u64 = 64 << 20;

/// Whose memory, connections and streams are counted together: a key's client or person, a page link, or an address
/// where nothing else identifies anybody.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ClientKey(Arc<str>);

impl ClientKey {
    /// The client of a caller of the API.
    pub(crate) fn of_caller(caller: &Caller, address: Option<IpAddr>) -> ClientKey {
        match (&caller.actor.scope, caller.role) {
            (_, Role::Local) => ClientKey::of_address(address),
            (Scope::Client(client), _) => ClientKey(Arc::from(format!("client {client}"))),
            (Scope::Person(person), _) => ClientKey::of_person(person),
            (Scope::Everything, _) => {
                let name = caller.actor.person.as_deref().unwrap_or_default();
                ClientKey(Arc::from(format!("operator {name}")))
            }
        }
    }

    /// A person who has come to the inbox, or shows a key of their own.
    pub(crate) fn of_person(name: &str) -> ClientKey {
        ClientKey(Arc::from(format!("person {name}")))
    }

    /// All who come by one page link. The link itself is not kept.
    pub(crate) fn of_link(token: &str) -> ClientKey {
        let digest = digest(&[b"askwell client", token.as_bytes()]);
        ClientKey(Arc::from(format!("link {}", hex(digest.get(..8).unwrap_or_default()))))
    }

    /// All who come from one address.
    pub(crate) fn of_address(address: Option<IpAddr>) -> ClientKey {
        let name =
            address.map_or_else(|| "address unknown".to_owned(), |address| format!("address {address}"));
        ClientKey(Arc::from(name))
    }
}

impl fmt::Display for ClientKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why somebody gets no more for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Overload {
    /// This client has as much as one client can have.
    #[error("this client has too many requests, streams or bytes under way; let some of them end first")]
    Client,
    /// All clients together have as much as there is.
    #[error("the service has too many requests, streams or bytes under way; try again soon")]
    Service,
}

/// What memory is lent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Bodies on their way, in either direction.
    Transfer,
    /// Secrets between two pages. They stay for long, so that they get a quarter of the budget at most, and of what one
    /// client can have.
    Secret,
    /// Event streams. Likewise, half of it.
    Stream,
}

/// The budget. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct ByteBudget(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    total: u64,
    per_client: u64,
    lent: Mutex<Lent>,
}

#[derive(Debug, Default)]
struct Lent {
    total: u64,
    secrets: u64,
    streams: u64,
    by_client: HashMap<ClientKey, OfClient>,
}

#[derive(Debug, Default, Clone, Copy)]
struct OfClient {
    bytes: u64,
    secrets: u64,
}

/// A loan. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: ByteBudget,
    client: ClientKey,
    purpose: Purpose,
    bytes: u64,
}

impl Default for ByteBudget {
    fn default() -> Self {
        ByteBudget::new(USUAL_BYTES, USUAL_BYTES_PER_CLIENT)
    }
}

impl ByteBudget {
    /// So many bytes for all clients together, and for one of them.
    pub(crate) fn new(total: u64, per_client: u64) -> Self {
        ByteBudget(Arc::new(Inner { total, per_client, lent: Mutex::default() }))
    }

    /// Lends bytes, or says who has too many.
    pub(crate) fn reserve(
        &self,
        client: &ClientKey,
        purpose: Purpose,
        bytes: u64,
    ) -> Result<Reservation, Overload> {
        let mut reservation = Reservation { budget: self.clone(), client: client.clone(), purpose, bytes: 0 };
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// The bytes that are lent.
    #[cfg(test)]
    pub(crate) fn lent(&self) -> u64 {
        self.0.lent.lock().total
    }
}

impl Lent {
    fn of(&mut self, purpose: Purpose) -> Option<&mut u64> {
        match purpose {
            Purpose::Transfer => None,
            Purpose::Secret => Some(&mut self.secrets),
            Purpose::Stream => Some(&mut self.streams),
        }
    }
}

impl Reservation {
    /// Lends more; what was lent before stays, whatever comes of it.
    pub(crate) fn grow(&mut self, more: u64) -> Result<(), Overload> {
        let inner = &self.budget.0;
        let mut lent = inner.lent.lock();
        let mut of_client = lent.by_client.get(&self.client).copied().unwrap_or_default();
        of_client.bytes = of_client.bytes.saturating_add(more);
        if self.purpose == Purpose::Secret {
            of_client.secrets = of_client.secrets.saturating_add(more);
        }
        if of_client.bytes > inner.per_client || of_client.secrets > inner.per_client / 4 {
            return Err(Overload::Client);
        }
        let total = lent.total.saturating_add(more);
        let most = match self.purpose {
            Purpose::Transfer => inner.total,
            Purpose::Secret => inner.total / 4,
            Purpose::Stream => inner.total / 2,
        };
        let of_purpose = lent.of(self.purpose).map_or(total, |of_purpose| of_purpose.saturating_add(more));
        if total > inner.total || of_purpose > most {
            return Err(Overload::Service);
        }
        lent.total = total;
        if let Some(lent) = lent.of(self.purpose) {
            *lent = of_purpose;
        }
        lent.by_client.insert(self.client.clone(), of_client);
        self.bytes = self.bytes.saturating_add(more);
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut lent = self.budget.0.lent.lock();
        lent.total = lent.total.saturating_sub(self.bytes);
        if let Some(lent) = lent.of(self.purpose) {
            *lent = lent.saturating_sub(self.bytes);
        }
        if let Some(of_client) = lent.by_client.get_mut(&self.client) {
            of_client.bytes = of_client.bytes.saturating_sub(self.bytes);
            if self.purpose == Purpose::Secret {
                of_client.secrets = of_client.secrets.saturating_sub(self.bytes);
            }
            if of_client.bytes == 0 {
                lent.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteBudget, ClientKey, Overload, Purpose};

    #[test]
    fn a_client_gets_its_part_and_all_of_them_no_more_than_there_is() {
        let budget = ByteBudget::new(100, 60);
        let [a, b] = ["a", "b"].map(ClientKey::of_person);
        let mut first = budget.reserve(&a, Purpose::Transfer, 50).unwrap();
        assert_eq!(first.grow(11), Err(Overload::Client));
        first.grow(10).unwrap();
        assert_eq!(budget.reserve(&b, Purpose::Transfer, 41).unwrap_err(), Overload::Service);
        let second = budget.reserve(&b, Purpose::Transfer, 40).unwrap();
        drop(first);
        assert_eq!(budget.lent(), 40);
        drop(second);
        assert_eq!((budget.lent(), budget.0.lent.lock().by_client.len()), (0, 0));
    }

    #[test]
    fn what_stays_for_long_leaves_room_for_what_does_not() {
        let budget = ByteBudget::new(100, 400);
        let a = ClientKey::of_person("a");
        let secrets = budget.reserve(&a, Purpose::Secret, 25).unwrap();
        assert_eq!(budget.reserve(&a, Purpose::Secret, 1).unwrap_err(), Overload::Service);
        let streams = budget.reserve(&a, Purpose::Stream, 50).unwrap();
        assert_eq!(budget.reserve(&a, Purpose::Stream, 1).unwrap_err(), Overload::Service);
        let _transfers = budget.reserve(&a, Purpose::Transfer, 25).unwrap();
        drop((secrets, streams));
        let _more = budget.reserve(&a, Purpose::Stream, 50).unwrap();
    }

    #[test]
    fn links_are_told_apart_without_being_kept() {
        let (one, other) = (ClientKey::of_link("aaaa"), ClientKey::of_link("bbbb"));
        assert!(one != other && one == ClientKey::of_link("aaaa"));
        assert!(!one.to_string().contains("aaaa"));
    }
}
