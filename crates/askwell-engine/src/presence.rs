//! Which clients are there. What only a client itself can answer, or was asked with [`OnDisconnect::Abandon`], is
//! abandoned when the client goes for good.
//!
//! A client that was never seen by this process has its grace time from the start on: after a restart, or
//! when another process asked on its behalf.

use std::time::Duration;

use askwell_lifecycle::{Audience, ClientId, Elicitation, OnDisconnect, Scope, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::engine::Engine;
use crate::store::StoreError;

/// Who is there, and until when the others are expected back.
#[derive(Debug)]
pub(crate) struct Presence {
    grace: Duration,
    started: Timestamp,
    clients: Mutex<HashMap<ClientId, Attendance>>,
}

#[derive(Debug, Clone, Copy)]
enum Attendance {
    /// Holds so many leases, and is expected back until then when it has left.
    Here { leases: usize, until: Timestamp },
    /// Holds none, and is expected back until then.
    Until(Timestamp),
}

/// While one of these is held, the client is there.
#[derive(Debug)]
#[must_use = "the client is gone as soon as this is dropped"]
pub struct Lease {
    engine: Engine,
    client: ClientId,
}

impl Presence {
    pub(crate) fn new(grace: Duration, started: Timestamp) -> Self {
        Presence { grace, started, clients: Mutex::default() }
    }

    /// Whether a client is there, or may still come back.
    pub(crate) fn is_expected(&self, client: &ClientId) -> bool {
        self.clients.lock().contains_key(client)
    }

    /// When clients that nobody has seen since the start are given up.
    pub(crate) fn first_scan(&self) -> Timestamp {
        self.started + self.grace
    }

    /// When the next client is given up.
    pub(crate) fn next_gone(&self) -> Option<Timestamp> {
        let clients = self.clients.lock();
        let gone = clients.values().filter_map(|attendance| match attendance {
            Attendance::Until(until) => Some(*until),
            Attendance::Here { .. } => None,
        });
        gone.min()
    }

    /// Those whose grace time is over. They are forgotten here.
    pub(crate) fn gone_for_good(&self, now: Timestamp) -> Vec<ClientId> {
        let is_over =
            |attendance: &Attendance| matches!(attendance, Attendance::Until(until) if *until <= now);
        self.clients
            .lock()
            .extract_if(|_, attendance| is_over(attendance))
            .map(|(client, _)| client)
            .collect()
    }

    /// Remembers one again that was given up, whose elicitations could not be: they will be tried again.
    pub(crate) fn give_up_later(&self, client: ClientId, now: Timestamp) {
        self.clients.lock().entry(client).or_insert(Attendance::Until(now));
    }

    /// Forgets a client, whatever leases it holds.
    fn forget(&self, client: &ClientId) {
        self.clients.lock().remove(client);
    }

    /// Gives a client that is away its grace time anew.
    fn renew(&self, client: &ClientId, now: Timestamp) {
        if let Some(Attendance::Until(until)) = self.clients.lock().get_mut(client) {
            *until = (*until).max(now + self.grace);
        }
    }

    /// A client that asks something only it can answer has been there a moment ago.
    pub(crate) fn glimpse(&self, client: &ClientId, now: Timestamp) -> Timestamp {
        self.expect(client, now + self.grace)
    }

    /// Expects a client until then, or longer if it was expected longer; returns until when at least.
    fn expect(&self, client: &ClientId, until: Timestamp) -> Timestamp {
        let mut clients = self.clients.lock();
        match clients.entry_ref(client).or_insert(Attendance::Until(until)) {
            Attendance::Until(known) | Attendance::Here { until: known, .. } => *known = until.max(*known),
        }
        until
    }

    fn arrive(&self, client: &ClientId) {
        let mut clients = self.clients.lock();
        let attendance = clients.entry_ref(client).or_insert(Attendance::Until(Timestamp::default()));
        *attendance = match *attendance {
            Attendance::Here { leases, until } => Attendance::Here { leases: leases + 1, until },
            Attendance::Until(until) => Attendance::Here { leases: 1, until },
        };
    }

    fn leave(&self, client: &ClientId, now: Timestamp) -> Timestamp {
        let mut gone = now + self.grace;
        if let Some(attendance) = self.clients.lock().get_mut(client) {
            *attendance = match *attendance {
                Attendance::Here { leases, until } if leases > 1 => {
                    Attendance::Here { leases: leases - 1, until }
                }
                Attendance::Here { until, .. } | Attendance::Until(until) => {
                    gone = gone.max(until);
                    Attendance::Until(gone)
                }
            };
        }
        gone
    }
}

impl Engine {
    /// Says that a client is there, for as long as the lease is held.
    pub fn attend(&self, client: impl Into<ClientId>) -> Lease {
        let client = client.into();
        self.shared.presence.arrive(&client);
        Lease { engine: self.clone(), client }
    }

    /// Says that a client comes back, until then at the latest, if it leaves or has left: for clients that hold no connection
    /// between two calls. What depends on it is not abandoned before.
    pub fn expect(&self, client: &ClientId, until: Timestamp) {
        self.shared.alarm.ring_by(self.shared.presence.expect(client, until));
    }

    /// Says that a client has been heard of: one that is away gets its grace time anew.
    pub fn renew_presence(&self, client: &ClientId) {
        self.shared.presence.renew(client, self.shared.clock.now());
    }

    /// Says that a client has gone and cannot come back: abandons at once what depends on it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn disconnect(&self, client: impl Into<ClientId>) -> Result<(), StoreError> {
        let client = client.into();
        self.shared.presence.forget(&client);
        self.shared.abandon_all(Scope::Client(client)).await
    }
}

