//! The statements that a transaction is made of, prepared once.

use askwell_engine::StoreError;
use rusqlite::{CachedStatement, Connection};

use crate::error::failed;

pub(super) struct Statements<'c> {
    pub(super) insert_open: CachedStatement<'c>,
    pub(super) update_open: CachedStatement<'c>,
    pub(super) delete_open: CachedStatement<'c>,
    pub(super) insert_closed: CachedStatement<'c>,
    pub(super) find_closed: CachedStatement<'c>,
    pub(super) insert_key: CachedStatement<'c>,
    pub(super) find_key: CachedStatement<'c>,
    pub(super) delete_key: CachedStatement<'c>,
    pub(super) last_change_of_closed: CachedStatement<'c>,
    pub(super) touch_closed: CachedStatement<'c>,
    pub(super) insert_change: CachedStatement<'c>,
    pub(super) find_form: CachedStatement<'c>,
    pub(super) insert_form: CachedStatement<'c>,
}

impl<'c> Statements<'c> {
    pub(super) fn new(connection: &'c Connection) -> Result<Self, StoreError> {
        let prepare = |sql| connection.prepare_cached(sql).map_err(failed);
        Ok(Statements {
            insert_open: prepare(
                "INSERT INTO open (id, client, form, last_change, record) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?,
            update_open: prepare("UPDATE open SET last_change = ?2, record = ?3 WHERE id = ?1")?,
            delete_open: prepare("DELETE FROM open WHERE id = ?1")?,
            insert_closed: prepare(
                "INSERT INTO closed
                    (id, client, mode, status, audience, person, closed_at, form, last_change, secrets, record)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?,
            find_closed: prepare("SELECT 1 FROM closed WHERE id = ?1")?,
            insert_key: prepare("INSERT INTO keys (client, key, id) VALUES (?1, ?2, ?3)")?,
            find_key: prepare("SELECT id FROM keys WHERE client = ?1 AND key = ?2")?,
            delete_key: prepare("DELETE FROM keys WHERE client = ?1 AND key = ?2 AND id = ?3")?,
            last_change_of_closed: prepare("SELECT last_change FROM closed WHERE id = ?1")?,
            touch_closed: prepare("UPDATE closed SET last_change = ?2 WHERE id = ?1")?,
            insert_change: prepare(
                "INSERT INTO changes (seq, id, client, at, previous, record) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?,
            find_form: prepare("SELECT number FROM forms WHERE hash = ?1")?,
            insert_form: prepare("INSERT INTO forms (hash, uses, document) VALUES (?1, 0, ?2)")?,
        })
    }
}
