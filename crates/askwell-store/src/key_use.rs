//! Finds the keys that the contents of a store need.

use askwell_engine::StoreError;
use rusqlite::Connection;

use crate::codec::bytes::DecodeError;
use crate::error::{damaged, failed, id_from};
use crate::vault::Subject;

/// Receives a wrapped data key and its subject.
type Visitor<'v> = dyn FnMut(Subject<'_>, &[u8]) -> Result<(), StoreError> + 'v;

/// Calls `visit` with every wrapped data key of a store, sorted by elicitation. Stops at the first error.
///
/// Also reads files of earlier formats.
pub(crate) fn visit(connection: &Connection, visit: &mut Visitor<'_>) -> Result<(), StoreError> {
    let answers = "SELECT id, secrets, NULL, NULL FROM closed WHERE secrets IS NOT NULL";
    let contents = "UNION ALL
         SELECT id, content_key, name, NULL FROM upload_files WHERE content_key IS NOT NULL
         UNION ALL
         SELECT elicitation, content_key, shelf, key FROM notes
             WHERE elicitation IS NOT NULL AND content_key IS NOT NULL";
    let format = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
    let contents = if format.map_err(failed)? < 3 { "" } else { contents };
    let mut every = connection.prepare(&format!("{answers} {contents} ORDER BY 1")).map_err(failed)?;
    let mut rows = every.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let column = |index| row.get_ref(index).map_err(failed);
        let unreadable = |_| damaged("an encrypted row", DecodeError::Columns);
        let id = id_from(column(0)?.as_blob().map_err(unreadable)?)?;
        let sealed = column(1)?.as_blob().map_err(unreadable)?;
        let first = column(2)?.as_str_or_null().map_err(unreadable)?;
        let second = column(3)?.as_str_or_null().map_err(unreadable)?;
        let subject = match (first, second) {
            (Some(namespace), Some(key)) => Subject::Record(id, namespace, key),
            (Some(name), None) => Subject::Upload(id, name),
            (None, _) => Subject::Answers(id),
        };
        visit(subject, sealed)?;
    }
    Ok(())
}
