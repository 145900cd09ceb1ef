//! Taking answers, and the retention of transient stores.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{ClientId, ElicitationId, ShortList, State};

use super::{MemoryState, MemoryStore};
use crate::store::{Change, Verdict};

/// How long a transient store keeps an answer that no call takes.
const UNTAKEN: Duration = Duration::from_secs(10 * 60);

/// How many changes are kept for each elicitation.
const CHANGES_EACH: usize = 4;

/// The elicitations whose answer was taken, oldest first, and how many are kept.
#[derive(Debug)]
pub(super) struct TransientRetention {
    most: usize,
    taken: VecDeque<ElicitationId>,
}

impl MemoryStore {
    /// Creates an empty store for servers that ask often and need no history. It keeps the newest `most`
    /// elicitations whose answer was taken, four changes for each, and answers that no call takes for ten
    /// minutes.
    #[must_use]
    pub fn transient(most: usize) -> Self {
        let store = MemoryStore::new();
        store.state.lock().transient = Some(TransientRetention { most, taken: VecDeque::new() });
        store
    }
}

impl MemoryState {
    pub(super) fn take(
        &mut self,
        id: ElicitationId,
        client: &ClientId,
        key: &Arc<str>,
        changes: ShortList<Change>,
    ) -> Verdict {
        let Some(entry) = self.by_id.get_mut(&id) else { return Verdict::NotFound };
        if matches!(entry.elicitation.state, State::Open(_)) {
            return Verdict::Conflict;
        }
        let keys = self.by_client.get_mut(client).map(|client| &mut client.keys);
        let Some(keys) = keys.filter(|keys| keys.get(key) == Some(&id)) else { return Verdict::NotFound };
        keys.remove(key);
        entry.key = None;
        entry.last_change = self.log.record(changes, entry.last_change);
        self.forget_taken(id);
        Verdict::Committed
    }

    pub(super) fn give_back(&mut self, id: ElicitationId, client: &ClientId, key: Arc<str>) -> Verdict {
        let Some(entry) = self.by_id.get_mut(&id) else { return Verdict::NotFound };
        if matches!(entry.elicitation.state, State::Open(_)) {
            return Verdict::Conflict;
        }
        let Some(client) = self.by_client.get_mut(client) else { return Verdict::NotFound };
        if let Some(other) = client.keys.get(&key) {
            return Verdict::Exists(*other);
        }
        if let Some(old) = entry.key.replace(Arc::clone(&key)) {
            client.keys.remove(&old);
        }
        client.keys.insert(key, id);
        if let Some(transient) = &mut self.transient {
            transient.taken.retain(|taken| *taken != id);
        }
        Verdict::Committed
    }

    /// Removes the oldest taken elicitation if there are too many.
    fn forget_taken(&mut self, id: ElicitationId) {
        let Some(transient) = &mut self.transient else { return };
        transient.taken.push_back(id);
        let (most, too_many) = (transient.most, transient.taken.len() > transient.most);
        let oldest = if too_many { transient.taken.pop_front() } else { None };
        oldest.into_iter().for_each(|oldest| self.forget(oldest));
        self.log.keep_newest(most.saturating_mul(CHANGES_EACH));
    }

    /// Removes an elicitation that was closed too long before the newest change and never taken.
    pub(super) fn forget_untaken(&mut self) {
        let Some(transient) = &self.transient else { return };
        let (most, newest) = (transient.most, self.log.newest_at());
        let oldest = self.closed.first().copied();
        if let Some((at, id)) = oldest
            && at + UNTAKEN < newest
        {
            self.forget(id);
        }
        self.log.keep_newest(most.saturating_mul(CHANGES_EACH));
    }
}
