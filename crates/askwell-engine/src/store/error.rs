//! What a store could not do, and why.

use std::error::Error;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use askwell_lifecycle::record::Unwritable;

/// A store that could not do what it was asked to. What it had acknowledged before is not in doubt. Its source is the
/// error beneath it, where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// No room on the disk.
    Full(Cause),
    /// Closed, or closing.
    Closed,
    /// Data that cannot be read.
    Damaged(Cause),
    /// Secrets that cannot be written or read, as the key to them is not there.
    NoKey(Cause),
    /// Anything else.
    Failed(Cause),
}

/// Why a store failed: a text, and the error it is about, if there is one. Two with the same text are equal.
#[derive(Clone)]
pub struct Cause {
    text: Arc<str>,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl Cause {
    /// Makes a cause of an error, with its text.
    pub fn of(error: impl Error + Send + Sync + 'static) -> Cause {
        Cause { text: Arc::from(error.to_string()), source: Some(Arc::new(error)) }
    }

    /// Says more about an error than its own text does.
    #[must_use]
    pub fn with_text(self, text: impl Into<Arc<str>>) -> Cause {
        Cause { text: text.into(), ..self }
    }
}

impl StoreError {
    /// Makes a [`StoreError::Failed`] of another error.
    pub fn failed(error: impl Error + Send + Sync + 'static) -> StoreError {
        StoreError::Failed(Cause::of(error))
    }

    fn cause(&self) -> Option<&Cause> {
        match self {
            StoreError::Full(cause)
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

impl From<Unwritable> for StoreError {
    fn from(error: Unwritable) -> Self {
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
    fn error_keeps_what_it_was_made_of() {
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
