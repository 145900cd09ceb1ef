//! Reading columns, and elicitations from rows.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Change;
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio_postgres::Row;
use uuid::Uuid;

use super::connection::Link;
use super::error::Fault;
use crate::codec::bytes::DecodeError;
use crate::codec::change;
use crate::codec::elicitation::{self, ElicitationColumns};
use crate::error::{damaged, from_sql};
use crate::forms::{self, FormHash};
use crate::vault::Keyring;

/// The columns of an elicitation, for both tables.
pub(super) const OPEN_COLUMNS: &str = "id, client, form, NULL::bytea AS secrets, record";
pub(super) const CLOSED_COLUMNS: &str = "id, client, form, secrets, record";

/// What decoding rows needs: cached forms, which are found by their content, and the keyring.
#[derive(Debug, Default)]
pub(super) struct RowContext {
    pub(super) keyring: Option<Arc<Keyring>>,
    forms: Mutex<HashMap<FormHash, Form>>,
}

/// An elicitation before its form is known.
#[derive(Debug)]
struct ElicitationRow<'r> {
    id: ElicitationId,
    client: ClientId,
    form: Option<FormHash>,
    secrets: Option<&'r [u8]>,
    record: &'r [u8],
}

pub(super) fn uuid_of(id: ElicitationId) -> Uuid {
    Uuid::from_bytes(id.to_bytes())
}

pub(super) fn id_of(id: Uuid) -> ElicitationId {
    ElicitationId::from_bytes(id.into_bytes())
}

/// Reads a number that is not negative.
pub(super) fn number(row: &Row, column: usize) -> Result<u64, Fault> {
    Ok(from_sql(row.try_get(column)?))
}

/// Reads a text, which is stored as bytes.
pub(super) fn text(row: &Row, column: usize) -> Result<&str, Fault> {
    let bytes: &[u8] = row.try_get(column)?;
    std::str::from_utf8(bytes).map_err(|_| damaged_row("a text"))
}

pub(super) fn form_hash(bytes: &[u8]) -> Result<FormHash, Fault> {
    FormHash::try_from(bytes).map_err(|_| damaged_row("the hash of a form"))
}

pub(super) fn damaged_row(what: &str) -> Fault {
    Fault::Failed(damaged(what, DecodeError::Columns))
}

/// Reads a change from the columns seq, id, client, at, record.
pub(super) fn read_change(row: &Row) -> Result<Change, Fault> {
    let seq = number(row, 0)?;
    let client = ClientId::from(text(row, 2)?);
    let at = Timestamp::from_millis(number(row, 3)?);
    let columns = change::ChangeColumns { seq, id: id_of(row.try_get(1)?), client, at };
    let record: &[u8] = row.try_get(4)?;
    change::decode(columns, record)
        .map_err(|error| Fault::Failed(damaged(format_args!("change {seq}"), error)))
}

impl RowContext {
    pub(super) fn new(keyring: Option<Arc<Keyring>>) -> Self {
        RowContext { keyring, forms: Mutex::default() }
    }

    /// Decodes rows. Reads the forms that are not cached.
    ///
    /// An elicitation whose form is gone was purged a moment ago, and is left out.
    pub(super) async fn decode(
        &self,
        link: &Link,
        rows: &[Row],
    ) -> Result<Vec<Arc<Elicitation>>, StoreError> {
        let fail = |fault: Fault| fault.into_error(super::error::RETRY_AFTER);
        let rows: Vec<ElicitationRow<'_>> =
            rows.iter().map(ElicitationRow::read).collect::<Result<_, _>>().map_err(fail)?;
        let forms = self.forms_of(link, &rows).await?;
        let mut found = Vec::with_capacity(rows.len());
        for ElicitationRow { id, client, form, secrets, record } in rows {
            let form = match form.map(|hash| forms.get(&hash)) {
                Some(None) => continue,
                form => form.flatten().cloned(),
            };
            let columns = ElicitationColumns { id, client, form, secrets };
            found.push(Arc::new(elicitation::decode(columns, record, self.keyring.as_deref())?));
        }
        Ok(found)
    }

    async fn forms_of(
        &self,
        link: &Link,
        rows: &[ElicitationRow<'_>],
    ) -> Result<HashMap<FormHash, Form>, StoreError> {
        let mut found: HashMap<FormHash, Form> = HashMap::new();
        let mut missing: Vec<FormHash> = Vec::new();
        {
            let cached = self.forms.lock();
            for hash in rows.iter().filter_map(|row| row.form) {
                match cached.get(&hash) {
                    Some(form) => drop(found.insert(hash, form.clone())),
                    None if missing.contains(&hash) => {}
                    None => missing.push(hash),
                }
            }
        }
        if missing.is_empty() {
            return Ok(found);
        }
        let hashes: Vec<&[u8]> = missing.iter().map(|hash| &hash[..]).collect();
        let read = link.query("SELECT hash, document FROM forms WHERE hash = ANY($1)", &[&hashes]).await?;
        for row in &read {
            let form = read_form(row).map_err(|fault| fault.into_error(super::error::RETRY_AFTER));
            let (hash, form) = form?;
            forms::remember(&mut self.forms.lock(), hash, form.clone());
            found.insert(hash, form);
        }
        Ok(found)
    }
}

fn read_form(row: &Row) -> Result<(FormHash, Form), Fault> {
    let hash: &[u8] = row.try_get(0)?;
    let document = text(row, 1)?;
    let defective = |defects: askwell_form::Defects| {
        Fault::Failed(damaged("a form", DecodeError::Form(defects.to_string())))
    };
    Ok((form_hash(hash)?, Form::reparse(document).map_err(defective)?))
}

impl<'r> ElicitationRow<'r> {
    fn read(row: &'r Row) -> Result<Self, Fault> {
        let form: Option<&[u8]> = row.try_get(2)?;
        Ok(ElicitationRow {
            id: id_of(row.try_get(0)?),
            client: ClientId::from(text(row, 1)?),
            form: form.map(form_hash).transpose()?,
            secrets: row.try_get(3)?,
            record: row.try_get(4)?,
        })
    }
}
