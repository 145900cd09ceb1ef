//! Ranges of dates: two date fields side by side, as one control.

use askwell_form::{DisplayStyle, Field, Form, OutlineEntry};
use maud::{Markup, html};

use super::control::label_id;

/// Returns whether the field at this place begins a range that ends in the next entry of the page.
pub(super) fn begins_range(form: &Form, place: usize, next: Option<&OutlineEntry<'_>>) -> bool {
    let hints = form.fields().get(place).map(Field::rendering);
    hints.is_some_and(|hints| hints.display_style == Some(DisplayStyle::Range) && hints.range_end.is_some())
        && matches!(next, Some(OutlineEntry::Field(end)) if *end == place + 1)
}

/// Renders both fields of a range, whose labels name it together.
pub(super) fn range(form: &Form, place: usize, fields: &[Markup; 2]) -> Markup {
    let ids = form.fields().iter().skip(place).take(2).map(|field| label_id(field.id()));
    html! {
        div.range role="group" aria-labelledby=(ids.collect::<Vec<_>>().join(" ")) {
            @for field in fields { (field) }
        }
    }
}
