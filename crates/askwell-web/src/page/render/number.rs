//! `number`: an input, a stepper, a slider, a rating or a scale.

use askwell_form::{DisplayStyle, FieldView, Kind, Number, NumberKind};
use askwell_locale::{Value, text};
use maud::{Markup, html};

use super::control::Control;
use super::scale;

/// Renders a number field.
///
/// The typed text is sent unchanged, so that a mistake can be corrected: a browser's own number
/// input would discard it. Only the stepper uses one, for its arrows.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::Number(kind) = control.view.field.kind() else { return html! {} };
    if let Some(points) = scale::points(control.view) {
        return scale::control(control, &points);
    }
    let style = control.hints().display_style;
    let step = control.hints().step.or(kind.multiple_of).map(|step| step.to_string());
    let (least, most) = bounds(kind);
    html! {
        @match style {
            Some(DisplayStyle::Slider) => {
                @let (low, high) = (least.clone().unwrap_or_else(|| "0".into()), most.clone().unwrap_or_else(|| "100".into()));
                div.slider {
                    // The slider needs a script, because it does not show its value.
                    input.scripted type="range" min=(low) max=(high) step=(step.as_deref().unwrap_or("any"))
                        value=(control.value()) data-slides=(control.id) tabindex="-1" aria-hidden="true"
                        disabled[control.switched_off()] hidden;
                    (input(control, "text", least.as_deref(), most.as_deref(), step.as_deref()))
                }
                p.bounds aria-hidden="true" { span { (low) } span { (high) } }
            }
            Some(DisplayStyle::Stepper) => {
                div.stepper {
                    button.scripted type="button" tabindex="-1" aria-hidden="true" data-steps=(control.id) data-by="-1"
                        disabled[control.switched_off()] hidden { "−" }
                    (input(control, "number", least.as_deref(), most.as_deref(), step.as_deref()))
                    button.scripted type="button" tabindex="-1" aria-hidden="true" data-steps=(control.id) data-by="1"
                        disabled[control.switched_off()] hidden { "+" }
                }
            }
            _ => (input(control, "text", least.as_deref(), most.as_deref(), step.as_deref())),
        }
        @if control.disabled() { (control.carried()) }
    }
}

fn input(
    control: &Control<'_>,
    input_type: &str,
    least: Option<&str>,
    most: Option<&str>,
    step: Option<&str>,
) -> Markup {
    let whole = matches!(control.view.field.kind(), Kind::Number(kind) if kind.is_integer());
    let unsigned = matches!(control.view.field.kind(), Kind::Number(kind) if bounds(kind).0.is_some_and(|low| !low.starts_with('-')));
    let is_native = input_type == "number";
    let counts = is_native || step.is_some();
    html! {
        input.number type=(input_type) id=(control.id) name=(control.name()) value=(control.value()) dir="ltr"
            inputmode=[(input_type == "text").then_some(if whole && unsigned { "numeric" } else if unsigned { "decimal" } else { "text" })]
            min=[least.filter(|_| is_native)] max=[most.filter(|_| is_native)] step=[is_native.then_some(step.unwrap_or("any"))]
            data-step=[step.or(is_native.then_some("1"))] data-least=[least.filter(|_| counts)] data-most=[most.filter(|_| counts)]
            placeholder=[control.hints().placeholder.as_deref()]
            autocomplete=(control.autocomplete())
            aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
            aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
            readonly[control.readonly()] disabled[control.disabled()];
    }
}

/// Returns the step as a sentence, if the form has one and the input does not show it.
pub(super) fn steps(view: &FieldView<'_>) -> Option<String> {
    if scale::points(view).is_some() {
        return None;
    }
    let step = view.field.rendering().step.filter(|step| step.as_i64() != Some(1))?;
    Some(text("pages-steps-of", &[("number", Value::Number(step.to_string().into()))]))
}

/// Returns the bounds that an input can show, inclusive or exclusive.
fn bounds(kind: &NumberKind) -> (Option<String>, Option<String>) {
    let text = |number: Option<Number>| number.map(|number| number.to_string());
    (text(kind.minimum.or(kind.exclusive_minimum)), text(kind.maximum.or(kind.exclusive_maximum)))
}
