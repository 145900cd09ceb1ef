//! The API described for programs.

/// The document.
pub(crate) fn document() -> &'static str {
    "{}"
}
