//! A submission that did not pass, kept so that corrections need not repeat the rest.

use std::fmt;
use std::sync::Arc;

/// The values of a submission that did not pass: the text of a JSON object without sensitive fields. Does not show
/// its values.
#[derive(Clone, PartialEq, Eq)]
pub struct Attempt(Arc<str>);

impl Attempt {
    /// The most bytes of an attempt that are kept; a larger one is forgotten.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Keeps the text of a JSON object, unless it is larger than [`Attempt::MAX_BYTES`].
    #[must_use]
    pub fn new(json: &str) -> Option<Attempt> {
        (json.len() <= Attempt::MAX_BYTES).then(|| Attempt(Arc::from(json)))
    }

    /// The text of the JSON object.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attempt([{} bytes])", self.0.len())
    }
}
