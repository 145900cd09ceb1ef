//! Tracks which clients are connected. Elicitations that only their client can answer, or that were created
//! with [`OnDisconnect::Abandon`], are abandoned when the client stays away longer than the grace time.
//!
//! The grace time of a client that never connected to this process begins when the engine starts: the client
//! may come back after a restart, or another process may have asked for it.
//!
//! On a store that several nodes share, each expected client has a lease in the store, so that another node
//! abandons the elicitations of clients whose node is lost.

mod leases;

use std::time::Duration;

use askwell_lifecycle::{Audience, ClientId, Elicitation, OnDisconnect, Scope, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::engine::Engine;
use crate::store::StoreError;
use leases::LeaseSchedule;

/// The connected clients, and until when the others are expected.
#[derive(Debug)]
pub(crate) struct Presence {
    grace: Duration,
    started: Timestamp,
    clients: Mutex<HashMap<ClientId, ClientPresence>>,
    /// When the leases of clients are written to a shared store.
    schedule: Mutex<LeaseSchedule>,
}

#[derive(Debug, Clone, Copy)]
enum ClientPresence {
    /// Holds leases. Once it has none, it is expected until then at least.
    Connected { leases: usize, until: Timestamp },
    /// Holds no lease, and is expected until then.
    Expected(Timestamp),
}

/// Keeps a client present. Dropping the last lease of a client starts its grace time.
#[derive(Debug)]
#[must_use = "the client is gone as soon as this is dropped"]
pub struct Lease {
    engine: Engine,
    client: ClientId,
}

impl Presence {
    pub(crate) fn new(grace: Duration, started: Timestamp) -> Self {
        Presence { grace, started, clients: Mutex::default(), schedule: Mutex::default() }
    }

    /// Returns whether a client is connected or expected.
    pub(crate) fn is_expected(&self, client: &ClientId) -> bool {
        self.clients.lock().contains_key(client)
    }

    /// Returns when clients that never connected are given up.
    pub(crate) fn first_scan(&self) -> Timestamp {
        self.started + self.grace
    }

    /// Returns when the next grace time ends.
    pub(crate) fn next_expiry(&self) -> Option<Timestamp> {
        let clients = self.clients.lock();
        let gone = clients.values().filter_map(|presence| match presence {
            ClientPresence::Expected(until) => Some(*until),
            ClientPresence::Connected { .. } => None,
        });
        gone.min()
    }

    /// Removes and returns the clients whose grace time is over.
    pub(crate) fn take_expired(&self, now: Timestamp) -> Vec<ClientId> {
        let is_over =
            |presence: &ClientPresence| matches!(presence, ClientPresence::Expected(until) if *until <= now);
        self.clients.lock().extract_if(|_, presence| is_over(presence)).map(|(client, _)| client).collect()
    }

    /// Puts a client back whose elicitations could not be abandoned, to try again.
    pub(crate) fn requeue(&self, client: ClientId, now: Timestamp) {
        self.clients.lock().entry(client).or_insert(ClientPresence::Expected(now));
    }

    /// Removes a client with all its leases.
    fn forget(&self, client: &ClientId) {
        self.clients.lock().remove(client);
    }

    /// Restarts the grace time of a client that is not connected.
    fn renew(&self, client: &ClientId, now: Timestamp) {
        if let Some(ClientPresence::Expected(until)) = self.clients.lock().get_mut(client) {
            *until = (*until).max(now + self.grace);
        }
    }

    /// Expects a client, which has just asked, for the grace time. Returns until when.
    pub(crate) fn expect_within_grace(&self, client: &ClientId, now: Timestamp) -> Timestamp {
        self.expect(client, now + self.grace)
    }

    /// Expects a client until then, or longer if it was expected longer. Returns `until`.
    fn expect(&self, client: &ClientId, until: Timestamp) -> Timestamp {
        let mut clients = self.clients.lock();
        if !clients.contains_key(client) {
            self.schedule.lock().has_new = true;
        }
        match clients.entry_ref(client).or_insert(ClientPresence::Expected(until)) {
            ClientPresence::Expected(known) | ClientPresence::Connected { until: known, .. } => {
                *known = until.max(*known);
            }
        }
        until
    }

    fn add_lease(&self, client: &ClientId) {
        let mut clients = self.clients.lock();
        if !clients.contains_key(client) {
            self.schedule.lock().has_new = true;
        }
        let presence = clients.entry_ref(client).or_insert(ClientPresence::Expected(Timestamp::default()));
        *presence = match *presence {
            ClientPresence::Connected { leases, until } => {
                ClientPresence::Connected { leases: leases + 1, until }
            }
            ClientPresence::Expected(until) => ClientPresence::Connected { leases: 1, until },
        };
    }

    fn remove_lease(&self, client: &ClientId, now: Timestamp) -> Timestamp {
        let mut gone = now + self.grace;
        if let Some(presence) = self.clients.lock().get_mut(client) {
            *presence = match *presence {
                ClientPresence::Connected { leases, until } if leases > 1 => {
                    ClientPresence::Connected { leases: leases - 1, until }
                }
                ClientPresence::Connected { until, .. } | ClientPresence::Expected(until) => {
                    gone = gone.max(until);
                    ClientPresence::Expected(gone)
                }
            };
        }
        gone
    }
}

impl Engine {
    /// Marks a client as connected while the lease is held.
    pub fn lease_presence(&self, client: impl Into<ClientId>) -> Lease {
        let client = client.into();
        self.shared.presence.add_lease(&client);
        Lease { engine: self.clone(), client }
    }

    /// Expects a client until then, for clients that hold no connection between calls. Elicitations that
    /// depend on it are not abandoned before.
    pub fn expect_client(&self, client: &ClientId, until: Timestamp) {
        self.shared.driver_waker.wake_by(self.shared.presence.expect(client, until));
    }

    /// Restarts the grace time of a client that is not connected.
    pub fn renew_presence(&self, client: &ClientId) {
        self.shared.presence.renew(client, self.shared.clock.now());
    }

    /// Marks a client as gone for good, and abandons the elicitations that depend on it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn disconnect(&self, client: impl Into<ClientId>) -> Result<(), StoreError> {
        let client = client.into();
        self.shared.presence.forget(&client);
        self.shared.abandon_all(Scope::Client(client)).await
    }
}

