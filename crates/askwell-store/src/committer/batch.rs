//! One transaction: decides verdicts and writes rows for all requests in it.
//!
//! Each operation sees those before it in the same transaction. Changes in memory are collected, and applied
//! after the commit.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{RateLimit, Verdict};
use askwell_form::Form;
use askwell_lifecycle::{
    ClientId, Closed, Elicitation, ElicitationId, Question, ShortList, State, Timestamp,
};
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::statements::Statements;
use super::{CommitterState, TaskResult, WriteTask};
use crate::codec::codes::{MODES, STATUSES, code_of};
use crate::codec::{EncodeError, audience};
use crate::error::{failed, to_sql};
use crate::forms::{self, FormHash};
use crate::open_index::{ElicitationHead, FormNumber, OpenIndex, WrittenElicitation};
use crate::prepared::{PreparedChange, PreparedKind, PreparedOp, PreparedState};
use crate::vault::Keyring;
use crate::verdict::{self, BatchView, KnownState};

/// The changes of a transaction in memory, applied once it is committed.
#[derive(Debug)]
pub(super) struct BatchEffects {
    pub(super) touched: HashMap<ElicitationId, WrittenElicitation>,
    pub(super) newest: u64,
    pub(super) newest_closed: Option<ElicitationId>,
    pub(super) forms: HashMap<FormHash, (i64, Form)>,
    pub(super) forms_gone: Vec<i64>,
    /// The number of open elicitations, as this transaction sees it.
    open_total: usize,
    open_of: HashMap<ClientId, usize>,
    /// The change in the number of elicitations that use a form.
    pub(super) form_uses: HashMap<i64, i64>,
}

/// A transaction that is being written.
pub(super) struct Batch<'c> {
    pub(super) connection: &'c Connection,
    pub(super) keyring: Option<&'c Keyring>,
    pub(super) effects: BatchEffects,
    pub(super) sql: Statements<'c>,
    pub(super) state: &'c CommitterState,
    open_index: &'c Mutex<OpenIndex>,
}

impl<'c> Batch<'c> {
    pub(super) fn new(
        connection: &'c Connection,
        open_index: &'c Mutex<OpenIndex>,
        state: &'c CommitterState,
        keyring: Option<&'c Keyring>,
        size: usize,
    ) -> Result<Self, StoreError> {
        let effects = BatchEffects {
            touched: HashMap::with_capacity(size),
            newest: state.newest,
            newest_closed: state.newest_closed,
            forms: HashMap::new(),
            forms_gone: Vec::new(),
            open_total: open_index.lock().total(),
            open_of: HashMap::new(),
            form_uses: HashMap::new(),
        };
        Ok(Batch { connection, keyring, effects, sql: Statements::new(connection)?, open_index, state })
    }

