//! Packed elicitations: those that were open when the folder was opened stay encoded until they are read.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::dormant::{RecentForms, SHARED_HANDLES};
use askwell_engine::store::{InboxCursor, InboxIndex, InboxKey};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Person, Timestamp};
use hashbrown::HashMap;

use super::{ClientOpenIds, FormNumber, OpenEntry, OpenIndex};
use crate::codec::elicitation::{self, ElicitationColumns, OpenSummary};
use crate::error::damaged;

/// An elicitation, loaded or packed. Packed ones take less memory, and make opening a folder faster.
#[derive(Debug)]
pub(super) enum Slot {
    Loaded(Arc<Elicitation>),
    Packed(PackedElicitation),
}

/// The position of an elicitation's encoding, client and form in the [`PackedArena`].
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedElicitation {
    start: usize,
    length: u32,
    client: u32,
    form: u32,
}

/// The storage of packed elicitations.
#[derive(Debug, Default)]
pub(super) struct PackedArena {
    /// All encodings in one allocation.
    records: Vec<u8>,
    clients: Vec<ClientId>,
    forms: Vec<SharedForm>,
    /// How many are still packed.
    left: usize,
}

/// A form, and how many elicitations use it. Dormant until it is read.
#[derive(Debug)]
struct SharedForm {
    form: Form,
    uses: usize,
}

impl SharedForm {
    /// Returns the form for one elicitation. A form with few users is copied for each, so that each copy can
    /// become dormant by itself.
    fn get(&self) -> Form {
        if self.uses < SHARED_HANDLES { self.form.dormant() } else { self.form.clone() }
    }
}

impl Slot {
    pub(super) fn unpack(
        &mut self,
        id: ElicitationId,
        arena: &mut PackedArena,
    ) -> Result<Arc<Elicitation>, StoreError> {
        let elicitation = match self {
            Slot::Loaded(elicitation) => return Ok(Arc::clone(elicitation)),
            Slot::Packed(packed) => Arc::new(arena.take(id, *packed)?),
        };
        *self = Slot::Loaded(Arc::clone(&elicitation));
        Ok(elicitation)
    }

    pub(super) fn revision(&mut self, id: ElicitationId, arena: &mut PackedArena) -> Result<u64, StoreError> {
        match self {
            Slot::Loaded(elicitation) => Ok(elicitation.revision),
            Slot::Packed(_) => Ok(self.unpack(id, arena)?.revision),
        }
    }

    /// Returns whether this person can answer. Returns `true` if the bytes cannot be decoded, so
    /// that the error is reported.
    pub(super) fn admits(&self, person: &Person, arena: &PackedArena) -> bool {
        match self {
            Slot::Loaded(elicitation) => elicitation.audience.admits(person),
            Slot::Packed(packed) => elicitation::admits(arena.record(*packed), person).unwrap_or(true),
        }
    }
}

impl PackedArena {
    /// Unpacks an elicitation. Called once for each.
    fn take(&mut self, id: ElicitationId, packed: PackedElicitation) -> Result<Elicitation, StoreError> {
        let PackedElicitation { client, form, .. } = packed;
        let record = self.record(packed);
        let client = self.clients.get(at(client)).cloned().unwrap_or_else(|| ClientId::from(""));
        let form = self.forms.get(at(form)).map(SharedForm::get);
        let elicitation =
            elicitation::decode(ElicitationColumns { id, client, form, secrets: None }, record, None)?;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            *self = PackedArena::default();
        }
        Ok(elicitation)
    }

    fn record(&self, PackedElicitation { start, length, .. }: PackedElicitation) -> &[u8] {
        self.records.get(start..start.saturating_add(at(length))).unwrap_or_default()
    }

    /// Returns a removed elicitation. It was validated when it was packed, so unpacking succeeds.
    pub(super) fn unpack_removed(&mut self, id: ElicitationId, slot: Slot) -> Option<Arc<Elicitation>> {
        match slot {
            Slot::Loaded(elicitation) => Some(elicitation),
            Slot::Packed(packed) => self.take(id, packed).ok().map(Arc::new),
        }
    }
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// Builds the index when a folder is opened. Each part is built in bulk at the end, which is faster and
/// smaller than inserting one by one.
#[derive(Debug, Default)]
pub(crate) struct OpenIndexBuilder {
    by_id: Vec<(ElicitationId, OpenEntry)>,
    due: Vec<(Timestamp, ElicitationId)>,
    inbox: Vec<InboxKey>,
    arena: PackedArena,
    by_mode: [usize; Mode::ALL.len()],
    /// For each client of the arena, in its order.
    of_clients: Vec<ClientOpenIds>,
    clients: HashMap<String, u32>,
    forms: HashMap<i64, u32>,
}

