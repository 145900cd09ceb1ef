//! Taking the answer of a closed elicitation: removes its key, or restores it.

use askwell_engine::StoreError;
use askwell_engine::store::Verdict;
use askwell_lifecycle::ElicitationId;
use rusqlite::{OptionalExtension as _, params};

use super::batch::Batch;
use crate::error::{failed, from_sql, to_sql};
use crate::prepared::PreparedKey;
use crate::verdict;

impl Batch<'_> {
    pub(super) fn write_key(&mut self, op: &PreparedKey) -> Result<Verdict, StoreError> {
        let (client, id) = (op.client.as_str(), op.id.to_bytes());
        if !op.is_taken {
            if let Some(refused) = verdict::refuse_give_back(self, op.id, &op.client, &op.key)? {
                return Ok(refused);
            }
            self.sql.insert_key.execute(params![client, &*op.key, id]).map_err(failed)?;
            return Ok(Verdict::Committed);
        }
        if let Some(refused) = verdict::refuse_take(self, op.id, &op.client, &op.key)? {
            return Ok(refused);
        }
        self.sql.delete_key.execute(params![client, &*op.key, id]).map_err(failed)?;
        let last_change = match self.head(op.id)? {
            // Closed by this transaction.
            Some(head) => head.last_change,
            None => self.last_change_of_closed(op.id)?.unwrap_or_default(),
        };
        let last_change = self.record(&op.changes, last_change)?;
        self.sql.touch_closed.execute(params![id, to_sql(last_change)]).map_err(failed)?;
        if let Some(written) = self.effects.touched.get_mut(&op.id) {
            written.last_change = last_change;
        }
        Ok(Verdict::Committed)
    }

    fn last_change_of_closed(&mut self, id: ElicitationId) -> Result<Option<u64>, StoreError> {
        let found = self.sql.last_change_of_closed.query_row([id.to_bytes()], |row| row.get(0));
        Ok(found.optional().map_err(failed)?.map(from_sql))
    }
}
