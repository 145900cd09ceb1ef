//! The index of open elicitations in memory. Reading, counting and finding due elicitations need no database
//! access.
//!
//! Contains committed elicitations only. It can be complete because one process has the folder to itself.

pub(crate) mod packed;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroI64;
use std::ops::Bound;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::dormant::{RecentForms, with_dormant_form};
use askwell_engine::store::{InboxCounts, InboxIndex, InboxKey, InboxPage, InboxQuery, Query};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Scope, State, Timestamp};
use hashbrown::HashMap;

use packed::{PackedArena, Slot};

/// The row number of a form, starting at 1.
pub(crate) type FormNumber = NonZeroI64;

/// All open elicitations.
#[derive(Debug, Default)]
pub(crate) struct OpenIndex {
    by_id: BTreeMap<ElicitationId, OpenEntry>,
    arena: PackedArena,
    by_client: HashMap<ClientId, ClientOpenIds>,
    due: BTreeSet<(Timestamp, ElicitationId)>,
    inbox: InboxIndex,
    /// In the order of [`Mode::ALL`].
    by_mode: [usize; Mode::ALL.len()],
    recent: RecentForms,
}

/// An entry of the index.
#[derive(Debug)]
struct OpenEntry {
    slot: Slot,
    /// The sequence number of its last change, which leads to those before it.
    last_change: u64,
    form: Option<FormNumber>,
}

/// What a transaction needs to know of an elicitation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ElicitationHead {
    pub(crate) revision: u64,
    pub(crate) is_open: bool,
    /// The sequence number of its last change.
    pub(crate) last_change: u64,
    pub(crate) form: Option<FormNumber>,
}

/// An elicitation that a transaction has written.
#[derive(Debug, Clone)]
pub(crate) struct WrittenElicitation {
    pub(crate) elicitation: Arc<Elicitation>,
    /// The sequence number of its last change.
    pub(crate) last_change: u64,
    pub(crate) form: Option<FormNumber>,
}

impl OpenIndex {
    pub(crate) fn get(&mut self, id: ElicitationId) -> Result<Option<Arc<Elicitation>>, StoreError> {
        let Some(entry) = self.by_id.get_mut(&id) else { return Ok(None) };
        let found = entry.slot.unpack(id, &mut self.arena)?;
        self.track_read(&found);
        Ok(Some(found))
    }

    fn track_read(&mut self, read: &Elicitation) {
        if let Some(unused) = self.recent.track_read(read) {
            self.rest(unused);
        }
    }

    /// Replaces the form of an elicitation with its packed text.
    fn rest(&mut self, id: ElicitationId) {
        if let Some(OpenEntry { slot: Slot::Loaded(elicitation), .. }) = self.by_id.get_mut(&id)
            && let Some(resting) = with_dormant_form(elicitation)
        {
            *elicitation = resting;
        }
    }

