//! The errors of stores.

use std::error::Error;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::encoding::EncodeError;

/// An operation that a store could not do. What it acknowledged before is not affected. Its source is the
/// underlying error, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// The disk is full.
    Full(Cause),
    /// The store is closed or closing.
    Closed,
    /// Stored data cannot be read.
    Damaged(Cause),
    /// Secrets cannot be written or read, as their key is missing.
    NoKey(Cause),
    /// The store cannot be reached, or is not ready to write. Nothing was written.
    Unavailable {
        /// Why.
        cause: Cause,
        /// When to try again.
        retry_after: Duration,
    },
    /// The connection was lost while a commit was acknowledged, and what became of it could not be found out
    /// in time. It may have been written or not: repeat the call with the same idempotency key, or read.
    InDoubt {
        /// Why.
        cause: Cause,
        /// When to try again.
        retry_after: Duration,
    },
    /// Anything else.
    Failed(Cause),
}

/// The reason of a store error: a text, and the underlying error, if there is one. Two causes are equal if
/// their texts are.
#[derive(Clone)]
pub struct Cause {
    text: Arc<str>,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl Cause {
    /// Creates a cause from an error, with the error's text.
    pub fn of(error: impl Error + Send + Sync + 'static) -> Cause {
        Cause { text: Arc::from(error.to_string()), source: Some(Arc::new(error)) }
    }

    /// Replaces the text, and keeps the error.
    #[must_use]
    pub fn with_text(self, text: impl Into<Arc<str>>) -> Cause {
        Cause { text: text.into(), ..self }
    }
}

impl StoreError {
    /// Creates a [`StoreError::Failed`] from another error.
    pub fn failed(error: impl Error + Send + Sync + 'static) -> StoreError {
        StoreError::Failed(Cause::of(error))
    }

    /// Returns when to try again, if the store knows.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            StoreError::Unavailable { retry_after, .. } | StoreError::InDoubt { retry_after, .. } => {
                Some(*retry_after)
            }
            _ => None,
        }
    }

    fn cause(&self) -> Option<&Cause> {
        match self {
            StoreError::Full(cause)
            | StoreError::Unavailable { cause, .. }
            | StoreError::InDoubt { cause, .. }
            | StoreError::Damaged(cause)
            | StoreError::NoKey(cause)
            | StoreError::Failed(cause) => Some(cause),
            StoreError::Closed => None,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full(cause) => write!(f, "the disk is full: {cause}"),
            StoreError::Closed => f.write_str("the store is closed"),
            StoreError::Damaged(cause) => write!(f, "the store holds something unreadable: {cause}"),
            StoreError::NoKey(cause) => write!(f, "a key is missing: {cause}"),
            StoreError::Unavailable { cause, retry_after } => {
                let again = retry_after.as_millis();
                write!(
                    f,
                    "the store cannot be reached: {cause}; nothing was written, try again in {again} ms"
                )
            }
            StoreError::InDoubt { cause, retry_after } => {
                let again = retry_after.as_millis();
                write!(
                    f,
                    "the store was lost during a commit: {cause}; read in {again} ms whether it was written"
                )
            }
            StoreError::Failed(cause) => write!(f, "the store failed: {cause}"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let source = self.cause()?.source.as_deref()?;
        Some(source)
    }
}

impl From<EncodeError> for StoreError {
    fn from(error: EncodeError) -> Self {
        StoreError::failed(error)
    }
}

impl From<String> for Cause {
    fn from(text: String) -> Self {
        Cause { text: Arc::from(text), source: None }
    }
}

impl From<&str> for Cause {
    fn from(text: &str) -> Self {
        Cause { text: Arc::from(text), source: None }
    }
}

impl Deref for Cause {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Cause {}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io;

    use super::{Cause, StoreError};

    #[test]
    fn store_error_keeps_its_source() {
        let beneath = || io::Error::new(io::ErrorKind::StorageFull, "no room");
        let full = StoreError::Full(Cause::of(beneath()).with_text("no room for a file"));
        assert_eq!(full.to_string(), "the disk is full: no room for a file");
        let source = full.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::StorageFull));
        assert_eq!(StoreError::failed(beneath()), StoreError::Failed("no room".into()));
        assert!(StoreError::Failed("text alone".into()).source().is_none());
        assert!(StoreError::Closed.source().is_none());
    }
}
