//! Rendering hints that both front ends use.

use askwell_form::{Field, Kind};

/// Returns whether a field takes several lines of text.
pub(crate) fn is_multi_line(field: &Field) -> bool {
    let rows = field.rendering().rows.unwrap_or(1);
    matches!(field.kind(), Kind::Text(_)) && !field.is_secret() && rows > 1
}
