//! One transaction: verdicts decided and rows written, for all who share it.
//!
//! Each operation sees those before it in the same transaction. What it changes in memory is kept aside as
//! news until the transaction is committed.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Ceiling, Verdict};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Closed, Elicitation, ElicitationId, Question, State, UpToTwo};
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::statements::Statements;
use super::{Done, Ledger, Prepared, PreparedChange, PreparedKind, PreparedState, Work};
use crate::codec::codes::{MODES, STATUSES, code_of};
use crate::codec::{Unwritable, audience};
use crate::error::{failed, to_sql};
use crate::forms::{self, Hash};
use crate::live::{FormNumber, Head, Live, Written};
use crate::vault::Keyring;

/// What a transaction changes in memory, once it is committed.
#[derive(Debug)]
pub(super) struct News {
    pub(super) touched: HashMap<ElicitationId, Written>,
    pub(super) newest: u64,
    pub(super) newest_closed: Option<ElicitationId>,
    pub(super) forms: HashMap<Hash, (i64, Form)>,
    pub(super) forms_gone: Vec<i64>,
    /// How many are open, as far as this transaction has looked.
    open_total: usize,
    open_of: HashMap<ClientId, usize>,
    /// By how much the number of elicitations that use a form has changed.
    pub(super) form_uses: HashMap<i64, i64>,
}

/// A transaction in the making.
pub(super) struct Batch<'c> {
    pub(super) connection: &'c Connection,
    pub(super) keyring: Option<&'c Keyring>,
    pub(super) news: News,
    pub(super) sql: Statements<'c>,
    live: &'c Mutex<Live>,
    ledger: &'c Ledger,
}

impl<'c> Batch<'c> {
    pub(super) fn new(
        connection: &'c Connection,
        live: &'c Mutex<Live>,
        ledger: &'c Ledger,
        keyring: Option<&'c Keyring>,
        size: usize,
    ) -> Result<Self, StoreError> {
        let news = News {
            touched: HashMap::with_capacity(size),
            newest: ledger.newest,
            newest_closed: ledger.newest_closed,
            forms: HashMap::new(),
            forms_gone: Vec::new(),
            open_total: live.lock().total(),
            open_of: HashMap::new(),
            form_uses: HashMap::new(),
        };
        Ok(Batch { connection, keyring, news, sql: Statements::new(connection)?, live, ledger })
    }

