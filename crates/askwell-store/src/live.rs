//! What is open, in memory: whoever looks at an open elicitation, counts them or asks what is due never
//! touches the file.
//!
//! Holds only what has been committed. It can be kept in memory because one process has the folder to itself.

pub(crate) mod packing;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroI64;
use std::ops::Bound;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Query;
use askwell_engine::store::rest::{RecentForms, at_rest};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, State, Timestamp};
use hashbrown::HashMap;

use packing::{Packing, Slot};

/// The number of a form in the file. They begin at 1.
pub(crate) type FormNumber = NonZeroI64;

/// Everything that is open.
#[derive(Debug, Default)]
pub(crate) struct Live {
    by_id: BTreeMap<ElicitationId, Entry>,
    packing: Packing,
    by_client: HashMap<ClientId, OfClient>,
    due: BTreeSet<(Timestamp, ElicitationId)>,
    /// In the order of [`Mode::ALL`].
    by_mode: [usize; Mode::ALL.len()],
    recent: RecentForms,
}

/// An open elicitation.
#[derive(Debug)]
struct Entry {
    slot: Slot,
    /// The sequence number of its last change, from which those before it are found.
    last_change: u64,
    form: Option<FormNumber>,
}

/// What a transaction has to know of an elicitation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head {
    pub(crate) revision: u64,
    pub(crate) is_open: bool,
    /// The sequence number of its last change.
    pub(crate) last_change: u64,
    pub(crate) form: Option<FormNumber>,
}

/// An elicitation that has been written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) elicitation: Arc<Elicitation>,
    /// The sequence number of its last change.
    pub(crate) last_change: u64,
    pub(crate) form: Option<FormNumber>,
}

impl Live {
    pub(crate) fn get(&mut self, id: ElicitationId) -> Result<Option<Arc<Elicitation>>, StoreError> {
        let Some(entry) = self.by_id.get_mut(&id) else { return Ok(None) };
        let found = entry.slot.unpack(id, &mut self.packing)?;
        self.note_read(&found);
        Ok(Some(found))
    }

    fn note_read(&mut self, read: &Elicitation) {
        if let Some(unused) = self.recent.note_read(read) {
            self.rest(unused);
        }
    }

    /// Keeps the form of an elicitation as text from now on.
    fn rest(&mut self, id: ElicitationId) {
        if let Some(Entry { slot: Slot::Here(elicitation), .. }) = self.by_id.get_mut(&id)
            && let Some(resting) = at_rest(elicitation)
        {
            *elicitation = resting;
        }
    }

    /// What a transaction has to know.
    pub(crate) fn head(&mut self, id: ElicitationId) -> Result<Option<Head>, StoreError> {
        let Some(entry) = self.by_id.get_mut(&id) else { return Ok(None) };
        let revision = entry.slot.revision(id, &mut self.packing)?;
        let &mut Entry { last_change, form, .. } = entry;
        Ok(Some(Head { revision, is_open: true, last_change, form }))
    }

    pub(crate) fn total(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn by_mode(&self) -> Vec<(Mode, usize)> {
        Mode::ALL.into_iter().map(|(_, mode)| mode).zip(self.by_mode).collect()
    }

    pub(crate) fn of_client(&self, client: &ClientId) -> usize {
        self.by_client.get(client).map_or(0, |client| client.open)
    }

    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.due.first().map(|(at, _)| *at)
    }

