//! Errors of the database: which are over when one connects again, and what callers are told.

use std::time::Duration;

use askwell_engine::StoreError;
use askwell_engine::store::Cause;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// When callers are told to try again, if nothing better is known.
pub(super) const RETRY_AFTER: Duration = Duration::from_millis(500);

/// A failure of a statement or connection.
#[derive(Debug)]
pub(super) enum Fault {
    /// The connection is gone, or of no use. A new one may work.
    Lost(Cause),
    /// The transaction lost to another one, and can be repeated at once.
    Conflict(Cause),
    /// The statement failed, and would fail again.
    Failed(StoreError),
}

impl Fault {
    pub(super) fn lost(text: impl Into<Cause>) -> Fault {
        Fault::Lost(text.into())
    }

    /// Returns the error for a caller whose statement wrote nothing.
    pub(super) fn into_error(self, retry_after: Duration) -> StoreError {
        match self {
            Fault::Lost(cause) | Fault::Conflict(cause) => StoreError::Unavailable { cause, retry_after },
            Fault::Failed(error) => error,
        }
    }

    /// Returns the error for a caller whose commit may have been written.
    pub(super) fn into_doubt(self, retry_after: Duration) -> StoreError {
        let cause = match self {
            Fault::Lost(cause) | Fault::Conflict(cause) => cause,
            Fault::Failed(error) => Cause::from(error.to_string()),
        };
        StoreError::InDoubt { cause, retry_after }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Failed(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let Some(code) = error.code().cloned() else {
            // No answer of the server: the connection broke, or the answer could not be understood.
            return match error.is_closed() || std::error::Error::source(&error).is_some_and(is_io) {
                true => Fault::Lost(describe(error)),
                false => unanswered(error),
            };
        };
        let class = code.code().get(..2).unwrap_or_default();
        let cause = describe(error);
        match (class, &code) {
            // Connection exceptions, and the server stops, starts, is full, or is not the primary.
            ("08" | "57", _) => Fault::Lost(cause),
            (_, code)
                if [
                    &SqlState::TOO_MANY_CONNECTIONS,
                    &SqlState::READ_ONLY_SQL_TRANSACTION,
                    &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                    &SqlState::IN_FAILED_SQL_TRANSACTION,
                ]
                .contains(&code) =>
            {
                Fault::Lost(cause)
            }
            ("40", _) | (_, &SqlState::LOCK_NOT_AVAILABLE) => Fault::Conflict(cause),
            (_, &SqlState::DISK_FULL) => Fault::Failed(StoreError::Full(cause)),
            (_, &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => {
                Fault::Failed(StoreError::Damaged(cause))
            }
            _ => Fault::Failed(StoreError::Failed(cause)),
        }
    }
}

fn is_io(source: &(dyn std::error::Error + 'static)) -> bool {
    source.downcast_ref::<std::io::Error>().is_some()
}

fn unanswered(error: Error) -> Fault {
    // Conversions of our own values fail again; all else is a broken connection.
    let text = error.to_string();
    if text.starts_with("error serializing") || text.starts_with("error deserializing") {
        Fault::Failed(StoreError::Failed(describe(error)))
    } else {
        Fault::Lost(describe(error))
    }
}

/// Returns a cause without the values of any row: details of the server may contain them.
fn describe(error: Error) -> Cause {
    let text = match error.as_db_error() {
        Some(server) => format!("the database says: {} ({})", server.message(), server.code().code()),
        None => {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
            format!("{error}{}", source.unwrap_or_default())
        }
    };
    Cause::of(error).with_text(text)
}
