//! Taking the answer of a closed elicitation: its key is removed, or put back.

use askwell_engine::StoreError;
use askwell_engine::store::Verdict;
use askwell_lifecycle::ElicitationId;
use rusqlite::{OptionalExtension as _, params};

use super::PreparedKey;
use super::batch::Batch;
use crate::error::{failed, from_sql, to_sql};

impl Batch<'_> {
    pub(super) fn write_key(&mut self, op: &PreparedKey) -> Result<Verdict, StoreError> {
        let last_change = match self.look(op.id)? {
            Some(head) if head.is_open => return Ok(Verdict::Conflict),
            // Closed by this very transaction.
            Some(head) => head.last_change,
            None => match self.last_change_of_closed(op.id)? {
                Some(last_change) => last_change,
                None => return Ok(Verdict::NotFound),
            },
        };
        let (client, id) = (op.client.as_str(), op.id.to_bytes());
        if !op.is_taken {
            let find = params![client, &*op.key];
            let other: Option<[u8; 16]> =
                self.sql.find_key.query_row(find, |row| row.get(0)).optional().map_err(failed)?;
            if let Some(other) = other {
                return Ok(Verdict::Exists(ElicitationId::from_bytes(other)));
            }
            self.sql.insert_key.execute(params![client, &*op.key, id]).map_err(failed)?;
            return Ok(Verdict::Committed);
        }
        let removed = self.sql.delete_key.execute(params![client, &*op.key, id]).map_err(failed)?;
        if removed == 0 {
            return Ok(Verdict::NotFound);
        }
        let last_change = self.record(&op.changes, last_change)?;
        self.sql.touch_closed.execute(params![id, to_sql(last_change)]).map_err(failed)?;
        if let Some(written) = self.news.touched.get_mut(&op.id) {
            written.last_change = last_change;
        }
        Ok(Verdict::Committed)
    }

    fn last_change_of_closed(&mut self, id: ElicitationId) -> Result<Option<u64>, StoreError> {
        let found = self.sql.last_change_of_closed.query_row([id.to_bytes()], |row| row.get(0));
        Ok(found.optional().map_err(failed)?.map(from_sql))
    }
}
