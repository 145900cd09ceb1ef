//! What was closed a moment ago, in memory: those who wait for it are about to look.
//!
//! Whoever closed it puts it here, so that the thread that everybody waits for need not. Only what is small, and has
//! no secrets: these stay in memory no longer than somebody holds on to them. What is not here is in the file.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_lifecycle::{Elicitation, ElicitationId, State, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::committer::Prepared;

/// So many are kept.
const AT_HAND: usize = 1024;

/// Records up to this size are small.
const SMALL: usize = 16 << 10;

/// The last ones to be closed.
#[derive(Debug, Default)]
pub(crate) struct JustClosed(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    by_id: HashMap<ElicitationId, Arc<Elicitation>>,
    order: VecDeque<ElicitationId>,
    /// What was closed before may have been purged.
    purged_before: Timestamp,
}

impl JustClosed {
    pub(crate) fn get(&self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        self.0.lock().by_id.get(&id).cloned()
    }

    /// Takes in what has been written, if it is closed, small and without secrets.
    pub(crate) fn add(&self, written: &Prepared) {
        let Prepared::State(written) = written else { return };
        let State::Closed(closed) = &written.elicitation.state else { return };
        if written.encoded.secrets.is_some() || written.encoded.record.len() > SMALL {
            return;
        }
        let elicitation = Arc::clone(&written.elicitation);
        let mut kept = self.0.lock();
        if closed.at < kept.purged_before {
            return;
        }
        kept.order.push_back(elicitation.id);
        kept.by_id.insert(elicitation.id, elicitation);
        let oldest = if kept.order.len() > AT_HAND { kept.order.pop_front() } else { None };
        let gone = oldest.and_then(|oldest| kept.by_id.remove(&oldest));
        drop(kept);
        drop(gone);
    }

    /// Forgets what may be purged, before it is.
    pub(crate) fn forget(&self, closed_before: Timestamp) {
        let mut kept = self.0.lock();
        let Kept { by_id, order, purged_before } = &mut *kept;
        *purged_before = closed_before.max(*purged_before);
        let stays =
            |one: &Elicitation| matches!(&one.state, State::Closed(closed) if closed.at >= *purged_before);
        by_id.retain(|_, one| stays(one));
        order.retain(|id| by_id.contains_key(id));
    }
}
