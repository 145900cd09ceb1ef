//! Converts elicitations and changes to stored bytes and back. Secrets are encrypted and stored apart.
//!
//! Each encoding starts with its version. A version never changes, and readers support all of them. Unknown
//! versions and codes are errors that name them.

pub(crate) mod change;
pub(crate) mod elicitation;

pub(crate) use askwell_lifecycle::encoding::{EncodeError, audience, bytes, codes};
