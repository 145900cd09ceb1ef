//! A cache of elicitations that were closed last, which waiters are about to read.
//!
//! The caller that closed an elicitation adds it, so that the writer thread need not. Holds only small
//! elicitations without secrets, as secrets must not stay in memory. All others are read from the database.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_lifecycle::{Elicitation, ElicitationId, State, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::prepared::PreparedOp;

/// The most cached elicitations.
const MAX_CACHED: usize = 1024;

/// The largest cached elicitation in encoded bytes.
const MAX_CACHED_BYTES: usize = 16 << 10;

/// The elicitations that were closed last.
#[derive(Debug, Default)]
pub(crate) struct ClosedCache(Mutex<ClosedCacheState>);

#[derive(Debug, Default)]
struct ClosedCacheState {
    by_id: HashMap<ElicitationId, Arc<Elicitation>>,
    order: VecDeque<ElicitationId>,
    /// Elicitations closed before this may have been purged.
    purged_before: Timestamp,
}

impl ClosedCache {
    pub(crate) fn get(&self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        self.0.lock().by_id.get(&id).cloned()
    }

    /// Adds a written elicitation, if it is closed, small and without secrets.
    pub(crate) fn add(&self, written: &PreparedOp) {
        let PreparedOp::State(written) = written else { return };
        let State::Closed(closed) = &written.elicitation.state else { return };
        if written.encoded.secrets.is_some() || written.encoded.record.len() > MAX_CACHED_BYTES {
            return;
        }
        let elicitation = Arc::clone(&written.elicitation);
        let mut state = self.0.lock();
        if closed.at < state.purged_before {
            return;
        }
        state.order.push_back(elicitation.id);
        state.by_id.insert(elicitation.id, elicitation);
        let oldest = if state.order.len() > MAX_CACHED { state.order.pop_front() } else { None };
        let gone = oldest.and_then(|oldest| state.by_id.remove(&oldest));
        drop(state);
        drop(gone);
    }

    /// Removes elicitations that are about to be purged.
    pub(crate) fn forget(&self, closed_before: Timestamp) {
        let mut state = self.0.lock();
        let ClosedCacheState { by_id, order, purged_before } = &mut *state;
        *purged_before = closed_before.max(*purged_before);
        let stays =
            |one: &Elicitation| matches!(&one.state, State::Closed(closed) if closed.at >= *purged_before);
        by_id.retain(|_, one| stays(one));
        order.retain(|id| by_id.contains_key(id));
    }
}
