//! Reading everything that is open, once, when a folder is opened.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_form::Form;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId};
use hashbrown::HashMap;
use rusqlite::{Connection, Row};

use crate::codec::bytes::Unreadable;
use crate::codec::elicitation::{self, Columns};
use crate::error::{damaged, failed, from_sql, id_from};
use crate::forms;
use crate::live::Live;
use crate::open::Progress;

/// Nobody wants to hear of what takes less than this.
const QUIET: Duration = Duration::from_secs(1);
/// And then not more often than this.
const BETWEEN: Duration = Duration::from_millis(250);
/// The time is looked at once for so many records.
const STRIDE: u64 = 4096;

/// What there is in a file.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) live: Live,
    /// The sequence number of the newest change.
    pub(crate) newest: u64,
    /// No closed elicitation has a later id.
    pub(crate) newest_closed: Option<ElicitationId>,
}

/// Reads it.
pub(crate) fn load(
    connection: &Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<Contents, StoreError> {
    let live = Live::new(read_open(connection, progress)?);
    let newest: i64 = connection
        .query_row(
            "SELECT max(coalesce((SELECT max(seq) FROM changes), 0),
                        coalesce((SELECT value FROM meta WHERE name = 'forgotten'), 0))",
            [],
            |row| row.get(0),
        )
        .map_err(failed)?;
    let newest_closed: Option<[u8; 16]> =
        connection.query_row("SELECT max(id) FROM closed", [], |row| row.get(0)).map_err(failed)?;
    Ok(Contents {
        live,
        newest: from_sql(newest),
        newest_closed: newest_closed.map(ElicitationId::from_bytes),
    })
}

fn read_open(
    connection: &Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Arc<Elicitation>>, StoreError> {
    let mut statement =
        connection.prepare("SELECT id, client, form, record FROM open ORDER BY id").map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut open = Vec::new();
    let mut shared = Shared::default();
    let mut teller = Teller { started: Instant::now(), told: None, total: None };
    while let Some(row) = rows.next().map_err(failed)? {
        open.push(Arc::new(shared.elicitation(connection, row)?));
        let read = open.len() as u64;
        if read.is_multiple_of(STRIDE) {
            teller.tell(connection, read, progress)?;
        }
    }
    Ok(open)
}

/// What many records have in common is kept once.
#[derive(Default)]
struct Shared {
    clients: HashMap<String, ClientId>,
    forms: HashMap<i64, Form>,
}

impl Shared {
    fn elicitation(&mut self, connection: &Connection, row: &Row<'_>) -> Result<Elicitation, StoreError> {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("an open elicitation", Unreadable::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let client = self.client(column(1)?.as_str().map_err(unreadable)?);
        let form = column(2)?.as_i64_or_null().map_err(unreadable)?;
        let form = form.map(|number| self.form(connection, number)).transpose()?;
        let record = column(3)?.as_blob().map_err(unreadable)?;
        elicitation::decode(Columns { id, client, form, secrets: None }, record, None)
    }

    fn client(&mut self, name: &str) -> ClientId {
        if let Some(client) = self.clients.get(name) {
            return client.clone();
        }
        let client = ClientId::from(name);
        self.clients.insert(name.to_owned(), client.clone());
        client
    }

    fn form(&mut self, connection: &Connection, number: i64) -> Result<Form, StoreError> {
        if let Some(form) = self.forms.get(&number) {
            return Ok(form.clone());
        }
        let form = forms::read(connection, number)?;
        self.forms.insert(number, form.clone());
        Ok(form)
    }
}

/// Says how far it has come, to whoever has to wait.
struct Teller {
    started: Instant,
    told: Option<Instant>,
    total: Option<u64>,
}

impl Teller {
    fn tell(
        &mut self,
        connection: &Connection,
        read: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), StoreError> {
        let now = Instant::now();
        let quiet = now - self.started < QUIET || self.told.is_some_and(|told| now - told < BETWEEN);
        if quiet {
            return Ok(());
        }
        self.told = Some(now);
        let total = match self.total {
            Some(total) => total,
            // Counting takes a while, too, so it is not done for those who would not hear of it.
            None => connection
                .query_row("SELECT count(*) FROM open", [], |row| row.get(0))
                .map(from_sql)
                .map_err(failed)?,
        };
        self.total = Some(total);
        progress(Progress { read, total });
        Ok(())
    }
}
