//! Options with a description or a picture, as cards to choose from.

use askwell_form::Choice;
use maud::{Markup, html};

use super::control::Control;

/// Renders one card. The title names it, the description and the picture describe it.
pub(super) fn card(control: &Control<'_>, choice: &Choice, input_type: &str, index: usize) -> Markup {
    let id = if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) };
    let (title, about) = (format!("{id}-title"), format!("{id}-about"));
    let described = choice.description().map(|_| about.as_str());
    html! {
        div.choice {
            input type=(input_type) id=(id) name=(control.name()) value=(choice.value)
                checked[control.is_chosen(&choice.value)] aria-labelledby=(title) aria-describedby=[described]
                aria-invalid=[control.invalid()] tabindex=[control.tab_index()] disabled[control.switched_off()];
            label for=(id) {
                @if let Some(image) = choice.image() {
                    // The type is one of four that cannot contain a script, and the content is base64.
                    img src=(format!("data:{};base64,{}", image.media_type(), image.data())) alt=(image.description());
                }
                span.title id=(title) dir="auto" { (choice.title()) }
                @if let Some(text) = choice.description() { span.about id=(about) dir="auto" { (text) } }
            }
        }
    }
}
