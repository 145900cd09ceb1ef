//! How a field would like to be asked for, read from its hints: the same for both front ends.

use askwell_form::{Field, Kind};

/// Whether a text of several lines is wanted.
pub(crate) fn is_multi_line(field: &Field) -> bool {
    let rows = field.rendering().rows.unwrap_or(1);
    matches!(field.kind(), Kind::Text(_)) && !field.is_secret() && rows > 1
}
