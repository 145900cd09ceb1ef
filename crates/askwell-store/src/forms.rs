//! Form documents: each is stored once, by its hash, and shared in memory.

use askwell_engine::StoreError;
use askwell_form::Form;
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest, Sha256};

use crate::codec::bytes::DecodeError;
use crate::error::{damaged, failed};

/// SHA-256 of a form's document.
pub(crate) type FormHash = [u8; 32];

/// The largest number of cached forms; the cache is cleared when it is full.
const MAX_REMEMBERED: usize = 1024;

/// A cache of form hashes.
#[derive(Debug, Default)]
pub(crate) struct FormHashes {
    /// By the address of the document, which is stable while the form is held.
    by_address: Mutex<HashMap<usize, (Form, FormHash)>>,
}

impl FormHashes {
    pub(crate) fn of(&self, form: &Form) -> FormHash {
        let address = address(form);
        if let Some((_, hash)) = self.by_address.lock().get(&address) {
            return *hash;
        }
        let hash: FormHash = Sha256::digest(form.to_json().as_bytes()).into();
        remember(&mut self.by_address.lock(), address, (form.clone(), hash));
        hash
    }
}

/// Returns the address of a form's document, which clones share.
pub(crate) fn address(form: &Form) -> usize {
    form.to_json().as_ptr().addr()
}

/// Inserts into a bounded map.
pub(crate) fn remember<K: Eq + std::hash::Hash, V>(map: &mut HashMap<K, V>, key: K, value: V) {
    if map.len() >= MAX_REMEMBERED {
        map.clear();
    }
    map.insert(key, value);
}

/// A cache of forms by row number, so that readers share them. Numbers are never reused.
#[derive(Debug, Default)]
pub(crate) struct FormCache {
    by_number: Mutex<HashMap<i64, Form>>,
}

impl FormCache {
    pub(crate) fn get(&self, connection: &Connection, number: i64) -> Result<Form, StoreError> {
        if let Some(form) = self.by_number.lock().get(&number) {
            return Ok(form.clone());
        }
        let form = read(connection, number)?;
        remember(&mut self.by_number.lock(), number, form.clone());
        Ok(form)
    }
}

/// Reads a form from the database.
pub(crate) fn read(connection: &Connection, number: i64) -> Result<Form, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT document FROM forms WHERE number = ?1").map_err(failed)?;
    let document: Option<String> =
        statement.query_row([number], |row| row.get(0)).optional().map_err(failed)?;
    let what = format_args!("form {number}");
    let document = document.ok_or_else(|| damaged(what, DecodeError::Missing("document")))?;
    Form::reparse(&document).map_err(|defects| damaged(what, DecodeError::Form(defects.to_string())))
}
