//! `boolean`: a box to tick, a switch, or yes and no.

use askwell_form::DisplayStyle;
use maud::{Markup, html};

use super::control::Control;

/// The control of a boolean field. A box and a switch bring their own label; yes and no stand in a group.
pub(super) fn control(control: &Control<'_>) -> Markup {
    match control.hints().display_style {
        Some(DisplayStyle::Radio) => radios(control),
        style => tick(control, style == Some(DisplayStyle::Toggle)),
    }
}

/// Whether the control has a label of its own.
pub(super) fn labels_itself(style: Option<DisplayStyle>) -> bool {
    style != Some(DisplayStyle::Radio)
}

fn tick(control: &Control<'_>, is_switch: bool) -> Markup {
    html! {
        div.tick.switch[is_switch] {
            // Sent in place of a box that is not ticked; the last value counts.
            @if control.switched_off() { (control.carried()) } @else {
                input type="hidden" name=(control.name()) value="false";
            }
            input type="checkbox" id=(control.id) name=(control.name()) value="true"
                role=[is_switch.then_some("switch")] checked[control.is_chosen("true")]
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required().filter(|_| !is_switch)] aria-label=[control.aria_label()]
                tabindex=[control.tab_index()] disabled[control.switched_off()];
            label for=(control.id) { (control.view.field.label()) (super::field::optional_mark(control.view)) }
        }
    }
}

fn radios(control: &Control<'_>) -> Markup {
    html! {
        div.radios.inline {
            @for (index, (value, word)) in [("true", "Yes"), ("false", "No")].into_iter().enumerate() {
                @let id = if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) };
                div.choice {
                    input type="radio" id=(id) name=(control.name()) value=(value) checked[control.is_chosen(value)]
                        aria-invalid=[control.invalid()] disabled[control.switched_off()];
                    label for=(id) { (word) }
                }
            }
        }
        (control.carried())
    }
}
