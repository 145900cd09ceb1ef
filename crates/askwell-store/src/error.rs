//! Converts errors of SQLite. No message contains any part of an answer.

use std::fmt::Display;

use askwell_engine::StoreError;
use askwell_engine::store::Cause;
use askwell_lifecycle::ElicitationId;
use rusqlite::{Error, ErrorCode, ffi};

/// Converts an error of SQLite.
pub(crate) fn failed(error: Error) -> StoreError {
    let code = error.sqlite_error_code();
    let cause = Cause::of(error);
    match code {
        Some(ErrorCode::DiskFull) => StoreError::Full(cause),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(cause),
        _ => StoreError::Failed(cause),
    }
}

/// Returns whether a sync failed. Data that should have been synced may be lost silently, so nothing written
/// after that may be acknowledged.
pub(crate) fn is_failed_sync(error: &Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC))
}

/// Creates the error for stored data that cannot be read.
pub(crate) fn damaged(what: impl Display, why: impl Display) -> StoreError {
    StoreError::Damaged(format!("{what}: {why}").into())
}

/// Reads an id of 16 bytes.
pub(crate) fn id_from(bytes: &[u8]) -> Result<ElicitationId, StoreError> {
    let bytes =
        <[u8; 16]>::try_from(bytes).map_err(|_| damaged("an id", "it does not have sixteen bytes"))?;
    Ok(ElicitationId::from_bytes(bytes))
}

/// Converts times and sequence numbers for SQLite, which has no unsigned integers.
pub(crate) fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Converts them back.
pub(crate) fn from_sql(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
