//! Presence on a store that several nodes share.
//!
//! Each node keeps a lease in the store for every client that it expects. Any node may renew it, and its time
//! is the store's. When a node finds it expired twice in a row, it abandons the elicitations of the client: its
//! node is lost, or the client stayed away. Once is not enough: if the clock jumps, all leases look expired until
//! their nodes renew them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{ClientId, Scope, Timestamp};

use super::{ClientPresence, Presence};
use crate::engine::Shared;
use crate::store::{LeaseRequest, StoreError};

/// The names of the leases begin with this; the client follows.
const PREFIX: &str = "presence/";

/// The most leases that one statement renews or reads.
const BATCH: usize = 512;

/// Leases are renewed so many times within the grace time.
const RENEWALS: u32 = 3;

/// When leases are renewed, and when expired ones are looked for.
#[derive(Debug, Default)]
pub(super) struct LeaseSchedule {
    /// Whether there are clients without a lease.
    pub(super) has_new: bool,
    renew_at: Timestamp,
    look_at: Timestamp,
    /// The leases that had expired when this node last looked.
    expired: HashSet<Arc<str>>,
}

impl Presence {
    /// Returns the leases to renew now; none if it is too early.
    fn leases_to_renew(&self, now: Timestamp) -> Vec<LeaseRequest> {
        let clients = self.clients.lock();
        let mut schedule = self.schedule.lock();
        if now < schedule.renew_at && !std::mem::take(&mut schedule.has_new) {
            return Vec::new();
        }
        schedule.has_new = false;
        schedule.renew_at = now + self.interval();
        let requests = clients.iter().filter_map(|(client, presence)| {
            let until = match *presence {
                ClientPresence::Connected { until, .. } => until.max(now + self.grace),
                ClientPresence::Expected(until) => until,
            };
            let duration = now.until(until);
            (duration > Duration::ZERO).then(|| lease_of(client, duration))
        });
        requests.collect()
    }

    /// Returns whether it is time to look for expired leases.
    fn is_time_to_look(&self, now: Timestamp) -> bool {
        let mut schedule = self.schedule.lock();
        let is_time = now >= schedule.look_at;
        if is_time {
            schedule.look_at = now + self.interval();
        }
        is_time
    }

    /// Remembers the expired leases of a look, and returns those that had expired at the last one, too.
    fn expired_twice(&self, expired: HashSet<Arc<str>>) -> Vec<Arc<str>> {
        let twice = expired.intersection(&self.schedule.lock().expired).cloned().collect();
        self.schedule.lock().expired = expired;
        twice
    }

    /// Repeats a renewal that failed with the next look.
    fn renew_again(&self) {
        self.schedule.lock().has_new = true;
    }

    fn interval(&self) -> Duration {
        self.grace / RENEWALS
    }
}

impl Shared {
    /// Renews the leases of the clients that this node expects, and abandons the elicitations of clients that
    /// no node expects any more.
    pub(crate) async fn renew_client_leases(self: &Arc<Self>, now: Timestamp) -> Result<(), StoreError> {
        let requests = self.presence.leases_to_renew(now);
        for batch in requests.chunks(BATCH) {
            self.store.acquire_leases(batch.to_vec()).await.inspect_err(|_| self.presence.renew_again())?;
        }
        if !self.presence.is_time_to_look(now) {
            return Ok(());
        }
        let (mut after, mut expired) = (None, HashSet::new());
        loop {
            let page = self.store.list_leases(Arc::from(PREFIX), after, BATCH).await?;
            let is_last = page.len() < BATCH;
            after = page.last().map(|lease| Arc::clone(&lease.name));
            expired.extend(page.into_iter().filter(|lease| lease.until <= now).map(|lease| lease.name));
            if is_last {
                break;
            }
        }
        for name in self.presence.expired_twice(expired) {
            let Some(client) = name.strip_prefix(PREFIX).map(ClientId::from) else { continue };
            if !self.presence.is_expected(&client) {
                self.abandon_client(client).await?;
            }
        }
        Ok(())
    }

    /// Abandons the elicitations of a client that this node does not expect any more, unless another node
    /// expects it.
    pub(crate) async fn abandon_client(self: &Arc<Self>, client: ClientId) -> Result<(), StoreError> {
        if self.is_shared {
            let name = lease_name(&client);
            let found = self.store.list_leases(Arc::clone(&name), None, 1).await?;
            let now = self.clock.now();
            if found.iter().any(|lease| lease.name == name && lease.until > now) {
                return Ok(());
            }
            self.abandon_all(Scope::Client(client.clone())).await?;
            return self.store.release_leases(vec![name], Arc::from(client.as_str())).await;
        }
        self.abandon_all(Scope::Client(client)).await
    }
}

/// Returns the lease of a client. Its holder is the client, so that every node can renew it.
fn lease_of(client: &ClientId, duration: Duration) -> LeaseRequest {
    LeaseRequest { name: lease_name(client), holder: Arc::from(client.as_str()), duration }
}

fn lease_name(client: &ClientId) -> Arc<str> {
    Arc::from(format!("{PREFIX}{}", client.as_str()))
}