    pub(crate) fn due(&mut self, now: Timestamp, limit: usize) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let due = self.due.iter().take_while(|(at, _)| *at <= now).take(limit);
        let unpack = |(_, id): &(Timestamp, ElicitationId)| {
            self.by_id.get_mut(id).map(|entry| entry.slot.unpack(*id, &mut self.packing))
        };
        let due: Vec<_> = due.filter_map(unpack).collect::<Result<_, _>>()?;
        due.iter().for_each(|elicitation| self.note_read(elicitation));
        Ok(due)
    }

    /// Those that match, the newest first.
    pub(crate) fn list(&mut self, query: &Query, limit: usize) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let found = self.find(query, limit)?;
        found.iter().for_each(|elicitation| self.note_read(elicitation));
        Ok(found)
    }

    fn find(&mut self, query: &Query, limit: usize) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let matches = |elicitation: &Elicitation| {
            query.mode.is_none_or(|mode| elicitation.mode == mode)
                && (query.statuses.is_empty() || query.statuses.contains(&elicitation.status()))
        };
        // A slot that cannot be unpacked matches: its error has to be seen.
        let wanted =
            |found: &Result<Arc<Elicitation>, StoreError>| found.as_ref().map_or(true, |one| matches(one));
        let older = (Bound::Unbounded, query.before.map_or(Bound::Unbounded, Bound::Excluded));
        let packing = &mut self.packing;
        match &query.scope {
            Scope::Everything => {
                let open =
                    self.by_id.range_mut(older).rev().map(|(id, entry)| entry.slot.unpack(*id, packing));
                open.filter(wanted).take(limit).collect()
            }
            Scope::Person(person) => {
                // What others are asked stays packed: most of it may be for others.
                let own = self.by_id.range_mut(older).rev().filter_map(|(id, entry)| {
                    entry.slot.admits(person, packing).then(|| entry.slot.unpack(*id, packing))
                });
                own.filter(wanted).take(limit).collect()
            }
            Scope::Client(client) => {
                let ids = self.by_client.get(client).map(|client| client.before(query.before).iter().rev());
                let by_id = &mut self.by_id;
                let unpack =
                    |id: &ElicitationId| by_id.get_mut(id).map(|entry| entry.slot.unpack(*id, packing));
                ids.into_iter().flatten().filter_map(unpack).filter(wanted).take(limit).collect()
            }
        }
    }

    /// Takes in what has been committed.
    pub(crate) fn publish(&mut self, Written { elicitation, last_change, form }: Written) {
        let id = elicitation.id;
        if let State::Closed(_) = elicitation.state {
            self.remove(&elicitation);
            return;
        }
        let due = elicitation.next_due();
        let unused = self.recent.note_written(&elicitation);
        let (client, mode) = (elicitation.client.clone(), elicitation.mode);
        let before = self.by_id.insert(id, Entry { slot: Slot::Here(elicitation), last_change, form });
        if before.is_none() {
            self.by_client.entry(client).or_default().add(id);
            if let Some(open) = self.by_mode.get_mut(mode as usize) {
                *open += 1;
            }
        }
        let was_due = before.and_then(|before| self.packing.next_due(id, before.slot));
        if was_due != due {
            was_due.map(|at| self.due.remove(&(at, id)));
            due.map(|at| self.due.insert((at, id)));
        }
        unused.into_iter().for_each(|id| self.rest(id));
    }

    fn remove(&mut self, closed: &Elicitation) {
        let (id, client) = (closed.id, &closed.client);
        let Some(before) = self.by_id.remove(&id) else { return };
        if let Some(open) = self.by_mode.get_mut(closed.mode as usize) {
            *open = open.saturating_sub(1);
        }
        if let Some(at) = self.packing.next_due(id, before.slot) {
            self.due.remove(&(at, id));
        }
        if let Some(of_client) = self.by_client.get_mut(client) {
            of_client.open = of_client.open.saturating_sub(1);
            if of_client.open == 0 {
                self.by_client.remove(client);
            } else if of_client.ids.len() > 2 * of_client.open + 16 {
                of_client.ids.retain(|id| self.by_id.contains_key(id));
            }
        }
    }
}

/// The open elicitations of one client.
#[derive(Debug, Default)]
struct OfClient {
    open: usize,
    /// Sorted; among them some that are closed, which are taken out when they have become many.
    ids: Vec<ElicitationId>,
}

impl OfClient {
    fn add(&mut self, id: ElicitationId) {
        self.open += 1;
        // Most are newer than all others.
        let place = self.before(Some(id)).len();
        self.ids.insert(place, id);
    }

    fn before(&self, id: Option<ElicitationId>) -> &[ElicitationId] {
        let end = match (id, self.ids.last()) {
            (Some(id), Some(last)) if id <= *last => self.ids.partition_point(|other| *other < id),
            _ => self.ids.len(),
        };
        self.ids.get(..end).unwrap_or_default()
    }
}
