//! `time`: a time of day, in the browser's own input.

use askwell_form::{DisplayStyle, Format, Kind};
use maud::{Markup, html};

use super::control::Control;

/// Returns whether the field is shown as a time of day. A text that is none stays visible as a text.
pub(super) fn is_time(control: &Control<'_>) -> bool {
    let has_format =
        matches!(control.view.field.kind(), Kind::Text(kind) if kind.format == Some(Format::Time));
    let is_asked = match control.hints().display_style {
        Some(style) => style == DisplayStyle::Time,
        None => has_format,
    };
    let value = control.value();
    is_asked && (value.is_empty() || Format::Time.accepts(&value))
}

/// Renders a time of day.
pub(super) fn control(control: &Control<'_>) -> Markup {
    // Browsers show seconds only if they are asked to.
    let has_seconds = control.value().len() > "09:30".len();
    html! {
        input.date type="time" id=(control.id) name=(control.name()) value=(control.value()) dir="ltr"
            step=[has_seconds.then_some("1")] autocomplete=(control.autocomplete())
            aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
            aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
            readonly[control.readonly()] disabled[control.disabled()];
        @if control.disabled() { (control.carried()) }
    }
}