/// Returns whether an elicitation is abandoned when its client disconnects.
pub(crate) fn depends_on_client(elicitation: &Elicitation) -> bool {
    elicitation.audience == Audience::ClientOnly || elicitation.on_disconnect == OnDisconnect::Abandon
}

impl Drop for Lease {
    fn drop(&mut self) {
        let shared = &self.engine.shared;
        let until = shared.presence.remove_lease(&self.client, shared.clock.now());
        shared.driver_waker.wake_by(until);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::{ClientId, Timestamp};

    use super::Presence;

    #[test]
    fn expired_clients_are_removed() {
        let at = Timestamp::from_millis;
        let presence = Presence::new(Duration::from_millis(10), at(0));
        let clients: Vec<ClientId> = (0..100).map(|number| ClientId::from(&*number.to_string())).collect();
        for client in &clients {
            presence.add_lease(client);
            presence.add_lease(client);
            assert_eq!(presence.expect_within_grace(client, at(1)), at(11));
        }
        assert_eq!((presence.next_expiry(), presence.take_expired(at(1_000)).len()), (None, 0));
        for client in &clients {
            presence.remove_lease(client, at(20));
        }
        assert_eq!(presence.next_expiry(), None, "each holds another lease");
        for client in &clients {
            assert_eq!(presence.remove_lease(client, at(30)), at(40));
            presence.add_lease(client);
            presence.remove_lease(client, at(40));
        }
        assert_eq!(presence.next_expiry(), Some(at(50)));
        assert_eq!(presence.expect_within_grace(&ClientId::from("0"), at(45)), at(55));
        assert_eq!(presence.take_expired(at(49)), []);
        assert_eq!(presence.take_expired(at(50)).len(), 99);
        assert!(presence.is_expected(&ClientId::from("0")) && !presence.is_expected(&ClientId::from("1")));
        assert_eq!(presence.take_expired(at(55)).len(), 1);
        assert!(presence.clients.lock().is_empty());
    }

    #[test]
    fn expected_client_does_not_expire_before_the_expected_time() {
        let at = Timestamp::from_millis;
        let presence = Presence::new(Duration::from_millis(10), at(0));
        let client = ClientId::from("a");
        presence.add_lease(&client);
        presence.expect(&client, at(100));
        assert_eq!(presence.remove_lease(&client, at(20)), at(100));
        assert_eq!(presence.take_expired(at(99)), []);
        assert_eq!(presence.take_expired(at(100)), [client]);
    }
}
