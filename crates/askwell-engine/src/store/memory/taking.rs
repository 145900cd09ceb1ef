//! Taking answers, and forgetting what has been taken.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{ClientId, ElicitationId, State, UpToTwo};

use super::{Kept, MemoryStore};
use crate::store::{Change, Verdict};

/// How long an answer that nobody takes is kept by a store that keeps only the newest.
const UNTAKEN: Duration = Duration::from_secs(10 * 60);

/// So many changes are kept for each elicitation that is.
const CHANGES_EACH: usize = 4;

/// What has been taken, the oldest first, and how much of it is kept.
#[derive(Debug)]
pub(super) struct Transient {
    most: usize,
    taken: VecDeque<ElicitationId>,
}

impl MemoryStore {
    /// An empty store that keeps the newest `most` elicitations whose answer was taken, four changes for each, and
    /// closed ones that nobody takes for ten minutes: for servers that ask much and remember little.
    #[must_use]
    pub fn transient(most: usize) -> Self {
        let store = MemoryStore::new();
        store.kept.lock().transient = Some(Transient { most, taken: VecDeque::new() });
        store
    }
}

impl Kept {
    pub(super) fn take(
        &mut self,
        id: ElicitationId,
        client: &ClientId,
        key: &Arc<str>,
        changes: UpToTwo<Change>,
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

    /// Forgets the oldest of what was taken, if that is too much.
    fn forget_taken(&mut self, id: ElicitationId) {
        let Some(transient) = &mut self.transient else { return };
        transient.taken.push_back(id);
        let (most, too_many) = (transient.most, transient.taken.len() > transient.most);
        let oldest = if too_many { transient.taken.pop_front() } else { None };
        oldest.into_iter().for_each(|oldest| self.forget(oldest));
        self.log.keep_newest(most.saturating_mul(CHANGES_EACH));
    }

    /// Forgets what was closed long ago and never taken, counted from the newest change.
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