    /// Returns what a transaction needs to know of an elicitation.
    pub(crate) fn head(&mut self, id: ElicitationId) -> Result<Option<ElicitationHead>, StoreError> {
        let Some(entry) = self.by_id.get_mut(&id) else { return Ok(None) };
        let revision = entry.slot.revision(id, &mut self.arena)?;
        let &mut OpenEntry { last_change, form, .. } = entry;
        Ok(Some(ElicitationHead { revision, is_open: true, last_change, form }))
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
            self.by_id.get_mut(id).map(|entry| entry.slot.unpack(*id, &mut self.arena))
        };
        let due: Vec<_> = due.filter_map(unpack).collect::<Result<_, _>>()?;
        due.iter().for_each(|elicitation| self.track_read(elicitation));
        Ok(due)
    }

    /// Lists elicitations that match, newest first.
    pub(crate) fn list(&mut self, query: &Query, limit: usize) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let found = self.find(query, limit)?;
        found.iter().for_each(|elicitation| self.track_read(elicitation));
        Ok(found)
    }

    /// Lists elicitations that match, the earliest deadline first.
    pub(crate) fn list_inbox(&mut self, query: &InboxQuery) -> Result<InboxPage, StoreError> {
        let (by_id, arena) = (&mut self.by_id, &mut self.arena);
        let mut unpack = |id| by_id.get_mut(&id).map(|entry| entry.slot.unpack(id, arena));
        // An entry that cannot be unpacked matches, so that its error is reported.
        let wanted = |found: &Result<Arc<Elicitation>, StoreError>| {
            found.as_ref().map_or(true, |one| query.matches(one))
        };
        let found = self.inbox.places(query).filter_map(|place| unpack(place.id)).filter(wanted);
        let found: Vec<_> = found.take(query.limit.saturating_add(1)).collect::<Result<_, _>>()?;
        found.iter().for_each(|elicitation| self.track_read(elicitation));
        Ok(InboxPage::of(found, query.limit))
    }

    pub(crate) fn count_inbox(&self, scope: &Scope) -> InboxCounts {
        self.inbox.count(scope)
    }

    fn find(&mut self, query: &Query, limit: usize) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let matches = |elicitation: &Elicitation| {
            query.mode.is_none_or(|mode| elicitation.mode == mode)
                && (query.statuses.is_empty() || query.statuses.contains(&elicitation.status()))
        };
        // An entry that cannot be unpacked matches, so that its error is reported.
        let wanted =
            |found: &Result<Arc<Elicitation>, StoreError>| found.as_ref().map_or(true, |one| matches(one));
        let older = (Bound::Unbounded, query.before.map_or(Bound::Unbounded, Bound::Excluded));
        let arena = &mut self.arena;
        match &query.scope {
            Scope::Everything => {
                let open = self.by_id.range_mut(older).rev().map(|(id, entry)| entry.slot.unpack(*id, arena));
                open.filter(wanted).take(limit).collect()
            }
            Scope::Person(person) => {
                // Elicitations for other people stay packed.
                let own = self.by_id.range_mut(older).rev().filter_map(|(id, entry)| {
                    entry.slot.admits(person, arena).then(|| entry.slot.unpack(*id, arena))
                });
                own.filter(wanted).take(limit).collect()
            }
            Scope::Client(client) => {
                let ids = self.by_client.get(client).map(|client| client.before(query.before).iter().rev());
                let by_id = &mut self.by_id;
                let unpack =
                    |id: &ElicitationId| by_id.get_mut(id).map(|entry| entry.slot.unpack(*id, arena));
                ids.into_iter().flatten().filter_map(unpack).filter(wanted).take(limit).collect()
            }
        }
    }

    /// Applies a committed elicitation.
    pub(crate) fn publish(
        &mut self,
        WrittenElicitation { elicitation, last_change, form }: WrittenElicitation,
    ) {
        let id = elicitation.id;
        if let State::Closed(_) = elicitation.state {
            self.remove(&elicitation);
            return;
        }
        let (due, key) = (elicitation.next_due(), InboxKey::of(&elicitation));
        let unused = self.recent.track_written(&elicitation);
        let (client, mode) = (elicitation.client.clone(), elicitation.mode);
        let before = self.by_id.insert(id, OpenEntry { slot: Slot::Loaded(elicitation), last_change, form });
        if before.is_none() {
            self.by_client.entry(client).or_default().add(id);
            if let Some(open) = self.by_mode.get_mut(mode as usize) {
                *open += 1;
            }
        }
        let before = before.and_then(|before| self.arena.unpack_removed(id, before.slot));
        self.inbox.replace(before.as_deref().and_then(InboxKey::of), key);
        let was_due = before.and_then(|before| before.next_due());
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
        if let Some(before) = self.arena.unpack_removed(id, before.slot) {
            before.next_due().map(|at| self.due.remove(&(at, id)));
            self.inbox.replace(InboxKey::of(&before), None);
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

/// The ids of one client's open elicitations.
#[derive(Debug, Default)]
struct ClientOpenIds {
    open: usize,
    /// Sorted. May contain closed ones, which are removed once there are many.
    ids: Vec<ElicitationId>,
}

impl ClientOpenIds {
    fn add(&mut self, id: ElicitationId) {
        self.open += 1;
        // Usually the newest.
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
