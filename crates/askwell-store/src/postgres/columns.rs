//! Rows as columns: each statement writes all rows of a batch, one array per column.

use askwell_engine::StoreError;
use askwell_engine::store::Record;
use askwell_lifecycle::{Closed, Elicitation, ElicitationId, State, Timestamp};
use uuid::Uuid;

use super::row::uuid_of;
use crate::codec::codes::{MODES, STATUSES, code_of};
use crate::codec::{EncodeError, audience};
use crate::error::to_sql;
use crate::vault::{self, ContentCipher, Keyring, Subject};

/// The columns of `open`.
#[derive(Debug, Default)]
pub(super) struct OpenColumns<'b> {
    pub(super) ids: Vec<Uuid>,
    pub(super) clients: Vec<&'b [u8]>,
    pub(super) modes: Vec<i16>,
    pub(super) statuses: Vec<i16>,
    pub(super) audiences: Vec<i16>,
    pub(super) people: Vec<Option<&'b [u8]>>,
    pub(super) forms: Vec<Option<&'b [u8]>>,
    pub(super) revisions: Vec<i64>,
    pub(super) look_at: Vec<i64>,
    pub(super) last_changes: Vec<i64>,
    pub(super) records: Vec<&'b [u8]>,
    pub(super) deadlines: Vec<Option<i64>>,
    pub(super) claims: Vec<Option<&'b [u8]>>,
}

impl<'b> OpenColumns<'b> {
    pub(super) fn add(
        &mut self,
        elicitation: &'b Elicitation,
        form: Option<&'b [u8]>,
        last_change: i64,
        record: &'b [u8],
    ) -> Result<(), StoreError> {
        let (audience, person) = audience::columns(&elicitation.audience);
        self.ids.push(uuid_of(elicitation.id));
        self.clients.push(elicitation.client.as_str().as_bytes());
        self.modes.push(code_of(&MODES, &elicitation.mode).ok_or(EncodeError("mode"))?.into());
        self.statuses.push(code_of(&STATUSES, &elicitation.status()).ok_or(EncodeError("status"))?.into());
        self.audiences.push(audience.into());
        self.people.push(person.map(str::as_bytes));
        self.forms.push(form);
        self.revisions.push(to_sql(elicitation.revision));
        self.look_at.push(elicitation.next_due().map_or(i64::MAX, |due: Timestamp| to_sql(due.as_millis())));
        self.last_changes.push(last_change);
        self.records.push(record);
        self.deadlines.push(elicitation.deadline().map(|deadline| to_sql(deadline.as_millis())));
        let State::Open(open) = &elicitation.state else { return Err(EncodeError("open state").into()) };
        self.claims.push(open.claimed_by.as_deref().map(str::as_bytes));
        Ok(())
    }
}

/// The columns of `closed`.
#[derive(Debug, Default)]
pub(super) struct ClosedColumns<'b> {
    pub(super) ids: Vec<Uuid>,
    pub(super) clients: Vec<&'b [u8]>,
    pub(super) modes: Vec<i16>,
    pub(super) statuses: Vec<i16>,
    pub(super) audiences: Vec<i16>,
    pub(super) people: Vec<Option<&'b [u8]>>,
    pub(super) closed_at: Vec<i64>,
    pub(super) forms: Vec<Option<&'b [u8]>>,
    pub(super) last_changes: Vec<i64>,
    pub(super) secrets: Vec<Option<&'b [u8]>>,
    pub(super) secrets_keys: Vec<Option<&'b [u8]>>,
    pub(super) records: Vec<&'b [u8]>,
}

impl<'b> ClosedColumns<'b> {
    pub(super) fn add(
        &mut self,
        elicitation: &'b Elicitation,
        state: &Closed,
        form: Option<&'b [u8]>,
        last_change: i64,
        secrets: Option<&'b [u8]>,
        record: &'b [u8],
    ) -> Result<(), StoreError> {
        let (audience, person) = audience::columns(&elicitation.audience);
        let key_name = |secrets| vault::key_name(Subject::Answers(elicitation.id), secrets);
        self.ids.push(uuid_of(elicitation.id));
        self.clients.push(elicitation.client.as_str().as_bytes());
        self.modes.push(code_of(&MODES, &elicitation.mode).ok_or(EncodeError("mode"))?.into());
        self.statuses.push(code_of(&STATUSES, &elicitation.status()).ok_or(EncodeError("status"))?.into());
        self.audiences.push(audience.into());
        self.people.push(person.map(str::as_bytes));
        self.closed_at.push(to_sql(state.at.as_millis()));
        self.forms.push(form);
        self.last_changes.push(last_change);
        self.secrets.push(secrets);
        self.secrets_keys.push(secrets.map(key_name).transpose()?.map(str::as_bytes));
        self.records.push(record);
        Ok(())
    }
}

/// The columns of `notes`.
#[derive(Debug, Default)]
pub(super) struct RecordColumns<'b> {
    pub(super) namespaces: Vec<&'b [u8]>,
    pub(super) keys: Vec<&'b [u8]>,
    pub(super) owners: Vec<Option<Uuid>>,
    pub(super) revisions: Vec<i64>,
    pub(super) values: Vec<Vec<u8>>,
    pub(super) content_keys: Vec<Option<Vec<u8>>>,
}

impl<'b> RecordColumns<'b> {
    /// Adds a record, encrypted if it belongs to an elicitation and the keyring says so.
    pub(super) fn add(
        &mut self,
        record: &'b Record,
        revision: u64,
        keyring: Option<&Keyring>,
    ) -> Result<(), StoreError> {
        let create = |id: ElicitationId| {
            ContentCipher::create(keyring, Subject::Record(id, record.namespace, &record.key))
        };
        let cipher = record.owner.map(create).transpose()?.flatten();
        let value = match &cipher {
            Some(cipher) => cipher.seal(0, &record.value)?,
            None => record.value.to_vec(),
        };
        self.namespaces.push(record.namespace.as_bytes());
        self.keys.push(record.key.as_bytes());
        self.owners.push(record.owner.map(uuid_of));
        self.revisions.push(to_sql(revision));
        self.values.push(value);
        self.content_keys.push(cipher.as_ref().map(|cipher| cipher.wrapped_key().to_vec()));
        Ok(())
    }
}
