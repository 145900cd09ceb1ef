//! One transaction: what it has read, what its operations decide, and what they write.
//!
//! Each operation sees those before it. Each elicitation is written once, in its last state.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{AdmissionWindow, Guard, RateLimit, Record, RecordWrite, Verdict};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, ElicitationId, Mode, ShortList, State, Timestamp};
use hashbrown::{HashMap, HashSet};

use super::committer::Task;
use crate::forms::FormHash;
use crate::prepared::{PreparedChange, PreparedKey, PreparedKind, PreparedOp, PreparedState};
use crate::verdict::{self, BatchView, KnownState};

/// The row `head`.
#[derive(Debug, Clone, Default)]
pub(super) struct Head {
    pub(super) newest: u64,
    /// In the order of [`Mode::ALL`].
    pub(super) open_by_mode: Vec<i64>,
    /// The timeline of the server; `None` if it does not tell.
    pub(super) timeline: Option<i64>,
}

/// What a batch has to read.
#[derive(Debug, Default)]
pub(super) struct Wanted<'t> {
    /// Elicitations that are created, and no other operation of the batch is about.
    pub(super) created: HashSet<ElicitationId>,
    /// Elicitations that are open, unless the caller is late.
    pub(super) changed: HashSet<ElicitationId>,
    /// Elicitations that are open or closed.
    pub(super) referenced: HashSet<ElicitationId>,
    pub(super) keys: HashSet<(&'t ClientId, &'t str)>,
    pub(super) clients: HashSet<&'t ClientId>,
    pub(super) records: HashSet<(&'t str, &'t str)>,
    pub(super) leases: HashSet<&'t str>,
}

/// An elicitation as the transaction sees it.
#[derive(Debug, Clone)]
pub(super) struct KnownElicitation<'t> {
    pub(super) state: KnownState,
    pub(super) last_change: u64,
    pub(super) form: Option<FormHash>,
    /// Its place in the database.
    pub(super) stored: Place,
    /// Its last state, if this transaction writes one.
    pub(super) written: Option<&'t PreparedState>,
    /// Whether its last change has to be updated.
    pub(super) is_touched: bool,
}

/// The place of an elicitation in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    None,
    Open,
    Closed,
}

/// A client as the transaction sees it.
#[derive(Debug, Default)]
pub(super) struct KnownClient {
    pub(super) open: u64,
    pub(super) seen: u64,
    pub(super) admitted: Option<AdmissionWindow>,
    pub(super) is_changed: bool,
}

/// A key as the transaction sees it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KnownKey {
    pub(super) stored: Option<ElicitationId>,
    pub(super) owner: Option<ElicitationId>,
}

/// A record as the transaction sees it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KnownRecord<'t> {
    pub(super) revision: u64,
    /// What to write: `None` if nothing, `Some(None)` to delete it.
    pub(super) written: Option<Option<&'t Record>>,
}

/// A change to append to the log.
#[derive(Debug)]
pub(super) struct NewChange<'t> {
    pub(super) seq: u64,
    pub(super) previous: u64,
    pub(super) change: &'t PreparedChange,
}

/// A transaction.
#[derive(Debug, Default)]
pub(super) struct PgBatch<'t> {
    pub(super) head: Head,
    pub(super) elicitations: HashMap<ElicitationId, KnownElicitation<'t>>,
    pub(super) keys: HashMap<(&'t ClientId, &'t str), KnownKey>,
    pub(super) clients: HashMap<&'t ClientId, KnownClient>,
    pub(super) records: HashMap<(&'t str, &'t str), KnownRecord<'t>>,
    /// The terms of leases.
    pub(super) leases: HashMap<&'t str, u64>,
    pub(super) changes: Vec<NewChange<'t>>,
    pub(super) forms: HashMap<FormHash, (&'t Form, Timestamp)>,
    pub(super) verdicts: Vec<Verdict>,
}