/// Whether an elicitation ends when its client goes away.
pub(crate) fn depends_on_client(elicitation: &Elicitation) -> bool {
    elicitation.audience == Audience::ClientOnly || elicitation.on_disconnect == OnDisconnect::Abandon
}

impl Drop for Lease {
    fn drop(&mut self) {
        let shared = &self.engine.shared;
        let until = shared.presence.leave(&self.client, shared.clock.now());
        shared.alarm.ring_by(until);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::{ClientId, Timestamp};

    use super::Presence;

    #[test]
    fn clients_come_and_go_and_leave_no_trace() {
        let at = Timestamp::from_millis;
        let presence = Presence::new(Duration::from_millis(10), at(0));
        let clients: Vec<ClientId> = (0..100).map(|number| ClientId::from(&*number.to_string())).collect();
        for client in &clients {
            presence.arrive(client);
            presence.arrive(client);
            assert_eq!(presence.glimpse(client, at(1)), at(11));
        }
        assert_eq!((presence.next_gone(), presence.gone_for_good(at(1_000)).len()), (None, 0));
        for client in &clients {
            presence.leave(client, at(20));
        }
        assert_eq!(presence.next_gone(), None, "each holds another lease");
        for client in &clients {
            assert_eq!(presence.leave(client, at(30)), at(40));
            presence.arrive(client);
            presence.leave(client, at(40));
        }
        assert_eq!(presence.next_gone(), Some(at(50)));
        assert_eq!(presence.glimpse(&ClientId::from("0"), at(45)), at(55));
        assert_eq!(presence.gone_for_good(at(49)), []);
        assert_eq!(presence.gone_for_good(at(50)).len(), 99);
        assert!(presence.is_expected(&ClientId::from("0")) && !presence.is_expected(&ClientId::from("1")));
        assert_eq!(presence.gone_for_good(at(55)).len(), 1);
        assert!(presence.clients.lock().is_empty());
    }

    #[test]
    fn client_that_is_expected_longer_than_its_grace_time_is_not_given_up_before() {
        let at = Timestamp::from_millis;
        let presence = Presence::new(Duration::from_millis(10), at(0));
        let client = ClientId::from("a");
        presence.arrive(&client);
        presence.expect(&client, at(100));
        assert_eq!(presence.leave(&client, at(20)), at(100));
        assert_eq!(presence.gone_for_good(at(99)), []);
        assert_eq!(presence.gone_for_good(at(100)), [client]);
    }
}
