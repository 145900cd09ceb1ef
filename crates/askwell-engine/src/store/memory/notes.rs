//! Notes, in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use askwell_lifecycle::ElicitationId;
use hashbrown::HashMap;

use super::{Note, NoteWrite, Verdict};

#[derive(Debug, Default)]
pub(super) struct Shelves {
    by_shelf: HashMap<&'static str, BTreeMap<Arc<str>, Note>>,
    /// What to forget with an elicitation.
    by_elicitation: HashMap<ElicitationId, BTreeSet<(&'static str, Arc<str>)>>,
}

impl Shelves {
    pub(super) fn get(&self, shelf: &'static str, key: &str) -> Option<Note> {
        self.by_shelf.get(shelf)?.get(key).cloned()
    }

    pub(super) fn list(&self, shelf: &'static str, after: Option<Arc<str>>, limit: usize) -> Vec<Note> {
        let Some(notes) = self.by_shelf.get(shelf) else { return Vec::new() };
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        notes.range((after, Bound::Unbounded)).take(limit).map(|(_, note)| note.clone()).collect()
    }

    pub(super) fn write(&mut self, write: NoteWrite, exists: impl Fn(ElicitationId) -> bool) -> Verdict {
        match write {
            NoteWrite::Put { note, expected } => {
                if self.revision(note.shelf, &note.key) != expected {
                    return Verdict::Conflict;
                }
                if note.of.is_some_and(|id| !exists(id)) {
                    return Verdict::NotFound;
                }
                self.put(Note { revision: expected + 1, ..note });
            }
            NoteWrite::Remove { shelf, key, expected } => match self.revision(shelf, &key) {
                0 => return Verdict::NotFound,
                found if found != expected => return Verdict::Conflict,
                _ => self.remove(shelf, &key),
            },
        }
        Verdict::Committed
    }

    /// The revision of a note; 0 if there is none.
    fn revision(&self, shelf: &'static str, key: &str) -> u64 {
        self.by_shelf.get(shelf).and_then(|notes| notes.get(key)).map_or(0, |note| note.revision)
    }

    fn put(&mut self, note: Note) {
        self.remove(note.shelf, &note.key);
        if let Some(id) = note.of {
            self.by_elicitation.entry(id).or_default().insert((note.shelf, Arc::clone(&note.key)));
        }
        self.by_shelf.entry(note.shelf).or_default().insert(Arc::clone(&note.key), note);
    }

    fn remove(&mut self, shelf: &'static str, key: &Arc<str>) {
        let Some(note) = self.by_shelf.get_mut(shelf).and_then(|notes| notes.remove(key)) else { return };
        if let Some(id) = note.of
            && let Some(places) = self.by_elicitation.get_mut(&id)
        {
            places.remove(&(shelf, note.key));
            if places.is_empty() {
                self.by_elicitation.remove(&id);
            }
        }
    }

    /// Forgets what belongs to an elicitation.
    pub(super) fn forget(&mut self, id: ElicitationId) {
        for (shelf, key) in self.by_elicitation.remove(&id).unwrap_or_default() {
            self.by_shelf.get_mut(shelf).map(|notes| notes.remove(&key));
        }
    }
}
