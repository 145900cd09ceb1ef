//! What is open, in memory: whoever looks at an open elicitation, counts them or asks what is due never
//! touches the file.
//!
//! Holds only what has been committed. It can be kept in memory because one process has the folder to itself.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use askwell_engine::store::Query;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Scope, State, Timestamp};
use hashbrown::HashMap;

/// Everything that is open, and a little of what has just been closed.
#[derive(Debug, Default)]
pub(crate) struct Live {
    by_id: BTreeMap<ElicitationId, Arc<Elicitation>>,
    by_client: HashMap<ClientId, BTreeSet<ElicitationId>>,
    due: BTreeSet<(Timestamp, ElicitationId)>,
    just_closed: JustClosed,
}

/// An elicitation that has been written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) elicitation: Arc<Elicitation>,
    /// Small, and without secrets.
    pub(crate) light: bool,
}

impl Live {
    /// From what was open when the folder was opened, sorted by id: built at once, which is faster and smaller
    /// than one by one.
    pub(crate) fn new(open: Vec<Arc<Elicitation>>) -> Self {
        let mut due: Vec<_> = open.iter().filter_map(|one| Some((one.next_due()?, one.id))).collect();
        due.sort_unstable();
        let mut by_client: HashMap<ClientId, Vec<ElicitationId>> = HashMap::new();
        for elicitation in &open {
            by_client.entry_ref(&elicitation.client).or_default().push(elicitation.id);
        }
        Live {
            by_client: by_client
                .into_iter()
                .map(|(client, ids)| (client, ids.into_iter().collect()))
                .collect(),
            due: due.into_iter().collect(),
            by_id: open.into_iter().map(|elicitation| (elicitation.id, elicitation)).collect(),
            just_closed: JustClosed::default(),
        }
    }

    pub(crate) fn open(&self, id: ElicitationId) -> Option<&Arc<Elicitation>> {
        self.by_id.get(&id)
    }

    /// An open one, or one that was closed a moment ago: those who wait for it are about to look.
    pub(crate) fn get(&self, id: ElicitationId) -> Option<Arc<Elicitation>> {
        self.by_id.get(&id).or_else(|| self.just_closed.by_id.get(&id)).cloned()
    }

    pub(crate) fn total(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn of_client(&self, client: &ClientId) -> usize {
        self.by_client.get(client).map_or(0, BTreeSet::len)
    }

    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.due.first().map(|(at, _)| *at)
    }

    pub(crate) fn due(&self, now: Timestamp, limit: usize) -> Vec<Arc<Elicitation>> {
        let due = self.due.iter().take_while(|(at, _)| *at <= now).take(limit);
        due.filter_map(|(_, id)| self.by_id.get(id).cloned()).collect()
    }

    /// Those that match, the newest first.
    pub(crate) fn list(&self, query: &Query, limit: usize) -> Vec<Arc<Elicitation>> {
        let matches = |elicitation: &&Arc<Elicitation>| {
            query.mode.is_none_or(|mode| elicitation.mode == mode)
                && (query.statuses.is_empty() || query.statuses.contains(&elicitation.status()))
        };
        let older = (
            std::ops::Bound::Unbounded,
            query.before.map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded),
        );
        match &query.scope {
            Scope::Everything => {
                let open = self.by_id.range(older).rev().map(|(_, elicitation)| elicitation);
                open.filter(matches).take(limit).cloned().collect()
            }
            Scope::Client(client) => {
                let ids = self.by_client.get(client).map(|ids| ids.range(older).rev());
                let open = ids.into_iter().flatten().filter_map(|id| self.by_id.get(id));
                open.filter(matches).take(limit).cloned().collect()
            }
        }
    }

    /// Takes in what has been committed. A closed one is kept for a moment if it is `light`: small, and
    /// without secrets, which stay in memory no longer than somebody holds on to them.
    pub(crate) fn publish(&mut self, Written { elicitation, light }: Written) {
        let id = elicitation.id;
        if let State::Closed(_) = elicitation.state {
            self.remove(id);
            if light {
                self.just_closed.push(elicitation);
            }
            return;
        }
        let due = elicitation.next_due();
        let client = elicitation.client.clone();
        let before = self.by_id.insert(id, elicitation);
        if before.is_none() {
            self.by_client.entry(client).or_default().insert(id);
        }
        let was_due = before.and_then(|before| before.next_due());
        if was_due != due {
            was_due.map(|at| self.due.remove(&(at, id)));
            due.map(|at| self.due.insert((at, id)));
        }
    }

    fn remove(&mut self, id: ElicitationId) {
        let Some(before) = self.by_id.remove(&id) else { return };
        if let Some(at) = before.next_due() {
            self.due.remove(&(at, id));
        }
        if let Some(ids) = self.by_client.get_mut(&before.client) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_client.remove(&before.client);
            }
        }
    }

    /// Forgets what has been purged.
    pub(crate) fn forget(&mut self, ids: &[ElicitationId]) {
        for id in ids {
            self.just_closed.by_id.remove(id);
        }
    }
}

/// So many of the last ones to be closed are kept at hand.
const AT_HAND: usize = 1024;

/// The last ones to be closed.
#[derive(Debug, Default)]
struct JustClosed {
    by_id: HashMap<ElicitationId, Arc<Elicitation>>,
    order: VecDeque<ElicitationId>,
}

impl JustClosed {
    fn push(&mut self, elicitation: Arc<Elicitation>) {
        self.order.push_back(elicitation.id);
        self.by_id.insert(elicitation.id, elicitation);
        if self.order.len() > AT_HAND {
            self.order.pop_front().map(|oldest| self.by_id.remove(&oldest));
        }
    }
}
