//! The character counter of a text that may not be longer than so many characters.

use askwell_form::{FieldView, Format, Kind};
use askwell_locale::text;
use maud::{Markup, html};

use super::control::Control;

/// Stands for the number of characters in the words that the script gets.
const PLACE: &str = "#";

/// Returns the most characters of a text whose length is worth watching.
pub(super) fn most(view: &FieldView<'_>) -> Option<usize> {
    let Kind::Text(kind) = view.field.kind() else { return None };
    let is_short = matches!(
        kind.format,
        Some(Format::Time | Format::Colour | Format::Date | Format::DateTime | Format::Uuid)
    );
    let is_counted =
        kind.max_length != usize::MAX && !kind.secret && !is_short && !view.field.rendering().readonly;
    is_counted.then_some(kind.max_length)
}

/// Renders the limit. With a script it becomes a counter, which is announced near the limit.
pub(super) fn counter(control: &Control<'_>) -> Markup {
    let Some(most) = most(control.view) else { return html! {} };
    let words = text("style-counter", &[("here", PLACE.into()), ("total", most.into())]);
    html! {
        p.counter id=(format!("{}-count", control.id)) data-counts=(control.id) data-most=(most) data-words=(words) {
            (text("style-at-most", &[("count", most.into())]))
        }
        p.sr role="status" data-counted {}
    }
}