    /// Does all that is asked for.
    pub(super) fn write<'w>(
        mut self,
        work: impl Iterator<Item = &'w Work>,
    ) -> Result<(News, Vec<Done>), StoreError> {
        let mut done = Vec::with_capacity(work.size_hint().0);
        for work in work {
            done.push(match work {
                Work::CommitOne(op) => Done::Verdict(self.apply(op)?),
                Work::Commit(ops) => {
                    let verdicts = ops.iter().map(|op| self.apply(op)).collect::<Result<_, _>>();
                    Done::Verdicts(verdicts?)
                }
                Work::Upload(upload, room) => Done::Verdict(self.upload(upload, *room)?),
                Work::BeginUpload(upload, room) => Done::Verdict(self.begin_upload(upload, *room)?),
                Work::AppendUpload(chunk, room) => Done::Verdict(self.append_upload(chunk, *room)?),
                Work::FinishUpload(id, name) => Done::Verdict(self.finish_upload(*id, name)?),
                Work::AbortUpload(id, name) => Done::Verdict(self.abort_upload(*id, name)?),
                Work::Notes(writes) => {
                    let verdicts =
                        writes.iter().map(|write| self.write_note(write)).collect::<Result<_, _>>();
                    Done::Verdicts(verdicts?)
                }
                Work::Purge { closed_before, limit } => Done::Purged(self.purge(*closed_before, *limit)?),
                Work::Rotate(step) => self.rotate(step)?,
                Work::Close { .. } => Done::Closed,
            });
        }
        self.settle_forms()?;
        Ok((self.news, done))
    }

    fn apply(&mut self, op: &Prepared) -> Result<Verdict, StoreError> {
        match op {
            Prepared::State(state) => self.write_state(state),
            Prepared::Key(key) => self.write_key(key),
        }
    }

    fn write_state(&mut self, op: &PreparedState) -> Result<Verdict, StoreError> {
        match &op.kind {
            PreparedKind::Create { key, ceiling, form } => {
                if let Some(refused) = self.refuse_create(&op.elicitation, key.as_ref(), *ceiling)? {
                    return Ok(refused);
                }
                let last_change = self.record(&op.changes, 0)?;
                self.create(op, key.as_deref(), form.as_ref(), last_change)
            }
            PreparedKind::Transition { expected } => match self.look(op.elicitation.id)? {
                // What is closed stays closed, whatever revision somebody has in mind.
                Some(before) if before.revision == *expected && before.is_open => self.transition(op, before),
                Some(_) => Ok(Verdict::Conflict),
                None if self.is_closed(op.elicitation.id)? => Ok(Verdict::Conflict),
                None => Ok(Verdict::NotFound),
            },
        }
    }

    /// As this transaction sees it: open, closed by itself, or not among these.
    pub(super) fn look(&self, id: ElicitationId) -> Result<Option<Head>, StoreError> {
        match self.news.touched.get(&id) {
            Some(Written { elicitation, last_change, form }) => Ok(Some(Head {
                revision: elicitation.revision,
                is_open: elicitation.status().is_open(),
                last_change: *last_change,
                form: *form,
            })),
            None => self.live.lock().head(id),
        }
    }

    pub(super) fn is_closed(&mut self, id: ElicitationId) -> Result<bool, StoreError> {
        if self.news.newest_closed.is_none_or(|newest| id > newest) {
            return Ok(false);
        }
        self.sql.find_closed.exists([id.to_bytes()]).map_err(failed)
    }

    fn open_of(&mut self, client: &ClientId) -> &mut usize {
        let live = self.live;
        self.news.open_of.entry_ref(client).or_insert_with(|| live.lock().of_client(client))
    }

    fn refuse_create(
        &mut self,
        elicitation: &Elicitation,
        key: Option<&Arc<str>>,
        ceiling: Ceiling,
    ) -> Result<Option<Verdict>, StoreError> {
        if self.look(elicitation.id)?.is_some() || self.is_closed(elicitation.id)? {
            return Ok(Some(Verdict::Conflict));
        }
        if let Some(key) = key {
            let earlier: Option<[u8; 16]> = self
                .sql
                .find_key
                .query_row(params![elicitation.client.as_str(), &**key], |row| row.get(0))
                .optional()
                .map_err(failed)?;
            if let Some(id) = earlier {
                return Ok(Some(Verdict::Exists(ElicitationId::from_bytes(id))));
            }
        }
        if *self.open_of(&elicitation.client) >= ceiling.per_client {
            return Ok(Some(Verdict::ClientFull));
        }
        Ok((self.news.open_total >= ceiling.total).then_some(Verdict::TotalFull))
    }

    fn create(
        &mut self,
        op: &PreparedState,
        key: Option<&str>,
        form: Option<&(Hash, Form)>,
        last_change: u64,
    ) -> Result<Verdict, StoreError> {
        let (id, client) = (op.elicitation.id.to_bytes(), &op.elicitation.client);
        let mut elicitation = Arc::clone(&op.elicitation);
        let mut number = None;
        if let Some((hash, form)) = form {
            let (found, kept) = self.form(hash, form)?;
            number = FormNumber::new(found);
            *self.news.form_uses.entry(found).or_default() += 1;
            // Programs that make the same form again and again share one. A form with validators keeps those
            // it came with.
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
                self.news.open_total += 1;
            }
            State::Closed(closed) => self.insert_closed(op, closed, number, last_change)?,
        }
        self.touch(Written { elicitation, last_change, form: number });
        Ok(Verdict::Committed)
    }

    fn transition(&mut self, op: &PreparedState, before: Head) -> Result<Verdict, StoreError> {
        let elicitation = &op.elicitation;
        let Head { form, last_change, .. } = before;
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
                self.news.open_total = self.news.open_total.saturating_sub(1);
            }
        }
        self.touch(Written { elicitation: Arc::clone(elicitation), last_change, form });
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
            code_of(&MODES, &elicitation.mode).ok_or(Unwritable("mode"))?,
            code_of(&STATUSES, &elicitation.status()).ok_or(Unwritable("status"))?,
            audience,
            person,
            to_sql(closed.at.as_millis()),
            form,
            to_sql(last_change),
            op.encoded.secrets,
            op.encoded.record,
        ];
        self.sql.insert_closed.execute(row).map_err(failed)?;
        self.news.newest_closed = self.news.newest_closed.max(Some(elicitation.id));
        Ok(())
    }

    fn touch(&mut self, written: Written) {
        self.news.touched.insert(written.elicitation.id, written);
    }

    /// Adds to the log what happened to one elicitation after `previous`; says which change is its last one now.
    pub(super) fn record(
        &mut self,
        changes: &UpToTwo<PreparedChange>,
        mut previous: u64,
    ) -> Result<u64, StoreError> {
        for PreparedChange { change, record } in changes {
            self.news.newest += 1;
            let row = params![
                to_sql(self.news.newest),
                change.id.to_bytes(),
                change.client.as_str(),
                to_sql(change.at.as_millis()),
                to_sql(previous),
                record,
            ];
            self.sql.insert_change.execute(row).map_err(failed)?;
            previous = self.news.newest;
        }
        Ok(previous)
    }

    /// The number of a form, and the instance of it that everybody shares.
    fn form(&mut self, hash: &Hash, form: &Form) -> Result<(i64, Form), StoreError> {
        let known = self.news.forms.get(hash).or_else(|| self.ledger.forms.get(hash));
        if let Some((number, kept)) = known {
            return Ok((*number, kept.clone()));
        }
        let found = self.sql.find_form.query_row([hash], |row| row.get(0)).optional().map_err(failed)?;
        let number = match found {
            Some(number) => number,
            None => self.sql.insert_form.insert(params![hash, form.to_json()]).map_err(failed)?,
        };
        self.news.forms.insert(*hash, (number, form.clone()));
        Ok((number, form.clone()))
    }

    /// Counts who uses which form, and forgets forms that nobody uses any more.
    fn settle_forms(&mut self) -> Result<(), StoreError> {
        for (number, by) in self.news.form_uses.drain() {
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
                self.news.forms.retain(|_, (other, _)| *other != number);
                self.news.forms_gone.push(number);
            }
        }
        Ok(())
    }
}