    /// Runs all tasks.
    pub(super) fn write<'w>(
        mut self,
        work: impl Iterator<Item = &'w WriteTask>,
    ) -> Result<(BatchEffects, Vec<TaskResult>), StoreError> {
        let mut done = Vec::with_capacity(work.size_hint().0);
        for work in work {
            done.push(match work {
                WriteTask::CommitOne(op) => TaskResult::Verdict(self.apply(op)?),
                WriteTask::Commit(ops) => {
                    let verdicts = ops.iter().map(|op| self.apply(op)).collect::<Result<_, _>>();
                    TaskResult::Verdicts(verdicts?)
                }
                WriteTask::Upload(upload, quota) => TaskResult::Verdict(self.upload(upload, *quota)?),
                WriteTask::BeginUpload(upload, quota) => {
                    TaskResult::Verdict(self.begin_upload(upload, *quota)?)
                }
                WriteTask::AppendUpload(chunk, quota) => {
                    TaskResult::Verdict(self.append_upload(chunk, *quota)?)
                }
                WriteTask::FinishUpload(id, name) => TaskResult::Verdict(self.finish_upload(*id, name)?),
                WriteTask::AbortUpload(id, name) => TaskResult::Verdict(self.abort_upload(*id, name)?),
                WriteTask::Records(writes, guard) if self.holds(guard)? => {
                    let verdicts =
                        writes.iter().map(|write| self.write_record(write)).collect::<Result<_, _>>();
                    TaskResult::Verdicts(verdicts?)
                }
                WriteTask::Records(writes, _) => {
                    TaskResult::Verdicts(vec![Verdict::GuardFailed; writes.len()])
                }
                WriteTask::Nodes(task) => self.serve_nodes(task),
                WriteTask::Purge { closed_before, limit } => {
                    TaskResult::Purged(self.purge(*closed_before, *limit)?)
                }
                WriteTask::Rotate(step) => self.rotate(step)?,
                WriteTask::Close { .. } => TaskResult::Closed,
            });
        }
        self.settle_forms()?;
        Ok((self.effects, done))
    }

    fn apply(&mut self, op: &PreparedOp) -> Result<Verdict, StoreError> {
        match op {
            PreparedOp::State(state) => self.write_state(state),
            PreparedOp::Key(key) => self.write_key(key),
        }
    }

    fn write_state(&mut self, op: &PreparedState) -> Result<Verdict, StoreError> {
        match &op.kind {
            PreparedKind::Create { key, quota, form } => {
                if let Some(refused) = verdict::refuse_create(self, &op.elicitation, key.as_deref(), *quota)?
                {
                    return Ok(refused);
                }
                let last_change = self.record(&op.changes, 0)?;
                self.create(op, key.as_deref(), form.as_ref(), last_change)
            }
            PreparedKind::Transition { expected } => {
                let id = op.elicitation.id;
                if let Some(refused) = verdict::refuse_transition(self, id, *expected)? {
                    return Ok(refused);
                }
                match self.head(id)? {
                    Some(before) => self.transition(op, before),
                    None => Ok(Verdict::NotFound),
                }
            }
        }
    }

    /// Returns an elicitation as this transaction sees it: open, or closed by this transaction.
    pub(super) fn head(&self, id: ElicitationId) -> Result<Option<ElicitationHead>, StoreError> {
        match self.effects.touched.get(&id) {
            Some(WrittenElicitation { elicitation, last_change, form }) => Ok(Some(ElicitationHead {
                revision: elicitation.revision,
                is_open: elicitation.status().is_open(),
                last_change: *last_change,
                form: *form,
            })),
            None => self.open_index.lock().head(id),
        }
    }

    pub(super) fn is_closed(&mut self, id: ElicitationId) -> Result<bool, StoreError> {
        if self.effects.newest_closed.is_none_or(|newest| id > newest) {
            return Ok(false);
        }
        self.sql.find_closed.exists([id.to_bytes()]).map_err(failed)
    }

    fn open_of(&mut self, client: &ClientId) -> &mut usize {
        let open_index = self.open_index;
        self.effects.open_of.entry_ref(client).or_insert_with(|| open_index.lock().of_client(client))
    }

    fn create(
        &mut self,
        op: &PreparedState,
        key: Option<&str>,
        form: Option<&(FormHash, Form)>,
        last_change: u64,
    ) -> Result<Verdict, StoreError> {
        let (id, client) = (op.elicitation.id.to_bytes(), &op.elicitation.client);
        let mut elicitation = Arc::clone(&op.elicitation);
        let mut number = None;
        if let Some((hash, form)) = form {
            let (found, kept) = self.form(hash, form)?;
            number = FormNumber::new(found);
            *self.effects.form_uses.entry(found).or_default() += 1;
            // Equal forms share one instance. A form with validators keeps its own.
            if forms::address(&kept) != forms::address(form) && form.custom_validators().is_empty() {
                elicitation = Arc::new(Elicitation {
                    question: Question::Form(kept),
                    ..Elicitation::clone(&elicitation)
                });
            }
        }
        if let Some(key) = key {
            self.sql.insert_key.execute(params![client.as_str(), key, id]).map_err(failed)?;
        }
        match &op.elicitation.state {
            State::Open(_) => {
                let row = params![id, client.as_str(), number, to_sql(last_change), op.encoded.record];
                self.sql.insert_open.execute(row).map_err(failed)?;
                *self.open_of(client) += 1;
                self.effects.open_total += 1;
            }
            State::Closed(closed) => self.insert_closed(op, closed, number, last_change)?,
        }
        self.touch(WrittenElicitation { elicitation, last_change, form: number });
        Ok(Verdict::Committed)
    }

    fn transition(&mut self, op: &PreparedState, before: ElicitationHead) -> Result<Verdict, StoreError> {
        let elicitation = &op.elicitation;
        let ElicitationHead { form, last_change, .. } = before;
        let last_change = self.record(&op.changes, last_change)?;
        match &elicitation.state {
            State::Open(_) => {
                let row = params![elicitation.id.to_bytes(), to_sql(last_change), op.encoded.record];
                self.sql.update_open.execute(row).map_err(failed)?;
            }
            State::Closed(closed) => {
                self.insert_closed(op, closed, form, last_change)?;
                self.sql.delete_open.execute([elicitation.id.to_bytes()]).map_err(failed)?;
                let open = self.open_of(&elicitation.client);
                *open = open.saturating_sub(1);
                self.effects.open_total = self.effects.open_total.saturating_sub(1);
            }
        }
        self.touch(WrittenElicitation { elicitation: Arc::clone(elicitation), last_change, form });
        Ok(Verdict::Committed)
    }

    fn insert_closed(
        &mut self,
        op: &PreparedState,
        closed: &Closed,
        form: Option<FormNumber>,
        last_change: u64,
    ) -> Result<(), StoreError> {
        let elicitation = &op.elicitation;
        let (audience, person) = audience::columns(&elicitation.audience);
        let row = params![
            elicitation.id.to_bytes(),
            elicitation.client.as_str(),
            code_of(&MODES, &elicitation.mode).ok_or(EncodeError("mode"))?,
            code_of(&STATUSES, &elicitation.status()).ok_or(EncodeError("status"))?,
            audience,
            person,
            to_sql(closed.at.as_millis()),
            form,
            to_sql(last_change),
            op.encoded.secrets,
            op.encoded.record,
        ];
        self.sql.insert_closed.execute(row).map_err(failed)?;
        self.effects.newest_closed = self.effects.newest_closed.max(Some(elicitation.id));
        Ok(())
    }

    fn touch(&mut self, written: WrittenElicitation) {
        self.effects.touched.insert(written.elicitation.id, written);
    }

    /// Appends the changes of one elicitation, whose last change was `previous`. Returns its new last change.
    pub(super) fn record(
        &mut self,
        changes: &ShortList<PreparedChange>,
        mut previous: u64,
    ) -> Result<u64, StoreError> {
        for PreparedChange { change, record } in changes {
            self.effects.newest += 1;
            let row = params![
                to_sql(self.effects.newest),
                change.id.to_bytes(),
                change.client.as_str(),
                to_sql(change.at.as_millis()),
                to_sql(previous),
                record,
            ];
            self.sql.insert_change.execute(row).map_err(failed)?;
            previous = self.effects.newest;
        }
        Ok(previous)
    }

    /// Returns the row number of a form, and its shared instance.
    fn form(&mut self, hash: &FormHash, form: &Form) -> Result<(i64, Form), StoreError> {
        let known = self.effects.forms.get(hash).or_else(|| self.state.forms.get(hash));
        if let Some((number, kept)) = known {
            return Ok((*number, kept.clone()));
        }
        let found = self.sql.find_form.query_row([hash], |row| row.get(0)).optional().map_err(failed)?;
        let number = match found {
            Some(number) => number,
            None => self.sql.insert_form.insert(params![hash, form.to_json()]).map_err(failed)?,
        };
        self.effects.forms.insert(*hash, (number, form.clone()));
        Ok((number, form.clone()))
    }

    /// Updates the use counts of forms, and deletes forms without uses.
    fn settle_forms(&mut self) -> Result<(), StoreError> {
        for (number, by) in self.effects.form_uses.drain() {
            if by == 0 {
                continue;
            }
            let mut count = self
                .connection
                .prepare_cached("UPDATE forms SET uses = uses + ?2 WHERE number = ?1 RETURNING uses")
                .map_err(failed)?;
            let uses: Option<i64> =
                count.query_row([number, by], |row| row.get(0)).optional().map_err(failed)?;
            if uses.is_some_and(|uses| uses <= 0) {
                self.connection.execute("DELETE FROM forms WHERE number = ?1", [number]).map_err(failed)?;
                self.effects.forms.retain(|_, (other, _)| *other != number);
                self.effects.forms_gone.push(number);
            }
        }
        Ok(())
    }
}

