//! Elicitations as they were on disk, in memory: what was open when the folder was opened.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::rest::{RecentForms, SHARED};
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Mode, Timestamp};
use hashbrown::HashMap;

use super::{Entry, FormNumber, Live, OfClient};
use crate::codec::elicitation::{self, Columns, Peeked};
use crate::error::damaged;

/// Where an elicitation is. Those from before the folder was opened stay as they were on disk until somebody
/// looks at them: that takes less room, and opening a folder takes less time.
#[derive(Debug)]
pub(super) enum Slot {
    Here(Arc<Elicitation>),
    Packed(Packed),
}

/// The places of an elicitation's record, client and form in the [`Packing`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed {
    start: usize,
    length: u32,
    client: u32,
    form: u32,
}

/// What is packed.
#[derive(Debug, Default)]
pub(super) struct Packing {
    /// One after the other: a million small pieces take longer to make.
    records: Vec<u8>,
    clients: Vec<ClientId>,
    forms: Vec<SharedForm>,
    /// So many have not been unpacked.
    left: usize,
}

/// A form, and how many use it. It is dormant as long as nobody looks at it.
#[derive(Debug)]
struct SharedForm {
    form: Form,
    uses: usize,
}

impl SharedForm {
    /// The form for one who uses it. Those who are few get one of their own, which can be put to rest without the others.
    fn get(&self) -> Form {
        if self.uses < SHARED { self.form.dormant() } else { self.form.clone() }
    }
}

impl Slot {
    pub(super) fn unpack(
        &mut self,
        id: ElicitationId,
        packing: &mut Packing,
    ) -> Result<Arc<Elicitation>, StoreError> {
        let elicitation = match self {
            Slot::Here(elicitation) => return Ok(Arc::clone(elicitation)),
            Slot::Packed(packed) => Arc::new(packing.take(id, *packed)?),
        };
        *self = Slot::Here(Arc::clone(&elicitation));
        Ok(elicitation)
    }

    pub(super) fn revision(&mut self, id: ElicitationId, packing: &mut Packing) -> Result<u64, StoreError> {
        match self {
            Slot::Here(elicitation) => Ok(elicitation.revision),
            Slot::Packed(_) => Ok(self.unpack(id, packing)?.revision),
        }
    }

    /// Whether a person of this name can answer it. One that cannot be read admits everybody: its error has to be
    /// seen.
    pub(super) fn admits(&self, person: &str, packing: &Packing) -> bool {
        match self {
            Slot::Here(elicitation) => elicitation.audience.admits(person),
            Slot::Packed(packed) => elicitation::admits(packing.record(*packed), person).unwrap_or(true),
        }
    }
}

impl Packing {
    /// Unpacks one, once.
    fn take(&mut self, id: ElicitationId, packed: Packed) -> Result<Elicitation, StoreError> {
        let Packed { client, form, .. } = packed;
        let record = self.record(packed);
        let client = self.clients.get(at(client)).cloned().unwrap_or_else(|| ClientId::from(""));
        let form = self.forms.get(at(form)).map(SharedForm::get);
        let elicitation = elicitation::decode(Columns { id, client, form, secrets: None }, record, None)?;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            *self = Packing::default();
        }
        Ok(elicitation)
    }

    fn record(&self, Packed { start, length, .. }: Packed) -> &[u8] {
        self.records.get(start..start.saturating_add(at(length))).unwrap_or_default()
    }

    /// When something was due for one that is given up. It was packed without error, and so unpacks without.
    pub(super) fn next_due(&mut self, id: ElicitationId, slot: Slot) -> Option<Timestamp> {
        match slot {
            Slot::Here(elicitation) => elicitation.next_due(),
            Slot::Packed(packed) => self.take(id, packed).ok()?.next_due(),
        }
    }
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// What was open when a folder was opened, on its way into memory. Each index is built at once in the end, which is
/// faster and smaller than one by one.
#[derive(Debug, Default)]
pub(crate) struct Gathering {
    by_id: Vec<(ElicitationId, Entry)>,
    due: Vec<(Timestamp, ElicitationId)>,
    packing: Packing,
    by_mode: [usize; Mode::ALL.len()],
    /// For each client of the packing.
    of_clients: Vec<OfClient>,
    clients: HashMap<String, u32>,
    forms: HashMap<i64, u32>,
}

/// The place of no form.
const NO_FORM: u32 = u32::MAX;

impl Gathering {
    /// Adds one, in the order of ids. `read` gives a form by its number, and is asked once for each.
    pub(crate) fn add(
        &mut self,
        id: ElicitationId,
        client: &str,
        form: Option<i64>,
        last_change: u64,
        record: &[u8],
        read: impl FnOnce(i64) -> Result<Form, StoreError>,
    ) -> Result<(), StoreError> {
        let Peeked { mode, due } =
            elicitation::peek(record, form.is_some()).map_err(|error| damaged(id, error))?;
        if let Some(open) = self.by_mode.get_mut(mode as usize) {
            *open += 1;
        }
        let client = self.client(client)?;
        let number = form.and_then(FormNumber::new);
        let form = form.map_or(Ok(NO_FORM), |number| self.form(number, read))?;
        let (start, length) = (self.packing.records.len(), place(record.len())?);
        self.packing.records.extend_from_slice(record);
        self.due.push((due, id));
        if let Some(of_client) = self.of_clients.get_mut(at(client)) {
            of_client.add(id);
        }
        let slot = Slot::Packed(Packed { start, length, client, form });
        self.by_id.push((id, Entry { slot, last_change, form: number }));
        Ok(())
    }

    pub(crate) fn len(&self) -> u64 {
        self.by_id.len() as u64
    }

    fn client(&mut self, name: &str) -> Result<u32, StoreError> {
        if let Some(client) = self.clients.get(name) {
            return Ok(*client);
        }
        let place = place(self.packing.clients.len())?;
        self.packing.clients.push(ClientId::from(name));
        self.of_clients.push(OfClient::default());
        self.clients.insert(name.to_owned(), place);
        Ok(place)
    }

    fn form(
        &mut self,
        number: i64,
        read: impl FnOnce(i64) -> Result<Form, StoreError>,
    ) -> Result<u32, StoreError> {
        if let Some(place) = self.forms.get(&number) {
            if let Some(form) = self.packing.forms.get_mut(at(*place)) {
                form.uses += 1;
            }
            return Ok(*place);
        }
        let place = place(self.packing.forms.len())?;
        // It was read to see that it can be; nobody needs it compiled yet.
        self.packing.forms.push(SharedForm { form: read(number)?.dormant(), uses: 1 });
        self.forms.insert(number, place);
        Ok(place)
    }

    pub(crate) fn finish(self) -> Live {
        let packing = Packing { left: self.by_id.len(), ..self.packing };
        Live {
            by_id: self.by_id.into_iter().collect(),
            by_client: packing.clients.iter().cloned().zip(self.of_clients).collect(),
            due: self.due.into_iter().collect(),
            by_mode: self.by_mode,
            recent: RecentForms::default(),
            packing,
        }
    }
}

fn place(count: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(count).ok().filter(|place| *place != NO_FORM);
    place.ok_or_else(|| {
        StoreError::Failed("a record is too large, or there are too many clients or forms".into())
    })
}
