//! A rejected submission, stored so that corrections need not repeat it.

use std::fmt;
use std::sync::Arc;

/// The values of a rejected submission: the text of a JSON object without secret fields. `Debug` does not
/// show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Attempt {
    by: Option<Arc<str>>,
    json: Arc<str>,
}

impl Attempt {
    /// The largest attempt that is stored, in bytes.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Creates an attempt from the text of a JSON object; `None` if it is larger than [`Attempt::MAX_BYTES`].
    #[must_use]
    pub fn new(by: Option<Arc<str>>, json: &str) -> Option<Attempt> {
        (json.len() <= Attempt::MAX_BYTES).then(|| Attempt { by, json: Arc::from(json) })
    }

    /// Returns the person who submitted it, if known. Only their corrections apply to it.
    #[must_use]
    pub fn by(&self) -> Option<&Arc<str>> {
        self.by.as_ref()
    }

    /// Returns the text of the JSON object.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.json
    }
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attempt([{} bytes])", self.json.len())
    }
}
