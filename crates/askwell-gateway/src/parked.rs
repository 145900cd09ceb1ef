//! Calls that wait for a person longer than their client does. The same call of the same principal
//! finds them again.
//!
//! Bounded in number and time: a call that no client fetches is cancelled at its server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use askwell_engine::Records;
use askwell_mcp::elicit::RequestDigest;
use askwell_mcp::server::{Call, Failure};
use askwell_mcp::wire::{ErrorCode, RpcError};
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::exchange::Exchange;
use crate::lost_calls;

/// What identifies a call: principal, method and params.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ParkedKey {
    principal: Arc<str>,
    digest: RequestDigest,
}

impl ParkedKey {
    pub(crate) fn of(call: &Call) -> Self {
        ParkedKey { principal: call.principal().into(), digest: call.digest() }
    }

    /// Returns the key as text, for records.
    pub(crate) fn to_text(&self) -> String {
        self.digest.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The parked calls of a gateway.
pub(crate) struct ParkedCalls {
    calls: Arc<Mutex<HashMap<ParkedKey, ParkedEntry>>>,
    /// The number of calls, so that most calls need not look.
    count: Arc<AtomicUsize>,
    most: usize,
    longest: Duration,
    next: AtomicUsize,
    records: Records,
}

struct ParkedEntry {
    /// Distinguishes this call from a later one with the same key.
    number: usize,
    /// Takes the exchange from the task that attends it.
    hand_over: oneshot::Sender<oneshot::Sender<Exchange>>,
}

impl ParkedCalls {
    pub(crate) fn new(most: usize, longest: Duration, records: Records) -> Self {
        ParkedCalls {
            calls: Arc::default(),
            count: Arc::default(),
            most,
            longest,
            next: AtomicUsize::new(0),
            records,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count.load(Ordering::Acquire) == 0
    }

    /// Parks an exchange, and waits until that is recorded, so that a crash cannot forget what the
    /// client is told. An earlier exchange with the same key is given up. Dropping the future loses
    /// nothing.
    ///
    /// # Errors
    /// When too many calls are parked. The exchange is cancelled.
    pub(crate) async fn park(&self, exchange: Exchange) -> Result<(), Failure> {
        let key = exchange.key();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (hand_over, asked) = oneshot::channel();
        {
            let mut calls = self.calls.lock();
            if calls.len() >= self.most && !calls.contains_key(&key) {
                let text = "too many calls wait for people already; answer some of the open questions first";
                return Err(Failure::Rpc(RpcError::new(ErrorCode::BUSY, text)));
            }
            tracing::debug!(server = &**exchange.server(), "a call is parked until its question is answered");
            calls.insert(key.clone(), ParkedEntry { number, hand_over });
            self.count.store(calls.len(), Ordering::Release);
        }
        let (calls, count, longest) = (Arc::clone(&self.calls), Arc::clone(&self.count), self.longest);
        let records = self.records.clone();
        let (recorded, is_recorded) = oneshot::channel();
        tokio::spawn(async move {
            let name = key.to_text();
            lost_calls::record(&records, &name).await;
            // The client may have left.
            let _ = recorded.send(());
            attend(exchange, asked, longest).await;
            lost_calls::forget(&records, &name).await;
            let mut calls = calls.lock();
            if calls.get(&key).is_some_and(|entry| entry.number == number) {
                calls.remove(&key);
            }
            count.store(calls.len(), Ordering::Release);
        });
        // The task answers, or the process ends.
        let _ = is_recorded.await;
        Ok(())
    }

    /// Takes the parked exchange of an equal call, if there is one.
    pub(crate) async fn take(&self, call: &Call) -> Option<Exchange> {
        if self.is_empty() {
            return None;
        }
        let entry = {
            let mut calls = self.calls.lock();
            let entry = calls.remove(&ParkedKey::of(call));
            self.count.store(calls.len(), Ordering::Release);
            entry?
        };
        let (sender, exchange) = oneshot::channel();
        entry.hand_over.send(sender).ok()?;
        exchange.await.ok()
    }
}

/// Goes on with an exchange until a client fetches it, or the time is over.
async fn attend(
    mut exchange: Exchange,
    asked: oneshot::Receiver<oneshot::Sender<Exchange>>,
    longest: Duration,
) {
    let fetched = tokio::select! {
        biased;
        fetched = asked => fetched.ok(),
        () = exchange.go_on() => None,
        () = tokio::time::sleep(longest) => None,
    };
    if let Some(fetched) = fetched {
        // A client that left while it fetched the call does not need it.
        let _ = fetched.send(exchange);
    }
}