/// The position that means no form.
const NO_FORM: u32 = u32::MAX;

impl OpenIndexBuilder {
    /// Adds an elicitation, in the order of ids. `read` returns a form by its number, and is called once for
    /// each.
    pub(crate) fn add(
        &mut self,
        id: ElicitationId,
        client: &str,
        form: Option<i64>,
        last_change: u64,
        record: &[u8],
        read: impl FnOnce(i64) -> Result<Form, StoreError>,
    ) -> Result<(), StoreError> {
        let OpenSummary { mode, due, deadline, audience, claimed_by } =
            elicitation::summarize_open(record, form.is_some()).map_err(|error| damaged(id, error))?;
        if let Some(open) = self.by_mode.get_mut(mode as usize) {
            *open += 1;
        }
        let client = self.client(client)?;
        let number = form.and_then(FormNumber::new);
        let form = form.map_or(Ok(NO_FORM), |number| self.form(number, read))?;
        let (start, length) = (self.arena.records.len(), place(record.len())?);
        self.arena.records.extend_from_slice(record);
        self.due.push((due, id));
        self.inbox.push(InboxKey { cursor: InboxCursor { deadline, id }, audience, claimed_by });
        if let Some(of_client) = self.of_clients.get_mut(at(client)) {
            of_client.add(id);
        }
        let slot = Slot::Packed(PackedElicitation { start, length, client, form });
        self.by_id.push((id, OpenEntry { slot, last_change, form: number }));
        Ok(())
    }

    pub(crate) fn len(&self) -> u64 {
        self.by_id.len() as u64
    }

    fn client(&mut self, name: &str) -> Result<u32, StoreError> {
        if let Some(client) = self.clients.get(name) {
            return Ok(*client);
        }
        let place = place(self.arena.clients.len())?;
        self.arena.clients.push(ClientId::from(name));
        self.of_clients.push(ClientOpenIds::default());
        self.clients.insert(name.to_owned(), place);
        Ok(place)
    }

    fn form(
        &mut self,
        number: i64,
        read: impl FnOnce(i64) -> Result<Form, StoreError>,
    ) -> Result<u32, StoreError> {
        if let Some(place) = self.forms.get(&number) {
            if let Some(form) = self.arena.forms.get_mut(at(*place)) {
                form.uses += 1;
            }
            return Ok(*place);
        }
        let place = place(self.arena.forms.len())?;
        // Reading has validated the form; it need not stay compiled.
        self.arena.forms.push(SharedForm { form: read(number)?.dormant(), uses: 1 });
        self.forms.insert(number, place);
        Ok(place)
    }

    pub(crate) fn finish(self) -> OpenIndex {
        let arena = PackedArena { left: self.by_id.len(), ..self.arena };
        OpenIndex {
            by_id: self.by_id.into_iter().collect(),
            by_client: arena.clients.iter().cloned().zip(self.of_clients).collect(),
            due: self.due.into_iter().collect(),
            inbox: InboxIndex::of(self.inbox),
            by_mode: self.by_mode,
            recent: RecentForms::default(),
            arena,
        }
    }
}

fn place(count: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(count).ok().filter(|place| *place != NO_FORM);
    place.ok_or_else(|| {
        StoreError::Failed("a record is too large, or there are too many clients or forms".into())
    })
}
