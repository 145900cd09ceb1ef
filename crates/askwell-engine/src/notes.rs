//! A handle for surfaces to keep small durable records with: links, deliveries, cursors.
//!
//! Notes are no elicitations: they have no life, no audit and no owner. Who may see what is up to the surface.

use std::fmt;
use std::sync::Arc;

use crate::store::{Note, NoteWrite, Store, StoreError, Verdict};

/// The notes of an engine's store. Cheap to clone.
#[derive(Clone)]
pub struct Notes {
    store: Arc<dyn Store>,
}

impl Notes {
    pub(crate) fn of(store: Arc<dyn Store>) -> Self {
        Notes { store }
    }

    /// Reads a note.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn get(
        &self,
        shelf: &'static str,
        key: impl Into<Arc<str>>,
    ) -> Result<Option<Note>, StoreError> {
        self.store.get_note(shelf, key.into()).await
    }

    /// The notes of a shelf in the order of their keys, from after this key on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<Note>, StoreError> {
        self.store.list_notes(shelf, after, limit).await
    }

    /// Writes notes in one commit, each with a verdict of its own, and returns when it is durable.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn write(&self, writes: Vec<NoteWrite>) -> Result<Vec<Verdict>, StoreError> {
        self.store.write_notes(writes).await
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").finish_non_exhaustive()
    }
}
