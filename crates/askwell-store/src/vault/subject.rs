//! The subjects of data keys, to which ciphertexts are bound.

use std::fmt;

use askwell_lifecycle::ElicitationId;

use super::bound_to;

/// The subject of a data key. A ciphertext of one subject is refused for any other.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject<'s> {
    /// The encrypted answers of an elicitation.
    Answers(ElicitationId),
    /// An uploaded file beside an elicitation, by its generated name.
    Upload(ElicitationId, &'s str),
    /// A record of an elicitation, by namespace and key.
    Record(ElicitationId, &'s str, &'s str),
}

impl Subject<'_> {
    /// Returns its elicitation.
    pub(crate) fn id(self) -> ElicitationId {
        match self {
            Subject::Answers(id) | Subject::Upload(id, _) | Subject::Record(id, ..) => id,
        }
    }

    /// Returns the associated data of the data key, as wrapped with the key of this name.
    pub(super) fn bind_key(self, key_id: &str) -> Vec<u8> {
        match self {
            Subject::Answers(id) => bound_to(b'k', id, key_id),
            Subject::Upload(id, name) => bind(b'u', id, &[name, key_id]),
            Subject::Record(id, namespace, key) => bind(b'n', id, &[namespace, key, key_id]),
        }
    }

    /// Returns the associated data of the content at a position.
    pub(super) fn bind_content(self, position: u64) -> Vec<u8> {
        let mut binding = match self {
            Subject::Answers(id) => bind(b'a', id, &[]),
            Subject::Upload(id, name) => bind(b'c', id, &[name]),
            Subject::Record(id, namespace, key) => bind(b'v', id, &[namespace, key]),
        };
        binding.extend(position.to_be_bytes());
        binding
    }
}

/// Prefixes each name with its length, so that bindings are unambiguous.
fn bind(purpose: u8, id: ElicitationId, names: &[&str]) -> Vec<u8> {
    let mut binding = bound_to(purpose, id, "");
    for name in names {
        binding.extend((name.len() as u64).to_be_bytes());
        binding.extend(name.as_bytes());
    }
    binding
}

/// Plural, as error messages continue the sentence.
impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Answers(id) => write!(f, "the secrets of {id}"),
            Subject::Upload(id, _) => write!(f, "the bytes of an uploaded file of {id}"),
            Subject::Record(id, namespace, _) => write!(f, "the contents of a record ({namespace}) of {id}"),
        }
    }
}
