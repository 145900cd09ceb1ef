//! Forms are kept once, by the hash of their document, and shared in memory.

use askwell_engine::StoreError;
use askwell_form::Form;
use hashbrown::HashMap;
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest, Sha256};

use crate::codec::bytes::Unreadable;
use crate::error::{damaged, failed};

/// SHA-256 of a form's document.
pub(crate) type Hash = [u8; 32];

/// So many forms are remembered; more, and remembering starts over.
const REMEMBERED: usize = 1024;

/// The hashes of forms that were hashed before.
#[derive(Debug, Default)]
pub(crate) struct Hashes {
    /// By the address of the document, which stays where it is while the form beside it is held.
    by_address: Mutex<HashMap<usize, (Form, Hash)>>,
}

impl Hashes {
    pub(crate) fn of(&self, form: &Form) -> Hash {
        let address = address(form);
        if let Some((_, hash)) = self.by_address.lock().get(&address) {
            return *hash;
        }
        let hash: Hash = Sha256::digest(form.to_json().as_bytes()).into();
        remember(&mut self.by_address.lock(), address, (form.clone(), hash));
        hash
    }
}

/// Where a form's document is: the same for all clones of a form.
pub(crate) fn address(form: &Form) -> usize {
    form.to_json().as_ptr().addr()
}

/// Adds to a map that must not grow for ever.
pub(crate) fn remember<K: Eq + std::hash::Hash, V>(map: &mut HashMap<K, V>, key: K, value: V) {
    if map.len() >= REMEMBERED {
        map.clear();
    }
    map.insert(key, value);
}

/// Forms by their number in the file, so that all who read one share it. Numbers are never used again.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    by_number: Mutex<HashMap<i64, Form>>,
}

impl Shelf {
    pub(crate) fn get(&self, connection: &Connection, number: i64) -> Result<Form, StoreError> {
        if let Some(form) = self.by_number.lock().get(&number) {
            return Ok(form.clone());
        }
        let form = read(connection, number)?;
        remember(&mut self.by_number.lock(), number, form.clone());
        Ok(form)
    }
}

/// Reads a form from the file.
pub(crate) fn read(connection: &Connection, number: i64) -> Result<Form, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT document FROM forms WHERE number = ?1").map_err(failed)?;
    let document: Option<String> =
        statement.query_row([number], |row| row.get(0)).optional().map_err(failed)?;
    let what = format_args!("form {number}");
    let document = document.ok_or_else(|| damaged(what, Unreadable::Missing("document")))?;
    Form::reparse(&document).map_err(|defects| damaged(what, Unreadable::Form(defects.to_string())))
}
