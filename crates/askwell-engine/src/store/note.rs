//! Notes: small records that surfaces keep beside elicitations.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::ElicitationId;

use super::{StoreFuture, Verdict};

/// Keeps small records beside elicitations.
pub trait RecordStore: Send + Sync + 'static {
    /// Writes several notes at once, each with a verdict of its own, in the order given. Returns when all that
    /// was taken is durable.
    fn write_notes(&self, writes: Vec<NoteWrite>) -> StoreFuture<'_, Vec<Verdict>>;

    /// Reads a note.
    fn get_note(&self, shelf: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Note>>;

    /// The notes of a shelf in the order of their keys (by bytes), from after this key on.
    fn list_notes(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Note>>;
}

/// A small durable record. Its place is a shelf and a key; what it means is up to whoever wrote it. Does not show
/// its value.
#[derive(Clone, PartialEq, Eq)]
pub struct Note {
    /// What kind of note it is: each kind has a shelf of its own.
    pub shelf: &'static str,
    /// Its name on the shelf.
    pub key: Arc<str>,
    /// The elicitation that it is forgotten with.
    pub of: Option<ElicitationId>,
    /// Counts how often it was written, from 1 on; the store sets it.
    pub revision: u64,
    /// What it says.
    pub value: Arc<[u8]>,
}

impl Note {
    /// A note that stays until somebody removes it.
    pub fn new(shelf: &'static str, key: impl Into<Arc<str>>, value: impl Into<Arc<[u8]>>) -> Note {
        Note { shelf, key: key.into(), of: None, revision: 0, value: value.into() }
    }

    /// The same, forgotten together with an elicitation.
    #[must_use]
    pub fn of(mut self, id: ElicitationId) -> Note {
        self.of = Some(id);
        self
    }
}

impl fmt::Debug for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note { shelf, key, of: _, revision, value } = self;
        write!(f, "Note({shelf}/{key} {revision}: {} bytes)", value.len())
    }
}

/// Something to do to a note, if nobody was faster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoteWrite {
    /// Writes it. [`Conflict`](super::Verdict::Conflict) when it is not as expected,
    /// [`NotFound`](super::Verdict::NotFound) when there is no elicitation that it could be of.
    Put {
        /// As it will be.
        note: Note,
        /// The revision that is there now; 0 if there must be none.
        expected: u64,
    },
    /// Removes it. [`Conflict`](super::Verdict::Conflict) when it is not as expected,
    /// [`NotFound`](super::Verdict::NotFound) when there is none.
    Remove {
        /// Its shelf.
        shelf: &'static str,
        /// Its name.
        key: Arc<str>,
        /// The revision that is there now.
        expected: u64,
    },
}
