//! Loads the open elicitations when a folder is opened.

use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;
use rusqlite::Connection;

use crate::codec::bytes::DecodeError;
use crate::error::{damaged, failed, from_sql, id_from};
use crate::forms;
use crate::open::Progress;
use crate::open_index::OpenIndex;
use crate::open_index::packed::OpenIndexBuilder;

/// Progress is reported after this time.
const REPORT_AFTER: Duration = Duration::from_secs(1);
/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The clock is read once for this many records.
const RECORDS_PER_CHECK: u64 = 4096;

/// What is loaded from a database.
#[derive(Debug)]
pub(crate) struct StoreContents {
    pub(crate) open_index: OpenIndex,
    /// The sequence number of the newest change.
    pub(crate) newest: u64,
    /// The newest id of a closed elicitation.
    pub(crate) newest_closed: Option<ElicitationId>,
}

/// Loads the open elicitations and the newest numbers.
pub(crate) fn load(
    connection: &Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<StoreContents, StoreError> {
    let open_index = read_open(connection, progress)?.finish();
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
    Ok(StoreContents {
        open_index,
        newest: from_sql(newest),
        newest_closed: newest_closed.map(ElicitationId::from_bytes),
    })
}

fn read_open(
    connection: &Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<OpenIndexBuilder, StoreError> {
    let mut statement = connection
        .prepare("SELECT id, client, form, last_change, record FROM open ORDER BY id")
        .map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut builder = OpenIndexBuilder::default();
    let mut reporter = ProgressReporter { started: Instant::now(), reported_at: None, total: None };
    while let Some(row) = rows.next().map_err(failed)? {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("an open elicitation", DecodeError::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let client = column(1)?.as_str().map_err(unreadable)?;
        let form = column(2)?.as_i64_or_null().map_err(unreadable)?;
        let last_change = from_sql(column(3)?.as_i64().map_err(unreadable)?);
        let record = column(4)?.as_blob().map_err(unreadable)?;
        builder.add(id, client, form, last_change, record, |number| forms::read(connection, number))?;
        if builder.len().is_multiple_of(RECORDS_PER_CHECK) {
            reporter.report(connection, builder.len(), progress)?;
        }
    }
    Ok(builder)
}

/// Reports progress.
struct ProgressReporter {
    started: Instant,
    reported_at: Option<Instant>,
    total: Option<u64>,
}

impl ProgressReporter {
    fn report(
        &mut self,
        connection: &Connection,
        read: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), StoreError> {
        let now = Instant::now();
        let is_early = now - self.started < REPORT_AFTER
            || self.reported_at.is_some_and(|reported_at| now - reported_at < REPORT_INTERVAL);
        if is_early {
            return Ok(());
        }
        self.reported_at = Some(now);
        let total = match self.total {
            Some(total) => total,
            // Counted only if progress is reported, as counting takes time.
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
