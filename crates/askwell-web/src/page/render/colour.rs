//! `colour`: a text input with the browser's own colour picker beside it.

use askwell_form::{DisplayStyle, Format, Kind};
use askwell_locale::text;
use maud::{Markup, html};

use super::control::Control;

/// Returns whether the field is shown as a colour.
pub(super) fn is_colour(control: &Control<'_>) -> bool {
    match control.hints().display_style {
        Some(style) => style == DisplayStyle::Colour,
        None => matches!(control.view.field.kind(), Kind::Text(kind) if kind.format == Some(Format::Colour)),
    }
}

/// Renders a colour around its text input. The picker always has a colour, so that it cannot say "none": it needs a
/// script, and the text is what counts.
pub(super) fn control(control: &Control<'_>, input: &Markup) -> Markup {
    let value = control.value();
    let picked = if Format::Colour.accepts(&value) { value.to_lowercase() } else { "#000000".to_owned() };
    let words = text("style-pick-colour", &[("label", control.view.field.label().into())]);
    html! {
        div.colour {
            input.scripted type="color" value=(picked) data-picks=(control.id) aria-label=(words)
                disabled[control.switched_off()] hidden;
            (input)
        }
    }
}
