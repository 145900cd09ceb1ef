//! Operations, encoded by their callers: encoding can run in parallel, writing cannot.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{Change, CreateQuota, Op};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, ShortList};

use crate::codec::elicitation::EncodedElicitation;
use crate::codec::{change, elicitation};
use crate::forms::{FormHash, FormHashes};
use crate::vault::Keyring;

/// An encoded operation.
#[derive(Debug)]
pub(crate) enum PreparedOp {
    State(PreparedState),
    Key(PreparedKey),
}

/// A new state of an elicitation.
#[derive(Debug)]
pub(crate) struct PreparedState {
    pub(crate) elicitation: Arc<Elicitation>,
    pub(crate) encoded: EncodedElicitation,
    pub(crate) kind: PreparedKind,
    pub(crate) changes: ShortList<PreparedChange>,
}

#[derive(Debug)]
pub(crate) enum PreparedKind {
    Create { key: Option<Arc<str>>, quota: CreateQuota, form: Option<(FormHash, Form)> },
    Transition { expected: u64 },
}

/// A key to remove from a closed elicitation, or to restore.
#[derive(Debug)]
pub(crate) struct PreparedKey {
    pub(crate) id: ElicitationId,
    pub(crate) client: ClientId,
    pub(crate) key: Arc<str>,
    pub(crate) is_taken: bool,
    pub(crate) changes: ShortList<PreparedChange>,
}

#[derive(Debug)]
pub(crate) struct PreparedChange {
    pub(crate) change: Change,
    pub(crate) record: Vec<u8>,
}

impl PreparedOp {
    /// Encodes an operation.
    ///
    /// Errors when it has secrets and there is no keyring.
    pub(crate) fn new(
        op: Op,
        keyring: Option<&Keyring>,
        hashes: &FormHashes,
    ) -> Result<PreparedOp, StoreError> {
        let prepare =
            |change| Ok::<_, StoreError>(PreparedChange { record: change::encode(&change)?, change });
        let (elicitation, kind, changes) = match op {
            Op::Create { elicitation, key, quota, changes } => {
                let form = elicitation.form();
                // Refused now, so that no person types a secret that cannot be stored.
                if keyring.is_none() && form.is_some_and(Form::has_secrets) {
                    let why = "the form has secret fields, which are only kept encrypted, and no keyring is configured";
                    return Err(StoreError::NoKey(why.into()));
                }
                let form = form.map(|form| (hashes.of(form), form.clone()));
                (elicitation, PreparedKind::Create { key, quota, form }, changes)
            }
            Op::Transition { elicitation, expected, changes } => {
                (elicitation, PreparedKind::Transition { expected }, changes)
            }
            Op::Take { id, client, key, changes } => {
                let changes = changes.try_map(prepare)?;
                return Ok(PreparedOp::Key(PreparedKey { id, client, key, is_taken: true, changes }));
            }
            Op::GiveBack { id, client, key } => {
                let changes = ShortList::none();
                return Ok(PreparedOp::Key(PreparedKey { id, client, key, is_taken: false, changes }));
            }
        };
        let encoded = elicitation::encode(&elicitation, keyring)?;
        let changes = changes.try_map(prepare)?;
        Ok(PreparedOp::State(PreparedState { elicitation, encoded, kind, changes }))
    }
}
