//! Counts the requests and streams that are under way, in total and for each client.
//!
//! No client can have more than three quarters of all, and the last eighth is for clients with little under way. A request
//! counts from [`Load::admit`] until its [`Admission`] is dropped. Waits for nothing: a request beyond a limit is refused.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use metrics::counter;
use parking_lot::Mutex;

use crate::budget::{ClientKey, Overload};

/// Refusals are logged once in this time, with their number.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// A client with fewer requests under way is admitted even when little is left.
const FEW: usize = 8;

/// How long a request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A call, a page or a file: it ends by itself, though a long poll may take a while.
    Call,
    /// An event stream: it goes on until the client or the server ends it.
    Stream,
}

/// How many requests may be under way at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadLimits {
    /// Requests of all clients.
    pub total: usize,
    /// Requests of one client, streams included.
    pub per_client: usize,
    /// Streams of one client.
    pub streams_per_client: usize,
}

/// The requests under way at a server. Clones share them.
#[derive(Debug, Clone)]
pub struct Load(Arc<LoadState>);

#[derive(Debug)]
struct LoadState {
    limits: LoadLimits,
    state: Mutex<LoadCounts>,
}

#[derive(Debug, Default)]
struct LoadCounts {
    total: usize,
    by_client: HashMap<ClientKey, ClientCounts>,
    logged: Option<Instant>,
    unlogged: u64,
}

#[derive(Debug, Default, Clone, Copy)]
struct ClientCounts {
    requests: usize,
    streams: usize,
}

/// A request that is under way. Dropping it ends it.
#[derive(Debug)]
pub struct Admission {
    load: Load,
    client: ClientKey,
    work: Work,
}

impl LoadLimits {
    /// The limits of a server with this many connections. The share of a client is at most three quarters of them.
    #[must_use]
    pub fn new(connections: usize, per_client: usize, streams_per_client: usize) -> Self {
        let most = (connections - connections / 4).max(1);
        LoadLimits {
            total: connections.max(1),
            per_client: per_client.clamp(1, most),
            streams_per_client: streams_per_client.clamp(1, most),
        }
    }
}

impl Load {
    /// A server at which nothing is under way.
    #[must_use]
    pub fn new(limits: LoadLimits) -> Self {
        Load(Arc::new(LoadState { limits, state: Mutex::default() }))
    }

    /// Admits a request of a client.
    ///
    /// # Errors
    /// When the client, or all of them together, have too much under way. The refusal is counted and logged.
    pub fn admit(&self, client: &ClientKey, work: Work) -> Result<Admission, Overload> {
        let limits = &self.0.limits;
        let mut state = self.0.state.lock();
        let of_client = state.by_client.get(client).copied().unwrap_or_default();
        let has_too_many = of_client.requests >= limits.per_client
            || (work == Work::Stream && of_client.streams >= limits.streams_per_client);
        // The last eighth is for clients that have little under way.
        let is_scarce = state.total >= limits.total - limits.total / 8;
        let refused = if has_too_many {
            Some(Overload::Client)
        } else if state.total >= limits.total || (is_scarce && of_client.requests >= FEW) {
            Some(Overload::Service)
        } else {
            None
        };
        if let Some(overload) = refused {
            let told = state.count_refusal(Instant::now());
            drop(state);
            let reason = if overload == Overload::Client { "client" } else { "service" };
            counter!("askwell_http_refused_total", "reason" => reason).increment(1);
            if let Some(refused) = told {
                tracing::warn!(%client, refused, "requests were refused: {overload}");
            }
            return Err(overload);
        }
        state.total += 1;
        let of_client = state.by_client.entry(client.clone()).or_default();
        of_client.requests += 1;
        of_client.streams += usize::from(work == Work::Stream);
        Ok(Admission { load: self.clone(), client: client.clone(), work })
    }
}

impl LoadCounts {
    /// Returns how many refusals to log now; `None` if the last log is recent.
    fn count_refusal(&mut self, now: Instant) -> Option<u64> {
        self.unlogged += 1;
        if self.logged.is_some_and(|logged| now.duration_since(logged) < LOG_EVERY) {
            return None;
        }
        self.logged = Some(now);
        Some(std::mem::take(&mut self.unlogged))
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut state = self.load.0.state.lock();
        state.total = state.total.saturating_sub(1);
        if let Some(of_client) = state.by_client.get_mut(&self.client) {
            of_client.requests = of_client.requests.saturating_sub(1);
            of_client.streams = of_client.streams.saturating_sub(usize::from(self.work == Work::Stream));
            if of_client.requests == 0 {
                state.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Load, LoadCounts, LoadLimits, Work};
    use crate::budget::{ClientKey, Overload};

    #[test]
    fn one_client_cannot_use_all_requests() {
        let load = Load::new(LoadLimits::new(80, 1_000, 20));
        let [a, b, c] = ["a", "b", "c"].map(|name| ClientKey::new("person", name));
        let streams: Vec<_> = std::iter::from_fn(|| load.admit(&a, Work::Stream).ok()).collect();
        assert_eq!(streams.len(), 20);
        let calls: Vec<_> = std::iter::from_fn(|| load.admit(&a, Work::Call).ok()).collect();
        assert_eq!(calls.len(), 40, "no more than three quarters of all");
        assert_eq!(load.admit(&a, Work::Call).unwrap_err(), Overload::Client);
        let others: Vec<_> = std::iter::from_fn(|| load.admit(&b, Work::Call).ok()).collect();
        assert_eq!(others.len(), 10, "the last eighth is for those who have little");
        assert_eq!(load.admit(&b, Work::Call).unwrap_err(), Overload::Service);
        let few: Vec<_> = std::iter::from_fn(|| load.admit(&c, Work::Call).ok()).collect();
        assert_eq!(few.len(), 8);
        drop((streams, calls, others, few));
        let left = load.0.state.lock().by_client.len();
        assert_eq!((load.0.state.lock().total, left), (0, 0));
        assert!(load.admit(&a, Work::Stream).is_ok());
    }

    #[test]
    fn refusals_are_logged_once_in_ten_seconds_with_their_number() {
        let mut state = LoadCounts::default();
        let start = Instant::now();
        assert_eq!(state.count_refusal(start), Some(1));
        for _ in 0..5 {
            assert_eq!(state.count_refusal(start + Duration::from_secs(1)), None);
        }
        assert_eq!(state.count_refusal(start + Duration::from_secs(11)), Some(6));
    }
}
