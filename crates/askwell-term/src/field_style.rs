//! Rendering hints that both front ends use.

use askwell_form::{DisplayStyle, Field, Kind};
use askwell_locale::text;

/// Lines of a postal address, if the form does not say how many.
const ADDRESS_ROWS: u8 = 4;

/// Returns whether a field takes several lines of text.
pub(crate) fn is_multi_line(field: &Field) -> bool {
    matches!(field.kind(), Kind::Text(_)) && !field.is_secret() && rows(field) > 1
}

/// Returns how many lines of text a field shows.
pub(crate) fn rows(field: &Field) -> u8 {
    let is_address = field.rendering().display_style == Some(DisplayStyle::Address);
    field.rendering().rows.unwrap_or(if is_address { ADDRESS_ROWS } else { 1 })
}

/// Returns how many characters of those that a text may have were typed, if it has a limit.
pub(crate) fn counter(most: Option<usize>, typed: &str) -> Option<String> {
    let here = typed.chars().count();
    most.map(|most| text("style-counter", &[("here", here.into()), ("total", most.into())]))
}

/// Returns the most characters of a text, if it has a limit.
pub(crate) fn most_characters(field: &Field) -> Option<usize> {
    match field.kind() {
        Kind::Text(kind) if !kind.secret && kind.max_length != usize::MAX => Some(kind.max_length),
        _ => None,
    }
}
