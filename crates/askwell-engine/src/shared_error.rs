//! The cause of an error, of any type, in errors that can be cloned and compared.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// An error of any type that another error holds as its cause. Two causes are equal if their texts are.
#[derive(Clone)]
pub struct SharedError(Arc<dyn Error + Send + Sync>);

impl SharedError {
    /// Holds an error, or a text that describes one.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> SharedError {
        SharedError(Arc::from(error.into()))
    }

    /// Returns the error that it holds, to downcast it.
    #[must_use]
    pub fn get(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

impl fmt::Display for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Shows the text in place of the fields: a program that returns the error from `main` prints this.
impl fmt::Debug for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl Error for SharedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl PartialEq for SharedError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io;

    use super::SharedError;

    #[test]
    fn cause_keeps_text_type_and_source() {
        let inner = io::Error::new(io::ErrorKind::AddrInUse, "taken");
        let cause = SharedError::new(io::Error::other(SharedError::new(inner)));
        assert_eq!((cause.to_string(), format!("{cause:?}")), ("taken".to_owned(), "\"taken\"".to_owned()));
        assert!(cause.get().downcast_ref::<io::Error>().is_some());
        assert!(cause.source().is_none(), "the innermost error has no source");
        assert_eq!(cause, SharedError::new("taken"));
        assert_ne!(cause, SharedError::new("free"));
    }
}
