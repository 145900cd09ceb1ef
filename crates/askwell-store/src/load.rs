//! Reading everything that is open, once, when a folder is opened.

use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;
use rusqlite::Connection;

use crate::codec::bytes::Unreadable;
use crate::error::{damaged, failed, from_sql, id_from};
use crate::forms;
use crate::live::Live;
use crate::live::packing::Gathering;
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
    let live = read_open(connection, progress)?.finish();
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

fn read_open(connection: &Connection, progress: &mut dyn FnMut(Progress)) -> Result<Gathering, StoreError> {
    let mut statement = connection
        .prepare("SELECT id, client, form, last_change, record FROM open ORDER BY id")
        .map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut gathering = Gathering::default();
    let mut teller = Teller { started: Instant::now(), told: None, total: None };
    while let Some(row) = rows.next().map_err(failed)? {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("an open elicitation", Unreadable::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let client = column(1)?.as_str().map_err(unreadable)?;
        let form = column(2)?.as_i64_or_null().map_err(unreadable)?;
        let last_change = from_sql(column(3)?.as_i64().map_err(unreadable)?);
        let record = column(4)?.as_blob().map_err(unreadable)?;
        gathering.add(id, client, form, last_change, record, |number| forms::read(connection, number))?;
        if gathering.len().is_multiple_of(STRIDE) {
            teller.tell(connection, gathering.len(), progress)?;
        }
    }
    Ok(gathering)
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
