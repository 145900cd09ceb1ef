//! The border between what is kept and the bytes it is kept as: records of elicitations with their secrets encrypted
//! beside them, and entries of the log.
//!
//! Each record begins with its version. A version is never changed, only followed by the next; readers keep
//! all of them. Refuses to guess: whatever it does not know is an error that names it.

pub(crate) mod change;
pub(crate) mod elicitation;

pub(crate) use askwell_lifecycle::record::{Unwritable, audience, bytes, codes};
