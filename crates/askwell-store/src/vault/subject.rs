//! What a data key belongs to, and so what its ciphertexts are bound to.

use std::fmt;

use askwell_lifecycle::ElicitationId;

use super::bound_to;

/// What a data key belongs to. A ciphertext of one subject is refused for any other.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject<'s> {
    /// The encrypted answers of an elicitation.
    Answers(ElicitationId),
    /// An uploaded file beside an elicitation, by its generated name.
    Upload(ElicitationId, &'s str),
    /// A note beside an elicitation, by shelf and key.
    Note(ElicitationId, &'s str, &'s str),
}

impl Subject<'_> {
    /// Returns the elicitation that it is beside.
    pub(crate) fn id(self) -> ElicitationId {
        match self {
            Subject::Answers(id) | Subject::Upload(id, _) | Subject::Note(id, ..) => id,
        }
    }

    /// Returns the associated data of the data key, as wrapped with the key of this name.
    pub(super) fn bind_key(self, key_id: &str) -> Vec<u8> {
        match self {
            Subject::Answers(id) => bound_to(b'k', id, key_id),
            Subject::Upload(id, name) => bind(b'u', id, &[name, key_id]),
            Subject::Note(id, shelf, key) => bind(b'n', id, &[shelf, key, key_id]),
        }
    }

    /// Returns the associated data of the content at a position.
    pub(super) fn bind_content(self, position: u64) -> Vec<u8> {
        let mut binding = match self {
            Subject::Answers(id) => bind(b'a', id, &[]),
            Subject::Upload(id, name) => bind(b'c', id, &[name]),
            Subject::Note(id, shelf, key) => bind(b'v', id, &[shelf, key]),
        };
        binding.extend(position.to_be_bytes());
        binding
    }
}

/// Each name has its length before it, so that no two bindings look the same.
fn bind(purpose: u8, id: ElicitationId, names: &[&str]) -> Vec<u8> {
    let mut binding = bound_to(purpose, id, "");
    for name in names {
        binding.extend((name.len() as u64).to_be_bytes());
        binding.extend(name.as_bytes());
    }
    binding
}

/// In the plural, as error messages go on.
impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Answers(id) => write!(f, "the secrets of {id}"),
            Subject::Upload(id, _) => write!(f, "the bytes of an uploaded file of {id}"),
            Subject::Note(id, shelf, _) => write!(f, "the contents of a note ({shelf}) of {id}"),
        }
    }
}
