//! Calls that were parked when the gateway's process ended. Their questions and answers are in the
//! store; what their servers had begun is not.
//!
//! A record in the store names each parked call. A record that a new process finds belongs to a lost
//! one.

use askwell_engine::store::{Record, RecordWrite};
use askwell_engine::{Engine, Records, StoreError};
use askwell_mcp::server::{Call, Failure, Reply};
use hashbrown::HashSet;
use parking_lot::Mutex;

use crate::exchange::lost_call;
use crate::gateway::RepeatLostCalls;
use crate::parked::ParkedKey;

const NAMESPACE: &str = "gateway-parked";
/// The most lost calls that are remembered.
const MOST: usize = 1024;

/// The calls that an earlier process lost.
pub(crate) struct LostCalls(Mutex<HashSet<String>>);

impl LostCalls {
    /// Reads which calls an earlier process lost, and forgets them in the store.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn load(engine: &Engine) -> Result<Self, StoreError> {
        let records = engine.records();
        let found = records.list(NAMESPACE, None, MOST).await?;
        let names = found.iter().map(|record| record.key.to_string()).collect();
        let removed = found.into_iter().map(|record| RecordWrite::Remove {
            namespace: NAMESPACE,
            key: record.key,
            expected: record.revision,
        });
        let removed: Vec<_> = removed.collect();
        if !removed.is_empty() {
            records.write(removed).await?;
        }
        Ok(LostCalls(Mutex::new(names)))
    }

    /// Returns whether a call was lost, once.
    pub(crate) fn take(&self, call: &Call) -> bool {
        let mut lost = self.0.lock();
        !lost.is_empty() && lost.remove(&ParkedKey::of(call).to_text())
    }

    /// Decides whether a lost call goes to its server again.
    ///
    /// # Errors
    /// When it does not, or the person is yet to decide.
    pub(crate) async fn settle(&self, rule: RepeatLostCalls, call: &Call) -> Result<(), Failure> {
        match rule {
            RepeatLostCalls::Always => Ok(()),
            RepeatLostCalls::Never => Err(lost_call()),
            RepeatLostCalls::Ask => {
                let text = call.words().text("gate-lost-call", &[("tool", call.name().into())]);
                match call.asker().confirm("askwell-repeat-lost-call", &text).await {
                    Ok(Reply::Accepted(true)) => Ok(()),
                    Ok(_) => Err(lost_call()),
                    Err(error) => {
                        // The repeated call is asked again.
                        self.0.lock().insert(ParkedKey::of(call).to_text());
                        Err(error.into())
                    }
                }
            }
        }
    }
}

/// Records that a call is parked. A failure is logged: the call itself goes on.
pub(crate) async fn record(records: &Records, name: &str) {
    let put = RecordWrite::Put { record: Record::new(NAMESPACE, name, Vec::new()), expected: 0 };
    if let Err(error) = records.write(vec![put]).await {
        tracing::warn!(%error, "a parked call cannot be recorded");
    }
}

/// Forgets a parked call.
pub(crate) async fn forget(records: &Records, name: &str) {
    let found = match records.get(NAMESPACE, name).await {
        Ok(Some(found)) => found,
        Ok(None) => return,
        Err(error) => return tracing::warn!(%error, "a parked call cannot be forgotten"),
    };
    let remove = RecordWrite::Remove { namespace: NAMESPACE, key: found.key, expected: found.revision };
    if let Err(error) = records.write(vec![remove]).await {
        tracing::warn!(%error, "a parked call cannot be forgotten");
    }
}