impl<'t> Wanted<'t> {
    /// Collects what the tasks have to know.
    pub(super) fn of(tasks: impl Iterator<Item = &'t Task>) -> Wanted<'t> {
        let mut wanted = Wanted::default();
        for task in tasks {
            match task {
                Task::Ops(ops) => ops.iter().for_each(|op| wanted.add_op(op)),
                Task::Records(writes, guard) => {
                    writes.iter().for_each(|write| wanted.add_record(write));
                    match guard {
                        Guard::None => {}
                        Guard::Record { namespace, key, .. } => {
                            wanted.records.insert((namespace, key));
                        }
                        Guard::Lease { name, .. } => {
                            wanted.leases.insert(name);
                        }
                    }
                }
            }
        }
        let Wanted { created, changed, referenced, .. } = &mut wanted;
        changed.retain(|id| !referenced.contains(id));
        created.retain(|id| !changed.contains(id) && !referenced.contains(id));
        wanted
    }

    fn add_op(&mut self, op: &'t PreparedOp) {
        match op {
            PreparedOp::State(state) => {
                self.clients.insert(&state.elicitation.client);
                match &state.kind {
                    PreparedKind::Create { key, .. } => {
                        self.created.insert(state.elicitation.id);
                        self.keys.extend(key.as_deref().map(|key| (&state.elicitation.client, key)));
                    }
                    PreparedKind::Transition { .. } => {
                        self.changed.insert(state.elicitation.id);
                    }
                }
            }
            PreparedOp::Key(key) => {
                self.referenced.insert(key.id);
                self.keys.insert((&key.client, &key.key));
            }
        }
    }

    fn add_record(&mut self, write: &'t RecordWrite) {
        match write {
            RecordWrite::Put { record, .. } => {
                self.records.insert((record.namespace, &record.key));
                self.referenced.extend(record.owner);
            }
            RecordWrite::Remove { namespace, key, .. } => {
                self.records.insert((namespace, key));
            }
        }
    }
}

impl<'t> PgBatch<'t> {
    /// Decides all tasks, in order.
    pub(super) fn decide(&mut self, tasks: impl Iterator<Item = &'t Task>) -> Result<(), StoreError> {
        for task in tasks {
            match task {
                Task::Ops(ops) => {
                    for op in ops {
                        let verdict = self.apply(op)?;
                        self.verdicts.push(verdict);
                    }
                }
                Task::Records(writes, guard) => {
                    let holds = self.holds(guard)?;
                    for write in writes {
                        let verdict = if holds { self.write_record(write)? } else { Verdict::GuardFailed };
                        self.verdicts.push(verdict);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether the transaction has anything to write.
    pub(super) fn is_empty(&self) -> bool {
        !self.verdicts.contains(&Verdict::Committed)
    }

    fn apply(&mut self, op: &'t PreparedOp) -> Result<Verdict, StoreError> {
        match op {
            PreparedOp::State(op) => match &op.kind {
                PreparedKind::Create { key, quota, form } => {
                    let refused = verdict::refuse_create(self, &op.elicitation, key.as_deref(), *quota)?;
                    if refused.is_none() {
                        self.create(op, key.as_ref(), form.as_ref());
                    }
                    Ok(refused.unwrap_or(Verdict::Committed))
                }
                PreparedKind::Transition { expected } => {
                    let refused = verdict::refuse_transition(self, op.elicitation.id, *expected)?;
                    if refused.is_none() {
                        self.write_state(op);
                    }
                    Ok(refused.unwrap_or(Verdict::Committed))
                }
            },
            PreparedOp::Key(op) => self.write_key(op),
        }
    }

    fn create(
        &mut self,
        op: &'t PreparedState,
        key: Option<&'t Arc<str>>,
        form: Option<&'t (FormHash, Form)>,
    ) {
        let elicitation = &op.elicitation;
        if let Some((hash, form)) = form {
            let used = self.forms.entry(*hash).or_insert((form, elicitation.created_at));
            used.1 = used.1.max(elicitation.created_at);
        }
        if let Some(key) = key {
            self.keys.entry((&elicitation.client, key)).or_default().owner = Some(elicitation.id);
        }
        let known = KnownElicitation {
            state: KnownState::Missing,
            last_change: 0,
            form: form.map(|(hash, _)| *hash),
            stored: Place::None,
            written: None,
            is_touched: false,
        };
        self.elicitations.insert(elicitation.id, known);
        let client = self.clients.entry(&elicitation.client).or_default();
        client.seen = client.seen.max(elicitation.created_at.as_millis());
        client.is_changed = true;
        self.write_state(op);
    }

    /// Writes the next state of an elicitation, and counts what is open.
    fn write_state(&mut self, op: &'t PreparedState) {
        let elicitation = &op.elicitation;
        let Some(mut known) = self.elicitations.remove(&elicitation.id) else { return };
        let was_open = matches!(known.state, KnownState::Open { .. });
        let is_open = matches!(elicitation.state, State::Open(_));
        known.state =
            if is_open { KnownState::Open { revision: elicitation.revision } } else { KnownState::Closed };
        known.last_change = self.append(&op.changes, known.last_change);
        known.written = Some(op);
        self.elicitations.insert(elicitation.id, known);
        if was_open != is_open {
            let client = self.clients.entry(&elicitation.client).or_default();
            client.is_changed = true;
            client.open = if is_open { client.open + 1 } else { client.open.saturating_sub(1) };
            self.count(elicitation.mode, if is_open { 1 } else { -1 });
        }
    }

    fn count(&mut self, mode: Mode, by: i64) {
        self.head.open_by_mode.resize(Mode::ALL.len(), 0);
        if let Some(open) = self.head.open_by_mode.get_mut(mode as usize) {
            *open = (*open + by).max(0);
        }
    }

    fn write_key(&mut self, op: &'t PreparedKey) -> Result<Verdict, StoreError> {
        let refused = if op.is_taken {
            verdict::refuse_take(self, op.id, &op.client, &op.key)?
        } else {
            verdict::refuse_give_back(self, op.id, &op.client, &op.key)?
        };
        if let Some(refused) = refused {
            return Ok(refused);
        }
        let owner = if op.is_taken { None } else { Some(op.id) };
        self.keys.entry((&op.client, &op.key)).or_default().owner = owner;
        if let Some(mut known) = self.elicitations.remove(&op.id) {
            known.last_change = self.append(&op.changes, known.last_change);
            known.is_touched = true;
            self.elicitations.insert(op.id, known);
        }
        Ok(Verdict::Committed)
    }

    /// Appends the changes of one elicitation, whose last change was `previous`. Returns its new last change.
    fn append(&mut self, changes: &'t ShortList<PreparedChange>, mut previous: u64) -> u64 {
        for change in changes {
            self.head.newest += 1;
            self.changes.push(NewChange { seq: self.head.newest, previous, change });
            previous = self.head.newest;
        }
        previous
    }

    /// Gives the changes other numbers, of which `last` is the last, for [`super::test_hook`].
    pub(super) fn renumber(&mut self, last: u64) {
        let before = self.head.newest - self.changes.len() as u64;
        let moved = |number: u64| if number > before { last + number - self.head.newest } else { number };
        for change in &mut self.changes {
            (change.seq, change.previous) = (moved(change.seq), moved(change.previous));
        }
        self.elicitations.values_mut().for_each(|known| known.last_change = moved(known.last_change));
        self.head.newest = last;
    }

    fn write_record(&mut self, write: &'t RecordWrite) -> Result<Verdict, StoreError> {
        if let Some(refused) = verdict::refuse_record(self, write)? {
            return Ok(refused);
        }
        match write {
            RecordWrite::Put { record, expected } => {
                let known = self.records.entry((record.namespace, &record.key)).or_default();
                *known = KnownRecord { revision: expected + 1, written: Some(Some(record)) };
            }
            RecordWrite::Remove { namespace, key, .. } => {
                let known = self.records.entry((namespace, key)).or_default();
                *known = KnownRecord { revision: 0, written: Some(None) };
            }
        }
        Ok(Verdict::Committed)
    }

    fn holds(&mut self, guard: &Guard) -> Result<bool, StoreError> {
        Ok(match guard {
            Guard::None => true,
            Guard::Record { namespace, key, revision } => self.record_revision(namespace, key)? == *revision,
            Guard::Lease { name, term } => self.leases.get(&**name) == Some(term),
        })
    }
}

impl BatchView for PgBatch<'_> {
    fn state(&mut self, id: ElicitationId) -> Result<KnownState, StoreError> {
        Ok(self.elicitations.get(&id).map_or(KnownState::Missing, |known| known.state))
    }

    fn key_owner(&mut self, client: &ClientId, key: &str) -> Result<Option<ElicitationId>, StoreError> {
        Ok(self.keys.get(&(client, key)).and_then(|known| known.owner))
    }

    fn count_open_of(&mut self, client: &ClientId) -> Result<usize, StoreError> {
        let open = self.clients.get(client).map_or(0, |known| known.open);
        Ok(usize::try_from(open).unwrap_or(usize::MAX))
    }

    fn count_open(&self) -> usize {
        usize::try_from(self.head.open_by_mode.iter().sum::<i64>()).unwrap_or_default()
    }

    fn admit(
        &mut self,
        client: &ClientId,
        rate: RateLimit,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        let Some(known) = self.clients.get_mut(client) else { return Ok(None) };
        Ok(known.admitted.get_or_insert_default().admit(rate, now).err())
    }

    fn record_revision(&mut self, namespace: &str, key: &str) -> Result<u64, StoreError> {
        Ok(self.records.get(&(namespace, key)).map_or(0, |known| known.revision))
    }
}
