//! `boolean`: a check box, a switch, or the choices yes and no.
//!
//! An unticked box cannot be told from one that was overlooked. Where an answer is required and the
//! form has no default, yes and no are two choices, and neither is preselected.

use askwell_form::{DisplayStyle, FieldView, Kind};
use askwell_locale::say;
use maud::{Markup, html};

use super::control::Control;

/// Renders a boolean field. A box and a switch bring their own label; yes and no are a group.
pub(super) fn control(control: &Control<'_>) -> Markup {
    if is_group(control.view) {
        radios(control)
    } else {
        tick(control, control.hints().display_style == Some(DisplayStyle::Toggle))
    }
}

/// Returns whether the control is a group of choices: the form asks for it, or the person has to
/// choose.
pub(super) fn is_group(view: &FieldView<'_>) -> bool {
    let has_to_choose = view.field.may_be_required() && view.field.default_answer().is_none();
    has_to_choose || view.field.rendering().display_style == Some(DisplayStyle::Radio)
}

fn tick(control: &Control<'_>, is_switch: bool) -> Markup {
    html! {
        div.tick.switch[is_switch] {
            // Sent for an unticked box; the last value counts.
            @if control.switched_off() { (control.carried()) } @else {
                input type="hidden" name=(control.name()) value="false";
            }
            input type="checkbox" id=(control.id) name=(control.name()) value="true"
                role=[is_switch.then_some("switch")] checked[control.is_chosen("true")]
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required().filter(|_| !is_switch)] aria-label=[control.aria_label()]
                tabindex=[control.tab_index()] disabled[control.switched_off()];
            label id=(control.label_id()) for=(control.id) { (control.view.field.label()) (super::field::optional_mark(control.view)) }
        }
    }
}

/// Returns the word for a value: the author's for a decision.
fn word(control: &Control<'_>, value: bool) -> String {
    match control.view.field.kind() {
        Kind::Boolean(boolean) => boolean.label(value).map_or_else(|| yes_or_no(value), str::to_owned),
        _ => String::new(),
    }
}

/// Returns the word for a value without one of the author.
pub(crate) fn yes_or_no(value: bool) -> String {
    say(if value { "pages-yes" } else { "pages-no" })
}

fn radios(control: &Control<'_>) -> Markup {
    let may_be_left_out = !control.view.required && control.view.field.default_answer().is_none();
    let none = may_be_left_out.then(|| ("", say("pages-no-answer")));
    html! {
        div.radios.inline {
            @for (index, (value, word)) in [("true", word(control, true)), ("false", word(control, false))].into_iter().chain(none).enumerate() {
                @let id = if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) };
                div.choice {
                    input type="radio" id=(id) name=(control.name()) value=(value)
                        checked[!value.is_empty() && control.is_chosen(value)] aria-invalid=[control.invalid()]
                        tabindex=[control.tab_index()] disabled[control.switched_off()];
                    label for=(id) { (word) }
                }
            }
        }
        (control.carried())
    }
}
