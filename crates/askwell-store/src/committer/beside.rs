//! What is kept beside elicitations: notes.

use askwell_engine::StoreError;
use askwell_engine::store::{NoteWrite, Verdict};
use askwell_lifecycle::ElicitationId;
use rusqlite::{OptionalExtension as _, params};

use super::batch::Batch;
use crate::error::{failed, from_sql, to_sql};
use crate::vault::{ContentCipher, Subject};

impl Batch<'_> {
    pub(super) fn write_note(&mut self, write: &NoteWrite) -> Result<Verdict, StoreError> {
        match write {
            NoteWrite::Put { note, expected } => {
                if self.revision(note.shelf, &note.key)? != *expected {
                    return Ok(Verdict::Conflict);
                }
                if let Some(id) = note.of
                    && !self.exists(id)?
                {
                    return Ok(Verdict::NotFound);
                }
                let put = "INSERT INTO notes (shelf, key, elicitation, revision, value, content_key)
                           VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                           ON CONFLICT (shelf, key) DO UPDATE SET
                           elicitation = excluded.elicitation, revision = excluded.revision,
                           value = excluded.value, content_key = excluded.content_key";
                let of = note.of.map(ElicitationId::to_bytes);
                let create =
                    |id| ContentCipher::create(self.keyring, Subject::Note(id, note.shelf, &note.key));
                let cipher = note.of.map(create).transpose()?.flatten();
                let sealed = cipher.as_ref().map(|cipher| cipher.seal(0, &note.value)).transpose()?;
                let value = sealed.as_deref().unwrap_or(&note.value);
                let content_key = cipher.as_ref().map(ContentCipher::wrapped_key);
                let row = params![note.shelf, &*note.key, of, to_sql(expected + 1), value, content_key];
                self.connection.prepare_cached(put).and_then(|mut put| put.execute(row)).map_err(failed)?;
            }
            NoteWrite::Remove { shelf, key, expected } => {
                match self.revision(shelf, key)? {
                    0 => return Ok(Verdict::NotFound),
                    found if found != *expected => return Ok(Verdict::Conflict),
                    _ => {}
                }
                let remove = "DELETE FROM notes WHERE shelf = ?1 AND key = ?2";
                let mut remove = self.connection.prepare_cached(remove).map_err(failed)?;
                remove.execute([shelf, &**key]).map_err(failed)?;
            }
        }
        Ok(Verdict::Committed)
    }

    /// The revision of a note; 0 if there is none.
    fn revision(&self, shelf: &str, key: &str) -> Result<u64, StoreError> {
        let find = "SELECT revision FROM notes WHERE shelf = ?1 AND key = ?2";
        let mut find = self.connection.prepare_cached(find).map_err(failed)?;
        let found = find.query_row([shelf, key], |row| row.get(0)).optional().map_err(failed)?;
        Ok(found.map_or(0, from_sql))
    }

    fn exists(&mut self, id: ElicitationId) -> Result<bool, StoreError> {
        Ok(self.look(id)?.is_some() || self.is_closed(id)?)
    }
}
