//! The border between elicitations and the bytes they are kept as. Everything is written out here, in both
//! directions: no type of the lifecycle knows that it is stored.
//!
//! Each record begins with its version. A version is never changed, only followed by the next; readers keep
//! all of them. Refuses to guess: whatever it does not know is an error that names it.

pub(crate) mod audience;
pub(crate) mod bytes;
pub(crate) mod change;
pub(crate) mod codes;
pub(crate) mod elicitation;

use askwell_engine::StoreError;

/// Something newer than this crate, which it has no number for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unwritable(pub(crate) &'static str);

impl From<Unwritable> for StoreError {
    fn from(Unwritable(what): Unwritable) -> Self {
        StoreError::Failed(format!("this store has no way to write down a new kind of {what}"))
    }
}
