//! Changes of a text by position.

use std::ops::Range;

/// A part of a text and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Splice {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Splice {
    pub(super) fn insert(at: usize, text: String) -> Splice {
        Splice { range: at..at, text }
    }

    pub(super) fn remove(range: Range<usize>) -> Splice {
        Splice { range, text: String::new() }
    }

    /// Applies the change. Returns `None` if the text has no such part.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        let (before, after) = (text.get(..self.range.start)?, text.get(self.range.end..)?);
        Some(format!("{before}{}{after}", self.text))
    }
}
