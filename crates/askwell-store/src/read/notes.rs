//! Reading notes, and decrypting those that are encrypted.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Note;
use askwell_lifecycle::ElicitationId;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::Library;
use crate::codec::bytes::Unreadable;
use crate::error::{damaged, failed, from_sql, to_sql};
use crate::vault::{ContentCipher, Subject};

/// A note as it is stored, and its wrapped data key.
type StoredNote = (Note, Option<Vec<u8>>);

impl Library {
    pub(crate) fn note(
        &self,
        connection: &Connection,
        shelf: &'static str,
        key: &Arc<str>,
    ) -> Result<Option<Note>, StoreError> {
        let find = "SELECT key, elicitation, revision, value, content_key FROM notes
                    WHERE shelf = ?1 AND key = ?2";
        let mut find = connection.prepare_cached(find).map_err(failed)?;
        let found =
            find.query_row([shelf, &**key], |row| read_note(shelf, row)).optional().map_err(failed)?;
        found.map(|found| self.open_note(found)).transpose()
    }

    /// The notes of a shelf, from after a key on.
    pub(crate) fn notes(
        &self,
        connection: &Connection,
        shelf: &'static str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Note>, StoreError> {
        let list = "SELECT key, elicitation, revision, value, content_key FROM notes
                    WHERE shelf = ?1 AND key > ?2 ORDER BY key LIMIT ?3";
        let from_the_start = "SELECT key, elicitation, revision, value, content_key FROM notes
                              WHERE shelf = ?1 AND key >= ?2 ORDER BY key LIMIT ?3";
        let sql = if after.is_some() { list } else { from_the_start };
        let mut list = connection.prepare_cached(sql).map_err(failed)?;
        let bounds = params![shelf, after.unwrap_or_default(), to_sql(limit as u64)];
        let rows = list.query_map(bounds, |row| read_note(shelf, row)).map_err(failed)?;
        rows.map(|row| row.map_err(failed).and_then(|stored| self.open_note(stored))).collect()
    }

    fn open_note(&self, (mut note, content_key): StoredNote) -> Result<Note, StoreError> {
        if let Some(content_key) = content_key {
            let id = note.of.ok_or_else(|| damaged("a note", Unreadable::Missing("elicitation")))?;
            let subject = Subject::Note(id, note.shelf, &note.key);
            let cipher = ContentCipher::from_wrapped(self.keyring.as_deref(), subject, content_key)?;
            note.value = cipher.open(0, &note.value)?.into();
        }
        Ok(note)
    }
}

fn read_note(shelf: &'static str, row: &Row<'_>) -> rusqlite::Result<StoredNote> {
    let of: Option<[u8; 16]> = row.get(1)?;
    let note = Note {
        shelf,
        key: row.get(0)?,
        of: of.map(ElicitationId::from_bytes),
        revision: from_sql(row.get(2)?),
        value: Arc::from(row.get_ref(3)?.as_blob()?),
    };
    Ok((note, row.get(4)?))
}