impl BatchView for Batch<'_> {
    fn state(&mut self, id: ElicitationId) -> Result<KnownState, StoreError> {
        Ok(match self.head(id)? {
            Some(head) if head.is_open => KnownState::Open { revision: head.revision },
            Some(_) => KnownState::Closed,
            None if self.is_closed(id)? => KnownState::Closed,
            None => KnownState::Missing,
        })
    }

    fn key_owner(&mut self, client: &ClientId, key: &str) -> Result<Option<ElicitationId>, StoreError> {
        let find = params![client.as_str(), key];
        let owner: Option<[u8; 16]> =
            self.sql.find_key.query_row(find, |row| row.get(0)).optional().map_err(failed)?;
        Ok(owner.map(ElicitationId::from_bytes))
    }

    fn count_open_of(&mut self, client: &ClientId) -> Result<usize, StoreError> {
        Ok(*self.open_of(client))
    }

    fn count_open(&self) -> usize {
        self.effects.open_total
    }

    fn admit(
        &mut self,
        client: &ClientId,
        rate: RateLimit,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.state.memory.lock().rates.admit(client, rate, now).err())
    }

    fn record_revision(&mut self, namespace: &str, key: &str) -> Result<u64, StoreError> {
        self.find_revision(namespace, key)
    }
}
