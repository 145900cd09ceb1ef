//! A submission that did not pass, kept so that corrections need not repeat the rest.

use std::fmt;
use std::sync::Arc;

/// The values of a submission that did not pass: the text of a JSON object without sensitive fields. Does not show
/// its values.
#[derive(Clone, PartialEq, Eq)]
pub struct Attempt {
    by: Option<Arc<str>>,
    json: Arc<str>,
}

impl Attempt {
    /// The most bytes of an attempt that are kept; a larger one is forgotten.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Keeps the text of a JSON object that a person submitted, unless it is larger than [`Attempt::MAX_BYTES`].
    #[must_use]
    pub fn new(by: Option<Arc<str>>, json: &str) -> Option<Attempt> {
        (json.len() <= Attempt::MAX_BYTES).then(|| Attempt { by, json: Arc::from(json) })
    }

    /// The person who submitted it, where one is known. Nobody else's corrections belong to it.
    #[must_use]
    pub fn by(&self) -> Option<&Arc<str>> {
        self.by.as_ref()
    }

    /// The text of the JSON object.
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
